#include "core/train/run_recorder.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/process_memory.h"
#include "core/passes/step_graph.h"
#include "core/train/artefacts.h"
#include "core/train/text_sampler.h"
#include "profiler/analysis/breakdown_json.h"

namespace stepscope {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kUpdateEvery = 5 * kSecond;
constexpr std::int64_t kLongestSample = 5 * kSecond;

std::string modelName(const ModelSpec& spec) {
  if (!spec.onnx.empty()) return std::filesystem::path(spec.onnx).filename().string();
  return spec.name.empty() ? "layers" : spec.name;
}

}  // namespace

void RunRecorder::openStore() {
  if (store_) return;
  store_ = std::make_shared<RunWriter>(state_.project.storePath());
  for (const std::string& warning : store_->warnings()) warn(warning);
}

void RunRecorder::begin(bool resumed) {
  const TaskInfo& task = state_.metric.task();
  EpochFigures& last = state_.lastEpoch;
  if (resumed) {
    run_.status = RunStatus::Running;
    run_.message.clear();
    store_->reopenRun(run_.id, state_.progress.step);
    for (const auto& [key, value] : run_.finals) {
      if (key == "val_loss") last.validationLoss = value;
      if (key == keyOf("val_", task.metric)) last.validationMetric = value;
      if (key == "train_loss") last.trainLoss = value;
      if (key == keyOf("train_", task.metric)) last.trainMetric = value;
    }
  } else {
    run_.model = modelName(state_.project.model);
    run_.configuration = toJson(state_.project);
    run_.finals = {{keyOf("best_val_", task.best), std::numeric_limits<double>::quiet_NaN()}};  // tells the task, see taskOf()
    run_.createdMs = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
    run_.id = store_->createRun(run_);
  }
  if (const auto stored = RunReader(state_.project.storePath()).run(run_.id)) run_.name = stored->name;
  begun_ = true;
  std::lock_guard lock(state_.control.mutex);
  state_.control.store = store_;
}

void RunRecorder::point(const std::string& key, double value) {
  store_->append(run_.id, key, {state_.progress.step, state_.progress.seconds, value});
}

void RunRecorder::mark(const char* kind, std::string label) {
  const Marker marker{state_.progress.step, state_.progress.seconds, kind, std::move(label)};
  store_->mark(run_.id, marker);
  state_.control.events.push(MarkerEvent{marker});
}

void RunRecorder::tellUnreadable() {
  for (std::string& sentence : state_.dataWatch->news()) warn(std::move(sentence));
}

void RunRecorder::keepHistograms(std::vector<TensorHistogram> histograms) {
  std::vector<HistogramRow> rows;
  for (TensorHistogram& item : histograms) rows.push_back({std::move(item.parameter), item.gradient, state_.progress.step, item.histogram});
  store_->addHistograms(run_.id, std::move(rows));
}

void RunRecorder::publishPlan() {
  auto plan = std::make_shared<const PlanView>(state_.program.view(state_.project.switches.batchSize));
  store_->setArtefact(run_.id, "memory_plan", memoryPlanJson(*plan, 0));
  state_.control.events.push(PlanEvent{std::move(plan)});
}

void RunRecorder::tellSwitches() {
  {
    std::lock_guard lock(state_.control.mutex);
    if (state_.control.switches) return;
  }
  state_.control.events.push(SwitchesEvent{state_.project.switches});
}

void RunRecorder::tellSwitchRows(const std::vector<SwitchRow>& rows) {
  store_->setArtefact(run_.id, "switches", switchRowsJson(rows));
  state_.control.events.push(SwitchRowsEvent{rows});
}

void RunRecorder::tellErrors() {
  if (auto error = store_->takeError()) warn(*error + " Training goes on, and the metrics are kept in memory until they can be written.");
}

void RunRecorder::update() {
  nextUpdate_ = nowNs() + kUpdateEvery;
  const Progress& progress = state_.progress;
  const SessionCounts& session = state_.session;
  const TaskInfo& task = state_.metric.task();
  run_.seconds = progress.seconds;
  run_.step = progress.step;
  run_.epoch = progress.epoch;
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
  final("train_loss", state_.lastEpoch.trainLoss);
  final(keyOf("train_", task.metric), state_.lastEpoch.trainMetric);
  final("val_loss", state_.lastEpoch.validationLoss);
  final(keyOf("val_", task.metric), state_.lastEpoch.validationMetric);
  final(keyOf("best_val_", task.best), progress.best);
  if (session.trainNs > 0)
    final("samples_per_second", static_cast<double>(session.samples) / (static_cast<double>(session.trainNs) * 1e-9));
  if (state_.program.train && state_.program.train->graph().find(kLossScale) != kNone) {
    final("loss_scale", state_.program.train->scalar(kLossScale));
    final("skipped_steps", static_cast<double>(progress.skippedSteps));
  }
  final("predicted_peak_bytes", static_cast<double>(state_.program.predictedPeakBytes));
  if (const auto json = state_.dataWatch->changed()) store_->setArtefact(run_.id, "data", *json);
  if (session.batches > 0) final("measured_peak_bytes", static_cast<double>(state_.program.measuredPeakBytes()));
  if (state_.predictedProcessBytes > 0) final("predicted_process_bytes", static_cast<double>(state_.predictedProcessBytes));
  if (const std::int64_t peak = processMemory().peak; peak > 0 && session.batches > 0)
    final("process_peak_bytes", static_cast<double>(peak));
  store_->update(run_);
}

