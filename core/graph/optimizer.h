// Which optimizer updates the parameters, and with which settings. To add one: its rule (update_rule.h, updates-inl.h) and its entry in
// ops/optimizer.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/op.h"

namespace stepscope {

// Parameters whose name matches `pattern` ("layer4.*", "*.bias"; * matches any text, ? one character) have their own settings. The first group that
// matches is used.
struct ParameterGroup {
  std::string pattern;
  double learningRateFactor = 1;        // multiplies the rate of the schedule
  std::optional<double> weightDecay{};  // absent: the optimizer's weight decay
  bool operator==(const ParameterGroup&) const = default;
};

// torch.amp.GradScaler: the loss is multiplied by a scale so that small gradients do not become 0 in fp16. A step whose gradients overflow is skipped
// and the scale multiplied by the backoff factor; after growth_interval steps in a row without overflow it is multiplied by the growth factor.
struct GradScalerSpec {
  double initScale = 65536, growthFactor = 2, backoffFactor = 0.5;
  std::int64_t growthInterval = 2000;
};

struct OptimizerSpec {
  using Kind = UpdateRule;
  Kind kind = Kind::Sgd;
  double learningRate = 0.1;  // the base rate; the rate of a step is a Scalar named "lr"
  double momentum = 0, dampening = 0, weightDecay = 0;
  bool nesterov = false;
  double beta1 = 0.9, beta2 = 0.999, eps = 1e-8;
  bool amsgrad = false;  // Adam, AdamW: the largest second moment so far (Reddi et al. 2018)
  double alpha = 0.99;   // RMSprop: decay of the mean of squared gradients
  bool centered = false;
  double rateDecay = 0;           // Adagrad: lr / (1 + (t - 1) * rateDecay)
  double initialAccumulator = 0;  // Adagrad: start value of the sum of squares
  // False: biases and norm scales get no weight decay.
  bool decayNormAndBias = true;
  std::vector<ParameterGroup> groups{};
  // Gradient clipping, 0: none. By the norm over all gradients (torch.nn.utils.clip_grad_norm_), or element by element.
  double clipNorm = 0, clipValue = 0;
  // SGD's and RMSprop's momentum, or Adam's beta1, is a Scalar named "momentum", set each step.
  bool scheduledMomentum = false;
  // A moving average of the parameters is kept ("<parameter>.ema"); its decay is a Scalar named "ema_decay".
  bool averageWeights = false;
  GradScalerSpec gradScaler{};
  bool scalesLoss = false;  // with gradScaler; fp16 needs it
  // The gradients of several batches are averaged before an update ("<parameter>.grad"). The Scalar "batch_share" is the weight of this batch in the
  // mean so far, 1 for the first one; a run that ends before the first node of Phase::Optimizer only updates the mean.
  bool accumulate = false;
};

// The optimizer state that keeps the mean of a parameter's gradients has the parameter's name with this suffix.
constexpr const char* kGradientSuffix = ".grad";

// A tensor that an optimizer keeps for each parameter, "<parameter>.<suffix>".
struct OptimizerStateDef {
  const char* suffix;
  enum class Shape { Parameter, Codes, Blocks } shape = Shape::Parameter;  // Codes: one byte per element; Blocks: f32, one per block of 256
  double start = 0;
  bool present = true;  // if false, the optional input of the op stays empty
};

// torch.optim's defaults where optimizers differ, and the state that the optimizer needs.
struct OptimizerTraits {
  double learningRate = 0.001, weightDecay = 0, eps = 1e-8;
  bool usesStep = true;
  bool hasMomentum = false;           // a schedule may change its momentum or beta1
  std::string_view smallTensorsBy{};  // the optimizer for tensors below kSmallest8bit elements, for which this one is not worthwhile
};

struct OptimizerDef : OptimizerTraits {
  OptimizerSpec::Kind kind;
  std::string_view name, title;                              // "adamw", "AdamW"; its op has the same name
  std::string_view attrs;                                    // attributes of the op, see OpDef::attrs
  Attributes (*attributes)(const OptimizerSpec&) = nullptr;  // attributes of a node of the op, without weight_decay, lr_factor and clip_value
  std::vector<OptimizerStateDef> (*states)(const OptimizerSpec&) = nullptr;  // all states that the op can have, in its order
  void (*check)(const Node& node, const InputGroups& groups) = nullptr;      // throws Error (Input) if attributes are wrong or do not fit together
  std::int64_t (*flops)(const Node& node) = nullptr;                         // FLOPs per element
};

constexpr std::int64_t kSmallest8bit = 4096;  // elements; the states of a smaller tensor stay in f32, as in bitsandbytes

// The number of scales of an 8-bit moment with this many elements.
constexpr std::int64_t blocks8bit(std::int64_t elements) {
  return (elements + kBlock8bit - 1) / kBlock8bit;
}

// Whether an op of the rule changes parameters; the other rules keep an average of weights or of gradients, or do nothing.
constexpr bool updatesParameters(UpdateRule rule) {
  return rule < UpdateRule::WeightAverage;
}

const std::vector<OptimizerDef>& optimizerDefs();  // in the order of OptimizerSpec::Kind
const OptimizerDef& optimizerDef(OptimizerSpec::Kind kind);
std::vector<std::string> optimizerNames();

// Whether `name` matches `pattern` with * and ?.
bool matches(std::string_view pattern, std::string_view name);

}  // namespace stepscope
