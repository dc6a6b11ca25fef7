// Ops that only a lowered graph has: two nodes of the user's graph that one kernel does in one pass over memory.
#pragma once

#include "core/graph/op.h"

namespace stepscope::cpu {

// (dy, y) -> dx = y > 0 ? dy : 0, and the channel sums of dx: relu backward with the bias gradient behind it.
const OpDef& reluGradChannelSumOp();

// batch_norm_grad (with its residual) whose dy is the sum of inputs 1 and 8.
const OpDef& batchNormGradAddOp();

}  // namespace stepscope::cpu
