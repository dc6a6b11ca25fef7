// The norms of a step's gradients, told by the optimizer's nodes, which pass over the gradients anyway.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/graph/graph.h"

namespace stepscope {

// Every node that updates parameters gets an output: f32, one norm a tensor, readable by the host after the step. Gradients are as they come:
// scaled where the loss is, before any clipping; the mean where several batches are accumulated.
void tellGradientNorms(Graph& step);

struct GradientNorm {
  std::string parameter;      // "layer1.0.conv1.weight"
  std::int64_t elements = 0;  // of the parameter
  bool matrix = false;        // it has at least two dimensions
  ValueId norms = kNone;      // the output that holds its norm ...
  std::size_t index = 0;      // ... at this place
};
// In the order in which a forward pass reads the parameters first. Empty where the step does not tell them.
std::vector<GradientNorm> gradientNorms(const Graph& step);

}  // namespace stepscope
