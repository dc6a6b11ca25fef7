// What a step gains at most when certain kernels of the GPU are gone.
#pragma once

#include <functional>
#include <optional>

#include "profiler/advisor/facts.h"

namespace stepscope::advice {

// ms a step. By the replay of the steps; of a GPU that is busy nearly all the time at least the time in which no other work ran beside these kernels:
// the host then waits for the GPU, which not every trace records (a thread that waits may leave no span), and the replay keeps what it does not know
// as it was.
std::optional<double> gainOfKernels(const TraceFacts& facts, const std::function<bool(const TraceLane& lane, std::size_t i)>& wanted);

}  // namespace stepscope::advice
