#include "views/session/run_progress.h"
#include "views/common/units.h"

#include <algorithm>
#include <vector>

namespace stepscope {

namespace {
constexpr std::size_t kWindow = 50;
}  // namespace

void RunProgress::begin(const StartEvent& start) {
  *this = {};
  epochs_ = start.epochs;
  stepsPerEpoch_ = start.stepsPerEpoch;
  totalSteps_ = start.totalSteps;
  step_ = start.firstStep;
  if (stepsPerEpoch_ > 0) {
    stepInEpoch_ = step_ % stepsPerEpoch_;
    epoch_ = std::min(step_ / stepsPerEpoch_ + 1, epochs_);
  }
}

void RunProgress::add(const StepEvent& step) {
  step_ = step.step;
  epoch_ = step.epoch + 1;
  stepInEpoch_ = step.stepInEpoch;
  stepsPerEpoch_ = step.stepsPerEpoch;
  totalSteps_ = step.totalSteps;
  recent_.push_back({step.of("step_ms"), step.of("data_wait_ms")});
  samplesPerSecond_ = step.of("samples_per_second");
  if (recent_.size() > kWindow) recent_.pop_front();
}

double RunProgress::fraction() const {
  return totalSteps_ <= 0 ? 0 : std::clamp(static_cast<double>(step_) / static_cast<double>(totalSteps_), 0.0, 1.0);
}

double RunProgress::medianStepMs() const {
  if (recent_.empty()) return kNaN;
  std::vector<double> times;
  for (const Recent& r : recent_) times.push_back(r.stepMs);
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

double RunProgress::dataWaitShare() const {
  double wait = 0, ms = 0;
  for (const Recent& r : recent_) wait += r.dataWaitMs, ms += r.stepMs;
  return ms > 0 ? wait / ms : kNaN;
}

double RunProgress::secondsLeft() const {
  if (recent_.empty()) return kNaN;
  double ms = 0;
  for (const Recent& r : recent_) ms += r.stepMs;
  return ms / static_cast<double>(recent_.size()) * static_cast<double>(std::max<std::int64_t>(totalSteps_ - step_, 0)) / 1000;
}

}  // namespace stepscope
