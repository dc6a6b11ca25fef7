#include "core/train/loop/training_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/base/machine_limits.h"
#include "core/base/units.h"
#include "core/models/onnx_end.h"
#include "core/train/checkpoint/program_state.h"
#include "core/train/prediction/kernel_cache.h"
#include "core/train/prediction/memory_advice.h"
#include "core/train/prediction/step_time.h"
#include "core/train/record/artefacts.h"
#include "core/train/record/text_sampler.h"
#include "core/train/steps/open_data.h"
#include "core/train/steps/schedule_preview.h"
#include "core/train/watch/dropped_samples.h"

namespace stepscope {
namespace {

constexpr double kTimingMs = 3000;  // limit for timing kernels before the first step; the rest are timed between steps

bool isOutOfMemory(const Error& error) {
  return error.kind() == ErrorKind::Resource && error.where().ends_with("memory");
}

}  // namespace

TrainingSession::TrainingSession(Project project, TrainerOptions options, TrainerControl& control)
    : setup_{std::move(options), control},
      state_(setup_, std::move(project)),
      recorder_(state_),
      ledger_(state_),
      resume_(state_, recorder_),
      loop_(state_, recorder_, ledger_, resume_) {}

void TrainingSession::run() {
  try {
    prepare();
    const StepLoop::Outcome outcome = loop_.train();
    const std::string learnedNothing = outcome == StepLoop::Outcome::Done ? allSkipped() : std::string();
    if (!learnedNothing.empty()) end(RunStatus::Failed, learnedNothing);
    else end(outcome == StepLoop::Outcome::Done ? RunStatus::Finished : RunStatus::Stopped, {});
  } catch (const NothingLeft& left) {
    endAsItWas(left.what());
  } catch (const Cancelled&) {
    end(RunStatus::Stopped, {});
  } catch (const std::bad_alloc&) {
    end(RunStatus::Failed, "There is not enough memory to go on. Choose a smaller switches.batch_size.", true);
  } catch (const Error& error) {
    end(RunStatus::Failed, error.what(), isOutOfMemory(error));
  } catch (const std::exception& error) {
    end(RunStatus::Failed, error.what());
  }
}

void TrainingSession::prepare() {
  forgetPeakMemory();  // memory that the process used before is not part of the run
  commit_ = std::async(std::launch::async, gitCommitOf, state_.project.directory, state_.project.file, 2.0);
  setup_.control.publish(TrainerState::Preparing, "opening the project");
  setup_.backend = &requireBackend(setup_.options.device);
  state_.counterSampler = setup_.backend->sampleCounters(state_.capture.recorder());
  std::optional<Checkpoint> checkpoint;
  if (setup_.options.resume) checkpoint = resume_.open(*setup_.options.resume);
  else if (setup_.options.fork) checkpoint = resume_.openFork(*setup_.options.fork);
  openData();
  beginWorkers();
  setup_.checkSwitches(state_.project.switches);
  checkMonitor();
  if (checkpoint && setup_.options.resume) resume_.checkSomethingLeft(*checkpoint);
  recorder_.openStore();  // before the kernels are timed, so that a read-only folder is reported at once
  compile(checkpoint);
  begin(checkpoint);
}

// switches.num_workers = "auto": the run begins without workers and measures. With deterministic results the number of compute threads must not
// depend on measurements, so there the number of cores decides.
void TrainingSession::beginWorkers() {
  Switches& switches = state_.project.switches;
  if (!std::exchange(switches.autoWorkers, false)) return;
  constexpr int kManyCores = 4;
  switches.numWorkers = switches.deterministic && setup_.backend->device().cores >= kManyCores ? 1 : 0;
  loop_.workers().adapt(!switches.deterministic);
}

void TrainingSession::openData() {
  setup_.control.publish(TrainerState::Preparing, "opening the data");
  setup_.tellStage(TrainerStage::Preparing);
  DataSpec wanted = state_.project.data;
  wanted.augmentationSeed = state_.project.train.seed;
  setup_.data = openDataUnless([this] { return setup_.control.stop.load(); }, std::move(wanted));
  // The measured scale is kept with the run, so that a resumed run reads pixels in the same way.
  if (ChannelScale scale = setup_.data.train->pixelScale(&setup_.control.stop); !scale.mean.empty()) {
    state_.project.data.mean = std::move(scale.mean);
    state_.project.data.std = std::move(scale.std);
  }
  setup_.metrics = TaskMetrics(setup_.data.train->info());
  const std::optional<RunId> resumed = setup_.options.resume;
  const std::optional<std::string> kept = resumed ? RunReader(state_.project.storePath()).artefact(*resumed, "data") : std::nullopt;
  state_.dataWatch.emplace(setup_.data, state_.project.data.maxBadShare, kept.value_or(""));
  for (std::string& sentence : state_.dataWatch->opened()) recorder_.warn(std::move(sentence));
}

// Checks the metrics of the project. The available ones are known only after the data are opened.
void TrainingSession::checkMonitor() {
  const TrainSpec& train = state_.project.train;
  const bool validated = setup_.data.validation != nullptr;
  checkMetrics(train, setup_.metrics.task(), validated);
  if (std::string sentence = watchedInstead(train, validated); !sentence.empty()) recorder_.warn(std::move(sentence));
}

void TrainingSession::compile(const std::optional<Checkpoint>& checkpoint) {
  const Project& project = state_.project;
  const Backend& backend = *setup_.backend;
  if (std::string sentence = leftOutAtEnd(project.model, setup_.data.train->info().task); !sentence.empty()) recorder_.warn(sentence + ".");
  setup_.control.publish(TrainerState::Preparing, "choosing the fastest kernel of every layer");
  setup_.tellStage(TrainerStage::Compiling);
  const bool keep = setup_.options.useKernelCache && setup_.options.autotune;
  if (checkpoint) {
    // The same bits need the same kernels on the same number of threads, so the run keeps its choices and nothing is timed again.
    state_.threads = checkpoint->threads;
    for (const auto& [key, kernel] : checkpoint->kernelChoices) state_.choices.set(key, kernel);
    // Kernels that are new to the run, for example after a switch, are chosen as in any run.
    if (keep) addKernelCache(state_.choices, backend);
    // A fork is a new run: kernels that its settings need in addition may be timed.
    setup_.mayTime = checkpoint->kernelChoices.empty() || setup_.options.fork.has_value();
  } else {
    const int threads = state_.threads = computeThreads(project, backend);
    if (project.switches.deterministic && project.train.threads > threads)
      recorder_.warn(
          fmt::format("train.threads = {}, but this process may use {} core{} (its affinity, its cgroup or OMP_THREAD_LIMIT): the run computes "
                      "with {}, and its results have the last bits of a run with {}",
                      project.train.threads, threads, threads == 1 ? "" : "s", threads, threads));
    std::string said;
    if (keep) state_.choices = loadKernelCache(backend, &said);
    if (!said.empty()) recorder_.warn(said);
  }
  if (setup_.options.useKernelCache) {
    KernelTimes times = KernelTimes::load(KernelTimes::defaultPath(backend), machineName(backend, state_.threads));
    const MachineSpeed speed = keptSpeed(backend, state_.threads);
    setup_.work = measuredWork(times, speed);
    if (!checkpoint && setup_.options.autotune) foretell({state_.choices, std::move(times), speed});
  }
  {
    // Stores the timed kernels even if the compilation is cancelled, so that they need not be timed again.
    const KernelCacheKeeper keeper(keep && !checkpoint ? &backend : nullptr, state_.choices);
    CompileOptions options = state_.compileOptions();
    if (backend.runsNodeByNode()) options.timingMs = kTimingMs;
    if (keep && !checkpoint) options.settled = [this, &backend] { extendKernelCache(backend, state_.choices); };
    options.progress = [this](const std::string& what) { setup_.control.publish(TrainerState::Preparing, what); };
    withMemoryAdvice([&] { state_.program = compileStep(state_.spec(), backend, options); });
  }
  for (const Program* program : {state_.program.train.get(), state_.program.validation.get()})
    if (program)
      for (const std::string& kernel : program->leftOut()) recorder_.warn(kernel + ".");
  state_.threads = state_.program.train->threads();
  if (setup_.control.stop) throw Cancelled{};
  returnFreedMemory();
  const ProcessMemory taken = processMemory();
  setup_.residentBefore = taken.resident;
  setup_.peakBefore = taken.peak;
  withMemoryAdvice([this] { state_.program.attach(&setup_.control.stop); });
  if (checkpoint) takeUp(*checkpoint);
  else initializeState(state_.program, project.train.seed, &setup_.control.stop);
}

void TrainingSession::takeUp(const Checkpoint& checkpoint) {
  const RunId run = recorder_.origin() ? recorder_.origin()->run : recorder_.run().id;
  const std::string where = "checkpoint of run " + std::to_string(run);
  try {
    writeState(state_.program, {checkpoint.model, checkpoint.optimizer}, where);
  } catch (const Error& error) {
    if (setup_.options.configurationPatch.empty() || error.kind() != ErrorKind::Input) throw;
    throw Error(
        ErrorKind::Input, where, "its state does not fit the changed settings: " + error.happened(),
        "Change only settings that keep the shapes of weights and optimizer state: learning rate, schedule, epochs, batch size, other switches");
  }
}

// Keeps the planner's prediction, as it is before kernels are timed: it was shown to the user and is compared with the real step.
void TrainingSession::foretell(MeasuredTables measured) {
  try {
    const StepPrediction said =
        predictStep(state_.project, setup_.modelInput(), setup_.data.validation != nullptr, state_.project.switches, *setup_.backend, measured);
    ledger_.foretell({said.peakBytes, said.time.ms, said.time.estimatedShare()});
  } catch (const Error&) {
    // The full compilation reports the reason.
  }
}

// Runs `work`. If the step does not fit into memory, the error suggests settings that would fit, found by the planner.
void TrainingSession::withMemoryAdvice(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    if (!isOutOfMemory(error)) throw;
    std::int64_t staging = 0;
    for (const Program* program : {state_.program.train.get(), state_.program.validation.get()})
      if (program) staging += setup_.backend->stagingBytes(program->graph());
    state_.program = {};  // frees the memory it already took
    const std::int64_t budget = memoryForTraining(*setup_.backend) - staging;
    throw Error(error.kind(), error.where(), error.happened(),
                memoryAdvice(state_.project, setup_.modelInput(), setup_.data.validation != nullptr, *setup_.backend, state_.choices, budget,
                             setup_.data.train->size()));
  }
}

