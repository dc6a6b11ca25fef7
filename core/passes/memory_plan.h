// plan_memory: lifetimes to offsets. The plan is the predicted peak: nothing else is allocated for a step.
#pragma once

#include <cstdint>
#include <vector>

#include "core/graph/graph.h"

namespace stepscope {

using SlotId = Id<struct SlotTag>;

struct MemorySlot {
  ValueId value = kNone;    // the owner of the storage
  std::int64_t offset = 0;  // in its arena, 64-byte aligned
  std::int64_t bytes = 0;
  NodeId first = 0, last = 0;  // the value is alive while nodes [first, last] run
  bool persistent = false;     // in the state arena (parameters, buffers, optimizer state), else in the step arena
};

struct MemoryPlan {
  std::vector<MemorySlot> slots;        // one for every storage owner
  std::vector<SlotId> slotOf;           // of every value (aliases and in-place outputs share one), kNone if it has none
  std::int64_t stateBytes = 0;          // size of the state arena
  std::int64_t stepBytes = 0;           // size of the step arena
  std::int64_t sumBytes = 0;            // all values, were nothing shared: what the plan saved is sumBytes - stepBytes
  std::vector<std::int64_t> liveBytes;  // for every node: bytes alive in the step arena while it runs
  std::int64_t peakBytes() const { return stateBytes + stepBytes; }
};

// Pure. Inputs, scalars and outputs marked on the graph live through the whole step. In-place where the op table allows it.
// guardBytes: left free before and after every value, a multiple of 64, for who checks that nobody writes there.
MemoryPlan planMemory(const Graph& graph, std::int64_t guardBytes = 0);

// Of the step arena, the most bytes that activations take at once: what forward nodes made, or made again for the backward pass, and a
// later node still reads, with masks and saved statistics. Neither gradients nor what lives for one node only, nor copies of parameters.
std::int64_t activationBytes(const Graph& graph, const MemoryPlan& plan);

}  // namespace stepscope
