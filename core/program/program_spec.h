// What is to be compiled, of a project or of a graph made by hand: one place where a project, its switches and its optimizer come together.
#pragma once

#include <cstdint>
#include <functional>

#include "core/backend/backend.h"
#include "core/models/model.h"
#include "core/project/project.h"
#include "core/project/switches.h"

namespace stepscope {

// What computing a node takes, in any unit: what a checkpointing budget is solved with. Empty: the op table's FLOPs and bytes.
using NodeWork = std::function<double(const Graph&, const Node&)>;

struct ProgramSpec {
  std::function<Graph(std::int64_t batch, bool training)> model;  // its forward graph
  ProgramSettings settings{};                                     // with the batch
  OptimizerSpec optimizer{};
  bool validation = false;  // the forward pass by itself is wanted beside the training step
  NodeWork work{};
};

// With the project's switches as they are.
ProgramSpec programOf(const Project& project, const ModelInput& input, bool validation = false, NodeWork work = {});

// Threads that a step computes with: train.threads, else the cores that this process may use less the loader's workers; at least one and
// never more than there are cores.
int computeThreads(const Project& project, const Backend& backend);

// What the spec asks of the passes and of the backend; `options` says how it is compiled, and may leave out autotune and fusion.
StepOptions passesOf(const ProgramSpec& spec, const Backend& backend);
CompileOptions kernelsOf(const ProgramSpec& spec, CompileOptions options);

}  // namespace stepscope
