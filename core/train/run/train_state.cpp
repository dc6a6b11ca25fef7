#include "core/train/run/train_state.h"

#include <algorithm>
#include <utility>

#include "core/train/prediction/check_switches.h"
#include "core/train/steps/accumulation.h"
#include "core/train/steps/schedule_preview.h"

namespace stepscope {

TrainState::TrainState(Project p, TrainerOptions o, TrainerControl& c) : project(std::move(p)), options(std::move(o)), control(c) {}

CompileOptions TrainState::compileOptions() {
  CompileOptions compile;
  compile.threads = threads;
  compile.autotune = options.autotune;
  compile.mayTime = mayTime;
  compile.choices = &choices;
  compile.cancel = &control.stop;
  return compile;
}

void TrainState::checkSwitches(const Switches& switches) const {
  stepscope::checkSwitches(switches, {data.train->size(), data.train->info().shape.size() == 3, backend->kind() == DeviceKind::Gpu});
}

void TrainState::makeLoaders() {
  LoaderOptions loading;
  loading.batchSize = project.switches.batchSize;
  loading.workers = static_cast<int>(project.switches.numWorkers);
  loading.seed = project.train.seed;
  loading.cancel = &control.stop;
  loading.quarantine = &dataWatch->train();
  loader.reset();  // the old workers end before new ones start
  loader = std::make_unique<DataLoader>(data.train, loading, &capture.recorder());
  validationLoader.reset();
  if (!data.validation) return;
  loading.shuffle = false;
  loading.dropLast = false;
  loading.quarantine = &dataWatch->validation();
  validationLoader = std::make_unique<DataLoader>(data.validation, loading);
}

void TrainState::predictProcessMemory(std::int64_t besides) {
  if (!backend->usesProcessMemory() || residentBefore == 0) return;
  memory = predictRunMemory(program, residentBefore, *loader, validationLoader.get(), data);
  predictedProcessBytes = std::max({predictedProcessBytes, memory.total() + besides, peakBefore});
}

std::int64_t TrainState::stepsPerEpoch() const {
  return stepscope::stepsPerEpoch(data.train->size(), project.switches);  // not of the loader, which is gone when a run ends within a capture
}

std::int64_t TrainState::batchesLeft() const {
  return std::max<std::int64_t>(0, (data.train->size() - progress.sampleInEpoch) / project.switches.batchSize);
}

std::int64_t TrainState::totalSteps() const {
  const std::int64_t epochsAfter = std::max<std::int64_t>(0, project.train.epochs - progress.epoch - 1);
  const bool inEpoch = progress.epoch < project.train.epochs;
  return progress.step + (inEpoch ? updatesOf(progress.gathered + batchesLeft(), project.switches) : 0) + epochsAfter * stepsPerEpoch();
}

ScheduleRun TrainState::scheduleRun() const {
  return scheduleRunOf(project.train, samplesPerUpdate(project.switches), stepsPerEpoch());
}

}  // namespace stepscope
