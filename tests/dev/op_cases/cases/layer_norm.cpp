// Layer norm and RMS norm over the last dimensions.
#include "tests/dev/op_cases/case_builder.h"

namespace stepscope {

namespace {

struct Norm {
  const char* op;
  const char* name;
  Shape x;
  std::int64_t dims = 1;
  bool gamma = true, beta = true;
  double eps = 1e-5;
};

OpCase normCase(const Norm& n) {
  CaseBuilder b(std::string(n.op) + " " + n.name);
  const Shape normalized(n.x.end() - static_cast<std::ptrdiff_t>(n.dims), n.x.end());
  std::vector<ValueId> inputs{b.parameter("x", n.x, 2.0, 0.5)};
  if (n.gamma) inputs.push_back(b.parameter("gamma", normalized, 0.5, 1.0));
  if (n.beta) {
    if (!n.gamma) inputs.push_back(kNone);
    inputs.push_back(b.parameter("beta", normalized));
  }
  return b.finish(b.add(n.op, std::move(inputs), {{"dims", n.dims}, {"eps", n.eps}}));
}

}  // namespace

void addLayerNormCases(std::vector<OpCase>& cases) {
  for (const Norm& n : std::initializer_list<Norm>{
           {.op = "layer_norm", .name = "rows", .x = {4, 6}},
           {.op = "layer_norm", .name = "sequences, odd width", .x = {2, 3, 37}},
           {.op = "layer_norm", .name = "many rows", .x = {3, 70, 33}},
           {.op = "layer_norm", .name = "weight only", .x = {2, 2, 5}, .beta = false},
           {.op = "layer_norm", .name = "bias only", .x = {3, 7}, .gamma = false},
           {.op = "layer_norm", .name = "neither", .x = {2, 3, 4}, .gamma = false, .beta = false},
           {.op = "layer_norm", .name = "of the last three dimensions", .x = {3, 2, 3, 3}, .dims = 3, .eps = 1e-3},
           {.op = "rms_norm", .name = "sequences", .x = {2, 3, 19}, .beta = false},
           {.op = "rms_norm", .name = "without weight", .x = {5, 6}, .gamma = false, .beta = false},
           {.op = "rms_norm", .name = "of the last two dimensions", .x = {3, 2, 4}, .dims = 2, .beta = false, .eps = 1e-2},
       })
    cases.push_back(normCase(n));
}

}  // namespace stepscope
