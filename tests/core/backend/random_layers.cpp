#include "tests/core/backend/random_layers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "core/base/error.h"
#include "core/passes/step_graph.h"
#include "tests/core/backend/narrow_reference.h"
#include "tests/core/backend/program_runner.h"
#include "tests/dev/op_cases/case_builder.h"

namespace stepscope {
namespace {

// A draw at a time, equal on every machine.
class Draw {
 public:
  explicit Draw(std::uint32_t seed) : generator_(seed) {}
  std::int64_t below(std::int64_t n) { return static_cast<std::int64_t>(generator_() % static_cast<std::uint32_t>(n)); }
  std::int64_t from(std::int64_t least, std::int64_t most) { return least + below(most - least + 1); }
  bool oneIn(std::int64_t n) { return below(n) == 0; }

 private:
  std::mt19937 generator_;
};

struct Layer {
  OpCase step;
  std::string what;
};

double perRow(std::int64_t row) {
  return std::sqrt(3 / static_cast<double>(std::max<std::int64_t>(row, 3)));
}

// Two channels at least: of one the cross-entropy's gradient sums up to nothing, and so do those of a bias and of a norm's shift.
Layer convolution(Draw& d, CaseBuilder b) {
  const bool transposed = d.oneIn(8);
  std::int64_t groups = 1, c = d.oneIn(3) ? d.from(1, 20) : 8 * d.from(1, 6) + (d.oneIn(3) ? d.below(8) : 0),
               o = d.oneIn(4) ? d.from(2, 20) : 8 * d.from(1, 6) + (d.oneIn(3) ? d.below(8) : 0);
  if (d.oneIn(4)) {
    groups = d.oneIn(2) ? c : d.from(2, 4);
    if (groups == c) {
      o = std::max<std::int64_t>(2, c * d.from(1, 2));
    } else {
      c = groups * d.from(1, 16);
      o = groups * d.from(1, 16);  // at least two
    }
  }
  const std::int64_t h = d.from(1, 12), w = d.oneIn(5) ? 1 : d.from(1, 12), batch = d.from(1, 6);
  Ints kernel{d.from(1, 3), d.from(1, 3)}, stride{d.from(1, 3), d.from(1, 3)}, padding{d.below(3), d.below(3)}, dilation{1, 1};
  if (d.oneIn(2)) kernel = {3, 3};
  if (d.oneIn(5)) kernel = {1, 1}, padding = {0, 0};
  if (d.oneIn(6)) dilation = {d.from(1, 2), d.from(1, 2)};
  if (d.oneIn(12)) kernel = {5, 5}, padding = {2, 2};
  const ValueId x = b.parameter("x", {batch, c, h, w});
  std::vector<ValueId> operands{x};
  std::string what =
      fmt::format("{} {} to {} kernel {} stride {} padding {} dilation {} groups {}", transposed ? "conv_transpose2d" : "conv2d",
                  toString(Shape{batch, c, h, w}), o, toString(kernel), toString(stride), toString(padding), toString(dilation), groups);
  const bool bias = d.oneIn(2);
  if (transposed) {
    operands.push_back(b.parameter("w", {c, o / groups, kernel[0], kernel[1]}, perRow(c / groups * kernel[0] * kernel[1])));
    if (bias) operands.push_back(b.parameter("b", {o}));
    const Ints outputPadding{d.below(std::max(stride[0], dilation[0])), d.below(std::max(stride[1], dilation[1]))};
    return {
        b.finish(b.add("conv_transpose2d", operands,
                       {{"stride", stride}, {"padding", padding}, {"output_padding", outputPadding}, {"dilation", dilation}, {"groups", groups}})),
        what};
  }
  operands.push_back(b.parameter("w", {o, c / groups, kernel[0], kernel[1]}, perRow(c / groups * kernel[0] * kernel[1])));
  if (bias) operands.push_back(b.parameter("b", {o}));
  ValueId y = b.add("conv2d", operands, {{"stride", stride}, {"padding", padding}, {"dilation", dilation}, {"groups", groups}, {"relu", false}});
  if (d.oneIn(4)) y = b.add(d.oneIn(2) ? "gelu" : "silu", {y});
  return {b.finish(y), what};
}

Layer product(Draw& d, CaseBuilder b) {
  const std::int64_t k = d.oneIn(3) ? d.from(1, 40) : 16 * d.from(1, 8), n = d.oneIn(3) ? d.from(2, 40) : 16 * d.from(1, 8), rows = d.from(1, 70);
  if (d.oneIn(3)) {
    const bool transposeA = d.oneIn(2), transposeB = d.oneIn(2);
    const std::int64_t m = d.from(1, 40), batch = d.from(1, 4);
    const bool one = d.oneIn(3);
    const Shape left = transposeA ? Shape{batch, k, m} : Shape{batch, m, k};
    const Shape right = transposeB ? Shape{one ? 1 : batch, n, k} : Shape{one ? 1 : batch, k, n};
    const ValueId y =
        b.add("matmul", {b.parameter("a", left), b.parameter("b", right, perRow(k))}, {{"transpose_a", transposeA}, {"transpose_b", transposeB}});
    return {b.finish(y), fmt::format("matmul {} {}{}{}", toString(left), toString(right), transposeA ? " a^T" : "", transposeB ? " b^T" : "")};
  }
  const Shape x = d.oneIn(2) ? Shape{rows, k} : Shape{d.from(1, 5), d.from(1, 20), k};
  std::vector<ValueId> operands{b.parameter("x", x), b.parameter("w", {n, k}, perRow(k))};
  if (d.oneIn(2)) operands.push_back(b.parameter("b", {n}));
  ValueId y = b.add("linear", operands, {{"relu", false}});
  const std::int64_t after = d.below(4);
  if (after == 1) y = b.add("gelu", {y});
  if (after == 2) {
    Shape shape = x;
    shape.back() = n;
    y = b.add("add", {y, b.parameter("residual", shape)}, {{"relu", false}});
  }
  return {b.finish(y), fmt::format("linear {} to {}{}", toString(x), n, after == 1 ? ", gelu" : after == 2 ? ", add" : "")};
}

Layer norm(Draw& d, CaseBuilder b) {
  const std::int64_t kind = d.below(4);
  if (kind >= 2) {
    const Shape x = d.oneIn(2) ? Shape{d.from(1, 40), d.from(2, 130)} : Shape{d.from(1, 5), d.from(1, 20), d.from(2, 130)};
    const bool rms = kind == 3;
    std::vector<ValueId> operands{b.parameter("x", x), b.parameter("gamma", {x.back()}, 0.5, 1.0)};
    if (!rms) operands.push_back(b.parameter("beta", {x.back()}, 0.5));
    const char* op = rms ? "rms_norm" : "layer_norm";
    return {b.finish(b.add(op, operands, {{"dims", std::int64_t{1}}, {"eps", 1e-5}})), fmt::format("{} {}", op, toString(x))};
  }
  const std::int64_t groups = d.from(1, 4), c = kind == 0 ? d.from(2, 40) : groups * d.from(groups > 1 ? 1 : 2, 10);
  // Enough numbers for a deviation that is not of rounding only.
  const Shape x{d.from(2, 6), c, d.from(2, 9), d.from(1, 9)};
  const ValueId value = b.parameter("x", x), gamma = b.parameter("gamma", {c}, 0.5, 1.0), beta = b.parameter("beta", {c}, 0.5);
  if (kind == 1)
    return {b.finish(b.add("group_norm", {value, gamma, beta}, {{"groups", groups}, {"eps", 1e-5}})),
            fmt::format("group_norm {} groups {}", toString(x), groups)};
  const ValueId mean = b.buffer("mean", {c}, 0.1), variance = b.buffer("variance", {c}, 0.9);
  ValueId y = b.add("batch_norm", {value, gamma, beta, mean, variance}, {{"eps", 1e-5}, {"momentum", 0.1}, {"relu", false}});
  if (d.oneIn(3)) y = b.add(d.oneIn(2) ? "silu" : "gelu", {y});
  return {b.finish(y), fmt::format("batch_norm {}", toString(x))};
}

AmpClass everythingLow(const OpDef& op) {
  return op.name == "softmax_cross_entropy" || op.ampCpu == AmpClass::F32 ? AmpClass::F32 : AmpClass::Low;
}

using Results = std::map<std::string, std::vector<float>>;

Results run(const Backend& backend, const Graph& forward, const reference::Bindings& inputs, const CompileOptions& options,
            std::vector<std::string>* leftOut) {
  AutodiffResult step = autodiff(forward);
  std::map<std::string, std::int64_t> wanted;
  for (const auto& [parameter, gradient] : step.gradients) {
    const std::string name = "gradient of " + step.graph.value(parameter).name;
    step.graph.markOutput(name, gradient);
    wanted[name] = numel(step.graph.value(parameter).shape);
  }
  for (const Value& value : step.graph.values())
    if (value.role == Role::Buffer) wanted[value.name] = numel(value.shape);
  wanted["loss"] = 1;
  const auto program = backend.compile(step.graph, options);
  if (leftOut) *leftOut = program->leftOut();
  program->attach(program->makeArena(program->plan().stateBytes), program->makeArena(program->plan().stepBytes));
  bindState(*program, step.graph, inputs);
  bindInputs(*program, step.graph, inputs);
  program->run();
  Results results;
  for (const auto& [name, count] : wanted) results[name] = readFloats(*program, name, count);
  return results;
}

// The size of the difference over that of the trusted values, or over a part of what the gradients of the layer are like, where these nearly
// cancel out. rows: of the cross-entropy.
std::string compared(const Results& got, const Results& trusted, std::int64_t rows, double bound) {
  double usual = 0;
  for (const auto& [name, values] : trusted) {
    double squares = 0;
    for (const float v : values) squares += static_cast<double>(v) * v;
    if (name.starts_with("gradient")) usual = std::max(usual, std::sqrt(squares / static_cast<double>(values.size())));
  }
  for (const auto& [name, values] : trusted) {
    const std::vector<float>& made = got.at(name);
    double error = 0, size = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      error += std::pow(static_cast<double>(made[i]) - values[i], 2);
      size += std::pow(static_cast<double>(values[i]), 2);
    }
    if (error == 0) continue;
    // Gradients of biases and norms are sums over all pixels, which may nearly cancel: then what was rounded is as large as they are.
    const bool sums = name.starts_with("gradient of b") || name.starts_with("gradient of gamma");
    // The loss's gradient has one number near 1 / rows in each row, and each of them is rounded: the sums are no smaller than what becomes of
    // that, even where all of the layer's own gradients are zero, as with a kernel that meets nothing but padding.
    const auto count = static_cast<double>(values.size());
    const double summed = std::max(usual, 1 / std::sqrt(static_cast<double>(rows) * count));
    const double least = (sums ? summed : 0.05 * usual) * std::sqrt(count);
    const double relative = std::sqrt(error) / std::max(std::sqrt(size), least);
    if (!(relative <= bound)) return fmt::format("{}: relative error {:.3g}", name, relative);
  }
  return {};
}

}  // namespace

