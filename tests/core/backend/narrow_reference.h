// What a graph in bf16 or fp16 gives when every value of that type is rounded where the program rounds it, and how far another rounding
// of the same values may move each element: the bound of a comparison.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "core/base/dtype.h"
#include "tests/dev/reference/interpreter.h"

namespace stepscope {

// The distance of the numbers that the type holds next to `value`; below its smallest normal number it has fewer digits.
inline double spacingOf(double value, DType type) {
  const int digits = type == DType::BF16 ? 8 : 11, smallest = type == DType::BF16 ? -126 : -14;
  return std::ldexp(1.0, std::max(value == 0 ? smallest : std::ilogb(value), smallest) - digits + 1);
}

// The nearest number that the type holds, ties to even.
inline double nearestOf(double value, DType type) {
  if (value == 0 || !std::isfinite(value)) return value;
  const double unit = spacingOf(value, type);
  return std::nearbyint(value / unit) * unit;
}

// Half the spacing of numbers between 1 and 2: what one rounding may cost, relative to the number.
inline double roundingOf(DType type) {
  return std::ldexp(1.0, type == DType::BF16 ? -8 : -11);
}

// Element by element: what other roundings of the same values moved it at most, what they move an element of this tensor usually, and one
// rounding of its own.
inline std::vector<double> narrowBounds(const reference::Tensor& expected, const std::vector<const reference::Tensor*>& others, DType type) {
  constexpr double kOwn = 2, kUsual = 3;
  std::vector<double> moved(expected.size(), 0);
  double squares = 0, largest = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    for (const reference::Tensor* other : others) moved[i] = std::max(moved[i], std::abs((*other)[i] - expected[i]));
    squares += moved[i] * moved[i];
    largest = std::max(largest, std::abs(expected[i]));
  }
  const double usual = std::sqrt(squares / static_cast<double>(expected.size()));
  for (std::size_t i = 0; i < expected.size(); ++i)
    moved[i] = kOwn * moved[i] + kUsual * usual + roundingOf(type) * std::abs(expected[i]) + 1e-6 * largest;  // f32 sums as well
  return moved;
}

// The last row of each picture (or matrix) a third too small, as where a tap beyond the border is left out: what a comparison must refuse.
// Nothing for values that have no such row, or one of nearly nothing, as a padded shortcut's gradient has.
inline std::optional<std::vector<float>> withWrongBorder(const Shape& shape, std::vector<float> values) {
  if (shape.size() < 3 || shape[shape.size() - 2] < 3 || shape.back() < 3) return std::nullopt;
  const auto width = static_cast<std::size_t>(shape.back()), rows = static_cast<std::size_t>(shape[shape.size() - 2]);
  double border = 0, all = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double square = static_cast<double>(values[i]) * static_cast<double>(values[i]);
    all += square;
    if (i % (rows * width) < (rows - 1) * width) continue;
    border += square;
    values[i] *= 2.0f / 3;
  }
  if (border < all / (10 * static_cast<double>(rows))) return std::nullopt;
  return values;
}

class NarrowReference {
 public:
  // `graph` has values of `type`; `bindings` are numbers that the type holds.
  NarrowReference(const Graph& graph, const reference::Bindings& bindings, DType type) : type_(type) {
    expected_ = reference::interpret(graph, bindings, [&](const Value& value, reference::Tensor& made) {
      if (value.dtype != type) return;
      for (double& v : made) v = nearestOf(v, type);
    });
    // Without rounding, and rounded up or down by chance: a kernel that keeps f32 between two ops, or sums in another order and so meets
    // the other side of a rounding, lies among these.
    others_.push_back(reference::interpret(graph, bindings));
    for (const unsigned seed : {1U, 2U, 3U}) {
      std::mt19937 generator(seed);
      others_.push_back(reference::interpret(graph, bindings, [&](const Value& value, reference::Tensor& made) {
        if (value.dtype != type) return;
        for (double& v : made) {
          const double unit = spacingOf(v, type), below = std::floor(v / unit);
          if (below * unit != v) v = (below + static_cast<double>(generator() & 1U)) * unit;
        }
      }));
    }
  }

  const reference::Tensor& operator[](const std::string& name) const { return expected_[name]; }

  std::vector<double> bounds(const std::string& name) const {
    std::vector<const reference::Tensor*> others;
    for (const reference::Result& other : others_) others.push_back(&other[name]);
    return narrowBounds(expected_[name], others, type_);
  }

 private:
  DType type_;
  reference::Result expected_;
  std::vector<reference::Result> others_;
};

}  // namespace stepscope
