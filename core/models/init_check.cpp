#include "core/models/init_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/base/error.h"
#include "core/models/model.h"

namespace stepscope {

namespace {

constexpr double kStandardErrors = 5;       // chance exceeds this with a probability of 6e-7 (two-sided)
constexpr double kLargestNormal = 8;        // standard deviations; draws of Box-Muller from 32 bits end at 6.7
constexpr std::size_t kBins = 32;           // bins of equal probability
constexpr std::int64_t kFewestInABin = 10;  // with fewer values the statistic does not follow chi-square
constexpr double kRoundingOfBound = 1e-6;   // relative: a bound rounded to f32

// The quantile of the standard normal distribution, by bisection; exact enough for the edges of the bins.
double normalQuantile(double p) {
  double low = -10, high = 10;
  for (int i = 0; i < 80; ++i) {
    const double middle = (low + high) / 2;
    (0.5 * std::erfc(-middle / std::sqrt(2.0)) < p ? low : high) = middle;
  }
  return (low + high) / 2;
}

bool isDrawn(const Init& init) {
  return init.kind == Init::Kind::Uniform || init.kind == Init::Kind::Normal;
}

std::array<double, kBins - 1> binEdges(const Init& init) {
  std::array<double, kBins - 1> edges{};
  if (!isDrawn(init)) return edges;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const double p = static_cast<double>(i + 1) / kBins;
    edges[i] = init.kind == Init::Kind::Uniform ? init.a + p * (init.b - init.a) : init.a + init.b * normalQuantile(p);
  }
  return edges;
}

// Converts a chi-square divided by its degrees of freedom to a standard normal variable (Wilson and Hilferty 1931).
double standardized(double ratio, double freedom) {
  const double v = 2 / (9 * freedom);
  return (std::cbrt(ratio) - (1 - v)) / std::sqrt(v);
}

struct Statistics {
  std::int64_t count = 0;
  double mean = 0, squares = 0;  // `squares`: mean square distance from the expected mean
  double least = 0, most = 0;
  bool finite = true;
  std::array<std::int64_t, kBins> bins{};
};

// Leaves out the row that starts with zeros.
Statistics statisticsOf(const Value& parameter, std::span<const float> values) {
  Statistics s;
  const Init& init = parameter.init;
  const auto total = static_cast<std::int64_t>(values.size());
  const std::int64_t row = parameter.shape.empty() || parameter.shape[0] == 0 ? 0 : total / parameter.shape[0];
  const std::int64_t skipBegin = init.zeroRow >= 0 ? init.zeroRow * row : total, skipEnd = skipBegin + row;
  const double expected = meanOf(init);
  const auto edges = binEdges(init);
  double sum = 0, squares = 0;
  bool first = true;
  for (std::int64_t i = 0; i < total; ++i) {
    if (i >= skipBegin && i < skipEnd) continue;
    const double v = values[static_cast<std::size_t>(i)];
    s.finite = s.finite && std::isfinite(v);
    s.least = first ? v : std::min(s.least, v);
    s.most = first ? v : std::max(s.most, v);
    first = false;
    sum += v - expected;
    squares += (v - expected) * (v - expected);
    if (isDrawn(init) && s.finite) ++s.bins[static_cast<std::size_t>(std::upper_bound(edges.begin(), edges.end(), v) - edges.begin())];
    ++s.count;
  }
  const double n = static_cast<double>(std::max<std::int64_t>(s.count, 1));
  s.mean = expected + sum / n;
  s.squares = squares / n;
  return s;
}

std::string errorsText(const char* what, double errors) {
  return fmt::format("the {} is {:.1f} standard errors too {}", what, std::abs(errors), errors > 0 ? "large" : "small");
}

std::string disagreementOf(const Init& init, const Statistics& s) {
  if (!s.finite) return "a value is not finite";
  if (s.count == 0) return {};
  if (init.kind == Init::Kind::Constant) {
    const auto constant = static_cast<double>(static_cast<float>(init.a));
    return s.least == constant && s.most == constant ? "" : fmt::format("the values lie between {:.4g} and {:.4g}", s.least, s.most);
  }
  const bool uniform = init.kind == Init::Kind::Uniform;
  const double n = static_cast<double>(s.count), deviation = deviationOf(init), mean = meanOf(init);
  if (deviation == 0) return s.least == s.most ? "" : "the values differ, and the rule is a constant";
  const double slack = uniform ? kRoundingOfBound * std::max(std::abs(init.a), std::abs(init.b)) : 0;
  const double low = uniform ? init.a - slack : mean - kLargestNormal * deviation;
  const double high = uniform ? init.b + slack : mean + kLargestNormal * deviation;
  if (s.least < low || s.most > high) return fmt::format("the values reach from {:.4g} to {:.4g}", s.least, s.most);
  const double meanErrors = (s.mean - mean) / (deviation / std::sqrt(n));
  if (std::abs(meanErrors) > kStandardErrors) return errorsText("mean", meanErrors);
  const double kurtosis = uniform ? 1.8 : 3.0;
  const double deviationErrors = standardized(s.squares / (deviation * deviation), 2 * n / (kurtosis - 1));
  if (std::abs(deviationErrors) > kStandardErrors) return errorsText("standard deviation", deviationErrors);
  if (s.count < kFewestInABin * static_cast<std::int64_t>(kBins)) return {};
  const double inABin = n / kBins;
  double chiSquare = 0;
  for (std::int64_t found : s.bins) chiSquare += (static_cast<double>(found) - inABin) * (static_cast<double>(found) - inABin) / inABin;
  const double freedom = kBins - 1;
  if (standardized(chiSquare / freedom, freedom) > kStandardErrors)
    return fmt::format("the distribution differs (chi-square {:.0f} with {:.0f} degrees of freedom)", chiSquare, freedom);
  return {};
}

bool isZero(std::span<const float> values) {
  return std::all_of(values.begin(), values.end(), [](float v) { return v == 0; });
}

}  // namespace

