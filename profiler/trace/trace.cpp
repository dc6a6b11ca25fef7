#include "profiler/trace/trace.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <type_traits>

#include "profiler/trace/sort_flows.h"

namespace stepscope {

std::string_view nameOf(Category category) {
  switch (category) {
    case Category::Forward: return "forward";
    case Category::Backward: return "backward";
    case Category::Recompute: return "recompute";
    case Category::Optimizer: return "optimizer";
    case Category::Data: return "data";
    case Category::Validation: return "validation";
    case Category::Copy: return "copies and casts";
    case Category::Idle: return "idle";
    case Category::Step: return "step";
    case Category::Other: return "other";
  }
  return "?";
}

std::string_view nameOf(SpanKind kind) {
  switch (kind) {
    case SpanKind::Other: return "";
    case SpanKind::CpuOp: return "cpu_op";
    case SpanKind::Annotation: return "user_annotation";
    case SpanKind::Python: return "python_function";
    case SpanKind::Runtime: return "cuda_runtime";
    case SpanKind::Kernel: return "kernel";
    case SpanKind::Memcpy: return "gpu_memcpy";
    case SpanKind::Memset: return "gpu_memset";
    case SpanKind::Sync: return "cuda_sync";
    case SpanKind::GpuAnnotation: return "gpu_user_annotation";
    case SpanKind::Overhead: return "overhead";
  }
  return "";
}

std::size_t Trace::spanCount() const {
  std::size_t count = 0;
  for (const TraceLane& lane : lanes) count += lane.size();
  return count;
}

std::int64_t Trace::eventCount() const {
  if (events > 0) return events;
  std::size_t count = spanCount();
  for (const TraceMarks& track : marks) count += track.size();
  for (const TraceCounter& counter : counters) count += counter.time.size();
  return static_cast<std::int64_t>(count);
}

std::size_t Trace::residentBytes() const {
  std::size_t bytes = sizeof(Trace) + names.bytes();
  const auto add = [&](const auto&... columns) { ((bytes += columns.capacity() * sizeof(columns[0])), ...); };
  for (const TraceLane& lane : lanes) add(lane.start, lane.duration, lane.name, lane.category, lane.node, lane.step, lane.kind, lane.arguments);
  for (const TraceMarks& track : marks) add(track.time, track.name, track.arguments);
  for (const TraceCounter& counter : counters) add(counter.time, counter.value);
  add(flows.from, flows.to, flows.kind, flows.byTo);
  add(processes, devices, tracks, lanes, marks, counters, nodes, atPeak, notes);
  return bytes;
}

std::vector<std::uint32_t> flowsFrom(const Trace& trace, SpanRef span) {
  const auto [first, last] = std::equal_range(trace.flows.from.begin(), trace.flows.from.end(), span);
  std::vector<std::uint32_t> found;
  for (auto at = first; at != last; ++at) found.push_back(static_cast<std::uint32_t>(at - trace.flows.from.begin()));
  return found;
}

std::vector<std::uint32_t> flowsTo(const Trace& trace, SpanRef span) {
  const TraceFlows& flows = trace.flows;
  auto at = std::lower_bound(flows.byTo.begin(), flows.byTo.end(), span,
                             [&](std::uint32_t flow, const SpanRef& wanted) { return flows.to[flow] < wanted; });
  std::vector<std::uint32_t> found;
  for (; at != flows.byTo.end() && flows.to[*at] == span; ++at) found.push_back(*at);
  return found;
}

void sortFlows(TraceFlows& flows) {
  sortFlows(flows, [] {});
}

void sortFlows(TraceFlows& flows, const std::function<void()>& between) {
  std::vector<std::uint32_t> order(flows.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    between();
    return std::tie(flows.from[a], flows.to[a], flows.kind[a]) < std::tie(flows.from[b], flows.to[b], flows.kind[b]);
  });
  const auto sorted = [&](auto& column) {
    std::remove_reference_t<decltype(column)> moved;
    moved.reserve(order.size());
    for (const std::uint32_t i : order) moved.push_back(column[i]);
    column = std::move(moved);
  };
  sorted(flows.from);
  sorted(flows.to);
  sorted(flows.kind);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    between();
    return flows.to[a] < flows.to[b];
  });
  flows.byTo = std::move(order);
}

TrackRole roleOfName(std::string_view name) {
  return name == "Trainer"                   ? TrackRole::Trainer
         : name == "Loader"                  ? TrackRole::Loader
         : name == "loader queue"            ? TrackRole::LoaderQueue
         : name.starts_with("Loader worker") ? TrackRole::LoaderWorker
                                             : TrackRole::Other;
}

}  // namespace stepscope
