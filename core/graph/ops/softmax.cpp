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

// (dy, y)
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

}  // namespace

std::span<const OpDef> softmaxOps() {
  static const OpDef ops[] = {
      {.name = "softmax",
       .title = "softmax",
       .attrs = "axis",
       .infer = inferSoftmax,
       .gradient = softmaxGradient,
       .cost = elementwiseCost<5>,
       .ampCuda = AmpClass::F32,
       .inPlace = {{0, 0}},
       .batch = {"s", "s"}},
      {.name = "softmax_grad",
       .title = "softmax backward",
       .attrs = "axis",
       .infer = inferSoftmaxGrad,
       .cost = elementwiseCost<4>,
       .inPlace = {{0, 0}, {1, 0}},
       .batch = {"ss", "s"}},
      {.name = "log_softmax",
       .title = "log-softmax",
       .attrs = "axis",
       .infer = inferSoftmax,
       .gradient = softmaxGradient,
       .cost = elementwiseCost<5>,
       .ampCuda = AmpClass::F32,
       .inPlace = {{0, 0}},
       .batch = {"s", "s"}},
      {.name = "log_softmax_grad",
       .title = "log-softmax backward",
       .attrs = "axis",
       .infer = inferSoftmaxGrad,
       .cost = elementwiseCost<4>,
       .inPlace = {{0, 0}, {1, 0}},
       .batch = {"ss", "s"}},
  };
  return ops;
}

}  // namespace stepscope
