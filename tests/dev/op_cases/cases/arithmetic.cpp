// Arithmetic with NumPy broadcasting: add, sub, mul, div, pow; expand and the constant.
#include <fmt/format.h>

#include <cmath>

#include "tests/dev/op_cases/case_builder.h"

namespace stepscope {

namespace {

struct Operands {
  Shape a, b;
  bool wholeRows = false;
};

// A squeeze-excitation in full blocks, in blocks with padding and in plain memory; values a channel, a pixel and a column; both sides
// broadcast; a scalar; equal shapes.
const Operands kOperands[] = {{{2, 16, 3, 4}, {2, 16, 1, 1}},
                              {{2, 17, 1, 1}, {2, 17, 3, 4}},
                              {{2, 3, 3, 2}, {2, 3, 1, 1}},
                              {{2, 16, 3, 4}, {16, 1, 1}},
                              {{2, 17, 2, 3}, {17, 1, 1}},
                              {{2, 18, 3, 2}, {2, 1, 3, 2}},
                              {{2, 17, 2, 2}, {1, 17, 1, 2}},
                              {{4, 5}, {5}},
                              {{3, 1, 4}, {2, 1}},
                              {{6, 7}, {}, true},
                              {{2, 17, 2, 3}, {}, true},
                              {{3, 4, 5}, {3, 4, 5}},
                              {{2, 17, 2, 3}, {2, 17, 2, 3}},
                              {{1, 17, 1, 1}, {2, 17, 2, 3}},
                              {{1, 3, 2}, {2, 1, 1}, true}};

OpCase binaryCase(const char* op, const Operands& operands) {
  CaseBuilder b(std::string(op) + " " + toString(operands.a) + " and " + toString(operands.b));
  // Positive where a quotient or a logarithm of them is taken.
  const bool positive = std::string_view(op) == "div" || std::string_view(op) == "pow";
  const double scale = positive ? 0.8 : 2.0, offset = positive ? 1.3 : 0.0;
  const ValueId y = b.add(op, {b.parameter("a", operands.a, scale, offset), b.parameter("b", operands.b, scale, offset)});
  // A cross-entropy does not see what is added to a whole row.
  return operands.wholeRows ? b.finishSquares(y) : b.finish(y);
}

// Whole numbers, so that some are equal; what passes through the choice has a gradient.
OpCase comparisonCase(const char* op, const Operands& operands) {
  CaseBuilder b(std::string("select by ") + op + " " + toString(operands.a) + " and " + toString(operands.b));
  // Away from the whole numbers, where neither a finite difference nor a narrow type takes them over the edge.
  const auto rounded = [&b](const char* name, const Shape& shape) {
    const ValueId x = b.parameter(name, shape, 2.0);
    for (double& v : b.bound(name)) v = std::floor(2 * v) / 2 + 0.25;
    return x;
  };
  const ValueId left = rounded("a", operands.a), right = rounded("b", operands.b);
  const ValueId where = b.add(op, {b.add("floor", {left}), b.add("floor", {right})});
  const ValueId chosen = b.add("select", {where, b.parameter("x", operands.b, 2.0)});
  // What was compared goes on beside the choice, so that its gradient is not zero throughout.
  return b.finish(b.add("add", {chosen, b.add("mul", {left, right})}));
}

// Whole numbers of the run as numbers, and numbers as whole ones, toward zero.
OpCase convertCase() {
  CaseBuilder b("convert");
  const auto to = [](const char* type) { return Attributes{{"to", std::string(type)}}; };
  const ValueId factor = b.add("convert", {b.integers("tokens", {5, 13}, 7)}, to("f32"));
  const ValueId x = b.parameter("x", {5, 13}, 4.0);
  for (double& v : b.bound("x")) v = std::floor(2 * v) / 2 + 0.25;
  const ValueId whole = b.add("convert", {b.add("convert", {x}, to("i32"))}, to("f32"));
  return b.finish(b.add("add", {b.add("mul", {factor, x}), whole}, {{"relu", false}}));
}

// Exponents with ways of their own.
OpCase powerCase(double exponent) {
  CaseBuilder b(fmt::format("pow of {:f}", exponent));  // its numbers are drawn by its name
  const ValueId e = b.add("fill", {}, {{"shape", Shape{}}, {"value", exponent}});
  return b.finish(b.add("pow", {b.parameter("a", {3, 19}, 1.0, 1.5), e}));
}

OpCase squareCase() {
  CaseBuilder b("mul of a value by itself");
  const ValueId x = b.parameter("x", {2, 17, 2, 3});
  return b.finish(b.add("mul", {x, x}));
}

OpCase expandCase(const Shape& from, const Shape& to, double scale) {
  CaseBuilder b("expand " + toString(from) + " to " + toString(to));
  return b.finish(b.add("expand", {b.parameter("x", from)}, {{"shape", to}, {"scale", scale}}));
}

// The squeeze-excitation block of mobilenet_v3 between layers, so that gates meet images in the layouts that kernels chose.
OpCase gateCase(std::int64_t channels) {
  CaseBuilder b("squeeze-excitation of " + std::to_string(channels) + " channels");
  const Attributes conv{{"stride", Ints{1, 1}}, {"padding", Ints{0, 0}}, {"dilation", Ints{1, 1}}, {"groups", std::int64_t{1}}};
  const ValueId x = b.add("silu", {b.parameter("x", {2, channels, 3, 3}, 2.0)});
  const ValueId squeezed = b.add("global_avg_pool", {x});
  const ValueId gate = b.add("hardsigmoid", {b.add("conv2d", {squeezed, b.parameter("w", {channels, channels, 1, 1})}, conv)});
  return b.finish(b.add("hardswish", {b.add("mul", {x, gate})}));
}

}  // namespace

void addArithmeticCases(std::vector<OpCase>& cases) {
  for (const char* op : {"add", "sub", "mul", "div", "pow"}) {
    for (const Operands& operands : kOperands) cases.push_back(binaryCase(op, operands));
  }
  for (const double exponent : {1.0, 2.0, 3.0, -1.0, 0.5}) cases.push_back(powerCase(exponent));
  for (const char* op : {"equal", "less"})
    for (const Operands& operands : kOperands)
      if (!operands.wholeRows) cases.push_back(comparisonCase(op, operands));
  cases.push_back(squareCase());
  cases.push_back(convertCase());
  cases.push_back(expandCase({2, 16, 1, 1}, {2, 16, 3, 2}, 1.0));
  cases.push_back(expandCase({2, 17, 1, 1}, {2, 17, 3, 2}, 0.25));
  cases.push_back(expandCase({3, 1}, {2, 3, 4}, 1.0));
  for (const std::int64_t channels : {16, 17, 6}) cases.push_back(gateCase(channels));
}

}  // namespace stepscope
