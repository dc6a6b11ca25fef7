// Measures a run from one change of its switches to the next, over all steps. The results are the spans kept in the run's row
// (core/store/run_span.h). SwitchLedger, in contrast, compares predictions with the first steps after a change.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/core_use.h"
#include "core/store/run_span.h"
#include "core/train/run/train_state.h"

namespace stepscope {

// The median of many numbers in bounded memory: all of them up to kMost, then every second, every fourth, ...
class RunningMedian {
 public:
  void add(double value);
  double value() const;  // NaN: none yet

 private:
  static constexpr std::size_t kMost = std::size_t{1} << 15;
  std::vector<float> kept_;
  std::uint64_t seen_ = 0, stride_ = 1;
};

class SpanLedger {
 public:
  explicit SpanLedger(TrainState& state) : state_(state) {}

  // The spans of the resumed run, up to its checkpoint.
  void restore(std::vector<RunSpan> spans) { spans_ = std::move(spans); }
  // Begins a span with the next step, for the program and the switches of the state. A span without steps is replaced.
  void begin(const std::string& cause);
  // After every step: its time, and the part of it that waited for data.
  void endStep(double stepMs, double dataWaitMs);
  void endEpoch(double validationLoss, double validationMetric);
  // Measures the current span while its program still exists.
  void measure();
  const std::vector<RunSpan>& spans() const { return spans_; }

 private:
  TrainState& state_;
  std::vector<RunSpan> spans_;
  bool begun_ = false;
  RunningMedian stepMs_;
  std::optional<CoreUse> cores_;
  std::int64_t samplesBefore_ = 0;  // samples of the session when the span began
};

}  // namespace stepscope
