// Chains of elementwise ops that run as one kernel: finds the chains of a graph, and makes the C++ type from which the kernel is compiled.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/backend/cuda/base/candidate.h"
#include "core/backend/cuda/kernels/chain.h"

namespace stepscope::cuda {

// The output of the last node is that of the chain. The output of every other node is read by exactly one node, which is in the chain.
struct ElementChain {
  std::vector<NodeId> nodes;
  std::vector<ValueId> inputs;  // values of the source graph, without duplicates
  std::string type;             // "stepscope::cuda::Chain<...>"
  std::string title;            // "cast, gelu backward, cast"
  std::vector<Byte> code;       // postfix: `0 i` pushes operand i, `1 f k` applies formula f with the attributes of op k
  std::vector<float> attributes;
};

// For every node the chain that ends there, if any. An absorbed node has none: it runs as part of the chain of a later node.
struct ElementChains {
  std::vector<std::shared_ptr<const ElementChain>> endingAt;
  std::vector<bool> absorbed;
  int count = 0, ops = 0;
};
// `taken` has one flag per node: whether it already runs in another way. Empty: none.
ElementChains findChains(const Graph& graph, const std::vector<bool>& taken = {});

// `call` is that of the lowered node, whose inputs are those of the chain in the same order.
void bindChain(const ElementChain& chain, const Call& call, LaunchList& list);

// Runs the chain on the host, by interpreting its code.
void runChainOnHost(const void* functor, const Team& thread);

}  // namespace stepscope::cuda
