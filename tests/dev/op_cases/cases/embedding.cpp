// Rows of a table, looked up by integers.
#include "tests/dev/op_cases/case_builder.h"

namespace stepscope {

namespace {

OpCase embeddingCase(const char* name, const Shape& table, const Shape& indices, std::int64_t padding = -1) {
  CaseBuilder b(std::string("embedding ") + name);
  const ValueId w = b.parameter("table", table), i = b.integers("indices", indices, table[0]);
  if (padding >= 0) {
    b.bound("indices")[0] = static_cast<double>(padding);
    b.freeze("table", static_cast<std::size_t>(padding * table[1]), static_cast<std::size_t>((padding + 1) * table[1]));
  }
  return b.finish(b.add("embedding", {w, i}, {{"padding_idx", padding}}));
}

}  // namespace

void addEmbeddingCases(std::vector<OpCase>& cases) {
  cases.push_back(embeddingCase("of sequences, rows repeat", {5, 4}, {3, 6}));
  cases.push_back(embeddingCase("one index a sample, odd width", {7, 19}, {4}));
  cases.push_back(embeddingCase("with padding_idx", {6, 3}, {2, 5}, 2));
  cases.push_back(embeddingCase("wide rows, many indices", {9, 133}, {5, 41}));
  cases.push_back(embeddingCase("three dimensions of indices", {4, 6}, {2, 2, 3}, 0));
}

}  // namespace stepscope
