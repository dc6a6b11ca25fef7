// From the forward graph of an evaluation to a graph that only answers: the passes of a frozen program. Pure functions; fuse() (step_graph.h) and the
// backend's fusion then put activations and residual additions into the convolutions that the norms left.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/passes/pass_result.h"

namespace stepscope {

// The numbers of a persistent value by its name: f32, row-major, as many as its elements.
using WeightNumbers = std::function<std::span<const float>(const std::string& name)>;
using ComputedWeights = std::map<std::string, std::vector<float>, std::less<>>;

// Keeps what the prediction depends on, with the input and the weights that it reads: loss, metrics and labels are gone. The prediction is the only
// output, and every persistent value is Role::Frozen. evaluation: a graph with running statistics and without dropout (buildModel, training = false).
PassResult answerOnly(const Graph& evaluation);

struct FoldedNorms {
  Graph graph;
  PassReport report;
  ComputedWeights computed;  // weights and biases with norms folded in: they replace the numbers of the same name, or are new biases
  int folded = 0, kept = 0;  // batch norms
};
// Folds batch norms (running statistics) into the convolution, transposed convolution or linear layer before them, in double precision, rounded once:
// with k = gamma / sqrt(variance + eps), w' = k w and b' = beta + k (b - mean) for each output channel (Jacob et al. 2018, section 3.2). A norm is
// kept if another node or the host reads the layer's result, if another node reads its weights, or if it follows something else (a concatenation, a
// relu, the input).
FoldedNorms foldNorms(const Graph& answering, const WeightNumbers& weights);

struct NarrowedWeights {
  Graph graph;
  PassReport report;
  std::map<std::string, std::string, std::less<>> from;  // new weight of the narrow type -> the f32 weight whose rounded numbers it has
};
// After amp(): a cast of a frozen weight becomes a weight of the narrow type, so that no run casts it again.
NarrowedWeights narrowWeights(const Graph& mixed);

}  // namespace stepscope
