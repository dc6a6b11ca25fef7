// How a run is to be trained, beside its project.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/store/run_store.h"
#include "core/train/commands/command_table.h"
#include "core/train/run/events.h"
#include "core/train/trial/trial_plan.h"

namespace stepscope {

struct CapturedWindow;  // core/train/capture/capture_keeper.h

// A checkpoint of another run: "last", "best", or a name that listCheckpoints (core/train/checkpoint/checkpoint_list.h) told.
struct ForkPoint {
  RunId run = 0;
  std::string checkpoint = "last";
};

struct TrainerOptions {
  std::string device = "cpu";
  std::optional<RunId> resume;    // continue this run from its `last` checkpoint
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
  // What is found in a captured window, which is kept with the run (profiler/advisor/kept_facts.h); null: nothing is kept.
  std::function<std::string(const CapturedWindow&)> findings;
  TrialLimits trial = {};  // of what is tried
};

}  // namespace stepscope
