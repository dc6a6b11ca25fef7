#include "core/onnx/known.h"

#include <algorithm>
#include <cmath>

namespace stepscope::onnx {

namespace {

constexpr double kExactInteger = 9007199254740992.0;  // 2^53

// Which element of an operand stands at a place of the result.
std::int64_t broadcastIndex(std::span<const std::int64_t> place, const Shape& operand) {
  std::int64_t index = 0;
  const std::size_t skipped = place.size() - operand.size();
  for (std::size_t d = 0; d < operand.size(); ++d) index = index * operand[d] + (operand[d] == 1 ? 0 : place[skipped + d]);
  return index;
}

// Calls f for every place of the shape, in row-major order.
void everyPlace(const Shape& shape, const std::function<void(std::span<const std::int64_t>)>& f) {
  Shape place(shape.size(), 0);
  for (std::int64_t left = numel(shape); left > 0; --left) {
    f(place);
    for (std::size_t d = shape.size(); d-- > 0;) {
      if (++place[d] < shape[d]) break;
      place[d] = 0;
    }
  }
}

}  // namespace

std::optional<Known> known(const Context& c, std::size_t i) {
  if (!c.has(i) || !c.isConstant(i)) return std::nullopt;
  const Tensor& t = c.constant(i);
  if (!t.integer && c.operand(i).parameter && t.floats.size() > 1) return std::nullopt;
  Known k{t.shape, c.operand(i).type, {}};
  for (const std::int64_t v : t.integers) {
    if (std::abs(static_cast<double>(v)) > kExactInteger) return std::nullopt;
    k.values.push_back(static_cast<double>(v));
  }
  for (const float v : t.floats) k.values.push_back(static_cast<double>(v));
  return k;
}

Tensor tensorOf(const Known& k) {
  Tensor t;
  t.integer = isWhole(k.type);
  t.onnxType = k.type;
  t.shape = k.shape;
  for (const double v : k.values) {
    if (t.integer)
      t.integers.push_back(static_cast<std::int64_t>(v));
    else
      t.floats.push_back(static_cast<float>(v));
  }
  return t;
}

Shape broadcast(const Context& c, const Shape& a, const Shape& b) {
  Shape all(std::max(a.size(), b.size()), 1);
  for (std::size_t back = 1; back <= all.size(); ++back) {
    const std::int64_t left = back <= a.size() ? a[a.size() - back] : 1, right = back <= b.size() ? b[b.size() - back] : 1;
    c.check(left == right || left == 1 || right == 1, "takes " + toString(a) + " and " + toString(b) + ", which do not go together");
    all[all.size() - back] = left == 1 ? right : left;
  }
  return all;
}

bool fold(Context& c, std::size_t count, int type, const std::function<double(const double*)>& f) {
  std::vector<Known> operands;
  Shape shape;
  for (std::size_t i = 0; i < count; ++i) {
    auto operand = known(c, i);
    if (!operand) return false;
    shape = i == 0 ? operand->shape : broadcast(c, shape, operand->shape);
    operands.push_back(std::move(*operand));
  }
  Known result{shape, type != 0 ? type : operands.at(0).type, {}};
  std::vector<double> arguments(count);
  everyPlace(shape, [&](std::span<const std::int64_t> place) {
    for (std::size_t i = 0; i < count; ++i)
      arguments[i] = operands[i].values[static_cast<std::size_t>(broadcastIndex(place, operands[i].shape))];
    result.values.push_back(f(arguments.data()));
  });
  c.setConstant(0, tensorOf(result));
  return true;
}

bool foldMoved(Context& c, const Shape& shape, const std::function<std::int64_t(std::span<const std::int64_t>)>& source) {
  const auto from = known(c, 0);
  if (!from) return false;
  Known result{shape, from->type, {}};
  everyPlace(shape, [&](std::span<const std::int64_t> place) {
    result.values.push_back(from->values.at(static_cast<std::size_t>(source(place))));
  });
  c.setConstant(0, tensorOf(result));
  return true;
}

double asType(double value, int type) {
  const auto wrapped = [value](double size, double least) {
    const double whole = std::trunc(value);
    return whole - size * std::floor((whole - least) / size);
  };
  switch (type) {
    case kBool:
      return value != 0 ? 1 : 0;
    case kUint8:
      return wrapped(256, 0);
    case kInt8:
      return wrapped(256, -128);
    case kUint16:
      return wrapped(65536, 0);
    case kInt16:
      return wrapped(65536, -32768);
    default:
      return isWhole(type) ? std::trunc(value) : value;
  }
}

}  // namespace stepscope::onnx
