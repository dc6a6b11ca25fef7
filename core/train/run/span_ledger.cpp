#include "core/train/run/span_ledger.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

namespace stepscope {
namespace {

std::string switchesOf(const Project& project) {
  const nlohmann::ordered_json json = nlohmann::ordered_json::parse(toJson(project), nullptr, false);
  const auto found = json.find("switches");
  return found != json.end() ? found->dump() : std::string("{}");
}

}  // namespace

void RunningMedian::add(double value) {
  if (seen_++ % stride_ != 0) return;
  kept_.push_back(static_cast<float>(value));
  if (kept_.size() < kMost) return;
  for (std::size_t i = 0; 2 * i < kept_.size(); ++i) kept_[i] = kept_[2 * i];
  kept_.resize((kept_.size() + 1) / 2);
  stride_ *= 2;
}

double RunningMedian::value() const {
  if (kept_.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::vector<float> sorted = kept_;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  return static_cast<double>(*middle);
}

void SpanLedger::begin(const std::string& cause) {
  std::string causes = cause;
  if (begun_ && spans_.back().steps() == 0) {
    causes = spans_.back().cause + "; " + cause;
    spans_.pop_back();
  }
  RunSpan span;
  span.firstStep = state_.progress.step + 1;
  span.lastStep = state_.progress.step;
  span.cause = std::move(causes);
  span.switches = switchesOf(state_.project);
  span.plannedPeakBytes = state_.program.predictedPeakBytes;
  span.dataWaitSeconds = 0;
  spans_.push_back(std::move(span));
  begun_ = true;
  stepMs_ = {};
  cores_.emplace();
  samplesBefore_ = state_.session.samples;
}

void SpanLedger::endStep(double stepMs, double dataWaitMs) {
  if (!begun_) return;
  RunSpan& span = spans_.back();
  span.lastStep = state_.progress.step;
  span.samples = state_.session.samples - samplesBefore_;
  span.seconds += stepMs * 1e-3;
  span.dataWaitSeconds += dataWaitMs * 1e-3;
  stepMs_.add(stepMs);
}

void SpanLedger::endEpoch(double validationLoss, double validationMetric) {
  if (!begun_) return;
  spans_.back().validated = true;
  spans_.back().validationLoss = validationLoss;
  spans_.back().validationMetric = validationMetric;
}

void SpanLedger::measure() {
  if (!begun_ || spans_.back().steps() == 0) return;
  RunSpan& span = spans_.back();
  span.stepMs = stepMs_.value();
  if (const std::optional<double> others = cores_->others()) span.busyShare = *others;
  span.residentPeakBytes = std::max(span.residentPeakBytes, state_.program.measuredPeakBytes());
}

}  // namespace stepscope
