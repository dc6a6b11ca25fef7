// 3x3 convolutions with stride 1 on bf16 images by Winograd's minimal filtering F(2x2, 3x3) (Lavin and Gray, "Fast Algorithms for Convolutional
// Neural Networks", 2015): 16 multiplications for 4 results instead of 36. The transformed images and weights are rounded to bf16, products are
// summed in f32. The error is about twice that of rounding the result to bf16.
#pragma once

#include <cstdint>

#include "core/backend/cpu/ops/convolution/convolution_shape.h"
#include "core/backend/cpu/ops/convolution/small_convolution.h"

namespace stepscope::kernels {

// Channel blocks: 16 (nChw16c, missing channels zero), or the number of channels (NHWC), which must then be a multiple of 16. Also false if
// multipliesBf16Pairs() (bf16_pairs.h) is false.
bool bf16WinogradSupports(const ConvolutionShape& shape, std::int64_t xBlock, std::int64_t yBlock);
std::int64_t bf16WinogradWorkspaceBytes(ConvolutionPass pass, const ConvolutionShape& shape, int threads);

// Weights are bf16 (O, ceil(C / 16), 3, 3, 16), missing channels zero; workspaces are aligned to 64 bytes.
void bf16Winograd(const ConvolutionShape& shape, std::int64_t xBlock, std::int64_t yBlock, const std::uint16_t* x, const std::uint16_t* w,
                  std::uint16_t* y, void* workspace, int threads);
void bf16WinogradGradInput(const ConvolutionShape& shape, std::int64_t xBlock, std::int64_t yBlock, const std::uint16_t* dy, const std::uint16_t* w,
                           std::uint16_t* dx, void* workspace, int threads);
// `dw` is f32, in the layout of the weights. The order of the sums depends on the shape and on the number of threads.
void bf16WinogradGradWeight(const ConvolutionShape& shape, std::int64_t xBlock, std::int64_t yBlock, const std::uint16_t* x, const std::uint16_t* dy,
                            float* dw, void* workspace, int threads);

}  // namespace stepscope::kernels
