#include "tests/support/compare_arrays.h"

#include <cmath>
#include <cstdio>

namespace stepscope::test {

namespace {

std::string text(double number) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.9g", number);
  return buffer;
}

std::string elements(std::span<const double> actual, std::span<const double> expected, std::size_t i) {
  return std::string("[") + std::to_string(i) + "] of " + std::to_string(actual.size()) + " is " + text(actual[i]) + ", expected " +
         text(expected[i]);
}

Comparison failed(std::size_t index, std::string message) {
  Comparison result;
  result.index = index;
  result.message = std::move(message);
  return result;
}

// What makes numbers incomparable; ok where nothing does.
Comparison comparable(std::span<const double> actual, std::span<const double> expected, Infinities infinities) {
  if (actual.size() != expected.size()) return failed(0, std::to_string(actual.size()) + " elements, expected " + std::to_string(expected.size()));
  if (actual.empty()) return failed(0, "there is nothing to compare");
  for (std::size_t i = 0; i < actual.size(); ++i) {
    if (std::isfinite(actual[i]) && std::isfinite(expected[i])) continue;
    if (infinities == Infinities::WhereExpected && std::isinf(actual[i]) && actual[i] == expected[i]) continue;
    return failed(i, elements(actual, expected, i) + ": not a finite number");
  }
  Comparison result;
  result.ok = true;
  result.worst = 0;
  return result;
}

template <typename BoundOf>
Comparison withinBounds(std::span<const double> actual, std::span<const double> expected, Infinities infinities, const BoundOf& boundOf) {
  Comparison result = comparable(actual, expected, infinities);
  if (!result.ok) return result;
  double error = 0, bound = 0;
  for (std::size_t i = 0; i < actual.size(); ++i) {
    if (actual[i] == expected[i]) continue;  // also equal infinities, whose difference is no number
    const double e = std::abs(actual[i] - expected[i]), b = boundOf(i);
    const double part = b > 0 && std::isfinite(b) ? e / b : std::numeric_limits<double>::infinity();
    if (part <= result.worst) continue;
    result.worst = part;
    result.index = i;
    error = e;
    bound = b;
  }
  if (result.worst <= 1) return result;
  result.ok = false;
  result.message = elements(actual, expected, result.index) + ": error " + text(error) + ", bound " + text(bound);
  return result;
}

double largestMagnitude(std::span<const double> numbers) {
  double largest = 0;
  for (const double number : numbers)
    if (std::isfinite(number) && std::abs(number) > largest) largest = std::abs(number);
  return largest;
}

}  // namespace

std::string Comparison::about(const std::string& what) const {
  return what.empty() ? message : what + ": " + message;
}

Comparison compareElements(std::span<const double> actual, std::span<const double> expected, const Bound& bound, Infinities infinities) {
  const double same = bound.absolute + bound.ofLargest * largestMagnitude(expected);
  return withinBounds(actual, expected, infinities, [&](std::size_t i) { return same + bound.relative * std::abs(expected[i]); });
}

Comparison compareWithin(std::span<const double> actual, std::span<const double> expected, std::span<const double> bounds) {
  if (bounds.size() != expected.size())
    return failed(0, std::to_string(bounds.size()) + " bounds for " + std::to_string(expected.size()) + " elements");
  for (std::size_t i = 0; i < bounds.size(); ++i)
    if (!(bounds[i] >= 0) || std::isinf(bounds[i])) return failed(i, std::string("the bound of [") + std::to_string(i) + "] is " + text(bounds[i]));
  return withinBounds(actual, expected, Infinities::Refused, [&](std::size_t i) { return bounds[i]; });
}

Comparison compareToLargest(std::span<const double> actual, std::span<const double> expected, double bound, double least) {
  Comparison result = comparable(actual, expected, Infinities::Refused);
  if (!result.ok) return result;
  const double scale = std::fmax(largestMagnitude(expected), least);
  double largest = 0;
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const double error = std::abs(actual[i] - expected[i]);
    if (error <= largest) continue;
    largest = error;
    result.index = i;
  }
  result.ok = largest <= bound * scale;
  result.worst = largest == 0 ? 0 : scale > 0 ? largest / scale : std::numeric_limits<double>::infinity();
  if (!result.ok)
    result.message = elements(actual, expected, result.index) + ": error " + text(largest) + ", bound " + text(bound * scale) + " (" + text(bound) +
                     " of " + text(scale) + ")";
  return result;
}

Comparison compareNorms(std::span<const double> actual, std::span<const double> expected, double bound) {
  Comparison result = comparable(actual, expected, Infinities::Refused);
  if (!result.ok) return result;
  double error = 0, size = 0, largest = 0;
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const double e = actual[i] - expected[i];
    error += e * e;
    size += expected[i] * expected[i];
    if (std::abs(e) <= largest) continue;
    largest = std::abs(e);
    result.index = i;
  }
  double distance = std::sqrt(size > 0 ? error / size : error);
  if (!std::isfinite(size) || !std::isfinite(distance)) distance = std::numeric_limits<double>::infinity();  // squares that overflow
  result.ok = distance <= bound;
  result.worst = distance;
  if (!result.ok)
    result.message = "relative L2 distance " + text(distance) + ", bound " + text(bound) + "; farthest " + elements(actual, expected, result.index);
  return result;
}

Comparison compareFinite(std::span<const double> numbers) {
  return comparable(numbers, numbers, Infinities::Refused);
}

Comparison compareNumbers(double actual, double expected, const Bound& bound, Infinities infinities) {
  return compareElements(std::span<const double>(&actual, 1), std::span<const double>(&expected, 1), bound, infinities);
}

}  // namespace stepscope::test
