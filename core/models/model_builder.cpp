#include "core/models/model_builder.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/base/error.h"
#include "core/base/nearest.h"
#include "core/base/units.h"
#include "core/graph/model_outputs.h"
#include "core/models/losses.h"
#include "core/models/metrics.h"

namespace stepscope {

namespace {

const Init kZero{Init::Kind::Constant, 0, 0}, kOne{Init::Kind::Constant, 1, 0};

std::vector<std::int64_t> pair(Extent v) {
  return {v.h, v.w};
}

Attributes poolAttributes(const PoolArguments& a) {
  return {{"kernel", pair(a.kernel)}, {"stride", pair(a.stride)}, {"padding", pair(a.padding)}};
}

void checkPositive(const std::string& scope, const char* what, std::int64_t v) {
  if (v >= 1 && v <= (1 << 24)) return;
  throw Error(ErrorKind::Input, scope, std::string(what) + " is " + std::to_string(v), "It must be between 1 and 16777216");
}

// PyTorch's activations with its default arguments.
struct NamedActivation {
  std::string name;
  std::string_view op;
  Attributes attributes;
};
const std::vector<NamedActivation>& activations() {
  static const std::vector<NamedActivation> known{
      {"relu", "relu", {}},
      {"relu6", "clamp", {{"min", 0.0}, {"max", 6.0}}},
      {"leaky_relu", "leaky_relu", {{"alpha", 0.01}}},
      {"elu", "elu", {{"alpha", 1.0}}},
      {"gelu", "gelu", {{"approximate", std::string("none")}}},
      {"silu", "silu", {}},
      {"sigmoid", "sigmoid", {}},
      {"tanh", "tanh", {}},
      {"hardswish", "hardswish", {}},
      {"hardsigmoid", "hardsigmoid", {}},
      {"softplus", "softplus", {{"beta", 1.0}, {"threshold", 20.0}}},
  };
  return known;
}

}  // namespace

const std::vector<std::string>& activationNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const NamedActivation& known : activations()) all.push_back(known.name);
    return all;
  }();
  return names;
}

ModelBuilder::ModelBuilder(const ModelInput& input, std::int64_t batch, bool training) : input_(input), training_(training) {
  if (batch < 1) throw Error(ErrorKind::Input, "switches.batch_size", "is " + std::to_string(batch), "It must be at least 1");
  if (input.sample.empty() || numel(input.sample) < 1)
    throw Error(ErrorKind::Input, "data", "a sample has the shape " + toString(input.sample), "A sample needs at least one value");
  if (input.classes < 1) {
    const bool classes = input.task == Task::Classification;
    throw Error(ErrorKind::Input, "data", classes ? "there are no classes" : "there is nothing to learn",
                classes ? "Give the data at least two classes" : "Give the data a target");
  }
  const auto batchOf = [batch](const Shape& rest) {
    Shape shape{batch};
    shape.insert(shape.end(), rest.begin(), rest.end());
    return shape;
  };
  x_ = graph_.addInput("x", input.dtype, batchOf(input.sample));
  switch (input.task) {
    case Task::Classification: labels_ = graph_.addInput("labels", DType::I32, {batch}); break;
    case Task::Regression: labels_ = graph_.addInput("labels", DType::F32, {batch, input.classes}); break;
    case Task::LanguageModel: labels_ = graph_.addInput("labels", DType::I32, batchOf(input.sample)); break;
  }
}

ValueId ModelBuilder::parameter(const std::string& name, Shape shape, Init init) {
  return graph_.addPersistent(Role::Parameter, name, DType::F32, std::move(shape), init);
}

std::vector<ValueId> ModelBuilder::weighted(const std::string& scope, ValueId x, const Shape& weight, std::int64_t outputs, const auto& a) {
  std::vector<ValueId> inputs{x, parameter(scope + ".weight", weight, initOf(a.weightInit, weight, scope + ".weight"))};
  // PyTorch's layers use the fan of the weight for the bias too; rules without a fan initialise the bias directly.
  if (a.bias) inputs.push_back(parameter(scope + ".bias", {outputs}, initOf(a.biasInit, weight, scope + ".bias")));
  return inputs;
}

