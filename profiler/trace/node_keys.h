// Looks up the nodes of the recorded graph by the numbers in the lanes, and computes their keys (core/base/node_key.h).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/node_key.h"
#include "profiler/trace/trace.h"

namespace stepscope {

// Null if the trace has no node with that number: traces of other programs have none, damaged files have wrong ones.
inline const TraceNode* nodeOf(const Trace& trace, std::int32_t number) {
  return number >= 0 && std::cmp_less(number, trace.nodes.size()) ? &trace.nodes[static_cast<std::size_t>(number)] : nullptr;
}
inline const std::string& titleOf(const TraceNode& node) {
  return node.title.empty() ? node.op : node.title;
}

// The keys of trace.nodes, in the same order. In recordings made before nodes had phases, the phase is derived from the node's category. There a
// reorder gets no phase, so it does not match the same reorder in a newer recording.
std::vector<NodeKey> nodeKeys(const Trace& trace);

}  // namespace stepscope
