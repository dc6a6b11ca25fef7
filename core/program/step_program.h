// A compiled program spec: the training step and the validation step over one state arena. Compiling allocates no arenas, so a prediction (for a
// switch that is not applied yet) is a compilation whose programs are thrown away.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/program/program_spec.h"

namespace stepscope {

// An immutable copy of graph and plan for views and reports.
struct PlanView {
  Graph graph;
  MemoryPlan plan;
  std::vector<NodeKernel> kernels;
  std::int64_t batchSize = 0;
  std::int64_t predictedPeakBytes = 0;  // state arena + the larger of the training and the validation step arena
};

// The moving average of a parameter is the optimizer state of its name with this suffix.
constexpr const char* kAverageSuffix = ".ema";

struct StepProgram {
  std::unique_ptr<Program> train, validation;  // validation may be null
  std::int64_t predictedPeakBytes = 0;
  std::vector<PassReport> reports;  // reports of the passes on the training step

  // Allocates the arenas. With `cancel` the operating system provides their memory now, not during the first step, which cannot be interrupted inside
  // an op; throws Cancelled.
  void attach(const std::atomic<bool>* cancel = nullptr);
  std::int64_t stateBytes() const;  // size of the arena that keeps parameters and optimizer state
  std::int64_t stepBytes() const;   // size of the other arena, which both steps use
  // The resident bytes of the two arenas, measured by the operating system in whole pages.
  std::int64_t measuredPeakBytes() const;
  PlanView view(std::int64_t batchSize) const;
};

// The model's loss in the last run.
double lossOf(const Program& program);

// The training step, and if spec.validation is set the validation step. Throws Error if the backend cannot run them or has too little memory.
StepProgram compileStep(const ProgramSpec& spec, const Backend& backend, const CompileOptions& options);

// The forward pass alone, with running statistics, for validation, predictions and text generation. `stateFrom`: a training step whose parameters it
// reads in place, or their averages if the spec keeps them.
std::unique_ptr<Program> compileForward(const ProgramSpec& spec, const Backend& backend, const CompileOptions& options,
                                        const Program* stateFrom = nullptr);

}  // namespace stepscope
