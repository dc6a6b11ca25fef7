#include "profiler/analysis/step_breakdown.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "profiler/analysis/busy_time.h"
#include "profiler/analysis/self_time.h"
#include "profiler/analysis/step_windows.h"
#include "profiler/analysis/stream_times.h"
#include "profiler/analysis/time_class.h"
#include "profiler/trace/node_keys.h"

namespace stepscope {
namespace {

constexpr std::size_t kCategories = static_cast<std::size_t>(Category::Other) + 1;

// In the order of a step; the time outside of ops comes last.
constexpr std::array kOrder{Category::Data, Category::Forward,    Category::Recompute, Category::Backward, Category::Optimizer,
                            Category::Copy, Category::Validation, Category::Other,     Category::Idle};

struct OpSums {
  std::int64_t calls = 0, ns = 0, flops = 0, bytes = 0;
  std::map<std::string, std::int64_t> nsOfLayer;
};

OpTime opTime(const std::string& title, Category category, const OpSums& sums, int steps, std::int64_t allNs) {
  OpTime op;
  op.title = title;
  op.category = category;
  op.callsPerStep = static_cast<double>(sums.calls) / steps;
  op.msPerStep = static_cast<double>(sums.ns) * 1e-6 / steps;
  op.share = allNs > 0 ? static_cast<double>(sums.ns) / static_cast<double>(allNs) : 0;
  if (sums.ns > 0) {
    op.gflops = static_cast<double>(sums.flops) / static_cast<double>(sums.ns);
    op.gigabytesPerSecond = static_cast<double>(sums.bytes) / static_cast<double>(sums.ns);
  }
  std::int64_t most = -1;
  for (const auto& [layer, ns] : sums.nsOfLayer)
    if (ns > most) {
      most = ns;
      op.costliestLayer = layer;
    }
  return op;
}

using RangesByCategory = std::array<std::vector<TimeRange>, kCategories>;

std::size_t at(Category category) {
  return static_cast<std::size_t>(category);
}

// Calls `see` for the spans of a lane that overlap a range.
template <class See>
void forSpansIn(const TraceLane& lane, const TimeRange& range, const See& see) {
  for (std::size_t i = firstEndingAfter(lane, range.begin); i < lane.size() && lane.start[i] < range.end; ++i) see(i);
}

// The spans that overlap `range` and that `wanted` accepts, by category, whatever else runs at the time.
template <class Wanted>
RangesByCategory rangesByCategory(const Trace& trace, const TimeRange& range, const Wanted& wanted) {
  std::array<std::vector<std::vector<TimeRange>>, kCategories> runs;
  for (const TraceLane& lane : trace.lanes) {
    RangesByCategory here;
    forSpansIn(lane, range, [&](std::size_t i) {
      if (wanted(lane, i)) here[lane.category[i]].push_back({lane.start[i], lane.start[i] + lane.duration[i]});
    });
    for (std::size_t c = 0; c < kCategories; ++c)
      if (!here[c].empty()) runs[c].push_back(std::move(here[c]));
  }
  RangesByCategory ranges;
  for (std::size_t c = 0; c < kCategories; ++c) ranges[c] = unitedRuns(std::move(runs[c]));
  return ranges;
}

// The times of the thread of the steps by category. Each moment belongs to the deepest span that is open.
RangesByCategory trainerRanges(const Trace& trace, std::int32_t track, const TimeRange& range) {
  RangesByCategory ranges;
  for (const SelfSegment& segment : selfSegments(trace, track, range.begin, range.end))
    ranges[trace.laneOf(segment.span).category[segment.span.index]].push_back({segment.begin, segment.end});
  return ranges;
}

struct Phases {
  std::array<std::int64_t, kCategories> ns{};
  std::vector<TimeRange> rest;

