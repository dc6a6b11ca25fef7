// Weight gradients of a convolution from bf16 images, with the instruction that multiplies pairs of bf16 and adds the products in f32. For layers
// with few channels the library reaches only half of the CPU's rate, since it transposes both images for every block of weights; here pairs of
// neighbouring pixels are interleaved once for all weights of a thread.
#pragma once

#include <cstdint>

#include "core/backend/cpu/ops/convolution/convolution_shape.h"

namespace stepscope::kernels {

// Channel blocks: 16 (nChw16c, missing channels zero), or the number of channels (NHWC), which must then be a multiple of 16. Also false if
// multipliesBf16Pairs() (bf16_pairs.h) is false.
bool bf16GradWeightSupports(const ConvolutionShape& shape, std::int64_t xBlock, std::int64_t dyBlock);
std::int64_t bf16GradWeightWorkspaceBytes(const ConvolutionShape& shape, int threads);
// `dw` is f32 (O, ceil(C / 16), kh, kw, 16). The order of the sums depends only on the shape, not on the number of threads.
void bf16GradWeight(const ConvolutionShape& shape, std::int64_t xBlock, std::int64_t dyBlock, const std::uint16_t* x, const std::uint16_t* dy,
                    float* dw, void* workspace, int threads);

}  // namespace stepscope::kernels
