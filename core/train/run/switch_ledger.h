// Records changes of switches and their effect: a row for the switches of the start and one for every change, with memory and step time as predicted
// before and as measured after.
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

// The prediction for a step before its full compilation, and so before its kernels were timed.
struct Foretold {
  std::int64_t peakBytes = 0;
  double stepMs = 0, estimatedShare = 1;  // as in SwitchRow
};

class SwitchLedger {
 public:
  explicit SwitchLedger(TrainState& state) : state_(state) {}

  // The rows of the resumed run.
  void restore(std::vector<SwitchRow> rows) { rows_ = std::move(rows); }
  // The prediction for the program of the next row. Without it the prediction is computed from the compiled program.
  void foretell(const Foretold& said) { foretold_ = said; }
  // Begins a row: from now on the state's program runs with the state's switches.
  void begin(std::string change);
  // Call it before the measured program is deleted.
  void forgetProgram() { nodeTimes_.reset(); }
  // From now on `watch` observes the steps.
  void watchBy(StepWatch& watch) const {
    if (nodeTimes_) watch.time(nodeTimes_.get());
  }
  // Adds time in which the program ran, in the current step.
  void ran(std::int64_t ns) { runNs_ += ns; }
  // After every step. The first steps run with cold memory; those after them are timed, node by node if the device allows it, and the time in the row
  // is their median. True if the last row has changed.
  bool endStep(StepWatch& watch);
  const std::vector<SwitchRow>& rows() const { return rows_; }

 private:
  void keepKernelTimes() const;

  TrainState& state_;
  std::vector<SwitchRow> rows_;
  std::optional<Foretold> foretold_;
  std::unique_ptr<NodeTimes> nodeTimes_;        // times of the nodes in the first steps of a program
  std::optional<Disturbance> stepDisturbance_;  // since the start of the first measured step
  std::vector<double> stepMs_;                  // times of the steps measured for the last row
  int steps_ = 0;                               // number of steps since the last row began
  std::int64_t runNs_ = 0;                      // time that the program ran in the current step
};

}  // namespace stepscope
