// Decides what is stored as NHWC on the GPU: the images of which programs, and which parameters.
#pragma once

#include <vector>

#include "core/backend/kernel_settings.h"
#include "core/graph/graph.h"

namespace stepscope::cuda {

// Whether both layouts store every element at the same place: one channel, one pixel, or not an image.
bool liesBothWays(const Shape& shape);

// Whether the program's images are NHWC, by the switch channels_last. Auto: yes if a convolution uses bf16 or f16, since the kernels for tensor cores
// need NHWC and cuDNN would copy every operand of an NCHW convolution.
bool channelsLastWanted(const Graph& graph, ImageLayout images);

// One flag per value, true for parameters stored as NHWC: weights of convolutions and their optimizer state, except those with a state that counts
// elements in row-major order (the blocks of 8-bit Adam).
std::vector<bool> parametersLast(const Graph& graph);

}  // namespace stepscope::cuda
