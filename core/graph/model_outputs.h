// The outputs of a model that other code asks for by meaning. Passes keep outputs by name; the names are only in model_outputs.cpp.
#pragma once

#include "core/graph/graph.h"

namespace stepscope {

struct ModelOutputs {
  ValueId prediction = kNone;  // logits, or the predicted numbers, for each sample
  ValueId loss = kNone;        // one f32: what training minimises
};

void markOutputs(Graph& graph, const ModelOutputs& outputs);
// kNone for outputs that the graph does not have.
ModelOutputs modelOutputs(const Graph& graph);

}  // namespace stepscope
