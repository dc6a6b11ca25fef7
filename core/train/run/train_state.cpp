#include "core/train/run/train_state.h"

#include <algorithm>
#include <utility>

#include "core/train/prediction/start_check.h"
#include "core/train/steps/accumulation.h"
#include "core/train/steps/open_data.h"
#include "core/train/steps/schedule_preview.h"

namespace stepscope {

void RunSetup::checkSwitches(const Switches& switches) const {
  stepscope::checkSwitches(switches, {data.train->size(), data.train->info().input().shape.size() == 3, backend->kind() == DeviceKind::Gpu});
}

ProgramSpec TrainState::spec() const {
  return programOf(project, setup.modelInput(), setup.data.validation != nullptr, setup.work);
}

CompileOptions TrainState::compileOptions() {
  CompileOptions compile;
  compile.threads = threads;
  compile.autotune = setup.options.autotune;
  compile.mayTime = setup.mayTime;
  compile.choices = &choices;
  compile.cancel = &setup.control.stop;
  return compile;
}

void TrainState::makeLoaders() {
  LoaderOptions loading = trainingLoading(project, project.switches, setup.data, &setup.control.stop);
  loading.quarantine = &dataWatch->train();
  loading.memory = [backend = setup.backend](std::int64_t bytes) { return backend->transferMemory(bytes); };
  loader.reset();  // the old workers end before new ones start
  loader = std::make_unique<DataLoader>(setup.data.train, loading, &capture.recorder());
  validationLoader.reset();
  if (!setup.data.validation) return;
  loading.transforms = {};
  loading.shuffle = false;
  loading.dropLast = false;
  loading.quarantine = &dataWatch->validation();
  validationLoader = std::make_unique<DataLoader>(setup.data.validation, loading);
}

void TrainState::predictProcessMemory(std::int64_t besides) {
  if (!setup.backend->usesProcessMemory() || setup.residentBefore == 0) return;
  memory = predictRunMemory(program, setup.residentBefore, *loader, validationLoader.get(), setup.data);
  predictedProcessBytes = std::max({predictedProcessBytes, memory.total() + besides, setup.peakBefore});
}

std::int64_t TrainState::stepsPerEpoch() const {
  return stepscope::stepsPerEpoch(setup.data.train->size(), project.switches);  // not from the loader: it is gone when a run ends during a capture
}

std::int64_t TrainState::batchesLeft() const {
  return std::max<std::int64_t>(0, (setup.data.train->size() - progress.sampleInEpoch) / project.switches.batchSize);
}

std::int64_t TrainState::totalSteps() const {
  const std::int64_t epochsAfter = std::max<std::int64_t>(0, project.train.epochs - progress.epoch - 1);
  const bool inEpoch = progress.epoch < project.train.epochs;
  return progress.step + (inEpoch ? updatesOf(progress.gathered + batchesLeft(), project.switches) : 0) + epochsAfter * stepsPerEpoch();
}

ScheduleRun TrainState::scheduleRun() const {
  return scheduleRunOf(project.train, samplesPerUpdate(project.switches), stepsPerEpoch());
}

ScheduleValue TrainState::scheduleNow() const {
  const ScheduleRun run = scheduleRun();
  // All batches of a step use the rate of the first one.
  const std::int64_t begun = progress.sampleInEpoch - progress.gatheredSamples;
  const double inEpoch = static_cast<double>(begun) / static_cast<double>(samplesPerUpdate(project.switches));
  const double position = static_cast<double>(progress.epoch) * static_cast<double>(run.stepsPerEpoch) + inEpoch;
  return scheduleAt(project.train.schedule, run, position, metricWatch.reducedRate(run.base));
}

std::int64_t TrainState::spend(Activity next) {
  const Activity past = time.now();
  const std::int64_t passed = time.enter(next);
  if (past == Activity::Training || past == Activity::Validating) progress.seconds += static_cast<double>(passed) * 1e-9;
  return passed;
}

}  // namespace stepscope
