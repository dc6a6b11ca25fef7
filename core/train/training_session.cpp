#include "core/train/training_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <utility>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/passes/step_graph.h"
#include "core/project/switches.h"
#include "core/train/accumulation.h"
#include "core/train/checkpoint/program_state.h"
#include "core/train/schedule_preview.h"
#include "core/train/step_scalars.h"

namespace stepscope {
namespace {

constexpr double kNone64 = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TrainingSession::TrainingSession(Project project, TrainerOptions options, TrainerControl& control)
    : project_(std::move(project)),
      options_(std::move(options)),
      control_(control),
      validationLoss_(kNone64),
      validationMetric_(kNone64),
      trainLoss_(kNone64),
      trainMetric_(kNone64) {}

TrainingSession::~TrainingSession() = default;

void TrainingSession::run() {
  try {
    prepare();
    const Outcome outcome = trainEpochs();
    end(outcome == Outcome::Done ? RunStatus::Finished : RunStatus::Stopped, {});
  } catch (const Cancelled&) {
    end(RunStatus::Stopped, {});
  } catch (const std::bad_alloc&) {
    end(RunStatus::Failed, "There is not enough memory to go on. Choose a smaller switches.batch_size.");
  } catch (const std::exception& error) {
    end(RunStatus::Failed, error.what());
  }
}

// A step is one update of the weights.
std::int64_t TrainingSession::stepsPerEpoch() const {
  return updatesOf(loader_->batchesPerEpoch(), project_.switches);
}

std::int64_t TrainingSession::batchesLeft() const {
  return std::max<std::int64_t>(0, (data_.train->size() - progress_.sampleInEpoch) / project_.switches.batchSize);
}

std::int64_t TrainingSession::totalSteps() const {
  const std::int64_t epochsAfter = std::max<std::int64_t>(0, project_.train.epochs - progress_.epoch - 1);
  const bool inEpoch = progress_.epoch < project_.train.epochs;
  return progress_.step + (inEpoch ? updatesOf(progress_.gathered + batchesLeft(), project_.switches) : 0) + epochsAfter * stepsPerEpoch();
}

ScheduleRun TrainingSession::scheduleRun() const {
  return scheduleRunOf(project_.train, samplesPerUpdate(project_.switches), stepsPerEpoch());
}

ScheduleValue TrainingSession::scheduleNow() const {
  const ScheduleRun run = scheduleRun();
  // All batches of a step see the rate of its first.
  const std::int64_t begun = progress_.sampleInEpoch - progress_.gatheredSamples;
  const double inEpoch = static_cast<double>(begun) / static_cast<double>(samplesPerUpdate(project_.switches));
  const double position = static_cast<double>(progress_.epoch) * static_cast<double>(run.stepsPerEpoch) + inEpoch;
  return scheduleAt(project_.train.schedule, run, position, watch_.reducedRate(run.base));
}

bool TrainingSession::watchMetric(const EpochEvent& event) {
  const std::string& name = project_.train.monitor;
  const bool validation = name.starts_with("val_") && data_.validation;
  const bool loss = name.ends_with("_loss");
  // Without validation data the same metric of the training data is the only one there is.
  const double metric =
      loss ? (validation ? event.validationLoss : event.trainLoss) : (validation ? event.validationMetric : event.trainMetric);
  const ScheduleRun run = scheduleRun();
  const double position = static_cast<double>(progress_.epoch + 1) * static_cast<double>(run.stepsPerEpoch);
  const bool warmup = position <= warmupSteps(project_.train.schedule, run.stepsPerEpoch);
  const MetricWatch::Verdict verdict = watch_.observe(metric, loss || !metric_.task().metric.larger, run.base, warmup);
  if (verdict.rateCut)
    mark("rate", "learning rate cut to " + std::to_string(watch_.reducedRate(run.base)) + ": " + name + " stopped improving");
  if (verdict.stop) mark("early_stop", name + " has not improved for " + std::to_string(watch_.epochsWithoutImprovement()) + " epochs");
  return verdict.stop;
}

std::int64_t TrainingSession::passTime() {
  const std::int64_t now = nowNs(), passed = now - lastTick_;
  progress_.seconds += static_cast<double>(passed) * 1e-9;
  lastTick_ = now;
  return passed;
}

void TrainingSession::skipTime() {
  lastTick_ = nowNs();
}

TrainingSession::Outcome TrainingSession::trainEpochs() {
  control_.publish(TrainerState::Running);
  skipTime();
  while (progress_.epoch < project_.train.epochs && !stoppedEarly_) {
    loader_->start(progress_.epoch, progress_.sampleInEpoch);
    epochTrainedSamples_ = epochTrainNs_ = 0;
    do {
      if (!atBoundary()) return Outcome::Stopped;
    } while (trainBatch());
    if (!validateEpoch()) return Outcome::Stopped;
  }
  if (stoppedEarly_ && project_.train.earlyStopping.restoreBest) restoreBest();
  return Outcome::Done;
}

bool TrainingSession::trainBatch() {
  if (progress_.gathered == 0) beginCaptureIfAsked();
  const std::int64_t step = progress_.step + 1;
  const std::int64_t begin = nowNs();
  capture_.setStep(step);
  const Batch* batch = loader_->next();
  tellUnreadable();
  if (!batch) return control_.stop;  // the epoch is over, unless nobody waits for the batch any more
  const std::int64_t loaded = nowNs();
  capture_.wroteWait(begin, loaded);
  Program& program = *program_.train;
  bindBatch(program, *batch);
  capture_.wroteCopy(loaded, nowNs());
  if (stepBegin_ == 0) stepBegin_ = begin;
  stepWaitNs_ += loader_->lastWaitNs();

  const ScheduleValue scheduled = scheduleNow();
  lastRate_ = scheduled.rate;
  program.setScalar("lr", scheduled.rate);
  const Graph& graph = program.graph();
  if (graph.find("momentum") != kNone) program.setScalar("momentum", scheduled.momentum);
  if (graph.find("step") != kNone) program.setScalar("step", static_cast<double>(step - progress_.skippedSteps));
  if (graph.find("seed") != kNone) program.setScalar("seed", dropoutSeed(project_.train.seed, progress_.step, progress_.gathered));
  if (graph.find("ema_decay") != kNone) program.setScalar("ema_decay", averageDecay(project_.train.average, step));
  if (graph.find("batch_share") != kNone)
    program.setScalar("batch_share", gather(progress_, countedAnswers(graph, batch->labels)));
  else
    progress_.gathered = 1;
  progress_.sampleInEpoch += batch->count;
  const bool updates = endsGroup(project_.switches, progress_.gathered, batchesLeft());
  const bool scaled = graph.outputs().contains(kFoundInf);
  const double scaleBefore = scaled ? program.scalar(kLossScale) : 0.0;
  if (updates && wantsHistograms()) stepWatch_->gather();
  stepWatch_->begin(updates);
  const std::int64_t runBegin = nowNs();
  program.run(capture_.active());
  if (stepWatch_->brokenOff()) {  // this batch is the first of the run that goes on
    stepWatch_->undo();
    if (capture_.running()) finishCapture();
    capture_.forgetAll();
    progress_.sampleInEpoch -= batch->count;
    progress_.gathered = 0;
    return true;
  }
  const double loss = program.scalar("loss");
  runNs_ += nowNs() - runBegin;
  const double metricSum = stepWatch_->stopped() ? 0.0 : metric_.read(program);
  const std::int64_t done = nowNs();
  const std::int64_t passed = passTime();

  progress_.gatheredSamples += batch->count;
  progress_.gatheredLossSum += loss * static_cast<double>(batch->count);
  progress_.gatheredMetricSum += metricSum;
  ++sessionBatches_;
  sessionSamples_ += batch->count;
  sessionTrainNs_ += passed;
  epochTrainedSamples_ += batch->count;
  epochTrainNs_ += passed;
  stepNs_ += done - begin;

  recent_.emplace_back(begin, batch->count);
  while (recent_.size() > 1 && done - recent_.front().first > 1'000'000'000) recent_.pop_front();
  // A loss that is not finite has stopped the step before its update, and ends the run; a scaled one is the scaler's affair.
  if (updates || (!scaled && !std::isfinite(loss))) endStep(scheduled, done, scaleBefore);
  return true;
}

// The weights were updated: the batches since the update before are one step.
void TrainingSession::endStep(const ScheduleValue& scheduled, std::int64_t done, double scaleBefore) {
  const bool captured = capture_.endStep(stepBegin_, done);
  const Program& program = *program_.train;
  const bool scaled = program.graph().outputs().contains(kFoundInf);
  const bool skipped = scaled && program.scalar(kFoundInf) != 0;
  progress_.step += 1;
  if (skipped) ++progress_.skippedSteps;
  if (!scaled || std::isfinite(progress_.gatheredLossSum)) {
    progress_.epochLossSum += progress_.gatheredLossSum;
    progress_.epochMetricSum += progress_.gatheredMetricSum;
    progress_.epochSamples += progress_.gatheredSamples;
  }
  ++sessionSteps_;
  std::int64_t recentSamples = 0;
  for (const auto& [at, samples] : recent_) recentSamples += samples;
  // Time that passed between steps (validation, a pause) must not look like a slow step, so a long gap starts the second anew.
  const double recentSeconds = static_cast<double>(done - recent_.front().first) * 1e-9;

  StepEvent event;
  event.step = progress_.step;
  event.epoch = progress_.epoch;
  event.stepsPerEpoch = stepsPerEpoch();
  event.stepInEpoch = event.stepsPerEpoch - updatesOf(batchesLeft(), project_.switches);
  event.loss = progress_.gatheredLossSum / static_cast<double>(progress_.gatheredSamples);
  event.metric = metric_.value(progress_.gatheredMetricSum, progress_.gatheredSamples);
  event.learningRate = scheduled.rate;
  event.momentum = scheduled.momentum;
  event.skippedSteps = progress_.skippedSteps;
  if (scaled) event.lossScale = program.scalar(kLossScale);
  event.stepMs = static_cast<double>(stepNs_) * 1e-6;
  event.dataWaitMs = static_cast<double>(stepWaitNs_) * 1e-6;
  event.samplesPerSecond = recentSeconds > 0 ? static_cast<double>(recentSamples) / recentSeconds : 0;
  event.wall = progress_.seconds;
  progress_.gathered = progress_.gatheredSamples = 0;
  progress_.gatheredWeight = progress_.gatheredLossSum = progress_.gatheredMetricSum = 0;
  stepBegin_ = stepNs_ = stepWaitNs_ = 0;
  measureSwitchRow();
  event.totalSteps = totalSteps();
  point("train_loss", event.loss);
  point(keyOf("train_", metric_.task().metric), event.metric);
  point("lr", event.learningRate);
  if (!std::isnan(event.momentum)) point("momentum", event.momentum);
  if (scaled) {
    point("loss_scale", event.lossScale);
    point("skipped_steps", static_cast<double>(event.skippedSteps));
  }
  if (program.graph().outputs().contains("grad_norm") && !stepWatch_->stopped() && !skipped)
    point("grad_norm", program.scalar("grad_norm"));
  point("samples_per_second", event.samplesPerSecond);
  point("step_ms", event.stepMs);
  point("data_wait_ms", event.dataWaitMs);
  control_.events.push(event);
  if (options_.onStep) options_.onStep(event);
  if (auto histograms = stepWatch_->take(); !histograms.empty()) keepHistograms(std::move(histograms));

  if (captured) finishCapture();
  tellLive();
  if (skipped) followOverflow(event.loss, event.learningRate, scaleBefore);
  lossesNotFinite_ = std::isfinite(event.loss) ? 0 : lossesNotFinite_ + 1;
  if (!scaled && !std::isfinite(event.loss)) stopNotFinite(event.loss, event.learningRate);
}

// A step that fp16 overflowed in was skipped by itself. The scale cures gradients that are too large; a loss that is not finite step after
// step is nothing that it could cure, and neither are weights that are not finite.
void TrainingSession::followOverflow(double loss, double rate, double scale) {
  constexpr int kMostInARow = 10;
  stepWatch_.reset();
  const auto found = findNonFinite(*program_.train, scale);
  watchSteps();
  if ((found && found->parameter) || (!std::isfinite(loss) && lossesNotFinite_ + 1 >= kMostInARow)) stopNotFinite(loss, rate);
  mark("overflow", fmt::format("step skipped, loss scale {:.6g} -> {:.6g}{}", scale, program_.train->scalar(kLossScale),
                               found ? ": " + describe(*found) : std::string()));
}

// The step was broken off before it changed a parameter, so its forward pass can be looked at once more.
void TrainingSession::stopNotFinite(double loss, double rate) {
  stateValid_ = false;  // running statistics are spoilt: the last checkpoint must stay as it is
  std::string first;
  std::string cure =
      "Set a lower train.optimizer.learning_rate or a train.clip.norm and resume the run from its last checkpoint, or start it again";
  stepWatch_.reset();
  if (const auto found = findNonFinite(*program_.train)) {
    first = "; first, " + describe(*found);
    if (found->parameter) first += " since the update of step " + std::to_string(progress_.step - 1);
    if (found->op.empty() && !found->parameter) cure = "Look for values that are missing or not finite in the data";
  }
  throw Error(ErrorKind::Input, "step " + std::to_string(progress_.step),
              std::string("the loss is ") + (std::isnan(loss) ? "not a number" : "infinite") + " at a learning rate of " +
                  std::to_string(rate) + first,
              cure);
}

bool TrainingSession::wantsHistograms() const {
  const HistogramSpec& spec = project_.train.histograms;
  if (spec.everySteps > 0 && (progress_.step + 1) % spec.everySteps == 0) return true;
  const bool firstOfEpoch = progress_.sampleInEpoch <= samplesPerUpdate(project_.switches);
  return spec.everyEpochs > 0 && firstOfEpoch && progress_.epoch % spec.everyEpochs == 0;
}

bool TrainingSession::atBoundary() {
  housekeeping();
  while (true) {
    if (control_.stop) return false;
    std::optional<Switches> next;
    bool paused = false;
    {
      std::lock_guard lock(control_.mutex);
      paused = control_.paused;
      // A switch that is turned between the batches of a step waits for its update: what they gathered is not thrown away.
      if (!paused && progress_.gathered == 0) next = std::exchange(control_.switches, std::nullopt);
    }
    if (paused) {
      waitWhilePaused();
    } else if (next) {
      applySwitches(*next);
      tellSwitches();
    } else {
      return true;
    }
  }
}

void TrainingSession::waitWhilePaused() {
  passTime();
  // A step that a pause interrupts would look as long as the pause.
  if (progress_.gathered > 0 && capture_.running()) finishCapture();
  if (progress_.gathered > 0) capture_.forgetAll();
  stepBegin_ = 0;
  mark("pause", "paused");
  saveLast(snapshot());
  updateRun();
  control_.publish(TrainerState::Paused);
  while (true) {
    std::unique_lock lock(control_.mutex);
    // Woken now and then to tell of a checkpoint or a store that could not be written.
    control_.changed.wait_for(lock, std::chrono::milliseconds(500), [this] { return control_.stop || !control_.paused; });
    if (control_.stop || !control_.paused) break;
    lock.unlock();
    housekeeping();
  }
  skipTime();
  recent_.clear();
  if (!control_.stop) control_.publish(TrainerState::Running);
}

// A run computes on the threads that it began with, whatever becomes of its loader: other threads would give other last bits.
void TrainingSession::warnOfSharedCores(const Switches& before) {
  const std::int64_t workers = project_.switches.numWorkers, cores = std::max(1, backend_->device().cores);
  if (workers <= before.numWorkers || threads_ + workers <= cores) return;
  warn(fmt::format(
      "{} loader workers and {} compute threads now share {} cores. A run keeps the compute threads that it began with, so that "
      "its results stay reproducible; a new run with these workers computes with {}",
      workers, threads_, cores, computeThreads(project_, *backend_)));
}

void TrainingSession::tellSwitches() {
  {
    std::lock_guard lock(control_.mutex);
    if (control_.switches) return;
  }
  control_.events.push(SwitchesEvent{project_.switches});
}

void TrainingSession::applySwitches(const Switches& next) {
  const Switches before = project_.switches;
  if (next == before) return;
  try {
    checkSwitches(next);
    if (capture_.running()) finishCapture();  // its nodes are those of the program that goes
    project_.switches = next;
    if (changesProgram(before, next)) {
      // Never timed, so that memory and kernels are those which were shown before the switch was turned.
      CompileOptions options = compileOptions();
      options.mayTime = false;
      StepProgram program = compileStep(project_, modelInput(), data_.validation != nullptr, *backend_, options, work_);
      program.attach();
      writeState(program, readState(*program_.train), "the running program");
      stepWatch_.reset();
      nodeTimes_.reset();
      program_ = std::move(program);
      capture_.forgetAll();
      watchSteps();
    }
  } catch (const Error& error) {
    project_.switches = before;
    warn(std::string("The switch was not turned, training goes on as before. ") + error.what());
    return;
  } catch (const std::bad_alloc&) {
    project_.switches = before;
    warn("The switch was not turned, training goes on as before. There is not enough memory for it.");
    return;
  }
  warnOfSharedCores(before);
  makeLoader();
  predictProcessMemory(changesProgram(before, next) ? memory_.arenas : 0);
  loader_->start(progress_.epoch, progress_.sampleInEpoch);
  mark("switch", describeChange(before, next));
  if (changesProgram(before, next)) publishPlan();
  beginSwitchRow(describeChange(before, next));
  recent_.clear();
}

bool TrainingSession::validateEpoch() {
  std::optional<ValidationResult> result;
  if (program_.validation) {
    const std::int64_t begin = nowNs();
    capture_.setStep(-1);
    program_.validation->stateChanged();  // the training steps changed the weights
    result = validate(
        *program_.validation, *validationLoader_, metric_,
        [this] {
          housekeeping();
          std::unique_lock lock(control_.mutex);
          if (control_.paused && !control_.stop) {
            lock.unlock();
            waitWhilePaused();
          }
          return !control_.stop;
        },
        backend_->name() == "cpu" ? &control_.stop : nullptr);
    tellUnreadable();
    program_.train->stateChanged();  // the validation step used the same memory
    capture_.wroteValidation(begin, nowNs());
    if (!result) return false;
  }
  passTime();

  EpochEvent event;
  event.epoch = progress_.epoch + 1;
  event.step = progress_.step;
  const double samples = static_cast<double>(progress_.epochSamples);
  event.trainLoss = trainLoss_ = samples > 0 ? progress_.epochLossSum / samples : kNone64;
  event.trainMetric = trainMetric_ = metric_.value(progress_.epochMetricSum, progress_.epochSamples);
  event.validationLoss = validationLoss_ = result ? result->loss : kNone64;
  event.validationMetric = validationMetric_ = result ? result->metric : kNone64;
  event.learningRate = lastRate_;
  event.samplesPerSecond = epochTrainNs_ > 0 ? static_cast<double>(epochTrainedSamples_) / (static_cast<double>(epochTrainNs_) * 1e-9) : 0;
  event.wall = progress_.seconds;
  const Metric& measure = metric_.task().best;
  const double score = result ? (measure.key == "loss" ? result->loss : result->metric) : kNone64;
  event.best = measure.isBetter(score, progress_.best);
  if (result) {
    point("val_loss", result->loss);
    point(keyOf("val_", metric_.task().metric), result->metric);
  }
  if (event.best) progress_.best = score;
  stoppedEarly_ = watchMetric(event);

  ++progress_.epoch;
  progress_.sampleInEpoch = 0;
  progress_.epochLossSum = progress_.epochMetricSum = 0;
  progress_.epochSamples = 0;
  if (event.best) {
    checkpoints_->save("best", averagedSnapshot());
    mark("best", "best validation " + std::string(measure.title));
  }
  // Epochs of a few milliseconds do not each need a checkpoint: what a kill could cost stays below a second.
  if (nowNs() - lastSave_ >= 1'000'000'000) {
    saveLast(snapshot());
    updateRun();
  }
  control_.events.push(event);
  recent_.clear();
  return true;
}

}  // namespace stepscope
