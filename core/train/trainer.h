// Trains a project on its own thread. Commands return at once and take effect at the next step boundary; command_table.h gives the effect of each
// command in every state.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/project/project.h"
#include "core/store/run_store.h"
#include "core/train/commands/command_table.h"
#include "core/train/run/events.h"
#include "core/train/run/trainer_options.h"

namespace stepscope {

class Trainer {
 public:
  // Starts the thread, which opens data and store. Every error arrives as a StateEvent (Failed) and an EndEvent, never as an exception.
  Trainer(Project project, TrainerOptions options);
  ~Trainer();  // stop() and join()

  void pause();  // also within a step that accumulates gradients, and within a validation
  void resume();
  void stop();  // saves a checkpoint, ends the run as Stopped; reacts within 200 ms
  void setSwitches(Switches switches);
  // Measures other switches on the run's weights and data, and restores everything; TrialEvents follow. The run then continues from the same state,
  // bit for bit. Also possible during a pause; a pause that is requested meanwhile ends the trial. One at a time: a new request ends the trial
  // before. Each one gets a TrialEvent with a result, even if it was never started.
  void tryOut(Switches with);
  void cancelTrial();  // within 200 ms
  // The run continues with the switches of the last trial (and the number of threads they were tried with), or without them. Without: also ends a
  // trial that is still running.
  void endTrial(bool keep);
  void checkpoint();        // writes the state of the next boundary, also during a pause; a marker "checkpoint" follows
  void capture(int steps);  // a CaptureEvent follows, or a warning if the run ends first
  // Keeps the last `steps` steps and sends them in LiveEvents, at most three a second and each only after wantLive(); 0 ends it.
  void follow(int steps);
  void wantLive();
  TrainerState state() const;
  EventQueue& events();
  void join();
  std::int64_t lastSaveNs() const;  // nowNs() when the store last committed; 0 before the run has one

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace stepscope
