// Options of a training besides its project.
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

// A checkpoint of another run: "last", "best", or a name from listCheckpoints (core/train/checkpoint/checkpoint_list.h).
struct ForkPoint {
  RunId run = 0;
  std::string checkpoint = "last";
};

struct TrainerOptions {
  std::string device = "cpu";
  std::optional<RunId> resume;    // continue this run from its `last` checkpoint
  std::optional<ForkPoint> fork;  // or start a new run from this checkpoint
  bool autotune = true;
  bool useKernelCache = true;  // read and extend the choices stored on disk
  // With resume or fork the run uses the configuration it was started with (and the switches at the checkpoint), not the present project file. This
  // JSON Patch (RFC 6902) on that configuration holds the user's changes; may be empty.
  std::string configurationPatch;
  // The part of the first epoch's time that may be used for timing kernels between steps: those that were not timed before the first step. The run
  // keeps the plan in use when that epoch ends.
  double timingShare = 0.08;
  // Called on the trainer's thread after each step; the next step begins when it returns, and sees the commands given until then.
  std::function<void(const StepEvent&)> onStep;
  // Called on the trainer's thread at every place where it accepts commands (command_table.h); it sees a command given inside next.
  std::function<void(TrainerStage)> onStage;
  // Returns the findings in a captured window, which are kept with the run (profiler/advisor/kept_facts.h); null: nothing is kept.
  std::function<std::string(const CapturedWindow&)> findings;
  TrialLimits trial = {};  // limits of trials of switches
};

}  // namespace stepscope
