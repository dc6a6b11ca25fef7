// Layers and their neighbours that backends run as one kernel: what stands beside what. Whether there is a kernel for it, and in whose place
// it runs, is a backend's to say.
#pragma once

#include <vector>

#include "core/backend/common/graph_index.h"

namespace stepscope {

// The linear layer or convolution that makes what `after` reads as input i, in the same phase and without a relu of its own; kNone.
NodeId layerBefore(const GraphIndex& graph, NodeId after, std::size_t i);

// Beside the gradient of a linear layer's weights, those of its bias: the sums of the same dy over its rows, in the same phase.
std::vector<NodeId> biasGradientsBeside(const GraphIndex& graph, NodeId weightGradient);

}  // namespace stepscope
