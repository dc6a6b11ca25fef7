// Where the values of a compiled graph are, whatever the backend.
#pragma once

#include "core/passes/memory_plan.h"

namespace stepscope {

// The persistent values of `graph` get the places of their names in another program, so that both use one state arena; also where this
// graph has only some of them.
void shareState(const Graph& graph, MemoryPlan& plan, const Graph& from, const MemoryPlan& fromPlan);

// The slot of a value that has memory.
const MemorySlot& slotOf(const MemoryPlan& plan, ValueId value);

}  // namespace stepscope
