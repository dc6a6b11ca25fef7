// The step waits for its data.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"
#include "profiler/analysis/busy_time.h"

namespace stepscope {
namespace {

constexpr double kModerately = 0.05, kHighly = 0.20;
constexpr double kHidden = 1.0 / 3;       // waits whose gain is below this fraction of them are hidden by the GPU's work ...
constexpr double kMuchAllTheSame = 0.15;  // ... unless the gain is at least this fraction of the step

double loadMs(const AdviceFacts& facts) {
  std::int64_t loading = 0;
  for (const WorkerFacts& worker : facts.trace.workers) loading += worker.busyNs;
  return facts.trace.msPerStep(loading);
}

// For our own loader: as many workers as are needed to fill a batch while the step computes, limited by the number of cores.
std::optional<Cure> moreWorkers(const AdviceFacts& facts) {
  const double computing = std::max(facts.trace.msPerStep(facts.trace.stepsNs - lengthOf(facts.trace.dataWaits)), 1e-6);
  const int cores = facts.machine && facts.machine->cores > 0 ? facts.machine->cores : 2;
  const std::int64_t most = std::max(1, facts.machine && facts.machine->gpu ? cores : cores - 1);
  const auto wanted = static_cast<std::int64_t>(std::ceil(loadMs(facts) / computing));
  const std::int64_t workers = std::clamp<std::int64_t>(wanted, 1, most);
  if (!facts.switches) {  // a recording without its run: its threads show how many there are
    const auto now = std::count_if(facts.trace.workers.begin(), facts.trace.workers.end(), [](const WorkerFacts& w) { return w.name != "Loader"; });
    if (facts.trace.workers.empty() || wanted <= now) return std::nullopt;
    Cure cure = advice::setting("Loader workers", fmt::format("num_workers = {}", wanted));
    cure.value = wanted;
    return cure;
  }
  if (workers <= facts.switches->numWorkers) return std::nullopt;
  return advice::turn(facts, "num_workers", workers);
}

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (trace.steps.empty()) return advice::notEnough(advice::withoutSteps());
  if (!trace.tellsLoader) return advice::notEnough("No wait for a data loader is recorded: the trace does not say when the step waited for data.");
  const std::int64_t waited = lengthOf(trace.dataWaits);
  const double share = trace.shareOfSteps(waited), waitMs = trace.msPerStep(waited);
  const double stepMs = trace.msPerStep(trace.stepsNs);
  if (share < kModerately)
    return advice::notFound(share * 100, "%",
                            fmt::format("The step waits for data {} of the time, {} of {}.", advice::percent(share), text::milliseconds(waitMs),
                                        text::milliseconds(stepMs)));
  std::optional<double> gain = advice::gainOf(trace, withoutClass(TimeClass::DataLoader));
  if (!gain && trace.gpu) gain = trace.msPerStep(trace.idle.of(IdleReason::Data));  // the GPU had nothing to do for so long, at least
  // A wait during which the GPU works off its queue costs nothing. The first wait of a recording is never hidden, since the GPU has no work yet. So
  // the smaller one of the gain and of the idle time decides.
  const double won = std::min(gain.value_or(0), trace.msPerStep(trace.idle.of(IdleReason::Data)));
  const bool hidden = won < kHidden * waitMs && won < kMuchAllTheSame * stepMs;
  if (trace.gpu && gain && (hidden || *gain < kModerately * trace.replayedStepMs))
    return advice::notFound(
        share * 100, "%",
        fmt::format("The host waits for data {} of the time, while the GPU works: without these waits the step would be {} shorter "
                    "at most.",
                    advice::percent(share), text::milliseconds(*gain)));
  if (trace.origin == Origin::Own && share < kHighly && facts.coresTaken && !facts.quiet())
    return advice::notEnough(
        fmt::format("The step waits for data {} of the time, while other programs held {} of the cores: the loader may only have waited "
                    "for a core.",
                    advice::percent(share), advice::percent(*facts.coresTaken)));
  const std::string emphasis = fmt::format("{} of the time", advice::percent(share));
  Finding finding = advice::found(share * 100, "%",
                                  fmt::format("The step waits for data {}: {} of {}. It is {} input-bound.", emphasis, text::milliseconds(waitMs),
                                              text::milliseconds(stepMs), share < kHighly ? "moderately" : "highly"),
                                  emphasis);
  finding.category = Category::Data;
  finding.gainAtMostMs = gain;
  finding.weight = trace.origin == Origin::Own ? share : advice::weightOf(trace, share, gain);
  finding.evidence.ranges = advice::longest(trace.dataWaits);
  if (trace.origin == Origin::Own) {
    finding.cure = moreWorkers(facts);
    // No step is shorter than the time that its workers need to fill its batch.
    if (finding.cure && finding.gainAtMostMs)
      finding.gainAtMostMs = std::clamp(stepMs - loadMs(facts) / static_cast<double>(finding.cure->value), 0.0, *finding.gainAtMostMs);
    if (!finding.cure && facts.switches)
      finding.sentence += " The cores available to the loader are in use: smaller or already decoded samples would help.";
  } else {
    // The iterator's name shows whether there are workers already.
    const bool workers = advice::namesHave(trace, {"_MultiProcessingDataLoaderIter"}) && !advice::namesHave(trace, {"_SingleProcessDataLoaderIter"});
    finding.cure =
        advice::foreignSetting(facts, "Loader workers",
                               workers ? "DataLoader(...) with more num_workers than now, up to the number of cores, persistent_workers=True, "
                                         "prefetch_factor=4; or cheaper transforms: smaller or already decoded samples"
                                       : "DataLoader(..., num_workers=4, pin_memory=True, persistent_workers=True, prefetch_factor=4)",
                               "tf.data: dataset.map(..., num_parallel_calls=tf.data.AUTOTUNE).prefetch(tf.data.AUTOTUNE)",
                               "dataset.map(..., num_parallel_calls=tf.data.AUTOTUNE).prefetch(tf.data.AUTOTUNE)");
  }
  return finding;
}

}  // namespace

RuleDef inputBoundRule() {
  return {"input_bound",
          "The loader cannot keep up",
          "The time that a step waits for its batch.",
          {{"moderately input-bound", kModerately * 100, "%", "XProf; torch-tb-profiler"}, {"highly input-bound", kHighly * 100, "%", "XProf"}},
          check,
          PathClass::Data};
}

}  // namespace stepscope
