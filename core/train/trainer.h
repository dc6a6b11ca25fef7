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
#include "core/train/events.h"

namespace stepscope {

// A checkpoint of another run: "last", "best", or a name that listCheckpoints (core/train/checkpoint/checkpoint_list.h) told.
struct ForkPoint {
  RunId run = 0;
  std::string checkpoint = "last";
};

struct TrainerOptions {
  std::string device = "cpu";
  std::optional<RunId> resume;  // continue this run from its `last` checkpoint
  std::optional<ForkPoint> fork;  // or begin a new run with what this checkpoint holds
  bool autotune = true;
  bool useKernelCache = true;  // read and extend the choices kept on disk
  // With resume or fork the run goes on with the configuration it was started with (and the switches as they were at the checkpoint), not with what
  // the project file says by now. This JSON Patch (RFC 6902) on that configuration says what to change on purpose; may be empty.
  std::string configurationPatch;
  // Of the first epoch's time, what timing kernels between its steps may take: those that nobody waits for before the first step. The plan
  // that runs when that epoch ends is the run's.
  double timingShare = 0.08;
  // Called on the trainer's thread after each step; the next one begins when it returns, and sees the commands given until then.
  std::function<void(const StepEvent&)> onStep;
  // Called on the trainer's thread wherever a command may find it (command_table.h); what is commanded in it is the next that the trainer sees.
  std::function<void(TrainerStage)> onStage;
  TrialLimits trial = {};  // of what is tried
};

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
  void cancelTrial();        // within 200 ms
  // The run goes on with the switches that were tried last, on the threads that they were tried with, or without. Without also ends a trial
  // that is not over yet.
  void endTrial(bool keep);
  void checkpoint();         // writes the state of the next boundary, also within a pause; a marker "checkpoint" follows
  void capture(int steps);   // a CaptureEvent follows, or a warning where the run ends first
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
