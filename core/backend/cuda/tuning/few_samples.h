// A convolution or matrix product on a few samples. To check a library's kernel, our own kernel, which is correct but slow for these ops, then need
// not compute a whole batch. The library's kernel runs on the whole batch, which repeats these samples.
#pragma once

#include <map>
#include <optional>

#include "core/backend/cuda/base/candidate.h"

namespace stepscope::cuda {

struct FewSamples {
  Graph graph;  // a graph with only this node
  NodeId node = kNone;
  std::map<ValueId, ValueId> original;  // for each operand: the value of the original graph whose memory it uses
  std::map<ValueId, Int> period;        // for each operand with samples: number of elements of the few samples
  Int times = 1;                        // how often the few samples are repeated in the batch
  bool summed = false;                  // the result is a sum over the batch, so that of the batch is larger by `times`
};

// Nullopt if the node is another op, or its batch is not a multiple of the few samples.
std::optional<FewSamples> fewSamples(const Graph& graph, const Node& node);

}  // namespace stepscope::cuda
