// Batches to steps, steps to epochs: runs the program until the training is over or somebody stops it, and obeys commands between steps.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/train/commands/boundary.h"
#include "core/train/commands/command_table.h"
#include "core/train/run/resume_point.h"
#include "core/train/run/run_recorder.h"
#include "core/train/run/switch_ledger.h"
#include "core/train/run/train_state.h"
#include "core/train/steps/validation.h"
#include "core/train/trial/trial_result.h"
#include "core/train/watch/step_watch.h"

namespace stepscope {

class StepLoop {
 public:
  StepLoop(TrainState& state, RunRecorder& recorder, SwitchLedger& ledger, ResumePoint& resume)
      : state_(state), recorder_(recorder), ledger_(ledger), resume_(resume) {}

  enum class Outcome { Done, Stopped };
  // From where the state stands. Throws Error, naming the first tensor that is not finite, when the loss is not.
  Outcome train();

  // Of the run that is resumed.
  void restoreTrials(std::vector<TrialResult> trials) { trials_ = std::move(trials); }
  // The run is over: what was asked for and is not obeyed any more is told.
  void close();
  // The same of steps that are captured, or should have been.
  void closeWindow();

 private:
  Outcome trainEpochs();
  bool trainBatch();  // false: the epoch has no more batches
  void endStep(const ScheduleValue& scheduled, std::int64_t done, double scaleBefore);

  // Commands (step_loop_boundary.cpp). Everything is obeyed in atBoundary(), one decision after the other.
  enum class Way { On, Stop, Leave };
  Way atBoundary(Place place);
  struct Command {  // a decision, and what it is about
    Decision decision = Decision::GoOn;
    std::optional<Switches> switches;
    std::shared_ptr<TrialRequest> trial;
    int captureSteps = 0;
    bool keep = false;
  };
  Boundary boundary(Place place) const;  // with the control's mutex held
  Command nextCommand(Place place);
  void obey(const Command& command, Place place);
  void awaitCommand(Place place);
  void beginPause(Place place);
  void endPause(Place place);
  void tellStage(TrainerStage stage) const;
  TrainerStage stageAt(Place place) const;
  // With other choices of kernels, or on other threads, where they were tried with those.
  bool applySwitches(const Switches& next, const KernelChoices* choices = nullptr, int threads = 0);
  void endWindow();  // of steps that are captured, before what would leave a gap in it

  void runTrial(const std::shared_ptr<TrialRequest>& request);
  void endTrial(bool keep);
  void tellTrial();  // the last one, to the store and to who listens
  void tellCancelled(const TrialRequest& request);
  // Kernels that the run began without timing (step_loop_kernels.cpp): whether their time has come, and a second or more of it.
  bool kernelsDue() const;
  void timeKernels();
  void warnOfSharedCores(const Switches& before);
  Way validateEpoch();
  void housekeeping();   // errors of the store and the checkpoint writer, progress of the run, a checkpoint now and then
  void watchSteps();
  bool wantsHistograms();
  ScheduleValue scheduleNow() const;
  bool watchMetric();  // true: the run stops early
  void tellNotFinite(const ValidationResult& result);
  [[noreturn]] void stopNotFinite(double loss, double rate);
  void followOverflow(double loss, double rate, double scale);  // scale: of the loss, in the step that overflowed
  std::int64_t spend(Activity next);                            // TimeAccount::enter(), and the run's seconds with it

  TrainState& state_;
  RunRecorder& recorder_;
  SwitchLedger& ledger_;
  ResumePoint& resume_;

  std::unique_ptr<StepWatch> watch_;                          // of the training program
  bool paused_ = false;
  std::int64_t validationBegin_ = 0;                          // nowNs() of its part since the last pause
  std::int64_t nextHousekeeping_ = 0;                         // nowNs()
  std::int64_t stepBegin_ = 0;                                // nowNs() of the running step's first batch; 0: none yet
  std::int64_t stepNs_ = 0, stepWaitNs_ = 0;                  // of its batches so far
  std::int64_t epochSamples_ = 0, epochTrainNs_ = 0;          // of this session, for the epoch's throughput
  std::deque<std::pair<std::int64_t, std::int64_t>> recent_;  // (begin of a batch, samples), about the last second
  int lossesNotFinite_ = 0;                                   // steps in a row whose scaled loss was not finite
  double lastRate_ = 0;
  bool stoppedEarly_ = false;
  bool validationNotFinite_ = false;  // of the last epoch: told
  bool histogramsDue_ = false;
  std::int64_t timingNs_ = 0;        // that timing kernels between the steps took
  bool kernelsFixed_ = false;        // nothing more is timed in this run
  std::vector<TrialResult> trials_;  // of the run
  struct Tried {                     // the last of them, while it can be kept
    Switches with;
    KernelChoices choices;
  };
  std::optional<Tried> tried_;
};

}  // namespace stepscope
