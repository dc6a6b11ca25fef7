// Moving elements without arithmetic: concat, split, slice, pad, transpose, channel_shuffle.
#include "tests/dev/op_cases/case_builder.h"

namespace stepscope {

namespace {

std::string listed(const Ints& values) {
  std::string text;
  for (const std::int64_t v : values) {
    if (!text.empty()) text += ',';
    text += std::to_string(v);
  }
  return text;
}

// Parameters and views lie plain; between sums an image lies as between layers, in blocks of channels.
ValueId laidOut(CaseBuilder& b, ValueId value) {
  return b.add("add", {value, value}, {{"relu", false}});
}
ValueId operand(CaseBuilder& b, const std::string& name, const Shape& shape) {
  return laidOut(b, b.parameter(name, shape));
}
OpCase finish(CaseBuilder& b, ValueId y) {
  return b.finish(laidOut(b, y));
}

OpCase concatCase(std::int64_t axis, const std::vector<Shape>& shapes) {
  std::string name = std::string("concat axis ") + std::to_string(axis) + " of";
  for (const Shape& shape : shapes) (name += ' ') += toString(shape);
  CaseBuilder b(name);
  std::vector<ValueId> inputs;
  for (std::size_t i = 0; i < shapes.size(); ++i) inputs.push_back(operand(b, std::string("x").append(std::to_string(i)), shapes[i]));
  return finish(b, b.add("concat", std::move(inputs), {{"axis", axis}}));
}

OpCase concatTwiceCase() {
  CaseBuilder b("concat of a value with itself");
  const ValueId x = operand(b, "x", {2, 3});
  return finish(b, b.add("concat", {x, x}, {{"axis", std::int64_t{1}}}));
}

// Only the middle one has a gradient, so nothing but its slice is taken.
OpCase concatConstantsCase() {
  CaseBuilder b("concat with constants");
  const ValueId first = b.buffer("first", {2, 3, 2, 2}, 0.5), x = operand(b, "x", {2, 5, 2, 2}), last = b.buffer("last", {2, 1, 2, 2}, 1);
  return finish(b, b.add("concat", {first, x, last}, {{"axis", std::int64_t{1}}}));
}

// The parts in another order, so that a mistaken place shows.
OpCase splitCase(const Shape& x, std::int64_t axis, const Ints& sizes) {
  CaseBuilder b("split " + toString(x) + " axis " + std::to_string(axis) + " into " + listed(sizes));
  const ValueId value = operand(b, "x", x);
  const ValueId first = b.add("split", {value}, {{"axis", axis}, {"sizes", sizes}});
  std::vector<ValueId> parts;
  for (std::size_t i = 0; i < sizes.size(); ++i) parts.insert(parts.begin(), first + static_cast<ValueId>(i));
  return finish(b, b.add("concat", std::move(parts), {{"axis", axis}}));
}

OpCase unusedPartCase(const Shape& x) {
  CaseBuilder b("split " + toString(x) + " with a part that nobody reads");
  const ValueId first = b.add("split", {operand(b, "x", x)}, {{"axis", std::int64_t{1}}, {"sizes", Ints{1, x[1] - 3, 2}}});
  return finish(b, b.add("concat", {first + 2, first + 2, first}, {{"axis", std::int64_t{1}}}));
}

OpCase sliceCase(const Shape& x, const Ints& starts, const Ints& ends, const Ints& steps) {
  CaseBuilder b("slice " + toString(x) + " from " + listed(starts) + " to " + listed(ends) + " by " + listed(steps));
  return finish(b, b.add("slice", {operand(b, "x", x)}, {{"starts", starts}, {"ends", ends}, {"steps", steps}}));
}

OpCase padCase(const Shape& x, const Ints& before, const Ints& after, const char* mode, double value = 0) {
  CaseBuilder b(std::string("pad ") + mode + " " + toString(x) + " by " + listed(before) + " and " + listed(after));
  return finish(b, b.add("pad", {operand(b, "x", x)}, {{"before", before}, {"after", after}, {"mode", std::string(mode)}, {"value", value}}));
}

OpCase transposeCase(const Shape& x, const Ints& permutation) {
  CaseBuilder b("transpose " + toString(x) + " to " + listed(permutation));
  return finish(b, b.add("transpose", {operand(b, "x", x)}, {{"permutation", permutation}}));
}

// Between views, as attention splits its heads.
OpCase transposeViewsCase() {
  CaseBuilder b("transpose between views");
  const ValueId x = b.parameter("x", {2, 14, 24});
  const ValueId heads = b.add("reshape", {x}, {{"shape", Shape{2, 14, 4, 6}}});
  return b.finish(b.add("reshape", {b.add("transpose", {heads}, {{"permutation", Ints{0, 2, 1, 3}}})}, {{"shape", Shape{8, 84}}}));
}

OpCase shuffleCase(const Shape& x, std::int64_t groups) {
  CaseBuilder b("channel_shuffle " + toString(x) + " groups " + std::to_string(groups));
  return finish(b, b.add("channel_shuffle", {operand(b, "x", x)}, {{"groups", groups}}));
}

}  // namespace

void addStructureCases(std::vector<OpCase>& cases) {
  cases.push_back(concatCase(1, {{2, 3, 2, 2}, {2, 5, 2, 2}}));
  cases.push_back(concatCase(1, {{2, 16, 3, 2}, {2, 32, 3, 2}, {2, 16, 3, 2}}));  // whole blocks
  cases.push_back(concatCase(1, {{2, 10, 2, 3}, {2, 13, 2, 3}, {2, 3, 2, 3}, {2, 20, 2, 3}}));
  cases.push_back(concatCase(0, {{2, 12, 2, 2}, {1, 12, 2, 2}}));
  cases.push_back(concatCase(2, {{2, 17, 2, 3}, {2, 17, 1, 3}}));
  cases.push_back(concatCase(3, {{1, 16, 2, 3}, {1, 16, 2, 2}}));
  cases.push_back(concatCase(1, {{3, 4}, {3, 1}, {3, 7}}));
  cases.push_back(concatCase(0, {{3}, {5}}));
  cases.push_back(concatCase(2, {{2, 3, 4}, {2, 3, 5}}));
  cases.push_back(concatTwiceCase());
  cases.push_back(concatConstantsCase());
  cases.push_back(splitCase({2, 6, 2, 2}, 1, {2, 4}));
  cases.push_back(splitCase({2, 48, 2, 2}, 1, {16, 32}));
  cases.push_back(splitCase({2, 44, 2, 3}, 1, {22, 22}));
  cases.push_back(splitCase({3, 18, 2, 2}, 0, {2, 1}));
  cases.push_back(splitCase({1, 16, 5, 2}, 2, {1, 3, 1}));
  cases.push_back(splitCase({2, 3, 7}, 2, {3, 4}));
  cases.push_back(unusedPartCase({2, 5, 2, 2}));
  cases.push_back(unusedPartCase({2, 37, 2, 2}));
  cases.push_back(sliceCase({3, 7}, {0, 2}, {3, 6}, {1, 1}));
  cases.push_back(sliceCase({4, 9}, {1, 0}, {4, 9}, {2, 3}));
  cases.push_back(sliceCase({2, 20, 6, 7}, {0, 0, 1, 2}, {2, 20, 6, 7}, {1, 1, 2, 2}));
  cases.push_back(sliceCase({2, 40, 3, 3}, {0, 5, 0, 1}, {2, 38, 3, 3}, {1, 1, 1, 1}));
  cases.push_back(sliceCase({3, 33, 2, 2}, {1, 1, 0, 0}, {3, 33, 2, 2}, {1, 5, 1, 1}));
  cases.push_back(sliceCase({2, 3, 4, 5, 2}, {0, 1, 0, 1, 0}, {2, 3, 3, 5, 2}, {1, 1, 1, 2, 1}));
  cases.push_back(padCase({2, 3, 4, 3}, {0, 0, 1, 2}, {0, 0, 2, 0}, "constant", 0.5));
  cases.push_back(padCase({2, 17, 3, 3}, {0, 0, 1, 1}, {0, 0, 1, 1}, "constant"));
  cases.push_back(padCase({1, 20, 2, 3}, {1, 3, 0, 1}, {0, 2, 1, 0}, "constant", -1.5));
  cases.push_back(padCase({2, 5}, {1, 0}, {0, 3}, "constant", 2));
  cases.push_back(padCase({2, 3, 4, 5}, {0, 0, 2, 1}, {0, 0, 3, 4}, "reflect"));
  cases.push_back(padCase({2, 19, 4, 3}, {0, 0, 1, 2}, {0, 0, 2, 2}, "reflect"));
  cases.push_back(padCase({2, 3, 3, 2}, {0, 0, 2, 3}, {0, 0, 1, 4}, "edge"));
  cases.push_back(padCase({2, 16, 3, 3}, {0, 0, 2, 0}, {0, 0, 0, 2}, "edge"));
  cases.push_back(padCase({2, 3, 5}, {0, 0, 2}, {0, 0, 3}, "reflect"));
  cases.push_back(padCase({2, 18, 2, 2}, {0, 2, 1, 0}, {0, 3, 0, 1}, "edge"));
  cases.push_back(transposeCase({3, 5}, {1, 0}));
  cases.push_back(transposeCase({2, 19, 33}, {0, 2, 1}));
  cases.push_back(transposeCase({2, 3, 4}, {2, 0, 1}));
  cases.push_back(transposeCase({2, 3, 4, 16}, {0, 3, 1, 2}));  // channels last to first
  cases.push_back(transposeCase({2, 18, 3, 4}, {0, 2, 3, 1}));
  cases.push_back(transposeCase({2, 16, 12, 5}, {0, 2, 1, 3}));
  cases.push_back(transposeCase({2, 16, 3, 4}, {0, 1, 3, 2}));
  cases.push_back(transposeCase({13, 3, 2, 14}, {3, 0, 2, 1}));
  cases.push_back(transposeCase({2, 2, 3, 2, 3}, {4, 0, 3, 1, 2}));
  cases.push_back(transposeViewsCase());
  cases.push_back(shuffleCase({2, 6, 2, 2}, 2));
  cases.push_back(shuffleCase({2, 44, 2, 3}, 2));
  cases.push_back(shuffleCase({1, 48, 2, 2}, 3));
  cases.push_back(shuffleCase({3, 8}, 4));
}

}  // namespace stepscope
