// Ranks wait for each other's gradients.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "core/base/error.h"
#include "core/base/lower.h"
#include "core/base/units.h"
#include "profiler/advisor/host_idle.h"
#include "profiler/advisor/rank_waits.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"
#include "profiler/analysis/busy_time.h"
#include "profiler/analysis/gpu/communication.h"

namespace stepscope {
namespace {

constexpr double kMuch = 0.10;  // least fraction of the steps' time for a finding
constexpr double kLess = 0.97;  // ranks wait for the last one if its time in collectives is below this fraction of the exposed time

enum class Collective : std::uint8_t { AllReduce, Gather, AllToAll, PointToPoint };

// Whether exchanges are sends and receives between two ranks, as between the stages of a pipeline. NCCL runs them in the same kernel as an
// all-to-all; the op or the kernel's own arguments show which it is.
bool exchangesAreOfTwo(const Trace& trace) {
  std::int64_t pairs = 0, all = 0;
  try {
    for (const CommunicationFacts::Row& row : communicationFacts(trace).rows) {
      const std::string name = lower(row.name);
      pairs += name == "send" || name == "recv" || name.find("isend") != std::string::npos || name.find("irecv") != std::string::npos ? row.ns : 0;
      all += name.find("alltoall") != std::string::npos || name.find("all_to_all") != std::string::npos ? row.ns : 0;
    }
  } catch (const Error&) {  // the file is deleted: the kernel's name alone does not show it
  }
  return pairs > all;
}

// The kind of most of the longest operations. All-gathers and reduce-scatters are those of sharded parameters.
Collective largestKind(const Trace& trace, const std::vector<SpanRef>& longest) {
  int gathers = 0, exchanges = 0;
  for (const SpanRef& span : longest) {
    const TraceLane& lane = trace.laneOf(span);
    std::string name = lower(std::string(trace.names.name(lane.name[span.index])));
    std::erase(name, '_');
    gathers += name.find("allgather") != std::string::npos || name.find("reducescatter") != std::string::npos;
    exchanges += name.find("alltoall") != std::string::npos || name.find("sendrecv") != std::string::npos;
  }
  const auto half = static_cast<int>(longest.size()) / 2;
  if (exchanges > half && exchangesAreOfTwo(trace)) return Collective::PointToPoint;
  return gathers > half ? Collective::Gather : exchanges > half ? Collective::AllToAll : Collective::AllReduce;
}

const char* overlapOf(Collective kind, bool serves) {
  switch (kind) {
    case Collective::Gather:
      return "FullyShardedDataParallel(..., backward_prefetch=BackwardPrefetch.BACKWARD_PRE, forward_prefetch=True, limit_all_gathers=True)";
    case Collective::AllToAll: return "all_to_all_single(..., async_op=True) of one part of the batch while the experts compute another";
    case Collective::PointToPoint:
      return "more micro-batches in flight, or stages of equal work: torch.distributed.pipelining.ScheduleInterleaved1F1B";
    case Collective::AllReduce: break;
  }
  if (serves) return "fewer ranks per model (vLLM: --tensor-parallel-size), or an all-reduce that is fused with the norm after it";
  return "DistributedDataParallel(..., gradient_as_bucket_view=True, bucket_cap_mb=50), gradient accumulation with no_sync()";
}

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (!trace.gpu) return advice::withoutGpu(facts);
  const Trace& t = *trace.trace;
  const TimeClasses classes(t);
  const auto isCollective = [&](const TraceLane& lane, std::size_t i) {
    return lane.kindOf(i) == SpanKind::Kernel && classes.of(lane, i) == TimeClass::Communication;
  };
  const auto collectives = advice::timeOfSpans(trace, isCollective);
  if (collectives.count == 0 && advice::glooTime(trace).count > 0)
    return advice::notFound(0, "%", "No collective operation ran on a GPU: the ranks communicate by gloo, through the host.");
  if (collectives.count == 0) return advice::notFound(0, "%", "No collective operation is in the trace: nothing is communicated.");
  if (trace.steps.empty()) return advice::notEnough(advice::withoutSteps());
  // Mean over the GPUs: what one of them computes hides nothing on another.
  const auto all = static_cast<std::int64_t>(trace.sheet.mean([](const DeviceFacts&d) { return d.communicationNs; })),
             bare = static_cast<std::int64_t>(trace.sheet.mean([](const DeviceFacts&d) { return d.exposedCommunicationNs; }));
  const double share = trace.shareOfSteps(all), exposed = trace.shareOfSteps(bare);
  const std::string each = trace.sheet.devices.size() > 1 ? fmt::format(" (mean of {} GPUs)", trace.sheet.devices.size()) : std::string();
  const std::string figure = fmt::format("{} {}", advice::percent(share), trace.ofSteps());
  if (exposed < kMuch)
    return advice::notFound(exposed * 100, "%",
                            fmt::format("Communication takes {}; {} are not hidden by other kernels{}.", figure, advice::percent(exposed), each));
  const std::string emphasis = advice::percent(exposed) + " " + trace.ofSteps();
  Finding finding = advice::found(exposed * 100, "%",
                                  fmt::format("The GPU only communicates for {}: {} {} are not hidden behind kernels{}.", emphasis,
                                              text::milliseconds(trace.msPerStep(bare)), trace.aStep(), each),
                                  emphasis);
  finding.category = Category::Copy;
  finding.gainAtMostMs = advice::gainOfGpuWork(trace, withoutClass(TimeClass::Communication), trace.msPerStep(bare));
  if (trace.ranks) {
    const advice::RankWaits times = advice::rankWaits(trace);
    const auto last = std::min_element(times.ns.begin(), times.ns.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    // The rank that all others wait for does not wait itself: its time is that of the transfer.
    const double lastMs = last == times.ns.end() ? 0 : times.msPerStep(static_cast<double>(last->second));
    if (times.count > 0 && last != times.ns.end() && lastMs < kLess * trace.msPerStep(bare)) {
      finding.gainAtMostMs = std::min(finding.gainAtMostMs.value_or(trace.msPerStep(bare)), lastMs);
      finding.sentence +=
          fmt::format(" The rank that arrives last spends {} {} in them: the rest is waiting for it.", text::milliseconds(lastMs), trace.aStep());
    }
  }
  finding.weight = advice::weightOf(trace, exposed, finding.gainAtMostMs);
  for (const DeviceFacts& device : trace.sheet.devices)
    finding.evidence.ranges.insert(finding.evidence.ranges.end(), device.exposedCommunication.begin(), device.exposedCommunication.end());
  finding.evidence.ranges = advice::longest(std::move(finding.evidence.ranges));
  // Kernels of inference servers; NCCL alone does not show whether a model is trained.
  const bool serves = !trace.trains && advice::namesHave(trace, {"cross_device_reduce", "custom_all_reduce", "multimem_all_reduce", "deep_ep"});
  finding.cure = advice::foreignSetting(facts, "Overlap", overlapOf(largestKind(t, collectives.longest), serves),
                                        "--xla_gpu_enable_latency_hiding_scheduler=true");
  return finding;
}

}  // namespace

RuleDef communicationRule() {
  return {"communication_bound",
          "The step is bound by communication",
          "Collective operations that no kernel hides.",
          {{"share of the steps", kMuch * 100, "%", "torch-tb-profiler"}},
          check,
          PathClass::Communication};
}

}  // namespace stepscope
