// GPUs communicate through the host with gloo.
#include <fmt/format.h>

#include "core/base/units.h"
#include "profiler/advisor/host_idle.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"

namespace stepscope {
namespace {

constexpr double kMuch = 0.03;  // least fraction of the steps' time for a finding

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (!trace.gpu) return advice::withoutGpu(facts);
  if (trace.steps.empty()) return advice::notEnough(advice::withoutSteps());
  const Trace& t = *trace.trace;
  const auto isGloo = [&](const TraceLane& lane, std::size_t i) {
    const std::string_view name = t.names.name(lane.name[i]);
    return !isGpuWork(lane.kindOf(i)) && (name.starts_with("gloo:") || name.starts_with("c10d::gloo"));
  };
  const advice::SpanTime time = advice::glooTime(trace);
  const double share = trace.shareOfSteps(time.ns);
  if (share < kMuch)
    return advice::notFound(share * 100, "%", fmt::format("Operations of gloo take {} {}.", advice::percent(share), trace.ofSteps()));
  const std::string emphasis = advice::percent(share) + " " + trace.ofSteps();
  Finding finding = advice::found(share * 100, "%",
                                  fmt::format("Ranks with GPUs communicate by gloo, through the host: {}, {} {}.", emphasis,
                                              text::milliseconds(trace.msPerStep(time.ns)), trace.aStep()),
                                  emphasis);
  finding.category = Category::Copy;
  finding.gainAtMostMs = advice::boundedGain(
      trace, {[&](const TraceLane& lane, std::size_t i, TimeClass) { return isGloo(lane, i) ? 0.0 : 1.0; }, true}, trace.msPerStep(time.ns));
  finding.weight = advice::weightOf(trace, share, finding.gainAtMostMs);
  finding.evidence = time.evidence();
  finding.cure = advice::setting("NCCL", "torch.distributed.init_process_group(\"nccl\")");
  return finding;
}

}  // namespace

RuleDef glooOnGpuRule() {
  return {"gloo_on_gpu",
          "GPUs communicate through the host",
          "Time of gloo operations in a trace with work of a GPU.",
          {{"share of the steps", kMuch * 100, "%", "torch-tb-profiler reports every backend but NCCL; ours"}},
          check,
          PathClass::Communication};
}

}  // namespace stepscope
