#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/backend/cuda/driver.h"
#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/base/process_memory.h"
#include "core/project/switches.h"
#include "core/train/artefacts.h"
#include "core/train/checkpoint/program_state.h"
#include "core/train/open_data.h"
#include "core/train/prediction/kernel_cache.h"
#include "core/train/prediction/memory_advice.h"
#include "core/train/prediction/step_time.h"
#include "core/train/text_sampler.h"
#include "core/train/training_session.h"

namespace stepscope {
namespace {

std::string modelName(const ModelSpec& spec) {
  if (!spec.onnx.empty()) return std::filesystem::path(spec.onnx).filename().string();
  return spec.name.empty() ? "layers" : spec.name;
}

// The configuration of a run, with its paths made right should the project have moved since.
Project configurationToResume(const Checkpoint& checkpoint, const Project& opened, const std::string& patch) {
  Project project;
  try {
    nlohmann::json json = nlohmann::json::parse(checkpoint.configuration);
    if (!patch.empty()) json = json.patch(nlohmann::json::parse(patch));
    project = projectFromJson(json.dump());
  } catch (const nlohmann::json::exception&) {
    throw Error(ErrorKind::Input, opened.file, "the configuration kept with the run cannot be read or changed as asked",
                "Start a new run instead of resuming this one");
  }
  project.file = opened.file;
  project.directory = opened.directory;
  std::error_code ignored;
  if (!std::filesystem::exists(project.data.path, ignored) && std::filesystem::exists(opened.data.path, ignored))
    project.data.path = opened.data.path;
  return project;
}

}  // namespace

void TrainingSession::prepare() {
  forgetPeakMemory();  // what the process took before is not the run's
  control_.publish(TrainerState::Preparing, "opening the project");
  backend_ = &requireBackend(options_.device);
  if (backend_->name() == "cuda") {
    const int number = gpuNumber(options_.device);
    const cuda::Driver driver = cuda::findDriver();
    const std::string bus =
        number < static_cast<int>(driver.devices.size()) ? driver.devices[static_cast<std::size_t>(number)].pciBusId : "";
    if (auto nvml = cuda::Nvml::open(number, nullptr, "libnvidia-ml.so.1", bus))
      gpuSampler_ = std::make_unique<cuda::GpuSampler>(std::move(nvml), capture_.recorder());
  }
  std::optional<Checkpoint> checkpoint;
  if (options_.resume) checkpoint = openRunToResume();
  openDataCancellable();
  checkSwitches(project_.switches);
  checkMonitor();
  if (!store_) openStore();  // before the kernels are timed: a read-only folder is told at once
  compile(checkpoint);
  beginRun(checkpoint);
}

void TrainingSession::openStore() {
  store_ = std::make_shared<RunWriter>(project_.storePath());
  for (const std::string& warning : store_->warnings()) warn(warning);
}

std::optional<Checkpoint> TrainingSession::openRunToResume() {
  openStore();
  const RunId id = *options_.resume;
  const std::optional<RunInfo> found = RunReader(project_.storePath()).run(id);
  const std::string where = "run " + std::to_string(id);
  if (!found)
    throw Error(ErrorKind::Input, where, "there is no such run in " + project_.storePath(), "List the runs with: stepscope-cli runs list");
  // Opening the store marked the runs of dead processes, so whoever is still running is alive.
  if (found->status == RunStatus::Running)
    throw Error(ErrorKind::Busy, where, "it is being trained by another process", "Wait for that one to end, or stop it first");
  run_ = *found;
  const std::string directory = project_.runDirectory(id);
  removeTemporaries(directory);
  Checkpoint checkpoint;
  if (hasCheckpoint(directory, "last")) {
    try {
      std::string fallback;
      checkpoint = loadCheckpoint(directory, "last", &fallback);
      if (!fallback.empty()) warn(fallback);
    } catch (const Error& damaged) {
      if (!hasCheckpoint(directory, "best")) throw;
      checkpoint = loadCheckpoint(directory, "best");
      warn(std::string(damaged.what()) + " The run goes on from its best checkpoint, step " + std::to_string(checkpoint.step) + ".");
    }
  } else {
    // It died before its first checkpoint: nothing is lost by beginning again with the same configuration.
    checkpoint.configuration = run_.configuration;
    warn("Run " + std::to_string(id) + " has no checkpoint yet, so it begins again from its first step.");
    project_ = configurationToResume(checkpoint, project_, options_.configurationPatch);
    return std::nullopt;
  }
  project_ = configurationToResume(checkpoint, project_, options_.configurationPatch);
  return checkpoint;
}

void TrainingSession::openDataCancellable() {
  control_.publish(TrainerState::Preparing, "opening the data");
  DataSpec wanted = project_.data;
  wanted.augmentationSeed = project_.train.seed;
  data_ = openDataUnless([this] { return control_.stop.load(); }, std::move(wanted));
  metric_ = TaskMetric(data_.train->info());
  const std::optional<std::string> kept =
      options_.resume ? RunReader(project_.storePath()).artefact(*options_.resume, "data") : std::nullopt;
  dataWatch_.emplace(data_, project_.data.maxBadShare, kept.value_or(""));
  for (std::string& sentence : dataWatch_->opened()) warn(std::move(sentence));
}

// Which metrics there are is known when the data are open.
void TrainingSession::checkMonitor() const {
  const TrainSpec& train = project_.train;
  if (!scheduleOf(train.schedule).watchesMetric && train.earlyStopping.patience == 0) return;
  const std::string metric(metric_.task().metric.key);
  if (train.monitor.ends_with("_loss") || train.monitor.ends_with(metric)) return;
  throw Error(ErrorKind::Input, "train.monitor",
              "it is " + train.monitor + ", which is not measured in a " + std::string(metric_.task().name) + " project",
              "Choose val_loss or val_" + metric);
}

void TrainingSession::checkSwitches(const Switches& switches) const {
  if (switches.batchSize < 1)
    throw Error(ErrorKind::Input, "switches.batch_size", "it is " + std::to_string(switches.batchSize), "Choose at least 1");
  const SwitchPlace place{data_.train->size(), data_.train->info().shape.size() == 3, backend_->name() == "cuda"};
  for (const SwitchDef& def : switchDefs()) {
    std::string why = whyRefused(def, place, switches, def.get(switches));
    if (why.ends_with('.')) why.pop_back();
    if (!why.empty()) throw Error(ErrorKind::Input, "switches." + def.key, why);
  }
  if (switches.numWorkers < 0)
    throw Error(ErrorKind::Input, "switches.num_workers", "it is " + std::to_string(switches.numWorkers), "Choose 0 or more");
}

CompileOptions TrainingSession::compileOptions() {
  CompileOptions options;
  options.threads = threads_;
  options.autotune = options_.autotune;
  options.mayTime = mayTime_;
  options.choices = &choices_;
  options.cancel = &control_.stop;
  return options;
}

void TrainingSession::compile(const std::optional<Checkpoint>& checkpoint) {
  control_.publish(TrainerState::Preparing, "choosing the fastest kernel of every layer");
  const bool keep = options_.useKernelCache && options_.autotune;
  if (checkpoint) {
    // The same bits need the same kernels on the same number of threads, so the choices of the run count and nothing is timed again.
    threads_ = checkpoint->threads;
    for (const auto& [key, kernel] : checkpoint->kernelChoices) choices_.set(key, kernel);
    mayTime_ = checkpoint->kernelChoices.empty();
  } else {
    threads_ = computeThreads(project_, *backend_);
    if (project_.switches.deterministic && project_.train.threads > threads_)
      warn(fmt::format(
          "train.threads = {}, but this process may use {} core{} (its affinity, its cgroup or OMP_THREAD_LIMIT): the run computes "
          "with {}, and its results have the last bits of a run with {}",
          project_.train.threads, threads_, threads_ == 1 ? "" : "s", threads_, threads_));
    std::string said;
    if (keep) choices_ = loadKernelCache(*backend_, &said);
    if (!said.empty()) warn(said);
  }
  if (options_.useKernelCache)
    work_ = measuredWork(KernelTimes::load(KernelTimes::defaultPath(*backend_), machineName(*backend_, threads_)),
                         keptSpeed(*backend_, threads_));
  {
    // Also when it is cancelled: what was timed until then need not be timed again.
    const KernelCacheKeeper keeper(keep && !checkpoint ? backend_ : nullptr, choices_);
    CompileOptions options = compileOptions();
    options.progress = [this](const std::string& what) { control_.publish(TrainerState::Preparing, what); };
    withMemoryAdvice([&] { program_ = compileStep(project_, modelInput(), data_.validation != nullptr, *backend_, options, work_); });
  }
  threads_ = program_.train->threads();
  if (control_.stop) throw Cancelled{};
  residentBefore_ = processMemory().resident;
  withMemoryAdvice([this] { program_.attach(&control_.stop); });
  if (checkpoint) {
    writeState(program_, {checkpoint->model, checkpoint->optimizer}, "checkpoint of run " + std::to_string(run_.id));
  } else {
    initializeState(program_, project_.train.seed, &control_.stop);
  }
  watchSteps();
}

// Observers of a GPU's steps wait for the device, so these run to their end.
void TrainingSession::watchSteps() {
  stepWatch_ = std::make_unique<StepWatch>(*program_.train, backend_->name() == "cpu" ? &control_.stop : nullptr);
}

// Where the step does not fit the memory, what would fit is asked of the planner.
void TrainingSession::withMemoryAdvice(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Resource || !error.where().ends_with("memory")) throw;
    std::int64_t uploads = 0;
    // A GPU's batches are uploaded through memory beside the plan, twice, so that the next travels while this one is computed.
    for (const Program* program : {program_.train.get(), program_.validation.get()}) {
      if (!program || backend_->name() == "cpu") continue;
      for (const Value& value : program->graph().values())
        if (value.role == Role::Input) uploads += 2 * value.bytes;
    }
    program_ = {};  // what it took already is free again
    const std::int64_t budget = memoryForTraining(*backend_) - uploads;
    throw Error(error.kind(), error.where(), error.happened(),
                memoryAdvice(project_, modelInput(), data_.validation != nullptr, *backend_, choices_, budget, data_.train->size()));
  }
}

