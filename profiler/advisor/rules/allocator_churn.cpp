// Device memory is allocated and freed within steps: each such call stops the GPU.
#include <fmt/format.h>

#include "core/base/units.h"
#include "profiler/advisor/gpu_kind.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"

namespace stepscope {
namespace {

constexpr double kMuch = 0.03;  // least fraction of the steps' time for a finding

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (!trace.gpu) return advice::withoutGpu(facts);
  if (trace.origin == Origin::Own)
    return advice::doesNotApply("This rule is about other programs: Stepscope allocates all memory before the first step.");
  if (trace.wholeTrace || trace.steps.empty()) return advice::notEnough(advice::withoutSteps());
  const auto isCall = [&](const TraceLane& lane, std::size_t i) {
    return lane.kindOf(i) == SpanKind::Runtime && allocates(trace.trace->names.name(lane.name[i]), SpanKind::Runtime);
  };
  const auto time = advice::timeOfSpans(trace, isCall);
  const double share = trace.shareOfSteps(trace.hostIdle.allocation), ms = trace.msPerStep(trace.hostIdle.allocation);
  const double aStep = static_cast<double>(time.count) / static_cast<double>(trace.steps.size());
  if (share < kMuch)
    return advice::notFound(share * 100, "%",
                            fmt::format("Calls that allocate or free memory leave the GPU idle {} of the steps ({} a step).", advice::percent(share),
                                        advice::counted(aStep, "call")));
  // What only the first steps need is not a cost of every step.
  if (const std::int64_t with = advice::stepsWith(trace, time.ranges); 2 * with < static_cast<std::int64_t>(trace.steps.size()))
    return advice::notFound(share * 100, "%",
                            fmt::format("Memory is allocated or freed in {} of {} steps only: a cost of the beginning.", with, trace.steps.size()));
  const std::string emphasis = advice::percent(share) + " of the time";
  Finding finding = advice::found(
      share * 100, "%",
      fmt::format("The GPU waits while memory is allocated and freed {}: {} of {} a step, in {} ({}).", emphasis, text::milliseconds(ms),
                  text::milliseconds(trace.msPerStep(trace.stepsNs)), advice::counted(aStep, "call"), advice::hostWorkWithin(trace, time.ranges)),
      emphasis);
  finding.category = Category::Idle;
  finding.gainAtMostMs =
      advice::boundedGain(trace, {[&](const TraceLane& lane, std::size_t i, TimeClass) { return isCall(lane, i) ? 0.0 : 1.0; }, false}, ms);
  finding.weight = advice::weightOf(trace, share, finding.gainAtMostMs);
  finding.evidence = time.evidence();
  const bool amd = gpuKindOf(*trace.trace).vendor == GpuVendor::Amd;
  finding.cure = advice::foreignSetting(facts, "Keep the memory",
                                        fmt::format("{}=expandable_segments:True, batches of one size, no torch.cuda.empty_cache() in the loop",
                                                    amd ? "PYTORCH_HIP_ALLOC_CONF" : "PYTORCH_CUDA_ALLOC_CONF"),
                                        "XLA_PYTHON_CLIENT_PREALLOCATE=true");
  return finding;
}

}  // namespace

RuleDef allocatorChurnRule() {
  return {"allocator_churn",
          "Memory is allocated and freed in every step",
          "Idle time of the GPU during cudaMalloc, cudaFree and similar calls within steps.",
          {{"share of the steps", kMuch * 100, "%", "XProf, host overhead"}},
          check,
          PathClass::Host};
}

}  // namespace stepscope
