// Group norm; instance norm is one group a channel.
#include "tests/dev/op_cases/case_builder.h"

namespace stepscope {

namespace {

OpCase groupNormCase(const Shape& x, std::int64_t groups, bool gamma, bool beta) {
  CaseBuilder b(std::string("group_norm ") + toString(x) + " groups " + std::to_string(groups) + (gamma ? " weight" : "") + (beta ? " bias" : ""));
  const ValueId value = b.parameter("x", x, 2.0, 0.5);
  const ValueId g = gamma ? b.parameter("gamma", {x[1]}, 0.5, 1.0) : kNone, o = beta ? b.parameter("beta", {x[1]}) : kNone;
  // A sum behind it lays the result out as between layers.
  const ValueId y = b.add("group_norm", {value, g, o}, {{"groups", groups}, {"eps", 1e-5}});
  return b.finish(b.add("add", {y, y}, {{"relu", false}}));
}

}  // namespace

void addGroupNormCases(std::vector<OpCase>& cases) {
  cases.push_back(groupNormCase({2, 6, 3, 2}, 3, true, true));
  cases.push_back(groupNormCase({2, 6, 3, 2}, 1, true, false));
  cases.push_back(groupNormCase({3, 4, 2, 3}, 4, false, false));  // instance norm
  cases.push_back(groupNormCase({2, 18, 3, 3}, 6, true, true));
  cases.push_back(groupNormCase({1, 32, 2, 3}, 32, true, true));
  cases.push_back(groupNormCase({2, 20, 2, 2}, 2, false, true));
  cases.push_back(groupNormCase({3, 12, 5}, 3, true, true));
  cases.push_back(groupNormCase({4, 10}, 2, true, true));
  cases.push_back(groupNormCase({2, 130}, 13, true, true));
}

}  // namespace stepscope
