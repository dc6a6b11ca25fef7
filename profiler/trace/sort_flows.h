// Sorting the arrows of a trace that may be given up half way: millions of them take longer than a user waits after pressing Cancel.
#pragma once

#include <functional>

#include "profiler/trace/trace.h"

namespace stepscope {

// As sortFlows(flows), calling `between` at every comparison; what it throws ends the sort and leaves the arrows in any order.
void sortFlows(TraceFlows& flows, const std::function<void()>& between);

}  // namespace stepscope
