// Learning-rate schedules in closed form (PyTorch torch/optim/lr_scheduler.py), so that resume is exact. Pure.
#pragma once

#include <cstdint>

#include "core/project/project.h"

namespace stepscope {

// Rate of step `step` (from 0). Warm-up and cosine move every step; Step changes at epochs.
//   warm-up: LinearLR(warmupFactor, 1, W), W = round(warmupEpochs * stepsPerEpoch), then the rest begins at 0 (SequentialLR).
//   cosine:  CosineAnnealingLR(T - W, minimum), T = epochs * stepsPerEpoch.
//   step:    StepLR(stepEpochs, gamma), counted in whole epochs from the start of the run, warm-up or not.
double learningRate(const ScheduleSpec& schedule, double base, std::int64_t step, std::int64_t stepsPerEpoch, std::int64_t epochs);

// The same for a position between steps. A run's position is measured in samples, position = (epoch + samples / samplesPerEpoch) *
// stepsPerEpoch, so that the schedule goes on smoothly when the batch size, and with it the number of steps, changes in the middle of a
// run.
double learningRateAt(const ScheduleSpec& schedule, double base, double position, std::int64_t stepsPerEpoch, std::int64_t epochs);

}  // namespace stepscope
