// Arithmetic operators with broadcasting, and matrix products. Most are computed at once if their operands are known at import time.
#include <algorithm>
#include <cmath>

#include "core/onnx/compose.h"
#include "core/onnx/known.h"

namespace stepscope::onnx {

namespace {

void binary(Context& c, const char* op) {
  const ValueId a = c.value(0);
  ValueId b = c.value(1);
  b = c.reshape(b, aligned(c, c.shape(a), c.shape(b)));
  ValueId y = c.add(op, {a, b}, std::string_view(op) == "add" ? Attributes{{"relu", false}} : Attributes{});
  if (std::string_view(op) == "div" && isWhole(c.type(0))) y = truncated(c, y);
  c.set(0, wrapped(c, y, c.type(0)));
}

void add(Context& c) {
  if (!fold(c, 2, 0, [](const double* v) { return v[0] + v[1]; })) binary(c, "add");
}
void sub(Context& c) {
  if (!fold(c, 2, 0, [](const double* v) { return v[0] - v[1]; })) binary(c, "sub");
}
void mul(Context& c) {
  if (!fold(c, 2, 0, [](const double* v) { return v[0] * v[1]; })) binary(c, "mul");
}
void div(Context& c) {
  const bool whole = isWhole(c.type(0));
  const auto quotient = [whole](const double* v) { return !whole ? v[0] / v[1] : v[1] == 0 ? 0 : std::trunc(v[0] / v[1]); };
  if (!fold(c, 2, 0, quotient)) binary(c, "div");
}
// The result has the type of the base.
void pow(Context& c) {
  const int type = c.type(0);
  if (fold(c, 2, type, [type](const double* v) { return asType(std::pow(v[0], v[1]), type); })) return;
  // An exponent may have another type than the base, even double.
  const bool isNumber = isKnown(c, 1) && c.constant(1).count() == 1 && c.constant(1).shape.empty();
  const ValueId base = c.value(0), exponent = isNumber ? c.scalar(c.constantReal(1)) : c.value(1);
  const ValueId y = c.add("pow", {base, exponent});
  c.set(0, isWhole(type) ? wrapped(c, truncated(c, y), type) : y);
}

void unary(Context& c, const char* op, double (*f)(double)) {
  if (!fold(c, 1, 0, [f](const double* v) { return f(v[0]); })) c.set(0, c.add(op, {c.value(0)}));
}

// Sin and Cos, which models use for tables of positions: only operands known at import time are supported.
template <double (*f)(double)>
void ofKnown(Context& c) {
  if (!fold(c, 1, 0, [](const double* v) { return f(v[0]); })) c.refuse("of numbers of the run is not supported");
}
void reciprocal(Context& c) {
  if (!fold(c, 1, 0, [](const double* v) { return 1 / v[0]; })) c.set(0, c.add("div", {c.scalar(1), c.value(0)}));
}

void abs(Context& c) {
  if (fold(c, 1, 0, [](const double* v) { return std::abs(v[0]); })) return;
  c.set(0, absolute(c, c.value(0)));
}

ValueId total(Context& c) {
  ValueId y = c.value(0);
  for (std::size_t i = 1; i < c.node->inputs.size(); ++i) y = plus(c, y, c.value(i));
  return y;
}
void mean(Context& c) {
  const ValueId y = total(c);
  c.set(0, c.add("div", {y, c.scalar(static_cast<double>(c.node->inputs.size()))}));
}

void clip(Context& c) {
  double low = -3.4028234663852886e38, high = 3.4028234663852886e38;
  if (c.opset() < 11) {
    low = c.real("min", low);
    high = c.real("max", high);
  } else {
    if (c.has(1)) low = c.constantReal(1);
    if (c.has(2)) high = c.constantReal(2);
  }
  // The standard allows a lower bound above the upper one; then every value is the upper bound.
  c.set(0, c.add("clamp", {c.value(0)}, {{"min", std::min(low, high)}, {"max", high}}));
}

// Matrices known at import time are transposed once, so that the product is a linear layer.
ValueId transposedWeight(Context& c, std::size_t i) {
  const Operand w = c.operand(i);
  if (const ValueId before = c.madeOf(i, kTransposed); before != kNone) return before;
  // If the matrix is also used untransposed, that parameter is transposed in the graph: a second one with the same numbers would be trained
  // separately.
  if (c.madeOf(i, "") != kNone) return c.once(i, kTransposed, [&](const std::string&) { return c.transpose(c.madeOf(i, ""), {1, 0}); });
  Tensor t = *w.constant;
  const auto rows = static_cast<std::size_t>(t.shape[0]), columns = static_cast<std::size_t>(t.shape[1]);
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t k = 0; k < columns; ++k) t.floats[k * rows + r] = w.constant->floats[r * columns + k];
  std::swap(t.shape[0], t.shape[1]);
  return c.once(i, kTransposed, [&](const std::string& name) { return c.persistent(t, name, w.parameter); });
}

bool isMatrix(const Context& c, std::size_t i) {
  return c.isConstant(i) && !c.constant(i).integer && c.constant(i).shape.size() == 2 && c.constant(i).floats.size() > 1;
}

ValueId product(Context& c, ValueId a, ValueId b, bool transposeA, bool transposeB) {
  return c.add("matmul", {a, b}, {{"transpose_a", transposeA}, {"transpose_b", transposeB}});
}

void matmul(Context& c) {
  const ValueId a = c.value(0);
  if (isMatrix(c, 1) && c.shape(a).size() >= 2) {
    c.check(c.shape(a).back() == c.constant(1).shape[0], "multiplies " + toString(c.shape(a)) + " by " + toString(c.constant(1).shape));
    return c.set(0, c.add("linear", {a, transposedWeight(c, 1)}, {{"relu", false}}));
  }
  const ValueId b = c.value(1);
  Shape left = c.shape(a), right = c.shape(b);
  c.check(!left.empty() && !right.empty(), "multiplies a number that is no matrix");
  // A vector is a row on the left and a column on the right, and that dimension is removed from the result.
  const bool row = left.size() == 1, column = right.size() == 1;
  ValueId y = product(c, row ? c.reshape(a, {1, left[0]}) : a, column ? c.reshape(b, {right[0], 1}) : b, false, false);
  Shape shape = c.shape(y);
  if (column) shape.pop_back();
  if (row) shape.erase(shape.end() - (column ? 1 : 2));
  c.set(0, c.reshape(y, shape));
}

void gemm(Context& c) {
  const double alpha = c.real("alpha", 1), beta = c.real("beta", 1);
  const bool transposeA = c.integer("transA", 0) != 0, transposeB = c.integer("transB", 0) != 0;
  const ValueId a = c.value(0);
  c.check(c.shape(a).size() == 2, "takes " + toString(c.shape(a)) + ", a matrix is needed");
  ValueId y = kNone;
  if (!transposeA && isMatrix(c, 1) && c.constant(1).shape[transposeB ? 1 : 0] == c.shape(a)[1]) {
    const std::int64_t features = c.constant(1).shape[transposeB ? 0 : 1];
    std::vector<ValueId> inputs{a, transposeB ? c.value(1) : transposedWeight(c, 1)};
    const bool fuses = c.has(2) && alpha == 1 && beta == 1 && c.isConstant(2) && c.constant(2).shape == Shape{features} && features > 1;
    if (fuses) inputs.push_back(c.value(2));
    y = c.add("linear", std::move(inputs), {{"relu", false}});
    if (fuses) return c.set(0, y);
  } else {
    y = product(c, a, c.value(1), transposeA, transposeB);
  }
  if (alpha != 1) y = c.add("mul", {y, c.scalar(alpha)});
  if (c.has(2) && beta != 0) {
    ValueId bias = c.value(2);
    if (beta != 1) bias = c.add("mul", {bias, c.scalar(beta)});
    y = c.add("add", {y, bias}, {{"relu", false}});
  }
  c.set(0, y);
}

}  // namespace

