#include "profiler/analysis/step_windows.h"

#include <algorithm>
#include <unordered_map>

#include "profiler/analysis/busy_time.h"
#include "profiler/analysis/self_time.h"

namespace stepscope {

namespace {

constexpr double kCutLength = 0.2;   // a last step shorter than this fraction of the median step is cut off
constexpr double kValidation = 0.1;  // a step with at least this fraction of validation is left out

void leaveOutValidation(const Trace& trace, StepWindows& windows) {
  const std::vector<TimeRange> validations = validationRanges(trace);
  if (validations.empty()) return;
  std::vector<StepWindow> training;
  std::vector<TimeRange> others;
  for (const StepWindow& step : windows.steps) {
    const std::int64_t ns = lengthOf(intersection(validations, {step.host}));
    if (static_cast<double>(ns) >= kValidation * static_cast<double>(step.host.end - step.host.begin)) others.push_back(step.host);
    else training.push_back(step);
  }
  if (training.empty()) return;  // every step contains a validation: none is left out
  windows.steps = std::move(training);
  windows.withValidation = std::move(others);
}

}  // namespace

StepWindows stepWindows(const Trace& trace) {
  StepWindows windows;
  std::unordered_map<std::int32_t, std::size_t> byNumber;
  std::int64_t before = trace.begin;
  for (const SpanRef& span : stepSpans(trace)) {
    const TraceLane& lane = trace.laneOf(span);
    StepWindow step;
    step.span = span;
    step.number = lane.step[span.index];
    const std::int64_t end = lane.start[span.index] + lane.duration[span.index];
    step.host = {std::max(before, lane.start[span.index]), end};
    if (step.host.empty()) continue;  // inside the previous step
    before = end;
    step.whole = step.host;
    byNumber.try_emplace(step.number, windows.steps.size());
    windows.steps.push_back(step);
  }
  if (windows.steps.empty()) return windows;
  byNumber.erase(-1);  // work that belongs to no step
  std::vector<std::int64_t> gpuEnd(windows.steps.size(), trace.begin);
  for (const TraceLane& lane : trace.lanes) {
    if (lane.kind.empty()) continue;
    std::int32_t last = -1;  // spans of one step follow each other: one search per step
    auto at = byNumber.end();
    for (std::size_t i = 0; i < lane.size(); ++i) {
      if (!isGpuWork(lane.kindOf(i))) continue;
      if (lane.step[i] != last) {
        last = lane.step[i];
        at = byNumber.find(last);
      }
      if (at == byNumber.end()) continue;
      gpuEnd[at->second] = std::max(gpuEnd[at->second], lane.start[i] + lane.duration[i]);
      windows.steps[at->second].kernels += lane.kindOf(i) == SpanKind::Kernel;
    }
  }
  before = trace.begin;
  for (std::size_t i = 0; i < windows.steps.size(); ++i) {
    StepWindow& step = windows.steps[i];
    step.whole.begin = std::max(step.host.begin, before);
    step.whole.end = std::max({step.host.end, gpuEnd[i], step.whole.begin});
    before = step.whole.end;
  }
  const std::size_t n = windows.steps.size();
  bool cut = n >= 2 && 10 * windows.steps[n - 1].kernels < 8 * windows.steps[n - 2].kernels;
  // Without a GPU the length decides: a recording that ends with its last mark has a step of length 0.
  const bool gpu = std::any_of(windows.steps.begin(), windows.steps.end(), [](const StepWindow& step) { return step.kernels > 0; });
  if (!gpu && n >= 3 && trace.events > 0) cut = static_cast<double>(windows.steps[n - 1].ns()) < kCutLength * medianStepNs(windows);
  if (cut) {
    windows.steps.pop_back();
    windows.cutLast = true;
  }
  leaveOutValidation(trace, windows);
  return windows;
}

std::vector<TimeRange> validationRanges(const Trace& trace) {
  const std::int32_t trainer = trainerTrack(trace);
  if (trainer < 0) return {};
  constexpr auto kValidation = static_cast<std::uint8_t>(Category::Validation);
  std::vector<TimeRange> ranges;
  for (const TraceLane& lane : trace.lanes) {
    const TraceTrack& track = trace.tracks[static_cast<std::size_t>(lane.track)];
    if (track.kind == TrackKind::Stream || track.counter || track.process != trace.tracks[static_cast<std::size_t>(trainer)].process) continue;
    for (auto at = std::find(lane.category.begin(), lane.category.end(), kValidation); at != lane.category.end();
         at = std::find(at + 1, lane.category.end(), kValidation)) {
      const auto i = static_cast<std::size_t>(at - lane.category.begin());
      ranges.push_back({lane.start[i], lane.start[i] + lane.duration[i]});
    }
  }
  return united(std::move(ranges));
}

double medianStepNs(const StepWindows& windows) {
  std::vector<double> ns;
  for (const StepWindow& step : windows.steps) ns.push_back(static_cast<double>(step.ns()));
  return quantileOf(std::move(ns), 0.5);
}

}  // namespace stepscope
