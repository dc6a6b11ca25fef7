// What a step will need with other switches, before it runs: compiled without timing or memory.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/program/step_program.h"
#include "core/train/prediction/step_time.h"

namespace stepscope {

// What was measured on this machine, read once for many questions.
struct MeasuredTables {
  KernelChoices choices;
  KernelTimes times;
  MachineSpeed speed;
  int threads = 0;       // that times and speed are of
  bool measure = false;  // the speed with other threads is measured where a question needs it
  struct Threads {
    KernelTimes times;
    MachineSpeed speed;
  };
  std::map<int, Threads> others = {};  // of other numbers of threads, once a question needed them
};
// From the files of the cache. measure: the machine's speed is measured where it is not known yet, about a second.
MeasuredTables loadMeasured(const Backend& backend, int threads, bool measure);

// A program in figures, so that two can be compared.
struct ProgramFacts {
  int nodes = 0;
  int casts = 0;                           // to another element type
  int reorders = 0;                        // to another layout
  int recomputed = 0;                      // nodes that run again in the backward pass
  std::int64_t flops = 0, bytesMoved = 0;  // of one update, by the op table
  std::int64_t tensorBytes = 0;            // all tensors, were no memory shared
  std::int64_t activationBytes = 0;        // the most that activations take at once (memory_plan.h)
};
ProgramFacts factsOf(const Program& program, std::int64_t accumulation);

struct StepPrediction {
  int threads = 0;  // that a run with these switches computes with: the cores that its workers leave (computeThreads)
  std::int64_t peakBytes = 0;
  std::int64_t stateBytes = 0;  // of it: parameters, buffers, optimizer state
  StepTime time;
  ProgramFacts facts;
  std::vector<PassReport> reports;
  double planMs = 0;  // what compiling took
};
// Throws as compileStep does. Never times kernels.
StepPrediction predictStep(const Project& project, const ModelInput& input, bool withValidation, const Switches& switches, const Backend& backend,
                           MeasuredTables& measured);

// The largest batch whose peak stays within budgetBytes: a question to the planner, nothing runs. Found by doubling and bisection; the peak
// grows with the batch. 0: not even one sample fits, and peakBytes is what one needs.
struct LargestBatch {
  std::int64_t batch = 0;
  std::int64_t peakBytes = 0;  // with that batch
  bool limitedByData = false;  // `most` fits
  int plans = 0;
};
LargestBatch largestBatch(const Project& project, const ModelInput& input, bool withValidation, const Switches& switches, const Backend& backend,
                          MeasuredTables& measured, std::int64_t budgetBytes, std::int64_t most);

// Memory that a training may take here without any other having to give way: nine tenths of what is free.
std::int64_t memoryForTraining(const Backend& backend);

}  // namespace stepscope
