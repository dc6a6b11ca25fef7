// Saving checkpoints holds the training up.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "profiler/advisor/name_answers.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"
#include "profiler/analysis/busy_time.h"

namespace stepscope {
namespace {

constexpr double kMuch = 0.05;        // least fraction of the time for a finding
constexpr double kLeastSeconds = 60;  // shorter runs are not judged: they may only have the checkpoint at their end

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  double share = 0;
  std::int64_t inSteps = 0;
  Evidence evidence;
  if (trace.origin == Origin::Own) {
    if (!facts.run || !facts.run->checkpointSeconds || facts.run->seconds <= 0)
      return advice::notEnough("How long the run's checkpoints took is not kept with it.");
    if (facts.run->seconds < kLeastSeconds)
      return advice::notEnough(
          fmt::format("The run trained {}: too short to tell whether checkpoints come too often.", text::duration(facts.run->seconds)));
    share = std::min(1.0, *facts.run->checkpointSeconds / facts.run->seconds);
  } else {
    const std::int64_t whole = trace.trace->end - trace.trace->begin;
    const auto time = advice::timeOfSpans(trace, NameAnswers(*trace.trace, savesCheckpoint));
    if (whole <= 0 || time.count == 0) return advice::notEnough("No saved checkpoint is recorded in this trace.");
    share = static_cast<double>(time.ns) / static_cast<double>(whole);
    evidence.spans = time.longest;
    std::vector<TimeRange> steps;
    for (const StepFacts& step : trace.steps) steps.push_back(step.range);
    inSteps = lengthOf(intersection(time.ranges, steps));
  }
  const std::string emphasis = trace.origin == Origin::Own ? fmt::format("{} of the run", advice::percent(share))
                                                           : fmt::format("{} of the recorded time", advice::percent(share));
  if (share < kMuch) return advice::notFound(share * 100, "%", fmt::format("Saving checkpoints takes {}.", emphasis));
  Finding finding = advice::found(share * 100, "%", fmt::format("Saving checkpoints takes {}.", emphasis), emphasis);
  finding.category = Category::Other;
  finding.weight = share;
  finding.evidence = std::move(evidence);
  if (inSteps > 0) finding.gainAtMostMs = trace.msPerStep(inSteps);
  else if (trace.medianStepMs > 0) finding.gainAtMostMs = trace.medianStepMs * share / std::max(1 - share, 1e-3);
  finding.cure = trace.origin == Origin::Own
                     ? advice::setting("Disk", "Keep the project on a faster disk")
                     : advice::foreignSetting(facts, "Checkpoints", "torch.distributed.checkpoint.async_save(...), less often",
                                              "orbax AsyncCheckpointer, less often");
  return finding;
}

}  // namespace

RuleDef checkpointOftenRule() {
  return {"checkpoint_often",
          "Checkpoints hold the training up",
          "The part of the run that waits for checkpoints.",
          {{"share of the time", kMuch * 100, "%", "XProf, output 5 %"}, {"least length of a run", kLeastSeconds, "s", "ours"}},
          check,
          PathClass::Host};
}

}  // namespace stepscope
