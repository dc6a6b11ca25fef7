// Decides what to do with commands: the trainer's place and all requests give one decision. A pure function of a plain value, so that ranks that
// exchange the value get the same decision. The effect of each command in each state is in command_table.h.
#pragma once

#include <cstdint>

namespace stepscope {

// The place where a decision is made.
enum class Place : std::uint8_t {
  Step,        // between two steps. Programs, loaders and kernels are exchanged only here
  Batch,       // between the batches of one step (switches.accumulation)
  Validation,  // between the batches of a validation
};

struct Boundary {
  Place place = Place::Step;
  bool paused = false;        // the trainer has stopped and reported it
  bool answerable = false;    // a trial was measured and waits for keep or drop
  bool windowOpen = false;    // steps are captured
  bool windowWanted = false;  // steps will be captured once recording has warmed up
  bool kernelsDue = false;    // it is time to time the kernels that the run began without timing
  bool workersDue = false;    // it is time to compare numbers of loader workers (num_workers = "auto")
  // Requests that are not done yet.
  bool stop = false, pause = false, keep = false, drop = false, turn = false, tryOut = false, save = false, capture = false;
  bool cancelled = false;  // a waiting trial was cancelled
};

enum class Decision : std::uint8_t {
  GoOn,         // go on with the next batch
  Stop,         // the run ends here
  Pause,        // stop here and report it
  Wait,         // wait for the next command
  Resume,       // continue after a pause, or until the end of the step
  Leave,        // break the validation off; it starts again after the change
  Keep,         // keep the switches of the trial
  RefuseKeep,   // there is nothing to keep
  Drop,         // drop the trial
  Turn,         // apply the switches
  Try,          // start a trial of switches
  ForgetTrial,  // forget the cancelled trial
  Save,         // write a checkpoint
  Capture,      // capture the next steps
  TimeKernels,
  AdaptWorkers,  // to what was measured
};

// Every decision except GoOn and Wait removes its own reason, so asking again ends after a finite number of decisions.
Decision decide(const Boundary& boundary);

}  // namespace stepscope
