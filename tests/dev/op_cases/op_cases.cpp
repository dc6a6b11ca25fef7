#include "tests/dev/op_cases/op_cases.h"

#include <fmt/format.h>

#include "tests/dev/op_cases/case_builder.h"

namespace stepscope {

namespace {

struct Conv {
  const char* name;
  Shape x, w;
  Ints stride{1, 1}, padding{0, 0}, dilation{1, 1};
  std::int64_t groups = 1;
  bool bias = false, relu = false;
};

OpCase convCase(const Conv& c) {
  CaseBuilder b(std::string("conv2d ") + c.name);
  std::vector<ValueId> inputs{b.parameter("x", c.x), b.parameter("w", c.w)};
  if (c.bias) inputs.push_back(b.parameter("b", {c.w[0]}));
  return b.finish(b.add("conv2d", std::move(inputs),
                        {{"stride", c.stride}, {"padding", c.padding}, {"dilation", c.dilation}, {"groups", c.groups}, {"relu", c.relu}}));
}

OpCase linearCase(const char* name, Shape x, std::int64_t out, bool bias, bool relu) {
  CaseBuilder b(std::string("linear ") + name);
  std::vector<ValueId> inputs{b.parameter("x", x), b.parameter("w", {out, x.back()})};
  if (bias) inputs.push_back(b.parameter("b", {out}));
  return b.finish(b.add("linear", std::move(inputs), {{"relu", relu}}));
}

OpCase normCase(const char* name, const Shape& x, bool residual, bool relu) {
  CaseBuilder b(std::string("batch_norm ") + name);
  const Shape channels{x[1]};
  std::vector<ValueId> inputs{b.parameter("x", x, 2.0, 0.5), b.parameter("gamma", channels, 0.5, 1.0), b.parameter("beta", channels),
                              b.buffer("running_mean", channels, 0.0), b.buffer("running_var", channels, 1.0)};
  if (residual) inputs.push_back(b.parameter("residual", x));
  return b.finish(b.add("batch_norm", std::move(inputs), {{"eps", 1e-5}, {"momentum", 0.1}, {"relu", relu}}));
}

OpCase poolCase(const char* op, const char* name, const Shape& x, Ints kernel, Ints stride, Ints padding, bool includePad = true,
                bool ceilMode = false, Ints dilation = {}) {
  CaseBuilder b(std::string(op) + " " + name);
  Attributes attrs{{"kernel", std::move(kernel)}, {"stride", std::move(stride)}, {"padding", std::move(padding)}};
  if (ceilMode) attrs.set("ceil_mode", true);
  if (!dilation.empty()) attrs.set("dilation", std::move(dilation));
  if (std::string_view(op) == "avg_pool2d") attrs.set("count_include_pad", includePad);
  return b.finish(b.add(op, {b.parameter("x", x, 3.0)}, std::move(attrs)));
}

OpCase reluCase() {
  CaseBuilder b("relu");
  return b.finish(b.add("relu", {b.parameter("x", {3, 7})}));
}

OpCase addCase(const char* name, bool relu) {
  CaseBuilder b(std::string("add ") + name);
  const ValueId x = b.parameter("a", {2, 3, 2, 2}), y = b.parameter("b", {2, 3, 2, 2});
  return b.finish(b.add("add", {x, y}, {{"relu", relu}}));
}

OpCase addTwiceCase() {
  CaseBuilder b("add of a value to itself");
  const ValueId x = b.parameter("x", {2, 5});
  return b.finish(b.add("add", {x, x}, {{"relu", false}}));
}

// One value read by three nodes: its gradient is a sum of three.
OpCase sharedCase() {
  CaseBuilder b("a value read three times");
  const ValueId x = b.parameter("x", {3, 4}), w = b.parameter("w", {4, 4});
  const ValueId h = b.add("relu", {x});
  const ValueId y = b.add("linear", {h, w}, {{"relu", false}});
  return b.finish(b.add("add", {b.add("add", {y, h}, {{"relu", true}}), h}, {{"relu", false}}));
}

OpCase adaptivePoolCase(const char* op, const Shape& x, std::int64_t h, std::int64_t w) {
  CaseBuilder b(std::string(op) + " " + toString(x) + " to " + toString({h, w}));
  const ValueId y = b.add(op, {b.parameter("x", x, 3.0)}, {{"output_size", Ints{h, w}}});
  // A sum behind it lays the result out as between layers.
  return b.finish(b.add("add", {y, y}, {{"relu", false}}));
}

OpCase globalPoolCase() {
  CaseBuilder b("global_avg_pool");
  return b.finish(b.add("global_avg_pool", {b.parameter("x", {2, 5, 3, 4})}));
}

OpCase reshapeCase() {
  CaseBuilder b("reshape");
  return b.finish(b.add("reshape", {b.parameter("x", {2, 3, 2, 2})}, {{"shape", Shape{4, 6}}}));
}

OpCase dropoutCase(double p) {
  CaseBuilder b(fmt::format("dropout {:f}", p));  // its numbers are drawn by its name
  const ValueId x = b.parameter("x", {3, 11}), seed = b.seed(123456789012345);
  return b.finish(b.add("dropout", {x, seed}, {{"p", p}, {"op_id", std::int64_t{3}}}));
}

OpCase stochasticDepthCase(const Shape& x, double p) {
  CaseBuilder b(fmt::format("stochastic_depth {} p {:f}", toString(x), p));
  const ValueId value = b.parameter("x", x), seed = b.seed(9876543210);
  return b.finish(b.add("stochastic_depth", {value, seed}, {{"p", p}, {"op_id", std::int64_t{4}}}));
}

OpCase shortcutCase(const char* name, const Shape& x, Ints stride, std::int64_t before, std::int64_t after) {
  CaseBuilder b(std::string("shortcut_pad ") + name);
  return b.finish(b.add("shortcut_pad", {b.parameter("x", x)}, {{"stride", std::move(stride)}, {"pad_before", before}, {"pad_after", after}}));
}

OpCase lossCase(const char* name, const Shape& logits, bool ignoreOne) {
  CaseBuilder b(std::string("softmax_cross_entropy ") + name);
  return b.finish(b.parameter("x", logits, 4.0), ignoreOne);
}

}  // namespace

std::vector<OpCase> opCases() {
  std::vector<OpCase> cases;
  for (const Conv& c : std::initializer_list<Conv>{
           {.name = "3x3", .x = {2, 3, 5, 6}, .w = {4, 3, 3, 3}},
           {.name = "1x1 with bias", .x = {2, 4, 3, 3}, .w = {5, 4, 1, 1}, .bias = true},
           {.name = "stride 2, padding 1, relu",
           .x = {2, 2, 7, 6},
           .w = {3, 2, 3, 3},
           .stride = {2, 2},
           .padding = {1, 1},
           .bias = true,
           .relu = true},
           {.name = "uneven kernel, stride, padding", .x = {1, 2, 6, 9}, .w = {2, 2, 2, 3}, .stride = {1, 3}, .padding = {1, 0}},
           {.name = "dilation 2", .x = {1, 2, 7, 7}, .w = {2, 2, 3, 3}, .padding = {2, 2}, .dilation = {2, 2}},
           {.name = "2 groups", .x = {2, 4, 4, 4}, .w = {6, 2, 3, 3}, .padding = {1, 1}, .groups = 2, .bias = true},
           {.name = "depthwise", .x = {1, 4, 5, 5}, .w = {4, 1, 3, 3}, .padding = {1, 1}, .groups = 4},
       })
    cases.push_back(convCase(c));
  cases.push_back(linearCase("without bias", {3, 5}, 4, false, false));
  cases.push_back(linearCase("with bias", {4, 3}, 6, true, false));
  cases.push_back(linearCase("one row, relu", {1, 7}, 9, true, true));
  cases.push_back(linearCase("of sequences", {2, 3, 5}, 4, true, false));
  cases.push_back(linearCase("of sequences, relu", {2, 4, 3}, 6, true, true));
  cases.push_back(linearCase("of two leading dimensions, no bias", {2, 2, 3, 4}, 5, false, false));
  cases.push_back(normCase("images", {3, 4, 3, 2}, false, false));
  cases.push_back(normCase("rows", {6, 3}, false, false));
  cases.push_back(normCase("relu", {2, 3, 3, 3}, false, true));
  cases.push_back(normCase("residual", {2, 3, 2, 2}, true, false));
  cases.push_back(normCase("residual and relu", {3, 2, 2, 3}, true, true));
  cases.push_back(reluCase());
  cases.push_back(addCase("plain", false));
  cases.push_back(addCase("relu", true));
  cases.push_back(addTwiceCase());
  cases.push_back(sharedCase());
  cases.push_back(poolCase("max_pool2d", "2x2", {2, 3, 4, 6}, {2, 2}, {2, 2}, {0, 0}));
  cases.push_back(poolCase("max_pool2d", "3x3 overlapping, padded", {1, 2, 7, 7}, {3, 3}, {2, 2}, {1, 1}));
  cases.push_back(poolCase("max_pool2d", "rest left over", {1, 2, 5, 7}, {2, 3}, {2, 3}, {0, 0}));
  cases.push_back(poolCase("avg_pool2d", "2x2", {2, 3, 4, 4}, {2, 2}, {2, 2}, {0, 0}));
  cases.push_back(poolCase("avg_pool2d", "padded", {1, 2, 5, 5}, {3, 3}, {2, 2}, {1, 1}));
  cases.push_back(poolCase("avg_pool2d", "padding not counted", {1, 2, 5, 5}, {3, 3}, {2, 2}, {1, 1}, false));
  for (const std::int64_t channels : {2, 17}) {
    const std::string name = std::to_string(channels) + " channels, ";
    const auto pool = [&](const char* op, const std::string& what, Shape x, Ints kernel, Ints stride, Ints padding, bool includePad, bool ceilMode,
                          Ints dilation) {
      cases.push_back(poolCase(op, (name + what).c_str(), x, kernel, stride, padding, includePad, ceilMode, dilation));
    };
    pool("max_pool2d", "ceil_mode 3x3", {1, channels, 6, 8}, {3, 3}, {2, 2}, {0, 0}, true, true, {});
    pool("max_pool2d", "ceil_mode 2x2 of odd images", {1, channels, 5, 7}, {2, 2}, {2, 2}, {0, 0}, true, true, {});
    pool("max_pool2d", "ceil_mode, no window more", {1, channels, 4, 3}, {2, 2}, {3, 3}, {1, 1}, true, true, {});
    pool("max_pool2d", "ceil_mode, window larger than the image", {2, channels, 2, 3}, {3, 3}, {2, 2}, {0, 0}, true, true, {});
    pool("max_pool2d", "dilation 2", {1, channels, 7, 8}, {3, 2}, {1, 2}, {1, 1}, true, false, {2, 2});
    pool("max_pool2d", "dilation 3 by 1, ceil_mode", {1, channels, 9, 6}, {2, 3}, {3, 2}, {0, 1}, true, true, {3, 1});
    pool("avg_pool2d", "ceil_mode", {1, channels, 6, 8}, {3, 3}, {2, 2}, {1, 1}, true, true, {});
    pool("avg_pool2d", "ceil_mode, padding not counted", {1, channels, 6, 5}, {3, 2}, {2, 2}, {1, 1}, false, true, {});
    for (const char* op : {"adaptive_avg_pool2d", "adaptive_max_pool2d"}) {
      cases.push_back(adaptivePoolCase(op, {2, channels, 6, 4}, 3, 2));
      cases.push_back(adaptivePoolCase(op, {1, channels, 7, 5}, 3, 4));
      cases.push_back(adaptivePoolCase(op, {2, channels, 2, 3}, 4, 3));
      cases.push_back(adaptivePoolCase(op, {2, channels, 5, 3}, 1, 1));
    }
  }
  cases.push_back(globalPoolCase());
  cases.push_back(reshapeCase());
  cases.push_back(dropoutCase(0.3));
  cases.push_back(dropoutCase(0.0));
  cases.push_back(stochasticDepthCase({9, 5}, 0.5));
  cases.push_back(stochasticDepthCase({6, 17, 2, 2}, 0.2));
  cases.push_back(shortcutCase("stride 2", {2, 2, 5, 4}, {2, 2}, 1, 1));
  cases.push_back(shortcutCase("stride 1", {1, 3, 3, 3}, {1, 1}, 0, 2));
  cases.push_back(lossCase("", {5, 7}, false));
  cases.push_back(lossCase("with an ignored label", {4, 3}, true));
  for (const auto add :
       {addLossCases, addActivationCases, addArithmeticCases, addReductionCases, addSoftmaxCases, addLayerNormCases, addBatchedMatmulCases,
        addAttentionCases, addEmbeddingCases, addRecurrentCases, addStructureCases, addResizeCases, addConvolutionTransposeCases, addGroupNormCases})
    add(cases);
  return cases;
}

}  // namespace stepscope
