// One training from opening the data to the last commit, on the trainer's thread. It prepares the work of four objects: StepLoop runs batches and
// steps, RunRecorder stores and reports the results, SwitchLedger records the effect of switches, ResumePoint writes and reads checkpoints.
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
  // The whole training. Never throws: errors end in a StateEvent and an EndEvent.
  void run();

 private:
  void prepare();
  void openData();
  void beginWorkers();
  void checkMonitor();
  void compile(const std::optional<Checkpoint>& checkpoint);
  void takeUp(const Checkpoint& checkpoint);  // loads the contents of the checkpoint into the program
  void foretell(MeasuredTables measured);
  void withMemoryAdvice(const std::function<void()>& work);
  void begin(const std::optional<Checkpoint>& checkpoint);
  StartEvent startEvent();
  void end(RunStatus status, std::string message, bool outOfMemory = false);
  std::string allSkipped() const;  // a sentence if every step of the run was skipped because of the loss scale; else empty
  // Ends a resumed run that has nothing left to do, without changing it.
  void endAsItWas(const std::string& message);

  RunSetup setup_;
  TrainState state_;
  std::future<std::optional<GitCommit>> commit_;  // runs in parallel with the other preparation
  RunRecorder recorder_;
  SwitchLedger ledger_;
  ResumePoint resume_;
  StepLoop loop_;
};

}  // namespace stepscope
