// Numbers that the host sets before a step, as pure functions of the step, so that a resumed run makes the same random draws.
#pragma once

#include <cstdint>

#include "core/backend/backend.h"
#include "core/project/project.h"
#include "core/schedule/schedule.h"

namespace stepscope {

// The key of the dropout masks of a step's batch, for the Scalar "seed"; steps and batches count from 0.
double dropoutSeed(std::uint64_t seed, std::int64_t step, std::int64_t batch = 0);

// The decay of the moving average of weights in step `step` (from 1), for the Scalar "ema_decay": 0 in the first, which copies.
double averageDecay(const AverageSpec& spec, std::int64_t step);

// Sets all scalars that the program has, except "batch_share" (accumulation.h). `done`: steps before this one; `skipped`: how many of them
// overflowed; `batch`: number of the batch within the step, from 0.
void setStepScalars(Program& program, const TrainSpec& train, const ScheduleValue& scheduled, std::int64_t done, std::int64_t skipped,
                    std::int64_t batch);

}  // namespace stepscope
