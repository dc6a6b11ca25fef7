#include "profiler/advisor/counterfactuals.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <set>

#include "core/base/units.h"
#include "profiler/advisor/wording.h"
#include "profiler/analysis/busy_time.h"
#include "profiler/analysis/gpu/copies.h"
#include "profiler/analysis/launches.h"
#include "profiler/analysis/path/loader_load.h"

namespace stepscope {
namespace {

constexpr double kLeast = 0.005;  // fraction of the step; smaller gains are left out
constexpr int kMostWorkers = 16;

using OfPart = std::function<bool(const PathPart&)>;

// The time of the critical path in parts that `wanted` accepts, in ms per step, without the time between steps.
double partOf(const TraceFacts& trace, const OfPart& wanted) {
  std::vector<TimeRange> ranges;
  for (const PathPart& part : trace.path.parts)
    if (wanted(part)) ranges.push_back(part.range);
  const std::int64_t ns = lengthOf(difference(united(std::move(ranges)), trace.replay->between()));
  return static_cast<double>(ns) * 1e-6 / static_cast<double>(std::max<std::size_t>(1, trace.path.steps));
}

bool isHost(const PathPart& part) {
  const bool none = part.timeClass == TimeClass::Runtime || part.timeClass == TimeClass::Cpu || part.timeClass == TimeClass::Other;
  return part.kind != PathKind::Gpu && none;
}

class WhatIf {
 public:
  WhatIf(const AdviceFacts& facts, const std::vector<Finding>& findings)
      : facts_(facts), trace_(facts.trace), findings_(findings), stepMs_(trace_.replayedStepMs), own_(trace_.origin == Origin::Own) {}

  std::vector<Counterfactual> all() {
    const bool launches = std::find(trace_.trace->flows.kind.begin(), trace_.trace->flows.kind.end(), static_cast<std::uint8_t>(FlowKind::Launch)) !=
                          trace_.trace->flows.kind.end();
    if (!trace_.replay || trace_.replay->steps() == 0 || stepMs_ <= 0 || trace_.wholeTrace || (trace_.gpu && !launches)) return {};
    if (trace_.gpu && !own_) {
      graphs();
      optimizer();
      copies();
    }
    if (trace_.gpu) communication();
    workers();
    twiceTheBatch();
    std::stable_sort(list_.begin(), list_.end(), [](const Counterfactual& a, const Counterfactual& b) { return a.gainMs > b.gainMs; });
    return std::move(list_);
  }

 private:
  // Adds a counterfactual if its gain is large enough. `tell` makes its sentence from the best and the present time: "If ...: {} at best instead of
  // {} a step."
  void add(const char* key, double stepMs, double partMs, double mostMs,
           const std::function<std::string(const std::string&, const std::string&)>& tell) {
    const double gain = std::clamp(std::min(stepMs_ - stepMs, mostMs), 0.0, partMs);
    if (gain < kLeast * stepMs_) return;
    list_.push_back({key, tell(text::milliseconds(stepMs_ - gain), text::milliseconds(stepMs_)), stepMs_ - gain, gain, partMs});
  }
  double replayed(const SpanChange& change) const { return trace_.replay->stepNs(change) * 1e-6; }
  double foundGain(std::string_view rule) const {
    for (const Finding& finding : findings_)
      if (finding.rule == rule && finding.outcome == Outcome::Found && finding.gainAtMostMs) return *finding.gainAtMostMs;
    return stepMs_;
  }
  SpanRef refOf(const TraceLane& lane, std::size_t i) const {
    return {static_cast<std::int32_t>(&lane - trace_.trace->lanes.data()), static_cast<std::uint32_t>(i)};
  }

  // Removes ops, their calls and the Python between them. The gain is at most the time in which the GPU waits for launches.
  void graphs() {
    const std::int64_t calls = advice::launchCalls(trace_), kernels = trace_.idle.kernels;
    if (static_cast<double>(calls) < advice::kFewestLaunches * static_cast<double>(trace_.steps.size()) || calls * advice::kGraph < kernels) return;
    add("cuda_graphs", replayed(withoutHost()), partOf(trace_, isHost), trace_.msPerStep(trace_.hostIdle.launches),
        [](const std::string& best, const std::string& now) {
          return fmt::format("If CUDA graphs started the kernels: {} at best instead of {} a step.", best, now);
        });
  }

