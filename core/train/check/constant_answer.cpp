#include "core/train/check/constant_answer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace stepscope {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// By Gibbs' inequality, the sum over c of a_c * -log q_c is least for q_c = a_c / sum(a). It is then sum(a) times the entropy of q.
double leastCrossEntropy(const LossSpec& loss, std::span<const std::int32_t> labels, std::int64_t classes) {
  const auto count = static_cast<std::size_t>(classes);
  std::vector<double> counts(count), weights(count, 1.0);
  for (std::size_t c = 0; c < count && c < loss.classWeights.size(); ++c) weights[c] = loss.classWeights[c];
  double samples = 0, divisor = 0;
  for (const std::int32_t label : labels) {
    if (label < 0 || label >= classes) continue;
    ++counts[static_cast<std::size_t>(label)];
    ++samples;
    divisor += weights[static_cast<std::size_t>(label)];
  }
  if (divisor <= 0) return kUnknown;
  double sum = 0, least = 0;
  std::vector<double> factors(count);
  for (std::size_t c = 0; c < count; ++c) {
    factors[c] = weights[c] * ((1 - loss.labelSmoothing) * counts[c] + loss.labelSmoothing * samples / static_cast<double>(classes)) / divisor;
    sum += factors[c];
  }
  for (const double factor : factors)
    if (factor > 0) least -= factor * std::log(factor / sum);
  return least;
}

double costOf(const LossSpec& loss, double error) {
  const double size = std::abs(error);
  if (loss.kind == LossSpec::Kind::L1) return size;
  if (loss.kind == LossSpec::Kind::Huber) return size <= loss.delta ? 0.5 * error * error : loss.delta * (size - 0.5 * loss.delta);
  return error * error;
}

// The least cost for one target. The cost is convex in the answer, so a golden-section search finds it.
double leastCost(const LossSpec& loss, const std::vector<double>& values) {
  const auto cost = [&](double answer) {
    double sum = 0;
    for (const double value : values) sum += costOf(loss, value - answer);
    return sum / static_cast<double>(values.size());
  };
  constexpr double kGolden = 0.6180339887498949;
  double low = *std::min_element(values.begin(), values.end()), high = *std::max_element(values.begin(), values.end());
  for (int i = 0; i < 80; ++i) {
    const double a = high - kGolden * (high - low), b = low + kGolden * (high - low);
    (cost(a) < cost(b) ? high : low) = cost(a) < cost(b) ? b : a;
  }
  return cost((low + high) / 2);
}

}  // namespace

double lossOfConstantAnswer(const LossSpec& loss, const SampleInfo& info, std::span<std::byte> targets, std::int64_t samples) {
  if (info.task == Task::LanguageModel || samples <= 0) return kUnknown;
  if (info.task == Task::Classification) return leastCrossEntropy(loss, integersOf(targets).first(static_cast<std::size_t>(samples)), info.outputs());
  const auto outputs = static_cast<std::size_t>(info.outputs());
  const std::span<const float> values = floatsOf(targets).first(static_cast<std::size_t>(samples) * outputs);
  double sum = 0;
  for (std::size_t k = 0; k < outputs; ++k) {
    std::vector<double> ofTarget;
    for (std::size_t i = k; i < values.size(); i += outputs) ofTarget.push_back(static_cast<double>(values[i]));
    sum += leastCost(loss, ofTarget);
  }
  return sum / static_cast<double>(outputs);
}

}  // namespace stepscope
