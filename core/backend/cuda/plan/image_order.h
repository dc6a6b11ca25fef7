// Decides which images are NHWC on the GPU: in which programs, and for which parameters.
#pragma once

#include <vector>

#include "core/backend/kernel_settings.h"
#include "core/graph/graph.h"

namespace stepscope::cuda {

// Both layouts store every element at the same place: one channel, one pixel, or no images.
bool liesBothWays(const Shape& shape);

// The effect of the switch channels_last. Auto: NHWC if a convolution uses bf16 or f16, since the tensor cores' kernels are made for it and cuDNN
// would copy every operand; else NCHW.
bool channelsLastWanted(const Graph& graph, ImageLayout images);

// One per value: the weights of convolutions, and the optimizer's state for them; except those with states that count elements in row-major order
// (8-bit Adam's blocks).
std::vector<bool> parametersLast(const Graph& graph);

}  // namespace stepscope::cuda
