#include "profiler/analysis/step_breakdown.h"

#include <algorithm>
#include <array>
#include <map>

#include "profiler/analysis/self_time.h"

namespace stepscope {
namespace {

constexpr std::size_t kCategories = static_cast<std::size_t>(Category::Other) + 1;

// As a step goes, with the time that no op accounts for at the end.
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

struct Interval {
  std::int64_t begin, duration;  // ns
};

StepBreakdown breakDownIntervals(const Trace& trace, const std::vector<Interval>& steps) {
  StepBreakdown breakdown;
  if (steps.empty()) return breakdown;
  breakdown.steps = static_cast<int>(steps.size());

  const std::int32_t track = trainerTrack(trace);
  std::vector<double> stepMs;
  std::int64_t allNs = 0;
  std::array<std::int64_t, kCategories> categoryNs{};
  std::map<std::pair<std::string, Category>, OpSums> ops;
  for (const auto& [begin, duration] : steps) {
    stepMs.push_back(static_cast<double>(duration) * 1e-6);
    allNs += duration;
    std::int64_t inSpans = 0;
    for (const SelfTime& self : selfTimes(trace, track, begin, begin + duration)) {
      const TraceLane& lane = trace.lanes[static_cast<std::size_t>(self.span.lane)];
      const auto category = static_cast<Category>(lane.category[self.span.index]);
      if (category == Category::Step || category == Category::Idle) continue;
      inSpans += self.ns;
      categoryNs[static_cast<std::size_t>(category)] += self.ns;
      const std::int32_t node = lane.node[self.span.index];
      if (node < 0 || static_cast<std::size_t>(node) >= trace.nodes.size()) continue;
      const TraceNode& described = trace.nodes[static_cast<std::size_t>(node)];
      OpSums& sums = ops[{described.title.empty() ? described.op : described.title, category}];
      ++sums.calls;
      sums.ns += self.ns;
      sums.flops += described.flops;
      sums.bytes += described.bytes;
      sums.nsOfLayer[described.layer] += self.ns;
    }
    categoryNs[static_cast<std::size_t>(Category::Idle)] += duration - inSpans;
  }

  breakdown.medianStepMs = quantileOf(stepMs, 0.5);
  breakdown.p95StepMs = quantileOf(stepMs, 0.95);
  for (const Category category : kOrder) {
    const std::int64_t ns = categoryNs[static_cast<std::size_t>(category)];
    if (ns == 0) continue;
    breakdown.categories.push_back(
        {category, static_cast<double>(ns) * 1e-6 / breakdown.steps, allNs > 0 ? static_cast<double>(ns) / static_cast<double>(allNs) : 0});
  }
  for (const auto& [key, sums] : ops) breakdown.ops.push_back(opTime(key.first, key.second, sums, breakdown.steps, allNs));
  std::stable_sort(breakdown.ops.begin(), breakdown.ops.end(), [](const OpTime& a, const OpTime& b) { return a.msPerStep > b.msPerStep; });
  return breakdown;
}

}  // namespace

StepBreakdown breakDown(const Trace& trace) {
  std::vector<Interval> steps;
  for (const SpanRef& step : stepSpans(trace)) {
    const TraceLane& lane = trace.lanes[static_cast<std::size_t>(step.lane)];
    steps.push_back({lane.start[step.index], lane.duration[step.index]});
  }
  return breakDownIntervals(trace, steps);
}

StepBreakdown breakDown(const Trace& trace, std::int64_t begin, std::int64_t end) {
  if (end <= begin || trainerTrack(trace) < 0) return {};
  return breakDownIntervals(trace, {{begin, end - begin}});
}

std::optional<std::pair<std::int32_t, std::int32_t>> nodesWithin(const Trace& trace, std::int64_t begin, std::int64_t end) {
  std::optional<std::pair<std::int32_t, std::int32_t>> nodes;
  for (const TraceLane& lane : trace.lanes) {
    // One before the first that starts within may reach into the range.
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
