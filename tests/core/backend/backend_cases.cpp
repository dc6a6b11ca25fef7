#include "tests/core/backend/backend_cases.h"

#include "tests/dev/reference/formula.h"

namespace stepscope {

namespace {

using Ints = std::vector<std::int64_t>;

class CaseBuilder {
 public:
  explicit CaseBuilder(std::string name) { case_.name = std::move(name); }

  ValueId parameter(const std::string& name, const Shape& shape, double scale = 1.0, double offset = 0.0) {
    case_.inputs[name] = reference::formulaTensor(reference::saltOf(case_.name + name), numel(shape), scale, offset);
    return case_.graph.addPersistent(Role::Parameter, name, DType::F32, shape, {});
  }
  // A batch input plus a parameter: an activation as layers hand on, whose gradient can be read as the parameter's.
  ValueId activation(const std::string& name, const Shape& shape, double scale = 1.0) {
    const std::string input = name + "_input";
    case_.inputs[input] = reference::formulaTensor(reference::saltOf(case_.name + input), numel(shape), scale);
    return add("add", {case_.graph.addInput(input, DType::F32, shape), parameter(name, shape, scale)}, {{"relu", false}});
  }
  ValueId input(const std::string& name, const Shape& shape) {
    case_.inputs[name] = reference::formulaTensor(reference::saltOf(case_.name + name), numel(shape));
    return case_.graph.addInput(name, DType::F32, shape);
  }
  ValueId buffer(const std::string& name, const Shape& shape, double value) {
    case_.inputs[name] = reference::Tensor(static_cast<std::size_t>(numel(shape)), value);
    return case_.graph.addPersistent(Role::Buffer, name, DType::F32, shape, {});
  }
  ValueId seed(double value) {
    case_.inputs["seed"] = {value};
    return case_.graph.addScalar("seed", DType::I64);
  }
  ValueId add(const char* op, std::vector<ValueId> inputs, Attributes attrs = {}, std::size_t output = 0) {
    return case_.graph.node(case_.graph.addNode(op, std::move(inputs), std::move(attrs), "layer")).outputs[output];
  }
  ValueId output(const std::string& name, ValueId value) {
    case_.graph.markOutput(name, value);
    return value;
  }
  OpCase finish(ValueId y) {
    const Shape shape = case_.graph.value(y).shape;
    if (shape.size() != 2) y = add("reshape", {y}, {{"shape", Shape{shape[0], numel(shape) / shape[0]}}});
    const Shape rows = case_.graph.value(y).shape;
    case_.inputs["labels"] = reference::formulaLabels(reference::saltOf(case_.name), rows[0], rows[1]);
    const ValueId labels = case_.graph.addInput("labels", DType::I32, {rows[0]});
    case_.graph.markOutput("loss", case_.graph.add("softmax_cross_entropy", {y, labels}, {}, "loss"));
    case_.graph.markOutput("metric/accuracy", case_.graph.add("accuracy", {y, labels}, {}, "accuracy"));
    return std::move(case_);
  }

