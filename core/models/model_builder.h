// Builds a forward graph layer by layer. A scope is the layer's name; its parameters are "<scope>.weight" and so on, as in PyTorch's state_dict.
// Private to core/models.
#pragma once

#include <string>

#include "core/models/extent.h"
#include "core/models/model.h"

namespace stepscope {

// The defaults are PyTorch's; a bias with the rule Reciprocal is uniform in +-1/sqrt(fan_in of the weight).
struct ConvArguments {
  Extent kernel = 3, stride = 1, padding = 0, dilation = 1;
  std::int64_t groups = 1;
  bool bias = true;
  InitRule weightInit{}, biasInit{};
};

struct LinearArguments {
  bool bias = true;
  InitRule weightInit{}, biasInit{};
};

struct NormArguments {
  double eps = 1e-5, momentum = 0.1;
};

// Layer and RMS norm over the last `dims` dimensions.
struct LayerNormArguments {
  std::int64_t dims = 1;
  double eps = 1e-5;
  bool affine = true, bias = true;
};

// torch.nn.MultiheadAttention of x with itself.
struct AttentionArguments {
  std::int64_t heads = 1;
  bool causal = false;
  double dropout = 0;
  bool bias = true;
  InitRule outInit{};
};

// torch.nn.LSTM and GRU with batch_first.
struct RecurrentArguments {
  std::int64_t hidden = 1, layers = 1;
  bool bias = true;
  double dropout = 0;  // probability of dropout between the layers
  bool bidirectional = false;
};

struct PoolArguments {
  Extent kernel = 2, stride = 2, padding = 0;
  bool countIncludePad = true;  // average pooling only
};

// The names of the activations: "relu", "relu6", "silu", ...
const std::vector<std::string>& activationNames();

class ModelBuilder {
 public:
  // Adds the inputs "x" and "labels" as described at buildModel(). Throws Error (Input) for an empty batch or sample.
  ModelBuilder(const ModelInput& input, std::int64_t batch, bool training);

  ValueId x() const { return x_; }
  // Width of the last layer: classes, targets or tokens of the vocabulary.
  std::int64_t classes() const { return input_.classes; }
  const ModelInput& input() const { return input_; }
  const Shape& shapeOf(ValueId value) const { return graph_.value(value).shape; }

  ValueId conv(const std::string& scope, ValueId x, std::int64_t outChannels, const ConvArguments& arguments);
  // The weight is (in, out / groups, kh, kw), as in PyTorch.
  ValueId convTranspose(const std::string& scope, ValueId x, std::int64_t outChannels, const ConvArguments& arguments, Extent outputPadding);
  // A linear layer over the last dimension of (batch, features) or (batch, positions, features).
  ValueId linear(const std::string& scope, ValueId x, std::int64_t outFeatures, const LinearArguments& arguments = {});
  // Uses batch statistics in training and running statistics in evaluation.
  ValueId batchNorm(const std::string& scope, ValueId x, const NormArguments& arguments = {});
  ValueId groupNorm(const std::string& scope, ValueId x, std::int64_t groups, double eps = 1e-5, bool affine = true);
  ValueId layerNorm(const std::string& scope, ValueId x, const LayerNormArguments& arguments = {});
  ValueId rmsNorm(const std::string& scope, ValueId x, const LayerNormArguments& arguments);
  // `indices` are i32. The table starts normal with deviation 1; the row `paddingIndex` (-1: none) starts with zeros and gets no gradient.
  ValueId embedding(const std::string& scope, ValueId indices, std::int64_t rows, std::int64_t width, std::int64_t paddingIndex = -1);
  // Attention without projections: queries, keys and values are one input, (batch, positions, 3 * width). `dropout` is applied to the
  // probabilities.
  ValueId attention(const std::string& scope, ValueId qkv, std::int64_t heads, bool causal, double dropout);
  // x (batch, positions, features). Parameters in_proj_weight, in_proj_bias, out_proj.weight, out_proj.bias.
  ValueId selfAttention(const std::string& scope, ValueId x, const AttentionArguments& arguments);
  // `kind`: "lstm" or "gru". x (batch, positions, features) to (batch, positions, hidden * directions). Parameters weight_ih_l0, ...
  ValueId recurrent(const std::string& scope, const std::string& kind, ValueId x, const RecurrentArguments& arguments);
  ValueId relu(const std::string& scope, ValueId x);
  // One of activationNames(), with PyTorch's default arguments.
  ValueId activation(const std::string& scope, ValueId x, const std::string& name);
  // The addition at the end of a residual block. The branch must be the first operand: zero_gamma finds the branch's last norm by this order.
  ValueId add(const std::string& scope, ValueId branch, ValueId shortcut);
  ValueId concat(const std::string& scope, std::vector<ValueId> inputs, std::int64_t axis);
  std::vector<ValueId> split(const std::string& scope, ValueId x, std::int64_t axis, std::vector<std::int64_t> sizes);
  // A parameter that is a layer of its own or that two layers use: positions, a class token, a token table.
  ValueId parameter(const std::string& name, Shape shape, Init init);
  // A node of any op without parameters: activations, arithmetic, structure. Attributes as in core/graph/ops/README.md.
  ValueId op(const std::string& scope, std::string_view name, std::vector<ValueId> inputs, Attributes attributes = {});
  ValueId maxPool(const std::string& scope, ValueId x, const PoolArguments& arguments);
  ValueId avgPool(const std::string& scope, ValueId x, const PoolArguments& arguments);
  ValueId globalAvgPool(const std::string& scope, ValueId x);
  // Returns x itself if it already has that size.
  ValueId adaptiveAvgPool(const std::string& scope, ValueId x, Extent output);
  // (N, ...) to (N, K); returns x itself if it already has this shape.
  ValueId flatten(const std::string& scope, ValueId x);
  // Returns x itself in evaluation and if p is 0.
  ValueId dropout(const std::string& scope, ValueId x, double p);
  // Drops the whole branch of a sample with probability p (Huang et al. 2016). Returns x itself in evaluation and if p is 0.
  ValueId stochasticDepth(const std::string& scope, ValueId x, double p);
  // The parameter-free shortcut of CIFAR ResNets: subsampled, with as many zero channels before as after.
  ValueId shortcutPad(const std::string& scope, ValueId x, std::int64_t outChannels, std::int64_t stride);

  // Adds the loss and the task's metric and returns the graph. Throws Error (Input) if the logits do not have the shape that the data need, or if the
  // loss does not fit the task.
  Graph finish(ValueId logits, const LossSpec& loss);
  // The graph so far, for an importer that appends to it.
  Graph& graph() { return graph_; }
  bool training() const { return training_; }

 private:
  ValueId randomlyDropped(const std::string& scope, std::string_view op, const char* what, ValueId x, double p);
  void needSequence(const std::string& scope, ValueId x) const;
  void checkLogits(const Shape& shape) const;
  void checkClassWeights(const std::vector<double>& weights) const;
  ValueId addLoss(ValueId prediction, ValueId labels, const LossSpec& loss);
  // The inputs of a layer with a weight and, if it has one, a bias.
  std::vector<ValueId> weighted(const std::string& scope, ValueId x, const Shape& weight, std::int64_t outputs, const auto& arguments);

  Graph graph_;
  ModelInput input_;
  bool training_;
  ValueId x_ = kNone, labels_ = kNone, seed_ = kNone;
  std::int64_t dropouts_ = 0;
};

}  // namespace stepscope
