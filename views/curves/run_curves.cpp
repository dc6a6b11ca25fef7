#include "views/curves/run_curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/models/metrics.h"

namespace stepscope {

const Curve& RunCurves::curve(const std::string& key) const {
  static const Curve none;
  const auto it = series.find(key);
  return it == series.end() ? none : it->second;
}

double DebiasedEma::next(double value) {
  if (!std::isfinite(value)) return value;
  last_ = weight_ * last_ + (1 - weight_) * value;
  bias_ *= weight_;
  return last_ / (1 - bias_);
}

std::optional<Best> bestOf(const Curve& curve, bool larger) {
  std::optional<Best> best;
  const std::vector<double>& values = !curve.thinned() ? curve.value : larger ? curve.high : curve.low;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const double value = values[i];
    if (!std::isfinite(value)) continue;
    if (!best || (larger ? value > best->value : value < best->value)) best = Best{value, curve.step[i]};
  }
  return best;
}

namespace {

// Piecewise linear through (0, 0) and `points` (not empty, ascending), extrapolated with the last slope. (0, 0) belongs to every run: at step 0,
// epoch 0, time and samples are 0.
double interpolate(const std::vector<std::pair<double, double>>& points, double x) {
  const auto after = std::lower_bound(points.begin(), points.end(), x, [](const auto& point, double at) { return point.first < at; });
  const auto right = after == points.end() ? std::prev(after) : after;
  const std::pair<double, double> left = right == points.begin() ? std::pair(0.0, 0.0) : *std::prev(right);
  if (right->first == left.first) return right->second;
  return left.second + (x - left.first) / (right->first - left.first) * (right->second - left.second);
}

}  // namespace

double stepAt(const RunCurves& run, double epoch) {
  if (run.epochEnds.empty()) return epoch * static_cast<double>(std::max<std::int64_t>(run.stepsPerEpoch, 1));
  return interpolate(run.epochEnds, epoch);
}

double epochAt(const RunCurves& run, double step) {
  if (run.epochEnds.empty()) return step / static_cast<double>(std::max<std::int64_t>(run.stepsPerEpoch, 1));
  std::vector<std::pair<double, double>> inverse;
  inverse.reserve(run.epochEnds.size());
  for (const auto& [epoch, at] : run.epochEnds) inverse.emplace_back(at, epoch);
  return interpolate(inverse, step);
}

double valueAt(const Mapping& mapping, double x) {
  return mapping.empty() ? std::nan("") : interpolate(mapping, x);
}

std::optional<Effect> effectAt(const Curve& curve, double step) {
  constexpr std::size_t kMost = 50, kLeast = 10, kWarmUp = 3;
  const auto at = static_cast<std::size_t>(std::upper_bound(curve.step.begin(), curve.step.end(), step) - curve.step.begin());
  struct Side {
    double mean = 0, logMean = 0, logVariance = 0;
    std::size_t n = 0;
  };
  const auto measure = [&curve](std::size_t begin, std::size_t end) {
    Side side;
    double sum = 0, squares = 0, values = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const double value = curve.value[i];
      if (!(value > 0)) continue;
      const double log = std::log(value);
      sum += log, squares += log * log, values += value;
      ++side.n;
    }
    if (side.n < 2) return side;
    const auto n = static_cast<double>(side.n);
    side.mean = values / n;
    side.logMean = sum / n;
    side.logVariance = std::max(0.0, (squares - sum * sum / n) / (n - 1));
    return side;
  };
  const Side before = measure(at > kMost ? at - kMost : 0, at);
  const std::size_t first = std::min(at + kWarmUp, curve.size());
  const Side after = measure(first, std::min(first + kMost, curve.size()));
  if (before.n < kLeast || after.n < kLeast) return {};
  // If the speed drifts on one side of the switch, it could have changed without the switch, so no effect is reported.
  const auto drifts = [&measure](std::size_t begin, std::size_t end) {
    constexpr double kSure = 3, kMatters = 0.03;
    const Side early = measure(begin, begin + (end - begin) / 2), late = measure(begin + (end - begin) / 2, end);
    if (early.n < 2 || late.n < 2) return false;
    const double moved = std::abs(late.logMean - early.logMean);
    return moved > kMatters &&
           moved > kSure * std::sqrt(early.logVariance / static_cast<double>(early.n) + late.logVariance / static_cast<double>(late.n));
  };
  if (drifts(at > kMost ? at - kMost : 0, at) || drifts(first, std::min(first + kMost, curve.size()))) return {};
  const double error = std::sqrt(before.logVariance / static_cast<double>(before.n) + after.logVariance / static_cast<double>(after.n));
  const double log = after.logMean - before.logMean;
  // Approximates the 97.5 % quantile of Student's distribution from the smaller side: 2.2 for 10 samples (exactly 2.26), 2.0 for 50.
  const double least = static_cast<double>(std::min(before.n, after.n));
  const double factor = 1.96 * (1 + 1.1 / (least - 1));
  return Effect{before.mean, after.mean, std::expm1(log), std::expm1(log - factor * error), std::expm1(log + factor * error)};
}

bool coresBusyAround(const RunCurves& run, std::int64_t step) {
  for (std::size_t i = 1; i < run.switchRows.size(); ++i)
    if (run.switchRows[i].step == step) return run.switchRows[i].coresBusy() || run.switchRows[i - 1].coresBusy();
  return false;
}

