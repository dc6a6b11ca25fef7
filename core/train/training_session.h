// One training from opening the data to the last commit, on the trainer's thread. Split over three files: session_prepare.cpp
// (data, store, program, resume), training_session.cpp (epochs, steps, commands), session_record.cpp (store, checkpoints, capture).
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/backend/cuda/recording/gpu_sampler.h"
#include "core/backend/node_times.h"
#include "core/base/core_waits.h"
#include "core/data/loader.h"
#include "core/train/capture_window.h"
#include "core/train/checkpoint/checkpoint_writer.h"
#include "core/train/prediction/kernel_times.h"
#include "core/train/prediction/run_memory.h"
#include "core/train/progress.h"
#include "core/train/step_program.h"
#include "core/train/switches/switch_rows.h"
#include "core/train/task_metric.h"
#include "core/train/trainer.h"
#include "core/train/trainer_control.h"
#include "core/train/validation.h"
#include "core/train/watch/data_watch.h"
#include "core/train/watch/metric_watch.h"
#include "core/train/watch/step_watch.h"

namespace stepscope {

class TrainingSession {
 public:
  TrainingSession(Project project, TrainerOptions options, TrainerControl& control);
  ~TrainingSession();
  // The whole of it. Never throws: errors end in a StateEvent and an EndEvent.
  void run();

 private:
  // session_prepare.cpp
  void prepare();
  void openStore();
  std::optional<Checkpoint> openRunToResume();
  void openDataCancellable();
  void checkSwitches(const Switches& switches) const;
  void checkMonitor() const;
  void compile(const std::optional<Checkpoint>& checkpoint);
  void beginRun(const std::optional<Checkpoint>& checkpoint);
  void restoreGathered(const Checkpoint& checkpoint);
  void makeLoader();
  ModelInput modelInput() const { return modelInputOf(data_.train->info()); }
  CompileOptions compileOptions();
  void withMemoryAdvice(const std::function<void()>& work);
  // Once the loaders are made. besides: what else is in memory for a moment, the arenas of the program before this one.
  void predictProcessMemory(std::int64_t besides = 0);

  // training_session.cpp
  enum class Outcome { Done, Stopped };
  Outcome trainEpochs();
  bool trainBatch();  // false: the epoch has no more batches
  void endStep(const ScheduleValue& scheduled, std::int64_t done, double scaleBefore);
  bool atBoundary();  // obeys commands; false: stop
  void waitWhilePaused();
  void applySwitches(const Switches& next);
  void warnOfSharedCores(const Switches& before);
  void tellSwitches();
  bool validateEpoch();     // false: stopped
  std::int64_t passTime();  // counts the time since the last call as training; returns it, ns
  void skipTime();          // leaves it out
  std::int64_t stepsPerEpoch() const;
  std::int64_t batchesLeft() const;  // of the epoch
  std::int64_t totalSteps() const;
  [[noreturn]] void stopNotFinite(double loss, double rate);
  void followOverflow(double loss, double rate, double scale);  // scale: of the loss, in the step that overflowed
  bool wantsHistograms() const;
  ScheduleRun scheduleRun() const;
  ScheduleValue scheduleNow() const;
  bool watchMetric(const EpochEvent& event);  // true: the run stops early

  // session_record.cpp
  void point(const std::string& key, double value);
  void mark(const char* kind, std::string label);
  void warn(std::string text);
  void tellUnreadable();
  void housekeeping();  // errors of the store and the checkpoint writer, progress of the run, a checkpoint now and then
  void updateRun();
  Checkpoint snapshot() const;
  Checkpoint averagedSnapshot() const;  // with the moving averages, where there are some, in place of the weights
  void restoreBest();
  void keepHistograms(std::vector<TensorHistogram> histograms);
  void saveLast(Checkpoint checkpoint);
  void publishPlan();
  // What was predicted of the switches, and what comes of it.
  void beginSwitchRow(std::string change);
  void measureSwitchRow();  // after every step
  void tellSwitchRows();
  void keepKernelTimes();
  void watchSteps();
  void beginCaptureIfAsked();
  void finishCapture();
  void tellLive();
  void keepTextSample();
  void end(RunStatus status, std::string message);

  Project project_;
  TrainerOptions options_;
  TrainerControl& control_;

  const Backend* backend_ = nullptr;
  DataSplits data_;
  std::optional<DataWatch> dataWatch_;
  TaskMetric metric_;
  KernelChoices choices_;
  int threads_ = 0;
  bool mayTime_ = true;
  RunMemory memory_;                        // as predicted for the program that runs
  std::int64_t residentBefore_ = 0;         // of the process, when the step was compiled and nothing taken for it
  std::int64_t predictedProcessBytes_ = 0;  // at most so far; 0: not known
  NodeWork work_;  // as it was known when the run began
  StepProgram program_;
  std::unique_ptr<StepWatch> stepWatch_;        // of program_.train
  std::unique_ptr<NodeTimes> nodeTimes_;        // of the first steps of a program
  std::optional<Disturbance> stepDisturbance_;  // since nodeTimes_ began
  std::vector<SwitchRow> switchRows_;
  std::vector<double> rowTimes_;                  // ms of the steps measured for the last row
  int rowSteps_ = 0;                              // steps since it began
  std::int64_t runNs_ = 0;                        // of the program in the running step
  bool stateValid_ = false;                       // the program holds weights worth saving
  CaptureWindow capture_;                         // before the loaders, which write into its recorder
  std::unique_ptr<cuda::GpuSampler> gpuSampler_;  // of a run on a GPU whose driver tells its counters
  std::unique_ptr<DataLoader> loader_, validationLoader_;
  std::unique_ptr<CheckpointWriter> checkpoints_;
  std::shared_ptr<RunWriter> store_;
  RunInfo run_;

  Progress progress_;
  MetricWatch watch_;
  std::int64_t lastTick_ = 0;                           // nowNs() up to which progress_.seconds counts
  std::int64_t sessionSteps_ = 0, sessionBatches_ = 0;  // of this session, without those before a resume
  std::int64_t stepBegin_ = 0;                          // nowNs() of the running step's first batch; 0: none yet
  std::int64_t stepNs_ = 0, stepWaitNs_ = 0;            // of its batches so far
  std::int64_t sessionSamples_ = 0, sessionTrainNs_ = 0;
  std::int64_t epochTrainedSamples_ = 0, epochTrainNs_ = 0;   // of this session, for the epoch's throughput
  std::deque<std::pair<std::int64_t, std::int64_t>> recent_;  // (end of a step, samples), about the last second
  bool stoppedEarly_ = false;
  int lossesNotFinite_ = 0;    // steps in a row whose scaled loss was not finite
  std::int64_t liveTold_ = 0;  // nowNs() of the last LiveEvent
  bool autoCaptureDone_ = false, captureAsked_ = false, runBegun_ = false, failing_ = false;
  double lastRate_ = 0;
  std::int64_t lastSave_ = 0, nextSave_ = 0, nextHousekeeping_ = 0, nextUpdate_ = 0;
  double validationLoss_, validationMetric_, trainLoss_, trainMetric_;  // of the last whole epoch
};

}  // namespace stepscope
