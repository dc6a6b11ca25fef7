// The rules of findFusions() (fusion.h), one file per family. Each adds the fusions it finds to `fusion`, and skips nodes that another rule has
// fused.
#pragma once

#include "core/backend/cpu/fusion/fusion.h"
#include "core/graph/graph_index.h"

namespace stepscope::cpu {

// A batch norm and the activation after it, and their two gradients.
void fuseNormActivations(const GraphIndex& graph, Fusion& fusion);

// The layer that makes input i of the node `after` (layerBefore, core/graph/graph_index.h), if no other rule has fused it and it has kernels with an
// epilogue (convolutions in narrow arithmetic have none); otherwise kNone.
NodeId freeLayerBefore(const GraphIndex& graph, const Fusion& fusion, const NarrowStorage& storage, NodeId after, std::size_t i);

// A linear layer or a convolution and the addition of a value of the same shape to its result.
void fuseAdditions(const GraphIndex& graph, const NarrowStorage& storage, Fusion& fusion);

// A linear layer or a convolution and the activation after it.
void fuseLayerActivations(const GraphIndex& graph, const NarrowStorage& storage, Fusion& fusion);

// A layer norm or RMS norm and the cast of its result; also its gradient with the cast before it, and with the sum and the cast after it.
void fuseRowNorms(const GraphIndex& graph, Fusion& fusion);

// Whether the node's kernels sum a parameter's gradient in f32, so that a cast of it to f32 can be left out.
bool makesWeightGradient(const Node& node);

// The gradients of a linear layer's weights and bias in narrow arithmetic.
void fuseBiasGradients(const GraphIndex& graph, const NarrowStorage& storage, Fusion& fusion);

// Neighbouring elementwise nodes (element_chain.h), with the bias gradient that sums the last one's rows. Runs after the other rules, on the nodes
// that they did not fuse.
void fuseElementChains(const GraphIndex& graph, Fusion& fusion);

}  // namespace stepscope::cpu
