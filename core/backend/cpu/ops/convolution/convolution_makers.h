// Makers of kernels for the three passes of a convolution, used for all ops that contain one.
#pragma once

#include "core/backend/cpu/base/candidate.h"

namespace stepscope::cpu {

std::optional<Candidate> makeDirectConvolution(const KernelRequest& request);    // the library's
std::optional<Candidate> makeWinogradConvolution(const KernelRequest& request);  // the library's: 3x3, stride 1
std::optional<Candidate> makeMatmulConvolution(const KernelRequest& request);    // a matrix product over im2col
std::optional<Candidate> makeOwnConvolution(const KernelRequest& request);       // our own: for few channels, or depthwise
std::optional<Candidate> makePlainConvolution(const KernelRequest& request);     // simple loops, with which the other kernels are compared
// The library's direct kernel of conv2d_add and conv2d_activation, which applies the epilogue before it writes the result.
std::optional<Candidate> makeDirectConvolutionWith(const KernelRequest& request);

// The library's kernel in bf16 arithmetic with sums in f32. Nullopt unless the request allows bf16 arithmetic (precision/bf16_use.h) and every
// operand is bf16; a weight gradient may be f32. With matrix units (AMX) images are channels last, the only layout for which kernels use those
// units.
std::optional<Candidate> makeBf16Convolution(const KernelRequest& request);
// The same in blocks of 16 channels, the layout of layers in f32: without AMX it is as fast as NHWC, and batch norm is faster in it. Nullopt if there
// are matrix units, which the library does not use in this layout.
std::optional<Candidate> makeBf16Blocked(const KernelRequest& request);
// Winograd's minimal filtering of 3x3 kernels, by a kernel of our own: less than half of the multiplications, about twice the error of rounding the
// result to bf16.
std::optional<Candidate> makeBf16Winograd(const KernelRequest& request);
std::optional<Candidate> makeBf16GradWeight(const KernelRequest& request);  // the weight gradient, by a kernel of our own

// Rounds weights of a convolution to bf16 while it copies them from the layout of their gradient to a layout of the library's bf16 kernels. Nullopt
// for other layouts, and if the compiler does not support the instructions. The CPU must be able to multiply bf16.
std::optional<Candidate> castIntoBlocks(const Physical& from, const Physical& to, const Shape& shape, int threads);

}  // namespace stepscope::cpu
