#include "tests/core/passes/plan_check.h"

#include <algorithm>

#include "core/graph/op.h"

namespace stepscope {

namespace {

constexpr std::int64_t kCell = 64;

// The two arenas in cells of 64 bytes; each cell knows the storage owner that was written there last.
class Paper {
 public:
  Paper(const Graph& graph, const MemoryPlan& plan) : graph_(graph), plan_(plan) {
    state_.assign(cells(plan.stateBytes), kNone);
    step_.assign(cells(plan.stepBytes), kNone);
  }

  std::string run() {
    if (plan_.slotOf.size() != graph_.values().size()) return "slotOf does not name every value";
    for (std::size_t v = 0; v < graph_.values().size(); ++v) {
      const MemorySlot& slot = slotOf(static_cast<ValueId>(v));
      const Value& value = graph_.values()[v];
      if (slot.offset % kCell != 0) return value.name + " is not aligned";
      if (slot.bytes < value.bytes) return value.name + " does not fit its slot";
      if (slot.offset < 0 || slot.offset + slot.bytes > (slot.persistent ? plan_.stateBytes : plan_.stepBytes)) return value.name + " lies outside";
      if (slot.persistent != isPersistent(graph_.value(graph_.storageOf(static_cast<ValueId>(v))).role)) return value.name + " is in the wrong arena";
      if (value.producer == kNone) write(static_cast<ValueId>(v));
    }
    for (const Node& node : graph_.nodes()) {
      if (const std::string broken = check(node); !broken.empty()) return broken;
      for (ValueId output : node.outputs)
        if (graph_.value(output).aliasOf == kNone) write(output);
      for (ValueId output : node.outputs)
        if (!isWhole(output)) return node.scope + ": two outputs overlap";
    }
    for (std::size_t v = 0; v < graph_.values().size(); ++v) {
      if (graph_.values()[v].producer == kNone && !isWhole(static_cast<ValueId>(v))) return graph_.values()[v].name + " was overwritten";
    }
    for (const auto& [name, value] : graph_.outputs())
      if (!isWhole(value)) return "the output " + name + " is gone at the end";
    return {};
  }

 private:
  static std::size_t cells(std::int64_t bytes) { return static_cast<std::size_t>((bytes + kCell - 1) / kCell); }
  const MemorySlot& slotOf(ValueId id) const { return plan_.slots[plan_.slotOf[id]]; }
  std::vector<ValueId>& arena(const MemorySlot& slot) { return slot.persistent ? state_ : step_; }

  void write(ValueId id) {
    const MemorySlot& slot = slotOf(id);
    auto begin = arena(slot).begin() + slot.offset / kCell;
    std::fill(begin, begin + static_cast<std::ptrdiff_t>(cells(graph_.value(id).bytes)), id);
  }

  bool isWhole(ValueId id) {
    const ValueId owner = graph_.storageOf(id);
    const MemorySlot& slot = slotOf(id);
    auto begin = arena(slot).begin() + slot.offset / kCell;
    return std::all_of(begin, begin + static_cast<std::ptrdiff_t>(cells(graph_.value(owner).bytes)), [&](ValueId v) { return v == owner; });
  }

  static bool overlap(const MemorySlot& a, const MemorySlot& b) {
    return a.persistent == b.persistent && a.bytes > 0 && b.bytes > 0 && a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
  }

  // Inputs are whole, and no output is written over an input unless the op table allows it.
  std::string check(const Node& node) {
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      if (node.inputs[i] == kNone) continue;
      if (!isWhole(node.inputs[i])) return node.scope + " reads " + graph_.value(node.inputs[i]).name + ", which was overwritten";
      for (std::size_t o = 0; o < node.outputs.size(); ++o) {
        if (graph_.value(node.outputs[o]).aliasOf != kNone) continue;
        const MemorySlot &in = slotOf(node.inputs[i]), &out = slotOf(node.outputs[o]);
        if (!overlap(in, out)) continue;
        const auto& pairs = node.op->inPlace;
        const bool allowed = std::any_of(pairs.begin(), pairs.end(), [&](const InPlacePair& pair) {
          return pair.input == static_cast<int>(i) && pair.output == static_cast<int>(o);
        });
        if (!allowed || in.offset != out.offset) return node.scope + " writes over its own input " + graph_.value(node.inputs[i]).name;
      }
    }
    return {};
  }

  const Graph& graph_;
  const MemoryPlan& plan_;
  std::vector<ValueId> state_, step_;
};

}  // namespace

std::string whatThePlanBreaks(const Graph& graph, const MemoryPlan& plan) {
  return Paper(graph, plan).run();
}

}  // namespace stepscope
