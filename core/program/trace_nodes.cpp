#include "core/program/trace_nodes.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/backend/node_category.h"
#include "core/graph/op.h"

namespace stepscope {
namespace {

std::string shapesOf(const Graph& graph, const Node& node) {
  std::string text;
  for (const ValueId id : node.inputs) {
    if (id == kNone) continue;
    if (!text.empty()) text += ", ";
    text += toString(graph.value(id).shape);
  }
  std::string results;
  for (const ValueId id : node.outputs) {
    if (id == kNone) continue;
    if (!results.empty()) results += ", ";
    results += toString(graph.value(id).shape);
  }
  return results.empty() ? text : text + " -> " + results;
}

// The nodes whose results a node reads, without duplicates.
std::vector<std::int32_t> producersOf(const Graph& graph, NodeId node) {
  std::vector<std::int32_t> producers;
  for (const ValueId input : graph.node(node).inputs) {
    if (input == kNone) continue;
    NodeId producer = graph.value(input).producer;
    if (producer == kNone) producer = graph.value(graph.storageOf(input)).producer;
    if (producer != kNone && producer != node && std::find(producers.begin(), producers.end(), producer) == producers.end())
      producers.push_back(producer);
  }
  return producers;
}

}  // namespace

std::vector<TraceNode> describeNodes(const Program& program) {
  const Graph& graph = program.graph();
  std::vector<TraceNode> nodes;
  nodes.reserve(graph.nodes().size());
  for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
    const Node& node = graph.nodes()[i];
    const NodeKernel& kernel = program.kernels()[i];
    TraceNode described;
    described.op = node.op->name;
    described.title = titleOf(node);
    described.layer = node.scope;
    described.kernel = kernel.kernel;
    described.library = kernel.library;
    described.shapes = shapesOf(graph, node);
    described.category = categoryOf(node);
    if (node.op->cost) {
      const Cost cost = node.op->cost(graph, node);
      described.flops = cost.flops;
      described.bytes = cost.bytesRead + cost.bytesWritten;
    }
    described.candidateMs = kernel.candidateMs;
    described.phase = nameOf(node.phase);
    described.inputs = producersOf(graph, static_cast<NodeId>(i));
    nodes.push_back(std::move(described));
  }
  return nodes;
}

std::vector<TraceMemory> memoryAtPeak(const Program& program) {
  const Graph& graph = program.graph();
  const MemoryPlan& plan = program.plan();
  const auto fullest = std::max_element(plan.liveBytes.begin(), plan.liveBytes.end());
  if (fullest == plan.liveBytes.end()) return {};
  const auto peak = static_cast<NodeId>(fullest - plan.liveBytes.begin());
  std::map<std::pair<std::string, std::string>, std::int64_t> bytes;
  for (const MemorySlot& slot : plan.slots) {
    if (!slot.persistent && (slot.first > peak || slot.last < peak)) continue;
    const Value& value = graph.value(slot.value);
    // For state values the name contains the layer: "layer1.0.conv1.weight".
    const std::string layer =
        value.producer != kNone ? graph.node(value.producer).scope : value.name.substr(0, std::min(value.name.size(), value.name.rfind('.')));
    bytes[{isPersistent(value.role) || value.producer != kNone ? layer : std::string(), std::string(nameOf(value.role))}] += slot.bytes;
  }
  std::vector<TraceMemory> memory;
  for (const auto& [key, sum] : bytes) memory.push_back({key.first, key.second, sum});
  std::stable_sort(memory.begin(), memory.end(), [](const TraceMemory& a, const TraceMemory& b) { return a.bytes > b.bytes; });
  return memory;
}

}  // namespace stepscope
