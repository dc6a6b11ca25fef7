// The places of a compiled graph's values in memory, for all backends.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/base/dtype.h"
#include "core/passes/memory_plan.h"

namespace stepscope {

// Gives the persistent values of `graph` the places of equal names in another program, so that both use one state arena, even if this graph has only
// some of them.
void shareState(const Graph& graph, MemoryPlan& plan, const Graph& from, const MemoryPlan& fromPlan);

// The slot of a value that has memory.
const MemorySlot& slotOf(const MemoryPlan& plan, ValueId value);

// F32, I64 and I32. Throw Error (Internal) naming the value if it has another type.
void putScalar(DType type, double number, std::byte* at, std::string_view name);
double scalarAt(DType type, const std::byte* at, std::string_view name);

}  // namespace stepscope
