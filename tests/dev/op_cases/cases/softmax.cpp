// Softmax and log-softmax over one dimension.
#include "tests/dev/op_cases/case_builder.h"

namespace stepscope {

void addSoftmaxCases(std::vector<OpCase>& cases) {
  struct Along {
    Shape shape;
    std::int64_t axis;
  };
  const Along rows[] = {{{5, 37}, 1}, {{7, 19}, 0}, {{2, 18, 3, 2}, 1}, {{2, 3, 4, 21}, 3}, {{11}, 0}};
  for (const char* op : {"softmax", "log_softmax"}) {
    for (const Along& along : rows) {
      CaseBuilder b(std::string(op) + " of " + toString(along.shape) + " along " + std::to_string(along.axis));
      cases.push_back(b.finish(b.add(op, {b.parameter("x", along.shape, 4.0)}, {{"axis", along.axis}})));
    }
  }
}

}  // namespace stepscope
