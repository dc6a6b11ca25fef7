// Several GPUs of one process work one after the other: DataParallel, layers spread over GPUs.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"
#include "profiler/analysis/busy_time.h"

namespace stepscope {
namespace {

constexpr double kTogether = 0.10;  // largest fraction of the summed busy time in which several GPUs work at once
constexpr double kMostBusy = 0.70;  // largest busy fraction of the steps, mean over the GPUs

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (!trace.gpu) return advice::withoutGpu(facts);
  const std::vector<DeviceFacts>& devices = trace.sheet.devices;
  if (trace.steps.empty()) return advice::notEnough(advice::withoutSteps());
  std::size_t working = 0;
  std::int64_t sum = 0, most = 0;
  for (const DeviceFacts& device : devices) {
    working += device.busyNs > 0 && trace.shareOfSteps(device.busyNs) > 0.05;
    sum += device.busyNs;
    most = std::max(most, device.busyNs);
  }
  if (working < 2) return advice::notEnough("One GPU works in this trace.");
  const std::int64_t all = lengthOf(trace.gpuInSteps);
  const double together = sum > 0 ? static_cast<double>(sum - all) / static_cast<double>(sum) : 0;
  const double busy = trace.shareOfSteps(sum) / static_cast<double>(devices.size());
  const bool parallel =
      advice::namesHave(trace, {"DataParallel"}) && !advice::namesHave(trace, {"DistributedDataParallel", "FullyShardedDataParallel"});
  const std::string figures = fmt::format("{} GPUs are busy {} {} each (mean), {} of that at the same time", devices.size(), advice::percent(busy),
                                          trace.ofSteps(), advice::percent(together));
  if (busy > kMostBusy || (together > kTogether && !parallel)) return advice::notFound(together * 100, "%", figures + ".");
  const std::string emphasis = advice::percent(busy) + " " + trace.ofSteps();
  Finding finding = advice::found(busy * 100, "%", fmt::format("The GPUs take turns: {}.", figures), emphasis);
  finding.category = Category::Idle;
  // At best all work as long as the one that works longest, at the same time.
  finding.gainAtMostMs = trace.msPerStep(all - most);
  finding.weight = advice::weightOf(trace, trace.shareOfSteps(all - most), finding.gainAtMostMs);
  for (const GpuGap& gap : trace.idle.longest)
    if (finding.evidence.ranges.size() < kMostEvidence) finding.evidence.ranges.push_back(gap.range);
  finding.cure = advice::foreignSetting(
      facts, "One process per GPU",
      parallel ? "torchrun --nproc-per-node=N with DistributedDataParallel(model) instead of DataParallel"
               : "torchrun with DistributedDataParallel where the model fits one GPU; else several micro-batches (torch.distributed.pipelining)",
      "jax.sharding over the batch");
  return finding;
}

}  // namespace

RuleDef gpusTakeTurnsRule() {
  return {"gpus_take_turns",
          "The GPUs work one after the other",
          "Time in which only one of several GPUs of a process works.",
          {{"at the same time", kTogether * 100, "%", "ours"}, {"busy", kMostBusy * 100, "%", "ours; torch-tb-profiler reports every DataParallel"}},
          check,
          PathClass::Any};
}

}  // namespace stepscope
