// Chains of elementwise ops that become one kernel: found in the graph, and put into words for the compiler.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/backend/cuda/base/candidate.h"
#include "core/backend/cuda/kernels/chain.h"

namespace stepscope::cuda {

// The nodes of a chain in their order; the last one's output is the chain's. Every other node's output is read by one node of it alone.
struct ElementChain {
  std::vector<NodeId> nodes;
  std::vector<ValueId> inputs;  // of the source graph, each once
  std::string type;             // "stepscope::cuda::Chain<...>"
  std::string title;            // "cast, gelu backward, cast"
  std::vector<Byte> code;       // postfix: 0 i pushes operand i, 1 f k applies formula f with the attributes of op k
  std::vector<float> attributes;
};

// For every node the chain that ends there, if any; absorbed nodes have none and run within another's.
struct ElementChains {
  std::vector<std::shared_ptr<const ElementChain>> endingAt;
  std::vector<bool> absorbed;
  int count = 0, ops = 0;
};
// taken: nodes that something else runs; empty: none.
ElementChains findChains(const Graph& graph, const std::vector<bool>& taken = {});

// call: of the lowered node, whose inputs are those of the chain in their order.
void bindChain(const ElementChain& chain, const Call& call, LaunchList& list);

// The chain on the host, by its code instead of its type.
void runChainOnHost(const void* functor, const Team& thread);

}  // namespace stepscope::cuda
