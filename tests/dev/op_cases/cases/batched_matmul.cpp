// Matrix products of the last two dimensions, leading dimensions broadcast.
#include "tests/dev/op_cases/case_builder.h"

namespace stepscope {

namespace {

OpCase matmulCase(const char* name, const Shape& a, const Shape& b, bool transposeA = false, bool transposeB = false) {
  CaseBuilder builder(std::string("matmul ") + name);
  const ValueId left = builder.parameter("a", a), right = builder.parameter("b", b);
  return builder.finish(builder.add("matmul", {left, right}, {{"transpose_a", transposeA}, {"transpose_b", transposeB}}));
}

}  // namespace

void addBatchedMatmulCases(std::vector<OpCase>& cases) {
  cases.push_back(matmulCase("of two matrices", {3, 5}, {5, 4}));
  cases.push_back(matmulCase("batched", {2, 3, 4}, {2, 4, 5}));
  cases.push_back(matmulCase("first transposed", {2, 4, 3}, {2, 4, 5}, true, false));
  cases.push_back(matmulCase("second transposed", {2, 3, 4}, {2, 5, 4}, false, true));
  cases.push_back(matmulCase("both transposed", {2, 4, 3}, {2, 5, 4}, true, true));
  cases.push_back(matmulCase("two leading dimensions", {2, 3, 4, 3}, {2, 3, 3, 5}));
  cases.push_back(matmulCase("one matrix for all", {2, 3, 4, 3}, {3, 5}));
  cases.push_back(matmulCase("one matrix for all, first transposed", {2, 4, 3}, {4, 5}, true, false));
  cases.push_back(matmulCase("the first factor repeated", {4, 3}, {3, 3, 5}));
  cases.push_back(matmulCase("leading dimensions of 1 repeated", {2, 1, 3, 4}, {1, 3, 4, 2}));
  cases.push_back(matmulCase("leading dimensions of 1 repeated, both transposed", {3, 1, 4, 3}, {2, 2, 4}, true, true));
}

}  // namespace stepscope
