// Too many loader workers: a worker that is mostly idle still takes a core from computing; and if there are more workers and compute threads than
// cores, they take cores from each other.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"
#include "profiler/analysis/busy_time.h"

namespace stepscope {
namespace {

constexpr double kIdleWorker = 0.15;  // a worker that is busy for less of the step counts as idle
constexpr double kLeastGain = 0.05;   // least gain as a fraction of the step

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (trace.origin != Origin::Own) return advice::notEnough("The loader's workers are processes of their own, which this trace does not hold.");
  if (!facts.switches || !facts.machine || facts.machine->threads <= 0 || facts.machine->cores <= 0) return advice::notEnough(advice::withoutRun());
  if (trace.steps.empty()) return advice::notEnough(advice::withoutSteps());
  const int workers = static_cast<int>(facts.switches->numWorkers), threads = facts.machine->threads, cores = facts.machine->cores;
  if (workers == 0) return advice::notFound(0, "workers", "There is no worker: the trainer's own thread reads the batches.");
  std::int64_t loading = 0;
  for (const WorkerFacts& worker : trace.workers) loading += worker.busyNs;
  const double busy = trace.shareOfSteps(loading) / workers;
  const std::int64_t waited = lengthOf(trace.dataWaits);
  const std::string howBusy = fmt::format("{} of the time", advice::percent(std::min(busy, 1.0)));
  if (facts.machine->gpu || threads >= cores) {
    const int together = threads + workers;
    if (!facts.machine->gpu && together > cores && busy > kIdleWorker) {
      Finding finding = advice::found(
          together, "threads",
          fmt::format("{} loader workers and {} compute threads share {} cores, and the workers are busy {}.", workers, threads, cores, howBusy),
          howBusy);
      finding.weight = std::min(busy * workers / cores, 0.5);
      finding.category = Category::Data;
      finding.cure = advice::turn(facts, "num_workers", std::max(0, cores - threads));
      return finding;
    }
    return advice::notFound(busy * 100, "%", fmt::format("A worker is busy {} and takes no core from computing.", howBusy));
  }
  // Without workers the step would also compute on their cores, and load its batches itself.
  const double computing = trace.msPerStep(trace.stepsNs - waited), load = trace.msPerStep(loading);
  const int spared = std::min(workers, cores - threads);
  const double gain = computing * (1 - static_cast<double>(threads) / (threads + spared)) - load + trace.msPerStep(waited);
  if (busy >= kIdleWorker || gain < kLeastGain * trace.medianStepMs)
    return advice::notFound(busy * 100, "%", fmt::format("A worker is busy {}: its work is worth its core.", howBusy));
  Finding finding = advice::found(busy * 100, "%",
                                  fmt::format("{} busy only {}, and computing lacks {} of {} cores. A batch takes {} to load, the step {}.",
                                              workers == 1 ? "A loader worker is" : fmt::format("{} loader workers are", workers), howBusy, spared,
                                              cores, text::milliseconds(load), text::milliseconds(trace.medianStepMs)),
                                  fmt::format("busy only {}", howBusy));
  finding.gainAtMostMs = gain;
  finding.weight = gain / std::max(trace.medianStepMs, 1e-9);
  finding.category = Category::Data;
  finding.cure = advice::turn(facts, "num_workers", std::int64_t{0});
  for (std::size_t l = 0; l < trace.trace->lanes.size(); ++l) {
    const TraceLane& lane = trace.trace->lanes[l];
    if (trace.trace->tracks[static_cast<std::size_t>(lane.track)].role != TrackRole::LoaderWorker) continue;
    for (std::size_t i = 0; i < lane.size() && finding.evidence.spans.size() < kMostEvidence; ++i)
      finding.evidence.spans.push_back({static_cast<std::int32_t>(l), static_cast<std::uint32_t>(i)});
  }
  return finding;
}

}  // namespace

RuleDef workersRule() {
  return {"workers",
          "Workers that are not worth their cores",
          "Whether the loader's workers take cores from computing.",
          {{"a worker is idle", kIdleWorker * 100, "%", "of the step; ours"}, {"least gain", kLeastGain * 100, "%", "of the step; ours"}},
          check,
          PathClass::Any,
          true};
}

}  // namespace stepscope
