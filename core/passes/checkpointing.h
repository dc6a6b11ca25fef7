// checkpointing: activations are dropped after the forward pass and computed again when the backward pass needs them (Chen et al. 2016,
// "Training Deep Nets with Sublinear Memory Cost"). Memory for time, decided on the graph before the run.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/passes/pass_result.h"

namespace stepscope {

struct Checkpointing {
  enum class Mode {
    Off,
    Blocks,  // every block of the model ("layer3.1", "block2") keeps its input only; where names tell none, a block ends where activations
             // have shrunk to half
    Sqrt,    // about sqrt(n) stretches of equal activation bytes, cut where least crosses
    Budget,  // as few stretches as bring the peak under budgetBytes, those first that save most bytes for their work
  } mode = Mode::Off;
  std::int64_t budgetBytes = 0;
  std::int64_t overheadBytes = 0;  // that the program needs beyond the graph's own plan; below 0 where it needs less
  bool operator==(const Checkpointing&) const = default;
};

// What a graph costs, for Budget: its peak in bytes, and the time of a forward node in any unit. Defaults: planMemory and the op table's
// FLOPs and bytes.
struct CheckpointCosts {
  std::function<std::int64_t(const Graph&)> peakBytes;
  std::function<double(const Graph&, const Node&)> work;
  // The peaks by the number of stretches, as far as they were asked for: kept by who asks again for the same graph with another budget.
  std::vector<std::int64_t>* peaks = nullptr;
};

// Rewrites the graph between autodiff and optimize. Nodes that run again have Phase::Recompute and the scope of the node they repeat; they
// see the same inputs and random draws, so that gradients are the same bits, and they leave running statistics alone: what an op mutates
// is absent in its repetition. More budget never gives a lower peak and fewer repetitions never a higher one: stretches are added in one
// fixed order. Blocks and Sqrt leave the graph as it is where its peak would not become lower, and say so. Throws Error (Input) naming the
// budget and the least that is possible when it cannot be met.
AutodiffResult checkpoint(const AutodiffResult& backward, const Checkpointing& how, const CheckpointCosts& costs = {});

// The note of a graph that is left as it is: its peaks in bytes with and without nodes that run again.
std::string checkpointingSavesNothing(std::int64_t with, std::int64_t without);

// Throws Error (Input): the budget cannot be met, `least` bytes is the least that the step was found to need. The sentence says what takes
// the memory: weights that no checkpointing makes smaller, or the activations of a layer.
[[noreturn]] void refuseBudget(const Graph& graph, std::int64_t budget, std::int64_t least);

}  // namespace stepscope
