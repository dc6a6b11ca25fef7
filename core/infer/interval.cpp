#include "core/infer/interval.h"

#include <algorithm>
#include <cmath>

#include "core/base/philox.h"

namespace stepscope {

Interval wilson(std::int64_t right, std::int64_t count) {
  if (count < 1) return {};
  constexpr double z = 1.959963984540054;  // the 0.975 quantile of the standard normal distribution
  const auto n = static_cast<double>(count);
  const double p = static_cast<double>(right) / n;
  const double centre = (p + z * z / (2 * n)) / (1 + z * z / n);
  const double half = z / (1 + z * z / n) * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
  return {right == 0 ? 0.0 : std::max(0.0, centre - half), right == count ? 1.0 : std::min(1.0, centre + half)};
}

Interval bootstrap(std::span<const double> samples, const std::function<double(double mean)>& figure) {
  if (samples.size() < 2) return {};
  struct Group {
    double sum = 0;
    std::size_t count = 0;
  };
  const std::size_t size = (samples.size() + kMostGroups - 1) / kMostGroups;
  std::vector<Group> groups((samples.size() + size - 1) / size);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    groups[i / size].sum += samples[i];
    ++groups[i / size].count;
  }
  PhiloxStream random(1, samples.size());
  std::vector<double> means(kResamples);
  for (double& mean : means) {
    Group all;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const Group& one = groups[random.below(static_cast<std::uint32_t>(groups.size()))];
      all.sum += one.sum;
      all.count += one.count;
    }
    mean = figure(all.sum / static_cast<double>(all.count));
  }
  std::sort(means.begin(), means.end());
  constexpr std::size_t tail = kResamples / 40;  // 2.5 %
  return {means[tail], means[means.size() - 1 - tail]};
}

}  // namespace stepscope
