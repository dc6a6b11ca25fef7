// The single rules of findFusions() (fusion.h), one file a family. Each adds what it finds to `fusion` and leaves alone what another rule
// took.
#pragma once

#include <vector>

#include "core/backend/cpu/fusion/fusion.h"

namespace stepscope::cpu {

using Consumers = std::vector<std::vector<NodeId>>;  // Graph::consumers()

// Whether the host reads the value.
bool isOutput(const Graph& graph, ValueId value);

// A batch norm and the activation behind it; the activation's gradient and the batch norm's.
void fuseNormActivations(const Graph& graph, const Consumers& consumers, Fusion& fusion);

// The linear layer or convolution that makes the value, without a relu and not taken by another rule; kNone: something else makes it. Not
// convolutions in narrow arithmetic, whose kernels have nothing behind the product.
NodeId layerBehind(const Graph& graph, const Fusion& fusion, const NarrowStorage& storage, ValueId value);

// A linear layer or a convolution and the addition of another value of its shape behind it.
void fuseAdditions(const Graph& graph, const Consumers& consumers, const NarrowStorage& storage, Fusion& fusion);

// A linear layer or a convolution and the activation behind it.
void fuseLayerActivations(const Graph& graph, const Consumers& consumers, const NarrowStorage& storage, Fusion& fusion);

// A layer norm or RMS norm and the cast of its result; its gradient with the cast of what it reads, and with the sum and the cast behind
// it.
void fuseRowNorms(const Graph& graph, const Consumers& consumers, Fusion& fusion);

// Whether the node's kernels sum in f32 what they give as the gradient of a parameter, so that a cast of it to f32 is left out.
bool makesWeightGradient(const Node& node);

// The gradients of a linear layer's weights and bias in narrow arithmetic.
void fuseBiasGradients(const Graph& graph, const Consumers& consumers, const NarrowStorage& storage, Fusion& fusion);

// Neighbouring elementwise nodes (element_chain.h), with the bias gradient that sums the last one's rows. After the others, which it leaves
// their nodes.
void fuseElementChains(const Graph& graph, const Consumers& consumers, Fusion& fusion);

}  // namespace stepscope::cpu
