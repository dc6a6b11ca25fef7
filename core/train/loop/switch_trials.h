// Trying switches while a run trains: carries out Trainer::tryOut and Trainer::endTrial.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/train/loop/running_program.h"
#include "core/train/trial/trial_result.h"

namespace stepscope {

class SwitchTrials {
 public:
  SwitchTrials(TrainState& state, RunRecorder& recorder, SwitchLedger& ledger, RunningProgram& program)
      : state_(state), recorder_(recorder), ledger_(ledger), program_(program) {}

  // Results of the run that is resumed.
  void restore(std::vector<TrialResult> trials) { trials_ = std::move(trials); }
  void run(const std::shared_ptr<TrialRequest>& request, bool paused);
  bool canKeep() const { return tried_.has_value(); }
  void end(bool keep);               // keeps or drops the switches of the last trial, while that is possible
  void forget() { tried_.reset(); }  // its switches would undo those that are applied now
  void tellCancelled(const TrialRequest& request);

 private:
  void tellLast();  // reports the last result to the store and to listeners

  TrainState& state_;
  RunRecorder& recorder_;
  SwitchLedger& ledger_;
  RunningProgram& program_;
  std::vector<TrialResult> trials_;  // of the run
  struct Tried {                     // the last trial, while it can be kept
    Switches with;
    KernelChoices choices;
  };
  std::optional<Tried> tried_;
};

}  // namespace stepscope
