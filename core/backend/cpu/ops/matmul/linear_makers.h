// Makers of kernels for a fully connected layer, used for all ops that contain one.
#pragma once

#include "core/backend/cpu/base/candidate.h"

namespace stepscope::cpu {

std::optional<Candidate> makeLinear(const KernelRequest& request);        // the library's; also for linear_add and linear_activation
std::optional<Candidate> makePackedLinear(const KernelRequest& request);  // the same, with the weights packed in the library's own layout
std::optional<Candidate> makePlainLinear(const KernelRequest& request);   // simple loops, with which the other kernels are compared

// The library's kernel in bf16 arithmetic with sums in f32. Nullopt unless the request allows bf16 arithmetic (precision/bf16_use.h) and every
// operand is bf16; a weight gradient may be f32.
std::optional<Candidate> makeBf16Linear(const KernelRequest& request);
// The gradients of weights and bias together, by a kernel of our own.
std::optional<Candidate> makeBf16OwnGradWeight(const KernelRequest& request);

}  // namespace stepscope::cpu