RandomLayerResult runRandomLayer(const Backend& backend, std::uint32_t seed) {
  Draw d(seed);
  const DType type = d.oneIn(2) ? DType::BF16 : DType::F16;
  CompileOptions options;
  options.threads = d.oneIn(4) ? 2 : 1;
  options.autotune = d.oneIn(32);
  options.fusion = !d.oneIn(4);
  options.images = d.oneIn(2) ? ImageLayout::Auto : d.oneIn(2) ? ImageLayout::ChannelsLast : ImageLayout::ChannelsFirst;
  RandomLayerResult result;
  result.layer = fmt::format("seed {}", seed);
  try {
    CaseBuilder builder("random layer " + std::to_string(seed));
    const std::int64_t family = d.below(4);
    Layer layer;
    try {
      layer = family < 2 ? convolution(d, std::move(builder)) : family == 2 ? product(d, std::move(builder)) : norm(d, std::move(builder));
    } catch (const Error&) {  // a kernel larger than its image
      result.refused = true;
      return result;
    }
    result.layer = fmt::format("seed {}: {} in {}, {}", seed, layer.what, nameOf(type),
                               options.images == ImageLayout::Auto           ? "blocks"
                               : options.images == ImageLayout::ChannelsLast ? "NHWC"
                                                                             : "NCHW");
    reference::Bindings inputs = layer.step.inputs;
    for (const Value& value : layer.step.graph.values()) {
      if (value.producer != kNone || value.dtype != DType::F32) continue;
      for (double& v : inputs.at(value.name)) v = nearestOf(static_cast<double>(static_cast<float>(v)), type);
    }
    CompileOptions plain;
    plain.threads = 1;
    plain.autotune = plain.fusion = false;
    plain.images = ImageLayout::ChannelsFirst;
    const Results trusted = run(backend, layer.step.graph, inputs, plain, nullptr);
    const Results got = run(backend, amp(layer.step.graph, type, everythingLow).graph, inputs, options, &result.leftOut);
    const auto rows = static_cast<std::int64_t>(inputs.at("labels").size());
    result.wrong = compared(got, trusted, rows, type == DType::BF16 ? 0.1 : 0.03);
  } catch (const Error& error) {
    if (error.cure().empty() || error.kind() == ErrorKind::Internal) result.raw = error.what();
    else result.wrong = error.what();
  } catch (const std::exception& error) {
    result.raw = error.what();
  }
  return result;
}

}  // namespace stepscope
