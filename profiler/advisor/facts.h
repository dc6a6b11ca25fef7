// Everything a rule may look at, in one value: the trace and what analyses say of it, and of a run of ours its switches, plan, machine and
// history. What is not known is absent, never 0.
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

// Whose trace it is: cures are told in the words of the framework.
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
  std::int64_t busyNs = 0;      // it filled batches
  std::vector<double> batchMs;  // of each batch, whole
};

struct TraceFacts {
  std::shared_ptr<const Trace> trace;  // never null; without spans where no capture was kept; of several ranks the first one's part
  std::shared_ptr<const Trace> ranks;  // of all of them, with the same lanes; null where there is one
  const std::shared_ptr<const Trace>& shown() const { return ranks ? ranks : trace; }  // what a timeline shows
  Origin origin = Origin::Other;
  FactSheet sheet;               // what every command tells alike
  std::vector<StepFacts> steps;  // by time; overlapping ones are cut. Of a foreign trace without steps the whole trace as one, number -1
  bool wholeTrace = false;       // that is so
  std::int64_t stepsNs = 0;      // sum
  double medianStepMs = 0;
  // "of the steps", "a step"; of a whole trace "of the trace", "in the trace".
  std::string ofSteps() const { return wholeTrace ? "of the trace" : "of the steps"; }
  std::string aStep() const { return wholeTrace ? "in the trace" : "a step"; }
  bool trains = false;           // a backward pass or an update of weights is in the trace; of inference false
  double unrecordedStepMs = 0;   // median with the recorder off; 0: not known
  StepBreakdown breakdown;       // by phase
  ExclusiveBreakdown exclusive;  // over the GPU and the host, by kind of work
  CriticalPath path;             // of the steps; empty without them

  double replayedStepMs = 0;  // mean of the steps, until the last work of the GPU; 0: not known
  std::vector<Gain> gains;    // of each cause on the critical path: what the step would take at best without it; none before findGains()
  // The steps run again without this or that: what a change can gain at most. Null where there are none.
  std::shared_ptr<const StepReplay> replay;

  bool tellsLoader = false;            // some span is a wait for data
  std::vector<TimeRange> dataWaits;    // of that track, within the steps
  std::vector<WorkerFacts> workers;    // of our own loader; in the trainer's own thread: one named "Loader"
  std::vector<TimeRange> validations;  // anywhere in the trace
  std::vector<std::int64_t> nodeNs;    // our own traces: time of each node within the steps; else empty
  std::vector<std::int64_t> nodeRuns;

  bool gpu = false;                   // some kernel ran on one
  std::vector<TimeRange> gpuBusy;     // kernels, copies and memsets, of all GPUs
  TimeRange gpuSpan;                  // from the first of them to the last
  std::vector<TimeRange> gpuInSteps;  // gpuBusy within the steps
  GpuIdle idle;                       // within the steps; mean over the GPUs
  HostIdle hostIdle;                  // of that, why the host had started nothing; mean over the GPUs, ranges of all of them
  std::vector<KernelRow> kernels;     // within the steps; without steps all
  std::string kernelProblem;          // why there is no table of them: the file is gone
  GpuWork work;                       // of the kernels within the steps; without steps of all
  std::optional<GpuSpec> gpuSpec;     // what the GPU can do at most, by its name

  // Share of the time of all steps, 0 to 1; 0 without steps.
  double shareOfSteps(std::int64_t ns) const { return stepsNs > 0 ? static_cast<double>(ns) / static_cast<double>(stepsNs) : 0; }
  double msPerStep(std::int64_t ns) const { return steps.empty() ? 0 : static_cast<double>(ns) * 1e-6 / static_cast<double>(steps.size()); }
  double categoryMs(Category category) const;     // a step
  double categoryShare(Category category) const;  // 0 to 1
};
// Any trace; null is one without spans. Reads the arguments of kernels from an imported trace's file.
TraceFacts traceFacts(std::shared_ptr<const Trace> trace);
// For those who show them: each is a replay of the trace, and no rule asks for them.
void findGains(TraceFacts& facts);

struct MachineFacts {
  std::string device, isa;
  bool gpu = false;              // the run is on one
  int cores = 0;                 // that the process may use
  int machineCores = 0;          // that it could use were it not bound to fewer; 0: not known
  int threads = 0;               // that compute; 0: not known
  std::int64_t memoryBytes = 0;  // of the device; 0: not known
  MachineSpeed speed;            // all 0: never measured
};

struct PlanFacts {
  std::int64_t batchSize = 0;
  std::int64_t peakBytes = 0;
  std::int64_t sumBytes = 0;  // of all tensors, were no memory shared: more than any plan of them needs
};

struct RunHistory {
  RunId id = 0;
  std::string name;
  std::int64_t steps = 0, epochs = 0;                          // done
  std::int64_t stepsPerEpoch = 0;                              // 0: not known
  double seconds = 0;                                          // of training, without pauses
  std::optional<double> validationSeconds, checkpointSeconds;  // parts of `seconds`
  std::vector<double> stepMs;        // the most recent steps with the captured switches, in their order, measured without the recorder
  std::optional<double> coresTaken;  // by other programs while these steps ran, 0 to 1; nothing: not known
};

struct AdviceFacts {
  TraceFacts trace;
  std::optional<Switches> switches;  // that the steps were made with
  SwitchPlace place;                 // of them
  int wantedThreads = 0;             // train.threads; 0: all
  std::optional<MachineFacts> machine;
  std::optional<PlanFacts> plan;
  std::optional<RunHistory> run;
  // The part of the cores' time that other programs took while the steps were recorded, 0 to 1. Absent: not known.
  std::optional<double> coresTaken;
  bool quiet() const { return quiet(coresTaken); }
  static bool quiet(std::optional<double> coresTaken);  // it is known, and small enough for conclusions from single times
};

}  // namespace stepscope
