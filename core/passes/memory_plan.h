// plan_memory: computes the offset of every value from the lifetimes. The size of the plan is the predicted peak: a step allocates nothing else.
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
  std::vector<SlotId> slotOf;           // slot of every value (aliases and in-place outputs share one), kNone if it has none
  std::int64_t stateBytes = 0;          // size of the state arena
  std::int64_t stepBytes = 0;           // size of the step arena
  std::int64_t sumBytes = 0;            // all values of the step without sharing memory: the plan saves sumBytes - stepBytes
  std::vector<std::int64_t> liveBytes;  // for every node: bytes alive in the step arena while it runs
  std::int64_t peakBytes() const { return stateBytes + stepBytes; }
};

// Pure. Inputs and scalars stay alive through the whole step, and marked outputs to its end. Outputs are computed in place where the op table allows
// it. `guardBytes`: free space before and after every value, a multiple of 64, for a check that no kernel writes there.
MemoryPlan planMemory(const Graph& graph, std::int64_t guardBytes = 0);

// The most bytes of the step arena that activations take at once: outputs of forward nodes, or of nodes that recompute them, that a later node still
// reads, with masks and saved statistics. Gradients, values that no node reads and values computed only from weights do not count.
std::int64_t activationBytes(const Graph& graph, const MemoryPlan& plan);

}  // namespace stepscope
