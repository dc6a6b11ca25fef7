// Group norm (Wu & He 2018): mean and variance over groups of channels of one sample, as torch.nn.GroupNorm. Instance norm has as many
// groups as channels.
#include "core/base/units.h"
#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

namespace {

// Checks the node. Returns the shape of the statistics: one mean and one 1 / deviation for each group of each sample.
Shape statisticsShape(const Graph& g, const Node& node) {
  const Shape& x = inputOf(g, node, 0).shape;
  check(x.size() >= 2, node, "the input is " + toString(x) + ", at least 2 dimensions are needed");
  const std::int64_t groups = node.attrs.integer("groups");
  check(groups >= 1 && x[1] % groups == 0, node, std::to_string(groups) + " groups do not divide " + std::to_string(x[1]) + " channels");
  check(numel(x) > 0, node, "the input is " + toString(x) + ", there is nothing to normalise");
  check(node.attrs.real("eps") >= 0, node, "eps is " + text::exact(node.attrs.real("eps")), "It must not be negative");
  return {x[0], groups};
}

std::vector<TensorType> inferGroupNorm(const Graph& g, const Node& node) {
  checkInputs(node, 1, 3);
  checkFloat(g, node, 0);
  const Shape statistics = statisticsShape(g, node);
  const Shape channels{inputOf(g, node, 0).shape[1]};
  if (hasInput(node, 1)) checkShape(g, node, 1, channels, "the weight");
  if (hasInput(node, 2)) checkShape(g, node, 2, channels, "the bias");
  return {typeOf(inputOf(g, node, 0)), {DType::F32, statistics}, {DType::F32, statistics}};
}

// Inputs: x, dy, [gamma], mean, 1/deviation. The gradient of gamma is an output only if gamma is given, that of beta only with the attribute `bias`.
std::vector<TensorType> inferGroupNormGrad(const Graph& g, const Node& node) {
  checkInputs(node, 2, 5);
  checkSameShape(g, node, 0, 1);
  const Shape statistics = statisticsShape(g, node), channels{inputOf(g, node, 0).shape[1]};
  if (hasInput(node, 2)) checkShape(g, node, 2, channels, "the weight");
  for (const std::size_t i : {3, 4}) {
    check(hasInput(node, i), node, "a saved statistic is missing");
    checkShape(g, node, i, statistics, "a saved statistic");
  }
  std::vector<TensorType> types{typeOf(inputOf(g, node, 1))};
  if (hasInput(node, 2)) types.push_back({inputOf(g, node, 2).dtype, channels});
  if (node.attrs.flag("bias")) types.push_back({DType::F32, channels});
  return types;
}

void groupNormGradient(GradientEmitter& e) {
  const Node& forward = e.forward();
  const bool gamma = hasInput(forward, 1), beta = hasInput(forward, 2) && e.wants(2);
  Attributes attrs = forward.attrs;
  attrs.set("bias", beta);
  const NodeId id =
      e.emitNode("group_norm_grad", {forward.inputs[0], e.gradientOf(0), gamma ? forward.inputs[1] : kNone, forward.outputs[1], forward.outputs[2]},
                 std::move(attrs));
  const std::vector<ValueId> made = e.graph().node(id).outputs;
  if (gamma && e.wants(1)) e.contribute(1, made[1]);
  if (beta) e.contribute(2, made.back());
  if (e.wants(0)) e.contribute(0, made[0]);
}

// 11 operations per element, for the sums over x and dy, and for dx and the gradients of gamma and beta.
Cost groupNormGradCost(const Graph& g, const Node& node) {
  return movedBytes(g, node, 11 * numel(inputOf(g, node, 0).shape));
}

}  // namespace

std::span<const OpDef> groupNormOps() {
  static const OpDef ops[] = {
      {.name = "group_norm",
       .title = "group norm",
       .attrs = "groups eps",
       .infer = inferGroupNorm,
       .gradient = groupNormGradient,
       .cost = elementwiseCost<7>,
       .ampCuda = AmpClass::F32,
       .inPlace = {},
       .workspaceOutputs = {1, 2},
       .batch = {"sww", "sss"}},
      {.name = "group_norm_grad",
       .title = "group norm backward",
       .attrs = "groups eps bias",
       .infer = inferGroupNormGrad,
       .cost = groupNormGradCost,
       .inPlace = {{1, 0}},
       .batch = {"sswss", "s++"}},
  };
  return ops;
}

}  // namespace stepscope
