// The keys of a trace's nodes (core/base/node_key.h): those of the graph that was recorded.
#pragma once

#include <vector>

#include "core/base/node_key.h"
#include "profiler/trace/trace.h"

namespace stepscope {

// One for each of trace.nodes, by its number. Recordings of before there were phases have that of the node's category: a reorder has none
// there, and does not meet its like in a newer recording.
std::vector<NodeKey> nodeKeys(const Trace& trace);

}  // namespace stepscope