void TrainingSession::begin(const std::optional<Checkpoint>& checkpoint) {
  const bool resumed = setup_.options.resume.has_value();
  const auto& origin = recorder_.origin();
  const std::string cause = resumed ? "resumed" : origin ? "forked from " + describe(*origin) : "start";
  state_.metricWatch = MetricWatch(state_.project.train, monitorOf(state_.project.train, setup_.data.validation != nullptr));
  if (checkpoint) resume_.restore(*checkpoint);
  state_.makeLoaders();
  state_.predictProcessMemory();
  // The checkpoint that is resumed was in memory while the step was compiled.
  if (checkpoint) state_.predictedProcessBytes = std::max(state_.predictedProcessBytes - state_.memory.checkpoint, setup_.peakBefore);
  recorder_.begin(resumed);
  state_.valid = true;
  resume_.begin();
  StartEvent start = startEvent();
  if (!start.dropped.empty()) recorder_.log(LogLine::Level::Info, start.dropped);
  setup_.control.events.push(std::move(start));
  RunWriter& store = recorder_.store();
  const RunId run = recorder_.run().id;
  if (const SampleInfo& info = setup_.data.train->info(); info.task == Task::LanguageModel)
    store.setArtefact(run, "vocabulary", vocabularyJson(info.vocabulary));
  store.setArtefact(run, "environment", environmentJson(*setup_.backend, state_.threads, commit_.get()));
  recorder_.publishPlan();
  recorder_.tellSwitches();
  if (resumed)
    if (const auto kept = RunReader(state_.project.storePath()).artefact(run, "switches")) ledger_.restore(switchRowsOf(*kept));
  if (resumed)
    if (const auto kept = RunReader(state_.project.storePath()).artefact(run, "learning")) state_.learning.restore(*kept);
  if (resumed)
    if (const auto kept = RunReader(state_.project.storePath()).artefact(run, "trials")) loop_.trials().restore(trialsOf(*kept));
  ledger_.begin(cause);
  recorder_.spans().begin(cause);
  recorder_.tellSwitchRows(ledger_.rows());
  if (resumed) recorder_.mark("resume", "resumed");
  if (origin) {
    recorder_.mark("fork", cause);
    resume_.saveLast();  // the run must not need another run's checkpoint to be resumed
  }
}

