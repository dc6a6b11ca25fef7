// The training step of a model whose activations are checkpointed: which of them are kept is judged by the program as it runs.
#pragma once

#include <memory>

#include "core/backend/backend.h"
#include "core/passes/step_graph.h"

namespace stepscope {

// `compiled` becomes the program of the answer where that was compiled on the way, without timing kernels. Throws Error (Input) where a
// budget (switches.checkpointing_budget) is too small for any choice.
StepGraph buildStep(const Graph& forward, const OptimizerSpec& optimizer, const StepOptions& passes, const Backend& backend,
                    const CompileOptions& options, std::unique_ptr<Program>& compiled);

}  // namespace stepscope
