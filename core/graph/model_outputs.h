// The outputs of a model by their meaning. Passes keep outputs by name; only model_outputs.cpp knows the names.
#pragma once

#include "core/graph/graph.h"

namespace stepscope {

struct ModelOutputs {
  ValueId prediction = kNone;  // logits, or the predicted numbers, for each sample
  ValueId loss = kNone;        // one f32, which training minimises
};

void markOutputs(Graph& graph, const ModelOutputs& outputs);
// kNone for outputs that the graph does not have.
ModelOutputs modelOutputs(const Graph& graph);

}  // namespace stepscope
