#include "core/backend/memory_check.h"

#include <fmt/format.h>

#include <array>
#include <cstring>

#include "core/base/error.h"
#include "core/graph/op.h"

namespace stepscope {

namespace {

// The pattern repeats two bytes that are a NaN in f16 and bf16, and written twice a NaN in f32: a kernel that computes with a guard gets NaN in its
// result.
constexpr std::size_t kPatternBytes = MemoryCheck::kGuardBytes + 64 + 1;
constexpr auto kPattern = [] {
  std::array<std::byte, kPatternBytes> pattern{};
  for (std::size_t i = 0; i < pattern.size(); ++i) pattern[i] = i % 2 == 0 ? std::byte{0xCA} : std::byte{0x7F};
  return pattern;
}();
// NaN of every floating point type, -1 of integers.
constexpr int kPoison = 0xFF;

constexpr std::int64_t aligned(std::int64_t bytes) {
  return (bytes + 63) / 64 * 64;
}

// The pattern after a value: the rest of its last cache line and its guard.
const std::byte* patternBehind(std::int64_t bytes) {
  return kPattern.data() + bytes % 2;
}
std::size_t bytesBehind(std::int64_t bytes) {
  return static_cast<std::size_t>(aligned(bytes) - bytes + MemoryCheck::kGuardBytes);
}

}  // namespace

MemoryCheck::MemoryCheck(const Graph& graph, const MemoryPlan& plan, const std::vector<NodeKernel>& kernels, const std::vector<ValueId>& workspaces)
    : graph_(graph), plan_(plan), kernels_(kernels), workspaces_(workspaces) {
  const std::size_t slots = plan.slots.size();
  host_.assign(slots, false);
  kept_.assign(slots, false);
  for (std::size_t s = 0; s < slots; ++s) host_[s] = kept_[s] = !plan.slots[s].persistent && graph.value(plan.slots[s].value).producer == kNone;
  for (const auto& [name, value] : graph.outputs()) kept_[slotOf(value)] = true;
}

SlotId MemoryCheck::slotOf(ValueId value) const {
  return plan_.slotOf[value];
}

void MemoryCheck::attach(std::byte* state, std::byte* step, const std::vector<bool>& run) {
  const std::size_t slots = plan_.slots.size();
  places_.assign(slots, {});
  alive_.assign(slots, false);
  begins_.assign(run.size(), {});
  ends_.assign(run.size(), {});
  for (std::size_t s = 0; s < slots; ++s) {
    const MemorySlot& slot = plan_.slots[s];
    if (slot.bytes == 0) continue;
    const bool made = !slot.persistent && !host_[s];
    if (made && !run[slot.first]) continue;
    places_[s] = {(slot.persistent ? state : step) + slot.offset, slot.bytes};
    if (slot.persistent) {
      layGuards(s);
      alive_[s] = true;
    }
    if (!made) continue;
    begins_[slot.first].push_back(s);
    NodeId last = slot.last;
    while (!run[last]) --last;  // stops at the latest at the node that makes it
    if (!kept_[s]) ends_[last].push_back(s);
    poison(s);
  }
}

void MemoryCheck::beginStep() {
  for (std::size_t s = 0; s < places_.size(); ++s) {
    if (!host_[s] || !places_[s].data) continue;
    layGuards(s);
    alive_[s] = true;
  }
}

void MemoryCheck::before(NodeId node) {
  for (const std::size_t s : begins_[node]) {
    layGuards(s);
    poison(s);
    alive_[s] = true;
  }
}

void MemoryCheck::after(NodeId node) const {
  const Node& ran = graph_.node(node);
  const auto check = [&](ValueId value, const char* what) {
    if (value == kNone || !alive_[slotOf(value)]) return;
    const SlotId s = slotOf(value);
    if (const std::string found = damage(s); !found.empty()) report(node, what, value, found);
  };
  for (const ValueId output : ran.outputs) check(output, output == workspaces_[node] ? "workspace" : "output");
  for (const ValueId input : ran.inputs) check(input, "input");
}

void MemoryCheck::release(NodeId node) {
  for (const std::size_t s : ends_[node]) {
    poison(s);
    alive_[s] = false;
  }
}

void MemoryCheck::endStep() const {
  for (std::size_t s = 0; s < places_.size(); ++s) {
    if (!alive_[s]) continue;
    if (const std::string found = damage(s); !found.empty()) report(kNone, "value", plan_.slots[s].value, found);
  }
}

void MemoryCheck::layGuards(std::size_t slot) const {
  const Place& place = places_[slot];
  std::memcpy(place.data - kGuardBytes, kPattern.data(), kGuardBytes);
  std::memcpy(place.data + place.bytes, patternBehind(place.bytes), bytesBehind(place.bytes));
}

void MemoryCheck::poison(std::size_t slot) const {
  std::memset(places_[slot].data, kPoison, static_cast<std::size_t>(places_[slot].bytes));
}

std::string MemoryCheck::damage(std::size_t slot) const {
  const Place& place = places_[slot];
  const std::byte* const front = place.data - kGuardBytes;
  if (std::memcmp(front, kPattern.data(), kGuardBytes) != 0) {
    std::int64_t byte = kGuardBytes - 1;
    while (front[byte] == kPattern[static_cast<std::size_t>(byte)]) --byte;
    return fmt::format("before the beginning (byte {})", byte - kGuardBytes);
  }
  const std::byte *const end = place.data + place.bytes, *const expected = patternBehind(place.bytes);
  if (std::memcmp(end, expected, bytesBehind(place.bytes)) != 0) {
    std::int64_t byte = 0;
    while (end[byte] == expected[byte]) ++byte;
    return fmt::format("after the end (byte {})", byte);
  }
  return {};
}

void MemoryCheck::report(NodeId node, const char* what, ValueId value, const std::string& damage) const {
  const std::string name =
      fmt::format("\"{}\" ({}, {} bytes)", graph_.nameOf(value), toString(graph_.value(value).shape), plan_.slots[slotOf(value)].bytes);
  if (node == kNone) throw Error(ErrorKind::Internal, "memory", fmt::format("a kernel of the step wrote {} of {}", damage, name));
  const Node& ran = graph_.node(node);
  throw Error(ErrorKind::Internal, ran.scope,
              fmt::format("kernel {} of {} wrote {} of its {} {}", kernels_[node].kernel, ran.op->name, damage, what, name));
}

}  // namespace stepscope
