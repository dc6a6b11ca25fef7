// What to do when a training step does not fit the device's memory: asked of the planner, nothing runs.
#pragma once

#include <string>

#include "core/train/prediction/step_prediction.h"

namespace stepscope {

// A sentence without a full stop: what the plan needs, the largest batch that fits `budgetBytes`, and the switches that would help with the
// batch as it is ("switches.amp = bf16 needs 9.1 GiB"). Never throws: where the planner itself fails, that part is left out.
std::string memoryAdvice(const Project& project, const ModelInput& input, bool withValidation, const Backend& backend, KernelChoices choices,
                         std::int64_t budgetBytes, std::int64_t samples);

}  // namespace stepscope
