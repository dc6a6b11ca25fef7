// The process may use fewer cores than the machine has, or computes on fewer.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"
#include "profiler/analysis/busy_time.h"

namespace stepscope {
namespace {

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (!advice::ownOnCpu(facts)) return advice::doesNotApply("This rule is about our own runs on a CPU.");
  if (!facts.machine || facts.machine->cores <= 0 || facts.machine->threads <= 0 || facts.machine->machineCores <= 0)
    return advice::notEnough("How many cores the machine has and how many the run used is not kept with the run.");
  const int cores = facts.machine->cores, all = std::max(facts.machine->machineCores, cores), threads = facts.machine->threads;
  const int workers = facts.switches ? static_cast<int>(facts.switches->numWorkers) : 0;
  const int used = std::min(threads + workers, all);
  if (used >= all) return advice::notFound(used, "cores", fmt::format("The run uses {} of {} cores.", used, all));
  const bool bound = cores < all;
  const std::string emphasis = fmt::format("{} of {} cores", used, all);
  Finding finding =
      advice::found(used, "cores",
                    bound ? fmt::format("The run uses {}: its process is bound to {} (taskset, OMP or the job's settings).", emphasis, cores)
                          : fmt::format("The run uses {}: train.threads = {}.", emphasis, facts.wantedThreads > 0 ? facts.wantedThreads : threads),
                    emphasis);
  finding.category = Category::Idle;
  if (!trace.steps.empty()) {
    const double computing = trace.msPerStep(trace.stepsNs - lengthOf(trace.dataWaits));
    finding.gainAtMostMs = computing * (1 - static_cast<double>(threads) / (threads + all - used));
    finding.weight = *finding.gainAtMostMs / std::max(trace.medianStepMs, 1e-9);
    for (const StepFacts& step : trace.steps)
      if (finding.evidence.ranges.size() < kMostEvidence) finding.evidence.ranges.push_back(step.range);
  } else {
    finding.weight = 0.5 * (all - used) / all;
  }
  finding.cure =
      bound ? advice::setting("Cores", "Start it without taskset, or with all cores in its list") : advice::setting("Compute threads", "threads = 0");
  return finding;
}

}  // namespace

RuleDef idleCoresRule() {
  return {"idle_cores",
          "Cores lie idle",
          "Cores that the run could use for computing but does not.",
          {{"cores left", 1, "cores", "ours"}},
          check,
          PathClass::Any,
          true};
}

}  // namespace stepscope
