#include "views/curves/overlay.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace stepscope {

namespace {

// Adds a point and returns true, unless its x is not finite or smaller than the last one.
bool push(Line& line, double x, double y) {
  if (!std::isfinite(x) || (!line.x.empty() && x < line.x.back())) return false;
  line.x.push_back(x);
  line.y.push_back(y);
  return true;
}

// The y of a line at x, linear between points; NaN outside the line and beside a gap.
double at(const Line& line, double x) {
  const auto after = std::lower_bound(line.x.begin(), line.x.end(), x);
  if (after == line.x.end()) return std::nan("");
  const auto i = static_cast<std::size_t>(after - line.x.begin());
  if (line.x[i] == x) return line.y[i];
  if (i == 0) return std::nan("");
  return line.y[i - 1] + (x - line.x[i - 1]) / (line.x[i] - line.x[i - 1]) * (line.y[i] - line.y[i - 1]);
}

double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto i = static_cast<std::size_t>(place);
  if (i + 1 >= sorted.size()) return sorted.back();
  return sorted[i] + (place - static_cast<double>(i)) * (sorted[i + 1] - sorted[i]);
}

}  // namespace

Line lineOf(const RunCurves& run, const Curve& curve, XAxis axis, double weight, double scale) {
  Line line;
  line.x.reserve(curve.size());
  line.y.reserve(curve.size());
  DebiasedEma ema(weight);
  const bool band = curve.thinned() && weight == 0;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const double value = curve.value[i] * scale;
    if (!push(line, positionOf(run, axis, curve.step[i]), weight > 0 ? ema.next(value) : value) || !band) continue;
    line.low.push_back(curve.low[i] * scale);
    line.high.push_back(curve.high[i] * scale);
  }
  return line;
}

Line detailOf(const RunCurves& run, const std::vector<Point>& points, XAxis axis, double weight, double scale, double firstStep, double lastStep,
              std::size_t most) {
  DebiasedEma ema(weight);
  std::vector<std::pair<double, double>> seen;  // step, value
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double step = static_cast<double>(points[i].step), raw = points[i].value * scale;
    const double value = weight > 0 ? ema.next(raw) : raw;
    // Takes one more point on either side, so that the line continues to the edges of the picture.
    const bool next = i + 1 >= points.size() || static_cast<double>(points[i + 1].step) >= firstStep;
    if (step < firstStep && !next) continue;
    seen.emplace_back(step, value);
    if (step > lastStep) break;
  }
  Line line;
  const std::size_t width = std::max<std::size_t>(1, (seen.size() + most - 1) / std::max<std::size_t>(1, most));
  for (std::size_t i = 0; i < seen.size(); i += width) {
    const std::size_t end = std::min(seen.size(), i + width);
    double low = std::nan(""), high = low;
    for (std::size_t k = i; k < end; ++k) {
      if (!std::isfinite(seen[k].second)) continue;
      low = std::fmin(low, seen[k].second);
      high = std::fmax(high, seen[k].second);
    }
    if (!push(line, positionOf(run, axis, seen[end - 1].first), seen[end - 1].second) || width == 1) continue;
    line.low.push_back(low);
    line.high.push_back(high);
  }
  return line;
}

std::vector<std::vector<std::size_t>> groupsOf(const std::vector<const RunCurves*>& runs, Grouping by) {
  std::vector<std::vector<std::size_t>> groups;
  std::map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string& key = by == Grouping::Group ? runs[i]->group : runs[i]->settings;
    if (by == Grouping::None || key.empty()) {
      groups.push_back({i});
      continue;
    }
    const auto [found, isNew] = known.try_emplace(key, groups.size());
    if (isNew) groups.emplace_back();
    groups[found->second].push_back(i);
  }
  return groups;
}

Line meanOf(const std::vector<Line>& lines, Band band) {
  std::vector<double> places;
  for (const Line& line : lines) places.insert(places.end(), line.x.begin(), line.x.end());
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  Line mean;
  for (const double x : places) {
    double sum = 0, low = std::nan(""), high = low;
    std::vector<double> values;
    for (const Line& line : lines)
      if (const double y = at(line, x); std::isfinite(y)) {
        values.push_back(y);
        sum += y;
        low = std::fmin(low, y);
        high = std::fmax(high, y);
      }
    if (values.empty()) continue;
    const auto n = static_cast<double>(values.size());
    const double centre = sum / n;
    if (band == Band::Deviation || band == Band::Error) {
      double squares = 0;
      for (const double value : values) squares += (value - centre) * (value - centre);
      double spread = values.size() > 1 ? std::sqrt(squares / (n - 1)) : 0;
      if (band == Band::Error) spread /= std::sqrt(n);
      low = centre - spread;
      high = centre + spread;
    }
    mean.x.push_back(x);
    mean.y.push_back(centre);
    if (band == Band::None) continue;
    mean.low.push_back(low);
    mean.high.push_back(high);
  }
  return mean;
}

Limits limitsOf(std::vector<double> values, bool robust) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  if (values.empty()) return {std::nan(""), std::nan("")};
  std::sort(values.begin(), values.end());
  Limits limits{values.front(), values.back()};
  constexpr std::size_t kFew = 4;
  constexpr double kFences = 3, kFar = 4;
  if (!robust || values.size() <= kFew) return limits;
  const double lower = quantile(values, 0.25), upper = quantile(values, 0.75), spread = upper - lower;
  const double fenceLow = std::max(limits.low, lower - kFences * spread), fenceHigh = std::min(limits.high, upper + kFences * spread);
  const double height = fenceHigh - fenceLow;
  if (!(height > 0)) return limits;
  const double least = fenceLow - (kFar - 1) * height, most = fenceHigh + (kFar - 1) * height;
  const auto first = std::lower_bound(values.begin(), values.end(), least), last = std::upper_bound(values.begin(), values.end(), most);
  limits.below = static_cast<std::size_t>(first - values.begin());
  limits.above = static_cast<std::size_t>(values.end() - last);
  if ((limits.below + limits.above) * 10 > values.size()) return {values.front(), values.back()};  // so many values are no outliers
  // On a side where values are left out, the limit is the farthest of the others.
  if (limits.below > 0) limits.low = *first;
  if (limits.above > 0) limits.high = *std::prev(last);
  return limits;
}

}  // namespace stepscope
