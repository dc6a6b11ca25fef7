// Predicts what a step needs with other switches, before it runs. It is compiled without timing kernels or allocating memory.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/program/step_program.h"
#include "core/train/prediction/step_time.h"

namespace stepscope {

// Measurements on this machine, read once for many predictions.
struct MeasuredTables {
  KernelChoices choices;
  KernelTimes times;
  MachineSpeed speed;
  int threads = 0;       // the number of threads for times and speed
  bool measure = false;  // measure the speed with another number of threads if a prediction needs it
  struct Threads {
    KernelTimes times;
    MachineSpeed speed;
  };
  std::map<int, Threads> others = {};  // for other numbers of threads, filled when a prediction needs them
};
// Reads them from the cache files. `measure`: measures the machine's speed if it is not known yet; takes about a second.
MeasuredTables loadMeasured(const Backend& backend, int threads, bool measure);

// Key numbers of a program, to compare two programs.
struct ProgramFacts {
  int nodes = 0;
  int casts = 0;                           // nodes that convert to another element type
  int reorders = 0;                        // nodes that copy to another layout
  int recomputed = 0;                      // nodes that run again in the backward pass
  std::int64_t flops = 0, bytesMoved = 0;  // per update, by the op table
  std::int64_t tensorBytes = 0;            // all tensors, without sharing memory
  std::int64_t activationBytes = 0;        // the peak of the activations (memory_plan.h)
};
ProgramFacts factsOf(const Program& program, std::int64_t accumulation);

struct StepPrediction {
  int threads = 0;  // compute threads of a run with these switches: the cores that its workers leave (computeThreads)
  std::int64_t peakBytes = 0;
  std::int64_t stateBytes = 0;  // the part of it for parameters, buffers, optimizer state
  StepTime time;
  ProgramFacts facts;
  std::vector<PassReport> reports;
  double planMs = 0;  // time of the compilation
};
// Throws as compileStep does. Never times kernels.
StepPrediction predictStep(const Project& project, const ModelInput& input, bool withValidation, const Switches& switches, const Backend& backend,
                           MeasuredTables& measured);

// The largest batch whose peak stays within `budgetBytes`. Programs are only planned, nothing runs. Found by doubling and bisection; the peak grows
// with the batch. `batch` 0: not even one sample fits, and peakBytes is what one sample needs.
struct LargestBatch {
  std::int64_t batch = 0;
  std::int64_t peakBytes = 0;  // with that batch
  bool limitedByData = false;  // even `most` fits
  int plans = 0;
};
LargestBatch largestBatch(const Project& project, const ModelInput& input, bool withValidation, const Switches& switches, const Backend& backend,
                          MeasuredTables& measured, std::int64_t budgetBytes, std::int64_t most);

// Memory that a training may use here without disturbing other programs: nine tenths of the free memory.
std::int64_t memoryForTraining(const Backend& backend);

}  // namespace stepscope
