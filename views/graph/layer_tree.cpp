#include "views/graph/layer_tree.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <set>

#include "core/backend/node_category.h"
#include "core/graph/op.h"
#include "profiler/analysis/self_time.h"
#include "profiler/trace/node_keys.h"

namespace stepscope {
namespace {

constexpr std::string_view kNoLayer = "(no layer)";

int addRow(LayerTree& tree, int parent, std::string name, std::string scope) {
  const int index = static_cast<int>(tree.rows.size());
  LayerRow row;
  row.name = std::move(name);
  row.scope = std::move(scope);
  row.parent = parent;
  tree.rowOf.emplace(row.scope, index);
  tree.rows.push_back(std::move(row));
  tree.rows[static_cast<std::size_t>(parent)].children.push_back(index);
  return index;
}

// The row of a scope, created with all its parents if necessary.
int rowFor(LayerTree& tree, const std::string& scope) {
  if (const int known = tree.find(scope); known >= 0) return known;
  if (scope.empty()) return addRow(tree, 0, std::string(kNoLayer), scope);
  const std::size_t dot = scope.rfind('.');
  const bool nested = dot != std::string::npos && dot > 0 && dot + 1 < scope.size();
  const int parent = nested ? rowFor(tree, scope.substr(0, dot)) : 0;
  return addRow(tree, parent, nested ? scope.substr(dot + 1) : scope, scope);
}

// Copies to another layout or type do not count as a layer's own ops.
bool isCopy(const Node& node) {
  return categoryOf(node) == Category::Copy || node.op->name == "cast";
}

// The layer of a parameter: the scope of its first reader that is not the optimizer, else its name up to the last dot.
std::string layerOf(const Graph& graph, ValueId parameter, const std::vector<NodeId>& readers) {
  for (const NodeId reader : readers)
    if (graph.node(reader).phase != Phase::Optimizer) return graph.node(reader).scope;
  const std::string& name = graph.value(parameter).name;
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos ? std::string() : name.substr(0, dot);
}

// The title of an op; a ReLU that is fused into it is added.
std::string titleInTree(const Node& node) {
  return std::string(node.op->title) + (node.attrs.flag("relu") ? " + relu" : "");
}

void addTitle(std::string& ops, std::set<std::string>& seen, std::string_view title) {
  if (!seen.insert(std::string(title)).second) return;
  if (!ops.empty()) ops += ", ";
  ops += title;
}

void addToParents(LayerTree& tree) {
  for (std::size_t i = tree.rows.size(); i-- > 1;) {
    const LayerRow& row = tree.rows[i];
    LayerRow& parent = tree.rows[static_cast<std::size_t>(row.parent)];
    parent.layers += row.layers;
    parent.parameters += row.parameters;
    for (std::size_t p = 0; p < kPhases; ++p) {
      parent.flops[p] += row.flops[p];
      parent.bytes[p] += row.bytes[p];
    }
    parent.memoryBytes += row.memoryBytes;
    parent.savedBytes += row.savedBytes;
  }
}

void removeTimes(LayerTree& tree) {
  for (LayerRow& row : tree.rows) row.ns = 0;
  tree.steps = 0;
  tree.ofRange = false;
  tree.stepNs = tree.otherNs = 0;
}

void addInterval(LayerTree& tree, const Trace& trace, std::int32_t track, std::int64_t begin, std::int64_t end) {
  ++tree.steps;
  tree.stepNs += end - begin;
  for (const SelfTime& self : selfTimes(trace, track, begin, end)) {
    const TraceNode* node = nodeOf(trace, trace.laneOf(self.span).node[self.span.index]);
    if (!node) continue;
    const int row = tree.find(node->layer);
    if (row < 0) tree.otherNs += self.ns;
    for (int at = row; at >= 0; at = tree.rows[static_cast<std::size_t>(at)].parent) tree.rows[static_cast<std::size_t>(at)].ns += self.ns;
  }
}

std::string text(double value) {
  char digits[32];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value);
  return {digits, end};
}

}  // namespace

std::int64_t LayerRow::layerFlops() const {
  return std::accumulate(flops.begin(), flops.end(), std::int64_t{0}) - flops[static_cast<std::size_t>(Phase::Optimizer)];
}

std::int64_t LayerRow::bytesMoved() const {
  return std::accumulate(bytes.begin(), bytes.end(), std::int64_t{0});
}

int LayerTree::find(std::string_view scope) const {
  const auto at = rowOf.find(scope);
  return at == rowOf.end() ? -1 : at->second;
}

