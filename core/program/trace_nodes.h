// Describes a program for a trace.
#pragma once

#include <vector>

#include "core/backend/backend.h"
#include "profiler/trace/trace.h"

namespace stepscope {

// The trace's description of each node of the program.
std::vector<TraceNode> describeNodes(const Program& program);
// Values alive at the node where the plan uses most memory, including parameters and other state, by layer and role; the largest first.
std::vector<TraceMemory> memoryAtPeak(const Program& program);

}  // namespace stepscope