void TrainingSession::makeLoader() {
  LoaderOptions options;
  options.batchSize = project_.switches.batchSize;
  options.workers = static_cast<int>(project_.switches.numWorkers);
  options.seed = project_.train.seed;
  options.cancel = &control_.stop;
  options.quarantine = &dataWatch_->train();
  loader_.reset();  // the old workers end before new ones start
  loader_ = std::make_unique<DataLoader>(data_.train, options, &capture_.recorder());
  validationLoader_.reset();
  if (!data_.validation) return;
  options.shuffle = false;
  options.dropLast = false;
  options.quarantine = &dataWatch_->validation();
  validationLoader_ = std::make_unique<DataLoader>(data_.validation, options);
}

// A GPU's steps have their memory elsewhere.
void TrainingSession::predictProcessMemory(std::int64_t besides) {
  if (backend_->name() != "cpu" || residentBefore_ == 0) return;
  memory_ = predictRunMemory(program_, residentBefore_, *loader_, validationLoader_.get(), data_);
  predictedProcessBytes_ = std::max(predictedProcessBytes_, memory_.total() + besides);
}

// A run that was stopped between the batches of a step goes on with what they gathered. Resumed without accumulation it has no use for it.
void TrainingSession::restoreGathered(const Checkpoint& checkpoint) {
  const auto number = [&](const char* key) {
    const auto found = checkpoint.numbers.find(key);
    return found == checkpoint.numbers.end() ? 0.0 : found->second;
  };
  const auto batches = static_cast<std::int64_t>(number("accumulation.batches"));
  if (batches == 0) return;
  if (project_.switches.accumulation <= 1) {
    warn("The run was stopped after " + std::to_string(batches) + " batches of a step and now updates after every batch: their gradients" +
         " are dropped, and training goes on with the next batch.");
    return;
  }
  progress_.gathered = batches;
  progress_.gatheredSamples = static_cast<std::int64_t>(number("accumulation.samples"));
  progress_.gatheredWeight = number("accumulation.weight");
  progress_.gatheredLossSum = number("accumulation.loss_sum");
  progress_.gatheredMetricSum = number("accumulation.metric_sum");
}

