// Where the values of a compiled graph lie, whatever the backend.
#pragma once

#include "core/passes/memory_plan.h"

namespace stepscope {

// The persistent values of `graph` get the places of their names in another program, so that both use one state arena; also where this
// graph has only some of them.
void shareState(const Graph& graph, MemoryPlan& plan, const Graph& from, const MemoryPlan& fromPlan);

// The slot of a value that has memory.
const MemorySlot& slotOf(const MemoryPlan& plan, ValueId value);

// The end of the cache line up to which a kernel works on the value; 0 where it does not lie in the step arena.
std::int64_t endInStepArena(const Graph& graph, const MemoryPlan& plan, ValueId value);

}  // namespace stepscope
