// Kernels of two operands with NumPy's broadcasting, in the layout of the larger operand.
#pragma once

#include "core/backend/cpu/base/candidate.h"
#include "core/backend/cpu/ops/elementwise/broadcast.h"

namespace stepscope::cpu {

// For a node with two inputs. Nullopt unless both are f32.
std::optional<Candidate> broadcastCandidate(const KernelRequest& request, const FormulaUse& function);
// For a node with one input: y = x * factor, repeated to the shape of the node's output. Nullopt unless the input is f32.
std::optional<Candidate> expandCandidate(const KernelRequest& request, float factor);

}  // namespace stepscope::cpu
