// What was turned when, and what came of it: a row for the switches that a run begins with and one for every change, with memory and time
// of a step as predicted before and as measured after.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/backend/node_times.h"
#include "core/base/core_use.h"
#include "core/train/run/train_state.h"
#include "core/train/switches/switch_rows.h"
#include "core/train/watch/step_watch.h"

namespace stepscope {

// What was said of a step before it was compiled for good, and so before its kernels were timed.
struct Foretold {
  std::int64_t peakBytes = 0;
  double stepMs = 0, estimatedShare = 1;  // as in SwitchRow
};

class SwitchLedger {
 public:
  explicit SwitchLedger(TrainState& state) : state_(state) {}

  // The rows of the run that is resumed.
  void restore(std::vector<SwitchRow> rows) { rows_ = std::move(rows); }
  // Of the program that the next row is of; without it the compiled program itself is asked.
  void foretell(const Foretold& said) { foretold_ = said; }
  // From now on the state's program runs with the state's switches.
  void begin(std::string change);
  // The program that is measured goes.
  void forgetProgram() { nodeTimes_.reset(); }
  // Steps are watched by another object from now on.
  void watchBy(StepWatch& watch) const {
    if (nodeTimes_) watch.time(nodeTimes_.get());
  }
  // The program ran for so long, in the step that is not over yet.
  void ran(std::int64_t ns) { runNs_ += ns; }
  // After every step. The first steps find cold memory; those after them are timed, node by node where the device allows it, and the row's
  // figure is their median. True when the last row has news.
  bool endStep(StepWatch& watch);
  const std::vector<SwitchRow>& rows() const { return rows_; }

 private:
  void keepKernelTimes() const;

  TrainState& state_;
  std::vector<SwitchRow> rows_;
  std::optional<Foretold> foretold_;
  std::unique_ptr<NodeTimes> nodeTimes_;        // of the first steps of a program
  std::optional<Disturbance> stepDisturbance_;  // since the first step that is measured began
  std::vector<double> stepMs_;                  // of the steps measured for the last row
  int steps_ = 0;                               // since it began
  std::int64_t runNs_ = 0;                      // of the program in the running step
};

}  // namespace stepscope
