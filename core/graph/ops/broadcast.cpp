#include "core/graph/ops/broadcast.h"

#include <algorithm>

namespace stepscope::ops {

namespace {

ValueId output(GradientEmitter& e, NodeId node) {
  return e.graph().node(node).outputs[0];
}

// Contributes `sum` to an input. It may have leading dimensions of 1 that the input does not have; a view removes them.
void contributeShaped(GradientEmitter& e, int input, ValueId sum) {
  const Shape shape = e.graph().value(e.forward().inputs[static_cast<std::size_t>(input)]).shape;
  if (e.graph().value(sum).shape != shape) sum = output(e, e.emitNode("reshape", {sum}, {{"shape", shape}}));
  e.contribute(input, sum);
}

}  // namespace

Shape broadcastShape(const Graph& graph, const Node& node, std::size_t a, std::size_t b) {
  const Shape &left = inputOf(graph, node, a).shape, &right = inputOf(graph, node, b).shape;
  Shape shape(std::max(left.size(), right.size()));
  for (std::size_t back = 1; back <= shape.size(); ++back) {
    const std::int64_t l = back <= left.size() ? left[left.size() - back] : 1, r = back <= right.size() ? right[right.size() - back] : 1;
    check(l == r || l == 1 || r == 1, node, "the inputs " + toString(left) + " and " + toString(right) + " cannot be broadcast together",
          "Aligned at the last dimension, every dimension must be equal or 1");
    shape[shape.size() - back] = l == 1 ? r : l;
  }
  return shape;
}

DType promoted(const Value& a, const Value& b) {
  if (a.dtype == b.dtype || (b.shape.empty() && !a.shape.empty())) return a.dtype;
  if (a.shape.empty() && !b.shape.empty()) return b.dtype;
  return DType::F32;
}

std::vector<std::int64_t> repeatedAxes(const Shape& part, const Shape& whole) {
  const std::size_t missing = whole.size() - part.size();
  std::vector<std::int64_t> axes;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    if (i < missing || part[i - missing] != whole[i]) axes.push_back(static_cast<std::int64_t>(i));
  }
  return axes;
}

void contributeSummed(GradientEmitter& e, int input, ValueId gradient) {
  const Shape part = e.graph().value(e.forward().inputs[static_cast<std::size_t>(input)]).shape;
  const auto axes = repeatedAxes(part, e.graph().value(gradient).shape);
  if (!axes.empty()) gradient = output(e, e.emitNode("sum", {gradient}, {{"axes", axes}, {"keepdim", true}}));
  contributeShaped(e, input, gradient);
}

void contributeProduct(GradientEmitter& e, int input, ValueId a, ValueId b) {
  const Shape part = e.graph().value(e.forward().inputs[static_cast<std::size_t>(input)]).shape;
  const Shape whole = e.graph().value(a).shape;
  const auto axes = repeatedAxes(part, whole);
  if (axes.empty()) return contributeShaped(e, input, output(e, e.emitNode("mul", {a, b}, {})));
  if (e.graph().value(b).shape == whole) {
    return contributeShaped(e, input, output(e, e.emitNode("product_sum", {a, b}, {{"axes", axes}, {"keepdim", true}})));
  }
  contributeSummed(e, input, output(e, e.emitNode("mul", {a, b}, {})));
}

}  // namespace stepscope::ops
