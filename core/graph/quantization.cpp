#include "core/graph/quantization.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/error.h"

namespace stepscope {

namespace {

// The least and the greatest zero point of a stored type.
std::pair<std::int32_t, std::int32_t> zeroPointsOf(DType dtype) {
  if (dtype == DType::I8) return {-128, 127};
  if (dtype == DType::U8) return {0, 255};
  return {0, 0};  // i32 holds sums of products, which have no zero point
}

}  // namespace

void checkQuantization(const std::string& name, DType dtype, const Shape& shape, const Quantization& q) {
  if (!q.any() && q.zeroPoint.empty() && !q.perAxis()) return;
  const auto refuse = [&](const std::string& what, const std::string& cure) { throw Error(ErrorKind::Input, name, what, cure); };
  if (dtype != DType::I8 && dtype != DType::U8 && dtype != DType::I32)
    refuse(fmt::format("is {} and cannot be quantized", nameOf(dtype)), "Quantized tensors are i8, u8 or i32");
  const auto rank = static_cast<std::int64_t>(shape.size());
  if (q.axis < -1 || q.axis >= rank)
    refuse(fmt::format("has scales along axis {}, but {} dimensions", q.axis, rank), "Axes count from 0; -1 is one scale for the whole tensor");
  const std::int64_t count = q.perAxis() ? shape[static_cast<std::size_t>(q.axis)] : 1;
  if (std::cmp_not_equal(q.scale.size(), count) || q.zeroPoint.size() != q.scale.size())
    refuse(fmt::format("has {} scales and {} zero points where {} of each are needed", q.scale.size(), q.zeroPoint.size(), count),
           "Give one of each for the whole tensor, or one for every index of the axis");
  for (const float scale : q.scale)
    if (!std::isfinite(scale) || scale <= 0) refuse(fmt::format("has the scale {}", scale), "A scale is a positive number");
  const auto [least, most] = zeroPointsOf(dtype);
  for (const std::int32_t zero : q.zeroPoint)
    if (zero < least || zero > most)
      refuse(fmt::format("has the zero point {}", zero), fmt::format("A zero point of {} is from {} to {}", nameOf(dtype), least, most));
}

Quantization gathered(const Quantization& q, std::int64_t count, const std::function<std::int64_t(std::int64_t)>& from) {
  Quantization result{{}, {}, q.axis};
  if (!q.perAxis()) return q;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(from(i));
    result.scale.push_back(q.scale.at(at));
    result.zeroPoint.push_back(q.zeroPoint.at(at));
  }
  return result;
}

Quantization reshaped(const Quantization& q, const Shape& from, const Shape& to) {
  Quantization result = q;
  if (!q.perAxis()) return result;
  // The axis can be kept if the number of elements before it and its length are the same in the new shape.
  const auto before = [](const Shape& shape, std::size_t axis) {
    return numel(Shape(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(axis)));
  };
  const auto axis = static_cast<std::size_t>(q.axis);
  for (std::size_t d = 0; d < to.size(); ++d) {
    if (to[d] != from[axis] || before(to, d) != before(from, axis)) continue;
    result.axis = static_cast<std::int64_t>(d);
    return result;
  }
  result.axis = -1;
  return result;
}

}  // namespace stepscope
