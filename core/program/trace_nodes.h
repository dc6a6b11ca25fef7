// A program as a trace describes it.
#pragma once

#include <vector>

#include "core/backend/backend.h"
#include "profiler/trace/trace.h"

namespace stepscope {

// What the trace says of each node of the program.
std::vector<TraceNode> describeNodes(const Program& program);
// What is alive at the node where the plan is fullest, parameters and other state included, by layer and role; the largest first.
std::vector<TraceMemory> memoryAtPeak(const Program& program);

}  // namespace stepscope
