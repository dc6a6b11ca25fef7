// Code is compiled or loaded within the steps: it should be there before.
#include <fmt/format.h>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"

namespace stepscope {
namespace {

constexpr double kMuch = 0.03;  // of the steps

bool compiles(std::string_view name) {
  // torch.compile tells its work so: "_compile.compile_inner (dynamo_timed)", "inductor_codegen".
  for (const std::string_view part : {"dynamo_timed", "_compile.compile_inner", "compile_fx", "TorchDynamo", "inductor_compile", "triton_compile"})
    if (name.find(part) != std::string_view::npos) return true;
  return false;
}

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (!trace.gpu) return advice::notEnough(advice::withoutGpu());
  if (trace.wholeTrace || trace.steps.empty()) return advice::notEnough(advice::withoutSteps());
  const Trace& t = *trace.trace;
  const auto isCompiling = [&](const TraceLane& lane, std::size_t i) { return !isGpuWork(lane.kindOf(i)) && compiles(t.names.name(lane.name[i])); };
  const auto isLoading = [&](const TraceLane& lane, std::size_t i) { return loadsCode(t.names.name(lane.name[i]), lane.kindOf(i)); };
  const auto compiling = advice::timeOfSpans(trace, isCompiling), loading = advice::timeOfSpans(trace, isLoading);
  const bool compiled = compiling.ns > loading.ns;
  const auto& time = compiled ? compiling : loading;
  const double share = trace.shareOfSteps(time.ns), ms = trace.msPerStep(time.ns);
  if (share < kMuch)
    return advice::notFound(share * 100, "%", fmt::format("Compiling and loading code takes {} of the steps.", advice::percent(share)));
  // The first steps compile and load once; what comes again is a cost of every step.
  if (const std::int64_t with = advice::stepsWith(trace, time.ranges); trace.steps.size() > 2 && with < 2)
    return advice::notFound(share * 100, "%",
                            fmt::format("Code is compiled or loaded in {} of {} steps only: a cost of the beginning.", with, trace.steps.size()));
  const std::string emphasis = advice::percent(share) + " of the steps";
  Finding finding = advice::found(
      share * 100, "%",
      fmt::format("{} takes {}: {} of {} a step.", compiled ? "Compiling code within the steps" : "Loading code of kernels within the steps",
                  emphasis, text::milliseconds(ms), text::milliseconds(trace.msPerStep(trace.stepsNs))),
      emphasis);
  finding.category = Category::Idle;
  finding.gainAtMostMs = advice::boundedGain(
      trace,
      {[&](const TraceLane& lane, std::size_t i, TimeClass) { return (compiled ? isCompiling(lane, i) : isLoading(lane, i)) ? 0.0 : 1.0; }, true},
      ms);
  finding.weight = advice::weightOf(trace, share, finding.gainAtMostMs);
  finding.evidence.spans = time.longest;
  finding.cure = compiled ? advice::setting("Compile once",
                                            "TORCH_LOGS=recompiles names the reason; torch.compile(model, dynamic=True), or batches of one shape")
                          : advice::setting("Load before", "CUDA_MODULE_LOADING=EAGER, or some steps before the recording begins");
  return finding;
}

}  // namespace

RuleDef codeLoadingRule() {
  return {"code_loading",
          "Code is compiled or loaded within the steps",
          "Time of torch.compile and of cuModuleLoad within the steps.",
          {{"share of the steps", kMuch * 100, "%", "XProf, compilation is host overhead"}},
          check,
          PathClass::Host};
}

}  // namespace stepscope
