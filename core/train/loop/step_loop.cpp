#include "core/train/loop/step_loop.h"
#include "core/data/bind_batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/units.h"
#include "core/models/metrics.h"
#include "core/passes/step_graph.h"
#include "core/train/record/prediction_log.h"
#include "core/train/steps/accumulation.h"
#include "core/train/steps/schedule_preview.h"
#include "core/train/steps/step_scalars.h"
#include "core/train/steps/validation.h"

namespace stepscope {
namespace {

constexpr double kNone64 = std::numeric_limits<double>::quiet_NaN();

}  // namespace

bool StepLoop::watchMetric() {
  MetricWatch& watch = state_.metricWatch;
  const std::string& name = watch.monitor().metric;
  const ScheduleRun run = state_.scheduleRun();
  const double position = static_cast<double>(state_.progress.epoch + 1) * static_cast<double>(run.stepsPerEpoch);
  const bool warmup = position <= warmupSteps(state_.project.train.schedule, run.stepsPerEpoch);
  const MetricWatch::Verdict verdict = watch.observe(watch.monitor().scoreOf(state_.lastEpoch), state_.progress.epoch + 1, run.base, warmup);
  if (verdict.rateCut)
    recorder_.mark("rate", "learning rate cut to " + text::number(watch.reducedRate(run.base)) + ": " + name + " stopped improving");
  if (verdict.stop)
    recorder_.mark("early_stop", watch.epochsWithoutImprovement() == 1
                                     ? name + " has not improved for one epoch"
                                     : name + " has not improved for " + std::to_string(watch.epochsWithoutImprovement()) + " epochs");
  return verdict.stop;
}

StepLoop::Outcome StepLoop::train() {
  program_.watch();
  state_.setup.control.publish(TrainerState::Running);
  state_.spend(Activity::Training);
  const Outcome outcome = trainEpochs();
  state_.spend(Activity::Idle);
  return outcome;
}

StepLoop::Outcome StepLoop::trainEpochs() {
  stoppedEarly_ = state_.progress.sampleInEpoch == 0 && state_.metricWatch.stopped();  // it was stopped early before it was resumed
  const auto running = [this] { return state_.progress.epoch < state_.project.train.epochs && !stoppedEarly_; };
  const auto startEpoch = [this] {
    state_.loader->start(state_.progress.epoch, state_.progress.sampleInEpoch);
    epochSamples_ = epochTrainNs_ = 0;
  };
  if (running()) startEpoch();
  while (running()) {
    if (commands_.at(state_.progress.gathered > 0 ? Place::Batch : Place::Step) == BoundaryCommands::Way::Stop) return Outcome::Stopped;
    if (trainBatch()) continue;
    const auto way = validateEpoch();
    if (way == BoundaryCommands::Way::Stop) return Outcome::Stopped;
    if (way == BoundaryCommands::Way::On && running()) startEpoch();
  }
  if (state_.project.train.earlyStopping.restoreBest) resume_.restoreBest();
  return Outcome::Done;
}

bool StepLoop::trainBatch() {
  Progress& progress = state_.progress;
  if (progress.gathered == 0) recorder_.beginCaptureIfDue();
  const std::int64_t step = progress.step + 1;
  const std::int64_t begin = nowNs();
  state_.capture.setStep(step);
  const Batch* batch = nextBatch(*state_.program.train, *state_.loader);
  recorder_.tellUnreadable();
  if (!batch) return state_.setup.control.stop;  // the epoch is over, or the run stops while waiting for the batch
  const std::int64_t loaded = nowNs();
  state_.capture.wroteWait(begin, loaded);
  Program& program = *state_.program.train;
  bindBatch(program, *batch);
  state_.capture.wroteCopy(loaded, nowNs());
  if (progress.epoch == 0) state_.learning.seeBatch(state_.setup.data.train->info(), batch->memory, batch->count);
  if (pace_.stepBegin == 0) pace_.stepBegin = begin;
  pace_.stepWaitNs += state_.loader->lastWaitNs();

  const ScheduleValue scheduled = state_.scheduleNow();
  lastRate_ = scheduled.rate;
  setStepScalars(program, state_.project.train, scheduled, progress.step, progress.skippedSteps, progress.gathered);
  const Graph& graph = program.graph();
  if (graph.find("batch_share") != kNone) program.setScalar("batch_share", gather(progress, countedAnswers(graph, batch->field(kTargetField))));
  else progress.gathered = 1;
  progress.sampleInEpoch += batch->count;
  const bool updates = endsGroup(state_.project.switches, progress.gathered, state_.batchesLeft());
  const bool scaled = graph.outputs().contains(kFoundInf);
  const double scaleBefore = scaled ? program.scalar(kLossScale) : 0.0;
  if (updates && wantsHistograms()) program_.steps()->gather();
  program_.steps()->show(updates && state_.learning.due(step) ? &state_.learning : nullptr);
  program_.steps()->begin(updates);
  const std::int64_t runBegin = nowNs();
  program.run(state_.capture.active());
  if (program_.steps()->brokenOff()) {  // this batch is repeated first when the run is resumed
    program_.steps()->undo();
    program_.endWindow();
    state_.capture.interrupt();
    progress.sampleInEpoch -= batch->count;
    progress.gathered = 0;
    return true;
  }
  const double loss = lossOf(program);
  ledger_.ran(nowNs() - runBegin);
  const TaskMetrics& metrics = state_.setup.metrics;
  const TaskMetrics::Sums sums = program_.steps()->stopped() ? TaskMetrics::Sums() : metrics.read(program);
  const std::int64_t done = nowNs();
  const std::int64_t passed = state_.spend(Activity::Training);

  progress.gatheredSamples += batch->count;
  progress.gatheredLossSum += loss * static_cast<double>(batch->count);
  metrics.add(progress.gatheredMetricSums, sums);
  ++state_.session.batches;
  state_.session.samples += batch->count;
  state_.session.trainNs += passed;
  epochSamples_ += batch->count;
  epochTrainNs_ += passed;
  pace_.stepNs += done - begin;
  workers_.sawBatch(done - loaded);

  pace_.recent.emplace_back(begin, batch->count);
  while (pace_.recent.size() > 1 && done - pace_.recent.front().first > 1'000'000'000) pace_.recent.pop_front();
  // A loss that is not finite has stopped the step before its update, and ends the run; with loss scaling the scaler handles it.
  if (updates || (!scaled && !std::isfinite(loss))) endStep(scheduled, done, scaleBefore);
  return true;
}

// Called after an update of the weights: the batches since the previous update are one step.
void StepLoop::endStep(const ScheduleValue& scheduled, std::int64_t done, double scaleBefore) {
  Progress& progress = state_.progress;
  const bool captured = state_.capture.endStep(pace_.stepBegin, done);
  const Program& program = *state_.program.train;
  const bool scaled = program.graph().outputs().contains(kFoundInf);
  const bool skipped = scaled && program.scalar(kFoundInf) != 0;
  progress.step += 1;
  if (skipped) ++progress.skippedSteps;
  if (!scaled || std::isfinite(progress.gatheredLossSum)) {
    progress.epochLossSum += progress.gatheredLossSum;
    state_.setup.metrics.add(progress.epochMetricSums, progress.gatheredMetricSums);
    progress.epochSamples += progress.gatheredSamples;
  }
  ++state_.session.steps;
  std::int64_t recentSamples = 0;
  for (const auto& [at, samples] : pace_.recent) recentSamples += samples;
  // Batches before a long gap (validation, a pause) are no longer in `recent`, so the gap does not look like a slow step.
  const double recentSeconds = static_cast<double>(done - pace_.recent.front().first) * 1e-9;

  StepEvent event;
  event.step = progress.step;
  event.epoch = progress.epoch;
  event.stepsPerEpoch = state_.stepsPerEpoch();
  event.stepInEpoch = event.stepsPerEpoch - updatesOf(state_.batchesLeft(), state_.project.switches);
  event.wall = progress.seconds;
  Figures& figures = event.figures;
  const double loss = progress.gatheredLossSum / static_cast<double>(progress.gatheredSamples);
  state_.setup.metrics.put(figures, "train_", loss, progress.gatheredMetricSums, progress.gatheredSamples);
  state_.session.loss = loss;
  state_.session.leastLoss = std::fmin(state_.session.leastLoss, loss);
  figures.set("lr", scheduled.rate);
  if (!std::isnan(scheduled.momentum)) figures.set("momentum", scheduled.momentum);
  if (scaled) {
    figures.set("loss_scale", program.scalar(kLossScale));
    figures.set("skipped_steps", static_cast<double>(progress.skippedSteps));
  }
  if (!program_.steps()->stopped() && !skipped) {
    const double norm = state_.learning.seeStep(program, progress.step, scaled ? scaleBefore : 1.0);
    if (program.graph().outputs().contains("grad_norm")) figures.set("grad_norm", program.scalar("grad_norm"));
    else if (!std::isnan(norm)) figures.set("grad_norm", norm);
  }
  const double stepMs = static_cast<double>(pace_.stepNs) * 1e-6, waitMs = static_cast<double>(pace_.stepWaitNs) * 1e-6;
  figures.set("samples_per_second", recentSeconds > 0 ? static_cast<double>(recentSamples) / recentSeconds : 0);
  figures.set("step_ms", stepMs);
  figures.set("data_wait_ms", waitMs);
  progress.gathered = progress.gatheredSamples = 0;
  progress.gatheredWeight = progress.gatheredLossSum = 0;
  progress.gatheredMetricSums.clear();
  pace_.stepBegin = pace_.stepNs = pace_.stepWaitNs = 0;
  recorder_.spans().endStep(stepMs, waitMs);
  if (ledger_.endStep(*program_.steps())) recorder_.tellSwitchRows(ledger_.rows());
  event.totalSteps = state_.totalSteps();
  for (const auto& [key, value] : figures.entries) recorder_.point(key, value);
  state_.setup.control.events.push(event);
  if (state_.setup.options.onStep) state_.setup.options.onStep(event);
  if (auto histograms = program_.steps()->take(); !histograms.empty()) recorder_.keepHistograms(std::move(histograms));

  if (captured) recorder_.finishCapture();
  recorder_.tellLive();
  if (skipped) followOverflow(loss, scheduled.rate, scaleBefore);
  lossesNotFinite_ = std::isfinite(loss) ? 0 : lossesNotFinite_ + 1;
  if (!scaled && !std::isfinite(loss)) stopNotFinite(loss, scheduled.rate);
}

// Called after a step was skipped because of an overflow in fp16. The scale can fix gradients that are too large, but not a loss that is not finite
// in every step, nor weights that are not finite.
void StepLoop::followOverflow(double loss, double rate, double scale) {
  constexpr int kMostInARow = 10;
  program_.unwatch();
  const auto found = findNonFinite(*state_.program.train, scale);
  program_.watch();
  if ((found && found->parameter) || (!std::isfinite(loss) && lossesNotFinite_ + 1 >= kMostInARow)) stopNotFinite(loss, rate);
  recorder_.mark("overflow", fmt::format("step skipped, loss scale {:.6g} -> {:.6g}{}", scale, state_.program.train->scalar(kLossScale),
                                         found ? ": " + describe(*found) : std::string()));
}

// Ends the run with the place of the first NaN or infinity. The step was broken off before it changed a parameter, so its forward pass can be
// repeated.
void StepLoop::stopNotFinite(double loss, double rate) {
  state_.valid = false;  // running statistics are wrong: the last checkpoint must not be overwritten
  std::string first;
  std::string cure = resume_.afterBroken();
  program_.unwatch();
  if (const auto found = findNonFinite(*state_.program.train)) {
    first = "; first, " + describe(*found);
    if (found->parameter && state_.session.steps > 1) first += " since the update of step " + std::to_string(state_.progress.step - 1);
    if (found->parameter && state_.session.steps <= 1) {
      first += " before any update";
      cure = "Check the source of the weights: a file of a network may contain such values";
    }
    if (found->op.empty() && !found->parameter) cure = "Look for values that are missing or not finite in the data";
  }
  throw Error(ErrorKind::Input, "step " + std::to_string(state_.progress.step),
              std::string("the loss is ") + (std::isnan(loss) ? "not a number" : "infinite") + " at a learning rate of " + text::number(rate) + first,
              cure);
}

// Whether histograms are collected in this step. Never in a captured window, whose steps should be like all others, but in the first step after it.
bool StepLoop::wantsHistograms() {
  const HistogramSpec& spec = state_.project.train.histograms;
  const bool firstOfEpoch = state_.progress.sampleInEpoch <= samplesPerUpdate(state_.project.switches);
  histogramsDue_ = histogramsDue_ || (spec.everySteps > 0 && (state_.progress.step + 1) % spec.everySteps == 0) ||
                   (spec.everyEpochs > 0 && firstOfEpoch && state_.progress.epoch % spec.everyEpochs == 0);
  return !state_.capture.running() && std::exchange(histogramsDue_, false);
}

// Warns of a validation that is not finite, once for a series of such epochs. Training goes on: later weights may be good again, and the best
// checkpoint is an earlier one.
void StepLoop::tellNotFinite(const ValidationResult& result) {
  const auto& figures = state_.lastEpoch.entries;
  const auto bad = std::find_if(figures.begin(), figures.end(),
                                [](const auto& figure) { return figure.first.starts_with("val_") && !std::isfinite(figure.second); });
  if (std::exchange(validationNotFinite_, bad != figures.end()) || bad == figures.end()) return;
  const MetricDef* metric = findMetric(bad->first);
  const std::string what = fmt::format("the validation {} is {} after epoch {}", metric ? metric->metric.title : "loss",
                                       std::isnan(bad->second) ? "not a number" : "infinite", state_.progress.epoch + 1);
  recorder_.mark("not_finite", what);
  std::string first;
  if (result.firstNotFinite >= 0)
    first = fmt::format(", first in its samples {} to {}", result.firstNotFinite + 1, result.firstNotFinite + result.countNotFinite);
  recorder_.warn(what + first +
                 ". Such an epoch is never the best. Look for values that are missing or absurd in the validation data, or set a lower "
                 "train.optimizer.learning_rate or a train.clip.norm.");
}

// Breaks the validation off if programs are about to change: the state after the change is validated instead.
BoundaryCommands::Way StepLoop::validateEpoch() {
  Progress& progress = state_.progress;
  std::optional<ValidationResult> result;
  if (state_.program.validation) {
    state_.spend(Activity::Validating);
    commands_.validationBegins(nowNs());
    state_.capture.setStep(-1);
    state_.program.validation->stateChanged();  // the training steps changed the weights
    std::shared_ptr<PredictionLog> log;
    if (PredictionLog::serves(state_.setup.data.validation->info(), *state_.program.validation))
      log = std::make_shared<PredictionLog>(state_.setup.data.validation);
    auto way = BoundaryCommands::Way::On;
    result = validate(
        *state_.program.validation, *state_.validationLoader, state_.setup.metrics,
        [&] {
          way = commands_.at(Place::Validation);
          return way == BoundaryCommands::Way::On;
        },
        state_.setup.backend->runsNodeByNode() ? &state_.setup.control.stop : nullptr,
        [&](std::int64_t count, std::int64_t first) {
          if (log) log->see(*state_.program.validation, count, first);
        });
    if (result && log) recorder_.keepPredictions(log);
    recorder_.tellUnreadable();
    state_.program.train->stateChanged();             // the validation step used the same memory
    if (state_.time.now() == Activity::Validating) {  // not if it was interrupted by a pause
      state_.spend(Activity::Training);
      state_.capture.wroteValidation(commands_.validationBegin(), nowNs());
    }
    state_.session.validationNs = state_.time.of(Activity::Validating);
    if (!result) return way;
  }
  state_.spend(Activity::Training);

  EpochFigures& last = state_.lastEpoch;
  EpochEvent event;
  event.epoch = progress.epoch + 1;
  event.step = progress.step;
  const double samples = static_cast<double>(progress.epochSamples);
  const TaskMetrics& metrics = state_.setup.metrics;
  const std::int64_t held = result ? result->samples : 0;
  metrics.put(last, "train_", samples > 0 ? progress.epochLossSum / samples : kNone64, progress.epochMetricSums, progress.epochSamples);
  metrics.put(last, "val_", held > 0 ? result->lossSum / static_cast<double>(held) : kNone64, result ? result->metricSums : TaskMetrics::Sums(),
              held);
  last.trained = true;
  last.validated = result.has_value();
  event.figures = last;
  event.learningRate = lastRate_;
  event.samplesPerSecond = epochTrainNs_ > 0 ? static_cast<double>(epochSamples_) / (static_cast<double>(epochTrainNs_) * 1e-9) : 0;
  event.wall = progress.seconds;
  const Metric& measure = metrics.task().best;
  const double score = result && last.sound() ? last.of(keyOf("val_", measure)) : kNone64;
  event.best = measure.isBetter(score, progress.best);
  for (const auto& [key, value] : last.entries)
    if (result && key.starts_with("val_")) recorder_.point(key, value);
  if (result) recorder_.spans().endEpoch(last.of("val_loss"), last.of(keyOf("val_", metrics.task().metric)));
  recorder_.logEpoch(event);
  if (event.best) progress.best = score;
  if (result) tellNotFinite(*result);
  stoppedEarly_ = watchMetric();

  ++progress.epoch;
  progress.sampleInEpoch = 0;
  progress.epochLossSum = 0;
  progress.epochMetricSums.clear();
  progress.epochSamples = 0;
  if (resume_.scored(last, event.best)) resume_.saveBest();
  if (event.best) recorder_.mark("best", "best validation " + std::string(measure.title));
  // Epochs of a few milliseconds do not each need a checkpoint: at most a second of work is lost if the process is killed.
  if (nowNs() - resume_.lastSave() >= 1'000'000'000) {
    resume_.saveLast();
    recorder_.update();
  }
  state_.setup.control.events.push(event);
  pace_.restart();
  return BoundaryCommands::Way::On;
}

}  // namespace stepscope