ValueId ModelBuilder::conv(const std::string& scope, ValueId x, std::int64_t outChannels, const ConvArguments& a) {
  const Shape in = shapeOf(x);
  if (in.size() != 4) {
    throw Error(ErrorKind::Input, scope, "the input of the convolution is " + toString(in) + ", 4 dimensions are needed",
                "A convolution takes images (batch, channels, height, width); put it before flatten, or use data of images");
  }
  checkPositive(scope, "the number of output channels", outChannels);
  checkPositive(scope, "the kernel height", a.kernel.h);
  checkPositive(scope, "the kernel width", a.kernel.w);
  checkPositive(scope, "the number of groups", a.groups);
  if (in[1] % a.groups != 0)
    throw Error(ErrorKind::Input, scope, std::to_string(a.groups) + " groups do not divide " + std::to_string(in[1]) + " input channels");
  if (outChannels % a.groups != 0)
    throw Error(ErrorKind::Input, scope, std::to_string(a.groups) + " groups do not divide " + std::to_string(outChannels) + " output channels");
  const Shape shape{outChannels, in[1] / a.groups, a.kernel.h, a.kernel.w};
  return graph_.add("conv2d", weighted(scope, x, shape, outChannels, a),
                    {{"stride", pair(a.stride)}, {"padding", pair(a.padding)}, {"dilation", pair(a.dilation)}, {"groups", a.groups}, {"relu", false}},
                    scope);
}

ValueId ModelBuilder::convTranspose(const std::string& scope, ValueId x, std::int64_t outChannels, const ConvArguments& a, Extent outputPadding) {
  const Shape in = shapeOf(x);
  if (in.size() != 4)
    throw Error(ErrorKind::Input, scope, "the input of the transposed convolution is " + toString(in) + ", 4 dimensions are needed",
                "It takes images (batch, channels, height, width); put it before flatten");
  checkPositive(scope, "the number of output channels", outChannels);
  checkPositive(scope, "the number of groups", a.groups);
  if (in[1] % a.groups != 0 || outChannels % a.groups != 0)
    throw Error(ErrorKind::Input, scope,
                std::to_string(a.groups) + " groups do not divide " + std::to_string(in[1]) + " input channels and " + std::to_string(outChannels) +
                    " output channels");
  const Shape shape{in[1], outChannels / a.groups, a.kernel.h, a.kernel.w};
  return graph_.add("conv_transpose2d", weighted(scope, x, shape, outChannels, a),
                    {{"stride", pair(a.stride)},
                     {"padding", pair(a.padding)},
                     {"output_padding", pair(outputPadding)},
                     {"dilation", pair(a.dilation)},
                     {"groups", a.groups}},
                    scope);
}

ValueId ModelBuilder::linear(const std::string& scope, ValueId x, std::int64_t outFeatures, const LinearArguments& a) {
  const Shape in = shapeOf(x);
  if (in.size() != 2 && in.size() != 3) {
    throw Error(ErrorKind::Input, scope,
                "the input of the linear layer is " + toString(in) + ", (batch, features) or (batch, positions, features) is needed",
                "Put a flatten layer before it");
  }
  checkPositive(scope, "the number of output features", outFeatures);
  const Shape shape{outFeatures, in.back()};
  return graph_.add("linear", weighted(scope, x, shape, outFeatures, a), {{"relu", false}}, scope);
}

ValueId ModelBuilder::batchNorm(const std::string& scope, ValueId x, const NormArguments& a) {
  const Shape in = shapeOf(x);
  if (in.size() < 2) throw Error(ErrorKind::Input, scope, "the input of the batch norm is " + toString(in) + ", it has no channels");
  const Shape channels{in[1]};
  const ValueId gamma = parameter(scope + ".weight", channels, kOne), beta = parameter(scope + ".bias", channels, kZero);
  const ValueId mean = graph_.addPersistent(Role::Buffer, scope + ".running_mean", DType::F32, channels, kZero);
  const ValueId var = graph_.addPersistent(Role::Buffer, scope + ".running_var", DType::F32, channels, kOne);
  Attributes attrs{{"eps", a.eps}, {"relu", false}};
  if (training_) attrs.set("momentum", a.momentum);
  return graph_.add(training_ ? "batch_norm" : "batch_norm_inference", {x, gamma, beta, mean, var}, std::move(attrs), scope);
}

