// Chains of elementwise ops that become one kernel: which chains a graph has, and the C++ type from which the compiler makes the kernel.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/backend/cuda/base/candidate.h"
#include "core/backend/cuda/kernels/chain.h"

namespace stepscope::cuda {

// The last node's output is the output of the chain. The output of every other node is read by exactly one node, which is in the chain.
struct ElementChain {
  std::vector<NodeId> nodes;
  std::vector<ValueId> inputs;  // of the source graph, without duplicates
  std::string type;             // "stepscope::cuda::Chain<...>"
  std::string title;            // "cast, gelu backward, cast"
  std::vector<Byte> code;       // postfix: 0 i pushes operand i, 1 f k applies formula f with the attributes of op k
  std::vector<float> attributes;
};

// For every node the chain that ends there, if any. An absorbed node has none: it runs as part of a later node's chain.
struct ElementChains {
  std::vector<std::shared_ptr<const ElementChain>> endingAt;
  std::vector<bool> absorbed;
  int count = 0, ops = 0;
};
// taken: nodes that already run in another way; empty means none.
ElementChains findChains(const Graph& graph, const std::vector<bool>& taken = {});

// call: that of the lowered node, whose inputs are those of the chain in the same order.
void bindChain(const ElementChain& chain, const Call& call, LaunchList& list);

// Runs the chain on the host, by interpreting its code.
void runChainOnHost(const void* functor, const Team& thread);

}  // namespace stepscope::cuda
