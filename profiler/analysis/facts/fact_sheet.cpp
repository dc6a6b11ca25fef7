#include "profiler/analysis/facts/fact_sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/base/units.h"
#include "profiler/analysis/busy_time.h"
#include "profiler/analysis/launches.h"
#include "profiler/analysis/self_time.h"
#include "profiler/analysis/step_lengths.h"
#include "profiler/trace/trace_losses.h"

namespace stepscope {
namespace {

constexpr std::int64_t kSkew = 20'000;  // ns by which the clocks of host and GPU may disagree

using Runs = std::vector<std::vector<TimeRange>>;

struct DeviceRuns {
  Runs busy, kernels, collectives;
  std::array<Runs, kCopyDirections> copies, pageable;
  std::array<std::int64_t, kCopyDirections> calls{};
};

bool overlapsAny(const std::vector<TimeRange>& united, const TimeRange& range) {
  const auto at = std::lower_bound(united.begin(), united.end(), range.begin, [](const TimeRange& r, std::int64_t t) { return r.end <= t; });
  return at != united.end() && at->begin < range.end;
}

std::map<std::int32_t, DeviceRuns> runsOf(const Trace& trace, const std::vector<TimeRange>& within) {
  const TimeClasses classes(trace);
  std::vector<int> kinds(trace.names.size(), -1);  // by name: 2 * direction, plus 1 if pageable; -1: not computed yet
  std::map<std::int32_t, DeviceRuns> devices;
  for (const TraceLane& lane : trace.lanes) {
    if (lane.kind.empty()) continue;
    std::vector<TimeRange> busy, kernels, collectives;
    std::array<std::vector<TimeRange>, kCopyDirections> copies, pageable;
    DeviceRuns* device = nullptr;
    for (std::size_t i = 0; i < lane.size(); ++i) {
      const SpanKind kind = lane.kindOf(i);
      if (!isGpuWork(kind)) continue;
      if (!device) device = &devices[trace.tracks[static_cast<std::size_t>(lane.track)].device];
      const TimeRange range{lane.start[i], lane.start[i] + lane.duration[i]};
      busy.push_back(range);
      if (kind == SpanKind::Kernel) (classes.of(lane, i) == TimeClass::Communication ? collectives : kernels).push_back(range);
      if (kind != SpanKind::Memcpy) continue;
      int& known = kinds[lane.name[i]];
      if (known < 0) {
        const CopyKind copy = copyKindOf(trace.names.name(lane.name[i]));
        known = 2 * static_cast<int>(copy.direction) + (copy.memory == HostMemory::Pageable ? 1 : 0);
      }
      const auto direction = static_cast<std::size_t>(known / 2);
      copies[direction].push_back(range);
      if (known % 2 != 0) pageable[direction].push_back(range);
      device->calls[direction] += overlapsAny(within, range);
    }
    if (!device) continue;
    device->busy.push_back(std::move(busy));
    device->kernels.push_back(std::move(kernels));
    device->collectives.push_back(std::move(collectives));
    for (std::size_t d = 0; d < kCopyDirections; ++d) {
      device->copies[d].push_back(std::move(copies[d]));
      device->pageable[d].push_back(std::move(pageable[d]));
    }
  }
  return devices;
}

struct HostCalls {
  std::vector<TimeRange> syncs, allocations, modules, copies, saves;  // each sorted, without overlap
};

HostCalls hostCalls(const Trace& trace) {
  std::vector<std::uint8_t> flags(trace.names.size(), 0x80);  // by name: 1 waits, 2 allocates, 4 loads code, 8 saves, 16 copies; 0x80: not set
  std::vector<TimeRange> syncs, allocations, modules, copies, saves;
  for (const TraceLane& lane : trace.lanes)
    for (std::size_t i = 0; i < lane.size(); ++i) {
      const SpanKind kind = lane.kindOf(i);
      if (kind == SpanKind::CpuOp || isGpuWork(kind)) continue;
      std::uint8_t& known = flags[lane.name[i]];
      if (known == 0x80) {
        const std::string_view name = trace.names.name(lane.name[i]);
        constexpr SpanKind kCall = SpanKind::Runtime;
        known = static_cast<std::uint8_t>((waitsForGpu(name, kCall) ? 1 : 0) | (allocates(name, kCall) ? 2 : 0) | (loadsCode(name, kCall) ? 4 : 0) |
                                          (savesCheckpoint(name) ? 8 : 0) | (name.find("Memcpy") != std::string_view::npos ? 16 : 0));
      }
      if (known == 0) continue;
      const TimeRange range{lane.start[i], lane.start[i] + lane.duration[i]};
      if (known & 8) saves.push_back(range);
      if (kind != SpanKind::Runtime) continue;
      if (known & 1) syncs.push_back(range);
      if (known & 2) allocations.push_back(range);
      if (known & 16) copies.push_back(range);
      if (known & 4) modules.push_back(range);
    }
  // A call that ends only after its copy waited for it, whatever its name is: so do copies to and from pageable memory.
  for (const Launch& launch : launchesOf(trace)) {
    const TraceLane &call = trace.laneOf(launch.call), &work = trace.laneOf(launch.work);
    if (work.kindOf(launch.work.index) != SpanKind::Memcpy || call.kindOf(launch.call.index) != SpanKind::Runtime) continue;
    const TimeRange range{call.start[launch.call.index], call.start[launch.call.index] + call.duration[launch.call.index]};
    if (range.end >= work.start[launch.work.index] + work.duration[launch.work.index]) syncs.push_back(range);
  }
  return {united(std::move(syncs)), united(std::move(allocations)), united(std::move(modules)), united(std::move(copies)), united(std::move(saves))};
}

// The idle ranges in which waits of the host end, if the GPU was busy during the wait: it ran out of work while the host waited.
std::vector<TimeRange> afterSyncs(const std::vector<TimeRange>& idle, const std::vector<TimeRange>& syncs, const std::vector<TimeRange>& busy) {
  std::vector<TimeRange> result;
  for (const TimeRange& sync : syncs) {
    if (!overlapsAny(busy, sync)) continue;
    // The idle range that is open when the wait ends; it may begin a little later, since the clocks differ.
    const auto at = std::lower_bound(idle.begin(), idle.end(), sync.end, [](const TimeRange& r, std::int64_t t) { return r.end <= t; });
    if (at != idle.end() && at->begin <= sync.end + kSkew && (result.empty() || result.back().end < at->end)) result.push_back(*at);
  }
  return result;
}

HostIdle hostIdleOf(std::vector<TimeRange> idle, const HostCalls& calls, const std::vector<TimeRange>& busy) {
  HostIdle host;
  idle = united(std::move(idle));
  // Whole gaps are classified before parts of them are assigned to other reasons.
  const std::vector<TimeRange> synced = afterSyncs(idle, calls.syncs, busy);
  std::vector<TimeRange> pauses;
  for (const TimeRange& range : idle)
    if (range.end - range.begin >= kLongPause) pauses.push_back(range);
  const auto take = [&](const std::vector<TimeRange>& ranges, std::int64_t& ns) {
    std::vector<TimeRange> taken = intersection(idle, ranges);
    ns = lengthOf(taken);
    idle = difference(idle, taken);
    return taken;
  };
  host.allocationRanges = take(calls.allocations, host.allocation);
  take(calls.modules, host.modules);
  take(calls.copies, host.copyCalls);
  take(calls.saves, host.saving);
  host.syncRanges = take(synced, host.afterSync);
  host.pauseRanges = take(pauses, host.pauses);
  host.launches = lengthOf(idle);
  host.launchRanges = std::move(idle);
  return host;
}

std::vector<DeviceFacts> devicesOf(const Trace& trace, const FactSheet& sheet) {
  std::vector<DeviceFacts> devices;
  std::map<std::int32_t, DeviceRuns> all = runsOf(trace, sheet.within);
  const HostCalls calls = all.empty() ? HostCalls() : hostCalls(trace);
  const std::vector<TimeRange>& within = sheet.within;
  for (auto& [id, runs] : all) {
    DeviceFacts& device = devices.emplace_back();
    device.device = id;
    device.busy = unitedRuns(std::move(runs.busy));
    const std::vector<TimeRange> kernels = unitedRuns(std::move(runs.kernels)), collectives = unitedRuns(std::move(runs.collectives));
    const std::vector<TimeRange> inSteps = intersection(collectives, within);
    device.busyNs = lengthOf(intersection(device.busy, within));
    device.kernelNs = lengthOf(intersection(united([&] {
                                              std::vector<TimeRange> both = kernels;
                                              both.insert(both.end(), collectives.begin(), collectives.end());
                                              return both;
                                            }()),
                                            within));
    device.communicationNs = lengthOf(inSteps);
    device.exposedCommunication = difference(inSteps, kernels);
    device.exposedCommunicationNs = lengthOf(device.exposedCommunication);
    for (std::size_t d = 0; d < kCopyDirections; ++d) {
      const std::vector<TimeRange> copies = intersection(unitedRuns(std::move(runs.copies[d])), within);
      CopyTime& time = device.copies[d];
      time.ns = lengthOf(copies);
      time.exposedNs = lengthOf(difference(difference(copies, kernels), collectives));
      time.pageableNs = lengthOf(intersection(unitedRuns(std::move(runs.pageable[d])), within));
      time.calls = runs.calls[d];
    }
    // Without steps: from the first kernel to the last, since outside of them the trace need not contain GPU work.
    device.idle = gpuIdle(trace, id, sheet.wholeTrace ? std::vector<TimeRange>() : within);
    device.host = hostIdleOf(device.idle.hostRanges, calls, device.busy);
  }
  return devices;
}

bool startsWithAny(std::string_view name, std::initializer_list<std::string_view> starts) {
  return std::any_of(starts.begin(), starts.end(), [&](std::string_view start) { return name.starts_with(start); });
}

}  // namespace

bool waitsForGpu(std::string_view name, SpanKind kind) {
  if (kind == SpanKind::CpuOp) return name == "aten::item" || name == "aten::_local_scalar_dense";
  if (kind != SpanKind::Runtime) return false;
  if (name.find("Synchronize") != std::string_view::npos) return true;
  const bool copy = startsWithAny(name, {"cudaMemcpy", "cuMemcpy", "hipMemcpy"});
  return copy && name.find("Async") == std::string_view::npos;  // hipMemcpyWithStream also waits
}

bool allocates(std::string_view name, SpanKind kind) {
  if (kind != SpanKind::Runtime || name.find("Async") != std::string_view::npos) return false;
  return startsWithAny(name, {"cudaMalloc", "cudaFree", "cudaHostAlloc", "cudaHostRegister", "cudaHostUnregister", "hipMalloc", "hipFree",
                              "hipHostMalloc", "hipHostFree", "hipExtMalloc", "hipHostRegister", "hipHostUnregister", "cuMemAlloc", "cuMemFree",
                              "cuMemCreate", "cuMemRelease", "cuMemMap", "cuMemUnmap"});
}

bool savesCheckpoint(std::string_view name) {
  // Kineto names a Python frame by its file: "torch/serialization.py(919): save".
  const bool frame = name.find("torch/serialization.py(") != std::string_view::npos && name.ends_with(": save");
  return frame || name.starts_with("torch.save") || name.find("save_checkpoint") != std::string_view::npos ||
         name.find("CheckpointManager") != std::string_view::npos;
}

bool loadsCode(std::string_view name, SpanKind kind) {
  return kind == SpanKind::Runtime &&
         startsWithAny(name, {"cuModuleLoad", "cudaModuleLoad", "cuLibraryLoad", "hipModuleLoad", "cudaLibraryLoad", "hipLibraryLoad"});
}

std::string sentenceOf(const ValidationFacts& validation) {
  const auto ms = [](std::int64_t ns) { return text::milliseconds(static_cast<double>(ns) * 1e-6); };
  std::string sentence;
  const auto add = [&](std::string part) { sentence += (sentence.empty() ? "" : "; ") + std::move(part); };
  if (validation.stepsLeftOut == 1) add(fmt::format("1 step of {} is left out, since it holds a validation", ms(validation.leftOutNs)));
  if (validation.stepsLeftOut > 1)
    add(fmt::format("{} of {} together are left out, since each holds a validation",
                    text::counted(static_cast<std::int64_t>(validation.stepsLeftOut), "step"), ms(validation.leftOutNs)));
  if (validation.inStepsNs > 0) add(fmt::format("the steps that count hold {} of validation", ms(validation.inStepsNs)));
  if (sentence.empty() && validation.ns > 0) add(fmt::format("{} of validation between the steps is not counted", ms(validation.ns)));
  return sentence;
}

FactSheet factSheet(const Trace& trace) {
  FactSheet sheet;
  sheet.exclusive = exclusiveBreakdown(trace);
  sheet.losses = lossesOf(trace);
  std::vector<double> ns;
  for (const StepWindow& step : sheet.exclusive.windows.steps) {
    sheet.within.push_back(step.host);
    ns.push_back(static_cast<double>(step.host.end - step.host.begin));
  }
  sheet.wholeTrace = ns.empty() && trace.begin < trace.end && trace.spanCount() > 0;
  if (sheet.wholeTrace) {
    sheet.within.push_back({trace.begin, trace.end});
    ns.push_back(static_cast<double>(trace.end - trace.begin));
  }
  sheet.within = united(std::move(sheet.within));
  sheet.wallNs = lengthOf(sheet.within);
  sheet.steps = ns.size();
  sheet.medianNs = quantileOf(ns, 0.5);
  if (!ns.empty()) sheet.meanNs = static_cast<double>(sheet.wallNs) / static_cast<double>(ns.size());
  const StepWindows& windows = sheet.exclusive.windows;
  for (const double step : stepsUntilGpuNs(windows)) sheet.meanUntilGpuNs += step / static_cast<double>(windows.steps.size());
  if (!windows.steps.empty()) {
    const TimeRange span{
        std::min(windows.steps.front().host.begin, windows.withValidation.empty() ? INT64_MAX : windows.withValidation.front().begin),
        std::max(windows.steps.back().host.end, windows.withValidation.empty() ? INT64_MIN : windows.withValidation.back().end)};
    const std::vector<TimeRange> validations = intersection(validationRanges(trace), {span});
    sheet.validation = {lengthOf(validations), windows.withValidation.size(), lengthOf(windows.withValidation),
                        lengthOf(intersection(validations, sheet.within))};
  }
  sheet.loader = loaderLoad(trace);
  sheet.devices = devicesOf(trace, sheet);
  return sheet;
}

FactSheet factSheetOfRank(const Trace& part, const Trace& whole) {
  FactSheet sheet = factSheet(part);
  sheet.bubbles = rankBubbles(whole);
  return sheet;
}

}  // namespace stepscope
