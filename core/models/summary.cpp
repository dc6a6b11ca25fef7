#include <set>

#include "core/graph/model_outputs.h"
#include "core/graph/op.h"
#include "core/models/model.h"

namespace stepscope {

namespace {

// For each node, whether the value depends on it.
std::vector<bool> leadsTo(const Graph& graph, ValueId value) {
  std::vector<bool> wanted(graph.values().size(), false), leads(graph.nodes().size(), false);
  if (value != kNone) wanted[value] = true;
  for (std::size_t n = leads.size(); n-- > 0;) {
    const Node& node = graph.nodes()[n];
    for (const ValueId output : node.outputs) leads[n] = leads[n] || wanted[output];
    for (const ValueId input : node.inputs)
      if (leads[n] && input != kNone) wanted[input] = true;
  }
  return leads;
}

}  // namespace

std::vector<LayerSummary> summarize(const Graph& forward) {
  std::vector<LayerSummary> rows;
  std::map<std::string, std::size_t> rowOf;
  std::set<ValueId> counted;  // a weight that two layers use is counted for the first
  const std::vector<bool> leads = leadsTo(forward, modelOutputs(forward).prediction);
  for (std::size_t n = 0; n < leads.size(); ++n) {
    const Node& node = forward.nodes()[n];
    if (!leads[n]) continue;  // nodes of loss and metric
    const auto [it, isNew] = rowOf.emplace(node.scope, rows.size());
    if (isNew) {
      rows.emplace_back();
      rows.back().scope = node.scope;
    }
    LayerSummary& row = rows[it->second];
    row.op += row.op.empty() ? std::string(node.op->title) : ", " + std::string(node.op->title);
    row.output = forward.value(node.outputs[0]).shape;
    row.flops += node.op->cost(forward, node).flops;
    for (ValueId input : node.inputs) {
      if (input != kNone && isWeight(forward.value(input).role) && counted.insert(input).second) row.parameters += numel(forward.value(input).shape);
    }
  }
  return rows;
}

std::int64_t parameterCount(const Graph& graph) {
  std::int64_t count = 0;
  for (const Value& value : graph.values())
    if (isWeight(value.role)) count += numel(value.shape);
  return count;
}

}  // namespace stepscope
