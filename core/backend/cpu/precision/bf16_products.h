// Matrix work in bf16 arithmetic, sums in f32: convolutions and linear layers of the library where the CPU is faster in bf16 (bf16_use.h).
// With matrix units (AMX) images are channels last, which is the only layout whose kernels use those units. Elsewhere bf16 is storage
// (batch_tiles.h).
#pragma once

#include "core/backend/cpu/candidate.h"

namespace stepscope::cpu {

// Empty unless the request allows bf16 arithmetic and every operand is bf16; a weight's gradient may be f32.
std::optional<Candidate> makeBf16Convolution(const KernelRequest& request);
// In blocks of 16 channels, as layers are stored in f32: as fast as NHWC with the plain AVX-512 instructions, and batch norm is faster in
// it. Not offered where there are matrix units, which the library does not use in this layout.
std::optional<Candidate> makeBf16Blocked(const KernelRequest& request);
// 1x1, stride 1, no padding, forward and the gradient of the input: a product of matrices.
std::optional<Candidate> makeBf16Pointwise(const KernelRequest& request);
// Minimal filtering of 3x3 kernels, as Winograd's in f32: more than twice fewer products, about twice the error of the result's rounding.
std::optional<Candidate> makeBf16Winograd(const KernelRequest& request);
// Weight gradients by a kernel of our own.
std::optional<Candidate> makeBf16GradWeight(const KernelRequest& request);
std::optional<Candidate> makeBf16Linear(const KernelRequest& request);
// By a kernel of our own, whose result and residual may be f32 as autocast has them; or the gradients of weights and bias in one.
std::optional<Candidate> makeBf16OwnLinear(const KernelRequest& request);

}  // namespace stepscope::cpu
