// Advice if a training step does not fit the device's memory: only the planner is used, nothing runs.
#pragma once

#include <string>

#include "core/train/prediction/step_prediction.h"

namespace stepscope {

// A sentence without a full stop: the needed memory, the largest batch that fits `budgetBytes`, and the switches that would help with the current
// batch size ("switches.amp = bf16 needs 9.1 GiB"). Never throws: if the planner fails, that part is left out.
std::string memoryAdvice(const Project& project, const ModelInput& input, bool withValidation, const Backend& backend, KernelChoices choices,
                         std::int64_t budgetBytes, std::int64_t samples);

}  // namespace stepscope