ValueId ModelBuilder::relu(const std::string& scope, ValueId x) {
  return graph_.add("relu", {x}, {}, scope);
}

ValueId ModelBuilder::activation(const std::string& scope, ValueId x, const std::string& name) {
  for (const NamedActivation& known : activations())
    if (known.name == name) return graph_.add(known.op, {x}, known.attributes, scope);
  throw Error(ErrorKind::Input, scope, "there is no activation " + name, suggestName(name, activationNames()));
}

ValueId ModelBuilder::add(const std::string& scope, ValueId branch, ValueId shortcut) {
  return graph_.add("add", {branch, shortcut}, {{"relu", false}}, scope);
}

ValueId ModelBuilder::concat(const std::string& scope, std::vector<ValueId> inputs, std::int64_t axis) {
  return graph_.add("concat", std::move(inputs), {{"axis", axis}}, scope);
}

std::vector<ValueId> ModelBuilder::split(const std::string& scope, ValueId x, std::int64_t axis, std::vector<std::int64_t> sizes) {
  return graph_.node(graph_.addNode("split", {x}, {{"axis", axis}, {"sizes", std::move(sizes)}}, scope)).outputs;
}

ValueId ModelBuilder::op(const std::string& scope, std::string_view name, std::vector<ValueId> inputs, Attributes attributes) {
  return graph_.add(name, std::move(inputs), std::move(attributes), scope);
}

ValueId ModelBuilder::maxPool(const std::string& scope, ValueId x, const PoolArguments& a) {
  return graph_.add("max_pool2d", {x}, poolAttributes(a), scope);
}

ValueId ModelBuilder::avgPool(const std::string& scope, ValueId x, const PoolArguments& a) {
  Attributes attrs = poolAttributes(a);
  attrs.set("count_include_pad", a.countIncludePad);
  return graph_.add("avg_pool2d", {x}, std::move(attrs), scope);
}

ValueId ModelBuilder::globalAvgPool(const std::string& scope, ValueId x) {
  return graph_.add("global_avg_pool", {x}, {}, scope);
}

ValueId ModelBuilder::adaptiveAvgPool(const std::string& scope, ValueId x, Extent output) {
  const Shape in = shapeOf(x);
  if (in.size() != 4) throw Error(ErrorKind::Input, scope, "the input of the adaptive pooling is " + toString(in) + ", 4 dimensions are needed");
  checkPositive(scope, "the output height", output.h);
  checkPositive(scope, "the output width", output.w);
  if (in[2] == output.h && in[3] == output.w) return x;
  if (output.h == 1 && output.w == 1) return globalAvgPool(scope, x);
  if (in[2] % output.h == 0 && in[3] % output.w == 0) {  // all windows have one size, so the faster pooling kernels can be used
    const Extent window{in[2] / output.h, in[3] / output.w};
    return avgPool(scope, x, {.kernel = window, .stride = window});
  }
  return graph_.add("adaptive_avg_pool2d", {x}, {{"output_size", pair(output)}}, scope);
}

ValueId ModelBuilder::flatten(const std::string& scope, ValueId x) {
  const Shape in = shapeOf(x);
  if (in.size() == 2) return x;
  return graph_.add("reshape", {x}, {{"shape", Shape{in[0], numel(in) / in[0]}}}, scope);
}

ValueId ModelBuilder::randomlyDropped(const std::string& scope, std::string_view op, const char* what, ValueId x, double p) {
  const std::int64_t id = dropouts_++;  // counted in evaluation too, so that each layer keeps its random draws
  if (!(p >= 0 && p < 1)) throw Error(ErrorKind::Input, scope, what + (" is " + text::exact(p)), "It must be at least 0 and less than 1");
  if (!training_ || p == 0) return x;
  if (seed_ == kNone) seed_ = graph_.addScalar("seed", DType::I64);
  return graph_.add(op, {x, seed_}, {{"p", p}, {"op_id", id}}, scope);
}

ValueId ModelBuilder::dropout(const std::string& scope, ValueId x, double p) {
  return randomlyDropped(scope, "dropout", "the dropout p", x, p);
}

