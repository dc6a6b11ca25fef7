// The norms of a step's gradients, computed by the optimizer's nodes, which read the gradients anyway.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/graph/graph.h"

namespace stepscope {

// Gives every node that updates parameters an output with the L2 norm of each gradient: f32, one number per tensor, readable by the host after the
// step. The gradient is the one that the node reads: multiplied by the loss scale if there is one, and not yet clipped; with accumulation the mean.
void tellGradientNorms(Graph& step);

struct GradientNorm {
  std::string parameter;      // "layer1.0.conv1.weight"
  std::int64_t elements = 0;  // of the parameter
  bool matrix = false;        // it has at least two dimensions
  ValueId norms = kNone;      // the output with the norms of its node
  std::size_t index = 0;      // where the norm of this parameter is in `norms`
};
// In the order in which the forward pass first reads the parameters. Empty if the step does not compute them.
std::vector<GradientNorm> gradientNorms(const Graph& step);

}  // namespace stepscope
