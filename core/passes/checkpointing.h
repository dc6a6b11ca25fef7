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
    Blocks,  // every block of the model ("layer3.1", "block2") keeps only its input; if names show no blocks, a block ends where activations have
             // shrunk to half
    Sqrt,    // about sqrt(n) stretches of equal activation bytes, cut where few bytes cross
    Budget,  // as few stretches as bring the peak under budgetBytes; first those that save most bytes for their work
  } mode = Mode::Off;
  std::int64_t budgetBytes = 0;
  std::int64_t overheadBytes = 0;  // memory that the program needs beyond the graph's plan; below 0 if it needs less
  bool operator==(const Checkpointing&) const = default;
};

// The cost of a graph, for Budget: its peak in bytes, and the time of a forward node in any unit. Defaults: planMemory and the op table's FLOPs and
// bytes.
struct CheckpointCosts {
  std::function<std::int64_t(const Graph&)> peakBytes;
  std::function<double(const Graph&, const Node&)> work;
  // Peaks by the number of stretches, as far as they were computed: the caller keeps them to ask for the same graph with another budget.
  std::vector<std::int64_t>* peaks = nullptr;
};

// Rewrites the graph between autodiff and optimize. Nodes that run again have Phase::Recompute and the scope of the node they repeat. They see the
// same inputs and random draws, so gradients have the same bits. They do not change running statistics: inputs that an op mutates are absent in its
// repetition. More budget never gives a lower peak and fewer repetitions never a higher one: stretches are added in one fixed order. Blocks and Sqrt
// do not change the graph if its peak would not become lower, and report that. Throws Error (Input) naming the budget and the smallest possible peak
// if the budget cannot be met.
AutodiffResult checkpoint(const AutodiffResult& backward, const Checkpointing& how, const CheckpointCosts& costs = {});

// The note for a graph that is not changed: its peaks in bytes with and without recomputed nodes.
std::string checkpointingSavesNothing(std::int64_t with, std::int64_t without);

// Throws Error (Input): the budget cannot be met; `least` is the smallest number of bytes found for the step. The message says what takes the memory:
// weights, which checkpointing does not make smaller, or the activations of a layer.
[[noreturn]] void refuseBudget(const Graph& graph, std::int64_t budget, std::int64_t least);

}  // namespace stepscope
