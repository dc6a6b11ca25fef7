// The single rules of findFusions() (fusion.h), one file a family. Each adds what it finds to `fusion` and leaves alone what another rule
// took.
#pragma once

#include "core/backend/cpu/fusion/fusion.h"
#include "core/graph/graph_index.h"

namespace stepscope::cpu {

// A batch norm and the activation after it; the activation's gradient and the batch norm's.
void fuseNormActivations(const GraphIndex& graph, Fusion& fusion);

// The layer before a node's input i (layerBefore, core/graph/graph_index.h) that no other rule took and that has kernels with an epilogue:
// not a convolution in narrow arithmetic. Else kNone.
NodeId freeLayerBefore(const GraphIndex& graph, const Fusion& fusion, const NarrowStorage& storage, NodeId after, std::size_t i);

// A linear layer or a convolution and the addition of another value of its shape.
void fuseAdditions(const GraphIndex& graph, const NarrowStorage& storage, Fusion& fusion);

// A linear layer or a convolution and the activation after it.
void fuseLayerActivations(const GraphIndex& graph, const NarrowStorage& storage, Fusion& fusion);

// A layer norm or RMS norm and the cast of its result; its gradient with the cast of what it reads, and with the sum and the cast that
// follow.
void fuseRowNorms(const GraphIndex& graph, Fusion& fusion);

// Whether the node's kernels sum in f32 what they give as the gradient of a parameter, so that a cast of it to f32 is left out.
bool makesWeightGradient(const Node& node);

// The gradients of a linear layer's weights and bias in narrow arithmetic.
void fuseBiasGradients(const GraphIndex& graph, const NarrowStorage& storage, Fusion& fusion);

// Neighbouring elementwise nodes (element_chain.h), with the bias gradient that sums the last one's rows. After the other rules, since it
// takes what they left.
void fuseElementChains(const GraphIndex& graph, Fusion& fusion);

}  // namespace stepscope::cpu
