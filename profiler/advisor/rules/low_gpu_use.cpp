// The GPU works less than half of the step.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"
#include "profiler/analysis/busy_time.h"

namespace stepscope {
namespace {

constexpr double kLow = 0.50;

std::string_view inWords(IdleReason reason) {
  switch (reason) {
    case IdleReason::Copy: return "copies";
    case IdleReason::Data: return "the loader";
    case IdleReason::Host: return "launches by the host";
    case IdleReason::Between: return "kernels that wait for each other";
    case IdleReason::Profiler: return "the profiler";
    case IdleReason::Unknown: break;
  }
  return "what the trace does not tell";
}

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (!trace.gpu) return advice::notEnough(advice::withoutGpu());
  const std::int64_t span = trace.gpuSpan.end - trace.gpuSpan.begin;
  const double between = span > 0 ? static_cast<double>(lengthOf(trace.gpuBusy)) / static_cast<double>(span) : 0;
  const bool steps = !trace.steps.empty();
  const double busy = steps ? trace.shareOfSteps(lengthOf(trace.gpuInSteps)) : between;
  const std::string both =
      steps ? fmt::format("{} of the steps ({} from its first operation to its last)", advice::percent(busy), advice::percent(between))
            : fmt::format("{} from its first operation to its last", advice::percent(between));
  if (busy >= kLow) return advice::notFound(busy * 100, "%", fmt::format("The GPU is busy {}.", both));
  int most = 0;
  for (int r = 1; r < kIdleReasons; ++r)
    if (trace.idle.reasonNs[r] > trace.idle.reasonNs[most]) most = r;
  Finding finding =
      advice::found(busy * 100, "%", fmt::format("The GPU is busy only {}; it waits most for {}.", both, inWords(static_cast<IdleReason>(most))),
                    advice::percent(busy));
  finding.category = Category::Idle;
  finding.weight = 0.5 * (1 - busy);
  for (const GpuGap& gap : trace.idle.longest) finding.evidence.ranges.push_back(gap.range);
  if (trace.origin == Origin::Own && facts.switches) finding.cure = advice::turn(facts, "batch_size", facts.switches->batchSize * 2);
  else if (trace.origin != Origin::Own)
    finding.cure = advice::setting("Batch size", "Double the batch size (and look at what it does to convergence)");
  return finding;
}

}  // namespace

RuleDef lowGpuUseRule() {
  return {"low_gpu_use",
          "The GPU is mostly idle",
          "The part of the steps in which a kernel, a copy or a memset ran.",
          {{"low use", kLow * 100, "%", "torch-tb-profiler; nsys analyze gpu_time_util"}},
          check};
}

}  // namespace stepscope
