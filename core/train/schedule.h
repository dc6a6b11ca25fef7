// Learning-rate schedules in closed form (PyTorch torch/optim/lr_scheduler.py), so that resume is exact. Pure.
#pragma once

#include <cstdint>

#include "core/project/project.h"

namespace stepscope {

// Rate of step `step` (from 0). Warm-up and cosine move every step; Step changes at epochs.
double learningRate(const ScheduleSpec& schedule, double base, std::int64_t step, std::int64_t stepsPerEpoch, std::int64_t epochs);

}  // namespace stepscope
