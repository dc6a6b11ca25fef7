// autodiff: reverse-mode differentiation on the graph. The gradient rules of the op table emit nodes, only for nodes on a path from a parameter to
// the loss.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.h"
#include "core/graph/model_outputs.h"
#include "core/graph/op.h"
#include "core/passes/pass_report.h"

namespace stepscope {

namespace {

// For each value, whether it is a parameter or depends on one.
std::vector<bool> dependsOnParameter(const Graph& graph) {
  std::vector<bool> depends(graph.values().size(), false);
  for (std::size_t v = 0; v < depends.size(); ++v) depends[v] = graph.values()[v].role == Role::Parameter;
  for (const Node& node : graph.nodes()) {
    bool any = false;
    for (ValueId input : node.inputs) any = any || (input != kNone && depends[input]);
    if (!any) continue;
    for (ValueId output : node.outputs) {
      // Masks and saved statistics are used by gradient rules but are not differentiated themselves; integers have no gradient.
      const Value& value = graph.value(output);
      if (value.role != Role::Workspace && isFloat(value.dtype)) depends[output] = true;
    }
  }
  return depends;
}

class Emitter : public GradientEmitter {
 public:
  explicit Emitter(Graph& graph) : graph_(graph), depends_(dependsOnParameter(graph)), gradients_(graph.values().size(), kNone) {}

  const Graph& graph() const override { return graph_; }
  const Node& forward() const override { return forward_; }
  ValueId gradientOf(int output) const override { return gradient(forward_.outputs.at(output)); }
  bool wants(int input) const override {
    const ValueId value = forward_.inputs.at(input);
    return value != kNone && depends_[value];
  }
  NodeId emitNode(std::string_view op, std::vector<ValueId> inputs, Attributes attrs) override {
    return graph_.addNode(op, std::move(inputs), std::move(attrs), forward_.scope, Phase::Backward);
  }
  void contribute(int input, ValueId gradient) override {
    const ValueId value = forward_.inputs.at(input);
    require(value != kNone && gradient != kNone, "a gradient rule contributes nothing");
    require(graph_.value(value).shape == graph_.value(gradient).shape, "a gradient does not have the shape of its value");
    if (!wants(input)) return;  // a node may make several gradients; the gradient of a frozen parameter is not used
    // If an op promoted its inputs, the gradient is cast back to the input's own type.
    const DType type = graph_.value(value).dtype;
    if (graph_.value(gradient).dtype != type) gradient = graph_.node(emitNode("cast", {gradient}, {{"to", std::string(nameOf(type))}})).outputs[0];
    ValueId& sum = gradients_[value];
    // Each further contribution is added at once, so that the memory of both terms is freed early.
    sum = sum == kNone ? gradient : graph_.node(emitNode("add", {sum, gradient}, {})).outputs[0];
    contributed_ = true;
  }

  ValueId gradient(ValueId value) const { return gradients_[value]; }

  // The gradient of the loss is 1. If the op's rule reads an absent gradient as 1, no constant has to be stored.
  void startAt(ValueId loss) {
    const Node& node = graph_.node(graph_.value(loss).producer);
    if (node.op->unitLossGradient && node.outputs[0] == loss) return;
    gradients_[loss] = graph_.add("fill", {}, {{"shape", Shape{}}, {"value", 1.0}}, std::string(node.scope), Phase::Backward);
  }

  void visit(NodeId id, NodeId lossNode) {
    forward_ = graph_.node(id);
    bool reached = id == lossNode, wanted = false;
    for (ValueId output : forward_.outputs) reached = reached || gradient(output) != kNone;
    for (std::size_t i = 0; i < forward_.inputs.size(); ++i) wanted = wanted || wants(static_cast<int>(i));
    if (!reached || !wanted) return;
    if (!forward_.op->gradient) {
      throw Error(ErrorKind::Internal, forward_.scope, std::string(forward_.op->name) + " has no gradient, but parameters come before it",
                  "This is a bug; please report it with the project file");
    }
    contributed_ = false;
    forward_.op->gradient(*this);
    require(contributed_, "a gradient rule gave no gradient");
  }

 private:
  Graph& graph_;
  std::vector<bool> depends_;
  std::vector<ValueId> gradients_;  // of forward values; kNone if there is none yet
  Node forward_;
  bool contributed_ = false;
};

}  // namespace

AutodiffResult autodiff(const Graph& forward) {
  return autodiff(forward, modelOutputs(forward).loss);
}

AutodiffResult autodiff(const Graph& forward, ValueId loss) {
  require(loss != kNone, "a graph without a loss has no gradients");
  const Value& lossValue = forward.value(loss);
  const NodeId lossNode = lossValue.producer;
  if (lossNode == kNone || lossValue.dtype != DType::F32 || !lossValue.shape.empty()) {
    throw Error(ErrorKind::Input, lossValue.name,
                fmt::format("is {} {} and cannot be a loss", nameOf(lossValue.dtype), lossNode == kNone ? "input" : toString(lossValue.shape)),
                "A loss is a scalar f32 that the model computes; use a reduction such as mean");
  }

  AutodiffResult result{forward, {}, {}};
  Emitter emitter(result.graph);
  emitter.startAt(loss);
  for (NodeId id = lossNode; id >= 0; --id) emitter.visit(id, lossNode);

  std::vector<std::string> unused;
  int frozen = 0;
  for (std::size_t v = 0; v < forward.values().size(); ++v) {
    if (forward.values()[v].role == Role::Frozen) ++frozen;
    if (forward.values()[v].role != Role::Parameter) continue;
    const auto parameter = static_cast<ValueId>(v);
    if (emitter.gradient(parameter) == kNone) {
      unused.push_back(forward.values()[v].name);
    } else {
      result.gradients.emplace_back(parameter, emitter.gradient(parameter));
    }
  }
  if (frozen > 0 && result.gradients.empty())
    throw Error(ErrorKind::Input, "model", fmt::format("the loss depends on no parameter that is trained; {} are frozen", frozen),
                "Leave at least one parameter that is not frozen");
  result.report = reportChange("autodiff", forward, result.graph);
  result.report.notes.push_back(fmt::format("gradients of {} parameter tensors", result.gradients.size()));
  if (frozen > 0) result.report.notes.push_back(fmt::format("no gradients of {} frozen parameter tensors", frozen));
  if (!unused.empty()) result.report.notes.push_back(fmt::format("not trained, the loss does not depend on: {}", fmt::join(unused, ", ")));
  return result;
}

}  // namespace stepscope
