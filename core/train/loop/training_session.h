// One training from opening the data to the last commit, on the trainer's thread: prepares what four objects then carry out. StepLoop turns
// batches into steps, RunRecorder keeps and tells what becomes of them, SwitchLedger what switches did, ResumePoint how to go on later.
#pragma once

#include <functional>
#include <future>
#include <optional>
#include <string>

#include "core/train/loop/step_loop.h"
#include "core/train/prediction/step_prediction.h"
#include "core/train/record/git_commit.h"
#include "core/train/run/resume_point.h"
#include "core/train/run/run_recorder.h"
#include "core/train/run/switch_ledger.h"
#include "core/train/run/train_state.h"

namespace stepscope {

class TrainingSession {
 public:
  TrainingSession(Project project, TrainerOptions options, TrainerControl& control);
  // The whole of it. Never throws: errors end in a StateEvent and an EndEvent.
  void run();

 private:
  void prepare();
  void openData();
  void checkMonitor();
  void compile(const std::optional<Checkpoint>& checkpoint);
  void takeUp(const Checkpoint& checkpoint);  // what it holds into the program
  void foretell(MeasuredTables measured);
  void withMemoryAdvice(const std::function<void()>& work);
  void begin(const std::optional<Checkpoint>& checkpoint);
  StartEvent startEvent();
  void end(RunStatus status, std::string message, bool outOfMemory = false);
  std::string allSkipped() const;  // a sentence where the loss scale let no step of the run pass; else empty
  // A resumed run that has come to its end: it stays as it is.
  void endAsItWas(const std::string& message);

  RunSetup setup_;
  TrainState state_;
  std::future<std::optional<GitCommit>> commit_;  // asked beside the rest of the preparation
  RunRecorder recorder_;
  SwitchLedger ledger_;
  ResumePoint resume_;
  StepLoop loop_;
};

}  // namespace stepscope
