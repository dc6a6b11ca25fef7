// Makers of kernels for a convolution, for all of its three passes: used by the tables of ops that contain one.
#pragma once

#include "core/backend/cpu/base/candidate.h"

namespace stepscope::cpu {

std::optional<Candidate> makeDirectConvolution(const KernelRequest& request);    // of the library
std::optional<Candidate> makeWinogradConvolution(const KernelRequest& request);  // of the library: 3x3, stride 1
std::optional<Candidate> makeMatmulConvolution(const KernelRequest& request);    // a product over im2col
std::optional<Candidate> makeOwnConvolution(const KernelRequest& request);       // for few channels, or one kernel a channel
std::optional<Candidate> makePlainConvolution(const KernelRequest& request);     // loops: the kernel that others are compared with
// The library's direct kernel of conv2d_add and conv2d_activation, with the rest done before it writes.
std::optional<Candidate> makeDirectConvolutionWith(const KernelRequest& request);

// In bf16 arithmetic with sums in f32, if the CPU is faster in it (precision/bf16_use.h). Empty unless the request allows bf16 arithmetic and every
// operand is bf16; a weight gradient may be f32. With matrix units (AMX) images are channels last, the only layout for which kernels use those
// units.
std::optional<Candidate> makeBf16Convolution(const KernelRequest& request);
// In blocks of 16 channels, the layout of layers in f32: as fast as NHWC with the plain AVX-512 instructions, and batch norm is faster in it. Not
// offered if there are matrix units, which the library does not use in this layout.
std::optional<Candidate> makeBf16Blocked(const KernelRequest& request);
// Minimal filtering of 3x3 kernels, like Winograd's in f32: less than half of the products, about twice the error of the result's rounding.
std::optional<Candidate> makeBf16Winograd(const KernelRequest& request);
std::optional<Candidate> makeBf16GradWeight(const KernelRequest& request);  // by a kernel of our own

// Rounds weights of a convolution to bf16 while copying them from their gradient's layout to one for the library's products. Empty for other layouts,
// and if the compiler does not know the instructions. The CPU must be able to multiply bf16.
std::optional<Candidate> castIntoBlocks(const Physical& from, const Physical& to, const Shape& shape, int threads);

}  // namespace stepscope::cpu
