// The norms of a step's gradients, computed by the optimizer's nodes, which read the gradients anyway.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/graph/graph.h"

namespace stepscope {

// Every node that updates parameters gets an output: f32, one norm per tensor, readable by the host after the step. The norm includes the loss scale
// if there is one, and is taken before any clipping; with accumulation it is the norm of the mean.
void tellGradientNorms(Graph& step);

struct GradientNorm {
  std::string parameter;      // "layer1.0.conv1.weight"
  std::int64_t elements = 0;  // of the parameter
  bool matrix = false;        // it has at least two dimensions
  ValueId norms = kNone;      // the output that holds its norm ...
  std::size_t index = 0;      // ... at this index
};
// In the order in which the forward pass first reads the parameters. Empty if the step does not compute them.
std::vector<GradientNorm> gradientNorms(const Graph& step);

}  // namespace stepscope
