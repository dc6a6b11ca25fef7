// A convolution or product on few samples: our own, which is right and slow at these, need not compute a whole batch to say whether a
// library's is right. The library's runs on the whole batch, which is those samples again and again.
#pragma once

#include <map>
#include <optional>

#include "core/backend/cuda/base/candidate.h"

namespace stepscope::cuda {

struct FewSamples {
  Graph graph;  // of the node alone
  NodeId node = kNone;
  std::map<ValueId, ValueId> original;  // of its operands: whose memory the node's are
  std::map<ValueId, Int> period;        // of those that hold samples: elements of the few
  Int times = 1;                        // how often they are in the batch
  bool summed = false;                  // the result is a sum over the batch, which is so many times as large
};

// Empty where the node is no such, or its batch is not the few several times.
std::optional<FewSamples> fewSamples(const Graph& graph, const Node& node);

}  // namespace stepscope::cuda
