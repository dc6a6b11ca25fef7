#include "core/passes/recompute_norms.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/graph/graph_index.h"
#include "core/passes/pass_report.h"

namespace stepscope {

namespace {

double workOf(const Graph& graph, const Node& node, double operationsPerByte) {
  if (!node.op->cost) return 0;
  const Cost cost = node.op->cost(graph, node);
  return std::max(static_cast<double>(cost.flops), operationsPerByte * static_cast<double>(cost.bytesRead + cost.bytesWritten));
}

struct Norm {
  NodeId node = kNone;    // the batch norm
  NodeId before = kNone;  // the first node of the backward pass that reads its output
  ValueId residual = kNone;
  std::int64_t bytes = 0;  // saved by recomputing the output
  double work = 0;         // added, in operations
};

class Chooser {
 public:
  explicit Chooser(const Graph& graph) : graph_(graph), consumers_(graph.consumers()), shared_(graph.values().size(), false) {
    for (const Value& value : graph.values())
      if (value.aliasOf != kNone) shared_[graph.storageOf(value.aliasOf)] = true;
    for (const auto& [name, value] : graph.outputs()) shared_[graph.storageOf(value)] = true;
  }

  std::vector<Norm> choose(const NormRecomputation& how) const {
    double limit = 0;
    for (const Node& node : graph_.nodes()) limit += workOf(graph_, node, how.operationsPerByte);
    limit *= how.mostShare;
    std::vector<Norm> norms;
    for (std::size_t n = 0; n < graph_.nodes().size(); ++n)
      if (const Norm norm = normAt(static_cast<NodeId>(n), how.operationsPerByte); norm.node != kNone) norms.push_back(norm);
    // Sorted by saved bytes per work, largest first.
    std::stable_sort(norms.begin(), norms.end(),
                     [](const Norm& a, const Norm& b) { return static_cast<double>(a.bytes) * b.work > static_cast<double>(b.bytes) * a.work; });
    std::vector<Norm> chosen;
    std::set<ValueId> dropped, needed;  // outputs not kept; residuals that must be kept
    std::int64_t elements = 0;
    for (const Norm& norm : norms) {
      const ValueId y = graph_.node(norm.node).outputs[0];
      if (norm.work > limit || needed.count(y) > 0 || dropped.count(norm.residual) > 0) continue;
      limit -= norm.work;
      elements += numel(graph_.value(y).shape);
      dropped.insert(y);
      if (norm.residual != kNone) needed.insert(norm.residual);
      chosen.push_back(norm);
    }
    if (elements * 4 < how.leastBytes) chosen.clear();
    return chosen;
  }

  // Whether the reader needs the values of the output `y`. The gradient of the batch norm itself does not: it uses the mask of the relu.
  bool reads(NodeId reader, ValueId y) const {
    const Node& node = graph_.node(reader);
    if (node.op->id != OpId::BatchNormGrad) return true;
    return std::find(node.inputs.begin(), node.inputs.begin() + 2, y) != node.inputs.begin() + 2;
  }

 private:
  Norm normAt(NodeId id, double operationsPerByte) const {
    const Node& node = graph_.node(id);
    if (node.phase != Phase::Forward || node.op->id != OpId::BatchNorm || !node.attrs.flag("relu")) return {};
    const ValueId y = node.outputs[0], x = node.inputs[0];
    const DType type = graph_.value(y).dtype;
    if ((type != DType::F32 && type != DType::BF16) || shared_[y]) return {};
    Norm norm;
    for (const NodeId reader : consumers_[y])
      if (graph_.node(reader).phase != Phase::Forward && reads(reader, y) && (norm.before == kNone || reader < norm.before)) norm.before = reader;
    if (norm.before == kNone || !isThereAt(x, norm.before)) return {};
    norm.bytes = graph_.value(y).bytes;
    std::int64_t moved = graph_.value(x).bytes + norm.bytes;
    if (hasInput(node, 5)) {
      norm.residual = node.inputs[5];
      if (!isThereAt(norm.residual, norm.before)) return {};
      moved += graph_.value(norm.residual).bytes;
    }
    norm.node = id;
    norm.work = operationsPerByte * static_cast<double>(moved);
    return norm;
  }

  // Whether a node of the backward pass reads the value at this node or later, so that it is kept anyway.
  bool isThereAt(ValueId value, NodeId node) const {
    return std::any_of(consumers_[value].begin(), consumers_[value].end(), [&](NodeId reader) { return reader >= node && reads(reader, value); });
  }

  const Graph& graph_;
  std::vector<std::vector<NodeId>> consumers_;
  std::vector<bool> shared_;  // read by the host, or has a view
};

}  // namespace

AutodiffResult recomputeNorms(const AutodiffResult& backward, const NormRecomputation& how) {
  const Graph& source = backward.graph;
  const Chooser chooser(source);
  const std::vector<Norm> chosen = chooser.choose(how);
  AutodiffResult result;
  result.report.pass = "recompute_norms";
  if (chosen.empty()) {
    result.graph = source;
    result.gradients = backward.gradients;
    return result;
  }
  std::vector<std::vector<NodeId>> before(source.nodes().size());
  for (const Norm& norm : chosen) before[norm.before].push_back(norm.node);

  std::vector<ValueId> moved(source.values().size(), kNone);
  for (std::size_t v = 0; v < moved.size(); ++v)
    if (source.values()[v].producer == kNone) moved[v] = result.graph.addValue(source.values()[v]);
  const auto mapped = [&](ValueId id) { return id == kNone ? kNone : moved[id]; };
  for (std::size_t n = 0; n < source.nodes().size(); ++n) {
    for (const NodeId id : before[n]) {
      const Node& norm = source.node(id);
      std::vector<ValueId> inputs{mapped(norm.inputs[0]), mapped(norm.inputs[1]), mapped(norm.inputs[2]), mapped(norm.outputs[1]),
                                  mapped(norm.outputs[2])};
      if (norm.inputs.size() > 5) inputs.push_back(mapped(norm.inputs[5]));
      moved[norm.outputs[0]] = result.graph.add("batch_norm_inference", std::move(inputs), {{"eps", norm.attrs.real("eps")}, {"relu", true}},
                                                norm.scope, Phase::Recompute);
    }
    const Node& node = source.nodes()[n];
    std::vector<ValueId> inputs;
    for (const ValueId input : node.inputs) inputs.push_back(mapped(input));
    const NodeId made = result.graph.addNode(node.op->name, std::move(inputs), node.attrs, node.scope, node.phase);
    for (std::size_t i = 0; i < node.outputs.size(); ++i) moved[node.outputs[i]] = result.graph.node(made).outputs[i];
  }
  for (const auto& [name, value] : source.outputs()) result.graph.markOutput(name, mapped(value));
  for (const auto& [parameter, gradient] : backward.gradients) result.gradients.emplace_back(mapped(parameter), mapped(gradient));

  std::int64_t saved = 0;
  for (const Norm& norm : chosen) saved += norm.bytes;
  PassReport report = reportChange("recompute_norms", source, result.graph);
  report.notes.push_back(fmt::format("outputs of {} batch norms are computed again in the backward pass; {:.1f} MiB of activations are not kept",
                                     chosen.size(), static_cast<double>(saved) / 1048576.0));
  result.report = std::move(report);
  return result;
}

}  // namespace stepscope
