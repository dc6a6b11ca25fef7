// Makers of kernels for a fully connected layer: used by the tables of ops that contain one.
#pragma once

#include "core/backend/cpu/base/candidate.h"

namespace stepscope::cpu {

std::optional<Candidate> makeLinear(const KernelRequest& request);        // of the library; also linear_add and linear_activation
std::optional<Candidate> makePackedLinear(const KernelRequest& request);  // the same, with its weights in the library's own layout
std::optional<Candidate> makePlainLinear(const KernelRequest& request);   // loops: what the others are held against

// In bf16 arithmetic with sums in f32, if the CPU is faster in it (precision/bf16_use.h). Empty unless the request allows bf16 arithmetic and every
// operand is bf16; a weight gradient may be f32.
std::optional<Candidate> makeBf16Linear(const KernelRequest& request);
// The gradients of weights and bias together, by a kernel of our own.
std::optional<Candidate> makeBf16OwnGradWeight(const KernelRequest& request);

}  // namespace stepscope::cpu
