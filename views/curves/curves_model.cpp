#include "views/curves/curves_model.h"

#include "core/models/metrics.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>

namespace stepscope {

namespace {

std::int64_t nowMs() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

// Appends a point. `measured`: false if a value that is not finite means that the value is missing; then it is not noted as a gap.
void append(RunCurves& run, const std::string& series, std::int64_t step, double value, bool measured = true) {
  Curve& curve = run.series[series];
  curve.step.push_back(static_cast<double>(step));
  curve.value.push_back(value);
  if (std::isfinite(value) || !measured) return;
  std::vector<Gap>& gaps = run.gaps[series];
  if (gaps.size() < kMostGaps) gaps.push_back({static_cast<double>(step), value});
}

}  // namespace

void CurvesModel::begin(const StartEvent& start) {
  live_ = std::make_shared<RunCurves>();
  live_->id = start.run;
  live_->name = start.runName;
  live_->task = start.task;
  live_->stepsPerEpoch = start.stepsPerEpoch;
  live_->totalSteps = start.totalSteps;
  live_->schedule = start.learningRates;
  live_->createdMs = nowMs();
  samplesPerEpoch_ = start.trainSamples;
  epochs_ = start.epochs;
  showLive();
}

void CurvesModel::addSteps(const std::vector<StepEvent>& steps) {
  if (!live_ || steps.empty()) return;
  for (const StepEvent& step : steps) {
    for (const auto& [series, value] : step.figures.entries) append(*live_, series, step.step, value);
    const auto at = static_cast<double>(step.step);
    live_->clock.emplace_back(at, step.wall);
    const double more = step.stepsPerEpoch > 0 ? static_cast<double>(samplesPerEpoch_) / static_cast<double>(step.stepsPerEpoch) : 0;
    if (more > 0) live_->samples.emplace_back(at, (live_->samples.empty() ? more * (at - 1) : live_->samples.back().second) + more);
  }
  const StepEvent& last = steps.back();
  live_->totalSteps = last.totalSteps;
  if (epochs_ > 0 && last.stepsPerEpoch > 0)
    live_->done = (static_cast<double>(last.epoch) + static_cast<double>(last.stepInEpoch) / static_cast<double>(last.stepsPerEpoch)) /
                  static_cast<double>(epochs_);
  if (liveShown()) Q_EMIT appended();
}

void CurvesModel::addEpoch(const EpochEvent& epoch) {
  if (!live_) return;
  for (const auto& [series, value] : epoch.figures.entries) {
    if (series.starts_with("val_")) append(*live_, series, epoch.step, value, epoch.validated());
    else if (findMetric(series)) append(*live_, "epoch_" + series, epoch.step, value, false);
  }
  live_->epochEnds.emplace_back(static_cast<double>(epoch.epoch), static_cast<double>(epoch.step));
  if (liveShown()) Q_EMIT appended();
}

void CurvesModel::addMarker(const Marker& marker) {
  if (!live_) return;
  live_->markers.push_back(marker);
  if (liveShown()) Q_EMIT appended();
}

void CurvesModel::setSwitchRows(const std::vector<SwitchRow>& rows) {
  if (!live_) return;
  live_->switchRows = rows;
  if (liveShown()) Q_EMIT appended();
}

void CurvesModel::addHistory(const RunCurves& history) {
  if (!live_ || live_->id != history.id) return;
  live_->createdMs = history.createdMs > 0 ? history.createdMs : live_->createdMs;
  live_->group = history.group;
  live_->settings = history.settings;
  const auto prepend = [](Mapping& live, const Mapping& past) {
    const double first = live.empty() ? 1e300 : live.front().first;
    Mapping before;
    for (const auto& entry : past)
      if (entry.first < first) before.push_back(entry);
    live.insert(live.begin(), before.begin(), before.end());
  };
  prepend(live_->clock, history.clock);
  for (const auto& [key, past] : history.series) {
    Curve& curve = live_->series[key];
    const double first = curve.empty() ? 1e300 : curve.step.front();
    const auto keep = static_cast<std::size_t>(std::lower_bound(past.step.begin(), past.step.end(), first) - past.step.begin());
    curve.step.insert(curve.step.begin(), past.step.begin(), past.step.begin() + static_cast<std::ptrdiff_t>(keep));
    curve.value.insert(curve.value.begin(), past.value.begin(), past.value.begin() + static_cast<std::ptrdiff_t>(keep));
    std::vector<Gap> gaps;
    if (const auto before = history.gaps.find(key); before != history.gaps.end())
      std::copy_if(before->second.begin(), before->second.end(), std::back_inserter(gaps), [first](const Gap& gap) { return gap.step < first; });
    if (gaps.empty()) continue;
    std::vector<Gap>& all = live_->gaps[key];
    all.insert(all.begin(), gaps.begin(), gaps.end());
  }
  std::vector<Marker> markers;
  for (const Marker& marker : history.markers)
    if (std::none_of(live_->markers.begin(), live_->markers.end(), [&](const Marker& m) { return m.step == marker.step && m.label == marker.label; }))
      markers.push_back(marker);
  live_->markers.insert(live_->markers.begin(), markers.begin(), markers.end());
  const double firstEnd = live_->epochEnds.empty() ? 1e300 : live_->epochEnds.front().second;
  std::vector<std::pair<double, double>> ends;
  for (const auto& end : history.epochEnds)
    if (end.second < firstEnd) ends.push_back(end);
  live_->epochEnds.insert(live_->epochEnds.begin(), ends.begin(), ends.end());
  if (liveShown()) Q_EMIT reset();
}

void CurvesModel::take(std::vector<std::shared_ptr<RunCurves>> runs) {
  for (auto& run : runs)
    if (live_ && run->id == live_->id) run = live_;
  shown_ = std::move(runs);
}

void CurvesModel::show(std::vector<std::shared_ptr<RunCurves>> runs) {
  take(std::move(runs));
  Q_EMIT reset();
}

void CurvesModel::showAgain(std::vector<std::shared_ptr<RunCurves>> runs) {
  if (!std::equal(runs.begin(), runs.end(), shown_.begin(), shown_.end(), [](const auto& a, const auto& b) { return a->id == b->id; })) return;
  take(std::move(runs));
  Q_EMIT reloaded();
}

void CurvesModel::showLive() {
  shown_.clear();
  if (live_) shown_.push_back(live_);
  Q_EMIT reset();
}

void CurvesModel::clear() {
  live_.reset();
  shown_.clear();
  Q_EMIT reset();
}

bool CurvesModel::liveShown() const {
  return std::find(shown_.begin(), shown_.end(), live_) != shown_.end();
}

}  // namespace stepscope
