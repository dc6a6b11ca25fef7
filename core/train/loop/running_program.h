// The program that a run trains with: observed step by step, and replaced between two steps if switches change or faster kernels are found.
#pragma once

#include <cstdint>
#include <memory>

#include "core/train/run/resume_point.h"
#include "core/train/run/run_recorder.h"
#include "core/train/run/switch_ledger.h"
#include "core/train/run/train_state.h"
#include "core/train/watch/step_watch.h"

namespace stepscope {

class RunningProgram {
 public:
  RunningProgram(TrainState& state, RunRecorder& recorder, SwitchLedger& ledger, ResumePoint& resume)
      : state_(state), recorder_(recorder), ledger_(ledger), resume_(resume) {}

  // The watch of the training program; null between unwatch() and watch(), while other observers are set.
  StepWatch* steps() { return watch_.get(); }
  void watch();
  void unwatch() { watch_.reset(); }
  void endWindow();  // ends the window of captured steps before it would get a gap

  // Applies switches, after a trial with the `choices` and `threads` that were tried. Returns false if that is not possible: then it is reported, and
  // nothing has changed.
  bool applySwitches(const Switches& next, const KernelChoices* choices = nullptr, int threads = 0);

  // Kernels that the run began without timing are timed between the steps of the first epoch, a second or more at once; the choice at the end of that
  // epoch is kept by the run and its checkpoints. Returns whether it is time to do so.
  bool kernelsDue() const;
  void timeKernels();

 private:
  void replace(StepProgram program);
  void warnOfSharedCores(const Switches& before);

  TrainState& state_;
  RunRecorder& recorder_;
  SwitchLedger& ledger_;
  ResumePoint& resume_;
  std::unique_ptr<StepWatch> watch_;
  std::int64_t timingNs_ = 0;  // time spent on timing kernels between steps
  bool kernelsFixed_ = false;  // nothing more is timed in this run
};

}  // namespace stepscope
