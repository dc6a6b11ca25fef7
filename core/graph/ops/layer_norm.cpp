// Layer norm (Ba, Kiros & Hinton 2016) and RMS norm (Zhang & Sennrich 2019) over the last dimensions, as in PyTorch.
#include "core/base/units.h"
#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

namespace {

// The last `dims` dimensions are normalised together; the product of the dimensions before them is the number of rows.
struct NormShape {
  Shape rows, normalized;
};

NormShape normShape(const Graph& g, const Node& node) {
  const Shape& x = inputOf(g, node, 0).shape;
  const std::int64_t dims = node.attrs.integer("dims");
  check(dims >= 1 && dims <= static_cast<std::int64_t>(x.size()), node,
        "the last " + std::to_string(dims) + " dimensions are to be normalised, the input is " + toString(x),
        "dims must be between 1 and the number of dimensions of the input");
  const auto cut = static_cast<std::ptrdiff_t>(x.size()) - static_cast<std::ptrdiff_t>(dims);
  NormShape shape{{x.begin(), x.begin() + cut}, {x.begin() + cut, x.end()}};
  check(numel(shape.normalized) > 0, node, "the input is " + toString(x) + ", there is nothing to normalise");
  return shape;
}

NormShape checkNorm(const Graph& g, const Node& node, std::size_t mostInputs) {
  checkInputs(node, 1, mostInputs);
  checkFloat(g, node, 0);
  NormShape shape = normShape(g, node);
  if (hasInput(node, 1)) checkShape(g, node, 1, shape.normalized, "the weight");
  if (hasInput(node, 2)) checkShape(g, node, 2, shape.normalized, "the bias");
  check(node.attrs.real("eps") >= 0, node, "eps is " + text::exact(node.attrs.real("eps")), "It must not be negative");
  return shape;
}

std::vector<TensorType> inferLayerNorm(const Graph& g, const Node& node) {
  const NormShape shape = checkNorm(g, node, 3);
  return {typeOf(inputOf(g, node, 0)), {DType::F32, shape.rows}, {DType::F32, shape.rows}};
}

std::vector<TensorType> inferRmsNorm(const Graph& g, const Node& node) {
  const NormShape shape = checkNorm(g, node, 2);
  return {typeOf(inputOf(g, node, 0)), {DType::F32, shape.rows}};
}

// Inputs: x, dy, [gamma], then the saved statistics. There is a gradient of gamma only if gamma is given, and of beta only with the attribute `bias`.
std::vector<TensorType> inferGrad(const Graph& g, const Node& node, std::size_t statistics) {
  checkInputs(node, 2, 3 + statistics);
  checkSameShape(g, node, 0, 1);
  const NormShape shape = normShape(g, node);
  if (hasInput(node, 2)) checkShape(g, node, 2, shape.normalized, "the weight");
  for (std::size_t i = 3; i < 3 + statistics; ++i) {
    check(hasInput(node, i), node, "a saved statistic is missing");
    checkShape(g, node, i, shape.rows, "a saved statistic");
  }
  std::vector<TensorType> types{typeOf(inputOf(g, node, 1))};
  if (hasInput(node, 2)) types.push_back({inputOf(g, node, 2).dtype, shape.normalized});
  if (node.attrs.flag("bias")) types.push_back({DType::F32, shape.normalized});
  return types;
}
std::vector<TensorType> inferLayerNormGrad(const Graph& g, const Node& node) {
  return inferGrad(g, node, 2);
}
std::vector<TensorType> inferRmsNormGrad(const Graph& g, const Node& node) {
  return inferGrad(g, node, 1);
}

void normGradient(GradientEmitter& e, std::string_view op, bool bias) {
  const Node& forward = e.forward();
  const bool gamma = hasInput(forward, 1);
  std::vector<ValueId> inputs{forward.inputs[0], e.gradientOf(0), gamma ? forward.inputs[1] : kNone};
  inputs.insert(inputs.end(), forward.outputs.begin() + 1, forward.outputs.end());
  Attributes attrs{{"dims", forward.attrs.integer("dims")}, {"bias", bias}};
  const NodeId id = e.emitNode(op, std::move(inputs), std::move(attrs));
  const std::vector<ValueId> made = e.graph().node(id).outputs;
  if (gamma && e.wants(1)) e.contribute(1, made[1]);
  if (bias) e.contribute(2, made.back());
  if (e.wants(0)) e.contribute(0, made[0]);
}
void layerNormGradient(GradientEmitter& e) {
  normGradient(e, "layer_norm_grad", hasInput(e.forward(), 2) && e.wants(2));
}
void rmsNormGradient(GradientEmitter& e) {
  normGradient(e, "rms_norm_grad", false);
}

// Operations per element: sum (1); difference, square, sum (3); subtract, scale (2); then one each for weight and bias.
Cost layerNormCost(const Graph& g, const Node& node) {
  const std::int64_t perElement = 6 + (hasInput(node, 1) ? 1 : 0) + (hasInput(node, 2) ? 1 : 0);
  return movedBytes(g, node, perElement * numel(inputOf(g, node, 0).shape));
}
Cost rmsNormCost(const Graph& g, const Node& node) {
  return movedBytes(g, node, (3 + (hasInput(node, 1) ? 1 : 0)) * numel(inputOf(g, node, 0).shape));
}

}  // namespace

std::span<const OpDef> layerNormOps() {
  static const OpDef ops[] = {
      {.name = "layer_norm",
       .title = "layer norm",
       .attrs = "dims eps",
       .infer = inferLayerNorm,
       .gradient = layerNormGradient,
       .cost = layerNormCost,
       .ampCuda = AmpClass::F32,
       .inPlace = {{0, 0}},
       .workspaceOutputs = {1, 2},
       .batch = {"sww", "sss"}},
      // Operations per element: normalised value (2), weighted gradient (1), two sums (3), dx (4), dgamma (2), dbeta (1).
      {.name = "layer_norm_grad",
       .title = "layer norm backward",
       .attrs = "dims bias",
       .infer = inferLayerNormGrad,
       .cost = elementwiseCost<13>,
       .inPlace = {{1, 0}, {0, 0}},
       .batch = {"sswss", "s++"}},
      {.name = "rms_norm",
       .title = "RMS norm",
       .attrs = "dims eps",
       .infer = inferRmsNorm,
       .gradient = rmsNormGradient,
       .cost = rmsNormCost,
       .inPlace = {{0, 0}},
       .workspaceOutputs = {1},
       .batch = {"sw", "ss"}},
      {.name = "rms_norm_grad",
       .title = "RMS norm backward",
       .attrs = "dims bias",
       .infer = inferRmsNormGrad,
       .cost = elementwiseCost<9>,
       .inPlace = {{1, 0}, {0, 0}},
       .batch = {"ssws", "s++"}},
  };
  return ops;
}

}  // namespace stepscope
