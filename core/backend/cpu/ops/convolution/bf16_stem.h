// A network's first convolution from bf16 images of few channels that are plain (NCHW), as the host binds them: the library reads those
// slowly. Pairs of neighbouring pixels of a row are what the instruction multiplies, so that no patch is ever copied.
#pragma once

#include <cstdint>

#include "core/backend/cpu/ops/convolution/convolution_shape.h"
#include "core/backend/cpu/ops/convolution/small_convolution.h"

namespace stepscope::kernels {

// Up to 4 channels, kernels up to 8x8, stride 1 or 2. yBlock: 16 (nChw16c, missing channels zero), or the number of channels (NHWC), which
// is then a multiple of 16. False where multipliesBf16Pairs() (bf16_pairs.h) is. GradInput does not exist.
bool bf16StemSupports(ConvolutionPass pass, const ConvolutionShape& shape, std::int64_t yBlock);
std::int64_t bf16StemWorkspaceBytes(ConvolutionPass pass, const ConvolutionShape& shape, int threads);

// x: plain bf16; w: plain bf16 (O, C, kh, kw); y: bf16.
void bf16Stem(const ConvolutionShape& shape, std::int64_t yBlock, const std::uint16_t* x, const std::uint16_t* w, std::uint16_t* y,
              void* workspace, int threads);
// dw: plain f32 (O, C, kh, kw). The order of a sum depends on the shape and on the number of threads.
void bf16StemGradWeight(const ConvolutionShape& shape, std::int64_t yBlock, const std::uint16_t* x, const std::uint16_t* dy, float* dw,
                        void* workspace, int threads);

}  // namespace stepscope::kernels
