// Describes the program to compile, from a project or from a graph built by hand: here a project, its switches and its optimizer come together.
#pragma once

#include <cstdint>
#include <functional>

#include "core/backend/backend.h"
#include "core/models/model.h"
#include "core/project/project.h"
#include "core/project/switches.h"

namespace stepscope {

// The cost of a node, in any unit, used to find a plan for a checkpointing budget. Empty: the op table's FLOPs and bytes.
using NodeWork = std::function<double(const Graph&, const Node&)>;

struct ProgramSpec {
  std::function<Graph(std::int64_t batch, bool training)> model;  // builds the forward graph
  ProgramSettings settings{};                                     // includes the batch size
  OptimizerSpec optimizer{};
  bool validation = false;  // also compile the forward pass alone, for validation
  NodeWork work{};
};

// The spec of a project, with its current switches.
ProgramSpec programOf(const Project& project, const ModelInput& input, bool validation = false, NodeWork work = {});

// Threads that a step computes with: train.threads, else the cores that this process may use less the loader's workers; at least one and
// never more than there are cores.
int computeThreads(const Project& project, const Backend& backend);

// The options of the passes and of the backend for this spec; `options` says how it is compiled, and may switch off autotune and fusion.
StepOptions passesOf(const ProgramSpec& spec, const Backend& backend);
CompileOptions kernelsOf(const ProgramSpec& spec, CompileOptions options);

}  // namespace stepscope
