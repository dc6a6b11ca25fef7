// The numbers of the status bar, computed from step events. Pure.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>

#include "core/train/run/events.h"

namespace stepscope {

class RunProgress {
 public:
  void begin(const StartEvent& start);
  void add(const StepEvent& step);

  std::int64_t epoch() const { return epoch_; }  // from 1
  std::int64_t epochs() const { return epochs_; }
  std::int64_t step() const { return step_; }                // of the run, from 1
  std::int64_t stepInEpoch() const { return stepInEpoch_; }  // from 1
  std::int64_t stepsPerEpoch() const { return stepsPerEpoch_; }
  std::int64_t totalSteps() const { return totalSteps_; }
  double fraction() const;                                       // done, in [0, 1]
  double medianStepMs() const;                                   // of the last 50 steps; NaN before the first
  double samplesPerSecond() const { return samplesPerSecond_; }  // NaN before the first step
  double dataWaitShare() const;                                  // of the last 50 steps' time; NaN before the first
  double secondsLeft() const;                                    // from the mean time of the last 50 steps; NaN before the first

 private:
  struct Recent {
    double stepMs, dataWaitMs;
  };
  std::deque<Recent> recent_;
  double samplesPerSecond_ = std::numeric_limits<double>::quiet_NaN();
  std::int64_t epoch_ = 0, epochs_ = 0, step_ = 0, stepInEpoch_ = 0, stepsPerEpoch_ = 0, totalSteps_ = 0;
};

}  // namespace stepscope
