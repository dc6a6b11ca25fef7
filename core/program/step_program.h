// A project compiled: the training step and the validation step over one state arena. Compiling allocates nothing, so a prediction
// (a switch not yet applied) is a compile whose programs are thrown away.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/models/model.h"
#include "core/project/project.h"

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

// Threads that a step computes with: train.threads, else the cores that this process may use less the loader's workers; at least one and
// never more than there are cores.
int computeThreads(const Project& project, const Backend& backend);

// What computing a node takes, in any unit: what a checkpointing budget is solved with. Empty: the op table's FLOPs and bytes.
using NodeWork = std::function<double(const Graph&, const Node&)>;

StepProgram compileStep(const Project& project, const ModelInput& input, bool withValidation, const Backend& backend, const CompileOptions& options,
                        const NodeWork& work = {});

// Peak memory that `switches` would need. Never times kernels. Throws as compileStep does.
std::int64_t predictPeakBytes(const Project& project, const ModelInput& input, bool withValidation, const Switches& switches, const Backend& backend,
                              KernelChoices& choices);

}  // namespace stepscope
