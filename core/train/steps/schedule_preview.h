// The learning rate of a whole run, computed before it begins.
#pragma once

#include <cstdint>

#include "core/project/project.h"

namespace stepscope {

// Steps of an epoch: updates of the weights, each from as many full batches as the switches set.
std::int64_t stepsPerEpoch(std::int64_t trainSamples, const Switches& switches);

// The inputs of the project's schedule, as in training: the rate after the batch-size rule, the steps, the epochs.
ScheduleRun scheduleRunOf(const TrainSpec& train, std::int64_t samplesAStep, std::int64_t epochSteps);

// The schedule of a run of `project` with this number of training samples, step for step as the run uses it if no switch is changed. Throws Error
// (Input) if there is no schedule of that name.
ScheduleCurve previewSchedule(const Project& project, std::int64_t trainSamples, std::size_t maxPoints = 512);

}  // namespace stepscope
