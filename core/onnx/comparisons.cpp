// Comparisons, logic, rounding and selection. Booleans are 0 and 1 in the graph; operations on known numbers are computed at import time.
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
// less + equal, since at most one of them is 1.
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

bool isZero(const Context& c, std::size_t i) {
  return isKnown(c, i) && c.constant(i).count() == 1 && c.constant(i).at(0) == 0;
}

void whereNode(Context& c) {
  const int type = c.type(1);
  if (fold(c, 3, type, [](const double* v) { return v[0] != 0 ? v[1] : v[2]; })) return;
  const ValueId condition = c.value(0);
  if (isZero(c, 1)) return c.set(0, c.add("select", {logicalNot(c, condition), c.value(2)}), type);
  if (isZero(c, 2)) return c.set(0, c.add("select", {condition, c.value(1)}), type);
  c.set(0, where(c, condition, c.value(1), c.value(2)), type);
}

double extremeOf(const double* v, std::size_t count, bool most) {
  double y = v[0];
  for (std::size_t i = 1; i < count; ++i)
    if (std::isnan(v[i]) || (most ? y < v[i] : v[i] < y)) y = v[i];
  return y;
}

// Minimum or maximum. One operand after the other replaces the result if it is less (or greater), or if it is NaN; a NaN stays.
void extreme(Context& c, bool most) {
  const std::size_t count = c.node->inputs.size();
  c.check(count > 0, "has no inputs");
  if (fold(c, count, 0, [=](const double* v) { return extremeOf(v, count, most); })) return;
  ValueId y = c.value(0);
  for (std::size_t i = 1; i < count; ++i) {
    const ValueId x = c.value(i);
    y = where(c, most ? c.add("less", {y, x}) : c.add("less", {x, y}), x, y);
    if (isReal(c.type(i))) y = where(c, c.add("equal", {x, x}), y, x);
  }
  c.set(0, y);
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
  if (!positive && !negative) return c.set(0, c.add("fill", {}, {{"shape", c.shape(x)}, {"value", 0.0}}), kBool);
  c.set(0, positive && negative ? plus(c, above, below) : positive ? above : below, kBool);
}

void sign(Context& c) {
  if (fold(c, 1, 0, [](const double* v) { return v[0] > 0 ? 1.0 : v[0] < 0 ? -1.0 : v[0]; })) return;
  const ValueId x = c.value(0), zero = c.scalar(0), y = minus(c, c.add("less", {zero, x}), c.add("less", {x, zero}));
  // The sign of a NaN is NaN.
  c.set(0, isReal(c.type(0)) ? where(c, c.add("equal", {x, x}), y, x) : y);
}
void floorNode(Context& c) {
  if (fold(c, 1, 0, [](const double* v) { return std::floor(v[0]); })) return;
  c.set(0, c.add("floor", {c.value(0)}));
}
void ceil(Context& c) {
  if (fold(c, 1, 0, [](const double* v) { return std::ceil(v[0]); })) return;
  c.set(0, c.add("neg", {c.add("floor", {c.add("neg", {c.value(0)})})}));
}
// Rounds halves to even.
void roundNode(Context& c) {
  if (fold(c, 1, 0, [](const double* v) { return std::nearbyint(v[0]); })) return;
  const ValueId x = c.value(0), below = c.add("floor", {x}), rest = minus(c, x, below), half = c.scalar(0.5);
  const ValueId odd = minus(c, below, times(c, c.add("floor", {times(c, below, 0.5)}), 2));
  const ValueId tie = c.add("select", {c.add("equal", {rest, half}), odd});  // not a product: for an infinite x, odd is NaN
  c.set(0, plus(c, below, plus(c, c.add("less", {half, rest}), tie)));
}

