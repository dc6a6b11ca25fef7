// Which images are NHWC on the GPU: of which programs, and which of their parameters.
#pragma once

#include <vector>

#include "core/backend/kernel_settings.h"
#include "core/graph/graph.h"

namespace stepscope::cuda {

// Both layouts put every element at the same place: one channel, one pixel, or no images at all.
bool liesBothWays(const Shape& shape);

// What the switch channels_last comes to. Auto: NHWC where a convolution works on bf16 or f16, since the tensor cores' kernels are made
// for it and cuDNN would copy every operand; NCHW else.
bool channelsLastWanted(const Graph& graph, ImageLayout images);

// One a value: the weights of convolutions, and what an optimizer keeps beside them. Not those with states that count elements in
// row-major order (8-bit Adam's blocks).
std::vector<bool> parametersLast(const Graph& graph);

}  // namespace stepscope::cuda