double meanOf(const Init& init) {
  if (init.kind == Init::Kind::Given) {
    const std::vector<float>& given = *init.given;
    return given.empty() ? 0 : std::accumulate(given.begin(), given.end(), 0.0) / static_cast<double>(given.size());
  }
  return init.kind == Init::Kind::Uniform ? (init.a + init.b) / 2 : init.a;
}

double deviationOf(const Init& init) {
  switch (init.kind) {
    case Init::Kind::Uniform: return (init.b - init.a) / std::sqrt(12.0);
    case Init::Kind::Normal: return init.b;
    case Init::Kind::Given: {
      const double mean = meanOf(init);
      double squares = 0;
      for (float v : *init.given) squares += (v - mean) * (v - mean);
      return init.given->empty() ? 0 : std::sqrt(squares / static_cast<double>(init.given->size()));
    }
    case Init::Kind::Constant: break;
  }
  return 0;
}

std::string describe(const Init& init) {
  std::string text;
  switch (init.kind) {
    case Init::Kind::Uniform:
      text = init.a == -init.b ? fmt::format("uniform in ±{:.4g}", init.b) : fmt::format("uniform in {:.4g} to {:.4g}", init.a, init.b);
      break;
    case Init::Kind::Normal:
      text = fmt::format("normal, deviation {:.4g}", init.b);
      if (init.a != 0) text += fmt::format(", mean {:.4g}", init.a);
      break;
    case Init::Kind::Constant: text = fmt::format("constant {:.4g}", init.a); break;
    case Init::Kind::Given: text = "as in the model's file"; break;
  }
  if (init.zeroRow >= 0) text += fmt::format(", row {} zero", init.zeroRow);
  return text;
}

InitCheck checkInit(const Value& parameter, std::span<const float> values) {
  require(static_cast<std::int64_t>(values.size()) == numel(parameter.shape), "the values to check are not as many as the parameter has");
  const Statistics statistics = statisticsOf(parameter, values);
  const double offset = statistics.mean - meanOf(parameter.init);
  InitCheck check;
  check.name = parameter.name;
  check.shape = parameter.shape;
  check.init = parameter.init;
  check.expectedMean = meanOf(parameter.init);
  check.expectedDeviation = deviationOf(parameter.init);
  check.mean = statistics.mean;
  check.deviation = std::sqrt(std::max(0.0, statistics.squares - offset * offset));
  if (parameter.init.kind == Init::Kind::Given)
    check.disagreement = std::ranges::equal(values, *parameter.init.given) ? "" : "the values are not those of the model's file";
  else check.disagreement = disagreementOf(parameter.init, statistics);
  const std::int64_t padding = parameter.init.zeroRow;
  if (check.agrees() && padding >= 0 && !parameter.shape.empty() && padding < parameter.shape[0]) {
    const auto row = static_cast<std::size_t>(numel(parameter.shape) / parameter.shape[0]);
    if (!isZero(values.subspan(static_cast<std::size_t>(padding) * row, row))) check.disagreement = fmt::format("row {} is not zero", padding);
  }
  return check;
}

std::vector<InitCheck> checkInitialValues(const Graph& graph, std::uint64_t seed) {
  std::vector<InitCheck> checks;
  for (const Value& value : graph.values()) {
    if (!isWeight(value.role) || !isFloat(value.dtype)) continue;  // codes of a quantized weight come from a file
    checks.push_back(checkInit(value, initialValue(value, seed)));
  }
  return checks;
}

}  // namespace stepscope
