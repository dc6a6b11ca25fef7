#include "core/train/trial/switch_trial.h"
#include "core/data/bind_batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <optional>
#include <utility>

#include "core/base/clock.h"
#include "core/base/core_use.h"
#include "core/base/error.h"
#include "core/base/units.h"
#include "core/passes/step_graph.h"
#include "core/project/switches.h"
#include "core/train/checkpoint/program_state.h"
#include "core/train/prediction/kernel_cache.h"
#include "core/train/prediction/step_time.h"
#include "core/train/steps/accumulation.h"
#include "core/train/steps/open_data.h"
#include "core/train/steps/step_scalars.h"
#include "core/train/watch/step_watch.h"

namespace stepscope {
namespace {

// The losses of this number of steps are compared: both sides start from the same weights, and small rounding differences grow from step to step.
constexpr std::size_t kComparedLosses = 3;
constexpr double kMostLossDifference = 5e-3;

bool keepsLoss(const Switches& before, const Switches& after) {
  return before.amp == after.amp && before.tf32 == after.tf32;
}
bool sameBatches(const Switches& before, const Switches& after) {
  return before.batchSize == after.batchSize && before.accumulation == after.accumulation;
}

struct Position {
  std::int64_t epoch = 0, sample = 0;
};

// One side of the trial: a program, and its input.
struct Side {
  StepProgram& program;
  Switches switches;
  std::int64_t done = 0, skipped = 0;  // steps
  std::vector<double> losses;          // losses of the first steps
  int measured = 0;                    // steps per block; 0: not known yet
  Position end;                        // after the last block
};

class Trial {
 public:
  Trial(const TrialSetup& setup, const TrialLimits& limits, StepProgram& with)
      : setup_(setup),
        limits_(limits),
        state_(readState(*setup.running.train)),
        without_{setup.running, setup.project.switches, setup.at.step, setup.at.skippedSteps, {}, 0, {}},
        with_{with, setup.with, setup.at.step, setup.at.skippedSteps, {}, 0, {}},
        at_{setup.at.epoch, setup.at.sampleInEpoch} {}

  void run(TrialResult& result, const TrialProgress& progress) {
    std::vector<TrialPair> pairs;
    const CoreUse use;
    const std::int64_t begin = nowNs();
    while (true) {
      const double passed = static_cast<double>(nowNs() - begin) * 1e-9;
      const auto count = static_cast<int>(pairs.size());
      constexpr int kLeast = 3;
      if (count >= limits_.mostPairs || (passed > limits_.seconds && count >= kLeast)) break;
      if (enough(result)) break;
      // Other programs use the cores most of the time: more pairs would not help.
      if (count >= 2 * limits_.leastPairs && 2 * result.quietPairs < count) break;
      if (progress)
        progress(fmt::format("measuring, pair {}", count + 1),
                 std::min(0.99, std::max(passed / limits_.seconds, static_cast<double>(count) / limits_.mostPairs)));
      TrialPair pair;
      const int block = 2 * count;
      for (const int i : {block, block + 1}) (withSwitch(i) ? pair.with : pair.without) = steps(withSwitch(i) ? with_ : without_);
      // The next pair starts at the position of the side that read more.
      const auto later = [](const Position& a, const Position& b) { return std::pair(a.epoch, a.sample) < std::pair(b.epoch, b.sample); };
      at_ = std::max(without_.end, with_.end, later);
      pairs.push_back(std::move(pair));
      summarize(pairs, result);
      result.others = use.others();
      if (count == 0) {
        compareLosses(result);
        if (result.outcome == TrialOutcome::NotFinite) return;
      }
    }
    result.outcome = judge(result.figures, result.pairs, result.quietPairs, limits_);
    if (result.lossMustStay && result.lossDifference.value_or(0) > kMostLossDifference) result.outcome = TrialOutcome::LossChanged;
  }

  void putBack() { writeState(setup_.running, state_, "the state before the trial"); }

 private:
  bool cancelled() const { return setup_.cancel && *setup_.cancel; }

  bool enough(const TrialResult& result) const {
    if (result.quietPairs < limits_.leastPairs || !result.figures) return false;
    const TrialFigures& f = *result.figures;
    return f.high / f.ratio - 1 <= limits_.precision && f.ratio / f.low - 1 <= limits_.precision;
  }

  void summarize(const std::vector<TrialPair>& pairs, TrialResult& result) const {
    std::vector<TrialPair> quiet;
    for (const TrialPair& pair : pairs)
      if (pair.quiet(limits_)) quiet.push_back(pair);
    result.pairs = static_cast<int>(pairs.size());
    result.quietPairs = static_cast<int>(quiet.size());
    result.figures = compareBlocks(quiet, samplesPerUpdate(without_.switches), samplesPerUpdate(with_.switches));
    result.without.measuredMs = result.figures ? result.figures->withoutMs : 0;
    result.with.measuredMs = result.figures ? result.figures->withMs : 0;
  }

