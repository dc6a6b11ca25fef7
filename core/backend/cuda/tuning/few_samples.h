// Checks a convolution or product on few samples: our own kernel, which is correct but slow for these, need not compute a whole batch to check a
// library's kernel. The library's runs on the whole batch, which repeats those samples.
#pragma once

#include <map>
#include <optional>

#include "core/backend/cuda/base/candidate.h"

namespace stepscope::cuda {

struct FewSamples {
  Graph graph;  // with only this node
  NodeId node = kNone;
  std::map<ValueId, ValueId> original;  // for its operands: the value that provides the memory
  std::map<ValueId, Int> period;        // for operands with samples: number of elements of the few samples
  Int times = 1;                        // how often they are repeated in the batch
  bool summed = false;                  // the result is a sum over the batch, so it is larger by this factor
};

// Empty if the node is another op, or its batch is not a multiple of the few samples.
std::optional<FewSamples> fewSamples(const Graph& graph, const Node& node);

}  // namespace stepscope::cuda
