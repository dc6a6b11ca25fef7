// Forward convolution from a plain input to an output whose channel block is one vector: lanes are output channels, and input values are broadcast.
// Only the input is copied, to add its padding, so this suits few input and many output channels (first layers), and small batches.
#pragma once

#include <cstdint>

#include "core/backend/cpu/ops/convolution/convolution_shape.h"

namespace stepscope::kernels {

// Whether blocks and target match, and a measured rule prefers this kernel to lanes of images (image_lanes.h).
bool channelLanesPreferred(const ConvolutionShape& shape, std::int64_t xBlock, std::int64_t yBlock);
std::int64_t channelLanesWorkspaceBytes(const ConvolutionShape& shape, int threads);
void channelLanesConvolution(const ConvolutionShape& shape, const float* x, const float* w, const float* bias, bool relu, float* y, void* workspace,
                             int threads);

}  // namespace stepscope::kernels