StartEvent TrainingSession::startEvent() {
  const RunInfo& run = recorder_.run();
  StartEvent event;
  event.run = run.id;
  event.runName = run.name;
  event.model = run.model;
  event.task = setup_.data.train->info().task;
  event.parameters = parameterCount(state_.program.train->graph());
  event.predictedPeakBytes = state_.program.predictedPeakBytes;
  event.trainSamples = setup_.data.train->size();
  event.validationSamples = setup_.data.validation ? setup_.data.validation->size() : 0;
  event.outputs = setup_.data.train->info().outputs();
  event.stepsPerEpoch = state_.stepsPerEpoch();
  event.epochs = state_.project.train.epochs;
  event.totalSteps = state_.totalSteps();
  event.droppedSamples = droppedSamples(setup_.data.train->size(), state_.project.switches.batchSize);
  event.dropped = describeDropped(setup_.data.train->size(), state_.project.switches.batchSize);
  event.firstStep = state_.progress.step;
  ScheduleCurve curve = previewSchedule(state_.project.train.schedule, state_.scheduleRun());
  event.learningRates = std::move(curve.rates);
  event.momenta = std::move(curve.momenta);
  event.scheduleWatchesMetric = curve.dependsOnMetric;
  return event;
}

void TrainingSession::end(RunStatus status, std::string message, bool outOfMemory) {
  state_.time.enter(Activity::Idle);
  if (status != RunStatus::Failed) setup_.control.publish(TrainerState::Stopping);
  try {
    loop_.commands().close();
  } catch (const std::exception& error) {
    recorder_.warn(error.what());
  }
  setup_.tellStage(TrainerStage::Ending);
  state_.loader.reset();
  state_.validationLoader.reset();
  bool saved = true;
  if (recorder_.begun()) {
    // The run ends here in any case, so errors of one part do not prevent the others: if a device was lost there is no state to save, but the run is
    // closed, with the previous checkpoint as its last. The first message says why it ended.
    const auto attempt = [this](const auto& work) {
      try {
        work();
      } catch (const std::exception& error) {
        recorder_.warn(error.what());
      }
    };
    attempt([&] { loop_.commands().closeWindow(); });
    std::string notSaved;
    try {
      if (state_.valid) resume_.saveLastUnlessSaved();
      notSaved = resume_.flush();
    } catch (const std::exception& error) {
      notSaved = resume_.notSaved(error.what());
    }
    if (!notSaved.empty()) {
      saved = false;
      if (status == RunStatus::Finished) status = RunStatus::Unsaved;
      if (status == RunStatus::Failed) recorder_.warn(notSaved);  // the message already says why it ended
      else message = notSaved;
    }
    returnFreedMemory();  // that of snapshots, because the text sample loads a checkpoint and a program of its own
    attempt([&] {
      if (!ledger_.rows().empty()) recorder_.tellSwitchRows(ledger_.rows());
      if (state_.session.steps > 0)
        recorder_.store().setArtefact(recorder_.run().id, "memory_plan",
                                      memoryPlanJson(state_.program.view(state_.project.switches.batchSize), state_.program.measuredPeakBytes()));
    });
    attempt([&] {
      if (status == RunStatus::Finished) recorder_.keepTextSample();
    });
    attempt([&] { recorder_.update(); });
    if (const auto sentence = state_.dataWatch->summary()) recorder_.warn(*sentence);
    std::string lost;
    attempt([&] { lost = recorder_.finish(status, message, outOfMemory); });
    if (!lost.empty()) {
      saved = false;
      if (status == RunStatus::Finished) status = RunStatus::Unsaved;
      if (status == RunStatus::Failed) recorder_.warn(lost);
      else message += (message.empty() ? "" : " ") + lost;
    }
    attempt([&] { recorder_.keepFindings(); });
    resume_.end();
  }
  EndEvent event = recorder_.endEvent(status, message);
  event.saved = saved;
  setup_.control.events.push(std::move(event));
  setup_.control.publish(status == RunStatus::Finished || status == RunStatus::Unsaved ? TrainerState::Finished
                         : status == RunStatus::Stopped                                ? TrainerState::Stopped
                                                                                       : TrainerState::Failed,
                         std::move(message));
  setup_.tellStage(TrainerStage::Ended);
}

