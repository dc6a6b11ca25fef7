// Ends a run of a program early: after the current op, or before its updates if gradients are only accumulated.
#pragma once

#include <atomic>

#include "core/backend/backend.h"
#include "core/train/steps/accumulation.h"

namespace stepscope {

class StepBreaker : public StepObserver {
 public:
  StepBreaker(Program& program, const std::atomic<bool>* cancel)
      : program_(program), cancel_(cancel), lastGathering_(lastBeforeUpdates(program.graph())) {
    if (cancel_ || lastGathering_ != kNone) program_.observe(this);
  }
  ~StepBreaker() override {
    if (cancel_ || lastGathering_ != kNone) program_.observe(nullptr);
  }
  StepBreaker(const StepBreaker&) = delete;
  StepBreaker& operator=(const StepBreaker&) = delete;
  void begin(bool updates) { updates_ = updates; }
  bool after(NodeId node) override { return !(cancel_ && *cancel_) && (updates_ || node != lastGathering_); }

 private:
  Program& program_;
  const std::atomic<bool>* cancel_;
  NodeId lastGathering_;
  bool updates_ = true;
};

}  // namespace stepscope
