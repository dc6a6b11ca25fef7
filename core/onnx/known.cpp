#include "core/onnx/known.h"

#include <algorithm>
#include <cmath>

#include "core/base/units.h"

namespace stepscope::onnx {

namespace {

constexpr double kExactInteger = 9007199254740992.0;  // 2^53

// Rounds `value` to `bits` bits after the leading one, halves to even. `least` is the exponent of the smallest normal number; beyond `most` the
// result is infinite.
double rounded(double value, int bits, int least, double most) {
  if (value == 0 || !std::isfinite(value)) return value;
  const double step = std::ldexp(1.0, std::max(std::ilogb(value), least) - bits), near = std::nearbyint(value / step) * step;
  return std::abs(near) > most ? std::copysign(HUGE_VAL, value) : near;
}

// The index of an operand's element for a position of the result, with broadcasting.
std::int64_t broadcastIndex(std::span<const std::int64_t> place, const Shape& operand) {
  std::int64_t index = 0;
  const std::size_t skipped = place.size() - operand.size();
  for (std::size_t d = 0; d < operand.size(); ++d) index = index * operand[d] + (operand[d] == 1 ? 0 : place[skipped + d]);
  return index;
}

// Calls f for every position of the shape, in row-major order.
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

bool isKnown(const Context& c, std::size_t i) {
  if (!c.has(i) || !c.isConstant(i)) return false;
  const Tensor& t = c.constant(i);
  if (c.operand(i).parameter && t.floats.size() > 1) return false;
  return std::all_of(t.integers.begin(), t.integers.end(), [](std::int64_t v) { return std::abs(static_cast<double>(v)) <= kExactInteger; });
}

std::optional<Known> known(Context& c, std::size_t i) {
  if (!isKnown(c, i)) return std::nullopt;
  const Tensor& t = c.constant(i);
  c.spend(sizeof(double), {static_cast<std::int64_t>(t.count())});
  Known k{t.shape, c.operand(i).type, {}};
  k.values.reserve(t.count());
  for (std::size_t n = 0; n < t.count(); ++n) k.values.push_back(t.at(n));
  return k;
}

Tensor tensorOf(const Known& k) {
  Tensor t;
  t.integer = isWhole(k.type);
  t.onnxType = k.type;
  t.shape = k.shape;
  if (t.integer) {
    for (const double v : k.values) t.integers.push_back(static_cast<std::int64_t>(v));
  } else if (k.type == kDouble) {
    t.doubles = k.values;
  } else {
    for (const double v : k.values) t.floats.push_back(static_cast<float>(v));
  }
  return t;
}

Shape aligned(const Context& c, const Shape& first, Shape second) {
  if (c.opset() >= 7 || c.integer("broadcast", 0) == 0 || !c.hasAttribute("axis")) return second;
  const std::int64_t axis = axisOf(c, c.integer("axis", 0), first.size());
  c.check(static_cast<std::size_t>(axis) + second.size() <= first.size(),
          "broadcasts " + toString(second) + " from the dimension " + std::to_string(axis));
  second.resize(first.size() - static_cast<std::size_t>(axis), 1);
  return second;
}

Shape broadcast(const Context& c, const Shape& a, const Shape& b) {
  Shape all(std::max(a.size(), b.size()), 1);
  for (std::size_t back = 1; back <= all.size(); ++back) {
    const std::int64_t left = back <= a.size() ? a[a.size() - back] : 1, right = back <= b.size() ? b[b.size() - back] : 1;
    c.check(left == right || left == 1 || right == 1, "takes " + toString(a) + " and " + toString(b) + ", which do not match");
    all[all.size() - back] = left == 1 ? right : left;
  }
  return all;
}

void setKnown(Context& c, std::size_t output, const Known& k) {
  for (std::size_t i = 0; isWhole(k.type) && i < k.values.size(); ++i)
    if (!(std::abs(k.values[i]) <= kExactInteger)) c.refuse("gives " + text::exact(k.values[i]) + " as a whole number");
  c.setConstant(output, tensorOf(k));
}

bool fold(Context& c, std::size_t count, int type, const std::function<double(const double*)>& f) {
  for (std::size_t i = 0; i < count; ++i)
    if (!isKnown(c, i)) return false;
  std::vector<Known> operands;
  Shape shape;
  for (std::size_t i = 0; i < count; ++i) {
    operands.push_back(known(c, i).value());
    if (i == 1) operands[1].shape = aligned(c, operands[0].shape, operands[1].shape);
    shape = i == 0 ? operands[0].shape : broadcast(c, shape, operands[i].shape);
  }
  Known result{shape, type != 0 || operands.empty() ? type : operands[0].type, {}};
  std::vector<double> arguments(count);
  c.spend(kBytesOfKnown, {numel(shape)});
  everyPlace(shape, [&](std::span<const std::int64_t> place) {
    for (std::size_t i = 0; i < count; ++i) arguments[i] = operands[i].values[static_cast<std::size_t>(broadcastIndex(place, operands[i].shape))];
    result.values.push_back(f(arguments.data()));
  });
  setKnown(c, 0, result);
  return true;
}

bool foldMoved(Context& c, const Shape& shape, const std::function<std::int64_t(std::span<const std::int64_t>)>& source) {
  const auto from = known(c, 0);
  if (!from) return false;
  Known result{shape, from->type, {}};
  c.spend(kBytesOfKnown, {numel(shape)});
  everyPlace(shape, [&](std::span<const std::int64_t> place) { result.values.push_back(from->values[static_cast<std::size_t>(source(place))]); });
  c.setConstant(0, tensorOf(result));
  return true;
}

bool foldAlong(Context& c, const std::vector<std::int64_t>& axes, bool keep, const std::function<double(const std::vector<double>&)>& f) {
  const auto from = known(c, 0);
  if (!from || from->values.empty()) return false;
  // Positions of the result, and of the elements that are reduced into each.
  Shape kept = from->shape, gone(from->shape.size(), 1), shape;
  for (const std::int64_t axis : axes) std::swap(kept[static_cast<std::size_t>(axis)], gone[static_cast<std::size_t>(axis)]);
  for (std::size_t d = 0; d < kept.size(); ++d) {
    const bool reduced = std::find(axes.begin(), axes.end(), static_cast<std::int64_t>(d)) != axes.end();
    if (!reduced || keep) shape.push_back(kept[d]);
  }
  Known result{std::move(shape), from->type, {}};
  everyPlace(kept, [&](std::span<const std::int64_t> first) {
    std::vector<double> along;
    everyPlace(gone, [&](std::span<const std::int64_t> next) {
      std::int64_t index = 0;
      for (std::size_t d = 0; d < kept.size(); ++d) index = index * from->shape[d] + first[d] + next[d];
      along.push_back(from->values[static_cast<std::size_t>(index)]);
    });
    result.values.push_back(f(along));
  });
  setKnown(c, 0, result);
  return true;
}

double asType(double value, int type) {
  const auto wrapped = [value](double size, double least) {
    const double whole = std::trunc(value);
    return whole - size * std::floor((whole - least) / size);
  };
  switch (type) {
    case kBool: return value != 0 ? 1 : 0;
    case kUint8: return wrapped(256, 0);
    case kInt8: return wrapped(256, -128);
    case kUint16: return wrapped(65536, 0);
    case kInt16: return wrapped(65536, -32768);
    case kFloat16: return rounded(value, 10, -14, 65504);
    case kBfloat16: return rounded(value, 7, -126, 3.3895313892515355e38);
    default: return isWhole(type) ? std::trunc(value) : value;
  }
}

}  // namespace stepscope::onnx
