// Everything that a rule may look at: the trace with its analyses, and for one of our runs its switches, plan, machine and history. What is not known
// is empty, or has the value that its comment gives.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/backend/machine_speed.h"
#include "core/project/switches.h"
#include "core/store/run_store.h"
#include "profiler/analysis/facts/fact_sheet.h"
#include "profiler/analysis/kernel_table.h"
#include "profiler/analysis/kernels/gpu_work.h"
#include "profiler/analysis/path/critical_path.h"
#include "profiler/analysis/step_breakdown.h"
#include "profiler/trace/trace.h"

namespace stepscope {

// The program that wrote the trace; cures use the terms of its framework.
enum class Origin : std::uint8_t { Own, PyTorch, Jax, TensorFlow, Other };

struct StepFacts {
  TimeRange range;
  std::int32_t number = -1;
  SpanRef span;
  double ms() const { return static_cast<double>(range.end - range.begin) * 1e-6; }
};

// A thread of our own loader, within the steps.
struct WorkerFacts {
  std::string name;
  std::int64_t busyNs = 0;      // time in which it filled batches
  std::vector<double> batchMs;  // whole time of each batch
};

struct TraceFacts {
  std::shared_ptr<const Trace> trace;  // never null; without spans if no capture was kept; the first rank's part if there are several
  std::shared_ptr<const Trace> ranks;  // the trace of all ranks, with the same lanes; null if there is only one
  const std::shared_ptr<const Trace>& shown() const { return ranks ? ranks : trace; }  // the trace for a timeline
  Origin origin = Origin::Other;
  FactSheet sheet;               // the values that all commands share
  std::vector<StepFacts> steps;  // by time; overlapping ones are cut. A foreign trace without steps counts as one, number -1
  bool wholeTrace = false;       // the trace has no steps and counts as one
  std::int64_t stepsNs = 0;      // sum of the steps
  double medianStepMs = 0;
  // For sentences: "of the steps", "a step"; if the whole trace counts as one step: "of the trace", "in the trace".
  std::string ofSteps() const { return wholeTrace ? "of the trace" : "of the steps"; }
  std::string aStep() const { return wholeTrace ? "in the trace" : "a step"; }
  bool trains = false;           // the trace contains a backward pass or an update of weights; false for inference
  double unrecordedStepMs = 0;   // median step with the recorder off; 0: not known
  StepBreakdown breakdown;       // by phase
  ExclusiveBreakdown exclusive;  // over the GPU and the host, by kind of work
  CriticalPath path;             // of the steps; empty without them

  double replayedStepMs = 0;  // mean of the steps, until the last work of the GPU; 0: not known
  std::vector<Gain> gains;    // for each cause on the critical path, the best step time without it; empty before findGains()
  // Replays the steps without some of their spans, for the largest gain that a change can have. Null if there are no steps.
  std::shared_ptr<const StepReplay> replay;

  bool tellsLoader = false;            // the trace contains waits for data
  std::vector<TimeRange> dataWaits;    // waits of the trainer's track, within the steps
  std::vector<WorkerFacts> workers;    // threads of our own loader; one named "Loader" if it runs on the trainer's thread
  std::vector<TimeRange> validations;  // anywhere in the trace
  std::vector<std::int64_t> nodeNs;    // in our own traces, the time of each node within the steps; else empty
  std::vector<std::int64_t> nodeRuns;

  bool gpu = false;                   // the trace contains GPU work
  std::vector<TimeRange> gpuBusy;     // kernels, copies and memsets, of all GPUs
  TimeRange gpuSpan;                  // from the first GPU work to the last
  std::vector<TimeRange> gpuInSteps;  // gpuBusy within the steps
  GpuIdle idle;                       // within the steps; mean over the GPUs
  HostIdle hostIdle;                  // part of `idle` in which the host had launched nothing, by reason; mean over the GPUs, ranges of all
  std::vector<KernelRow> kernels;     // within the steps; without steps all
  std::string kernelProblem;          // why `kernels` is empty: the file is deleted
  GpuWork work;                       // work of the kernels within the steps; without steps of all
  std::optional<GpuSpec> gpuSpec;     // peak rates of the GPU, by its name

  // Share of the time of all steps, 0 to 1; 0 without steps.
  double shareOfSteps(std::int64_t ns) const { return stepsNs > 0 ? static_cast<double>(ns) / static_cast<double>(stepsNs) : 0; }
  double msPerStep(std::int64_t ns) const { return steps.empty() ? 0 : static_cast<double>(ns) * 1e-6 / static_cast<double>(steps.size()); }
  double categoryMs(Category category) const;     // ms per step
  double categoryShare(Category category) const;  // 0 to 1
};
// The facts of any trace; null counts as a trace without spans. Reads the arguments of kernels from an imported trace's file.
TraceFacts traceFacts(std::shared_ptr<const Trace> trace);
// Fills `gains`, for callers that show them: each gain is a replay of the trace, and no rule uses it.
void findGains(TraceFacts& facts);

struct MachineFacts {
  std::string device, isa;
  bool gpu = false;              // the run is on a GPU
  int cores = 0;                 // cores that the process may use
  int machineCores = 0;          // cores that it could use with a wider affinity; 0: not known
  int threads = 0;               // compute threads; 0: not known
  std::int64_t memoryBytes = 0;  // memory of the device; 0: not known
  MachineSpeed speed;            // all 0: never measured
};

struct PlanFacts {
  std::int64_t batchSize = 0;
  std::int64_t peakBytes = 0;
  std::int64_t sumBytes = 0;  // of all tensors if no memory were shared; no plan needs more
};

struct RunHistory {
  RunId id = 0;
  std::string name;
  std::int64_t steps = 0, epochs = 0;                          // steps and epochs done so far
  std::int64_t stepsPerEpoch = 0;                              // 0: not known
  double seconds = 0;                                          // time of training, without pauses
  std::optional<double> validationSeconds, checkpointSeconds;  // parts of `seconds`
  std::vector<double> stepMs;        // the most recent steps with the captured switches, in their order, measured without the recorder
  std::optional<double> coresTaken;  // part of the cores' time that other programs used in these steps, 0 to 1; empty: not known
};

struct AdviceFacts {
  TraceFacts trace;
  std::optional<Switches> switches;  // the switches during the recorded steps
  SwitchPlace place;                 // what they apply to: training data, kind of model, device
  int wantedThreads = 0;             // train.threads; 0: all
  std::optional<MachineFacts> machine;
  std::optional<PlanFacts> plan;
  std::optional<RunHistory> run;
  // The part of the cores' time that other programs took while the steps were recorded, 0 to 1. Empty: not known.
  std::optional<double> coresTaken;
  bool quiet() const { return quiet(coresTaken); }
  static bool quiet(std::optional<double> coresTaken);  // whether it is known and small enough for conclusions from single times
};

}  // namespace stepscope
