// The places of a compiled graph's values in memory, for all backends.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/base/dtype.h"
#include "core/passes/memory_plan.h"

namespace stepscope {

// Gives the persistent values of `graph` the places that values of the same names have in another program (`from`), so that both use one state arena.
// `graph` may have only some of them.
void shareState(const Graph& graph, MemoryPlan& plan, const Graph& from, const MemoryPlan& fromPlan);

// The slot of a value that has memory.
const MemorySlot& slotOf(const MemoryPlan& plan, ValueId value);

// Write and read a scalar of type F32, I64 or I32 at an address. Throw Error (Internal) naming the value if it has another type.
void putScalar(DType type, double number, std::byte* at, std::string_view name);
double scalarAt(DType type, const std::byte* at, std::string_view name);

}  // namespace stepscope
