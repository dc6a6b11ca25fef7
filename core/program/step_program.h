// A program's spec compiled: the training step and the validation step over one state arena. Compiling allocates nothing, so a prediction
// (a switch not yet applied) is a compile whose programs are thrown away.
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

// A parameter's moving average is the optimizer state of its name with this behind it.
constexpr const char* kAverageSuffix = ".ema";

struct StepProgram {
  std::unique_ptr<Program> train, validation;  // validation may be null
  std::int64_t predictedPeakBytes = 0;
  std::vector<PassReport> reports;  // of the training step

  // Allocates the arenas. With `cancel` the operating system gives their memory at once and not in the first step, which could not be
  // broken off within an op; throws Cancelled.
  void attach(const std::atomic<bool>* cancel = nullptr);
  std::int64_t stateBytes() const;  // of the arena that keeps parameters and optimizer state
  std::int64_t stepBytes() const;   // of the other, which both steps use
  // What is resident of the two arenas: a measurement in pages.
  std::int64_t measuredPeakBytes() const;
  PlanView view(std::int64_t batchSize) const;
};

// The model's loss of the last run.
double lossOf(const Program& program);

// The training step, and with spec.validation the validation step beside it. Throws Error: what the backend cannot run, or has no memory for.
StepProgram compileStep(const ProgramSpec& spec, const Backend& backend, const CompileOptions& options);

// The forward pass by itself, with running statistics: validation, predictions, text. stateFrom: a training step whose parameters it reads
// in place, or their averages where the spec keeps these.
std::unique_ptr<Program> compileForward(const ProgramSpec& spec, const Backend& backend, const CompileOptions& options,
                                        const Program* stateFrom = nullptr);

}  // namespace stepscope
