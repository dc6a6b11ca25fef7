// The state of a training: used by the four objects that carry it out (StepLoop, RunRecorder, SwitchLedger, ResumePoint). All of it belongs to the
// trainer's thread; other threads use TrainerControl.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

#include "core/backend/backend.h"
#include "core/data/loader.h"
#include "core/program/step_program.h"
#include "core/schedule/schedule.h"
#include "core/train/capture/capture_window.h"
#include "core/train/prediction/run_memory.h"
#include "core/train/record/time_account.h"
#include "core/train/run/trainer_control.h"
#include "core/train/run/trainer_options.h"
#include "core/train/steps/figures.h"
#include "core/train/steps/progress.h"
#include "core/train/steps/task_metrics.h"
#include "core/train/watch/data_watch.h"
#include "core/train/watch/learning_watch.h"
#include "core/train/watch/metric_watch.h"

namespace stepscope {

// Counts of this session, without those from before a resume.
struct SessionCounts {
  std::int64_t steps = 0, batches = 0, samples = 0;
  std::int64_t trainNs = 0;                                                  // training time without pauses and validations
  std::int64_t validationNs = 0, checkpointNs = 0;                           // time that the trainer spent on them
  double loss = std::numeric_limits<double>::quiet_NaN(), leastLoss = loss;  // loss of the last step, and the smallest loss; NaN: none yet
};

// The fixed parts of a run. TrainingSession fills it during the preparation; all others only read it.
struct RunSetup {
  TrainerOptions options;
  TrainerControl& control;

  const Backend* backend = nullptr;
  DataSplits data;
  TaskMetrics metrics;
  bool mayTime = true;              // kernels may be timed; a resumed run keeps its kernels
  NodeWork work;                    // costs of nodes, from the times known when the run began
  std::int64_t residentBefore = 0;  // resident bytes of the process when the step was compiled, before its memory was allocated
  std::int64_t peakBefore = 0;      // the peak until then, from measuring the machine and timing kernels

  ModelInput modelInput() const { return modelInputOf(data.train->info()); }
  // Throws Error (Input) with the switch whose value is not possible here.
  void checkSwitches(const Switches& switches) const;
  void tellStage(TrainerStage stage) const {
    if (options.onStage) options.onStage(stage);
  }
};

// The state that changes from step to step, or with the switches.
struct TrainState {
  TrainState(const RunSetup& run, Project asked) : setup(run), project(std::move(asked)) {}

  const RunSetup& setup;

  Project project;  // with the current switches
  std::optional<DataWatch> dataWatch;
  KernelChoices choices;
  int threads = 0;
  StepProgram program;
  bool valid = false;  // the program holds weights worth saving

  RunMemory memory;                        // predicted for the current program
  std::int64_t predictedProcessBytes = 0;  // the maximum so far; 0: not known

  Progress progress;
  MetricWatch metricWatch;
  LearningWatch learning;
  EpochFigures lastEpoch;
  bool restored = false;  // the weights are those of the best epoch, not of the last one
  SessionCounts session;
  TimeAccount time;  // the time of this session

  CaptureWindow capture;                           // declared before the loaders, which write into its recorder
  std::unique_ptr<CounterSampler> counterSampler;  // for a run on a device with counters
  std::unique_ptr<DataLoader> loader, validationLoader;

  ProgramSpec spec() const;  // for the present project
  CompileOptions compileOptions();
  // Creates both loaders again for the current switches.
  void makeLoaders();
  // Call after the loaders are made. `besides`: other memory in use for a moment, such as the arenas of the previous program.
  void predictProcessMemory(std::int64_t besides = 0);
  // Starts the activity `next`; time of training and validation is added to the run's. Returns the ns that passed.
  std::int64_t spend(Activity next);

  // A step is one update of the weights.
  std::int64_t stepsPerEpoch() const;
  std::int64_t batchesLeft() const;  // batches left in the epoch
  std::int64_t totalSteps() const;
  ScheduleRun scheduleRun() const;
  // The schedule's values for the current step.
  ScheduleValue scheduleNow() const;
};

}  // namespace stepscope
