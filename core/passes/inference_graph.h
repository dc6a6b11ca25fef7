// The passes of a frozen model: from the forward graph of an evaluation to a graph that only computes answers. Pure functions. After the batch norms
// are folded, fuse() (step_graph.h) and the backend's fusion can put activations and residual additions into the convolutions.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/passes/pass_result.h"

namespace stepscope {

// Returns the numbers of the persistent value with this name: f32, row-major, one per element.
using WeightNumbers = std::function<std::span<const float>(const std::string& name)>;
using ComputedWeights = std::map<std::string, std::vector<float>, std::less<>>;

// Keeps only the nodes and weights on which the prediction depends, and the input "x"; removes loss, metrics and labels. The prediction is the only
// output, and every persistent value is Role::Frozen. `evaluation`: a graph with running statistics and without dropout (buildModel, training =
// false).
PassResult answerOnly(const Graph& evaluation);

struct FoldedNorms {
  Graph graph;
  PassReport report;
  ComputedWeights computed;  // by name: the changed numbers of weights and biases, and new biases
  int folded = 0, kept = 0;  // numbers of batch norms
};
// Folds batch norms (running statistics) into the convolution, transposed convolution or linear layer before them, in double precision, rounded once:
// with k = gamma / sqrt(variance + eps), w' = k w and b' = beta + k (b - mean) for each output channel (Jacob et al. 2018, section 3.2). A norm is
// kept if another node or the host reads the layer's result, if another node reads its weights, or if it follows something else (a concatenation, a
// relu, the input). Several norms in a row are folded into one layer.
FoldedNorms foldNorms(const Graph& answering, const WeightNumbers& weights);

struct NarrowedWeights {
  Graph graph;
  PassReport report;
  std::map<std::string, std::string, std::less<>> from;  // name of a new bf16 weight -> name of the f32 weight whose rounded numbers it needs
};
// To be called after amp(). Replaces each cast of a frozen f32 weight to bf16 by a bf16 weight, so that no run casts it again.
NarrowedWeights narrowWeights(const Graph& mixed);

}  // namespace stepscope
