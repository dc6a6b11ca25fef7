#include "core/train/steps/schedule_preview.h"

#include "core/train/steps/accumulation.h"

namespace stepscope {

std::int64_t stepsPerEpoch(std::int64_t trainSamples, const Switches& switches) {
  return switches.batchSize > 0 ? updatesOf(trainSamples / switches.batchSize, switches) : 0;
}

ScheduleRun scheduleRunOf(const TrainSpec& train, std::int64_t samplesAStep, std::int64_t epochSteps) {
  return {scaledRate(train.schedule, train.optimizer.learningRate, samplesAStep), epochSteps, train.epochs};
}

ScheduleCurve previewSchedule(const Project& project, std::int64_t trainSamples, std::size_t maxPoints) {
  const Switches& switches = project.switches;
  return previewSchedule(project.train.schedule, scheduleRunOf(project.train, samplesPerUpdate(switches), stepsPerEpoch(trainSamples, switches)),
                         maxPoints);
}

}  // namespace stepscope
