#include "core/models/init_rules.h"

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/graph/op.h"

namespace stepscope {

namespace {

Init uniform(double bound) {
  return {Init::Kind::Uniform, -bound, bound};
}
Init normal(double deviation) {
  return {Init::Kind::Normal, 0, deviation};
}
Init constant(double value) {
  return {Init::Kind::Constant, value, 0};
}

bool needsFans(InitRule::Kind kind) {
  return kind != InitRule::Kind::Uniform && kind != InitRule::Kind::Normal && kind != InitRule::Kind::Constant;
}

enum class LayerKind { Conv, Linear, Embedding, Recurrent, Norm };

// Which inputs of an op are the parameters of a layer.
struct LayerOp {
  std::string_view op;
  LayerKind kind;
  std::array<int, 2> weights;  // -1: none
  std::array<int, 2> biases;
};
constexpr LayerOp kLayerOps[] = {
    {"conv2d", LayerKind::Conv, {1, -1}, {2, -1}},     {"conv_transpose2d", LayerKind::Conv, {1, -1}, {2, -1}},
    {"linear", LayerKind::Linear, {1, -1}, {2, -1}},   {"embedding", LayerKind::Embedding, {0, -1}, {-1, -1}},
    {"lstm", LayerKind::Recurrent, {1, 2}, {3, 4}},    {"gru", LayerKind::Recurrent, {1, 2}, {3, 4}},
    {"batch_norm", LayerKind::Norm, {1, -1}, {2, -1}}, {"batch_norm_inference", LayerKind::Norm, {1, -1}, {2, -1}},
    {"group_norm", LayerKind::Norm, {1, -1}, {2, -1}}, {"layer_norm", LayerKind::Norm, {1, -1}, {2, -1}},
    {"rms_norm", LayerKind::Norm, {1, -1}, {-1, -1}},
};

const LayerOp* layerOp(const Node& node) {
  for (const LayerOp& layer : kLayerOps)
    if (layer.op == node.op->name) return &layer;
  return nullptr;
}

// The parameter at an input of the node; null if the input is absent or is not a parameter.
Value* parameterAt(Graph& graph, const Node& node, int input) {
  if (input < 0 || static_cast<std::size_t>(input) >= node.inputs.size()) return nullptr;
  const ValueId id = node.inputs[static_cast<std::size_t>(input)];
  if (id == kNone || !isWeight(graph.value(id).role)) return nullptr;
  return &graph.value(id);
}

// PyTorch's default of a layer: one bound for its weight and bias.
double defaultBound(const Graph& graph, const Node& node, const LayerOp& layer) {
  const Shape& weight = graph.value(node.inputs[static_cast<std::size_t>(layer.weights[0])]).shape;
  // PyTorch's recurrent layers use the hidden size, whatever the input's size is.
  const std::int64_t fan =
      layer.kind == LayerKind::Recurrent ? graph.value(node.inputs[static_cast<std::size_t>(layer.weights[1])]).shape[1] : fansOf(weight).in;
  return fan > 0 ? 1.0 / std::sqrt(static_cast<double>(fan)) : 0.0;
}

InitSpec::Weights chosen(const InitSpec& spec, LayerKind kind) {
  switch (kind) {
    case LayerKind::Conv: return spec.conv;
    case LayerKind::Linear: return spec.linear;
    case LayerKind::Embedding: return spec.embedding;
    case LayerKind::Recurrent: return spec.recurrent;
    case LayerKind::Norm: break;
  }
  return InitSpec::Weights::Model;
}

InitRule ruleOf(InitSpec::Weights weights, const InitSpec& spec) {
  using Weights = InitSpec::Weights;
  using Kind = InitRule::Kind;
  const double kaiming = gainOf(spec.nonlinearity, spec.negativeSlope);
  switch (weights) {
    case Weights::KaimingUniform: return {.kind = Kind::KaimingUniform, .gain = kaiming, .fanOut = spec.fanOut};
    case Weights::KaimingNormal: return {.kind = Kind::KaimingNormal, .gain = kaiming, .fanOut = spec.fanOut};
    case Weights::XavierUniform: return {.kind = Kind::XavierUniform, .gain = spec.gain};
    case Weights::XavierNormal: return {.kind = Kind::XavierNormal, .gain = spec.gain};
    case Weights::Normal: return InitRule::normal(spec.deviation);
    case Weights::Constant: return InitRule::constant(spec.value);
    case Weights::Model:
    case Weights::PyTorch: break;
  }
  return {};
}

void applyToLayer(Graph& graph, const Node& node, const LayerOp& layer, const InitSpec& spec) {
  if (layer.kind == LayerKind::Norm) {
    if (spec.norm == InitSpec::Norm::Model) return;
    if (Value* gamma = parameterAt(graph, node, layer.weights[0])) gamma->init = constant(1);
    if (Value* beta = parameterAt(graph, node, layer.biases[0])) beta->init = constant(0);
    return;
  }
  const InitSpec::Weights weights = chosen(spec, layer.kind);
  for (int input : layer.weights) {
    Value* weight = parameterAt(graph, node, input);
    if (!weight || weights == InitSpec::Weights::Model) continue;
    const std::int64_t zeroRow = weight->init.zeroRow;
    if (weights != InitSpec::Weights::PyTorch) weight->init = initOf(ruleOf(weights, spec), weight->shape, weight->name);
    else weight->init = layer.kind == LayerKind::Embedding ? normal(1) : uniform(defaultBound(graph, node, layer));
    weight->init.zeroRow = zeroRow;
  }
  for (int input : layer.biases) {
    Value* bias = parameterAt(graph, node, input);
    if (!bias || spec.bias == InitSpec::Bias::Model) continue;
    bias->init = spec.bias == InitSpec::Bias::Zeros ? constant(0) : uniform(defaultBound(graph, node, layer));
  }
}

// The norm at the end of a residual branch: searched backwards from the addition, past ops that drop whole branches or elements.
const Node* branchNorm(const Graph& graph, const Node& addition) {
  ValueId value = addition.inputs[0];
  while (true) {
    const NodeId producer = graph.value(value).producer;
    if (producer == kNone) return nullptr;
    const Node& node = graph.node(producer);
    if (node.op->id == OpId::StochasticDepth || node.op->id == OpId::Dropout) {
      value = node.inputs[0];
      continue;
    }
    const LayerOp* layer = layerOp(node);
    return layer && layer->kind == LayerKind::Norm ? &node : nullptr;
  }
}

void zeroLastNorms(Graph& graph) {
  bool found = false;
  for (const Node& node : graph.nodes()) {
    if (node.op->id != OpId::Add || node.phase != Phase::Forward) continue;
    const Node* norm = branchNorm(graph, node);
    Value* gamma = norm ? parameterAt(graph, *norm, 1) : nullptr;
    if (!gamma) continue;
    gamma->init = constant(0);
    found = true;
  }
  if (!found)
    throw Error(ErrorKind::Input, "model.init.norm", "is zero_gamma, but no residual branch of the model ends in a norm",
                "Choose \"ones\", or a model with residual blocks such as resnet18");
}

}  // namespace

Fans fansOf(const Shape& weight) {
  require(weight.size() >= 2, "fans need a weight of at least two dimensions");
  std::int64_t window = 1;
  for (std::size_t i = 2; i < weight.size(); ++i) window *= weight[i];
  return {weight[1] * window, weight[0] * window};
}

InitRule InitRule::kaimingNormalFanOut() {
  return {.kind = Kind::KaimingNormal, .gain = std::numbers::sqrt2, .fanOut = true};
}

Init initOf(const InitRule& rule, const Shape& weight, const std::string& name) {
  using Kind = InitRule::Kind;
  if (needsFans(rule.kind) && weight.size() < 2)
    throw Error(ErrorKind::Input, name, "has the shape " + toString(weight) + ", and a rule by fan needs at least two dimensions",
                "Choose normal or constant for it");
  const Fans fans = needsFans(rule.kind) ? fansOf(weight) : Fans{1, 1};
  const double fan = static_cast<double>(rule.fanOut ? fans.out : fans.in), both = static_cast<double>(fans.in + fans.out);
  if (fan <= 0 || both <= 0) return constant(0);
  switch (rule.kind) {
    case Kind::Reciprocal: return uniform(1 / std::sqrt(fan));
    case Kind::KaimingUniform: return uniform(rule.gain * std::sqrt(3 / fan));
    case Kind::KaimingNormal: return normal(rule.gain / std::sqrt(fan));
    case Kind::XavierUniform: return uniform(rule.gain * std::sqrt(6 / both));
    case Kind::XavierNormal: return normal(rule.gain * std::sqrt(2 / both));
    case Kind::Uniform: return uniform(rule.scale);
    case Kind::Normal: return normal(rule.scale);
    case Kind::Constant: break;
  }
  return constant(rule.scale);
}

double gainOf(Nonlinearity nonlinearity, double negativeSlope) {
  switch (nonlinearity) {
    case Nonlinearity::Linear:
    case Nonlinearity::Sigmoid: return 1;
    case Nonlinearity::Tanh: return 5.0 / 3;
    case Nonlinearity::Relu: return std::numbers::sqrt2;
    case Nonlinearity::LeakyRelu: return std::sqrt(2 / (1 + negativeSlope * negativeSlope));
    case Nonlinearity::Selu: break;
  }
  return 0.75;
}

void applyInit(Graph& forward, const InitSpec& spec) {
  for (const Node& node : forward.nodes())
    if (const LayerOp* layer = layerOp(node)) applyToLayer(forward, node, *layer, spec);
  if (spec.norm == InitSpec::Norm::ZeroGamma) zeroLastNorms(forward);
}

}  // namespace stepscope
