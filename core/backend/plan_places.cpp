#include "core/backend/plan_places.h"

#include <cstdint>
#include <cstring>
#include <string>

#include "core/base/error.h"

namespace stepscope {

void shareState(const Graph& graph, MemoryPlan& plan, const Graph& from, const MemoryPlan& fromPlan) {
  for (MemorySlot& slot : plan.slots) {
    if (!slot.persistent) continue;
    const ValueId other = from.find(graph.value(slot.value).name);
    require(other != kNone, "programs that share a state have different parameters");
    const MemorySlot& theirs = slotOf(fromPlan, other);
    require(theirs.bytes == slot.bytes, "programs that share a state lay a parameter out differently");
    slot.offset = theirs.offset;
  }
  plan.stateBytes = fromPlan.stateBytes;
}

const MemorySlot& slotOf(const MemoryPlan& plan, ValueId value) {
  const SlotId index = plan.slotOf[value];
  require(index >= 0, "a value has no place in the memory plan");
  return plan.slots[index];
}

namespace {

// Calls use() with a zero of the C++ type for `type`.
template <class Use>
void as(DType type, std::string_view name, const Use& use) {
  switch (type) {
    case DType::F32: return use(float{});
    case DType::I64: return use(std::int64_t{});
    case DType::I32: return use(std::int32_t{});
    default: throw Error(ErrorKind::Internal, std::string(name), "a scalar of this type cannot be read or set");
  }
}

}  // namespace

void putScalar(DType type, double number, std::byte* at, std::string_view name) {
  as(type, name, [&](auto value) {
    value = static_cast<decltype(value)>(number);
    std::memcpy(at, &value, sizeof(value));
  });
}

double scalarAt(DType type, const std::byte* at, std::string_view name) {
  double number = 0;
  as(type, name, [&](auto value) {
    std::memcpy(&value, at, sizeof(value));
    number = static_cast<double>(value);
  });
  return number;
}

}  // namespace stepscope