  void compareLosses(TrialResult& result) const {
    const bool scaled = with_.program.train->graph().outputs().contains(kFoundInf);
    const auto finite = [](const std::vector<double>& losses) {
      return std::all_of(losses.begin(), losses.end(), [](double loss) { return std::isfinite(loss); });
    };
    if (!scaled && finite(without_.losses) && !finite(with_.losses)) result.outcome = TrialOutcome::NotFinite;
    if (!sameBatches(without_.switches, with_.switches)) return;
    double most = 0;
    for (std::size_t i = 0; i < std::min({kComparedLosses, without_.losses.size(), with_.losses.size()}); ++i) {
      const double a = without_.losses[i], b = with_.losses[i];
      if (!std::isfinite(a) || !std::isfinite(b)) return;
      most = std::max(most, std::abs(a - b) / std::max(std::abs(a), 1e-6));
    }
    result.lossDifference = most;
  }

  // Runs one block, starting at at_. The loader exists only during the block, so that its workers take no cores from the other side.
  TrialBlock steps(Side& side) {
    Program& program = *side.program.train;
    // Both sides start with the weights of the run.
    if (side.losses.empty()) writeState(side.program, state_, "the running program");
    StepWatch watch(program, setup_.backend.runsNodeByNode() ? setup_.cancel : nullptr);
    Quarantine quarantine(setup_.data.train->size(), setup_.project.data.maxBadShare);
    LoaderOptions loading = trainingLoading(setup_.project, side.switches, setup_.data, setup_.cancel);
    loading.quarantine = &quarantine;
    DataLoader loader(setup_.data.train, loading);
    side.end = at_;
    loader.start(at_.epoch, at_.sample);
    // At first workers read ahead, on cores that the steps need later.
    const int warmup = limits_.warmup + loading.prefetch * std::min(loading.workers, 8);
    TrialBlock block;
    std::optional<CoreUse> use;
    double last = 0;
    for (int i = 0; i < warmup || static_cast<int>(block.stepMs.size()) < side.measured; ++i) {
      if (i == warmup) use.emplace();
      const std::int64_t begin = nowNs();
      side.losses.push_back(step(side, watch, loader));
      last = static_cast<double>(nowNs() - begin) * 1e-6;
      if (i + 1 == warmup && side.measured == 0) side.measured = measuredSteps(last);
      if (i >= warmup) block.stepMs.push_back(last);
    }
    if (use) block.others = use->others();
    return block;
  }

  double step(Side& side, StepWatch& watch, DataLoader& loader) {
    Program& program = *side.program.train;
    const Graph& graph = program.graph();
    Progress gathered;
    double loss = 0;
    const std::int64_t batches = side.switches.accumulation;
    for (std::int64_t b = 0; b < batches; ++b) {
      const Batch* batch = nextBatch(program, loader);
      if (!batch && !cancelled()) {  // the epoch is over
        side.end = {side.end.epoch + 1, 0};
        loader.start(side.end.epoch);
        batch = nextBatch(program, loader);
        require(batch != nullptr || cancelled(), "an epoch has no batch");
      }
      if (cancelled()) throw Cancelled{};
      side.end.sample += batch->count;
      bindBatch(program, *batch);
      setStepScalars(program, setup_.project.train, setup_.rate, side.done, side.skipped, b);
      const double share = gather(gathered, countedAnswers(graph, batch->field(kTargetField)));
      if (graph.find("batch_share") != kNone) program.setScalar("batch_share", share);
      watch.begin(b + 1 == batches);
      program.run();
      if (cancelled()) throw Cancelled{};
      loss += lossOf(program) / static_cast<double>(batches);
      if (!watch.stopped()) setup_.metrics.read(program);
    }
    ++side.done;
    if (graph.outputs().contains(kFoundInf) && program.scalar(kFoundInf) != 0) ++side.skipped;
    return loss;
  }

