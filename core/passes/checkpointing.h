// checkpointing: activations are dropped after the forward pass and computed again when the backward pass needs them (Chen et al. 2016,
// "Training Deep Nets with Sublinear Memory Cost"). It saves memory and costs time; what is dropped is decided on the graph before the run. A stretch
// is a sequence of forward nodes that is computed again: it keeps only the values that later forward nodes read.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/passes/pass_result.h"

namespace stepscope {

struct Checkpointing {
  enum class Mode {
    Off,
    Blocks,  // every block of the model ("layer3.1", "block2") is a stretch; if names show no blocks, a block ends where activations have shrunk to
             // half
    Sqrt,    // about sqrt(layers) stretches with about equal bytes of activations; they end where few bytes are needed later
    Budget,  // blocks are added until the peak is at most budgetBytes; first those that save most bytes per unit of work
  } mode = Mode::Off;
  std::int64_t budgetBytes = 0;
  std::int64_t overheadBytes = 0;  // Budget: memory that the program needs besides the memory plan of the graph; below 0 if it needs less
  bool operator==(const Checkpointing&) const = default;
};

// The cost of a graph, for Budget: its peak in bytes, and the time of a forward node in any unit. Defaults: planMemory and the op table's FLOPs and
// bytes.
struct CheckpointCosts {
  std::function<std::int64_t(const Graph&)> peakBytes;
  std::function<double(const Graph&, const Node&)> work;
  // The peak in bytes for each number of stretches that was tried. A caller can pass the list again with the same graph and another budget.
  std::vector<std::int64_t>* peaks = nullptr;
};

// Rewrites the graph between autodiff and optimize. Nodes that run again have Phase::Recompute and the scope of the node they repeat. They see the
// same inputs and random draws, so gradients have the same bits. They do not change running statistics: inputs that an op mutates are absent in its
// repetition. With Budget, stretches are added in one fixed order, so that a larger budget never needs more of them. Blocks and Sqrt do not change
// the graph if its peak would not become lower, and report that. Throws Error (Input) naming the budget and the smallest possible peak if the budget
// cannot be met.
AutodiffResult checkpoint(const AutodiffResult& backward, const Checkpointing& how, const CheckpointCosts& costs = {});

// The note for a graph that is not changed: its peaks in bytes with and without recomputed nodes.
std::string checkpointingSavesNothing(std::int64_t with, std::int64_t without);

// Throws Error (Input) because the budget cannot be met. `least`: the smallest peak that was found, in bytes. The message names what takes the
// memory: the parameters, which checkpointing does not make smaller, or the largest tensor of the step.
[[noreturn]] void refuseBudget(const Graph& graph, std::int64_t budget, std::int64_t least);

}  // namespace stepscope
