// The one way in which tests compare numbers. A comparison fails on a NaN or an infinity on either side, on different sizes and where there
// is nothing to compare. Its figures are never NaN, so that a maximum over several comparisons cannot lose one.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace stepscope::test {

// How far an element may lie from what is expected: the sum of the three.
struct Bound {
  double absolute = 0;
  double relative = 0;   // times the magnitude of the expected element
  double ofLargest = 0;  // times the largest magnitude among the expected elements
};

enum class Infinities : unsigned char {
  Refused,
  WhereExpected,  // the same infinity on both sides is equal
};

struct Comparison {
  bool ok = false;
  // What was measured: by compareElements the largest error as a part of its bound (0 for equal numbers, also where the bound is 0), by
  // compareToLargest as a part of the largest magnitude, by compareNorms the relative L2 distance. Infinite where numbers cannot be
  // compared.
  double worst = std::numeric_limits<double>::infinity();
  std::size_t index = 0;                             // of the element that `worst` or the failure is about
  std::string message;                               // says index, actual, expected and bound; empty where ok
  std::string about(const std::string& what) const;  // the message of a comparison of `what`
};

// Every element lies within its bound.
Comparison compareElements(std::span<const double> actual, std::span<const double> expected, const Bound& bound,
                           Infinities infinities = Infinities::Refused);
// The same with a bound for each element; a bound that is negative or no number fails.
Comparison compareWithin(std::span<const double> actual, std::span<const double> expected, std::span<const double> bounds);
// The largest error is at most `bound` times the largest magnitude among the expected elements, taken as at least `least`.
Comparison compareToLargest(std::span<const double> actual, std::span<const double> expected, double bound, double least = 0);
// The norm of the difference is at most `bound` times that of what is expected; at most `bound` itself where all of that is zero.
Comparison compareNorms(std::span<const double> actual, std::span<const double> expected, double bound);

// Nothing is expected of the numbers but that there are some and that all are finite.
Comparison compareFinite(std::span<const double> numbers);

// Any ranges of numbers.
template <typename Numbers>
std::vector<double> asDoubles(const Numbers& numbers) {
  std::vector<double> doubles;
  doubles.reserve(std::size(numbers));
  for (const auto number : numbers) doubles.push_back(static_cast<double>(number));
  return doubles;
}
template <typename Actual, typename Expected>
Comparison compareElements(const Actual& actual, const Expected& expected, const Bound& bound, Infinities infinities = Infinities::Refused) {
  return compareElements(std::span<const double>(asDoubles(actual)), std::span<const double>(asDoubles(expected)), bound, infinities);
}
template <typename Actual, typename Expected>
Comparison compareWithin(const Actual& actual, const Expected& expected, const std::vector<double>& bounds) {
  return compareWithin(std::span<const double>(asDoubles(actual)), std::span<const double>(asDoubles(expected)), std::span(bounds));
}
template <typename Actual, typename Expected>
Comparison compareToLargest(const Actual& actual, const Expected& expected, double bound, double least = 0) {
  return compareToLargest(std::span<const double>(asDoubles(actual)), std::span<const double>(asDoubles(expected)), bound, least);
}
template <typename Actual, typename Expected>
Comparison compareNorms(const Actual& actual, const Expected& expected, double bound) {
  return compareNorms(std::span<const double>(asDoubles(actual)), std::span<const double>(asDoubles(expected)), bound);
}
template <typename Numbers>
Comparison compareFinite(const Numbers& numbers) {
  return compareFinite(std::span<const double>(asDoubles(numbers)));
}
// One number, as a loss is.
Comparison compareNumbers(double actual, double expected, const Bound& bound, Infinities infinities = Infinities::Refused);

}  // namespace stepscope::test

// For Qt Test: fails with the name of what was compared and the message.
#define VERIFY_COMPARISON(comparison, what)                    \
  do {                                                         \
    const stepscope::test::Comparison verified = (comparison); \
    QVERIFY2(verified.ok, verified.about(what).c_str());       \
  } while (false)
