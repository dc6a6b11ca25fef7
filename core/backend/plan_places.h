// Where the values of a compiled graph are, whatever the backend.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/base/dtype.h"
#include "core/passes/memory_plan.h"

namespace stepscope {

// The persistent values of `graph` get the places of their names in another program, so that both use one state arena; also where this
// graph has only some of them.
void shareState(const Graph& graph, MemoryPlan& plan, const Graph& from, const MemoryPlan& fromPlan);

// The slot of a value that has memory.
const MemorySlot& slotOf(const MemoryPlan& plan, ValueId value);

// F32, I64 and I32. Throw Error (Internal) naming the value where it is of another type.
void putScalar(DType type, double number, std::byte* at, std::string_view name);
double scalarAt(DType type, const std::byte* at, std::string_view name);

}  // namespace stepscope
