#include "profiler/analysis/exclusive_breakdown.h"

#include <algorithm>
#include <map>

#include "profiler/analysis/busy_time.h"

namespace stepscope {
namespace {

constexpr std::array kOrder{TimeClass::DataLoader,    TimeClass::Kernel,  TimeClass::Memcpy, TimeClass::Memset,
                            TimeClass::Communication, TimeClass::Runtime, TimeClass::Cpu,    TimeClass::Profiler};

std::size_t at(TimeClass timeClass) {
  return static_cast<std::size_t>(timeClass);
}

using RangesByClass = std::array<std::vector<TimeRange>, kTimeClasses>;

// For each class, the times in which it ran, whatever else ran then.
RangesByClass rangesOf(const Trace& trace) {
  const TimeClasses classes(trace);
  std::array<std::vector<std::vector<TimeRange>>, kTimeClasses> runs;  // one for each lane, already sorted
  for (const TraceLane& lane : trace.lanes) {
    RangesByClass here;
    for (std::size_t i = 0; i < lane.size(); ++i) {
      const TimeClass timeClass = classes.of(lane, i);
      if (timeClass == TimeClass::Other || lane.duration[i] <= 0) continue;
      std::vector<TimeRange>& ranges = here[at(timeClass)];
      const std::int64_t begin = lane.start[i], end = begin + lane.duration[i];
      if (!ranges.empty() && ranges.back().end >= begin) ranges.back().end = std::max(ranges.back().end, end);
      else ranges.push_back({begin, end});
    }
    for (std::size_t c = 0; c < kTimeClasses; ++c)
      if (!here[c].empty()) runs[c].push_back(std::move(here[c]));
  }
  RangesByClass ranges;
  for (std::size_t c = 0; c < kTimeClasses; ++c) ranges[c] = unitedRuns(std::move(runs[c]));
  return ranges;
}

RangesByClass divide(const RangesByClass& all, const std::vector<TimeRange>& within) {
  RangesByClass parts;
  std::vector<TimeRange> rest = within;
  for (const TimeClass timeClass : kOrder) {
    if (all[at(timeClass)].empty()) continue;
    parts[at(timeClass)] = intersection(rest, all[at(timeClass)]);
    rest = difference(rest, parts[at(timeClass)]);
  }
  parts[at(TimeClass::Other)] = std::move(rest);
  return parts;
}

// Returns for each step the ns of `ranges` within it. Ranges and steps are sorted and do not overlap.
std::vector<std::int64_t> byStep(const std::vector<TimeRange>& ranges, const std::vector<StepWindow>& steps) {
  std::vector<std::int64_t> ns(steps.size(), 0);
  for (std::size_t r = 0, s = 0; r < ranges.size() && s < steps.size();) {
    const TimeRange& step = steps[s].host;
    ns[s] += std::max<std::int64_t>(0, std::min(ranges[r].end, step.end) - std::max(ranges[r].begin, step.begin));
    ++(ranges[r].end < step.end ? r : s);
  }
  return ns;
}

// `counted`: the span of the steps, without steps that are left out and unrecorded times.
std::vector<GpuBusy> gpusOf(const Trace& trace, const std::vector<TimeRange>& counted) {
  std::map<std::int32_t, std::vector<std::vector<TimeRange>>> runs;
  for (const TraceLane& lane : trace.lanes) {
    if (lane.kind.empty()) continue;
    std::vector<TimeRange> ranges;
    for (std::size_t i = 0; i < lane.size(); ++i)
      if (isGpuWork(lane.kindOf(i)) && lane.duration[i] > 0) ranges.push_back({lane.start[i], lane.start[i] + lane.duration[i]});
    if (!ranges.empty()) runs[trace.tracks[static_cast<std::size_t>(lane.track)].device].push_back(std::move(ranges));
  }
  std::vector<GpuBusy> gpus;
  for (auto& [device, lanes] : runs) {
    const std::vector<TimeRange> busy = unitedRuns(std::move(lanes));
    gpus.push_back({device, lengthOf(busy), busy.back().end - busy.front().begin, lengthOf(intersection(busy, counted))});
  }
  return gpus;
}

}  // namespace

std::string_view sentenceOf(Lacking lacking) {
  switch (lacking) {
    case Lacking::Steps: return "the trace has no training steps: the whole trace is counted";
    case Lacking::GpuWork: return "the trace has calls to a GPU, but not what the GPU did";
    case Lacking::Launches: return "the trace does not show which call started which work of the GPU";
    case Lacking::HostOps: return "the trace has no host ops";
    case Lacking::DataWaits: return "the trace does not show when the trainer waited for data";
    case Lacking::Gpu: return "the trace has no work of a GPU and no calls to one";
  }
  return "?";
}

std::vector<Lacking> lackingOf(const Trace& trace) {
  bool steps = false, gpu = false, calls = false, hostOps = false, waits = false;
  for (const TraceLane& lane : trace.lanes)
    for (std::size_t i = 0; i < lane.size(); ++i) {
      const SpanKind kind = lane.kindOf(i);
      const auto category = static_cast<Category>(lane.category[i]);
      steps |= category == Category::Step;
      waits |= category == Category::Data;
      gpu |= isGpuWork(kind);
      calls |= kind == SpanKind::Runtime;
      hostOps |= kind == SpanKind::CpuOp;
    }
  const bool launches =
      std::find(trace.flows.kind.begin(), trace.flows.kind.end(), static_cast<std::uint8_t>(FlowKind::Launch)) != trace.flows.kind.end();
  std::vector<Lacking> lacking;
  if (!steps) lacking.push_back(Lacking::Steps);
  if (calls && !gpu) lacking.push_back(Lacking::GpuWork);
  if (!gpu && !calls && trace.events != 0) lacking.push_back(Lacking::Gpu);
  if (gpu && !launches) lacking.push_back(Lacking::Launches);
  if (!hostOps) lacking.push_back(Lacking::HostOps);
  if (!waits) lacking.push_back(Lacking::DataWaits);
  return lacking;
}

namespace {

// The times between steps whose numbers are not consecutive. A profiler that pauses may record steps 0 to 3 and continue with 40; what the GPU did
// between them is not known.
std::vector<TimeRange> betweenRecordings(const std::vector<StepWindow>& steps) {
  std::vector<TimeRange> ranges;
  for (std::size_t s = 1; s < steps.size(); ++s) {
    const StepWindow &before = steps[s - 1], &step = steps[s];
    if (before.number >= 0 && step.number > before.number + 1 && before.host.end < step.host.begin)
      ranges.push_back({before.host.end, step.host.begin});
  }
  return ranges;
}

}  // namespace

std::array<std::vector<TimeRange>, kTimeClasses> exclusiveRanges(const Trace& trace, const std::vector<TimeRange>& within) {
  return divide(rangesOf(trace), within);
}

ExclusiveBreakdown exclusiveBreakdown(const Trace& trace) {
  ExclusiveBreakdown result;
  result.windows = stepWindows(trace);
  result.lacking = lackingOf(trace);
  const std::vector<StepWindow>& steps = result.windows.steps;
  std::vector<TimeRange> within;
  for (const StepWindow& step : steps) within.push_back(step.host);
  within = united(std::move(within));
  if (within.empty() && trace.begin < trace.end) within.push_back({trace.begin, trace.end});
  if (within.empty()) return result;
  result.span = {within.front().begin, within.back().end};
  result.wallNs = lengthOf(within);
  const std::vector<TimeRange> unrecorded = difference(betweenRecordings(steps), result.windows.withValidation);
  result.unrecordedNs = lengthOf(unrecorded);
  const std::vector<TimeRange> counted = difference(difference({result.span}, result.windows.withValidation), unrecorded);
  result.countedNs = lengthOf(counted);
  result.gpus = gpusOf(trace, counted);

  const RangesByClass all = rangesOf(trace), parts = divide(all, within);
  result.nsOfStep.resize(steps.size());
  for (std::size_t c = 0; c < kTimeClasses; ++c) {
    result.ns[c] = lengthOf(parts[c]);
    const std::vector<std::int64_t> ns = byStep(parts[c], steps);
    for (std::size_t s = 0; s < steps.size(); ++s) result.nsOfStep[s][c] = ns[s];
  }
  std::vector<TimeRange> gpu;
  for (const TimeClass timeClass : {TimeClass::Kernel, TimeClass::Memcpy, TimeClass::Memset})
    gpu.insert(gpu.end(), all[at(timeClass)].begin(), all[at(timeClass)].end());
  result.loaderWhileGpuBusyNs = lengthOf(intersection(parts[at(TimeClass::DataLoader)], united(std::move(gpu))));

  const auto lacks = [&](Lacking lacking) { return std::find(result.lacking.begin(), result.lacking.end(), lacking) != result.lacking.end(); };
  const bool gpuKnown = !lacks(Lacking::GpuWork) && !(result.gpus.empty() && lacks(Lacking::HostOps));
  for (const TimeClass timeClass : {TimeClass::Kernel, TimeClass::Memcpy, TimeClass::Memset, TimeClass::Runtime})
    result.known[at(timeClass)] = gpuKnown;
  if (!all[at(TimeClass::Runtime)].empty()) result.known[at(TimeClass::Runtime)] = true;
  if (all[at(TimeClass::Runtime)].empty() && !result.gpus.empty()) result.known[at(TimeClass::Runtime)] = false;  // GPU work without its calls
  result.known[at(TimeClass::Communication)] = gpuKnown || !all[at(TimeClass::Communication)].empty();
  result.known[at(TimeClass::DataLoader)] = !lacks(Lacking::DataWaits);
  result.known[at(TimeClass::Cpu)] = !lacks(Lacking::HostOps);
  result.known[at(TimeClass::Profiler)] = !all[at(TimeClass::Profiler)].empty();
  result.known[at(TimeClass::Other)] = true;
  return result;
}

std::optional<double> ExclusiveBreakdown::share(TimeClass timeClass) const {
  if (!knows(timeClass) || wallNs <= 0) return std::nullopt;
  return static_cast<double>(of(timeClass)) / static_cast<double>(wallNs);
}

std::optional<double> ExclusiveBreakdown::gpuBusyFirstToLast() const {
  if (gpus.empty()) return std::nullopt;
  double sum = 0;
  for (const GpuBusy& gpu : gpus) sum += gpu.firstToLast();
  return sum / static_cast<double>(gpus.size());
}

std::optional<double> ExclusiveBreakdown::gpuBusyInSteps() const {
  if (gpus.empty() || windows.steps.empty() || countedNs <= 0) return std::nullopt;
  double sum = 0;
  for (const GpuBusy& gpu : gpus) sum += static_cast<double>(gpu.busyInStepsNs) / static_cast<double>(countedNs);
  return sum / static_cast<double>(gpus.size());
}

}  // namespace stepscope