std::string TrainingSession::allSkipped() const {
  const Progress& progress = state_.progress;
  if (progress.step == 0 || progress.skippedSteps < progress.step) return {};
  const GradScalerSpec& scaler = state_.project.train.optimizer.gradScaler;
  const double scale = state_.program.train->scalar(kLossScale);
  const std::string happened = fmt::format("No step changed a weight: the gradients of all {} overflowed in fp16, and the loss scale is {} now.",
                                           progress.step, text::number(scale));
  if (scaler.initScale > GradScalerSpec().initScale)
    return fmt::format("{} Train again with train.grad_scaler.init_scale = {}, or with switches.amp = \"bf16\" or \"off\".", happened,
                       text::number(GradScalerSpec().initScale));
  // The number of skipped steps that would bring the scale down to 1, where the loss is not scaled any more.
  const double steps = std::ceil(std::log(std::max(scale, 1.0)) / -std::log(scaler.backoffFactor)) + 1;
  const auto epochs =
      progress.epoch + static_cast<std::int64_t>(std::ceil(steps / static_cast<double>(std::max<std::int64_t>(state_.stepsPerEpoch(), 1))));
  return fmt::format(
      "{} Let the run go on from this scale with more epochs (--resume {} --set train.epochs={}), or train with switches.amp = \"bf16\" or "
      "\"off\".",
      happened, recorder_.runId(), epochs);
}

void TrainingSession::endAsItWas(const std::string& message) {
  loop_.commands().close();
  setup_.control.events.push(recorder_.asItWas(message));
  setup_.control.publish(TrainerState::Finished, message);
  setup_.tellStage(TrainerStage::Ended);
}

}  // namespace stepscope