  // The host needs no time, and the fused kernel takes as long as the longest one that it replaces.
  void optimizer() {
    const OptimizerSteps* most = nullptr;
    for (const OptimizerSteps& optimizer : trace_.work.optimizers)
      if (!most || optimizer.hostNs + optimizer.kernelNs > most->hostNs + most->kernelNs) most = &optimizer;
    if (!most || !advice::hasFused(most->optimizer) || advice::updatesFused(trace_)) return;
    const Trace& t = *trace_.trace;
    std::vector<TimeRange> ranges;
    std::set<std::int32_t> tracks;
    const std::string name = "Optimizer.step#" + most->optimizer;
    for (const TraceLane& lane : t.lanes)
      for (std::size_t i = 0; i < lane.size(); ++i)
        if (lane.kindOf(i) != SpanKind::GpuAnnotation && t.names.name(lane.name[i]).starts_with(name)) {
          ranges.push_back({lane.start[i], lane.start[i] + lane.duration[i]});
          tracks.insert(lane.track);
        }
    ranges = united(std::move(ranges));
    const auto within = [&ranges](std::int64_t time) {
      const auto at = std::upper_bound(ranges.begin(), ranges.end(), time, [](std::int64_t t0, const TimeRange& range) { return t0 < range.end; });
      return at != ranges.end() && at->begin <= time;
    };
    std::set<SpanRef> kernels;
    std::int64_t longest = 0, sum = 0;
    for (const Launch& launch : launchesOf(t)) {
      const TraceLane &call = t.laneOf(launch.call), &work = t.laneOf(launch.work);
      if (!tracks.contains(call.track) || !within(call.start[launch.call.index]) || !kernels.insert(launch.work).second) continue;
      longest = std::max(longest, work.duration[launch.work.index]);
      sum += work.duration[launch.work.index];
    }
    const auto steps = static_cast<double>(std::max<std::size_t>(1, ranges.size()));
    const double kept = sum > 0 ? std::min(1.0, static_cast<double>(longest) * steps / static_cast<double>(sum)) : 1;
    const auto ofHost = [&](const TraceLane& lane, std::size_t i) {
      return !isGpuWork(lane.kindOf(i)) && tracks.contains(lane.track) && within(lane.start[i]) &&
             static_cast<Category>(lane.category[i]) != Category::Step;
    };
    SpanChange change{[&](const TraceLane& lane, std::size_t i, TimeClass) {
                        if (ofHost(lane, i)) return 0.0;
                        return kernels.contains(refOf(lane, i)) ? kept : 1.0;
                      },
                      false};
    change.keepsWaits = true;
    const double host = partOf(trace_,
                               [&](const PathPart&part) {
                                 return part.kind != PathKind::Gpu && part.span.lane >= 0 && ofHost(t.laneOf(part.span), part.span.index);
                               }),
                 gpu = partOf(trace_, [&](const PathPart&part) { return part.kind == PathKind::Gpu && kernels.contains(part.span); });
    add("fused_optimizer", replayed(change), host + (1 - kept) * gpu, foundGain("unfused_optimizer"),
        [most](const std::string& best, const std::string& now) {
          return fmt::format("If the update by {} were one fused kernel: {} at best instead of {} a step.", most->optimizer, best, now);
        });
  }

  // Copies of inputs run beside the kernels of the step before, and their calls do not wait.
  void copies() {
    const Trace& t = *trace_.trace;
    const auto isInput = [&](const TraceLane& lane, std::size_t i) {
      return lane.kindOf(i) == SpanKind::Memcpy && copyKindOf(t.names.name(lane.name[i])).direction == CopyDirection::HostToDevice;
    };
    std::set<SpanRef> calls;
    for (const Launch& launch : launchesOf(t))
      if (isInput(t.laneOf(launch.work), launch.work.index)) calls.insert(launch.call);
    if (calls.empty()) return;
    const auto isCall = [&](const TraceLane& lane, std::size_t i) { return lane.kindOf(i) == SpanKind::Runtime && calls.contains(refOf(lane, i)); };
    SpanChange change{[&](const TraceLane& lane, std::size_t i, TimeClass) { return isInput(lane, i) || isCall(lane, i) ? 0.0 : 1.0; }, false};
    change.keepsWaits = true;
    const double part = partOf(trace_, [&](const PathPart& piece) {
      if (piece.span.lane < 0) return false;
      const TraceLane& lane = t.laneOf(piece.span);
      return isInput(lane, piece.span.index) || isCall(lane, piece.span.index);
    });
    const double most = trace_.msPerStep(static_cast<std::int64_t>(trace_.sheet.mean([](const DeviceFacts& d) {
      return d.of(CopyDirection::HostToDevice).exposedNs;
    }))) + trace_.msPerStep(trace_.hostIdle.copyCalls);
    add("copies_ahead", replayed(change), part, most, [](const std::string& best, const std::string& now) {
      return fmt::format("If inputs were copied to the GPU a step ahead, from pinned memory: {} at best instead of {} a step.", best, now);
    });
  }

