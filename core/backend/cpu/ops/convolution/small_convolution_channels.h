// Forward convolution from a plain input to an output whose channel block is one vector: lanes are output channels, input values are broadcast. Only
// the input is repacked, for its padding, so it is good for few input and many output channels (first layers) and small batches.
#pragma once

#include <cstdint>

#include "core/backend/cpu/ops/convolution/convolution_shape.h"

namespace stepscope::kernels {

// Whether blocks and target match, and the measured rule prefers it to lanes of images.
bool channelLanesPreferred(const ConvolutionShape& shape, std::int64_t xBlock, std::int64_t yBlock);
std::int64_t channelLanesWorkspaceBytes(const ConvolutionShape& shape, int threads);
void channelLanesConvolution(const ConvolutionShape& shape, const float* x, const float* w, const float* bias, bool relu, float* y, void* workspace,
                             int threads);

}  // namespace stepscope::kernels
