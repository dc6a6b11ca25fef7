// Makes steps from batches and epochs from steps: runs the program until training is over or stopped, and obeys commands between steps.
#pragma once

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "core/train/loop/boundary_commands.h"
#include "core/train/steps/validation.h"

namespace stepscope {

// The duration of the steps of a run, as reported in events.
struct StepPace {
  std::int64_t stepBegin = 0;                                // nowNs() at the first batch of the current step; 0: none yet
  std::int64_t stepNs = 0, stepWaitNs = 0;                   // time of the current step's batches so far
  std::deque<std::pair<std::int64_t, std::int64_t>> recent;  // (begin of a batch, samples), about the last second

  // Time between steps (a pause, a trial) must not look like a slow step.
  void restart() { recent.clear(); }
};

class StepLoop {
 public:
  StepLoop(TrainState& state, RunRecorder& recorder, SwitchLedger& ledger, ResumePoint& resume)
      : state_(state),
        recorder_(recorder),
        ledger_(ledger),
        resume_(resume),
        program_(state, recorder, ledger, resume),
        trials_(state, recorder, ledger, program_),
        commands_(state, recorder, resume, program_, trials_, pace_, workers_) {}

  enum class Outcome { Done, Stopped };
  // Starts at the current state. If the loss is not finite, throws Error with the first tensor that is not.
  Outcome train();
  SwitchTrials& trials() { return trials_; }
  WorkerPacing& workers() { return workers_; }
  BoundaryCommands& commands() { return commands_; }

 private:
  Outcome trainEpochs();
  bool trainBatch();  // false: the epoch has no more batches
  void endStep(const ScheduleValue& scheduled, std::int64_t done, double scaleBefore);
  BoundaryCommands::Way validateEpoch();
  bool wantsHistograms();
  bool watchMetric();  // true: the run stops early
  void tellNotFinite(const ValidationResult& result);
  [[noreturn]] void stopNotFinite(double loss, double rate);
  void followOverflow(double loss, double rate, double scale);  // `scale`: the loss scale in the step that overflowed

  TrainState& state_;
  RunRecorder& recorder_;
  SwitchLedger& ledger_;
  ResumePoint& resume_;
  StepPace pace_;
  RunningProgram program_;
  SwitchTrials trials_;
  WorkerPacing workers_;
  BoundaryCommands commands_;

  std::int64_t epochSamples_ = 0, epochTrainNs_ = 0;  // those of this session, for the epoch's throughput
  int lossesNotFinite_ = 0;                           // steps in a row whose scaled loss was not finite
  double lastRate_ = 0;
  bool stoppedEarly_ = false;
  bool validationNotFinite_ = false;  // that of the last epoch was not finite, which has been reported
  bool histogramsDue_ = false;
};

}  // namespace stepscope
