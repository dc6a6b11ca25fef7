#include "core/exchange/histogram_buckets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace stepscope {
namespace {

constexpr double kMostInBin = static_cast<double>(std::numeric_limits<std::uint32_t>::max());

// The range of the values. If a file's smallest or largest value is not finite, the limits of the non-empty buckets give it. Returns false if there
// is no finite limit either.
bool rangeOf(const EventHistogram& buckets, double& least, double& most) {
  least = buckets.min;
  most = buckets.max;
  if (std::isfinite(least) && std::isfinite(most) && least <= most) return true;
  least = std::numeric_limits<double>::infinity();
  most = -least;
  const auto take = [&](double limit) {
    if (!std::isfinite(limit)) return;
    least = std::min(least, limit);
    most = std::max(most, limit);
  };
  for (std::size_t i = 0; i < buckets.limits.size(); ++i) {
    if (!(buckets.counts[i] > 0)) continue;
    if (i > 0) take(buckets.limits[i - 1]);
    take(buckets.limits[i]);
  }
  return least <= most;
}

}  // namespace

Histogram histogramOf(const EventHistogram& buckets) {
  Histogram out;
  if (!rangeOf(buckets, out.least, out.most)) return {};
  std::array<double, Histogram::kBins> bins{};
  const double width = (out.most - out.least) / Histogram::kBins;
  const auto binOf = [&](double value) {
    return width > 0 && std::isfinite(width) ? static_cast<std::size_t>(std::clamp((value - out.least) / width, 0.0, double{Histogram::kBins - 1}))
                                             : std::size_t{0};
  };
  double left = out.least, total = 0;
  for (std::size_t i = 0; i < buckets.limits.size(); ++i) {
    const double limit = std::isnan(buckets.limits[i]) ? left : buckets.limits[i];
    const double right = std::clamp(limit, out.least, out.most), from = std::clamp(left, out.least, out.most);
    left = std::max(left, limit);
    const double count = buckets.counts[i];
    if (!(count > 0) || !std::isfinite(count)) continue;
    total += count;
    const std::size_t first = binOf(from), last = binOf(right);
    if (first == last || !(right > from)) {
      bins[last] += count;
      continue;
    }
    double given = 0;
    for (std::size_t bin = first; bin < last; ++bin) {
      const double begin = std::max(from, out.least + static_cast<double>(bin) * width);
      const double end = std::min(right, out.least + static_cast<double>(bin + 1) * width);
      const double part = count * std::max(0.0, end - begin) / (right - from);
      bins[bin] += part;
      given += part;
    }
    bins[last] += std::max(0.0, count - given);
  }
  if (!(total > 0)) return {};
  // Counts are integers. The cumulative sums are rounded and not the bins, so that no value is lost or added. Bins without values stay empty, and
  // bins with whole counts do not change.
  std::size_t lastFilled = Histogram::kBins - 1;
  while (lastFilled > 0 && !(bins[lastFilled] > 0)) --lastFilled;
  double sum = 0, before = 0;
  for (std::size_t bin = 0; bin <= lastFilled; ++bin) {
    sum = bin == lastFilled ? total : sum + bins[bin];
    const double rounded = std::max(before, std::round(sum));
    out.bins[bin] = static_cast<std::uint32_t>(std::min(rounded - before, kMostInBin));
    out.count += out.bins[bin];
    before = rounded;
  }
  const double count = buckets.count > 0 ? buckets.count : total;
  out.mean = buckets.sum / count;
  out.deviation = std::sqrt(std::max(0.0, buckets.sumOfSquares / count - out.mean * out.mean));
  return out;
}

EventHistogram bucketsOf(const Histogram& histogram) {
  EventHistogram out;
  const auto finite = static_cast<double>(histogram.count - histogram.notFinite);
  out.min = histogram.least;
  out.max = histogram.most;
  out.count = finite;
  out.sum = histogram.mean * finite;
  out.sumOfSquares = (histogram.deviation * histogram.deviation + histogram.mean * histogram.mean) * finite;
  const double width = (histogram.most - histogram.least) / Histogram::kBins;
  for (std::size_t i = 0; i < Histogram::kBins; ++i) {
    out.limits.push_back(i + 1 == Histogram::kBins ? histogram.most : histogram.least + static_cast<double>(i + 1) * width);
    out.counts.push_back(histogram.bins[i]);
  }
  return out;
}

}  // namespace stepscope
