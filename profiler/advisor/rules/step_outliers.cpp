// Single steps that take much longer than the others.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "profiler/advisor/find_culprits.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"
#include "profiler/analysis/self_time.h"

namespace stepscope {
namespace {

constexpr double kLong = 1.5;          // a step longer than this many times the median is slow
constexpr double kLeastExcess = 0.05;  // least fraction of all steps' time that slow steps spend above the median
constexpr std::size_t kLeastSteps = 20;

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  std::vector<double> ms;
  const bool ofRun = facts.run && facts.run->stepMs.size() >= kLeastSteps;
  if (ofRun) ms = facts.run->stepMs;
  else
    for (const StepFacts& step : trace.steps) ms.push_back(step.ms());
  if (ms.size() < kLeastSteps)
    return advice::notEnough(
        fmt::format("Only {} so far; {} are needed to find outliers.", text::counted(static_cast<std::int64_t>(ms.size()), "step"), kLeastSteps));
  const std::optional<double> taken = ofRun ? facts.run->coresTaken : facts.coresTaken;
  if (trace.origin == Origin::Own && !AdviceFacts::quiet(taken))
    return advice::notEnough(taken ? "Other programs held the cores: slow steps may be theirs."
                                   : "Whether other programs held the cores is not known: slow steps may be theirs.");
  const double median = quantileOf(ms, 0.5);
  double all = 0, excess = 0;
  std::size_t slow = 0;
  for (const double step : ms) {
    all += step;
    if (step <= kLong * median) continue;
    ++slow;
    excess += step - median;
  }
  const double share = all > 0 ? excess / all : 0;
  const std::string figure =
      fmt::format("{} of {} steps took more than {} times the median of {}", slow, ms.size(), kLong, text::milliseconds(median));
  if (share < kLeastExcess)
    return advice::notFound(share * 100, "%", fmt::format("{}; their excess over the median is {} of the time.", figure, advice::percent(share)));
  // All threads wait for the one whose core was taken, so the whole step may lose what other programs took of one core.
  if (trace.origin == Origin::Own && share <= *taken * std::max(1, facts.machine ? facts.machine->cores : 1))
    return advice::notEnough(
        fmt::format("{}, and other programs took {} of the cores' time: slow steps may be theirs.", figure, advice::percent(*taken)));
  const std::string emphasis = advice::percent(share) + " of the time";
  Finding finding = advice::found(share * 100, "%", fmt::format("{}: {} is lost in them.", figure, emphasis), emphasis);
  finding.category = Category::Step;
  finding.weight = 0.5 * share;
  finding.gainAtMostMs = share * median;
  std::vector<StepFacts> slowest, usual;
  for (const StepFacts& step : trace.steps) (step.ms() > kLong * median ? slowest : usual).push_back(step);
  std::stable_sort(slowest.begin(), slowest.end(), [](const StepFacts& a, const StepFacts& b) { return a.ms() > b.ms(); });
  for (const StepFacts& step : slowest)
    if (finding.evidence.spans.size() < kMostEvidence) finding.evidence.spans.push_back(step.span);
  if (const std::string excess = excessOf(trace, HostStacks(*trace.trace), slowest, usual); !excess.empty()) finding.culprits = {excess};
  return finding;
}

}  // namespace

RuleDef stepOutliersRule() {
  return {"step_outliers",
          "Single steps take much longer",
          "Steps far above the median, and what they cost.",
          {{"long", kLong, "x", "of the median; ours"}, {"lost in them", kLeastExcess * 100, "%", "ours"}},
          check};
}

}  // namespace stepscope
