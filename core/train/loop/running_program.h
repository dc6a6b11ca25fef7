// The program that a run trains with: watched step by step, and exchanged between two steps when switches are turned or faster kernels found.
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

  // The watch of the training program; null from unwatch() to watch(), while others observe its steps.
  StepWatch* steps() { return watch_.get(); }
  void watch();
  void unwatch() { watch_.reset(); }
  void endWindow();  // of steps that are captured, before what would leave a gap in it

  // With other choices of kernels, or on other threads, where they were tried with those. False: refused, told, and all is as before.
  bool applySwitches(const Switches& next, const KernelChoices* choices = nullptr, int threads = 0);

  // Kernels that the run began without timing are timed between the steps of the first epoch, a second or more at once; what is chosen when
  // that epoch ends is the run's, as its checkpoints keep it. Whether their time has come.
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
  std::int64_t timingNs_ = 0;  // that timing kernels between the steps took
  bool kernelsFixed_ = false;  // nothing more is timed in this run
};

}  // namespace stepscope
