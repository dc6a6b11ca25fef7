#include "core/train/schedule_preview.h"

#include <algorithm>

namespace stepscope {

std::int64_t stepsPerEpoch(std::int64_t trainSamples, std::int64_t batchSize) {
  return batchSize > 0 ? trainSamples / batchSize : 0;
}

ScheduleRun scheduleRunOf(const TrainSpec& train, std::int64_t batchSize, std::int64_t epochSteps) {
  return {scaledRate(train.schedule, train.optimizer.learningRate, batchSize), epochSteps, train.epochs};
}

ScheduleCurve previewSchedule(const Project& project, std::int64_t trainSamples, std::size_t maxPoints) {
  const std::int64_t batch = project.switches.batchSize;
  return previewSchedule(project.train.schedule, scheduleRunOf(project.train, batch, stepsPerEpoch(trainSamples, batch)), maxPoints);
}

}  // namespace stepscope
