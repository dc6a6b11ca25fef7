// Code is compiled or loaded within the steps: it should be there before.
#include <fmt/format.h>

#include <optional>

#include "core/base/units.h"
#include "profiler/advisor/host_idle.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"
#include "profiler/analysis/busy_time.h"

namespace stepscope {
namespace {

constexpr double kMuch = 0.03;       // least fraction of the steps' time for a finding
constexpr double kOnce = 0.10;       // the same if it occurs once: it is then part of every mean over the steps
constexpr double kBeginning = 0.25;  // it occurs once if at most this fraction of the steps needs code

struct CodeTime {
  advice::SpanTime compiling, loading;
  bool compiled = false;  // compiling takes more time than loading
  const advice::SpanTime& most() const { return compiled ? compiling : loading; }
};

// The steps that compile or load code, if these are only the first ones or a few.
struct OnceOnly {
  std::size_t steps = 0, others = 0;
  std::int64_t ns = 0, othersNs = 0;  // length of these steps, and of the others
  bool first = false;
};
std::optional<OnceOnly> onceOnly(const TraceFacts& trace, const std::vector<TimeRange>& ranges) {
  OnceOnly once;
  std::size_t last = 0;
  for (std::size_t s = 0; s < trace.steps.size(); ++s) {
    const TimeRange& step = trace.steps[s].range;
    if (intersection(ranges, {step}).empty()) {
      ++once.others;
      once.othersNs += step.end - step.begin;
      continue;
    }
    ++once.steps;
    once.ns += step.end - step.begin;
    last = s;
  }
  once.first = last + 1 == once.steps;
  const bool few = once.steps < 2 || static_cast<double>(once.steps) <= kBeginning * static_cast<double>(trace.steps.size());
  if (trace.steps.size() <= 2 || once.steps == 0 || !few) return std::nullopt;
  return once;
}

// The answer if the cost occurs once, but is part of every mean over the steps.
Finding toldOnce(const AdviceFacts& facts, const CodeTime& code, const OnceOnly& once) {
  const TraceFacts& trace = facts.trace;
  const advice::SpanTime& time = code.most();
  const double share = trace.shareOfSteps(time.ns);
  const auto ms = [](std::int64_t ns) { return text::milliseconds(static_cast<double>(ns) * 1e-6); };
  const std::string which = once.first ? (once.steps == 1 ? "the first step" : fmt::format("the first {} steps", once.steps))
                                       : (once.steps == 1 ? std::string("one step") : fmt::format("{} of the steps", once.steps));
  if (share < kOnce)
    return advice::notFound(
        share * 100, "%", fmt::format("Code is compiled or loaded in {} of {} steps only: a cost of the beginning.", once.steps, trace.steps.size()));
  const std::string emphasis = fmt::format("{} of {}", ms(time.ns), ms(once.ns));
  const std::string mean = ms(once.othersNs / static_cast<std::int64_t>(once.others));
  Finding finding = advice::found(
      share * 100, "%",
      fmt::format(
          fmt::runtime(code.compiled
                           ? "Compiling takes {} in {}; the other steps take {} each. It is paid once, but is part of every mean over the steps."
                           : "Loading code of kernels takes {} in {}; the other steps take {} each. It is paid once, but is part of "
                             "every mean over the steps."),
          emphasis, which, mean),
      emphasis);
  finding.category = Category::Idle;
  finding.weight = share;
  finding.evidence = time.evidence();
  finding.cure = advice::foreignSetting(facts, "Record later steps", "schedule=torch.profiler.schedule(wait=1, warmup=2, active=5)",
                                        "one step and block_until_ready() before jax.profiler.start_trace",
                                        "TensorBoard(profile_batch=(10, 20)), or some steps before tf.profiler.experimental.start");
  return finding;
}

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (trace.origin == Origin::Own) return advice::doesNotApply("This rule is about other programs: Stepscope compiles before the first step.");
  if (trace.wholeTrace || trace.steps.empty()) return advice::notEnough(advice::withoutSteps());
  const Trace& t = *trace.trace;
  std::vector<char> kinds(t.names.size());  // by name: 1 compiles, 2 loads
  for (std::uint32_t n = 0; n < t.names.size(); ++n)
    kinds[n] = static_cast<char>((advice::compilesCode(t.names.name(n)) ? 1 : 0) | (loadsCode(t.names.name(n), SpanKind::Runtime) ? 2 : 0));
  const auto isCompiling = [&](const TraceLane& lane, std::size_t i) { return !isGpuWork(lane.kindOf(i)) && (kinds[lane.name[i]] & 1) != 0; };
  const auto isLoading = [&](const TraceLane& lane, std::size_t i) { return lane.kindOf(i) == SpanKind::Runtime && (kinds[lane.name[i]] & 2) != 0; };
  CodeTime code{advice::compilingTime(trace), advice::timeOfSpans(trace, isLoading)};
  code.compiled = code.compiling.ns > code.loading.ns;
  const advice::SpanTime& time = code.most();
  const double share = trace.shareOfSteps(time.ns), ms = trace.msPerStep(time.ns);
  if (time.ns == 0 && !trace.gpu) return advice::doesNotApply("Nothing is compiled or loaded in this trace.");
  if (share < kMuch)
    return advice::notFound(share * 100, "%", fmt::format("Compiling and loading code takes {} of the steps.", advice::percent(share)));
  if (const std::optional<OnceOnly> once = onceOnly(trace, time.ranges)) return toldOnce(facts, code, *once);
  const std::string emphasis = advice::percent(share) + " of the steps";
  Finding finding = advice::found(
      share * 100, "%",
      fmt::format("{} takes {}: {} of {} a step.", code.compiled ? "Compiling code within the steps" : "Loading code of kernels within the steps",
                  emphasis, text::milliseconds(ms), text::milliseconds(trace.msPerStep(trace.stepsNs))),
      emphasis);
  finding.category = Category::Idle;
  SpanChange without{
      [&](const TraceLane& lane, std::size_t i, TimeClass) { return (code.compiled ? isCompiling(lane, i) : isLoading(lane, i)) ? 0.0 : 1.0; }, true};
  without.gone = time.ranges;  // Python frames are no part of the replay, but the time in them is
  finding.gainAtMostMs = advice::boundedGain(trace, without, ms);
  finding.weight = advice::weightOf(trace, share, finding.gainAtMostMs);
  finding.evidence = time.evidence();
  if (!code.compiled) finding.cure = advice::setting("Load before", "CUDA_MODULE_LOADING=EAGER, or some steps before the recording begins");
  else
    finding.cure = advice::foreignSetting(
        facts, "Compile once", "TORCH_LOGS=recompiles names the reason; torch.compile(model, dynamic=True), or batches of one shape",
        "jax.config.update(\"jax_log_compiles\", True) names what is compiled again; inputs of one shape and type, static_argnums for Python values",
        "tf.function(..., reduce_retracing=True), or batches of one shape: drop_remainder=True");
  return finding;
}

}  // namespace

RuleDef codeLoadingRule() {
  return {"code_loading",
          "Code is compiled or loaded within the steps",
          "Time of compilers (torch.compile, XLA, tf.function) and of cuModuleLoad within the steps.",
          {{"share of the steps", kMuch * 100, "%", "XProf, compilation is host overhead"},
           {"share of the recorded time, if it occurs once", kOnce * 100, "%", "ours"}},
          check,
          PathClass::Host};
}

}  // namespace stepscope