std::span<const Converter> arithmeticConverters() {
  static const Converter table[] = {
      {"Erf", 9, [](Context& c) { unary(c, "erf", [](double x) { return std::erf(x); }); }, true},
      {"Sin", 7, ofKnown<std::sin>, true},
      {"Cos", 7, ofKnown<std::cos>, true},
      {"Add", 1, add, true},
      {"Sub", 1, sub, true},
      {"Mul", 1, mul, true},
      {"Div", 1, div, true},
      {"Pow", 1, pow, true},
      {"Neg", 6, [](Context& c) { unary(c, "neg", [](double x) { return -x; }); }, true},
      {"Exp", 6, [](Context& c) { unary(c, "exp", [](double x) { return std::exp(x); }); }, true},
      {"Log", 6, [](Context& c) { unary(c, "log", [](double x) { return std::log(x); }); }, true},
      {"Sqrt", 6, [](Context& c) { unary(c, "sqrt", [](double x) { return std::sqrt(x); }); }, true},
      {"Reciprocal", 6, reciprocal, true},
      {"Abs", 6, abs, true},
      {"Sum", 6, [](Context& c) { c.set(0, total(c)); }},
      {"Mean", 6, mean},
      {"Clip", 6, clip},
      {"MatMul", 1, matmul},
      {"Gemm", 1, gemm},
  };
  return table;
}

}  // namespace stepscope::onnx