  const TrialSetup& setup_;
  TrialLimits limits_;
  ProgramState state_;
  Side without_, with_;
  Position at_;
};

void predict(const TrialSetup& setup, const StepProgram& program, const Switches& switches, TrialSideFigures& side) {
  side.samples = samplesPerUpdate(switches);
  side.workers = switches.numWorkers;
  side.threads = program.train->threads();
  side.predictedPeakBytes = program.predictedPeakBytes;
  if (!setup.keepTables) return;
  const auto timesWith = [&setup](int threads) {
    return KernelTimes::load(KernelTimes::defaultPath(setup.backend), machineName(setup.backend, threads));
  };
  // A number of threads without measurements: uses those of the run's own number.
  const int known = setup.running.train->threads();
  const KernelTimes times = timesWith(side.threads), knownTimes = timesWith(known);
  const MachineSpeed speed = keptSpeed(setup.backend, side.threads), knownSpeed = keptSpeed(setup.backend, known);
  const OtherThreads others{knownTimes, knownSpeed};
  const StepTime time = predictStepTime(*program.train, times, speed, switches.accumulation, side.threads == known ? nullptr : &others);
  side.predictedMs = time.ms;
  side.estimatedShare = time.estimatedShare();
  side.provisionalShare = time.ms > 0 ? time.provisionalMs / time.ms : 0;
}

void refuseWithoutMemory(const TrialSetup& setup, const StepProgram& with) {
  const std::int64_t free = setup.backend.availableBytes();
  if (with.predictedPeakBytes <= free) return;
  throw Error(ErrorKind::Resource, "memory",
              fmt::format("beside the running step, one with this change needs {}, and {} are free",
                          text::bytes(static_cast<double>(with.predictedPeakBytes)), text::bytes(static_cast<double>(free))),
              "Apply the change instead of trying it: the step before it frees its memory then");
}

void name(const TrialSetup& setup, TrialResult& result) {
  const Switches& before = setup.project.switches;
  result.step = setup.at.step;
  result.change = describeChange(before, setup.with);
  result.device = setup.backend.name();
  result.lossMustStay = keepsLoss(before, setup.with) && sameBatches(before, setup.with);
  for (const SwitchDef& def : switchDefs()) {
    if (def.get(before) == def.get(setup.with)) continue;
    result.key = def.key;
    result.from = valueText(def, def.get(before));
    result.to = valueText(def, def.get(setup.with));
    break;
  }
  if (result.key.empty()) throw Error(ErrorKind::Input, "switches", "they have these values already", "Choose another value");
}

}  // namespace

int threadsWith(const Project& project, const Switches& with, const Backend& backend, int threads) {
  if (project.switches.deterministic || with.deterministic || with.numWorkers == project.switches.numWorkers) return threads;
  Project changed = project;
  changed.switches = with;
  return computeThreads(changed, backend);
}

TrialDone tryOut(const TrialSetup& setup, const TrialLimits& limits, const TrialProgress& progress) {
  TrialDone done;
  done.choices = setup.choices;
  TrialResult& result = done.result;
  const std::int64_t begin = nowNs();
  const auto fail = [&](std::string problem) {
    result.outcome = TrialOutcome::Failed;
    result.problem = std::move(problem);
  };
  std::optional<Trial> trial;
  StepProgram compiled;
  try {
    name(setup, result);
    Program& running = *setup.running.train;
    const int threads = threadsWith(setup.project, setup.with, setup.backend, running.threads());
    const bool another = changesProgram(setup.project.switches, setup.with) || threads != running.threads();
    if (another) {
      if (progress) progress("compiling the step", 0);
      Project changed = setup.project;
      changed.switches = setup.with;
      const KernelCacheKeeper keeper(setup.keepTables && setup.autotune ? &setup.backend : nullptr, done.choices);
      CompileOptions options;
      options.threads = threads;
      options.autotune = setup.autotune;
      options.choices = &done.choices;
      options.cancel = setup.cancel;
      if (progress) options.progress = [&progress](const std::string& what) { progress(what, 0); };
      const ModelInput input = modelInputOf(setup.data.train->info());
      compiled = compileStep(programOf(changed, input, setup.running.validation != nullptr, setup.work), setup.backend, options);
      refuseWithoutMemory(setup, compiled);
    }
    StepProgram& with = another ? compiled : setup.running;
    predict(setup, setup.running, setup.project.switches, result.without);
    predict(setup, with, setup.with, result.with);
    if (another) with.attach(setup.cancel);
    trial.emplace(setup, limits, with);
    trial->run(result, progress);
    result.without.measuredPeakBytes = setup.running.measuredPeakBytes();
    result.with.measuredPeakBytes = with.measuredPeakBytes();
  } catch (const Cancelled&) {
    result.outcome = TrialOutcome::Cancelled;
  } catch (const std::bad_alloc&) {
    fail("There is not enough memory to try it.");
  } catch (const Error& error) {
    fail(error.what());
  }
  if (trial) trial->putBack();
  result.seconds = static_cast<double>(nowNs() - begin) * 1e-9;
  return done;
}

}  // namespace stepscope
