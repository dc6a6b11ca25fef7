// Transposed convolution.
#include "tests/dev/op_cases/case_builder.h"

namespace stepscope {

namespace {

struct Transposed {
  const char* name;
  Shape x, w;
  Ints stride{1, 1}, padding{0, 0}, outputPadding{0, 0}, dilation{1, 1};
  std::int64_t groups = 1;
  bool bias = false;
};

OpCase transposedCase(const Transposed& c) {
  CaseBuilder b(std::string("conv_transpose2d ") + c.name);
  const ValueId x = b.parameter("x", c.x);
  std::vector<ValueId> inputs{b.add("add", {x, x}, {{"relu", false}}), b.parameter("w", c.w, 0.5)};
  if (c.bias) inputs.push_back(b.parameter("b", {c.w[1] * c.groups}));
  const ValueId y =
      b.add("conv_transpose2d", std::move(inputs),
            {{"stride", c.stride}, {"padding", c.padding}, {"output_padding", c.outputPadding}, {"dilation", c.dilation}, {"groups", c.groups}});
  // Sums around it lay images out as they lie between layers.
  return b.finish(b.add("add", {y, y}, {{"relu", false}}));
}

}  // namespace

void addConvolutionTransposeCases(std::vector<OpCase>& cases) {
  for (const Transposed& c : std::initializer_list<Transposed>{
           {.name = "3x3", .x = {2, 3, 4, 3}, .w = {3, 4, 3, 3}},
           {.name = "2x2 stride 2 with bias", .x = {2, 3, 3, 4}, .w = {3, 5, 2, 2}, .stride = {2, 2}, .bias = true},
           {.name = "3x3 stride 2, padding 1, output padding 1",
           .x = {1, 4, 3, 3},
           .w = {4, 2, 3, 3},
           .stride = {2, 2},
           .padding = {1, 1},
           .outputPadding = {1, 1},
           .bias = true},
           {.name = "uneven", .x = {1, 2, 3, 4}, .w = {2, 3, 2, 3}, .stride = {3, 2}, .padding = {0, 1}, .outputPadding = {2, 0}},
           {.name = "dilation 2", .x = {1, 2, 3, 3}, .w = {2, 3, 3, 2}, .padding = {1, 0}, .dilation = {2, 2}, .bias = true},
           {.name = "2 groups", .x = {2, 4, 3, 3}, .w = {4, 3, 3, 3}, .padding = {1, 1}, .groups = 2, .bias = true},
           {.name = "depthwise", .x = {1, 5, 3, 3}, .w = {5, 1, 3, 3}, .stride = {2, 2}, .padding = {1, 1}, .groups = 5, .bias = true},
           {.name = "in blocks, 4x4 stride 2", .x = {2, 16, 4, 3}, .w = {16, 16, 4, 4}, .stride = {2, 2}, .padding = {1, 1}, .bias = true},
           {.name = "in odd blocks", .x = {2, 17, 3, 3}, .w = {17, 13, 3, 3}, .padding = {1, 1}, .bias = true},
           {.name = "in blocks, 2 groups", .x = {1, 32, 3, 3}, .w = {32, 16, 3, 3}, .stride = {2, 2}, .padding = {1, 1}, .groups = 2},
       })
    cases.push_back(transposedCase(c));
}

}  // namespace stepscope