namespace {

constexpr std::size_t kClockEntries = 512;

// (step, seconds of training) of about kClockEntries points, enough for drawing. Where the time of a point is smaller than before, the clock stops.
Mapping clockOf(const std::vector<Point>& points) {
  Mapping clock;
  const std::size_t stride = std::max<std::size_t>(1, points.size() / kClockEntries);
  for (std::size_t i = 0; i < points.size(); i = i + 1 == points.size() ? i + 1 : std::min(i + stride, points.size() - 1)) {
    const auto step = static_cast<double>(points[i].step);
    if (!std::isfinite(points[i].wall) || (!clock.empty() && step <= clock.back().first)) continue;
    clock.emplace_back(step, clock.empty() ? points[i].wall : std::max(clock.back().second, points[i].wall));
  }
  return clock;
}

// Sorts a curve by steps, which may go back in an import of several files.
void sortBySteps(Curve& curve) {
  if (std::is_sorted(curve.step.begin(), curve.step.end())) return;
  std::vector<std::size_t> order(curve.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return curve.step[a] < curve.step[b]; });
  for (std::vector<double>* column : {&curve.step, &curve.value, &curve.low, &curve.high}) {
    if (column->empty()) continue;
    std::vector<double> sorted;
    for (const std::size_t i : order) sorted.push_back((*column)[i]);
    *column = std::move(sorted);
  }
}

Curve curveOf(const RunReader& reader, RunId run, const SeriesInfo& series, int maxPoints, RunCurves& of) {
  Curve curve;
  if (series.count > maxPoints) {
    for (const Bucket& bucket : reader.overview(run, series.key, maxPoints)) {
      curve.step.push_back(static_cast<double>(bucket.lastStep));
      curve.value.push_back(bucket.last);
      curve.low.push_back(bucket.min);
      curve.high.push_back(bucket.max);
    }
    if (series.notFinite > 0)
      for (const Point& point : reader.notFinite(run, series.key, kMostGaps))
        of.gaps[series.key].push_back({static_cast<double>(point.step), point.value});
    sortBySteps(curve);
    return curve;
  }
  const std::vector<Point> points = reader.points(run, series.key);
  for (const Point& point : points) {
    curve.step.push_back(static_cast<double>(point.step));
    curve.value.push_back(point.value);
    if (!std::isfinite(point.value) && of.gaps[series.key].size() < kMostGaps)
      of.gaps[series.key].push_back({static_cast<double>(point.step), point.value});
  }
  sortBySteps(curve);
  if (Mapping clock = clockOf(points); clock.size() > of.clock.size()) of.clock = std::move(clock);
  return curve;
}

// The training metric of each epoch, from the values of its batches: the mean, or with toMean and ofMean another one (RMSE: the root of the mean
// square).
Curve overEpochs(const std::vector<std::pair<double, double>>& ends, const Curve& batches, const MetricDef& metric) {
  Curve epochs;
  std::size_t at = 0;
  for (const auto& [number, end] : ends) {
    double sum = 0;
    int count = 0;
    for (; at < batches.size() && batches.step[at] <= end; ++at)
      if (const double value = batches.value[at]; std::isfinite(value)) sum += metric.toMean ? metric.toMean(value) : value, ++count;
    const double mean = count > 0 ? sum / count : std::nan("");
    epochs.step.push_back(end);
    epochs.value.push_back(metric.ofMean ? metric.ofMean(mean) : mean);
  }
  return epochs;
}

}  // namespace

RunCurves loadRunCurves(const RunReader& reader, RunId run, int maxPoints, const std::vector<std::string>& keys) {
  RunCurves curves;
  curves.id = run;
  if (const auto info = reader.run(run)) {
    curves.name = info->name;
    curves.task = taskOf(*info);
    curves.createdMs = info->createdMs;
    describeSettings(*info, curves);
  }
  for (const SeriesInfo& series : reader.series(run)) {
    if (!keys.empty() && std::find(keys.begin(), keys.end(), series.key) == keys.end()) continue;
    Curve& curve = curves.series[series.key] = curveOf(reader, run, series, maxPoints, curves);
    if (!curve.empty()) curves.totalSteps = std::max(curves.totalSteps, static_cast<std::int64_t>(curve.step.back()));
  }
  curves.markers = reader.markers(run);
  if (const auto rows = reader.artefact(run, "switches")) curves.switchRows = switchRowsOf(*rows);
  double epoch = 0;
  for (const double step : curves.curve("val_loss").step) curves.epochEnds.emplace_back(++epoch, step);
  for (const MetricDef* def : metricsOf(curves.task))
    if (const Curve& batches = curves.curve(keyOf("train_", def->metric)); !curves.epochEnds.empty() && !batches.empty())
      curves.series[keyOf("epoch_train_", def->metric)] = overEpochs(curves.epochEnds, batches, *def);
  return curves;
}

Mapping loadClock(const RunReader& reader, RunId run) {
  const SeriesInfo* longest = nullptr;
  const std::vector<SeriesInfo> all = reader.series(run);
  for (const SeriesInfo& series : all)
    if (!longest || series.count > longest->count) longest = &series;
  return longest ? clockOf(reader.points(run, longest->key)) : Mapping();
}

std::string tableOf(const std::vector<std::pair<std::string, const Curve*>>& columns, const std::string& stepTitle) {
  std::map<double, std::vector<double>> rows;
  for (std::size_t c = 0; c < columns.size(); ++c)
    for (std::size_t i = 0; i < columns[c].second->size(); ++i) {
      auto& row = rows[columns[c].second->step[i]];
      row.resize(columns.size(), std::nan(""));
      row[c] = columns[c].second->value[i];
    }
  std::string text = stepTitle;
  for (const auto& column : columns) text += "\t" + column.first;
  text += "\n";
  for (const auto& [step, row] : rows) {
    text += fmt::format("{:g}", step);
    for (const double value : row) text += std::isnan(value) ? std::string("\t") : fmt::format("\t{:.6g}", value);
    text += "\n";
  }
  return text;
}

}  // namespace stepscope
