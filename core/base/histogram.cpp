#include "core/base/histogram.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stepscope {

Histogram histogramOf(std::span<const float> values, std::int64_t padding) {
  Histogram h;
  h.count = static_cast<std::int64_t>(values.size()) - padding;
  float least = std::numeric_limits<float>::infinity(), most = -least;
  double sum = 0, squares = 0;
  std::int64_t zeros = 0, finite = 0;
  for (const float x : values) {
    if (!std::isfinite(x)) continue;
    ++finite;
    zeros += x == 0 ? 1 : 0;
    least = std::min(least, x);
    most = std::max(most, x);
    sum += static_cast<double>(x);
    squares += static_cast<double>(x) * static_cast<double>(x);
  }
  h.notFinite = static_cast<std::int64_t>(values.size()) - finite;
  finite -= padding;
  h.zeros = zeros - padding;
  if (finite <= 0) return h;
  // The padding zeros may be outside the range of the values.
  if (padding > 0 && h.zeros == 0) {
    least = std::numeric_limits<float>::infinity();
    most = -least;
    for (const float x : values) {
      if (x == 0 || !std::isfinite(x)) continue;
      least = std::min(least, x);
      most = std::max(most, x);
    }
  }
  h.least = static_cast<double>(least);
  h.most = static_cast<double>(most);
  h.mean = sum / static_cast<double>(finite);
  h.deviation = std::sqrt(std::max(0.0, squares / static_cast<double>(finite) - h.mean * h.mean));
  const float width = (most - least) / static_cast<float>(Histogram::kBins);
  const float perUnit = width > 0 && std::isfinite(width) ? 1 / width : 0;
  const auto binOf = [&](float x) { return std::min(static_cast<std::size_t>((x - least) * perUnit), Histogram::kBins - 1); };
  for (const float x : values)
    if (x >= least && x <= most) ++h.bins[binOf(x)];  // false for a NaN
  if (padding > 0 && least <= 0 && most >= 0) h.bins[binOf(0)] -= static_cast<std::uint32_t>(padding);
  return h;
}

}  // namespace stepscope
