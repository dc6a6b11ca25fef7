// Sorts the arrows of a trace, with cancellation: millions of them take longer than a user wants to wait after pressing Cancel.
#pragma once

#include <functional>

#include "profiler/trace/trace.h"

namespace stepscope {

// Same as sortFlows(flows), but calls `between` at every comparison; if it throws, the sort ends and the order of the arrows is undefined.
void sortFlows(TraceFlows& flows, const std::function<void()>& between);

}  // namespace stepscope
