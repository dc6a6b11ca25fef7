// The learning rate of a whole run before it begins.
#pragma once

#include <cstdint>

#include "core/project/project.h"

namespace stepscope {

// Steps of an epoch: updates of the weights, each of as many full batches as the switches say.
std::int64_t stepsPerEpoch(std::int64_t trainSamples, const Switches& switches);

// What the project's schedule runs over, as training does it: the rate after the batch-size rule, the steps, the epochs.
ScheduleRun scheduleRunOf(const TrainSpec& train, std::int64_t samplesAStep, std::int64_t epochSteps);

// The schedule of a run of `project` on so many training samples, step for step what the run uses as long as no switch is turned. Throws
// Error (Input) when there is no schedule of that name.
ScheduleCurve previewSchedule(const Project& project, std::int64_t trainSamples, std::size_t maxPoints = 512);

}  // namespace stepscope
