#include "core/graph/ops/op_rules.h"

namespace stepscope::ops {

void refuse(const Node& node, const std::string& what, const std::string& cure) {
  const std::string op(node.op->name);
  throw Error(ErrorKind::Input, node.scope.empty() ? op : node.scope, node.scope.empty() ? what : op + ": " + what, cure);
}

void checkInputs(const Node& node, std::size_t least, std::size_t most) {
  bool ok = node.inputs.size() >= least && node.inputs.size() <= most;
  for (std::size_t i = 0; ok && i < least; ++i) ok = node.inputs[i] != kNone;
  if (ok) return;
  refuse(node, "has " + std::to_string(node.inputs.size()) + " inputs where " + std::to_string(least) +
                   (most > least ? " to " + std::to_string(most) : "") + " are needed");
}

void checkFloat(const Graph& graph, const Node& node, std::size_t index) {
  const Value& v = inputOf(graph, node, index);
  check(isFloat(v.dtype), node, "the input " + v.name + " is " + std::string(nameOf(v.dtype)) + ", a floating point type is needed");
}

void checkRank(const Graph& graph, const Node& node, std::size_t index, std::size_t rank) {
  const Value& v = inputOf(graph, node, index);
  if (v.shape.size() == rank) return;
  const char* cure = "";
  if (rank == 2) cure = "Put a flatten layer before it";
  if (rank == 4) cure = "It takes images (batch, channels, height, width); put it before flatten";
  refuse(node, "the input is " + toString(v.shape) + ", " + std::to_string(rank) + " dimensions are needed", cure);
}

void checkShape(const Graph& graph, const Node& node, std::size_t index, const Shape& expected, const char* what) {
  const Value& v = inputOf(graph, node, index);
  check(v.shape == expected, node, std::string(what) + " is " + toString(v.shape) + " where " + toString(expected) + " is needed");
}

void checkSameShape(const Graph& graph, const Node& node, std::size_t a, std::size_t b) {
  const Shape &left = inputOf(graph, node, a).shape, &right = inputOf(graph, node, b).shape;
  check(left == right, node, "the inputs differ in shape, " + toString(left) + " and " + toString(right));
}

std::vector<TensorType> inferUnary(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  checkFloat(g, node, 0);
  return {typeOf(inputOf(g, node, 0))};
}

Pair pairOf(const Node& node, IntegersName key, std::int64_t least) {
  const auto& both = node.attrs.integers(key);
  check(both.size() == 2, node, std::string(key) + " has " + std::to_string(both.size()) + " numbers, two are needed");
  for (std::int64_t v : both) {
    check(v >= least && v <= (1 << 20), node, std::string(key) + " is " + std::to_string(v),
          "It must be between " + std::to_string(least) + " and 1048576");
  }
  return {both[0], both[1]};
}

Cost movedBytes(const Graph& graph, const Node& node, std::int64_t flops) {
  Cost cost;
  cost.flops = flops;
  for (ValueId input : node.inputs)
    if (input != kNone) cost.bytesRead += graph.value(input).bytes;
  for (ValueId output : node.outputs) cost.bytesWritten += graph.value(output).bytes;
  for (const std::size_t input : mutatedInputs(node))
    if (hasInput(node, input)) cost.bytesWritten += inputOf(graph, node, input).bytes;
  return cost;
}

ValueId gradientBeforeRelu(GradientEmitter& emitter) {
  const ValueId dy = emitter.gradientOf(0);
  if (!emitter.forward().attrs.flag("relu")) return dy;
  const NodeId node = emitter.emitNode("relu_grad", {dy, emitter.forward().outputs[0]}, {});
  return emitter.graph().node(node).outputs[0];
}

}  // namespace stepscope::ops
