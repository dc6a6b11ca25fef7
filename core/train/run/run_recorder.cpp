#include "core/train/run/run_recorder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>
#include <new>
#include <utility>

#include "core/backend/device_sample.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/machine_limits.h"
#include "core/passes/step_graph.h"
#include "core/store/file_system.h"
#include "core/store/run_files.h"
#include "core/store/run_summary.h"
#include "core/train/record/artefacts.h"
#include "core/train/record/text_sampler.h"
#include "profiler/analysis/breakdown_json.h"
#include "profiler/analysis/capture_cost.h"
#include "profiler/analysis/self_time.h"

namespace stepscope {
namespace {

std::int64_t unixMs() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kUpdateEvery = 5 * kSecond;
constexpr std::int64_t kLongestSample = 5 * kSecond;

std::string modelName(const ModelSpec& spec) {
  if (!spec.onnx.empty()) return std::filesystem::path(spec.onnx).filename().string();
  return spec.name.empty() ? "layers" : spec.name;
}

}  // namespace

RunRecorder::RunRecorder(TrainState& state)
    : state_(state),
      keeper_(state.setup.options.findings,
              [&state](const std::string& file, const std::optional<Error>& problem) {
                state.setup.control.events.push(CaptureKeptEvent{file, problem});
              }),
      spans_(state) {}

void RunRecorder::openStore() {
  if (store_) return;
  store_ = std::make_shared<RunWriter>(state_.project.storePath());
  for (const std::string& warning : store_->warnings()) warn(warning);
}

void RunRecorder::begin(bool resumed) {
  const TaskInfo& task = state_.setup.metrics.task();
  EpochFigures& last = state_.lastEpoch;
  if (resumed) {
    run_.status = RunStatus::Running;
    run_.message.clear();
    run_.outOfMemory = false;
    const auto kept = [this](const char* key) {
      const double seconds = finalOf(run_, key);
      return std::isnan(seconds) ? 0.0 : seconds;
    };
    validationBefore_ = kept("validation_seconds");
    checkpointsBefore_ = kept("checkpoint_seconds");
    store_->reopenRun(run_.id, state_.progress.step);
    run_.spans = spansUntil(std::move(run_.spans), state_.progress.step);
    spans_.restore(run_.spans);
    for (const auto& [key, value] : run_.finals) {
      if (key == "val_loss") last.validated = true;
      if (key == "train_loss") last.trained = true;
      if (key.starts_with("val_") || key.starts_with("train_")) last.set(key, value);
    }
  } else {
    run_.model = modelName(state_.project.model);
    run_.configuration = origin_ ? withOrigin(toJson(state_.project), *origin_) : toJson(state_.project);
    run_.finals = {{keyOf("best_val_", task.best), std::numeric_limits<double>::quiet_NaN()}};  // taskOf() finds the task by this name
    run_.createdMs = unixMs();
    run_.id = store_->createRun(run_);
    // The checkpoints in that folder belong to another run.
    const std::string directory = state_.project.runDirectory(run_.id);
    if (const std::string aside = setAside(directory); !aside.empty())
      warn(directory + ": a folder of this number was there already, of a run that the store does not have. It is called " + aside + " now.");
  }
  if (const auto stored = RunReader(state_.project.storePath()).run(run_.id)) run_.name = stored->name;
  begun_ = true;
  spareRoom_ = SpareRoom(state_.project.runDirectory(run_.id));
  const std::string where =
      fmt::format("{}, {} threads; {} training samples, {} validation samples", state_.setup.backend->device().name, state_.threads,
                  state_.setup.data.train->size(), state_.setup.data.validation ? state_.setup.data.validation->size() : 0);
  log(LogLine::Level::Info, resumed   ? fmt::format("{} goes on with {} on {}", run_.name, run_.model, where)
                            : origin_ ? fmt::format("{} forks {}, with {} on {}", run_.name, describe(*origin_), run_.model, where)
                                      : fmt::format("{} begins with {} on {}", run_.name, run_.model, where));
  for (LogLine& line : early_) store_->log(run_.id, std::move(line));
  early_.clear();
  coreUse_.emplace();
  std::lock_guard lock(state_.setup.control.mutex);
  state_.setup.control.store = store_;
}

void RunRecorder::warn(std::string text) {
  log(LogLine::Level::Warning, text);
  state_.setup.control.events.push(WarningEvent{std::move(text)});
}

void RunRecorder::log(LogLine::Level level, std::string text) {
  LogLine line{unixMs(), level, std::move(text)};
  if (begun_) {
    store_->log(run_.id, std::move(line));
  } else {
    early_.push_back(std::move(line));
  }
}

void RunRecorder::logEpoch(const EpochEvent& epoch) {
  std::vector<std::string> figures;
  for (const auto& [key, value] : epoch.figures.entries)
    if (epoch.validated() || !key.starts_with("val_")) figures.push_back(fmt::format("{} {:.4g}", key, value));
  log(LogLine::Level::Info, fmt::format("epoch {}, step {}, {}", epoch.epoch, epoch.step, fmt::join(figures, ", ")));
}

void RunRecorder::sampleSystem(std::int64_t now) {
  const std::optional<SystemSample> sample = system_.sample(now);
  if (!sample) return;
  point("system/cpu_share", sample->cpuShare);
  point("system/process_cpu_share", sample->processCpuShare);
  if (sample->processBytes > 0) point("system/process_bytes", static_cast<double>(sample->processBytes));
  if (sample->availableBytes > 0) point("system/available_bytes", static_cast<double>(sample->availableBytes));
  for (const auto& [key, rate] :
       {std::pair{"system/disk_read_rate", sample->diskReadRate}, std::pair{"system/disk_write_rate", sample->diskWriteRate}})
    if (!std::isnan(rate)) point(key, rate);
  sampleDevice();
}

void RunRecorder::sampleDevice() {
  auto* meter = dynamic_cast<DeviceMeter*>(state_.counterSampler.get());
  const std::optional<DeviceSample> sample = meter ? meter->takeSample() : std::nullopt;
  if (!sample) return;
  const auto put = [this](const char* key, double value) {
    if (!std::isnan(value)) point(key, value);
  };
  put("system/gpu_busy_share", sample->busyShare);
  put("system/gpu_memory_bytes", sample->memoryBytes);
  put("system/gpu_watts", sample->watts);
  put("system/gpu_celsius", sample->celsius);
  put("system/gpu_megahertz", sample->megahertz);
}

void RunRecorder::point(const std::string& key, double value) {
  store_->append(run_.id, key, {state_.progress.step, state_.progress.seconds, value});
}

void RunRecorder::mark(const char* kind, std::string label) {
  const Marker marker{state_.progress.step, state_.progress.seconds, kind, std::move(label)};
  store_->mark(run_.id, marker);
  log(LogLine::Level::Info, fmt::format("step {}: {}", marker.step, marker.label));
  state_.setup.control.events.push(MarkerEvent{marker});
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
  state_.setup.control.events.push(PlanEvent{std::move(plan)});
}

void RunRecorder::tellSwitches() {
  {
    std::lock_guard lock(state_.setup.control.mutex);
    if (state_.setup.control.switches) return;
  }
  state_.setup.control.events.push(SwitchesEvent{state_.project.switches});
}

void RunRecorder::tellSwitchRows(const std::vector<SwitchRow>& rows) {
  store_->setArtefact(run_.id, "switches", switchRowsJson(rows));
  state_.setup.control.events.push(SwitchRowsEvent{rows});
}

void RunRecorder::tellErrors() {
  if (auto error = store_->takeError()) warn(*error + " Training goes on, and the metrics are kept in memory until they can be written.");
}

void RunRecorder::update() {
  nextUpdate_ = nowNs() + kUpdateEvery;
  const Progress& progress = state_.progress;
  const SessionCounts& session = state_.session;
  const TaskInfo& task = state_.setup.metrics.task();
  run_.seconds = progress.seconds;
  run_.step = progress.step;
  run_.epoch = progress.epoch;
  // Values that this session has not measured (yet) keep the previous session's value; measured values are stored as they are, finite or not.
  auto final = [&](const std::string& key, double value) {
    for (auto& [name, kept] : run_.finals)
      if (name == key) {
        kept = value;
        return;
      }
    run_.finals.emplace_back(key, value);
  };
  const EpochFigures& last = state_.lastEpoch;
  for (const auto& [key, value] : last.entries)
    if (key.starts_with("val_") ? last.validated : last.trained) final(key, value);
  if (std::isfinite(progress.best)) final(keyOf("best_val_", task.best), progress.best);
  if (state_.program.train && state_.program.train->graph().find(kLossScale) != kNone) {
    final("loss_scale", state_.program.train->scalar(kLossScale));
    final("skipped_steps", static_cast<double>(progress.skippedSteps));
  }
  final("validation_seconds", validationBefore_ + static_cast<double>(session.validationNs) * 1e-9);
  final("checkpoint_seconds", checkpointsBefore_ + static_cast<double>(session.checkpointNs) * 1e-9);
  if (const auto json = state_.dataWatch->changed()) store_->setArtefact(run_.id, "data", *json);
  store_->setArtefact(run_.id, "learning", state_.learning.json());
  // For the whole run, with all switches it has had: the highest of all spans, and of earlier sessions.
  spans_.measure();
  run_.spans = spans_.spans();
  const RunSummary summary = summaryOf(run_);
  const auto highest = [&](const char* key, double value) {
    if (value > 0) final(key, std::fmax(finalOf(run_, key), value));
  };
  if (std::isfinite(summary.samplesPerSecond)) final("samples_per_second", summary.samplesPerSecond);
  highest("predicted_peak_bytes", std::fmax(summary.plannedPeakBytes, static_cast<double>(state_.program.predictedPeakBytes)));
  highest("measured_peak_bytes", summary.residentPeakBytes);
  highest("predicted_process_bytes", static_cast<double>(state_.predictedProcessBytes));
  if (session.batches > 0) highest("process_peak_bytes", static_cast<double>(processMemory().peak));
  store_->update(run_);
}

void RunRecorder::capture(int steps) {
  captureAsked_ = true;
  state_.capture.ask(steps, static_cast<int>(state_.project.train.capture.warmup));
}

void RunRecorder::beginCaptureIfDue() {
  CaptureWindow& capture = state_.capture;
  const CaptureSchedule& schedule = state_.project.train.capture;
  capture.follow(state_.setup.control.follow, static_cast<int>(schedule.warmup));
  if (!capture.running() && !capture.asked() && schedule.first >= 0) {
    const std::int64_t left = state_.totalSteps() - state_.progress.step, done = state_.session.steps;
    // A run that is too short for its first window is captured at its end.
    const bool last = !autoCaptureDone_ && left <= schedule.active + schedule.warmup;
    if (schedule.windowBegins(done) || last) {
      captureAsked_ = false;
      const std::int64_t discarded = last ? std::min(schedule.warmup, left - 1) : schedule.warmup;
      capture.ask(static_cast<int>(std::min(schedule.active, last ? left - discarded : left)), static_cast<int>(discarded));
      autoCaptureDone_ = true;
    } else if (schedule.phase(done) == CaptureSchedule::Phase::Warmup) {
      capture.warmUp();
    }
  }
  capture.beginStep(state_.progress.step + 1);
}

// Called if recording has failed: training continues without it.
void RunRecorder::captureFailed(const std::exception& error) {
  state_.capture.giveUp();
  state_.setup.control.follow = 0;
  const bool memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
  const std::string why = memory ? "there is not enough memory for it" : error.what();
  mark("profiler", "steps could not be recorded: " + why);
  warn("Steps could not be recorded, so training continues without the recording: " + why);
}

// Marks a failure of the device's profiler in the run, once.
void RunRecorder::noteProfiler(const Trace& trace) {
  for (const TraceNote& note : trace.notes) {
    if (!note.reason.starts_with(kProfilerFailed) || std::exchange(profilerSaid_, note.reason) == note.reason) continue;
    mark("profiler", note.reason);
  }
}

CaptureFacts RunRecorder::captureFacts(const Trace& trace) {
  CaptureFacts facts;
  const std::vector<SpanRef> steps = stepSpans(trace);
  const auto number = [&](const SpanRef& span) { return trace.laneOf(span).step[span.index]; };
  if (!steps.empty()) {
    facts.firstStep = number(steps.front());
    facts.lastStep = number(steps.back());
  }
  facts.switches = state_.project.switches;
  facts.threads = state_.threads;
  if (coreUse_) facts.coresTaken = coreUse_->others();
  coreUse_.emplace();
  facts.stepsPerEpoch = state_.stepsPerEpoch();
  facts.samples = state_.setup.data.train->size();
  facts.images = state_.setup.data.train->info().input().shape.size() == 3;
  return facts;
}

void RunRecorder::finishCapture() {
  try {
    CaptureWindow::Result result = state_.capture.take(*state_.program.train, run_.name);
    if (result.breakdown->steps == 0) return;
    noteProfiler(*result.trace);
    const std::string cost = describe(captureCost(*result.trace));
    store_->setArtefact(run_.id, "breakdown", breakdownJson(*result.breakdown, result.trace->source + (cost.empty() ? std::string() : "; " + cost)));
    auto facts = std::make_shared<const CaptureFacts>(captureFacts(*result.trace));
    store_->setArtefact(run_.id, "capture", captureFactsJson(*facts));
    state_.setup.control.events.push(CaptureEvent{result.trace, std::move(result.breakdown), captureAsked_, facts});
    keeper_.keep({state_.project.storePath(), run_.id, std::move(result.trace), std::move(facts)}, captureFile(state_.project.runDirectory(run_.id)),
                 store_);
  } catch (const std::exception& error) {
    captureFailed(error);
  }
}

void RunRecorder::keepFindings() {
  findingsLost_ = keeper_.finish(*store_);
}

void RunRecorder::tellLive() {
  constexpr std::int64_t kLeastNs = 330'000'000;
  if (state_.capture.following() == 0 || nowNs() - liveTold_ < kLeastNs || !state_.setup.control.wantsLive.exchange(false)) return;
  try {
    std::shared_ptr<const Trace> trace = state_.capture.latest(*state_.program.train, run_.name);
    liveTold_ = nowNs();
    if (!trace) {
      state_.setup.control.wantsLive = true;  // no event has been sent yet
      return;
    }
    noteProfiler(*trace);
    state_.setup.control.events.push(LiveEvent{std::move(trace)});
  } catch (const std::exception& error) {
    captureFailed(error);
  }
}

void RunRecorder::keepTextSample() {
  if (state_.setup.data.train->info().task != Task::LanguageModel) return;
  store_->flush();  // the vocabulary is read back from it
  // Not requested by the user, so the time is limited: a large model writes less, but it is the beginning of what `sample` would write.
  std::int64_t begin = 0;  // when the first token was written
  const TextSample sample = sampleRun(state_.project, run_.id, {}, *state_.setup.backend, [&] {
    if (begin == 0) begin = nowNs();
    return !state_.setup.control.stop && nowNs() < begin + kLongestSample;
  });
  store_->setArtefact(run_.id, "text_sample", textSampleJson(sample));
}

// Called if the end of the run cannot be written. In the reserved space the run's row is written first, marked as not saved, because the waiting
// writes before it would use all of that space. Then everything is tried once more.
std::string RunRecorder::finishOnFullDisk(const std::string& why) {
  const std::string lost = why + " The run is over: what cannot be saved now is lost, the end of its curves among it.";
  RunInfo row = run_;
  if (row.status == RunStatus::Finished) row.status = RunStatus::Unsaved;
  row.message += (row.message.empty() ? "" : " ") + lost;
  spareRoom_.give();
  try {
    store_->finishFirst(row);
    store_->finish(run_);
  } catch (const Error&) {  // without the row, the next process that opens the store finds that this process is gone
    run_ = std::move(row);
    return lost + " As its end is not in the store either, the list of runs calls it interrupted.";
  }
  return {};
}

std::string RunRecorder::finish(RunStatus status, const std::string& message, bool outOfMemory) {
  keeper_.wait();
  run_.status = status;
  run_.message = message;
  run_.outOfMemory = outOfMemory;
  log(status == RunStatus::Failed ? LogLine::Level::Error : LogLine::Level::Info,
      fmt::format("{} after step {}{}{}", howItEnded(run_), run_.step, message.empty() ? "" : ": ", message));
  if (predictions_ && predictions_->samples() > 0) store_->setArtefact(run_.id, "predictions", predictions_->json());
  try {
    store_->finish(run_);
  } catch (const Error& error) {
    if (std::string lost = finishOnFullDisk(error.what()); !lost.empty()) return lost;
  }
  spareRoom_.give();
  if (auto error = store_->takeError()) warn(*error);
  return {};
}

EndEvent RunRecorder::endEvent(RunStatus status, const std::string& message) const {
  EndEvent event;
  event.status = status;
  event.validationLoss = state_.lastEpoch.of("val_loss");
  event.task = state_.setup.data.train ? state_.setup.data.train->info().task : Task::Classification;
  event.validationMetric = state_.lastEpoch.of(keyOf("val_", infoOf(event.task).metric));
  event.validated = state_.lastEpoch.validated;
  event.bestValidation = state_.progress.best;
  const MetricWatch& watch = state_.metricWatch;
  event.best = {watch.monitor().metric, watch.monitor().larger, state_.restored,
                watch.best().epoch,     watch.best().value,     watch.monitor().of(state_.lastEpoch)};
  event.message = message;
  if (!begun_) return event;
  event.run = run_.id;
  event.findingsLost = findingsLost_;
  event.steps = state_.progress.step;
  event.epochs = state_.progress.epoch;
  event.seconds = state_.progress.seconds;
  const auto spent = [this](Activity activity) { return static_cast<double>(state_.time.of(activity)) * 1e-9; };
  event.spent = {spent(Activity::Training), spent(Activity::Validating), spent(Activity::Paused), spent(Activity::Trying), spent(Activity::Planning)};
  event.predictedPeakBytes = state_.program.predictedPeakBytes;
  event.skippedSteps = state_.progress.skippedSteps;
  putFinals(event);
  return event;
}

EndEvent RunRecorder::asItWas(const std::string& message) const {
  const TaskInfo& task = state_.setup.metrics.task();
  EndEvent event;
  event.run = run_.id;
  event.status = run_.status;
  event.message = message;
  event.nothingLeft = true;
  event.task = state_.setup.data.train->info().task;
  event.steps = run_.step;
  event.epochs = run_.epoch;
  event.seconds = run_.seconds;
  event.validated = hasFinal(run_, "val_loss");
  event.validationLoss = finalOf(run_, "val_loss");
  event.validationMetric = finalOf(run_, keyOf("val_", task.metric));
  event.bestValidation = finalOf(run_, keyOf("best_val_", task.best));
  if (const double skipped = finalOf(run_, "skipped_steps"); std::isfinite(skipped)) event.skippedSteps = static_cast<std::int64_t>(skipped);
  putFinals(event);
  return event;
}

void RunRecorder::putFinals(EndEvent& event) const {
  for (const auto& [name, value] : run_.finals) {
    if (name == "samples_per_second") event.samplesPerSecond = value;
    if (name == "loss_scale") event.lossScale = value;
    if (name == "predicted_peak_bytes") event.predictedPeakBytes = static_cast<std::int64_t>(value);
    if (name == "measured_peak_bytes") event.measuredPeakBytes = static_cast<std::int64_t>(value);
    if (name == "predicted_process_bytes") event.predictedProcessBytes = static_cast<std::int64_t>(value);
    if (name == "process_peak_bytes") event.processPeakBytes = static_cast<std::int64_t>(value);
  }
}

}  // namespace stepscope
