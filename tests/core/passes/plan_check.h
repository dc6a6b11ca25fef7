// Runs a plan on paper: every node takes its inputs from where the plan put them and writes its outputs there.
#pragma once

#include <string>

#include "core/passes/memory_plan.h"

namespace stepscope {

// Empty when every value is still whole whenever it is read; else what was overwritten, by whom.
std::string whatThePlanBreaks(const Graph& graph, const MemoryPlan& plan);

}  // namespace stepscope