void RunRecorder::beginCaptureIfAsked() {
  CaptureWindow& capture = state_.capture;
  TrainerControl& control = state_.control;
  capture.follow(control.follow);
  if (capture.running()) return;
  int steps = 0;
  {
    std::lock_guard lock(control.mutex);
    steps = std::exchange(control.captureSteps, 0);
  }
  captureAsked_ = steps > 0;
  const CaptureSchedule& schedule = state_.project.train.capture;
  if (steps == 0 && schedule.first >= 0) {
    const std::int64_t left = state_.totalSteps() - state_.progress.step, done = state_.session.steps;
    // A run too short to reach its first window is captured at its end.
    if (schedule.windowBegins(done) || (!autoCaptureDone_ && left <= schedule.active)) {
      steps = static_cast<int>(std::min(schedule.active, left));
      autoCaptureDone_ = true;
    } else if (schedule.phase(done) == CaptureSchedule::Phase::Warmup) {
      capture.warmUp();
    }
  }
  if (steps > 0) capture.begin(state_.progress.step + 1, steps);
}

void RunRecorder::finishCapture() {
  CaptureWindow::Result result = state_.capture.take(*state_.program.train, run_.name);
  if (result.breakdown->steps == 0) return;
  store_->setArtefact(run_.id, "breakdown", breakdownJson(*result.breakdown, result.trace->source));
  state_.control.events.push(CaptureEvent{std::move(result.trace), std::move(result.breakdown), captureAsked_});
}

void RunRecorder::tellLive() {
  constexpr std::int64_t kLeastNs = 330'000'000;
  if (state_.capture.following() == 0 || nowNs() - liveTold_ < kLeastNs || !state_.control.wantsLive.exchange(false)) return;
  std::shared_ptr<const Trace> trace = state_.capture.latest(*state_.program.train, run_.name);
  liveTold_ = nowNs();
  if (trace) state_.control.events.push(LiveEvent{std::move(trace)});
}

void RunRecorder::keepTextSample() {
  if (state_.data.train->info().task != Task::LanguageModel) return;
  store_->flush();  // the vocabulary is read back from it
  // Nobody asked for it: what a large model writes in this time is enough, and it is the beginning of what `sample` would write.
  std::int64_t begin = 0;  // of the first token
  const TextSample sample = sampleRun(state_.project, run_.id, {}, *state_.backend, [&] {
    if (begin == 0) begin = nowNs();
    return !state_.control.stop && nowNs() < begin + kLongestSample;
  });
  store_->setArtefact(run_.id, "text_sample", textSampleJson(sample));
}

void RunRecorder::finish(RunStatus status, const std::string& message) {
  run_.status = status;
  run_.message = message;
  store_->finish(run_);
  if (auto error = store_->takeError()) warn(*error);
}

EndEvent RunRecorder::endEvent(RunStatus status, const std::string& message) const {
  EndEvent event;
  event.status = status;
  event.validationLoss = state_.lastEpoch.validationLoss;
  event.task = state_.data.train ? state_.data.train->info().task : Task::Classification;
  event.validationMetric = state_.lastEpoch.validationMetric;
  event.bestValidation = state_.progress.best;
  event.message = message;
  if (!begun_) return event;
  event.run = run_.id;
  event.steps = state_.progress.step;
  event.epochs = state_.progress.epoch;
  event.seconds = state_.progress.seconds;
  event.predictedPeakBytes = state_.program.predictedPeakBytes;
  event.skippedSteps = state_.progress.skippedSteps;
  for (const auto& [name, value] : run_.finals) {
    if (name == "samples_per_second") event.samplesPerSecond = value;
    if (name == "loss_scale") event.lossScale = value;
    if (name == "measured_peak_bytes") event.measuredPeakBytes = static_cast<std::int64_t>(value);
    if (name == "predicted_process_bytes") event.predictedProcessBytes = static_cast<std::int64_t>(value);
    if (name == "process_peak_bytes") event.processPeakBytes = static_cast<std::int64_t>(value);
  }
  return event;
}

}  // namespace stepscope
