// What a training has and where it stands: shared by the four objects that carry it out (StepLoop, RunRecorder, SwitchLedger, ResumePoint).
// All of it belongs to the trainer's thread; what others see goes through TrainerControl.
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

// What this session did, without what was done before a resume.
struct SessionCounts {
  std::int64_t steps = 0, batches = 0, samples = 0;
  std::int64_t trainNs = 0;                                                  // pauses and validations left out
  std::int64_t validationNs = 0, checkpointNs = 0;                           // that the trainer spent with them
  double loss = std::numeric_limits<double>::quiet_NaN(), leastLoss = loss;  // of a step: the last one's, and the least; NaN: none yet
};

// What a run has from its first step to its end. TrainingSession fills it while it prepares; all others only read it.
struct RunSetup {
  TrainerOptions options;
  TrainerControl& control;

  const Backend* backend = nullptr;
  DataSplits data;
  TaskMetrics metrics;
  bool mayTime = true;              // kernels may be timed; a resumed run takes those it had
  NodeWork work;                    // as it was known when the run began
  std::int64_t residentBefore = 0;  // of the process, when the step was compiled and nothing taken for it; bytes
  std::int64_t peakBefore = 0;      // the most that it had taken until then, for measuring the machine and for timing kernels

  ModelInput modelInput() const { return modelInputOf(data.train->info()); }
  // Throws Error (Input) naming the switch that cannot be had here.
  void checkSwitches(const Switches& switches) const;
  void tellStage(TrainerStage stage) const {
    if (options.onStage) options.onStage(stage);
  }
};

// What moves from step to step, or with the switches.
struct TrainState {
  TrainState(const RunSetup& run, Project asked) : setup(run), project(std::move(asked)) {}

  const RunSetup& setup;

  Project project;  // with the switches as they are turned now
  std::optional<DataWatch> dataWatch;
  KernelChoices choices;
  int threads = 0;
  StepProgram program;
  bool valid = false;  // the program holds weights worth saving

  RunMemory memory;                        // as predicted for the program that runs
  std::int64_t predictedProcessBytes = 0;  // at most so far; 0: not known

  Progress progress;
  MetricWatch metricWatch;
  LearningWatch learning;
  EpochFigures lastEpoch;
  bool restored = false;  // the weights are those of the best epoch, not of the last one
  SessionCounts session;
  TimeAccount time;  // of this session

  CaptureWindow capture;                           // before the loaders, which write into its recorder
  std::unique_ptr<CounterSampler> counterSampler;  // of a run on a device that tells counters
  std::unique_ptr<DataLoader> loader, validationLoader;

  ProgramSpec spec() const;  // of the project as it is now
  CompileOptions compileOptions();
  // Makes both loaders anew for the switches as they are.
  void makeLoaders();
  // Once the loaders are made. besides: what else is in memory for a moment, the arenas of the program before this one.
  void predictProcessMemory(std::int64_t besides = 0);
  // From now on the time is spent with `next`; of training and validation it counts as the run's. The ns that passed.
  std::int64_t spend(Activity next);

  // A step is one update of the weights.
  std::int64_t stepsPerEpoch() const;
  std::int64_t batchesLeft() const;  // of the epoch
  std::int64_t totalSteps() const;
  ScheduleRun scheduleRun() const;
  // What the schedule says of the step that is gathered now.
  ScheduleValue scheduleNow() const;
};

}  // namespace stepscope
