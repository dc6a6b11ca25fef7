// Confidence intervals of measured values.
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
// statistical inference"; unlike the normal approximation it is accurate near 0 and 1 and for few samples. NaN for count 0.
Interval wilson(std::int64_t right, std::int64_t count);

// The 95 % percentile interval of figure(mean of `samples`): the bootstrap of Efron 1979 with kResamples resamples. Each value belongs to a whole
// sample (for text the mean over a window), since positions of one window depend on each other. If there are more than kMostGroups samples,
// neighbours are drawn as one group. The result depends on the samples only. NaN for fewer than two samples.
inline constexpr int kResamples = 1000;
inline constexpr std::size_t kMostGroups = 10'000;
Interval bootstrap(std::span<const double> samples, const std::function<double(double mean)>& figure);

}  // namespace stepscope
