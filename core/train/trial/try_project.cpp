#include "core/train/trial/try_project.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/passes/step_graph.h"
#include "core/project/switches.h"
#include "core/train/checkpoint/checkpoint.h"
#include "core/train/checkpoint/program_state.h"
#include "core/train/prediction/kernel_cache.h"
#include "core/train/prediction/start_check.h"
#include "core/train/prediction/step_time.h"
#include "core/train/steps/accumulation.h"
#include "core/train/steps/open_data.h"
#include "core/train/steps/schedule_preview.h"

namespace stepscope {
namespace {

struct Start {
  Project project;
  std::optional<Checkpoint> checkpoint;
};

Start startOf(const Project& opened, RunId run) {
  if (run <= 0) return {opened, std::nullopt};
  const std::string where = "run " + std::to_string(run);
  const std::optional<RunInfo> found = RunReader(opened.storePath()).run(run);
  if (!found) throw Error(ErrorKind::Input, where, "there is no such run in " + opened.storePath(), "List the runs with: stepscope-cli runs list");
  if (found->status == RunStatus::Running)
    throw Error(ErrorKind::Busy, where, "it is being trained", "Try the switch in the window that trains it, or wait for its end");
  const std::string directory = opened.runDirectory(run);
  if (!hasCheckpoint(directory, "last"))
    throw Error(ErrorKind::Input, where, "it has no checkpoint", "Train it for a while first, or choose another run");
  Checkpoint checkpoint = loadCheckpoint(directory, "last");
  Project project = projectFromJson(checkpoint.configuration);
  project.file = opened.file;
  project.directory = opened.directory;
  std::error_code ignored;
  if (!std::filesystem::exists(project.data.path, ignored)) project.data.path = opened.data.path;
  return {std::move(project), std::move(checkpoint)};
}

void keepVerdict(const Project& project, RunId run, const TrialResult& result) {
  const std::string kept = RunReader(project.storePath()).artefact(run, "trials").value_or("");
  std::vector<TrialResult> trials = trialsOf(kept);
  trials.push_back(result);
  RunWriter store(project.storePath());
  store.setArtefact(run, "trials", trialsJson(trials));
  store.flush();
}

}  // namespace

TrialResult tryProject(const Project& opened, const std::string& key, const std::string& text, const TryOptions& options,
                       const TrialProgress& progress) {
  TrialResult cancelled;
  cancelled.outcome = TrialOutcome::Cancelled;
  cancelled.key = key;
  cancelled.to = text;
  const auto say = [&progress](const std::string& what) {
    if (progress) progress(what, 0);
  };
  try {
    Start start = startOf(opened, options.run);
    Project& project = start.project;
    std::optional<Checkpoint>& checkpoint = start.checkpoint;
    const Switches with = turned(project.switches, key, text);
    const Backend& backend = requireBackend(options.device);
    say("opening the data");
    DataSpec wanted = project.data;
    wanted.augmentationSeed = project.train.seed;
    const DataSplits data = openDataUnless([&options] { return options.cancel && *options.cancel; }, std::move(wanted));
    const SwitchPlace place{data.train->size(), data.train->info().input().shape.size() == 3, backend.kind() == DeviceKind::Gpu};
    checkSwitches(project.switches, place);
    checkSwitches(with, place);
    const TaskMetrics metrics(data.train->info());
    KernelChoices choices;
    CompileOptions compile;
    if (checkpoint) {
      for (const auto& [layer, kernel] : checkpoint->kernelChoices) choices.set(layer, kernel);
      addKernelCache(choices, backend);
      compile.threads = checkpoint->threads;
      compile.mayTime = checkpoint->kernelChoices.empty();
    } else {
      choices = loadKernelCache(backend);
      compile.threads = computeThreads(project, backend);
    }
    compile.choices = &choices;
    compile.cancel = options.cancel;
    if (progress) compile.progress = say;
    const NodeWork work = measuredWork(KernelTimes::load(KernelTimes::defaultPath(backend), machineName(backend, compile.threads)),
                                       keptSpeed(backend, compile.threads));
    StepProgram program = [&] {
      const KernelCacheKeeper keeper(checkpoint ? nullptr : &backend, choices);
      return compileStep(programOf(project, modelInputOf(data.train->info()), data.validation != nullptr, work), backend, compile);
    }();
    program.attach(options.cancel);
    Progress at;
    if (checkpoint) {
      std::erase_if(checkpoint->optimizer, [](const SafeTensor& tensor) { return tensor.name.ends_with(kGradientSuffix); });
      writeState(program, {checkpoint->model, checkpoint->optimizer}, "checkpoint of run " + std::to_string(options.run));
      at.step = checkpoint->step;
      at.epoch = checkpoint->epoch;
      at.sampleInEpoch = std::min(checkpoint->sampleInEpoch, data.train->size());
    } else {
      initializeState(program, project.train.seed, options.cancel);
    }
    const std::int64_t samples = samplesPerUpdate(project.switches), epochSteps = stepsPerEpoch(data.train->size(), project.switches);
    const ScheduleRun schedule = scheduleRunOf(project.train, samples, epochSteps);
    const ScheduleValue rate = scheduleAt(project.train.schedule, schedule, static_cast<double>(at.step));
    const TrialSetup setup{.project = project,
                           .with = with,
                           .backend = backend,
                           .data = data,
                           .metrics = metrics,
                           .running = program,
                           .at = at,
                           .rate = rate,
                           .choices = choices,
                           .work = work,
                           .cancel = options.cancel};
    TrialResult result = tryOut(setup, options.limits, progress).result;
    const bool measured = result.outcome != TrialOutcome::Failed && result.outcome != TrialOutcome::Cancelled;
    if (measured && options.run > 0) keepVerdict(opened, options.run, result);
    return result;
  } catch (const Cancelled&) {
    return cancelled;
  }
}

}  // namespace stepscope
