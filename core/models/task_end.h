// Puts the end of an evaluation to a graph that only answers.
#pragma once

#include "core/models/model.h"

namespace stepscope {

// answering: input "x" for input.sample and the prediction as its output (core/passes/inference_graph.h). The result has the input "labels", loss and
// metrics of buildModel(..., training = false) as well. Throws Error (Input) if the prediction does not have the shape that the data need.
Graph withTaskEnd(const Graph& answering, const ModelInput& input, const LossSpec& loss);

}  // namespace stepscope
