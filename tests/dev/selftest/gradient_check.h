// The gradients of a whole training step on a device, against the CPU in f32.
#pragma once

#include "core/backend/backend.h"
#include "tests/dev/selftest/selftest.h"
#include "tests/dev/selftest/training_steps.h"

namespace stepscope {

// Two batches from the same start, one after the other on the same program: after each the gradient, the change and the statistics of
// every tensor. Fills the check's error (relative L2 of the worst tensor), bound and detail.
void compareGradients(const Backend& device, const Backend& cpu, const TrainingStep& step, SelftestCheck& result);

}  // namespace stepscope
