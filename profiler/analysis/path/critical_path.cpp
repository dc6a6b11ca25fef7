#include "profiler/analysis/path/critical_path.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "core/base/together.h"
#include "profiler/analysis/path/loader_load.h"
#include "profiler/trace/node_keys.h"

namespace stepscope {
namespace {

constexpr double kAllOfIt = 0.9;  // a class with a larger fraction of the path is the step itself

// Whether removing the class would remove the step itself.
bool isTheStep(const Trace& trace, const CriticalPath& path, TimeClass timeClass) {
  if (timeClass != TimeClass::Cpu && timeClass != TimeClass::Kernel) return false;
  std::int64_t all = 0;
  for (const std::int64_t ns : path.ns) all += ns;
  if (static_cast<double>(path.ns[static_cast<std::size_t>(timeClass)]) > kAllOfIt * static_cast<double>(all)) return true;
  const auto worksOnGpu = [](const TraceLane& lane) {
    return std::any_of(lane.kind.begin(), lane.kind.end(), [](std::uint8_t kind) { return isGpuWork(static_cast<SpanKind>(kind)); });
  };
  return timeClass == TimeClass::Cpu && std::none_of(trace.lanes.begin(), trace.lanes.end(), worksOnGpu);
}

std::string nameOf(const Trace& trace, const SpanRef& span) {
  if (span.lane < 0) return {};
  const TraceLane& lane = trace.laneOf(span);
  if (const TraceNode* node = nodeOf(trace, lane.node[span.index]); node && !isGpuWork(lane.kindOf(span.index))) return titleOf(*node);
  return std::string(trace.names.name(lane.name[span.index]));
}

}  // namespace

CriticalPath criticalPath(const Trace& trace) {
  return criticalPath(trace, StepReplay(trace));
}

CriticalPath criticalPath(const Trace& trace, const StepReplay& replay) {
  CriticalPath path;
  path.steps = replay.steps();
  path.stepNs = replay.recordedStepNs();
  path.lacking = replay.lacking();
  path.parts = replay.criticalPath();
  if (path.steps == 0) return path;

  // Summed by name number first, because there are few names but many parts.
  struct Sum {
    SpanRef example;
    PathKind kind{};
    TimeClass timeClass{};
    std::int64_t ns = 0, parts = 0;
  };
  std::unordered_map<std::uint64_t, Sum> sums;
  std::int64_t all = 0;
  std::size_t gap = 0;
  const std::vector<TimeRange>& between = replay.between();
  for (const PathPart& part : path.parts) {
    std::int64_t ns = part.range.end - part.range.begin;
    while (gap < between.size() && between[gap].end <= part.range.begin) ++gap;
    for (std::size_t g = gap; g < between.size() && between[g].begin < part.range.end; ++g)
      ns -= std::min(between[g].end, part.range.end) - std::max(between[g].begin, part.range.begin);
    if (ns <= 0) continue;
    all += ns;
    path.ns[static_cast<std::size_t>(part.timeClass)] += ns;
    std::uint64_t label = 0;
    if (part.span.lane >= 0) {
      const TraceLane& lane = trace.laneOf(part.span);
      const std::int32_t node = lane.node[part.span.index];
      label = node >= 0 && !isGpuWork(lane.kindOf(part.span.index)) ? (std::uint64_t{1} << 40) + static_cast<std::uint64_t>(node)
                                                                    : std::uint64_t{1} + lane.name[part.span.index];
    }
    Sum& sum = sums[(label << 8) | (static_cast<std::uint64_t>(part.kind) << 4) | static_cast<std::uint64_t>(part.timeClass)];
    if (sum.parts++ == 0) {
      sum.example = part.span;
      sum.kind = part.kind;
      sum.timeClass = part.timeClass;
    }
    sum.ns += ns;
  }
  std::map<std::tuple<std::string, PathKind, TimeClass>, PathRow> rows;
  for (const auto& [label, sum] : sums) {
    const std::string name = nameOf(trace, sum.example);
    PathRow& row = rows[{name, sum.kind, sum.timeClass}];
    row.name = name;
    row.kind = sum.kind;
    row.timeClass = sum.timeClass;
    row.parts += sum.parts;
    row.nsPerStep += static_cast<double>(sum.ns) / static_cast<double>(path.steps);
    row.share += all > 0 ? static_cast<double>(sum.ns) / static_cast<double>(all) : 0;
  }
  for (auto& [key, row] : rows) path.rows.push_back(std::move(row));
  std::stable_sort(path.rows.begin(), path.rows.end(), [](const PathRow& a, const PathRow& b) { return a.nsPerStep > b.nsPerStep; });
  return path;
}

std::vector<Gain> gainsOf(const Trace& trace, const StepReplay& replay, const CriticalPath& path, std::size_t names) {
  std::vector<Gain> gains;
  // Without the arrows from calls to GPU work a replay cannot move that work, whatever is removed.
  if (std::find(path.lacking.begin(), path.lacking.end(), Lacking::Launches) != path.lacking.end()) return gains;
  std::vector<SpanChange> changes;  // one for each gain
  const auto ask = [&](const std::string& name, bool ofClass, TimeClass timeClass, SpanChange change) {
    gains.push_back({name, ofClass, 0, timeClass, 0, 0});
    changes.push_back(std::move(change));
  };
  for (std::size_t c = 0; c < kTimeClasses; ++c)
    if (const auto timeClass = static_cast<TimeClass>(c); path.ns[c] > 0 && timeClass != TimeClass::Other && !isTheStep(trace, path, timeClass))
      ask(std::string(stepscope::nameOf(timeClass)), true, timeClass, withoutClass(timeClass));
  // The waits can become only as short as the loader's speed allows.
  double delivered = 0;
  if (const LoaderLoad load = loaderLoad(trace); load.busyNs > 0 && path.ns[static_cast<std::size_t>(TimeClass::DataLoader)] > 0) {
    const int workers = load.workers + 1;
    delivered = static_cast<double>(load.busyNs) / static_cast<double>(path.steps * static_cast<std::size_t>(workers));
    ask("loader_workers", false, TimeClass::DataLoader, withoutClass(TimeClass::DataLoader));
    gains.back().workers = workers;
  }
  // In our own traces "data wait" is all of its class, so the row of the class is enough.
  const auto isItsClass = [&](const PathRow& row) {
    const double ofClass = static_cast<double>(path.ns[static_cast<std::size_t>(row.timeClass)]);
    return row.nsPerStep * static_cast<double>(path.steps) >= 0.999 * ofClass &&
           std::any_of(gains.begin(), gains.end(), [&](const Gain& gain) { return gain.ofClass && gain.timeClass == row.timeClass; });
  };
  std::vector<std::string> asked;
  for (const PathRow& row : path.rows) {
    if (asked.size() >= names) break;
    if (isItsClass(row)) continue;
    if (row.name.empty() || (row.kind != PathKind::Host && row.kind != PathKind::Gpu)) continue;
    if (std::find(asked.begin(), asked.end(), row.name) != asked.end()) continue;
    asked.push_back(row.name);
    ask(row.name, false, row.timeClass, withoutOp(trace, row.name));
  }
  together(gains.size(), [&](std::size_t i) {
    gains[i].stepNs = std::min(path.stepNs, std::max(replay.stepNs(changes[i]), gains[i].workers > 0 ? delivered : 0.0));
    gains[i].gainNs = path.stepNs - gains[i].stepNs;
  });
  std::stable_sort(gains.begin(), gains.end(), [](const Gain& a, const Gain& b) { return a.gainNs > b.gainNs; });
  return gains;
}

}  // namespace stepscope
