// fuse: a relu (and the residual addition before it) becomes part of the op that makes its input; a residual addition without a relu becomes part of
// the batch norm before it. This needs one pass over memory instead of two or three, and one value less is kept for the backward pass.
#include <fmt/format.h>

#include "core/graph/graph_index.h"
#include "core/passes/pass_report.h"

namespace stepscope {

namespace {

struct Fusion {
  NodeId root = kNone;      // the node that absorbs the others
  NodeId addition = kNone;  // the residual addition
  ValueId residual = kNone;
  bool relu = true;
};

bool isNorm(const Node& node) {
  return node.op->id == OpId::BatchNorm || node.op->id == OpId::BatchNormInference;
}

class Fuser {
 public:
  explicit Fuser(const Graph& graph) : graph_(graph) {}

  // The fusion that ends with the node `last`; without a root if there is none.
  Fusion fusionOf(const Node& last) const {
    if (last.op->id == OpId::Relu) return fusionOfRelu(last);
    if (last.op->id != OpId::Add || last.attrs.flag("relu") || reluTakes(last)) return {};
    Fusion fusion = normBehind(last);
    fusion.relu = false;
    return fusion;
  }

 private:
  Fusion fusionOfRelu(const Node& relu) const {
    const NodeId root = soleProducer(relu.inputs[0]);
    if (root == kNone) return {};
    const Node& node = graph_.node(root);
    if (node.attrs.flag("relu")) return {};
    if (node.op->id == OpId::Conv2d || node.op->id == OpId::Linear || isNorm(node)) return {root, kNone, kNone};
    if (node.op->id != OpId::Add) return {};
    // A broadcasting addition has no fused relu.
    if (graph_.shape(node.inputs[0]) != graph_.shape(node.inputs[1])) return {};
    Fusion fusion = normBehind(node);
    if (fusion.root == kNone) return {root, kNone, kNone};
    fusion.addition = root;
    return fusion;
  }

  // The batch norm that makes one operand of an addition of equal shapes, with the other operand as its residual; without a root if there is none.
  Fusion normBehind(const Node& addition) const {
    if (addition.inputs[0] == addition.inputs[1] || graph_.shape(addition.inputs[0]) != graph_.shape(addition.inputs[1])) return {};
    for (std::size_t side : {0, 1}) {
      const NodeId norm = soleProducer(addition.inputs[side]);
      if (norm == kNone || !isNorm(graph_.node(norm)) || hasInput(graph_.node(norm), 5) || graph_.node(norm).attrs.flag("relu")) continue;
      return {norm, kNone, addition.inputs[1 - side]};
    }
    return {};
  }

  // Whether the only reader of the addition is a relu; then the fusion is decided at the relu.
  bool reluTakes(const Node& addition) const { return graph_.isOp(graph_.onlyReader(addition.outputs[0]), OpId::Relu); }

  // The node that makes the value as its output 0, if only one node reads it.
  NodeId soleProducer(ValueId id) const {
    const NodeId producer = graph_.value(id).producer;
    if (producer == kNone || graph_.onlyReader(id) == kNone || graph_.value(id).aliasOf != kNone) return kNone;
    return graph_.node(producer).outputs[0] == id ? producer : kNone;
  }

  const GraphIndex graph_;
};

}  // namespace

PassResult fuse(const Graph& forward) {
  const Fuser fuser(forward);
  std::vector<Fusion> fusions(forward.nodes().size());
  std::vector<bool> absorbed(forward.nodes().size(), false);
  int simple = 0, norms = 0, residuals = 0, additions = 0;
  for (std::size_t n = 0; n < forward.nodes().size(); ++n) {
    const Fusion fusion = fuser.fusionOf(forward.nodes()[n]);
    if (fusion.root == kNone) continue;
    fusions[n] = fusion;
    absorbed[fusion.root] = true;
    if (fusion.addition != kNone) absorbed[fusion.addition] = true;
    ++(!fusion.relu ? additions : fusion.addition != kNone ? residuals : isNorm(forward.node(fusion.root)) ? norms : simple);
  }

  Graph graph;
  std::vector<ValueId> moved(forward.values().size(), kNone);
  for (std::size_t v = 0; v < forward.values().size(); ++v) {
    const Value& value = forward.values()[v];
    if (value.producer == kNone) moved[v] = graph.addValue(value);
  }
  const auto mapped = [&](ValueId id) { return id == kNone ? kNone : moved[id]; };
  for (std::size_t n = 0; n < forward.nodes().size(); ++n) {
    if (absorbed[n]) continue;  // the fused node runs at the place of the last node, where its residual is ready
    const Fusion& fusion = fusions[n];
    const Node& node = fusion.root == kNone ? forward.nodes()[n] : forward.node(fusion.root);
    std::vector<ValueId> inputs;
    for (ValueId input : node.inputs) inputs.push_back(mapped(input));
    Attributes attrs = node.attrs;
    if (fusion.root != kNone && fusion.relu) attrs.set("relu", true);
    if (fusion.residual != kNone) {
      inputs.resize(6, kNone);
      inputs[5] = mapped(fusion.residual);
    }
    const NodeId made = graph.addNode(node.op->name, std::move(inputs), std::move(attrs), node.scope, node.phase);
    for (std::size_t i = 0; i < node.outputs.size(); ++i) moved[node.outputs[i]] = graph.node(made).outputs[i];
    if (fusion.root != kNone) moved[forward.nodes()[n].outputs[0]] = graph.node(made).outputs[0];
  }
  for (const auto& [name, value] : forward.outputs()) graph.markOutput(name, mapped(value));

  PassReport report = reportChange("fuse", forward, graph);
  if (simple) report.notes.push_back(fmt::format("relu fused into {} convolutions, linear layers and additions", simple));
  if (norms) report.notes.push_back(fmt::format("relu fused into {} batch norms", norms));
  if (residuals) report.notes.push_back(fmt::format("addition and relu fused into {} batch norms", residuals));
  if (additions) report.notes.push_back(fmt::format("addition fused into {} batch norms", additions));
  return {std::move(graph), std::move(report)};
}

}  // namespace stepscope