// The remainder has the sign of the divisor (as in Python), or with the attribute fmod that of the dividend (as in C). At run time only integers are
// supported: a division in f32 does not give the exact remainder of other numbers.
void mod(Context& c) {
  const bool fmod = c.integer("fmod", 0) != 0;
  const auto rest = [fmod](const double* v) { return fmod ? std::fmod(v[0], v[1]) : v[0] - v[1] * std::floor(v[0] / v[1]); };
  if (fold(c, 2, 0, rest)) return;
  c.check(isWhole(c.type(0)), "takes the rest of numbers that are not whole, which is not supported");
  const ValueId a = c.value(0), b = c.value(1), quotient = c.add("div", {a, b});
  c.set(0, minus(c, a, c.add("mul", {b, fmod ? truncated(c, quotient) : c.add("floor", {quotient})})));
}

// A double at run time is an input or the result of an earlier cast; the graph holds it as f32.
void castNode(Context& c, std::int64_t type) {
  const int to = type >= 0 && type <= kBfloat16 ? static_cast<int>(type) : 0;
  c.check(isReal(to) || isWhole(to),
          "casts to the type " + typeName(static_cast<int>(std::clamp<std::int64_t>(type, -1, 1000))) + ", which is not supported");
  const Operand operand = c.operand(0);
  if (fold(c, 1, to, [to](const double* v) { return asType(v[0], to); })) {
    // A parameter in f64 becomes a parameter in f32.
    if (operand.parameter && operand.type == kDouble && isReal(to) && c.wantsOutput(0)) c.values[c.node->outputs[0]].parameter = true;
    return;
  }
  const bool isDouble = operand.type == kDouble && operand.value != kNone;
  // A cast between f32 and f64 gives the value itself, so a parameter stays one.
  c.set(0, castTo(c, isDouble ? operand.value : c.value(0), isDouble ? kFloat : operand.type, to), to);
}
void cast(Context& c) {
  castNode(c, c.integer("to", kFloat));
}

// The upper or lower triangle of the last two dimensions; all other elements become 0.
void trilu(Context& c) {
  if (isKnown(c, 0) && c.constant(0).count() == 0) return c.setConstant(0, c.constant(0));
  const Shape s = c.shape(c.raw(0));
  c.check(s.size() >= 2, "takes " + toString(s) + ", a matrix is needed");
  const bool upper = c.integer("upper", 1) != 0;
  const std::int64_t k = c.has(1) ? c.constantInt(1) : 0, rows = s[s.size() - 2], columns = s.back();
  std::vector<float> mask = c.table(rows, columns);
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t j = 0; j < columns; ++j) mask[static_cast<std::size_t>(r * columns + j)] = (upper ? j - r >= k : j - r <= k) ? 1 : 0;
  c.set(0, c.add("select", {ownTable(c, "triangle", {rows, columns}, std::move(mask)), c.value(0)}));
}

}  // namespace

std::span<const Converter> comparisonConverters() {
  static const Converter table[] = {
      {"Equal", 7, equal, true},
      {"Less", 7, less, true},
      {"Greater", 7, greater, true},
      {"LessOrEqual", 12, lessOrEqual, true},
      {"GreaterOrEqual", 12, greaterOrEqual, true},
      {"And", 7, logicalAnd},
      {"Or", 7, logicalOr},
      {"Xor", 7, logicalXor},
      {"Not", 1, notNode},
      {"Where", 9, whereNode, true},
      {"Max", 6, [](Context& c) { extreme(c, true); }, true},
      {"Min", 6, [](Context& c) { extreme(c, false); }, true},
      {"IsNaN", 9, isNaN},
      {"IsInf", 10, isInf},
      {"Sign", 9, sign, true},
      {"Floor", 1, floorNode, true},
      {"Ceil", 1, ceil, true},
      {"Round", 11, roundNode, true},
      {"Mod", 10, mod, true},
      {"Cast", 6, cast, true},
      {"CastLike", 15, [](Context& c) { castNode(c, c.type(1)); }, true},
      {"Trilu", 14, trilu},
  };
  return table;
}

}  // namespace stepscope::onnx