  void take(const RangesByCategory& ranges) {
    for (const Category category : kOrder) take(category, ranges[at(category)]);
  }
  void take(Category category, const std::vector<TimeRange>& ranges) {
    if (category == Category::Idle || category == Category::Step || ranges.empty()) return;
    const std::vector<TimeRange> taken = intersection(rest, ranges);
    ns[at(category)] += lengthOf(taken);
    rest = difference(rest, taken);
  }
};

std::array<std::int64_t, kCategories> phasesOf(const Trace& trace, std::int32_t track, const std::vector<TimeRange>& within) {
  Phases phases;
  phases.rest = within;
  const TimeRange range{within.front().begin, within.back().end};
  const RangesByCategory trainer = trainerRanges(trace, track, range);
  phases.take(Category::Data, loaderWaits(trace));
  RangesByCategory gpu = rangesByCategory(trace, range, [](const TraceLane& lane, std::size_t i) { return isGpuWork(lane.kindOf(i)); });
  phases.take(gpu);
  phases.take(trainer);
  const TimeClasses classes(trace);
  phases.take(rangesByCategory(trace, range, [&](const TraceLane& lane, std::size_t i) {
    return lane.kindOf(i) == SpanKind::CpuOp && lane.track != track && classes.of(lane, i) == TimeClass::Cpu;
  }));
  phases.ns[at(Category::Idle)] = lengthOf(phases.rest);
  return phases.ns;
}

using OpSumsByTitle = std::map<std::pair<std::string, Category>, OpSums>;

// A node computed by a GPU gets the time of all its kernels. Any other node gets the time that the thread of the steps spent in
// it.
OpSumsByTitle opsOf(const Trace& trace, std::int32_t track, const std::vector<TimeRange>& within) {
  struct Node {
    std::int64_t calls = 0, ns = 0;
  };
  if (trace.nodes.empty()) return {};
  std::vector<std::array<Node, kCategories>> nodes(trace.nodes.size());  // by the category of the spans, which is nearly always one
  const auto isNode = [&](std::int32_t node) { return node >= 0 && static_cast<std::size_t>(node) < nodes.size(); };
  std::vector<char> onGpu(trace.nodes.size(), 0);
  std::set<std::pair<std::int32_t, std::int32_t>> called;  // node and step
  const TimeRange all{within.front().begin, within.back().end};
  const StreamTimes times(trace);
  for (const TraceLane& lane : trace.lanes)
    forSpansIn(lane, all, [&](std::size_t i) {
      if (!isGpuWork(lane.kindOf(i)) || !isNode(lane.node[i])) return;
      const auto range =
          std::upper_bound(within.begin(), within.end(), lane.start[i], [](std::int64_t start, const TimeRange& r) { return start < r.end; });
      if (range == within.end() || lane.start[i] < range->begin) return;
      onGpu[static_cast<std::size_t>(lane.node[i])] = 1;
      Node& node = nodes[static_cast<std::size_t>(lane.node[i])][lane.category[i]];
      node.ns += times.ns(lane, i);
      node.calls += called.emplace(lane.node[i], lane.step[i]).second;
    });
  for (const TimeRange& range : within)
    for (const SelfTime& self : selfTimes(trace, track, range.begin, range.end)) {
      const TraceLane& lane = trace.laneOf(self.span);
      const std::int32_t number = lane.node[self.span.index];
      if (!isNode(number) || onGpu[static_cast<std::size_t>(number)]) continue;
      Node& node = nodes[static_cast<std::size_t>(number)][lane.category[self.span.index]];
      node.ns += self.ns;
      ++node.calls;
    }
  OpSumsByTitle ops;
  for (std::size_t n = 0; n < nodes.size(); ++n)
    for (std::size_t c = 0; c < kCategories; ++c) {
      const Node& node = nodes[n][c];
      if (node.calls == 0) continue;
      const TraceNode& described = trace.nodes[n];
      OpSums& sums = ops[{titleOf(described), static_cast<Category>(c)}];
      sums.ns += node.ns;
      sums.calls += node.calls;
      sums.flops += node.calls * described.flops;
      sums.bytes += node.calls * described.bytes;
      sums.nsOfLayer[described.layer] += node.ns;
    }
  return ops;
}

// `steps` are sorted and do not overlap.
StepBreakdown breakDownRanges(const Trace& trace, const std::vector<TimeRange>& steps) {
  StepBreakdown breakdown;
  if (steps.empty()) return breakdown;
  breakdown.steps = static_cast<int>(steps.size());
  const std::int32_t track = trainerTrack(trace);
  std::vector<double> stepMs;
  for (const TimeRange& step : steps) stepMs.push_back(static_cast<double>(step.end - step.begin) * 1e-6);
  const std::int64_t allNs = lengthOf(steps);
  breakdown.medianStepMs = quantileOf(stepMs, 0.5);
  breakdown.p95StepMs = quantileOf(stepMs, 0.95);
  const std::array<std::int64_t, kCategories> phases = phasesOf(trace, track, steps);
  for (const Category category : kOrder) {
    const std::int64_t ns = phases[at(category)];
    if (ns == 0) continue;
    breakdown.categories.push_back(
        {category, static_cast<double>(ns) * 1e-6 / breakdown.steps, allNs > 0 ? static_cast<double>(ns) / static_cast<double>(allNs) : 0});
  }
  for (const auto& [key, sums] : opsOf(trace, track, steps)) breakdown.ops.push_back(opTime(key.first, key.second, sums, breakdown.steps, allNs));
  std::stable_sort(breakdown.ops.begin(), breakdown.ops.end(), [](const OpTime& a, const OpTime& b) { return a.msPerStep > b.msPerStep; });
  return breakdown;
}

}  // namespace

StepBreakdown breakDown(const Trace& trace) {
  std::vector<TimeRange> steps;
  for (const StepWindow& step : stepWindows(trace).steps) steps.push_back(step.host);
  return breakDownRanges(trace, steps);
}

StepBreakdown breakDown(const Trace& trace, std::int64_t begin, std::int64_t end) {
  if (end <= begin || trainerTrack(trace) < 0) return {};
  return breakDownRanges(trace, {{begin, end}});
}

std::optional<std::pair<std::int32_t, std::int32_t>> nodesWithin(const Trace& trace, std::int64_t begin, std::int64_t end) {
  std::optional<std::pair<std::int32_t, std::int32_t>> nodes;
  for (const TraceLane& lane : trace.lanes) {
    // The span before the first one that starts inside may also overlap the range.
    auto i = static_cast<std::size_t>(std::lower_bound(lane.start.begin(), lane.start.end(), begin) - lane.start.begin());
    if (i > 0 && lane.start[i - 1] + lane.duration[i - 1] > begin) --i;
    for (; i < lane.size() && lane.start[i] < end; ++i) {
      const std::int32_t node = lane.node[i];
      if (node < 0) continue;
      nodes = nodes ? std::pair(std::min(nodes->first, node), std::max(nodes->second, node)) : std::pair(node, node);
    }
  }
  return nodes;
}

}  // namespace stepscope
