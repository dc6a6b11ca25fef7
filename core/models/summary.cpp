#include <set>

#include "core/graph/op.h"
#include "core/models/model.h"

namespace stepscope {

std::vector<LayerSummary> summarize(const Graph& forward) {
  std::vector<LayerSummary> rows;
  std::map<std::string, std::size_t> rowOf;
  std::set<ValueId> counted;  // a weight that two layers share belongs to the first
  for (const Node& node : forward.nodes()) {
    if (node.phase != Phase::Forward || node.scope == "loss" || node.scope == "accuracy" || node.scope == "squared_error") continue;
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
