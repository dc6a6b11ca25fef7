// fold_embedding: a recurrent layer after an embedding multiplies the row of every token by its input weight, again for each occurrence of a token.
// This pass multiplies each row of the table once and looks up the products: the new table holds the input terms of the gates. The backward pass
// needs no special rule: the gradient of the lookup sums the gates' gradients by token before they are multiplied.
#include <fmt/format.h>

#include "core/graph/op.h"
#include "core/passes/pass_report.h"
#include "core/passes/step_graph.h"

namespace stepscope {

namespace {

bool isRecurrent(const Node& node) {
  return node.op->id == OpId::Lstm || node.op->id == OpId::Gru;
}

class Folder {
 public:
  explicit Folder(const Graph& graph) : graph_(graph), consumers_(graph.consumers()) {}

  // True if only recurrent layers read this embedding and it looks up at least twice as many rows as the table has.
  bool folds(NodeId id) const {
    const Node& node = graph_.node(id);
    // Not with a padding row: it gets no gradient, but in the table of products it would add one to the weight.
    if (node.op->id != OpId::Embedding || node.attrs.integer("padding_idx", -1) >= 0) return false;
    const ValueId y = node.outputs[0];
    for (const auto& [name, value] : graph_.outputs())
      if (graph_.storageOf(value) == y) return false;
    const auto& readers = consumers_[y];
    for (const NodeId reader : readers) {
      const Node& layer = graph_.node(reader);
      if (!isRecurrent(layer) || layer.inputs[0] != y || layer.inputs[1] == kNone) return false;
    }
    const std::int64_t rows = graph_.value(node.inputs[0]).shape[0], lookups = numel(graph_.value(node.inputs[1]).shape);
    return !readers.empty() && lookups >= 2 * rows;
  }

 private:
  const Graph& graph_;
  std::vector<std::vector<NodeId>> consumers_;
};

}  // namespace

PassResult foldEmbedding(const Graph& forward) {
  const Folder folder(forward);
  Graph graph;
  std::vector<ValueId> moved(forward.values().size(), kNone);
  for (std::size_t v = 0; v < moved.size(); ++v)
    if (forward.values()[v].producer == kNone) moved[v] = graph.addValue(forward.values()[v]);
  const auto mapped = [&](ValueId id) { return id == kNone ? kNone : moved[id]; };
  int folded = 0;
  for (std::size_t n = 0; n < forward.nodes().size(); ++n) {
    const Node& node = forward.nodes()[n];
    if (folder.folds(static_cast<NodeId>(n))) continue;  // each layer that reads it gets a table of products of its own
    std::vector<ValueId> inputs;
    for (const ValueId input : node.inputs) inputs.push_back(mapped(input));
    const NodeId producer = isRecurrent(node) ? forward.value(node.inputs[0]).producer : kNone;
    if (producer != kNone && folder.folds(producer)) {
      const Node& embedding = forward.node(producer);
      std::vector<ValueId> product{mapped(embedding.inputs[0]), inputs[1]};
      if (inputs.size() > 3 && inputs[3] != kNone) product.push_back(inputs[3]);
      const ValueId table = graph.add("linear", std::move(product), {{"relu", false}}, node.scope);
      inputs[0] = graph.add("embedding", {table, mapped(embedding.inputs[1])}, {{"padding_idx", std::int64_t{-1}}}, embedding.scope);
      inputs[1] = kNone;
      if (inputs.size() > 3) inputs[3] = kNone;
      ++folded;
    }
    const NodeId made = graph.addNode(node.op->name, std::move(inputs), node.attrs, node.scope, node.phase);
    for (std::size_t i = 0; i < node.outputs.size(); ++i) moved[node.outputs[i]] = graph.node(made).outputs[i];
  }
  for (const auto& [name, value] : forward.outputs()) graph.markOutput(name, mapped(value));
  PassReport report = reportChange("fold_embedding", forward, graph);
  if (folded > 0) report.notes.push_back(fmt::format("{} recurrent layers look up the products of their input weight with the table", folded));
  return {std::move(graph), std::move(report)};
}

}  // namespace stepscope
