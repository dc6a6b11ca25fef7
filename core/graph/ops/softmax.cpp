// Softmax and log-softmax over one dimension. Backward reads the output: dx = y * (dy - sum(dy * y)), or dy - exp(y) * sum(dy).
#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

namespace {

void checkAxis(const Graph& g, const Node& node) {
  const Shape& shape = inputOf(g, node, 0).shape;
  const std::int64_t axis = node.attrs.integer("axis");
  check(axis >= 0 && axis < static_cast<std::int64_t>(shape.size()), node,
        "axis " + std::to_string(axis) + " is not a dimension of " + toString(shape));
}

std::vector<TensorType> inferSoftmax(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  checkFloat(g, node, 0);
  checkAxis(g, node);
  return {typeOf(inputOf(g, node, 0))};
}

// Inputs: (dy, y).
std::vector<TensorType> inferSoftmaxGrad(const Graph& g, const Node& node) {
  checkInputs(node, 2, 2);
  checkFloat(g, node, 0);
  checkFloat(g, node, 1);
  checkSameShape(g, node, 0, 1);
  checkAxis(g, node);
  return {typeOf(inputOf(g, node, 0))};
}

void softmaxGradient(GradientEmitter& e) {
  const Node& forward = e.forward();
  const NodeId node = e.emitNode(std::string(forward.op->name) + "_grad", {e.gradientOf(0), forward.outputs[0]}, forward.attrs);
  e.contribute(0, e.graph().node(node).outputs[0]);
}

OpDef forward(std::string_view name, std::string_view title) {
  OpDef op = withBatch(entry(name, title, "axis", inferSoftmax, softmaxGradient, elementwiseCost<5>), {"s", "s"});
  op.inPlace = {{0, 0}};
  return withAmp(std::move(op), AmpClass::F32);
}
OpDef backward(std::string_view name, std::string_view title) {
  OpDef op = withBatch(entry(name, title, "axis", inferSoftmaxGrad, nullptr, elementwiseCost<4>), {"ss", "s"});
  op.inPlace = {{0, 0}, {1, 0}};
  return op;
}

}  // namespace

std::span<const OpDef> softmaxOps() {
  static const OpDef ops[] = {
      forward("softmax", "softmax"),
      backward("softmax_grad", "softmax backward"),
      forward("log_softmax", "log-softmax"),
      backward("log_softmax_grad", "log-softmax backward"),
  };
  return ops;
}

}  // namespace stepscope
