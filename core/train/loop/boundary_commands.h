// Decides and carries out the commands at every boundary, one after the other. The effect of each command in each state is in
// core/train/commands/command_table.h.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/train/commands/boundary.h"
#include "core/train/loop/switch_trials.h"
#include "core/train/loop/worker_pacing.h"

namespace stepscope {

struct StepPace;

class BoundaryCommands {
 public:
  BoundaryCommands(TrainState& state, RunRecorder& recorder, ResumePoint& resume, RunningProgram& program, SwitchTrials& trials, StepPace& pace,
                   WorkerPacing& workers)
      : state_(state), recorder_(recorder), resume_(resume), program_(program), trials_(trials), pace_(pace), workers_(workers) {}

  enum class Way { On, Stop, Leave };
  Way at(Place place);
  void validationBegins(std::int64_t now) { validationBegin_ = now; }
  std::int64_t validationBegin() const { return validationBegin_; }
  // The run is over: reports the requests that will not be carried out.
  void close();
  // Ends the capture, and reports requested steps that will not be captured.
  void closeWindow();

 private:
  struct Command {  // a decision and its subject
    Decision decision = Decision::GoOn;
    std::optional<Switches> switches;
    std::shared_ptr<TrialRequest> trial;
    int captureSteps = 0;
    bool keep = false;
  };
  Boundary boundary(Place place) const;  // call it with the mutex of the control held
  Command nextCommand(Place place);
  void obey(const Command& command, Place place);
  void awaitCommand(Place place);
  void turn(Switches switches);
  void adaptWorkers();
  void beginPause(Place place);
  void endPause(Place place);
  TrainerStage stageAt(Place place) const;
  void housekeeping();  // reports errors of the store and the checkpoint writer, saves progress and regular checkpoints

  TrainState& state_;
  RunRecorder& recorder_;
  ResumePoint& resume_;
  RunningProgram& program_;
  SwitchTrials& trials_;
  StepPace& pace_;
  WorkerPacing& workers_;
  bool paused_ = false;
  std::int64_t validationBegin_ = 0;   // nowNs() when the validation began, or when it went on after a pause
  std::int64_t nextHousekeeping_ = 0;  // nowNs()
};

}  // namespace stepscope