void TrainingSession::beginRun(const std::optional<Checkpoint>& checkpoint) {
  if (checkpoint) {
    progress_.step = checkpoint->step;
    progress_.epoch = checkpoint->epoch;
    progress_.sampleInEpoch = checkpoint->sampleInEpoch;
    progress_.seconds = checkpoint->seconds;
    progress_.epochLossSum = checkpoint->epochLossSum;
    progress_.epochMetricSum = checkpoint->epochMetricSum;
    progress_.epochSamples = checkpoint->epochSamples;
    progress_.best = checkpoint->best;
    if (const auto skipped = checkpoint->numbers.find("grad_scaler.skipped_steps"); skipped != checkpoint->numbers.end())
      progress_.skippedSteps = static_cast<std::int64_t>(skipped->second);
    progress_.sampleInEpoch = std::min(progress_.sampleInEpoch, data_.train->size());
    restoreGathered(*checkpoint);
    if (!checkpoint->dataFingerprint.empty() && checkpoint->dataFingerprint != data_.train->fingerprint())
      warn(project_.data.path +
           ": the data is not what it was when the checkpoint was made, so the losses will not be those of an unbroken run.");
  }
  watch_ = MetricWatch(project_.train);
  if (checkpoint) watch_.restore(checkpoint->numbers);
  makeLoader();
  predictProcessMemory();
  if (checkpoint) predictedProcessBytes_ -= memory_.checkpoint;  // the one that is resumed from was in memory when the step was compiled
  if (options_.resume) {
    run_.status = RunStatus::Running;
    run_.message.clear();
    store_->reopenRun(run_.id, progress_.step);
    for (const auto& [key, value] : run_.finals) {
      if (key == "val_loss") validationLoss_ = value;
      if (key == keyOf("val_", metric_.task().metric)) validationMetric_ = value;
      if (key == "train_loss") trainLoss_ = value;
      if (key == keyOf("train_", metric_.task().metric)) trainMetric_ = value;
    }
  } else {
    run_.model = modelName(project_.model);
    run_.configuration = toJson(project_);
    run_.finals = {{keyOf("best_val_", metric_.task().best), std::numeric_limits<double>::quiet_NaN()}};  // tells the task, see taskOf()
    run_.createdMs = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
    run_.id = store_->createRun(run_);
  }
  if (const auto stored = RunReader(project_.storePath()).run(run_.id)) run_.name = stored->name;
  runBegun_ = stateValid_ = true;
  {
    std::lock_guard lock(control_.mutex);
    control_.store = store_;
  }
  checkpoints_ = std::make_unique<CheckpointWriter>(project_.runDirectory(run_.id), [store = store_] {
    // A checkpoint ahead of the metrics on disk would leave a hole in the curves, should the process die now.
    try {
      store->flush();
    } catch (const Error&) {  // the trainer asks the store itself for what went wrong
    }
  });
  nextSave_ = nowNs() + 5'000'000'000;  // the first one soon, so that a run killed early has something to go on from

  StartEvent event;
  event.run = run_.id;
  event.runName = run_.name;
  event.model = run_.model;
  event.task = data_.train->info().task;
  event.parameters = parameterCount(program_.train->graph());
  event.predictedPeakBytes = program_.predictedPeakBytes;
  event.trainSamples = data_.train->size();
  event.validationSamples = data_.validation ? data_.validation->size() : 0;
  event.outputs = data_.train->info().outputs();
  event.stepsPerEpoch = stepsPerEpoch();
  event.epochs = project_.train.epochs;
  event.totalSteps = totalSteps();
  event.firstStep = progress_.step;
  ScheduleCurve curve = previewSchedule(project_.train.schedule, scheduleRun());
  event.learningRates = std::move(curve.rates);
  event.momenta = std::move(curve.momenta);
  event.scheduleWatchesMetric = curve.dependsOnMetric;
  control_.events.push(std::move(event));
  if (const SampleInfo& info = data_.train->info(); info.task == Task::LanguageModel)
    store_->setArtefact(run_.id, "vocabulary", vocabularyJson(info.vocabulary));
  store_->setArtefact(run_.id, "environment", environmentJson(backend_->device(), threads_));
  publishPlan();
  tellSwitches();
  if (options_.resume)
    if (const auto kept = RunReader(project_.storePath()).artefact(run_.id, "switches")) switchRows_ = switchRowsOf(*kept);
  beginSwitchRow(options_.resume ? "resumed" : "start");
  if (options_.resume) mark("resume", "resumed");
}

}  // namespace stepscope
