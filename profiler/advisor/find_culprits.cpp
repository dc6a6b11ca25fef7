#include "profiler/advisor/find_culprits.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

#include "core/base/units.h"
#include "profiler/advisor/wording.h"
#include "profiler/analysis/busy_time.h"
#include "profiler/analysis/self_time.h"

namespace stepscope {
namespace {

constexpr double kLeast = 0.05;  // fraction of the evidence's time; smaller culprits are left out

std::vector<std::string> sentences(const std::vector<Culprit>& culprits, double allNs) {
  std::vector<std::string> texts;
  for (const Culprit& culprit : culprits) {
    const double share = allNs > 0 ? std::min(static_cast<double>(culprit.ns) / allNs, 1.0) : 0;
    if (share >= kLeast) texts.push_back(fmt::format("{} ({})", culprit.place, advice::percent(share)));
  }
  return texts;
}

}  // namespace

void addCulprits(const TraceFacts& facts, std::vector<Finding>& findings) {
  const Trace& trace = *facts.trace;
  std::optional<HostStacks> stacks;
  for (Finding& finding : findings) {
    if (finding.outcome != Outcome::Found || finding.evidence.empty() || !finding.culprits.empty()) continue;
    if (!stacks) stacks.emplace(trace);
    if (!finding.evidence.spans.empty()) {
      const std::vector<SpanRef>& sources = finding.evidence.sources.empty() ? finding.evidence.spans : finding.evidence.sources;
      double all = 0;
      for (const SpanRef& span : sources) all += static_cast<double>(trace.laneOf(span).duration[span.index]);
      finding.culprits = sentences(culpritsOf(*stacks, sources), all);
    } else if (!finding.evidence.ranges.empty()) {
      std::vector<TimeRange> steps;
      for (const StepFacts& step : facts.steps) steps.push_back(step.range);
      std::vector<TimeRange> ranges = united(finding.evidence.ranges);
      if (!steps.empty()) ranges = intersection(ranges, steps);  // time between steps is not explained
      finding.culprits = sentences(framesWithin(facts, *stacks, ranges), static_cast<double>(lengthOf(ranges)));
    }
  }
}

std::string excessOf(const TraceFacts& facts, const HostStacks& stacks, const std::vector<StepFacts>& slow, const std::vector<StepFacts>& usual) {
  constexpr double kLeastPart = 1.0 / 3, kSame = 0.8;
  const Trace& trace = *facts.trace;
  if (slow.empty() || usual.empty()) return {};
  const auto meanNs = [&](const std::vector<StepFacts>& steps, const std::function<double(const TimeRange&)>& of) {
    double sum = 0;
    for (const StepFacts& step : steps) sum += of(step.range);
    return sum / static_cast<double>(steps.size());
  };
  const auto length = [](const TimeRange& range) { return static_cast<double>(range.end - range.begin); };
  const double all = meanNs(slow, length) - meanNs(usual, length);
  // By name: ns per step in the slow steps, and in the usual ones.
  std::vector<double> ofSlow(trace.names.size()), ofUsual(trace.names.size());
  const auto add = [&](const TraceLane& lane, const std::vector<StepFacts>& steps, std::vector<double>& sums) {
    for (const StepFacts& step : steps)
      for (std::size_t i = firstEndingAfter(lane, step.range.begin); i < lane.size() && lane.start[i] < step.range.end; ++i) {
        if (static_cast<Category>(lane.category[i]) == Category::Step || lane.kindOf(i) == SpanKind::GpuAnnotation) continue;
        const std::int64_t begin = std::max(lane.start[i], step.range.begin), end = std::min(lane.start[i] + lane.duration[i], step.range.end);
        sums[lane.name[i]] += static_cast<double>(end - begin) / static_cast<double>(steps.size());
      }
  };
  const std::int32_t track = trainerTrack(trace);
  for (std::size_t l = 0; l < trace.lanes.size(); ++l) {
    const TraceLane& lane = trace.lanes[l];
    const bool host = track >= 0 && std::find(stacks.lanesOf(track).begin(), stacks.lanesOf(track).end(), static_cast<std::int32_t>(l)) !=
                                        stacks.lanesOf(track).end();
    if (!host && !std::any_of(lane.kind.begin(), lane.kind.end(), [](std::uint8_t kind) { return isGpuWork(static_cast<SpanKind>(kind)); })) continue;
    add(lane, slow, ofSlow);
    add(lane, usual, ofUsual);
  }
  double most = 0;
  for (std::size_t n = 0; n < ofSlow.size(); ++n) most = std::max(most, ofSlow[n] - ofUsual[n]);
  if (most < kLeastPart * all) return {};
  std::size_t named = ofSlow.size();
  for (std::size_t n = 0; n < ofSlow.size(); ++n)
    if (ofSlow[n] - ofUsual[n] >= kSame * most && (named == ofSlow.size() || ofSlow[n] < ofSlow[named])) named = n;
  return fmt::format("{} ({} more than in other steps)", advice::shortName(trace.names.name(static_cast<std::uint32_t>(named))),
                     text::milliseconds((ofSlow[named] - ofUsual[named]) * 1e-6));
}

bool hasStacks(const Trace& trace) {
  return std::any_of(trace.lanes.begin(), trace.lanes.end(), [](const TraceLane& lane) {
    return std::find(lane.kind.begin(), lane.kind.end(), static_cast<std::uint8_t>(SpanKind::Python)) != lane.kind.end();
  });
}

std::vector<Culprit> framesWithin(const TraceFacts& facts, const HostStacks& stacks, const std::vector<TimeRange>& given) {
  // Cuts the ranges at the steps, since the span of a step contains everything in it.
  std::vector<TimeRange> steps;
  for (const StepFacts& step : facts.steps) steps.push_back(step.range);
  const std::vector<TimeRange> ranges = intersection(given, steps);
  const Trace& trace = stacks.trace();
  const std::int32_t track = trainerTrack(trace);
  std::vector<Culprit> most = dominantFrames(stacks, track, ranges);
  if (!most.empty() || track < 0) return most;
  std::map<std::string, Culprit> byName;
  for (const TimeRange& range : ranges) {
    if (range.end - range.begin < kLongPause) continue;
    const std::vector<SpanRef> open = stacks.at(track, range.begin + (range.end - range.begin) / 2);
    const auto held = std::find_if(open.rbegin(), open.rend(), [&](const SpanRef& span) {
      const TraceLane& lane = trace.laneOf(span);
      const std::string_view name = trace.names.name(lane.name[span.index]);
      const std::int64_t begin = lane.start[span.index], end = begin + lane.duration[span.index];
      return isPythonFrame(name) && !isLibraryFrame(name) && begin <= range.begin && end >= range.end &&
             std::none_of(facts.steps.begin(), facts.steps.end(),
                          [&](const StepFacts& step) { return begin <= step.range.begin && step.range.end <= end; });
    });
    if (held == open.rend()) continue;
    Culprit& culprit = byName[std::string(trace.names.name(trace.laneOf(*held).name[held->index]))];
    culprit.ns += range.end - range.begin;
    ++culprit.count;
  }
  for (auto& [name, culprit] : byName) {
    culprit.place = name;
    most.push_back(std::move(culprit));
  }
  std::stable_sort(most.begin(), most.end(), [](const Culprit& a, const Culprit& b) { return a.ns > b.ns; });
  constexpr std::size_t kNamed = 3;
  if (most.size() > kNamed) most.resize(kNamed);
  return most;
}

}  // namespace stepscope
