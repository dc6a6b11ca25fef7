#include "core/train/commands/boundary.h"

namespace stepscope {

Decision decide(const Boundary& b) {
  if (b.stop) return Decision::Stop;
  // What changes no program is done wherever the trainer stands.
  if (b.drop) return Decision::Drop;
  if (b.keep && !b.answerable) return Decision::RefuseKeep;
  if (b.cancelled) return Decision::ForgetTrial;
  // Who tries something in a pause does not wait for its end: the trainer goes to the next place where programs may change.
  const bool needsStep = b.keep || b.tryOut;
  const bool toTheStep = b.place == Place::Batch && needsStep;
  if (b.pause && !b.paused && !toTheStep) return Decision::Pause;
  if (b.pause && b.paused && needsStep && b.place == Place::Validation) return Decision::Leave;
  if (b.paused && (!b.pause || toTheStep)) return Decision::Resume;
  if (b.save) return Decision::Save;
  if (b.place == Place::Step) {
    if (b.keep) return Decision::Keep;
    // A window that is captured is not cut short by a trial. In a pause nothing more comes into it.
    const bool tries = b.tryOut && (b.pause || !b.windowOpen);
    // Switches that are turned in a pause are turned together when it ends, or before what is measured against them.
    if (b.turn && (!b.pause || tries)) return Decision::Turn;
    if (tries) return Decision::Try;
  }
  if (b.paused) return Decision::Wait;
  if (b.place != Place::Step) return Decision::GoOn;
  if (b.capture && !b.windowOpen && !b.windowWanted) return Decision::Capture;
  return b.kernelsDue ? Decision::TimeKernels : Decision::GoOn;
}

}  // namespace stepscope
