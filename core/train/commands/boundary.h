// What becomes of commands: where the trainer stands and all that was asked for turn into one decision. A pure function of a plain value,
// so that ranks which exchange the value come to the same decision. What each command comes to in each state is told in command_table.h.
#pragma once

#include <cstdint>

namespace stepscope {

// Where a decision is made.
enum class Place : std::uint8_t {
  Step,        // between two steps. Programs, loaders and kernels are exchanged here and nowhere else
  Batch,       // between the batches of one step (switches.accumulation)
  Validation,  // between the batches of a validation
};

struct Boundary {
  Place place = Place::Step;
  bool paused = false;        // the trainer stands still, and has said so
  bool answerable = false;    // a trial was measured and waits to be kept or dropped
  bool windowOpen = false;    // steps are captured
  bool windowWanted = false;  // or will be, as soon as recording is warm
  bool kernelsDue = false;    // the time has come to time those that the run began without
  // Asked for and not done yet.
  bool stop = false, pause = false, keep = false, drop = false, turn = false, tryOut = false, save = false, capture = false;
  bool cancelled = false;  // a trial that waited is not wanted any more
};

enum class Decision : std::uint8_t {
  GoOn,         // with the next batch
  Stop,         // the run ends here
  Pause,        // stand still, and say so
  Wait,         // for the next command
  Resume,       // go on after a pause, or to the end of the step within it
  Leave,        // break the validation off: it begins anew after what programs change for
  Keep,         // the switches that were tried
  RefuseKeep,   // nothing is there that could be kept
  Drop,         // what was tried
  Turn,         // switches
  Try,          // switches
  ForgetTrial,  // the one that is cancelled
  Save,         // a checkpoint
  Capture,      // the next steps
  TimeKernels,
};

// Every decision but GoOn and Wait takes away what it was made for, so that asking again comes to an end.
Decision decide(const Boundary& boundary);

}  // namespace stepscope
