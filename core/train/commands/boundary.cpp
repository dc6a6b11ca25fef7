#include "core/train/commands/boundary.h"

namespace stepscope {

Decision decide(const Boundary& b) {
  if (b.stop) return Decision::Stop;
  // Commands that change no program are done at any place.
  if (b.drop) return Decision::Drop;
  if (b.keep && !b.answerable) return Decision::RefuseKeep;
  if (b.cancelled) return Decision::ForgetTrial;
  // A trial during a pause does not wait for the end of the pause: the trainer runs on to the next place where programs may change.
  const bool needsStep = b.keep || b.tryOut;
  const bool toTheStep = b.place == Place::Batch && needsStep;
  if (b.pause && !b.paused && !toTheStep) return Decision::Pause;
  if (b.pause && b.paused && needsStep && b.place == Place::Validation) return Decision::Leave;
  if (b.paused && (!b.pause || toTheStep)) return Decision::Resume;
  if (b.save) return Decision::Save;
  if (b.place == Place::Step) {
    if (b.keep) return Decision::Keep;
    // A trial does not cut a capture short. During a pause the capture does not advance.
    const bool tries = b.tryOut && (b.pause || !b.windowOpen);
    // Switches turned during a pause are applied together when it ends, or before a trial that is compared with them.
    if (b.turn && (!b.pause || tries)) return Decision::Turn;
    if (tries) return Decision::Try;
  }
  if (b.paused) return Decision::Wait;
  if (b.place != Place::Step) return Decision::GoOn;
  if (b.capture && !b.windowOpen && !b.windowWanted) return Decision::Capture;
  if (b.kernelsDue) return Decision::TimeKernels;
  return b.workersDue && !b.windowOpen ? Decision::AdaptWorkers : Decision::GoOn;
}

}  // namespace stepscope