LayerTree layerTree(const PlanView& view) {
  const Graph& graph = view.graph;
  const auto nodeCount = static_cast<NodeId>(graph.nodes().size());
  LayerTree tree;
  tree.rows.emplace_back();  // the root; it is not in rowOf, where the empty scope means the ops without a layer
  NodeId backward = nodeCount;
  for (NodeId id = 0; id < nodeCount && backward == nodeCount; ++id)
    if (graph.node(id).phase == Phase::Backward) backward = id;

  std::vector<std::set<std::string>> titles;
  std::vector<char> hasForward;         // by row: ops and output are from the forward pass
  std::set<std::int32_t> countedSlots;  // values computed in place use the same slot
  for (NodeId id = 0; id < nodeCount; ++id) {
    const Node& node = graph.node(id);
    const auto index = static_cast<std::size_t>(rowFor(tree, node.scope));
    titles.resize(tree.rows.size());
    hasForward.resize(tree.rows.size());
    LayerRow& row = tree.rows[index];
    row.layers = 1;
    const auto phase = static_cast<std::size_t>(node.phase);
    if (node.op->cost) {
      const Cost cost = node.op->cost(graph, node);
      row.flops[phase] += cost.flops;
      row.bytes[phase] += cost.bytesRead + cost.bytesWritten;
    }
    const bool forward = node.phase == Phase::Forward;
    if (forward && !isCopy(node)) {
      if (!hasForward[index]) {
        hasForward[index] = 1;
        row.ops.clear();
        titles[index].clear();
        row.firstNode = id;
      }
      addTitle(row.ops, titles[index], titleInTree(node));
      // Parent rows show the output of the last op in them.
      if (!node.outputs.empty() && node.outputs[0] != kNone)
        for (int at = static_cast<int>(index); at > 0; at = tree.rows[static_cast<std::size_t>(at)].parent)
          tree.rows[static_cast<std::size_t>(at)].output = graph.value(node.outputs[0]).shape;
    } else if (!hasForward[index]) {
      if (row.firstNode == kNone) row.firstNode = id;
      addTitle(row.ops, titles[index], titleInTree(node));
    }
    if (!forward) continue;
    for (const ValueId output : node.outputs) {
      if (output == kNone || output >= view.plan.slotOf.size()) continue;
      const SlotId slotIndex = view.plan.slotOf[output];
      if (slotIndex < 0) continue;
      const MemorySlot& slot = view.plan.slots[slotIndex];
      if (slot.persistent || slot.last <= id || !countedSlots.insert(slotIndex).second) continue;
      row.memoryBytes += slot.bytes;
      if (slot.last >= backward) row.savedBytes += slot.bytes;
    }
  }
  const std::vector<std::vector<NodeId>> readers = graph.consumers();
  for (std::size_t i = 0; i < graph.values().size(); ++i) {
    if (!isWeight(graph.values()[i].role)) continue;
    const auto row = static_cast<std::size_t>(rowFor(tree, layerOf(graph, static_cast<ValueId>(i), readers[i])));
    tree.rows[row].parameters += numel(graph.values()[i].shape);
  }
  addToParents(tree);
  return tree;
}

void addTimes(LayerTree& tree, const Trace& trace) {
  removeTimes(tree);
  const std::int32_t track = trainerTrack(trace);
  if (track < 0) return;
  for (const SpanRef& step : stepSpans(trace)) {
    const TraceLane& lane = trace.laneOf(step);
    addInterval(tree, trace, track, lane.start[step.index], lane.start[step.index] + lane.duration[step.index]);
  }
}

void addTimes(LayerTree& tree, const Trace& trace, std::int64_t begin, std::int64_t end) {
  removeTimes(tree);
  const std::int32_t track = trainerTrack(trace);
  if (track < 0 || end <= begin) return;
  tree.ofRange = true;
  addInterval(tree, trace, track, begin, end);
}

bool namesLayersOf(const LayerTree& tree, const Trace& trace) {
  return std::any_of(trace.nodes.begin(), trace.nodes.end(),
                     [&](const TraceNode& node) { return !node.layer.empty() && tree.find(node.layer) >= 0; });
}

std::vector<std::vector<std::string>> tableOf(const LayerTree& tree) {
  std::vector<std::vector<std::string>> table{{"layer", "ops", "output", "parameters", "forward FLOP", "recompute FLOP", "backward FLOP",
                                               "bytes moved", "memory bytes", "kept for backward bytes", tree.ofRange ? "ms in range" : "ms per step",
                                               "share"}};
  std::vector<int> open(tree.root().children.rbegin(), tree.root().children.rend());
  while (!open.empty()) {
    const LayerRow& row = tree.rows[static_cast<std::size_t>(open.back())];
    open.pop_back();
    open.insert(open.end(), row.children.rbegin(), row.children.rend());
    const auto flops = [&](Phase phase) { return std::to_string(row.flops[static_cast<std::size_t>(phase)]); };
    table.push_back({row.scope.empty() ? row.name : row.scope, row.ops, row.output.empty() ? std::string() : toString(row.output),
                     std::to_string(row.parameters), flops(Phase::Forward), flops(Phase::Recompute), flops(Phase::Backward),
                     std::to_string(row.bytesMoved()), std::to_string(row.memoryBytes), std::to_string(row.savedBytes),
                     tree.steps > 0 ? text(tree.msPerStep(row)) : std::string(), tree.steps > 0 ? text(tree.share(row)) : std::string()});
  }
  return table;
}

}  // namespace stepscope
