// Comparisons, logic and choice. Booleans are 0 and 1 in the graph; on numbers that are known everything is computed at once.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/onnx/compose.h"
#include "core/onnx/known.h"

namespace stepscope::onnx {

namespace {

void equal(Context& c) {
  if (fold(c, 2, kBool, [](const double* v) { return v[0] == v[1]; })) return;
  c.set(0, c.add("equal", {c.value(0), c.value(1)}), kBool);
}
void less(Context& c) {
  if (fold(c, 2, kBool, [](const double* v) { return v[0] < v[1]; })) return;
  c.set(0, c.add("less", {c.value(0), c.value(1)}), kBool);
}
void greater(Context& c) {
  if (fold(c, 2, kBool, [](const double* v) { return v[0] > v[1]; })) return;
  c.set(0, c.add("less", {c.value(1), c.value(0)}), kBool);
}
// Only one of the two can hold.
void lessOrEqual(Context& c) {
  if (fold(c, 2, kBool, [](const double* v) { return v[0] <= v[1]; })) return;
  const ValueId a = c.value(0), b = c.value(1);
  c.set(0, plus(c, c.add("less", {a, b}), c.add("equal", {a, b})), kBool);
}
void greaterOrEqual(Context& c) {
  if (fold(c, 2, kBool, [](const double* v) { return v[0] >= v[1]; })) return;
  const ValueId a = c.value(0), b = c.value(1);
  c.set(0, plus(c, c.add("less", {b, a}), c.add("equal", {a, b})), kBool);
}

void logicalAnd(Context& c) {
  if (fold(c, 2, kBool, [](const double* v) { return v[0] != 0 && v[1] != 0; })) return;
  c.set(0, c.add("mul", {c.value(0), c.value(1)}), kBool);
}
void logicalOr(Context& c) {
  if (fold(c, 2, kBool, [](const double* v) { return v[0] != 0 || v[1] != 0; })) return;
  c.set(0, c.add("clamp", {plus(c, c.value(0), c.value(1))}, {{"min", 0.0}, {"max", 1.0}}), kBool);
}
void logicalXor(Context& c) {
  if (fold(c, 2, kBool, [](const double* v) { return (v[0] != 0) != (v[1] != 0); })) return;
  c.set(0, logicalNot(c, c.add("equal", {c.value(0), c.value(1)})), kBool);
}
void notNode(Context& c) {
  if (fold(c, 1, kBool, [](const double* v) { return v[0] == 0; })) return;
  c.set(0, logicalNot(c, c.value(0)), kBool);
}

bool isZero(const std::optional<Known>& k) {
  return k && k->values.size() == 1 && k->values[0] == 0;
}

void whereNode(Context& c) {
  const int type = c.type(1);
  if (fold(c, 3, type, [](const double* v) { return v[0] != 0 ? v[1] : v[2]; })) return;
  const ValueId condition = c.value(0);
  if (isZero(known(c, 1))) return c.set(0, c.add("select", {logicalNot(c, condition), c.value(2)}), type);
  if (isZero(known(c, 2))) return c.set(0, c.add("select", {condition, c.value(1)}), type);
  c.set(0, where(c, condition, c.value(1), c.value(2)), type);
}

// Of two: the second where the first is less.
void extreme(Context& c, bool most) {
  const std::size_t count = c.node->inputs.size();
  c.check(count > 0, "has no inputs");
  if (fold(c, count, 0, [=](const double* v) { return most ? *std::max_element(v, v + count) : *std::min_element(v, v + count); })) return;
  ValueId y = c.value(0);
  for (std::size_t i = 1; i < count; ++i) {
    const ValueId x = c.value(i);
    y = where(c, most ? c.add("less", {y, x}) : c.add("less", {x, y}), x, y);
  }
  c.set(0, y);
}
void maximum(Context& c) {
  extreme(c, true);
}
void minimum(Context& c) {
  extreme(c, false);
}

void isNaN(Context& c) {
  const ValueId x = c.value(0);
  c.set(0, logicalNot(c, c.add("equal", {x, x})), kBool);
}
void isInf(Context& c) {
  const double infinity = std::numeric_limits<double>::infinity();
  const ValueId x = c.value(0);
  const ValueId above = c.add("equal", {x, c.scalar(infinity)}), below = c.add("equal", {x, c.scalar(-infinity)});
  const bool positive = c.integer("detect_positive", 1) != 0, negative = c.integer("detect_negative", 1) != 0;
  c.check(positive || negative, "looks for neither infinity");
  c.set(0, positive && negative ? plus(c, above, below) : positive ? above : below, kBool);
}

void sign(Context& c) {
  if (fold(c, 1, 0, [](const double* v) { return v[0] > 0 ? 1.0 : v[0] < 0 ? -1.0 : v[0]; })) return;
  const ValueId x = c.value(0), zero = c.scalar(0);
  c.set(0, minus(c, c.add("less", {zero, x}), c.add("less", {x, zero})));
}
void floorNode(Context& c) {
  if (fold(c, 1, 0, [](const double* v) { return std::floor(v[0]); })) return;
  c.set(0, c.add("floor", {c.value(0)}));
}
void ceil(Context& c) {
  if (fold(c, 1, 0, [](const double* v) { return std::ceil(v[0]); })) return;
  c.set(0, c.add("neg", {c.add("floor", {c.add("neg", {c.value(0)})})}));
}
// Halves to the even neighbour.
void roundNode(Context& c) {
  if (fold(c, 1, 0, [](const double* v) { return std::nearbyint(v[0]); })) return;
  const ValueId x = c.value(0), below = c.add("floor", {x}), rest = minus(c, x, below), half = c.scalar(0.5);
  const ValueId odd = minus(c, below, times(c, c.add("floor", {times(c, below, 0.5)}), 2));
  const ValueId tie = c.add("mul", {c.add("equal", {rest, half}), odd});
  c.set(0, plus(c, below, plus(c, c.add("less", {half, rest}), tie)));
}

// The sign of the divisor (Python's), with fmod that of the dividend (C's). Quotients of f32 would not give the rest of real numbers.
void mod(Context& c) {
  const bool fmod = c.integer("fmod", 0) != 0;
  const auto rest = [fmod](const double* v) { return fmod ? std::fmod(v[0], v[1]) : v[0] - v[1] * std::floor(v[0] / v[1]); };
  if (fold(c, 2, 0, rest)) return;
  c.check(isWhole(c.type(0)), "takes the rest of numbers that are not whole, which is not supported");
  const ValueId a = c.value(0), b = c.value(1), quotient = c.add("div", {a, b});
  c.set(0, minus(c, a, c.add("mul", {b, fmod ? truncated(c, quotient) : c.add("floor", {quotient})})));
}

void castNode(Context& c, int to) {
  c.check(isReal(to) || isWhole(to), "casts to " + typeName(to) + ", which is not supported");
  if (to != kFloat16 && to != kBfloat16 && fold(c, 1, to, [to](const double* v) { return asType(v[0], to); })) return;
  // Trained numbers stay what is trained.
  c.set(0, castTo(c, c.value(0), c.type(0), to), to);
}
void cast(Context& c) {
  castNode(c, static_cast<int>(c.integer("to", kFloat)));
}
void castLike(Context& c) {
  castNode(c, c.type(1));
}

// The triangle of the last two dimensions, the rest 0.
void trilu(Context& c) {
  if (const auto empty = known(c, 0); empty && empty->values.empty()) return c.setConstant(0, tensorOf(*empty));
  const Shape s = c.shape(c.raw(0));
  c.check(s.size() >= 2, "takes " + toString(s) + ", a matrix is needed");
  const bool upper = c.integer("upper", 1) != 0;
  const std::int64_t k = c.has(1) ? c.constantInts(1).at(0) : 0, rows = s[s.size() - 2], columns = s.back();
  std::vector<float> mask;
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t j = 0; j < columns; ++j) mask.push_back((upper ? j - r >= k : j - r <= k) ? 1.0F : 0.0F);
  c.set(0, c.add("select", {ownTable(c, "triangle", {rows, columns}, std::move(mask)), c.value(0)}));
}

}  // namespace

std::span<const Converter> comparisonConverters() {
  static const Converter table[] = {
      {"Equal", 7, equal},
      {"Less", 7, less},
      {"Greater", 7, greater},
      {"LessOrEqual", 12, lessOrEqual},
      {"GreaterOrEqual", 12, greaterOrEqual},
      {"And", 7, logicalAnd},
      {"Or", 7, logicalOr},
      {"Xor", 7, logicalXor},
      {"Not", 1, notNode},
      {"Where", 9, whereNode},
      {"Max", 6, maximum},
      {"Min", 6, minimum},
      {"IsNaN", 9, isNaN},
      {"IsInf", 10, isInf},
      {"Sign", 9, sign},
      {"Floor", 1, floorNode},
      {"Ceil", 1, ceil},
      {"Round", 11, roundNode},
      {"Mod", 10, mod},
      {"Cast", 6, cast},
      {"CastLike", 15, castLike},
      {"Trilu", 14, trilu},
  };
  return table;
}

}  // namespace stepscope::onnx
