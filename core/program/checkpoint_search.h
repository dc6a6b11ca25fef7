// The training step of a model with checkpointed activations: compiled programs decide which activations are kept.
#pragma once

#include <memory>

#include "core/backend/backend.h"
#include "core/passes/step_graph.h"

namespace stepscope {

// `compiled` becomes the program of the result if that was compiled during the search, without timing kernels. Throws Error (Input) if a budget
// (switches.checkpointing_budget) is too small for any choice.
StepGraph buildStep(const Graph& forward, const OptimizerSpec& optimizer, const StepOptions& passes, const Backend& backend,
                    const CompileOptions& options, std::unique_ptr<Program>& compiled);

}  // namespace stepscope
