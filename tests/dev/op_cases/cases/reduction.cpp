// Reductions over dimensions: sum, mean, max, sum of a product; argmax, which has no gradient, beside one that has.
#include "tests/dev/op_cases/case_builder.h"

namespace stepscope {

namespace {

struct Dimensions {
  Shape shape;
  Ints axes;
  bool keepdim;
};

const Dimensions kDimensions[] = {
    {{4, 9}, {1}, false},           {{4, 9}, {0}, false},           {{7, 70}, {0}, true},           {{2, 16, 3, 5}, {2, 3}, true},
    {{2, 17, 3, 5}, {2, 3}, true},  {{2, 17, 3, 5}, {2, 3}, false}, {{2, 16, 3, 5}, {2, 3}, false}, {{3, 17, 2, 2}, {0, 2, 3}, true},
    {{3, 16, 2, 2}, {0}, true},     {{2, 18, 3, 2}, {1}, true},     {{2, 3, 4}, {1}, false},        {{2, 3, 2, 3, 2}, {0, 2, 4}, false},
    {{2, 19, 3, 2}, {1, 3}, false}, {{3, 4, 10}, {1, 2}, false},    {{2, 6, 3, 3}, {2}, true},
};

OpCase reductionCase(const char* op, const Dimensions& d) {
  std::string name = std::string(op) + " " + toString(d.shape) + " over " + toString(d.axes) + (d.keepdim ? " kept" : "");
  CaseBuilder b(std::move(name));
  std::vector<ValueId> inputs{b.parameter("x", d.shape)};
  if (std::string_view(op) == "product_sum") inputs.push_back(b.parameter("other", d.shape));
  return b.finish(b.add(op, std::move(inputs), {{"axes", d.axes}, {"keepdim", d.keepdim}}));
}

// Everything into one number, which is the loss itself.
OpCase totalCase(const char* op, const Shape& shape) {
  CaseBuilder b(std::string(op) + " of all of " + toString(shape) + " as the loss");
  Ints axes;
  for (std::size_t i = 0; i < shape.size(); ++i) axes.push_back(static_cast<std::int64_t>(i));
  const ValueId x = b.parameter("x", shape);
  return b.finishScalar(b.add(op, {b.add("mul", {x, x})}, {{"axes", axes}, {"keepdim", false}}));
}

// Two maxima share the gradient. x + 0 * y is no kink for finite differences, so the shared maxima come from one element read twice.
OpCase sharedMaximumCase() {
  CaseBuilder b("max shared by two");
  const ValueId x = b.parameter("x", {4, 3});
  const ValueId row = b.add("reshape", {x}, {{"shape", Shape{4, 1, 3}}});
  const ValueId twice = b.add("expand", {row}, {{"shape", Shape{4, 2, 3}}});
  return b.finish(b.add("max", {twice}, {{"axes", Ints{1}}, {"keepdim", false}}));
}

// It has no gradient, so it chooses rows of a table that has. With `last`, values of which many are equal.
OpCase argmaxCase(const Shape& shape, std::int64_t axis, bool last = false) {
  CaseBuilder b("argmax of " + toString(shape) + " along " + std::to_string(axis) + (last ? ", the last" : ""));
  ValueId x = b.input("x", shape);
  if (last) x = b.add("clamp", {x}, {{"min", -0.5}, {"max", 0.1}});
  const ValueId index = b.add("argmax", {x}, {{"axis", axis}, {"keepdim", false}, {"last", last}});
  const ValueId table = b.parameter("table", {shape[static_cast<std::size_t>(axis)], 4});
  return b.finish(b.add("embedding", {table, index}, {{"padding_idx", std::int64_t{-1}}}));
}

}  // namespace

void addReductionCases(std::vector<OpCase>& cases) {
  for (const char* op : {"sum", "mean", "max", "product_sum"}) {
    for (const Dimensions& d : kDimensions) cases.push_back(reductionCase(op, d));
  }
  cases.push_back(totalCase("mean", {3, 5}));
  cases.push_back(totalCase("sum", {2, 17, 3, 3}));
  cases.push_back(totalCase("sum", {300, 170}));
  cases.push_back(sharedMaximumCase());
  cases.push_back(argmaxCase({5, 37}, 1));
  cases.push_back(argmaxCase({2, 6, 19}, 1));
  cases.push_back(argmaxCase({2, 17, 3, 2}, 1));
  cases.push_back(argmaxCase({5, 37}, 1, true));
  cases.push_back(argmaxCase({2, 6, 19}, 1, true));
}

}  // namespace stepscope
