// Which optimizer updates the parameters, and how. Adding one is its rule (update_rule.h, updates-inl.h) and its entry in
// ops/optimizer.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/op.h"

namespace stepscope {

// Parameters whose name matches `pattern` ("layer4.*", "*.bias"; * stands for any text, ? for one character) have settings of their own.
// The first group that matches counts.
struct ParameterGroup {
  std::string pattern;
  double learningRateFactor = 1;        // times the rate of the schedule
  std::optional<double> weightDecay{};  // absent: the optimizer's
  bool operator==(const ParameterGroup&) const = default;
};

// torch.amp.GradScaler: the loss is multiplied by a scale so that small gradients do not vanish in fp16. A step whose gradients overflow
// is skipped and the scale multiplied by the backoff factor; after growth_interval steps in a row without one, by the growth factor.
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
  double alpha = 0.99;   // RMSprop: decay of the squared gradient's mean
  bool centered = false;
  double rateDecay = 0;           // Adagrad: lr / (1 + (t - 1) * rateDecay)
  double initialAccumulator = 0;  // Adagrad: what the sum of squares starts from
  // Parameters that get no weight decay: biases and norm scales when false.
  bool decayNormAndBias = true;
  std::vector<ParameterGroup> groups{};
  // Gradient clipping, 0: none. By the norm over all gradients (torch.nn.utils.clip_grad_norm_), or element by element.
  double clipNorm = 0, clipValue = 0;
  // SGD's and RMSprop's momentum, or Adam's beta1, is a Scalar named "momentum", set each step.
  bool scheduledMomentum = false;
  // A moving average of the parameters is kept beside them ("<parameter>.ema"); its decay is a Scalar named "ema_decay".
  bool averageWeights = false;
  GradScalerSpec gradScaler{};
  bool scalesLoss = false;  // by gradScaler; fp16 needs it
  // The gradients of several batches are averaged before an update ("<parameter>.grad", which starts over with a share of 1). The part of
  // the batch in the mean so far is a Scalar named "batch_share"; a run that ends before the first node of Phase::Optimizer gathers only.
  bool accumulate = false;
};

// Where the mean of a parameter's gradients is kept: the optimizer state of its name with this after it.
constexpr const char* kGradientSuffix = ".grad";

// A tensor that an optimizer keeps for each parameter, "<parameter>.<suffix>".
struct OptimizerStateDef {
  const char* suffix;
  enum class Shape { Parameter, Codes, Blocks } shape = Shape::Parameter;  // Codes: one byte an element; Blocks: f32, one a block of 256
  double start = 0;
  bool present = true;  // an optional input of the op stays empty without it
};

// torch.optim's defaults where they differ from optimizer to optimizer, and what it needs.
struct OptimizerTraits {
  double learningRate = 0.001, weightDecay = 0, eps = 1e-8;
  bool usesStep = true;
  bool hasMomentum = false;           // a schedule may move its momentum or beta1
  std::string_view smallTensorsBy{};  // the optimizer of tensors below kSmallest8bit elements, where this one is not worth it
};

struct OptimizerDef : OptimizerTraits {
  OptimizerSpec::Kind kind;
  std::string_view name, title;                                              // "adamw", "AdamW"; its op has the same
  std::string_view attrs;                                                    // of the op, see OpDef::attrs
  Attributes (*attributes)(const OptimizerSpec&) = nullptr;                  // but for weight_decay, lr_factor and clip_value
  std::vector<OptimizerStateDef> (*states)(const OptimizerSpec&) = nullptr;  // as many as the op takes, in its order
  void (*check)(const Node& node, const InputGroups& groups) = nullptr;      // throws Error (Input): the attributes, and what follows from them
  std::int64_t (*flops)(const Node& node) = nullptr;                         // an element's
};

constexpr std::int64_t kSmallest8bit = 4096;  // bitsandbytes: a smaller tensor stays in f32

// So many scales an 8-bit moment of so many elements has.
constexpr std::int64_t blocks8bit(std::int64_t elements) {
  return (elements + kBlock8bit - 1) / kBlock8bit;
}

// Whether an op of the rule changes parameters; else it keeps a mean beside them, or does neither.
constexpr bool updatesParameters(UpdateRule rule) {
  return rule < UpdateRule::WeightAverage;
}

const std::vector<OptimizerDef>& optimizerDefs();  // in the order of OptimizerSpec::Kind
const OptimizerDef& optimizerDef(OptimizerSpec::Kind kind);
std::vector<std::string> optimizerNames();

// Whether `name` matches `pattern` with * and ?.
bool matches(std::string_view pattern, std::string_view name);

}  // namespace stepscope
