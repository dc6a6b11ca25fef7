#include "profiler/advisor/advise.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "core/base/units.h"
#include "profiler/advisor/rule.h"
#include "profiler/advisor/wording.h"
#include "profiler/analysis/busy_time.h"

namespace stepscope {
namespace {

constexpr double kHeldBack = 0.03;  // of the step: what is smaller is not what holds it back (XProf)

std::string_view inWords(Category category) {
  switch (category) {
    case Category::Forward: return "the forward pass";
    case Category::Backward: return "the backward pass";
    case Category::Recompute: return "computing activations again";
    case Category::Optimizer: return "the update of the weights";
    case Category::Copy: return "copies between layouts and types";
    case Category::Validation: return "validation";
    case Category::Data: return "waiting for data";
    default: return "what is between the ops";
  }
}

// Where no rule finds anything: names what the step does most.
void describeWork(const TraceFacts& trace, Verdict& verdict) {
  if (trace.gpu && !trace.steps.empty()) {
    const double busy = trace.shareOfSteps(lengthOf(trace.gpuInSteps));
    verdict.emphasis = fmt::format("{} of the steps", advice::percent(busy));
    verdict.sentence = fmt::format("The GPU works {}, and no rule finds what holds it back.", verdict.emphasis);
    verdict.category = Category::Forward;
    return;
  }
  if (trace.gpu) {
    const std::int64_t span = trace.gpuSpan.end - trace.gpuSpan.begin;
    const double busy = span > 0 ? static_cast<double>(lengthOf(trace.gpuBusy)) / static_cast<double>(span) : 0;
    verdict.emphasis = advice::percent(busy);
    verdict.sentence =
        fmt::format("The GPU is busy {} from its first operation to its last. The trace has no steps, so more cannot be told.", verdict.emphasis);
    return;
  }
  if (trace.steps.empty()) {
    verdict.sentence = trace.trace->spanCount() == 0 ? "No step is recorded: there is nothing to tell yet."
                                                     : "The trace has no steps and no GPU: what holds a step back cannot be told.";
    return;
  }
  const CategoryTime* most = nullptr;
  for (const CategoryTime& time : trace.breakdown.categories)
    if (!most || time.share > most->share) most = &time;
  if (!most) return;
  verdict.category = most->category;
  verdict.emphasis = fmt::format("{} of the time", advice::percent(most->share));
  verdict.sentence = fmt::format("The step computes: {} takes {}, {} of {}.", inWords(most->category), verdict.emphasis,
                                 text::milliseconds(most->msPerStep), text::milliseconds(trace.msPerStep(trace.stepsNs)));
}

Verdict verdictOf(const AdviceFacts& facts, const std::vector<Finding>& findings) {
  const TraceFacts& trace = facts.trace;
  Verdict verdict;
  if (!findings.empty() && findings.front().outcome == Outcome::Found && findings.front().weight >= kHeldBack) {
    verdict.sentence = findings.front().sentence;
    verdict.emphasis = findings.front().emphasis;
    verdict.category = findings.front().category;
  } else {
    describeWork(trace, verdict);
  }
  verdict.source = trace.trace->source;
  if (!trace.steps.empty()) {
    const auto counted = [](std::size_t steps) { return steps == 1 ? std::string("1 step") : fmt::format("{} steps", steps); };
    // Shares and the times beside them are of the mean step; what recording costs is told by medians.
    const std::string steps = counted(trace.steps.size()), mean = text::milliseconds(trace.msPerStep(trace.stepsNs)),
                      median = text::milliseconds(trace.medianStepMs);
    verdict.times = trace.unrecordedStepMs > 0
                        ? fmt::format("{}: mean {}, median {} ({} unrecorded)", steps, mean, median, text::milliseconds(trace.unrecordedStepMs))
                        : fmt::format("{}: mean {}, median {}", steps, mean, median);
  }
  if (trace.origin == Origin::Own && !trace.gpu && !trace.steps.empty()) {
    verdict.timesAreClaims = facts.quiet();
    if (!facts.coresTaken) verdict.cores = "quiet or busy cores: not known";
    else verdict.cores = facts.quiet() ? "quiet cores" : fmt::format("busy cores (other programs {})", advice::percent(*facts.coresTaken));
  }
  return verdict;
}

int rankOf(Outcome outcome) {
  return outcome == Outcome::Found ? 0 : outcome == Outcome::NotFound ? 1 : 2;
}

}  // namespace

int Advice::found() const {
  return static_cast<int>(std::count_if(findings.begin(), findings.end(), [](const Finding& f) { return f.outcome == Outcome::Found; }));
}

Advice advise(const AdviceFacts& facts) {
  Advice advice;
  for (const RuleDef& rule : ruleDefs()) {
    Finding finding;
    try {
      finding = rule.check(facts);
    } catch (const std::exception& error) {
      finding = advice::notEnough(fmt::format("The rule could not be asked: {}", error.what()));
    }
    finding.rule = rule.key;
    finding.title = rule.title;
    advice.findings.push_back(std::move(finding));
  }
  std::stable_sort(advice.findings.begin(), advice.findings.end(), [](const Finding& a, const Finding& b) {
    if (a.outcome != b.outcome) return rankOf(a.outcome) < rankOf(b.outcome);
    return a.outcome == Outcome::Found && a.weight > b.weight;
  });
  advice.verdict = verdictOf(facts, advice.findings);
  return advice;
}

}  // namespace stepscope
