// plan_memory: values that are never alive together share bytes. Offsets are found greedily with the tightest gap first, as in
// "Efficient Memory Management for Deep Neural Net Inference" (Pisarchyk & Lee 2020), in three orders of which the best is kept.
#include "core/passes/memory_plan.h"

#include <algorithm>
#include <numeric>

#include "core/graph/op.h"

namespace stepscope {

namespace {

constexpr std::int64_t kAlignment = 64;  // a cache line, and the widest vector register
constexpr std::int64_t aligned(std::int64_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

// Lifetimes, and which values use the same slot because they are views or are computed in place.
class Lifetimes {
 public:
  explicit Lifetimes(const Graph& graph)
      : graph_(graph), end_(graph.nodes().empty() ? 0 : static_cast<NodeId>(graph.nodes().size()) - 1), lastUse_(graph.values().size(), kNone) {
    const std::size_t count = graph.values().size();
    pinned_.assign(count, false);
    storage_.resize(count);
    for (std::size_t v = 0; v < count; ++v) {
      storage_[v] = graph.storageOf(static_cast<ValueId>(v));
      const Value& value = graph.values()[v];
      if (value.producer == kNone) pinned_[v] = true;  // written by the host or kept from step to step
    }
    for (const auto& [name, value] : graph.outputs()) pinned_[storage(value)] = true;
    for (std::size_t n = 0; n < graph.nodes().size(); ++n) {
      for (ValueId input : graph.nodes()[n].inputs)
        if (input != kNone) lastUse_[storage(input)] = static_cast<NodeId>(n);
    }
    plan_.slotOf.assign(count, kNone);
    for (std::size_t v = 0; v < count; ++v)
      if (graph.values()[v].producer == kNone) addSlot(static_cast<ValueId>(v));
    for (std::size_t n = 0; n < graph.nodes().size(); ++n) visit(static_cast<NodeId>(n));
  }

  MemoryPlan take() { return std::move(plan_); }

 private:
  ValueId storage(ValueId value) const { return storage_[value]; }
  SlotId& slotOf(ValueId value) { return plan_.slotOf[value]; }

  void addSlot(ValueId id) {
    const Value& value = graph_.value(id);
    MemorySlot slot;
    slot.value = id;
    slot.bytes = value.bytes;
    slot.persistent = isPersistent(value.role);
    const bool wholeStep = value.producer == kNone;
    slot.first = wholeStep ? NodeId(0) : value.producer;
    slot.last = wholeStep ? end_ : lastOf(id, slot.first);
    slotOf(id) = static_cast<SlotId>(plan_.slots.size());
    plan_.slots.push_back(slot);
    claimedBy_.push_back(kNone);
    pinnedSlot_.push_back(pinned_[id]);
  }

  NodeId lastOf(ValueId owner, NodeId first) const {
    if (pinned_[owner]) return end_;
    return std::max(first, lastUse_[owner]);
  }

  void visit(NodeId id) {
    const Node& node = graph_.node(id);
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
      const ValueId output = node.outputs[i];
      if (storage(output) != output) {
        slotOf(output) = slotOf(storage(output));  // a view
      } else if (!takeOver(id, node, static_cast<int>(i), output)) {
        addSlot(output);
      }
    }
  }

  // Tries to compute the output in place: it takes the slot of an input that no later node reads. False: this is not possible.
  bool takeOver(NodeId id, const Node& node, int index, ValueId output) {
    if (node.keepsInputs) return false;
    for (const InPlacePair& pair : node.op->inPlace) {
      const auto from = static_cast<std::size_t>(pair.input);
      if (pair.output != index || from >= node.inputs.size() || node.inputs[from] == kNone) continue;
      const Value &in = graph_.value(node.inputs[from]), &out = graph_.value(output);
      const SlotId candidate = slotOf(node.inputs[from]);
      MemorySlot& taken = plan_.slots[candidate];
      if (taken.persistent || pinnedSlot_[candidate] || taken.last != id) continue;
      if (taken.bytes != out.bytes || in.layout != out.layout || in.dtype != out.dtype) continue;
      if (claimedBy_[candidate] == id || readsTwice(node, from, candidate)) continue;
      claimedBy_[candidate] = id;
      pinnedSlot_[candidate] = pinned_[output];
      taken.last = lastOf(output, id);
      slotOf(output) = candidate;
      return true;
    }
    return false;
  }

  // Whether another input of the node is in the same slot: overwriting one would overwrite the other.
  bool readsTwice(const Node& node, std::size_t from, SlotId candidate) {
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
      if (i != from && node.inputs[i] != kNone && slotOf(node.inputs[i]) == candidate) return true;
    return false;
  }

  const Graph& graph_;
  NodeId end_;
  std::vector<NodeId> lastUse_;  // for each storage owner: the last node that reads it or a view of it
  std::vector<bool> pinned_;     // alive to the end of the step
  std::vector<ValueId> storage_;
  std::vector<NodeId> claimedBy_;  // of slots
  std::vector<bool> pinnedSlot_;   // of slots: some value in it is alive to the end
  MemoryPlan plan_;
};

// Computes the offsets of the slots in `order`: each, with its guards, goes to the smallest gap that is free during its lifetime. Returns the size of
// the arena.
std::int64_t place(const std::vector<MemorySlot>& slots, const std::vector<SlotId>& order, std::int64_t guardBytes,
                   std::vector<std::int64_t>& offsets) {
  struct Placed {
    std::int64_t offset, end;
    NodeId first, last;
  };
  std::vector<Placed> placed;  // by offset
  placed.reserve(order.size());
  std::int64_t size = 0;
  for (const SlotId index : order) {
    const MemorySlot& slot = slots[index];
    const std::int64_t bytes = aligned(slot.bytes) + 2 * guardBytes;
    std::int64_t cursor = 0, bestOffset = -1, bestGap = 0;
    for (const Placed& other : placed) {
      if (other.last < slot.first || other.first > slot.last) continue;
      const std::int64_t gap = other.offset - cursor;
      if (gap >= bytes && (bestOffset < 0 || gap < bestGap)) {
        bestOffset = cursor;
        bestGap = gap;
      }
      cursor = std::max(cursor, other.end);
    }
    const std::int64_t offset = bestOffset < 0 ? cursor : bestOffset;
    offsets[index] = offset + guardBytes;
    size = std::max(size, offset + bytes);
    const Placed made{offset, offset + bytes, slot.first, slot.last};
    placed.insert(std::upper_bound(placed.begin(), placed.end(), made, [](const Placed& a, const Placed& b) { return a.offset < b.offset; }), made);
  }
  return size;
}

// The slots of the step arena in the three orders that are tried: largest first by bytes, by bytes times lifetime, by the most memory alive
// meanwhile.
std::vector<std::vector<SlotId>> placementOrders(const std::vector<MemorySlot>& slots, const std::vector<std::int64_t>& live) {
  std::vector<SlotId> step;
  for (std::size_t i = 0; i < slots.size(); ++i)
    if (!slots[i].persistent && slots[i].bytes > 0) step.push_back(static_cast<SlotId>(i));
  const auto sorted = [&](auto key) {
    std::vector<std::int64_t> keys(slots.size());
    for (const SlotId i : step) keys[i] = key(slots[i]);
    std::vector<SlotId> order = step;
    std::stable_sort(order.begin(), order.end(), [&](SlotId a, SlotId b) { return keys[a] > keys[b]; });
    return order;
  };
  const auto bySize = sorted([](const MemorySlot& s) { return s.bytes; });
  const auto byArea = sorted([](const MemorySlot& s) { return s.bytes * (s.last - s.first + 1); });
  // The slots that are alive where most memory is alive come first, because they determine the peak.
  const auto byBreadth = sorted([&](const MemorySlot& s) { return *std::max_element(live.begin() + s.first, live.begin() + s.last + 1); });
  return {bySize, byArea, byBreadth};
}

}  // namespace

MemoryPlan planMemory(const Graph& graph, std::int64_t guardBytes) {
  MemoryPlan plan = Lifetimes(graph).take();
  const std::size_t nodes = std::max<std::size_t>(graph.nodes().size(), 1);

  std::vector<std::int64_t> change(nodes + 1, 0);
  for (MemorySlot& slot : plan.slots) {
    const std::int64_t bytes = slot.bytes == 0 ? 0 : aligned(slot.bytes) + 2 * guardBytes;
    if (slot.persistent) {
      slot.offset = plan.stateBytes + (slot.bytes == 0 ? 0 : guardBytes);
      plan.stateBytes += bytes;
    } else {
      change[slot.first] += bytes;
      change[slot.last + 1] -= bytes;
    }
  }
  std::partial_sum(change.begin(), change.end() - 1, change.begin());
  change.pop_back();
  const std::int64_t fullest = *std::max_element(change.begin(), change.end());
  for (const Value& value : graph.values())
    if (value.aliasOf == kNone && !isPersistent(value.role)) plan.sumBytes += value.bytes;

  std::vector<std::int64_t> offsets(plan.slots.size(), 0), best;
  for (const auto& order : placementOrders(plan.slots, change)) {
    const std::int64_t size = place(plan.slots, order, guardBytes, offsets);
    if (best.empty() || size < plan.stepBytes) {
      best = offsets;
      plan.stepBytes = size;
    }
    if (plan.stepBytes == fullest) break;  // no plan can be smaller
  }
  for (std::size_t i = 0; i < plan.slots.size(); ++i)
    if (!plan.slots[i].persistent) plan.slots[i].offset = best[i];
  change.resize(graph.nodes().size());
  plan.liveBytes = std::move(change);
  return plan;
}

std::int64_t activationBytes(const Graph& graph, const MemoryPlan& plan) {
  const std::size_t nodes = graph.nodes().size();
  std::vector<NodeId> lastRead(graph.values().size(), kNone);
  for (std::size_t n = 0; n < nodes; ++n)
    for (const ValueId input : graph.nodes()[n].inputs)
      if (input != kNone) lastRead[graph.storageOf(input)] = static_cast<NodeId>(n);
  // Values computed in place share a slot, which then holds an activation from the first of them to the last reader of any of them.
  struct Held {
    NodeId first = kNone, last = kNone;
  };
  std::vector<Held> held(plan.slots.size());
  for (std::size_t v = 0; v < graph.values().size(); ++v) {
    const Value& value = graph.values()[v];
    if (value.producer == kNone || value.aliasOf != kNone || plan.slotOf[v] < 0 || lastRead[v] == kNone) continue;
    const Node& maker = graph.node(value.producer);
    if (maker.phase != Phase::Forward && maker.phase != Phase::Recompute) continue;
    const bool ofState = std::all_of(maker.inputs.begin(), maker.inputs.end(),
                                     [&](ValueId input) { return input == kNone || isPersistent(graph.value(graph.storageOf(input)).role); });
    if (ofState) continue;
    Held& slot = held[plan.slotOf[v]];
    slot.first = slot.first == kNone ? value.producer : std::min(slot.first, value.producer);
    slot.last = std::max(slot.last, lastRead[v]);
  }
  std::vector<std::int64_t> change(nodes + 1, 0);
  for (std::size_t s = 0; s < held.size(); ++s) {
    if (held[s].first == kNone) continue;
    change[held[s].first] += aligned(plan.slots[s].bytes);
    change[held[s].last + 1] -= aligned(plan.slots[s].bytes);
  }
  std::partial_sum(change.begin(), change.end(), change.begin());
  return *std::max_element(change.begin(), change.end());
}

}  // namespace stepscope
