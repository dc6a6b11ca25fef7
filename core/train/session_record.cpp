#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/clock.h"
#include "core/base/process_memory.h"
#include "core/passes/step_graph.h"
#include "core/train/artefacts.h"
#include "core/train/checkpoint/program_state.h"
#include "core/train/prediction/step_time.h"
#include "core/train/text_sampler.h"
#include "core/train/training_session.h"

namespace stepscope {
namespace {
constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kSaveEvery = 30 * kSecond;
constexpr std::int64_t kLongestSample = 5 * kSecond;
}  // namespace

void TrainingSession::point(const std::string& key, double value) {
  store_->append(run_.id, key, {progress_.step, progress_.seconds, value});
}

void TrainingSession::mark(const char* kind, std::string label) {
  const Marker marker{progress_.step, progress_.seconds, kind, std::move(label)};
  store_->mark(run_.id, marker);
  control_.events.push(MarkerEvent{marker});
}

void TrainingSession::warn(std::string text) {
  control_.events.push(WarningEvent{std::move(text)});
}

void TrainingSession::tellUnreadable() {
  for (std::string& sentence : dataWatch_->news()) warn(std::move(sentence));
}

void TrainingSession::housekeeping() {
  const std::int64_t now = nowNs();
  if (now < nextHousekeeping_) return;
  nextHousekeeping_ = now + kSecond / 4;
  if (auto error = checkpoints_->takeError()) warn(*error + " Training goes on, and the checkpoint is tried again.");
  if (checkpoints_->takeRecovery()) warn("The checkpoint could be written again.");
  if (auto error = store_->takeError()) warn(*error + " Training goes on, and the metrics are kept in memory until they can be written.");
  if (control_.state == TrainerState::Paused) return;
  if (now >= nextUpdate_) updateRun();
  if (now >= nextSave_) saveLast(snapshot());
}

void TrainingSession::updateRun() {
  nextUpdate_ = nowNs() + 5 * kSecond;
  run_.seconds = progress_.seconds;
  run_.step = progress_.step;
  run_.epoch = progress_.epoch;
  // What this session has not measured (yet) stays as the session before left it.
  auto final = [&](const std::string& key, double value) {
    if (std::isnan(value)) return;
    for (auto& [name, kept] : run_.finals)
      if (name == key) {
        kept = value;
        return;
      }
    run_.finals.emplace_back(key, value);
  };
  final("train_loss", trainLoss_);
  final(keyOf("train_", metric_.task().metric), trainMetric_);
  final("val_loss", validationLoss_);
  final(keyOf("val_", metric_.task().metric), validationMetric_);
  final(keyOf("best_val_", metric_.task().best), progress_.best);
  if (sessionTrainNs_ > 0)
    final("samples_per_second", static_cast<double>(sessionSamples_) / (static_cast<double>(sessionTrainNs_) * 1e-9));
  if (program_.train && program_.train->graph().find(kLossScale) != kNone) {
    final("loss_scale", program_.train->scalar(kLossScale));
    final("skipped_steps", static_cast<double>(progress_.skippedSteps));
  }
  final("predicted_peak_bytes", static_cast<double>(program_.predictedPeakBytes));
  if (const auto json = dataWatch_->changed()) store_->setArtefact(run_.id, "data", *json);
  if (sessionBatches_ > 0) final("measured_peak_bytes", static_cast<double>(program_.measuredPeakBytes()));
  if (predictedProcessBytes_ > 0) final("predicted_process_bytes", static_cast<double>(predictedProcessBytes_));
  if (const std::int64_t peak = processMemory().peak; peak > 0 && sessionBatches_ > 0)
    final("process_peak_bytes", static_cast<double>(peak));
  store_->update(run_);
}

Checkpoint TrainingSession::snapshot() const {
  checkpoints_->awaitRoom();
  ProgramState state = readState(*program_.train);
  Checkpoint checkpoint;
  checkpoint.model = std::move(state.model);
  checkpoint.optimizer = std::move(state.optimizer);
  checkpoint.step = progress_.step;
  checkpoint.epoch = progress_.epoch;
  checkpoint.sampleInEpoch = progress_.sampleInEpoch;
  checkpoint.seconds = progress_.seconds;
  checkpoint.epochLossSum = progress_.epochLossSum;
  checkpoint.epochMetricSum = progress_.epochMetricSum;
  checkpoint.epochSamples = progress_.epochSamples;
  checkpoint.best = progress_.best;
  if (progress_.gathered > 0) {
    checkpoint.numbers["accumulation.batches"] = static_cast<double>(progress_.gathered);
    checkpoint.numbers["accumulation.samples"] = static_cast<double>(progress_.gatheredSamples);
    checkpoint.numbers["accumulation.weight"] = progress_.gatheredWeight;
    checkpoint.numbers["accumulation.loss_sum"] = progress_.gatheredLossSum;
    checkpoint.numbers["accumulation.metric_sum"] = progress_.gatheredMetricSum;
  } else {
    // Between two steps the mean of the gradients says nothing any more.
    std::erase_if(checkpoint.optimizer, [](const SafeTensor& tensor) { return tensor.name.ends_with(kGradientSuffix); });
  }
  watch_.save(checkpoint.numbers);
  checkpoint.numbers["grad_scaler.skipped_steps"] = static_cast<double>(progress_.skippedSteps);
  checkpoint.seed = project_.train.seed;
  checkpoint.threads = threads_;
  checkpoint.kernelChoices = choices_.entries();
  checkpoint.configuration = toJson(project_);
  checkpoint.dataFingerprint = data_.train->fingerprint();
  return checkpoint;
}

Checkpoint TrainingSession::averagedSnapshot() const {
  Checkpoint checkpoint = snapshot();
  for (SafeTensor& tensor : checkpoint.model) {
    const std::string average = tensor.name + kAverageSuffix;
    for (const SafeTensor& state : checkpoint.optimizer)
      if (state.name == average) tensor.data = state.data;
  }
  return checkpoint;
}

// The run ends with the weights of its best checkpoint; its step, epoch and curves stay what they are.
void TrainingSession::restoreBest() {
  checkpoints_->flush();
  const std::string directory = project_.runDirectory(run_.id);
  if (!hasCheckpoint(directory, "best")) return;
  const Checkpoint best = loadCheckpoint(directory, "best");
  writeState(program_, {best.model, best.optimizer}, "best checkpoint of run " + std::to_string(run_.id));
  mark("restore", "weights of the best epoch, step " + std::to_string(best.step));
}

void TrainingSession::keepHistograms(std::vector<TensorHistogram> histograms) {
  std::vector<HistogramRow> rows;
  for (TensorHistogram& item : histograms) rows.push_back({std::move(item.parameter), item.gradient, progress_.step, item.histogram});
  store_->addHistograms(run_.id, std::move(rows));
}

void TrainingSession::saveLast(Checkpoint checkpoint) {
  checkpoints_->save("last", std::move(checkpoint));
  lastSave_ = nowNs();
  nextSave_ = lastSave_ + kSaveEvery;
}

void TrainingSession::publishPlan() {
  auto plan = std::make_shared<const PlanView>(program_.view(project_.switches.batchSize));
  store_->setArtefact(run_.id, "memory_plan", memoryPlanJson(*plan, 0));
  control_.events.push(PlanEvent{std::move(plan)});
}

void TrainingSession::beginSwitchRow(std::string change) {
  SwitchRow row;
  row.step = progress_.step;
  row.change = std::move(change);
  row.batchSize = project_.switches.batchSize;
  row.predictedPeakBytes = program_.predictedPeakBytes;
  const KernelTimes times = options_.useKernelCache
                                ? KernelTimes::load(KernelTimes::defaultPath(*backend_), machineName(*backend_, threads_))
                                : KernelTimes(machineName(*backend_, threads_));
  const StepTime time = predictStepTime(*program_.train, times, options_.useKernelCache ? keptSpeed(*backend_, threads_) : MachineSpeed{},
                                        project_.switches.accumulation);
  row.predictedMs = time.ms;
  row.estimatedShare = time.estimatedShare();
  switchRows_.push_back(std::move(row));
  rowTimes_.clear();
  rowSteps_ = 0;
  runNs_ = 0;
  tellSwitchRows();
}

// The first steps find cold memory; those after them are timed node by node once, and the row's figure is their median.
void TrainingSession::measureSwitchRow() {
  constexpr int kWarmup = 2, kMeasured = 20, kFirstTold = 5;
  const std::int64_t took = std::exchange(runNs_, 0);
  if (switchRows_.empty() || ++rowSteps_ > kWarmup + kMeasured) return;
  if (rowSteps_ == kWarmup && backend_->name() == "cpu") {  // a GPU's kernels are only launched between two looks at the clock
    nodeTimes_ = std::make_unique<NodeTimes>(*program_.train);
    stepDisturbance_.emplace(threads_);
    stepWatch_->time(nodeTimes_.get());
  }
  if (rowSteps_ > kWarmup) rowTimes_.push_back(static_cast<double>(took) * 1e-6);
  const auto count = static_cast<int>(rowTimes_.size());
  if (count == 0) return;
  SwitchRow& row = switchRows_.back();
  std::vector<double> sorted = rowTimes_;
  std::nth_element(sorted.begin(), sorted.begin() + count / 2, sorted.end());
  row.measuredMs = sorted[static_cast<std::size_t>(count / 2)];
  row.measuredPeakBytes = program_.measuredPeakBytes();
  row.steps = count;
  if (count == kFirstTold || count == kMeasured) {
    keepKernelTimes();
    tellSwitchRows();
  }
  if (count == kMeasured) {
    stepWatch_->time(nullptr);
    nodeTimes_.reset();
  }
}

void TrainingSession::keepKernelTimes() {
  if (!nodeTimes_ || !options_.useKernelCache) return;
  const std::string path = KernelTimes::defaultPath(*backend_);
  KernelTimes times(machineName(*backend_, threads_));
  constexpr double kMostShare = 0.15;  // the window and the loader wait for cores as well, a little
  note(times, *program_.train, nodeTimes_->medianMs(), stepDisturbance_->share() > kMostShare);
  times.save(path);
}

void TrainingSession::tellSwitchRows() {
  store_->setArtefact(run_.id, "switches", switchRowsJson(switchRows_));
  control_.events.push(SwitchRowsEvent{switchRows_});
}

void TrainingSession::beginCaptureIfAsked() {
  capture_.follow(control_.follow);
  if (capture_.running()) return;
  int steps = 0;
  {
    std::lock_guard lock(control_.mutex);
    steps = std::exchange(control_.captureSteps, 0);
  }
  captureAsked_ = steps > 0;
  const CaptureSchedule& schedule = project_.train.capture;
  if (steps == 0 && schedule.first >= 0) {
    const std::int64_t left = totalSteps() - progress_.step;
    // A run too short to reach its first window is captured at its end.
    if (schedule.windowBegins(sessionSteps_) || (!autoCaptureDone_ && left <= schedule.active)) {
      steps = static_cast<int>(std::min(schedule.active, left));
      autoCaptureDone_ = true;
    } else if (schedule.phase(sessionSteps_) == CaptureSchedule::Phase::Warmup) {
      capture_.warmUp();
    }
  }
  if (steps > 0) capture_.begin(progress_.step + 1, steps);
}

void TrainingSession::finishCapture() {
  CaptureWindow::Result result = capture_.take(*program_.train, run_.name);
  if (result.breakdown->steps == 0) return;
  store_->setArtefact(run_.id, "breakdown", breakdownJson(*result.breakdown, result.trace->source));
  control_.events.push(CaptureEvent{std::move(result.trace), std::move(result.breakdown), captureAsked_});
}

void TrainingSession::tellLive() {
  constexpr std::int64_t kLeastNs = 330'000'000;
  if (capture_.following() == 0 || nowNs() - liveTold_ < kLeastNs || !control_.wantsLive.exchange(false)) return;
  std::shared_ptr<const Trace> trace = capture_.latest(*program_.train, run_.name);
  liveTold_ = nowNs();
  if (trace) control_.events.push(LiveEvent{std::move(trace)});
}

// What the language model writes now that it is trained. Stopping must be quick, so a run that was stopped is sampled only when asked.
void TrainingSession::keepTextSample() {
  if (data_.train->info().task != Task::LanguageModel) return;
  store_->flush();  // the vocabulary is read back from it
  // Nobody asked for it: what a large model writes in this time is enough, and it is the beginning of what `sample` would write.
  std::int64_t begin = 0;  // of the first token
  const TextSample sample = sampleRun(project_, run_.id, {}, [&] {
    if (begin == 0) begin = nowNs();
    return !control_.stop && nowNs() < begin + kLongestSample;
  });
  store_->setArtefact(run_.id, "text_sample", textSampleJson(sample));
}

void TrainingSession::end(RunStatus status, std::string message) {
  failing_ = status == RunStatus::Failed;
  if (!failing_) control_.publish(TrainerState::Stopping);
  loader_.reset();
  validationLoader_.reset();
  EndEvent event;
  event.status = status;
  event.validationLoss = validationLoss_;
  event.task = data_.train ? data_.train->info().task : Task::Classification;
  event.validationMetric = validationMetric_;
  event.bestValidation = progress_.best;
  if (runBegun_) {
    // The run has ended whatever happens here, each part for itself: a device that was lost has no state to save, and its run is closed all
    // the same, with the checkpoint before as its last. What it ended for is told by the first message.
    const auto attempt = [this](const auto& work) {
      try {
        work();
      } catch (const std::exception& error) {
        warn(error.what());
      }
    };
    attempt([&] {
      if (capture_.running()) finishCapture();
    });
    attempt([&] {
      if (stateValid_) saveLast(snapshot());
    });
    attempt([&] {
      checkpoints_->flush();
      if (auto error = checkpoints_->takeError()) warn(*error + " The state since the checkpoint before is lost.");
    });
    attempt([&] {
      if (!switchRows_.empty()) tellSwitchRows();
      if (sessionSteps_ > 0)
        store_->setArtefact(run_.id, "memory_plan",
                            memoryPlanJson(program_.view(project_.switches.batchSize), program_.measuredPeakBytes()));
    });
    attempt([&] {
      if (status == RunStatus::Finished) keepTextSample();
    });
    attempt([&] { updateRun(); });
    if (const auto sentence = dataWatch_->summary()) warn(*sentence);
    attempt([&] {
      run_.status = status;
      run_.message = message;
      store_->finish(run_);
      if (auto error = store_->takeError()) warn(*error);
    });
    event.run = run_.id;
    event.steps = progress_.step;
    event.epochs = progress_.epoch;
    event.seconds = progress_.seconds;
    event.predictedPeakBytes = program_.predictedPeakBytes;
    event.skippedSteps = progress_.skippedSteps;
    for (const auto& [name, value] : run_.finals) {
      if (name == "samples_per_second") event.samplesPerSecond = value;
      if (name == "loss_scale") event.lossScale = value;
      if (name == "measured_peak_bytes") event.measuredPeakBytes = static_cast<std::int64_t>(value);
      if (name == "predicted_process_bytes") event.predictedProcessBytes = static_cast<std::int64_t>(value);
      if (name == "process_peak_bytes") event.processPeakBytes = static_cast<std::int64_t>(value);
    }
    checkpoints_.reset();
  }
  event.message = message;
  control_.events.push(event);
  control_.publish(status == RunStatus::Finished  ? TrainerState::Finished
                   : status == RunStatus::Stopped ? TrainerState::Stopped
                                                  : TrainerState::Failed,
                   std::move(message));
}

}  // namespace stepscope