  void communication() {
    const double part = partOf(trace_, [](const PathPart& piece) { return piece.timeClass == TimeClass::Communication; });
    const double bare =
        trace_.msPerStep(static_cast<std::int64_t>(trace_.sheet.mean([](const DeviceFacts& device) { return device.exposedCommunicationNs; })));
    if (bare <= 0) return;
    add("communication_hidden", replayed(withoutClass(TimeClass::Communication)), part, std::min(bare, foundGain("communication_bound")),
        [](const std::string& best, const std::string& now) {
          return fmt::format("If communication were hidden behind kernels: {} at best instead of {} a step.", best, now);
        });
  }

  // As many workers as are needed to load a batch while the rest of a step runs. If the trace does not show how long a batch takes to load: enough
  // workers.
  void workers() {
    const double part = partOf(trace_, [](const PathPart& piece) { return piece.timeClass == TimeClass::DataLoader; });
    if (part <= 0) return;
    const double without = replayed(withoutClass(TimeClass::DataLoader));
    const bool inTheLoop = advice::namesHave(trace_, {"_SingleProcessDataLoaderIter"});
    const double load = own_        ? static_cast<double>(loaderLoad(*trace_.trace).busyNs) * 1e-6 / static_cast<double>(trace_.path.steps)
                        : inTheLoop ? trace_.msPerStep(lengthOf(trace_.dataWaits))
                                    : 0;
    if (load <= 0 || without <= 0) {
      add("loader_workers", without, part, foundGain("input_bound"), [](const std::string& best, const std::string& now) {
        return fmt::format("If the next batch were always ready: {} at best instead of {} a step.", best, now);
      });
      return;
    }
    const int cores = own_ && facts_.machine && facts_.machine->cores > 0 ? std::max(1, facts_.machine->cores - 1) : kMostWorkers;
    const int count = std::clamp(static_cast<int>(std::ceil(load / (1.02 * without))), 1, std::min(cores, kMostWorkers));
    add("loader_workers", std::max(without, load / count), part, stepMs_, [count](const std::string& best, const std::string& now) {
      return count == 1 ? fmt::format("If one worker loaded the data beside the step: {} at best instead of {} a step.", best, now)
                        : fmt::format("If {} workers loaded the data beside the step: {} at best instead of {} a step.", count, best, now);
    });
  }

  // On a GPU, the time of its work and of loading doubles, that of the host does not; on a CPU, everything but the update of the weights doubles.
  void twiceTheBatch() {
    const bool gpu = trace_.gpu;
    if (!gpu && !own_) return;
    const auto grows = [gpu](const TraceLane& lane, std::size_t i, TimeClass timeClass) {
      if (gpu) return isGpuWork(lane.kindOf(i)) || timeClass == TimeClass::DataLoader;
      return static_cast<Category>(lane.category[i]) != Category::Optimizer;
    };
    const SpanChange change{[&](const TraceLane& lane, std::size_t i, TimeClass timeClass) { return grows(lane, i, timeClass) ? 2.0 : 1.0; }, false};
    // For the samples of one step, which are half of a larger step.
    const double part = 0.5 * partOf(trace_, [&](const PathPart& piece) {
                          if (piece.kind == PathKind::Gpu) return false;
                          if (piece.kind != PathKind::Host || piece.span.lane < 0)
                            return true;  // the time between a cause and its effect does not grow
                          return !grows(trace_.trace->laneOf(piece.span), piece.span.index, piece.timeClass);
                        });
    add("twice_the_batch", replayed(change) / 2, part, stepMs_, [gpu](const std::string& best, const std::string& now) {
      return gpu ? fmt::format("With twice the batch (GPU time doubled, host time not): {} at best instead of {} for as many samples.", best, now)
                 : fmt::format("With twice the batch, if only the update takes no longer: {} at best instead of {} for as many samples.", best, now);
    });
  }

  const AdviceFacts& facts_;
  const TraceFacts& trace_;
  const std::vector<Finding>& findings_;
  const double stepMs_;
  const bool own_;
  std::vector<Counterfactual> list_;
};

}  // namespace

std::vector<Counterfactual> counterfactualsOf(const AdviceFacts& facts, const std::vector<Finding>& findings) {
  return WhatIf(facts, findings).all();
}

}  // namespace stepscope
