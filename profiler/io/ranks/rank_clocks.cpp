#include "profiler/io/ranks/rank_clocks.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <tuple>
#include <vector>

#include "profiler/trace/communication_names.h"

namespace stepscope {
namespace {

constexpr std::size_t kFewest = 3;                       // fewest common operations
constexpr std::size_t kMost = 20'000;                    // most operations that are examined
constexpr std::int64_t kDate = 100'000'000'000'000'000;  // ns: a clock above it counts from 1970
constexpr std::int64_t kAgreeing = 50'000;               // ns: the largest difference between clocks of two GPUs in one machine

struct Key {
  std::int32_t step;
  std::string name;
  std::int64_t number;
  friend auto operator<=>(const Key&, const Key&) = default;
};

// The end times of operations that all ranks finish together.
std::map<Key, std::int64_t> endsOf(const Trace& trace, bool& steps) {
  struct Found {
    std::int64_t start, end;
    std::int32_t step;
    std::uint32_t name;
  };
  std::vector<char> wanted(trace.names.size(), 0);
  for (std::uint32_t id = 0; id < trace.names.size(); ++id) {
    const std::string_view name = trace.names.name(id);
    // A broadcast or a message ends when its own rank has finished.
    wanted[id] = namesCommunication(name) && name.find("SendRecv") == std::string_view::npos && name.find("Broadcast") == std::string_view::npos;
  }
  std::vector<Found> found;
  for (const TraceLane& lane : trace.lanes)
    for (std::size_t i = 0; i < lane.size(); ++i)
      if (lane.kindOf(i) == SpanKind::Kernel && wanted[lane.name[i]])
        found.push_back({lane.start[i], lane.start[i] + lane.duration[i], lane.step[i], lane.name[i]});
  std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return std::tie(a.start, a.name) < std::tie(b.start, b.name); });
  steps = std::any_of(found.begin(), found.end(), [](const Found& f) { return f.step >= 0; });
  std::map<std::pair<std::int32_t, std::uint32_t>, std::int64_t> numbers;
  std::map<Key, std::int64_t> ends;
  for (const Found& f : found) {
    if (steps && f.step < 0) continue;
    if (ends.size() >= kMost) break;
    const std::int64_t number = numbers[{f.step, f.name}]++;
    ends.emplace(Key{f.step, std::string(trace.names.name(f.name)), number}, f.end);
  }
  return ends;
}

std::int64_t medianOf(std::vector<std::int64_t> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

std::string inUnits(std::int64_t ns) {
  const std::int64_t size = ns < 0 ? -ns : ns;
  if (size < 10'000'000) return std::to_string((size + 500) / 1000) + " us";
  if (size < 10'000'000'000) return std::to_string((size + 500'000) / 1'000'000) + " ms";
  return std::to_string((size + 500'000'000) / 1'000'000'000) + " s";
}

std::map<std::int32_t, std::int64_t> stepBegins(const Trace& trace) {
  std::map<std::int32_t, std::int64_t> begins;
  for (const TraceLane& lane : trace.lanes)
    for (std::size_t i = 0; i < lane.size(); ++i)
      if (lane.category[i] == static_cast<std::uint8_t>(Category::Step) && lane.step[i] >= 0) begins.try_emplace(lane.step[i], lane.start[i]);
  return begins;
}

}  // namespace

ClockShift clockShift(const Trace& first, const Trace& other, const std::string& reference) {
  const bool dates = first.begin > kDate && other.begin > kDate;
  bool stepsA = false, stepsB = false;
  const std::map<Key, std::int64_t> a = endsOf(first, stepsA), b = endsOf(other, stepsB);
  std::vector<std::int64_t> differences;
  if (stepsA == stepsB && (stepsA || a.size() == b.size()))
    for (const auto& [key, end] : b)
      if (const auto same = a.find(key); same != a.end()) {
        std::int64_t difference = 0;
        if (!__builtin_sub_overflow(end, same->second, &difference)) differences.push_back(difference);
      }
  if (differences.size() >= kFewest) {
    const std::int64_t offset = medianOf(differences);
    std::vector<std::int64_t> apart;
    for (const std::int64_t difference : differences) {
      std::int64_t far = 0;
      apart.push_back(__builtin_sub_overflow(difference, offset, &far) ? INT64_MAX : far < 0 ? -far : far);
    }
    const std::int64_t spread = medianOf(apart), size = offset < 0 ? -offset : offset;
    const std::string common = std::to_string(differences.size());
    if (dates && size <= std::max(kAgreeing, spread > INT64_MAX / 3 ? INT64_MAX : 3 * spread))
      return {0, "its clock agrees with that of " + reference + " within " + inUnits(size) + " at the ends of " + common + " common collectives"};
    if (size < 500)
      return {-offset, "its clock agrees with that of " + reference + " at the ends of " + common + " common collectives"};  // would be shown as 0 us
    if (offset < 0)
      return {-offset, "its times are moved: its clock is " + inUnits(size) + " behind that of " + reference + " at the ends of " + common +
                           " common collectives"};
    return {-offset, "its times are moved: its clock is " + inUnits(size) + " ahead of that of " + reference + " at the ends of " + common +
                         " common collectives"};
  }
  if (dates && other.begin < first.end && first.begin < other.end)
    return {0, "it is aligned with " + reference + " by the clocks of their machines, which is exact on one machine only"};
  const std::map<std::int32_t, std::int64_t> stepsOfFirst = stepBegins(first), stepsOfOther = stepBegins(other);
  for (const auto& [step, begin] : stepsOfOther)
    if (const auto same = stepsOfFirst.find(step); same != stepsOfFirst.end()) {
      std::int64_t shift = 0;
      if (__builtin_sub_overflow(same->second, begin, &shift)) break;
      return {shift,
              "its times are moved so that step " + std::to_string(step) + " begins with that of " + reference + ": the clocks are not comparable"};
    }
  std::int64_t shift = 0;
  if (__builtin_sub_overflow(first.begin, other.begin, &shift)) return {0, "its clock is not comparable with that of " + reference};
  return {shift, "its times are moved so that it begins with " + reference + ": the clocks are not comparable"};
}

}  // namespace stepscope
