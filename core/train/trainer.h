// Trains a project on its own thread. Commands return at once and take effect at the next step boundary; command_table.h says what each of them
// comes to in every state.
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

  void pause();  // within a step that gathers batches, and within a validation, too
  void resume();
  void stop();  // saves a checkpoint, ends the run as Stopped; reacts within 200 ms
  void setSwitches(Switches switches);
  // Measures what other switches would do, on the run's weights and data, and puts everything back; TrialEvents follow. The run goes on
  // from where it stood, bit for bit. Also while it is paused; a pause that is asked for meanwhile ends the trial. One at a time: another
  // that is asked for ends the one before. Every one is answered by a TrialEvent with a result, also where it was never begun.
  void tryOut(Switches with);
  void cancelTrial();  // within 200 ms
  // The run goes on with the switches that were tried last, on the threads that they were tried with, or without. Without also ends a trial
  // that is not over yet.
  void endTrial(bool keep);
  void checkpoint();        // writes the state of the next boundary, also within a pause; a marker "checkpoint" follows
  void capture(int steps);  // a CaptureEvent follows, or a warning where the run ends first
  // Keeps the last `steps` steps and tells of them in LiveEvents, at most three a second and each only after wantLive(); 0 ends it.
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