ValueId ModelBuilder::stochasticDepth(const std::string& scope, ValueId x, double p) {
  return randomlyDropped(scope, "stochastic_depth", "the stochastic depth p", x, p);
}

ValueId ModelBuilder::shortcutPad(const std::string& scope, ValueId x, std::int64_t outChannels, std::int64_t stride) {
  const std::int64_t extra = outChannels - shapeOf(x)[1];
  return graph_.add("shortcut_pad", {x}, {{"stride", pair(stride)}, {"pad_before", extra / 2}, {"pad_after", extra - extra / 2}}, scope);
}

void ModelBuilder::checkLogits(const Shape& shape) const {
  const std::int64_t batch = shapeOf(x_)[0], width = input_.classes;
  if (input_.task == Task::LanguageModel) {
    const std::int64_t tokens = numel(shapeOf(labels_));
    if (!shape.empty() && shape.back() == width && numel(shape) == tokens * width) return;
    throw Error(ErrorKind::Input, "model",
                "the last layer gives " + toString(shape) + ", the data need " + std::to_string(width) + " numbers for each of " +
                    std::to_string(tokens) + " tokens",
                "End the model with a linear layer of " + std::to_string(width) + " output features, one for each token of the vocabulary");
  }
  const Shape needed{batch, width};
  if (shape == needed) return;
  throw Error(ErrorKind::Input, "model", "the last layer gives " + toString(shape) + ", the data need " + toString(needed),
              "End the model with a linear layer of " + std::to_string(width) + " output features, one for each " +
                  (input_.task == Task::Regression ? "target" : "class"));
}

ValueId ModelBuilder::addLoss(ValueId prediction, ValueId labels, const LossSpec& loss) {
  const LossDef& def = lossOf(loss, input_.task);
  if (input_.task == Task::Regression) {
    if (loss.labelSmoothing > 0) refuseLoss("numbers to predict have no labels to smooth", "Remove train.loss.label_smoothing");
    if (!loss.classWeights.empty()) refuseLoss("numbers to predict have no classes to weigh", "Remove train.loss.class_weights");
  }
  std::vector<ValueId> inputs{prediction, labels};
  if (!loss.classWeights.empty()) checkClassWeights(loss.classWeights);
  if (training_ && !loss.classWeights.empty()) {
    Init init;
    init.kind = Init::Kind::Given;
    init.given = std::make_shared<const std::vector<float>>(loss.classWeights.begin(), loss.classWeights.end());
    inputs.push_back(graph_.addPersistent(Role::Buffer, kClassWeights, DType::F32, {input_.classes}, init));
  }
  return graph_.add(def.op, std::move(inputs), def.attributes(loss, training_), "loss");
}

void ModelBuilder::checkClassWeights(const std::vector<double>& weights) const {
  const std::string count = std::to_string(weights.size());
  if (input_.task == Task::LanguageModel) refuseLoss("tokens of a text have no weights", "Remove train.loss.class_weights");
  if (static_cast<std::int64_t>(weights.size()) != input_.classes)
    refuseLoss("train.loss.class_weights has " + count + " numbers, but the data have " + std::to_string(input_.classes) + " classes",
               "Give one weight for each class, in their order");
  if (std::all_of(weights.begin(), weights.end(), [](double weight) { return weight == 0; }))
    refuseLoss("train.loss.class_weights is 0 for every class", "Give at least one class a weight above 0");
}

Graph ModelBuilder::finish(ValueId logits, const LossSpec& loss) {
  checkLogits(shapeOf(logits));
  ValueId prediction = logits, labels = labels_;
  if (input_.task == Task::LanguageModel) {
    const std::int64_t tokens = numel(shapeOf(labels_));
    if (shapeOf(logits).size() != 2) prediction = graph_.add("reshape", {logits}, {{"shape", Shape{tokens, input_.classes}}}, "loss");
    labels = graph_.add("reshape", {labels}, {{"shape", Shape{tokens}}}, "loss");
  }
  markOutputs(graph_, {.prediction = logits, .loss = addLoss(prediction, labels, loss)});
  for (const MetricDef* def : metricsOf(input_.task)) markMetric(graph_, *def, def->sum(graph_, prediction, labels));
  return std::move(graph_);
}

}  // namespace stepscope