 private:
  OpCase case_;
};

struct Conv {
  Shape x, w;
  Ints stride{1, 1}, padding{0, 0}, dilation{1, 1};
  std::int64_t groups = 1;
  bool bias = false, relu = false;
  bool first = false;  // reads the batch itself, so there is no data gradient
};

OpCase convCase(const Conv& c) {
  std::string name = "conv2d " + toString(c.x) + " w " + toString(c.w) + " s" + std::to_string(c.stride[0]) + " p" + std::to_string(c.padding[0]);
  if (c.dilation[0] > 1) name += " dilated";
  if (c.groups > 1) name += " groups " + std::to_string(c.groups);
  if (c.bias) name += " bias";
  if (c.relu) name += " relu";
  if (c.first) name += " first";
  CaseBuilder b(name);
  std::vector<ValueId> inputs{c.first ? b.input("x", c.x) : b.activation("x", c.x), b.parameter("w", c.w, 0.3)};
  if (c.bias) inputs.push_back(b.parameter("b", {c.w[0]}));
  return b.finish(b.add("conv2d", std::move(inputs),
                        {{"stride", c.stride}, {"padding", c.padding}, {"dilation", c.dilation}, {"groups", c.groups}, {"relu", c.relu}}));
}

OpCase linearCase(Shape x, std::int64_t out, bool relu) {
  CaseBuilder b("linear " + toString(x) + " to " + std::to_string(out) + (relu ? " relu" : ""));
  return b.finish(b.add("linear", {b.activation("x", x), b.parameter("w", {out, x[1]}, 0.3), b.parameter("b", {out})}, {{"relu", relu}}));
}

// An LSTM of whole blocks of units; projected: the input is as wide as the gates.
OpCase lstmCase(std::int64_t batch, std::int64_t steps, std::int64_t inputs, std::int64_t hidden, bool reverse, bool projected, std::size_t output) {
  CaseBuilder b("lstm " + toString(Shape{batch, steps, inputs, hidden}) + (reverse ? " reverse" : "") + (projected ? " projected" : "") +
                ", output " + std::to_string(output));
  const std::int64_t rows = 4 * hidden;
  std::vector<ValueId> operands{b.activation("x", {batch, steps, projected ? rows : inputs}),
                                projected ? kNone : b.parameter("w_ih", {rows, inputs}, 0.5), b.parameter("w_hh", {rows, hidden}, 0.3)};
  if (inputs % 2 == 0) operands.push_back(b.parameter("b_ih", {rows}));
  if (inputs % 4 == 0) operands.push_back(b.parameter("b_hh", {rows}));
  return b.finish(b.add("lstm", std::move(operands), {{"reverse", reverse}}, output));
}

OpCase normCase(const Shape& x, bool residual, bool relu, bool inference = false) {
  CaseBuilder b(std::string(inference ? "batch_norm_inference " : "batch_norm ") + toString(x) + (residual ? " residual" : "") +
                (relu ? " relu" : ""));
  const Shape channels{x[1]};
  std::vector<ValueId> inputs{b.activation("x", x, 2.0), b.parameter("gamma", channels, 0.5, 1.0), b.parameter("beta", channels),
                              b.buffer("running_mean", channels, 0.25), b.buffer("running_var", channels, 1.5)};
  if (residual) inputs.push_back(b.activation("residual", x));
  if (!inference) return b.finish(b.add("batch_norm", std::move(inputs), {{"eps", 1e-5}, {"momentum", 0.1}, {"relu", relu}}));
  // It has no gradient, so the result itself is looked at.
  return b.finish(b.output("y", b.add("batch_norm_inference", std::move(inputs), {{"eps", 1e-5}, {"relu", relu}})));
}

// A batch norm and an activation that is also read by another layer, as in a squeeze-and-excitation block.
FusionCase normActivationCase(const Shape& x, const char* op, Attributes attrs, bool inference = false) {
  CaseBuilder b(std::string(inference ? "batch_norm_inference and " : "batch_norm and ") + op + " " + toString(x));
  const Shape channels{x[1]};
  std::vector<ValueId> inputs{b.activation("x", x, 2.0), b.parameter("gamma", channels, 0.5, 1.0), b.parameter("beta", channels),
                              b.buffer("running_mean", channels, 0.25), b.buffer("running_var", channels, 1.5)};
  if (inference) {
    const ValueId y = b.add(op, {b.add("batch_norm_inference", std::move(inputs), {{"eps", 1e-3}, {"relu", false}})}, std::move(attrs));
    return {b.finish(b.output("y", y)), {"batch_norm_inference_activation"}};
  }
  const ValueId y = b.add(op, {b.add("batch_norm", std::move(inputs), {{"eps", 1e-3}, {"momentum", 0.1}, {"relu", false}})}, attrs);
  const ValueId other = b.add("mul", {y, b.activation("factor", x)});
  const bool kept = std::string_view(op) == "gelu" || std::string_view(op) == "silu";
  return {b.finish(b.add("add", {y, other}, {{"relu", false}})),
          {"batch_norm_activation", kept ? "batch_norm_activation_grad_kept" : "batch_norm_activation_grad"}};
}

// A residual block's end that two branches read: the sum of their gradients meets the norm's.
FusionCase branchedNormCase(const Shape& x) {
  CaseBuilder b("batch_norm with a residual read by two branches " + toString(x));
  const Shape channels{x[1]};
  const ValueId y = b.add("batch_norm",
                          {b.activation("x", x, 2.0), b.parameter("gamma", channels, 0.5, 1.0), b.parameter("beta", channels),
                           b.buffer("running_mean", channels, 0.25), b.buffer("running_var", channels, 1.5), b.activation("residual", x)},
                          {{"eps", 1e-5}, {"momentum", 0.1}, {"relu", true}});
  const ValueId other = b.add("mul", {y, b.activation("factor", x)});
  return {b.finish(b.add("add", {y, other}, {{"relu", false}})), {"batch_norm_grad_add"}};
}

// Squeeze and excitation: the mean of every channel decides how much of it is let through.
FusionCase squeezeCase(const Shape& x) {
  CaseBuilder b("squeeze and excitation " + toString(x));
  const ValueId image = b.activation("x", x), mean = b.add("global_avg_pool", {image});
  const ValueId scaled = b.add("mul", {b.add("sigmoid", {mean}), image});
  return {b.finish(b.add("add", {b.add("silu", {scaled}), image}, {{"relu", true}})), {"element_chain"}};
}

// A gated linear unit between dropout and a residual.
FusionCase gateCase(const Shape& x) {
  CaseBuilder b("gated unit " + toString(x));
  const ValueId seed = b.seed(4711), left = b.activation("left", x), right = b.activation("right", x);
  const ValueId gated = b.add("mul", {b.add("gelu", {left}, {{"approximate", std::string("tanh")}}), b.add("tanh", {right})});
  const ValueId dropped = b.add("dropout", {gated, seed}, {{"p", 0.3}, {"op_id", std::int64_t{2}}});
  const ValueId shifted = b.add("sub", {dropped, b.parameter("shift", {x.back()}, 0.5)});
  const ValueId halved = b.add("div", {shifted, b.parameter("factor", {1}, 0.1, 2.0)});
  return {b.finish(b.add("add", {left, halved}, {{"relu", false}})), {"element_chain"}};
}

const std::pair<const char*, Attributes> kLayerActivations[] = {{"gelu", {{"approximate", std::string("none")}}},
                                                                {"gelu", {{"approximate", std::string("tanh")}}},
                                                                {"silu", {}},
                                                                {"hardswish", {}},
                                                                {"leaky_relu", {{"alpha", 0.1}}},
                                                                {"clamp", {{"min", 0.0}, {"max", 0.75}}},
                                                                {"elu", {{"alpha", 0.7}}},
                                                                {"sigmoid", {}},
                                                                {"tanh", {}},
                                                                {"hardsigmoid", {}},
                                                                {"softplus", {{"beta", 1.0}, {"threshold", 20.0}}}};

// A layer and its activation as an evaluation has them: nobody reads the value between them.
FusionCase layerEvaluationCase(const Shape& x, const Shape& w, const char* op, Attributes attrs, bool bias = true) {
  CaseBuilder b(std::string("evaluation of ") + op + (attrs.has("approximate") ? attrs.text("approximate") : "") + " behind " + toString(x) + " by " +
                toString(w) + (bias ? "" : " without a bias"));
  const bool linear = w.size() == 2;
  std::vector<ValueId> inputs{b.activation("x", x), b.parameter("w", w, 0.3)};
  if (bias) inputs.push_back(b.parameter("b", {w[0]}));
  const Attributes layer =
      linear ? Attributes{{"relu", false}}
             : Attributes{
                   {"stride", Ints{1, 1}}, {"padding", Ints{w[2] / 2, w[3] / 2}}, {"dilation", Ints{1, 1}}, {"groups", x[1] / w[1]}, {"relu", false}};
  const ValueId y = b.add(op, {b.add(linear ? "linear" : "conv2d", std::move(inputs), layer)}, std::move(attrs));
  return {b.finish(b.output("y", y)), {linear ? "linear_activation" : "conv2d_activation"}};
}

// Blocks whose batch norm was folded into their convolutions, as imported models have them: an activation behind the first convolution,
// the block's input added behind the second, and a relu behind that where asked.
FusionCase foldedBlockCase(const Shape& x, const Shape& w, const char* op, Attributes attrs, bool bias, bool relu) {
  CaseBuilder b(std::string("folded block with ") + op + " " + toString(x) + " by " + toString(w) + (bias ? " bias" : "") + (relu ? " relu" : ""));
  const auto convolution = [&](ValueId input, const std::string& name) {
    std::vector<ValueId> inputs{input, b.parameter("w" + name, w, 0.2)};
    if (bias) inputs.push_back(b.parameter("b" + name, {w[0]}));
    return b.add("conv2d", std::move(inputs),
                 {{"stride", Ints{1, 1}}, {"padding", Ints{w[2] / 2, w[3] / 2}}, {"dilation", Ints{1, 1}}, {"groups", x[1] / w[1]}, {"relu", false}});
  };
  const ValueId input = b.activation("x", x), inside = b.add(op, {convolution(input, "1")}, std::move(attrs));
  return {b.finish(b.add("add", {convolution(inside, "2"), input}, {{"relu", relu}})), {"conv2d_activation", "conv2d_add"}};
}

// Two layers with an activation between them, whose gradient is that of the first one's bias too.
FusionCase hiddenCase(const Shape& x, std::int64_t hidden, const char* op, Attributes attrs) {
  CaseBuilder b(std::string("linear, ") + op + ", linear " + toString(x) + " to " + std::to_string(hidden));
  const ValueId h = b.add("linear", {b.activation("x", x), b.parameter("w", {hidden, x.back()}, 0.3), b.parameter("b", {hidden})}, {{"relu", false}});
  const ValueId y = b.add(op, {h}, std::move(attrs));
  return {b.finish(b.add("linear", {y, b.parameter("v", {7, hidden}, 0.2), b.parameter("c", {7})}, {{"relu", false}})),
          {"element_chain", "linear_activation"}};
}

// A layer whose input is added to what it makes, from either side, without and with a bias.
FusionCase residualCase(const Shape& x) {
  CaseBuilder b("linear and residual " + toString(x));
  const std::int64_t width = x.back();
  const ValueId input = b.activation("x", x);
  const ValueId y = b.add("linear", {input, b.parameter("w", {width, width}, 0.3), b.parameter("b", {width})}, {{"relu", false}});
  const ValueId sum = b.add("add", {input, y}, {{"relu", false}});
  const ValueId z = b.add("linear", {sum, b.parameter("v", {width, width}, 0.2), kNone}, {{"relu", false}});
  return {b.finish(b.add("add", {z, sum}, {{"relu", false}})), {"linear_add"}};
}

// Two residual branches of a transformer, each behind a norm whose gradient meets that of the way past it.
FusionCase normedBranchesCase(const Shape& x, const char* norm) {
  CaseBuilder b(std::string("residual branches behind ") + norm + " " + toString(x));
  const std::int64_t width = x.back();
  const bool centered = std::string_view(norm) == "layer_norm";
  ValueId stream = b.activation("x", x, 1.5);
  for (const char* branch : {"1", "2"}) {
    std::vector<ValueId> inputs{stream, b.parameter(std::string("gamma") + branch, {width}, 0.5, 1.0)};
    if (centered) inputs.push_back(b.parameter(std::string("beta") + branch, {width}));
    const ValueId y = b.add("linear",
                            {b.add(norm, std::move(inputs), {{"dims", std::int64_t{1}}, {"eps", 1e-5}}),
                             b.parameter(std::string("w") + branch, {width, width}, 0.3), b.parameter(std::string("b") + branch, {width})},
                            {{"relu", false}});
    stream = b.add("add", {y, stream}, {{"relu", false}});
  }
  return {b.finish(stream), {std::string(norm) + "_grad_add"}};
}

// What is added to itself is no residual.
FusionCase twiceCase(const Shape& x) {
  CaseBuilder b("linear twice itself " + toString(x));
  const std::int64_t width = x.back();
  const ValueId y = b.add("linear", {b.activation("x", x), b.parameter("w", {width, width}, 0.3)}, {{"relu", false}});
  const ValueId twice = b.add("add", {y, y}, {{"relu", false}});
  const ValueId z = b.add("linear", {twice, b.parameter("v", {width, width}, 0.02)}, {{"relu", false}});
  return {b.finish(b.add("add", {twice, z}, {{"relu", true}})), {"linear_add"}};
}

// Members that others read too, and one that must not wait for the end of its chain.
FusionCase branchesCase(const Shape& x) {
  CaseBuilder b("branches " + toString(x));
  const ValueId a = b.activation("a", x), c = b.add("clamp", {a}, {{"min", -0.5}, {"max", 0.75}});
  const ValueId e = b.add("exp", {c}), pooled = b.add("mean", {e}, {{"axes", Shape{static_cast<std::int64_t>(x.size()) - 1}}, {"keepdim", true}});
  const ValueId scaled = b.add("mul", {b.add("hardswish", {e}), b.add("expand", {pooled}, {{"shape", x}, {"scale", 0.5}})});
  return {b.finish(b.add("add", {b.add("neg", {scaled}), b.add("elu", {c}, {{"alpha", 0.7}})}, {{"relu", false}})), {"element_chain"}};
}

OpCase poolCase(const char* op, const Shape& x, Ints kernel, Ints stride, Ints padding, bool includePad = true) {
  CaseBuilder b(std::string(op) + " " + toString(x) + " k" + toString(Shape(kernel)) + " s" + std::to_string(stride[0]) + " p" +
                std::to_string(padding[0]) + (includePad ? "" : " padding not counted"));
  Attributes attrs{{"kernel", std::move(kernel)}, {"stride", std::move(stride)}, {"padding", std::move(padding)}};
  if (std::string_view(op) == "avg_pool2d") attrs.set("count_include_pad", includePad);
  return b.finish(b.add(op, {b.activation("x", x, 3.0)}, std::move(attrs)));
}

OpCase unaryCase(const char* op, const Shape& x) {
  CaseBuilder b(std::string(op) + " " + toString(x));
  return b.finish(b.add(op, {b.activation("x", x)}));
}

// relu on its own between layers, so that its gradient meets the bias gradient behind it.
OpCase reluAddCase(const Shape& x) {
  CaseBuilder b("add and relu " + toString(x));
  const ValueId sum = b.add("add", {b.activation("a", x), b.activation("b", x)}, {{"relu", true}});
  return b.finish(b.add("relu", {b.add("add", {sum, sum}, {{"relu", false}})}));
}

OpCase dropoutCase(const Shape& x) {
  CaseBuilder b("dropout " + toString(x));
  const ValueId activation = b.activation("x", x), seed = b.seed(987654321987);
  return b.finish(b.add("dropout", {activation, seed}, {{"p", 0.4}, {"op_id", std::int64_t{5}}}));
}

OpCase shortcutCase(const Shape& x, std::int64_t stride, std::int64_t before, std::int64_t after) {
  CaseBuilder b("shortcut_pad " + toString(x) + " s" + std::to_string(stride) + " +" + std::to_string(before + after));
  return b.finish(b.add("shortcut_pad", {b.activation("x", x)}, {{"stride", Ints{stride, stride}}, {"pad_before", before}, {"pad_after", after}}));
}

// Weights in a layout of their gradient, copies for two passes, and a step of the optimizer are tests of whole programs; here the
// convolutions of the zoo meet odd sizes.
const Conv kConvolutions[] = {
    {.x = {4, 1, 12, 12}, .w = {6, 1, 5, 5}, .padding = {2, 2}, .bias = true, .relu = true, .first = true},
    {.x = {4, 6, 10, 10}, .w = {16, 6, 5, 5}, .bias = true, .relu = true},
    {.x = {2, 3, 20, 20}, .w = {16, 3, 7, 7}, .stride = {2, 2}, .padding = {3, 3}, .first = true},
    {.x = {2, 3, 9, 11}, .w = {17, 3, 3, 3}, .padding = {1, 1}, .bias = true, .first = true},
    {.x = {3, 3, 8, 8}, .w = {16, 3, 3, 3}, .padding = {1, 1}},
    {.x = {2, 16, 12, 12}, .w = {32, 16, 3, 3}, .padding = {1, 1}},
    {.x = {2, 32, 9, 7}, .w = {16, 32, 3, 3}, .padding = {1, 1}, .bias = true, .relu = true},
    {.x = {2, 32, 8, 8}, .w = {32, 32, 3, 3}, .stride = {2, 2}, .padding = {1, 1}},
    {.x = {2, 16, 7, 7}, .w = {32, 16, 1, 1}, .stride = {2, 2}},
    {.x = {2, 32, 6, 6}, .w = {48, 32, 1, 1}, .bias = true},
    {.x = {2, 64, 2, 2}, .w = {64, 64, 3, 3}, .padding = {1, 1}},
    {.x = {5, 64, 1, 1}, .w = {32, 64, 1, 1}},
    {.x = {2, 17, 8, 8}, .w = {19, 17, 3, 3}, .padding = {1, 1}, .bias = true},
    {.x = {2, 12, 8, 8}, .w = {6, 12, 3, 3}, .padding = {1, 1}},
    {.x = {2, 6, 8, 8}, .w = {6, 6, 3, 3}, .padding = {1, 1}, .bias = true, .relu = true},
    {.x = {2, 16, 10, 10}, .w = {16, 16, 3, 3}, .padding = {2, 2}, .dilation = {2, 2}},
    {.x = {2, 32, 8, 8}, .w = {32, 8, 3, 3}, .padding = {1, 1}, .groups = 4, .bias = true},
    {.x = {2, 32, 8, 8}, .w = {32, 1, 3, 3}, .padding = {1, 1}, .groups = 32},
    {.x = {2, 17, 9, 7}, .w = {17, 1, 3, 3}, .stride = {2, 2}, .padding = {1, 1}, .groups = 17, .bias = true, .relu = true},
    {.x = {3, 24, 7, 7}, .w = {24, 1, 5, 5}, .padding = {2, 2}, .groups = 24, .bias = true},
    {.x = {2, 16, 10, 13}, .w = {16, 1, 5, 5}, .stride = {2, 2}, .padding = {2, 2}, .groups = 16},
    {.x = {2, 40, 12, 20}, .w = {40, 1, 3, 3}, .padding = {1, 1}, .groups = 40},
    {.x = {1, 16, 9, 8}, .w = {16, 1, 2, 7}, .stride = {3, 1}, .padding = {0, 3}, .groups = 16},
    {.x = {2, 18, 9, 11}, .w = {18, 1, 3, 3}, .padding = {2, 2}, .dilation = {2, 2}, .groups = 18},
    {.x = {1, 16, 7, 5}, .w = {16, 1, 1, 1}, .stride = {2, 2}, .groups = 16},
    {.x = {1, 33, 3, 3}, .w = {33, 1, 6, 4}, .padding = {3, 2}, .groups = 33},
    {.x = {2, 6, 8, 8}, .w = {12, 2, 3, 3}, .stride = {2, 2}, .padding = {1, 1}, .groups = 3},
    {.x = {1, 16, 9, 6}, .w = {16, 16, 2, 3}, .stride = {1, 3}, .padding = {1, 0}},
};

}  // namespace

std::vector<FusionCase> fusionCases() {
  std::vector<FusionCase> cases;
  const std::pair<const char*, Attributes> activations[] = {{"clamp", {{"min", 0.0}, {"max", 1.0}}},
                                                            {"leaky_relu", {{"alpha", 0.1}}},
                                                            {"gelu", {{"approximate", std::string("none")}}},
                                                            {"gelu", {{"approximate", std::string("tanh")}}},
                                                            {"silu", {}},
                                                            {"hardswish", {}}};
  // Blocks that are full, channels that leave padding or lie plain, rows of a matrix, more channels than a strip.
  for (const Shape& x : std::initializer_list<Shape>{{4, 16, 5, 5}, {3, 24, 4, 6}, {3, 6, 5, 3}, {8, 33}, {2, 96, 3, 5}})
    for (const auto& [op, attrs] : activations) cases.push_back(normActivationCase(x, op, attrs));
  for (const auto& [op, attrs] : activations) cases.push_back(normActivationCase({2, 24, 5, 3}, op, attrs, true));
  for (const Shape& x : std::initializer_list<Shape>{{4, 16, 5, 5}, {3, 6, 5, 3}, {2, 40, 6, 7}}) cases.push_back(branchedNormCase(x));
  cases.push_back({convCase({.x = {2, 32, 9, 7}, .w = {17, 32, 3, 3}, .padding = {1, 1}, .bias = true, .relu = true}), {"relu_grad_channel_sum"}});
  cases.push_back({linearCase({40, 136}, 48, true), {"relu_grad_channel_sum"}});
  // One tile, many, and a last one that is shorter; channels in blocks, with padding lanes, and plain.
  for (const Shape& x : std::initializer_list<Shape>{{3, 16, 5, 5}, {2, 24, 4, 6}, {3, 6, 5, 3}, {2, 32, 14, 15}, {2, 40, 9, 11}})
    cases.push_back(squeezeCase(x));
  for (const Shape& x : std::initializer_list<Shape>{{4, 9}, {40, 136}, {3, 50, 33}, {24, 300}}) {
    for (const std::int64_t hidden : {5, 48, 2100})
      cases.push_back(
          hiddenCase(x, hidden, hidden == 48 ? "silu" : "gelu", hidden == 48 ? Attributes{} : Attributes{{"approximate", std::string("none")}}));
    cases.push_back(gateCase(x));
    cases.push_back(residualCase(x));
    cases.push_back(twiceCase(x));
    for (const char* norm : {"layer_norm", "rms_norm"}) cases.push_back(normedBranchesCase(x, norm));
    cases.push_back(branchesCase(x));
  }
  for (const auto& [op, attrs] : kLayerActivations) {
    cases.push_back(layerEvaluationCase({24, 33}, {40, 33}, op, attrs));
    cases.push_back(layerEvaluationCase({3, 24, 5, 4}, {17, 24, 1, 1}, op, attrs));
    cases.push_back(foldedBlockCase({3, 24, 6, 5}, {24, 24, 1, 1}, op, attrs, true, false));
  }
  // Results larger than a share, matrices of several dimensions, grouped and larger windows, few channels, a batch of one.
  const Attributes exact{{"approximate", std::string("none")}};
  cases.push_back(layerEvaluationCase({600, 16}, {2100, 16}, "gelu", exact));
  cases.push_back(layerEvaluationCase({3, 11, 48}, {96, 48}, "gelu", exact, false));
  cases.push_back(layerEvaluationCase({3, 8, 104, 112}, {40, 8, 1, 1}, "sigmoid", {}));
  for (const bool bias : {false, true}) {
    for (const bool relu : {false, true}) {
      cases.push_back(foldedBlockCase({2, 32, 9, 7}, {32, 32, 3, 3}, "silu", {}, bias, relu));
      cases.push_back(foldedBlockCase({1, 16, 8, 8}, {16, 16, 1, 1}, "hardswish", {}, bias, relu));
      cases.push_back(foldedBlockCase({3, 6, 5, 7}, {6, 6, 3, 3}, "gelu", exact, bias, relu));
      cases.push_back(foldedBlockCase({2, 24, 8, 6}, {24, 1, 3, 3}, "clamp", {{"min", 0.0}, {"max", 6.0}}, bias, relu));
    }
  }
  return cases;
}

std::vector<OpCase> recurrentCases() {
  std::vector<OpCase> cases;
  for (const bool reverse : {false, true})
    for (const bool projected : {false, true}) {
      cases.push_back(lstmCase(2, 3, 4, 16, reverse, projected, 0));
      cases.push_back(lstmCase(7, 4, 6, 80, reverse, projected, 1));
      cases.push_back(lstmCase(3, 1, 5, 32, reverse, projected, 2));
    }
  cases.push_back(lstmCase(32, 6, 8, 128, false, false, 0));
  return cases;
}

std::vector<OpCase> backendCases() {
  std::vector<OpCase> cases = recurrentCases();
  for (const Conv& c : kConvolutions) cases.push_back(convCase(c));
  for (const bool relu : {false, true}) {
    cases.push_back(linearCase({7, 33}, 19, relu));
    cases.push_back(linearCase({64, 128}, 48, relu));
    cases.push_back(linearCase({1, 5}, 3, relu));
  }
  for (const Shape& x : std::initializer_list<Shape>{{4, 16, 5, 5},
                                                     {3, 17, 4, 6},
                                                     {3, 6, 5, 3},
                                                     {2, 2, 3, 3},
                                                     {8, 33},
                                                     {2, 64, 9, 9},
                                                     // Eights of a row that threads do not divide, and more of them than a block has threads.
                                                     {2, 24, 7, 5},
                                                     {3, 528, 2, 2}}) {
    for (const bool residual : {false, true}) {
      for (const bool relu : {false, true}) cases.push_back(normCase(x, residual, relu));
    }
    cases.push_back(normCase(x, true, true, true));
    cases.push_back(normCase(x, false, false, true));
  }
  for (const std::int64_t channels : {3, 6, 16, 17, 32}) {
    cases.push_back(poolCase("max_pool2d", {2, channels, 8, 8}, {2, 2}, {2, 2}, {0, 0}));
    cases.push_back(poolCase("max_pool2d", {2, channels, 9, 7}, {3, 3}, {2, 2}, {1, 1}));
    cases.push_back(poolCase("avg_pool2d", {2, channels, 8, 6}, {2, 2}, {2, 2}, {0, 0}));
    cases.push_back(poolCase("avg_pool2d", {2, channels, 7, 7}, {3, 3}, {2, 2}, {1, 1}));
    cases.push_back(poolCase("avg_pool2d", {2, channels, 7, 7}, {3, 3}, {1, 1}, {1, 1}, false));
    cases.push_back(unaryCase("global_avg_pool", {3, channels, 5, 4}));
    cases.push_back(unaryCase("relu", {3, channels, 5, 4}));
    cases.push_back(reluAddCase({2, channels, 3, 5}));
    cases.push_back(dropoutCase({2, channels, 5, 3}));
  }
  cases.push_back(dropoutCase({5, 37}));
  cases.push_back(shortcutCase({2, 16, 8, 8}, 2, 8, 8));
  cases.push_back(shortcutCase({2, 17, 5, 7}, 2, 3, 4));
  cases.push_back(shortcutCase({2, 6, 6, 6}, 2, 5, 5));
  cases.push_back(shortcutCase({2, 3, 4, 4}, 1, 0, 2));
  return cases;
}

}  // namespace stepscope
