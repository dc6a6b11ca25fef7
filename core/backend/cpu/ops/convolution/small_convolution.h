// Direct convolutions for few channels (1 to about 32 on one side), where the library is slow: a network's first layer, LeNet. f32, kernels up to
// 7x7, stride 1 or 2, any padding below the kernel. Weights are always plain (O, C, kh, kw); each call packs what it needs into its workspace. xBlock
// and yBlock are the channel blocks of the activations (1 plain, 8 or 16 blocked); inputs of up to 4 channels are plain in practice. Call
// smallConvolutionSupports() first. Workspace sizes are exact, and pointers must be aligned to 64 bytes.
#pragma once

#include <cstdint>

#include "core/backend/cpu/ops/convolution/convolution_shape.h"

namespace stepscope::kernels {

enum class ConvolutionPass { Forward, GradInput, GradWeight };

// Whether the pass exists for this shape and these blocks. It may not be the fastest: timing decides.
bool smallConvolutionSupports(ConvolutionPass pass, const ConvolutionShape& shape, std::int64_t xBlock, std::int64_t yBlock);
std::int64_t smallConvolutionWorkspaceBytes(ConvolutionPass pass, const ConvolutionShape& shape, int threads);

// y = x * w [+ bias(O)], then relu if `relu` is true.
void smallConvolution(const ConvolutionShape& shape, std::int64_t xBlock, std::int64_t yBlock, const float* x, const float* w, const float* bias,
                      bool relu, float* y, void* workspace, int threads);
void smallConvolutionGradInput(const ConvolutionShape& shape, std::int64_t xBlock, std::int64_t yBlock, const float* dy, const float* w, float* dx,
                               void* workspace, int threads);
void smallConvolutionGradWeight(const ConvolutionShape& shape, std::int64_t xBlock, std::int64_t yBlock, const float* x, const float* dy, float* dw,
                                void* workspace, int threads);

}  // namespace stepscope::kernels
