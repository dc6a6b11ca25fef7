// resize: nearest and bilinear, PyTorch's interpolate.
#include "tests/dev/op_cases/case_builder.h"

namespace stepscope {

namespace {

OpCase resizeCase(const Shape& x, std::int64_t h, std::int64_t w, const char* mode, bool alignCorners = false) {
  CaseBuilder b(std::string("resize ") + mode + (alignCorners ? " align_corners " : " ") + toString(x) + " to " + toString({h, w}));
  const ValueId value = b.parameter("x", x);
  // Sums around it lay images out as they lie between layers.
  const ValueId y = b.add("resize", {b.add("add", {value, value}, {{"relu", false}})},
                          {{"size", Ints{h, w}}, {"mode", std::string(mode)}, {"align_corners", alignCorners}});
  return b.finish(b.add("add", {y, y}, {{"relu", false}}));
}

}  // namespace

void addResizeCases(std::vector<OpCase>& cases) {
  cases.push_back(resizeCase({2, 3, 3, 4}, 6, 8, "nearest"));
  cases.push_back(resizeCase({1, 17, 3, 4}, 7, 5, "nearest"));
  cases.push_back(resizeCase({2, 4, 7, 5}, 3, 5, "nearest"));
  cases.push_back(resizeCase({1, 16, 6, 6}, 1, 4, "nearest"));
  for (const bool alignCorners : {false, true}) {
    cases.push_back(resizeCase({2, 3, 3, 4}, 6, 8, "bilinear", alignCorners));
    cases.push_back(resizeCase({1, 17, 3, 4}, 7, 5, "bilinear", alignCorners));
    cases.push_back(resizeCase({2, 4, 7, 5}, 3, 5, "bilinear", alignCorners));
    cases.push_back(resizeCase({1, 16, 6, 5}, 1, 4, "bilinear", alignCorners));
    cases.push_back(resizeCase({2, 2, 1, 3}, 4, 3, "bilinear", alignCorners));
  }
}

}  // namespace stepscope
