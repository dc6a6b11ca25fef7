// A project compiled: the training step and the validation step over one state arena. Compiling allocates nothing, so a prediction
// (a switch not yet applied) is a compile whose programs are thrown away.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/models/model.h"
#include "core/project/project.h"
#include "profiler/trace/trace.h"

namespace stepscope {

// An immutable copy of graph and plan for views and reports.
struct PlanView {
  Graph graph;
  MemoryPlan plan;
  std::vector<NodeKernel> kernels;
  std::int64_t batchSize = 0;
  std::int64_t predictedPeakBytes = 0;  // state arena + the larger of the training and the validation step arena
};

// A parameter's moving average is the optimizer state of its name with this behind it.
constexpr const char* kAverageSuffix = ".ema";

struct StepProgram {
  std::unique_ptr<Program> train, validation;  // validation may be null
  std::int64_t predictedPeakBytes = 0;
  std::vector<PassReport> reports;  // of the training step

  void attach();  // allocates the arenas
  std::int64_t measuredPeakBytes() const;
  PlanView view(std::int64_t batchSize) const;
};

StepProgram compileStep(const Project& project, const ModelInput& input, bool withValidation, const Backend& backend,
                        const CompileOptions& options);

// Peak memory that `switches` would need. Never times kernels. Throws as compileStep does.
std::int64_t predictPeakBytes(const Project& project, const ModelInput& input, bool withValidation, const Switches& switches,
                              const Backend& backend, KernelChoices& choices);

// What the trace says of each node of the program.
std::vector<TraceNode> describeNodes(const Program& program);

}  // namespace stepscope
