// What a model gives that others ask for by its meaning. Passes keep outputs by their names; these stand in model_outputs.cpp and nowhere else.
#pragma once

#include "core/graph/graph.h"

namespace stepscope {

struct ModelOutputs {
  ValueId prediction = kNone;  // logits, or the predicted numbers, for each sample
  ValueId loss = kNone;        // one f32: what training minimises
};

void markOutputs(Graph& graph, const ModelOutputs& outputs);
// kNone for what the graph has not.
ModelOutputs modelOutputs(const Graph& graph);

}  // namespace stepscope
