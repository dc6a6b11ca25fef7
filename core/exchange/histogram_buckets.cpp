#include "core/exchange/histogram_buckets.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stepscope {
namespace {

template <class Number>
Number wholeIn(double value) {
  constexpr double most = static_cast<double>(std::numeric_limits<Number>::max());
  return value >= most ? std::numeric_limits<Number>::max() : value > 0 ? static_cast<Number>(std::llround(value)) : Number{0};
}

}  // namespace

Histogram histogramOf(const EventHistogram& buckets) {
  Histogram out;
  if (!std::isfinite(buckets.min) || !std::isfinite(buckets.max) || buckets.max < buckets.min || !(buckets.count > 0)) return out;
  out.least = buckets.min;
  out.most = buckets.max;
  out.count = wholeIn<std::int64_t>(buckets.count);
  out.mean = buckets.sum / buckets.count;
  out.deviation = std::sqrt(std::max(0.0, buckets.sumOfSquares / buckets.count - out.mean * out.mean));
  const double width = (out.most - out.least) / Histogram::kBins;
  std::array<double, Histogram::kBins> bins{};
  const auto binOf = [&](double value) {
    return width > 0 ? static_cast<std::size_t>(std::clamp((value - out.least) / width, 0.0, double{Histogram::kBins - 1})) : std::size_t{0};
  };
  double left = out.least;
  for (std::size_t i = 0; i < buckets.limits.size(); ++i) {
    const double right = std::min(buckets.limits[i], out.most), from = std::clamp(left, out.least, out.most);
    left = std::max(left, buckets.limits[i]);
    const double count = buckets.counts[i];
    if (!(count > 0)) continue;
    const std::size_t first = binOf(from), last = binOf(right);
    if (first == last || !(right > from)) {
      bins[first] += count;
      continue;
    }
    for (std::size_t bin = first; bin <= last; ++bin) {
      const double begin = std::max(from, out.least + static_cast<double>(bin) * width);
      const double end = bin == last ? right : std::min(right, out.least + static_cast<double>(bin + 1) * width);
      bins[bin] += count * std::max(0.0, end - begin) / (right - from);
    }
  }
  std::transform(bins.begin(), bins.end(), out.bins.begin(), [](double count) { return wholeIn<std::uint32_t>(count); });
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
