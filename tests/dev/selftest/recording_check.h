// The profiler on a device: what it records of a training step.
#pragma once

#include "core/backend/backend.h"
#include "tests/dev/selftest/selftest.h"
#include "tests/dev/selftest/training_steps.h"

namespace stepscope {

// Every kernel of every step is in the recording, belongs to a layer, and ran within its step. Skipped where there is no profiler.
void checkRecording(const Backend& device, const TrainingStep& step, SelftestCheck& result);

}  // namespace stepscope
