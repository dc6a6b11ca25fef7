// Confidence intervals of measured figures.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

namespace stepscope {

struct Interval {
  double low = std::numeric_limits<double>::quiet_NaN(), high = std::numeric_limits<double>::quiet_NaN();
};

// The 95 % interval of a proportion: `right` of `count` independent samples. Wilson 1927, "Probable inference, the law of succession, and
// statistical inference"; unlike the normal approximation it is right near 0 and 1 and for few samples. NaN for count 0.
Interval wilson(std::int64_t right, std::int64_t count);

// The 95 % percentile interval of figure(mean of the samples): the bootstrap of Efron 1979 with kResamples resamples. Samples are drawn whole, so
// that places of one window, which depend on each other, stay together. Of more than kMostGroups samples, neighbours are drawn as one group. Depends
// on the samples only. NaN for fewer than two samples.
inline constexpr int kResamples = 1000;
inline constexpr std::size_t kMostGroups = 10'000;
Interval bootstrap(std::span<const double> samples, const std::function<double(double mean)>& figure);

}  // namespace stepscope
