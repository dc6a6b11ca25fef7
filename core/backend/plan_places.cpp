#include "core/backend/plan_places.h"

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
  const std::int32_t index = plan.slotOf[static_cast<std::size_t>(value)];
  require(index >= 0, "a value has no place in the memory plan");
  return plan.slots[static_cast<std::size_t>(index)];
}

}  // namespace stepscope
