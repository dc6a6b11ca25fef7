#include "core/train/rates/lr_range_verdict.h"

#include <algorithm>
#include <cmath>

namespace stepscope {
namespace {

constexpr std::size_t kLeastPoints = 20;
constexpr double kDeviations = 8, kLeastShare = 0.01;

std::vector<double> centred(const std::vector<double>& losses, double sigma) {
  const auto reach = static_cast<std::ptrdiff_t>(std::ceil(3 * sigma)), count = static_cast<std::ptrdiff_t>(losses.size());
  std::vector<double> smooth(losses.size());
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    double sum = 0, weights = 0;
    for (std::ptrdiff_t j = std::max<std::ptrdiff_t>(0, i - reach); j <= std::min(count - 1, i + reach); ++j) {
      const double away = static_cast<double>(i - j) / sigma, weight = std::exp(-0.5 * away * away);
      sum += weight * losses[static_cast<std::size_t>(j)];
      weights += weight;
    }
    smooth[static_cast<std::size_t>(i)] = sum / weights;
  }
  return smooth;
}

// The deviation of one step: by the median, so that the few steps with a diverging loss do not count.
double deviationOf(const std::vector<double>& losses, std::size_t count) {
  std::vector<double> changes;
  for (std::size_t i = 1; i < count; ++i) changes.push_back(std::abs(losses[i] - losses[i - 1]));
  if (changes.empty()) return 0;
  const auto middle = changes.begin() + static_cast<std::ptrdiff_t>(changes.size() / 2);
  std::nth_element(changes.begin(), middle, changes.end());
  return *middle / (0.6745 * std::sqrt(2.0));
}

}  // namespace

LrRangeVerdict judgeRange(const std::vector<LrRangePoint>& points) {
  LrRangeVerdict verdict;
  std::vector<double> losses;
  for (const LrRangePoint& point : points) {
    if (!std::isfinite(point.loss)) break;
    losses.push_back(point.loss);
  }
  if (losses.size() < kLeastPoints) return verdict;
  const double sigma = std::max(2.0, static_cast<double>(losses.size()) / 30);
  const std::vector<double> smooth = centred(losses, sigma);
  const auto lowest = std::min_element(smooth.begin(), smooth.end());
  const auto highest = std::max_element(smooth.begin(), lowest + 1);
  const auto from = static_cast<std::size_t>(highest - smooth.begin()), to = static_cast<std::size_t>(lowest - smooth.begin());
  verdict.fall = *highest - *lowest;
  verdict.line = smooth;
  verdict.noise = deviationOf(losses, to + 1 > kLeastPoints ? to + 1 : losses.size()) / std::sqrt(2 * std::sqrt(M_PI) * sigma);
  verdict.conclusive = to > from + 1 && verdict.fall >= kDeviations * verdict.noise && verdict.fall >= kLeastShare * std::abs(*highest);
  if (!verdict.conclusive) return verdict;
  std::size_t steepest = from + 1;
  for (std::size_t i = from + 1; i < to; ++i)
    if (smooth[i + 1] - smooth[i - 1] < smooth[steepest + 1] - smooth[steepest - 1]) steepest = i;
  verdict.rate = points[steepest].rate;
  return verdict;
}

}  // namespace stepscope
