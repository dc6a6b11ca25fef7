// Activations, softmax with both of its definitions, and dropout.
#include <cmath>

#include "core/base/units.h"
#include "core/onnx/compose.h"

namespace stepscope::onnx {

namespace {

template <const char* const& op>
void plain(Context& c) {
  c.set(0, c.add(op, {c.value(0)}));
}
constexpr const char* kRelu = "relu";
constexpr const char* kSigmoid = "sigmoid";
constexpr const char* kTanh = "tanh";
constexpr const char* kHardswish = "hardswish";

ValueId underZero(Context& c, ValueId x) {  // max(0, -x)
  return c.add("relu", {c.add("neg", {x})});
}
// The graph's own op does not support a negative slope; that case is built from other ops.
void leakyRelu(Context& c) {
  const ValueId x = c.value(0);
  const double alpha = c.real("alpha", 0.01);
  if (alpha >= 0) return c.set(0, c.add("leaky_relu", {x}, {{"alpha", alpha}}));
  c.set(0, minus(c, c.add("relu", {x}), times(c, underZero(c, x), alpha)));
}
ValueId eluOf(Context& c, ValueId x, double alpha) {
  if (alpha >= 0) return c.add("elu", {x}, {{"alpha", alpha}});
  const ValueId left = c.add("elu", {c.add("neg", {underZero(c, x)})}, {{"alpha", 1.0}});
  return plus(c, c.add("relu", {x}), times(c, left, alpha));
}
void elu(Context& c) {
  c.set(0, eluOf(c, c.value(0), c.real("alpha", 1)));
}
// Klambauer et al. 2017: gamma * elu(x, alpha).
void selu(Context& c) {
  const ValueId y = eluOf(c, c.value(0), c.real("alpha", 1.67326319217681884765625));
  c.set(0, times(c, y, c.real("gamma", 1.05070102214813232421875)));
}
// Barron 2017: max(0, x) + min(0, alpha * (exp(x / alpha) - 1)). With a negative alpha the second part grows exponentially as x decreases.
void celu(Context& c) {
  const double alpha = c.real("alpha", 1);
  const ValueId x = c.value(0);
  c.check(alpha != 0 && std::isfinite(alpha), "has the alpha " + text::exact(alpha));
  if (alpha > 0) return c.set(0, times(c, c.add("elu", {times(c, x, 1 / alpha)}, {{"alpha", 1.0}}), alpha));
  const ValueId left = minus(c, c.add("exp", {times(c, underZero(c, x), -1 / alpha)}), c.scalar(1));
  c.set(0, plus(c, c.add("relu", {x}), times(c, left, alpha)));
}
void gelu(Context& c) {
  c.set(0, c.add("gelu", {c.value(0)}, {{"approximate", c.text("approximate", "none")}}));
}
void softplus(Context& c) {
  c.set(0, c.add("softplus", {c.value(0)}, {{"beta", 1.0}, {"threshold", 20.0}}));
}
void hardSigmoid(Context& c) {
  const ValueId line = plus(c, times(c, c.value(0), c.real("alpha", 0.2)), c.scalar(c.real("beta", 0.5)));
  c.set(0, c.add("clamp", {line}, {{"min", 0.0}, {"max", 1.0}}));
}
// Ramachandran et al. 2017: x * sigmoid(alpha * x).
void swish(Context& c) {
  const ValueId x = c.value(0);
  c.set(0, c.add("mul", {x, c.add("sigmoid", {times(c, x, c.real("alpha", 1))})}));
}
void mish(Context& c) {
  const ValueId x = c.value(0), s = c.add("softplus", {x}, {{"beta", 1.0}, {"threshold", 20.0}});
  c.set(0, c.add("mul", {x, c.add("tanh", {s})}));
}
void softsign(Context& c) {
  const ValueId x = c.value(0);
  c.set(0, c.add("div", {x, plus(c, c.scalar(1), absolute(c, x))}));
}
void thresholdedRelu(Context& c) {
  const ValueId x = c.value(0);
  c.set(0, c.add("select", {c.add("less", {c.scalar(c.real("alpha", 1)), x}), x}));
}
// x + bias below -lambd, else x - bias above lambd, else 0. With a negative lambd both conditions may be true; the first one is used.
void shrink(Context& c) {
  const ValueId x = c.value(0);
  const double limit = c.real("lambd", 0.5), bias = c.real("bias", 0);
  const ValueId below = c.add("less", {x, c.scalar(-limit)});
  const ValueId above = c.add("mul", {c.add("less", {c.scalar(limit), x}), logicalNot(c, below)});
  c.set(0, plus(c, c.add("select", {below, plus(c, x, c.scalar(bias))}), c.add("select", {above, minus(c, x, c.scalar(bias))})));
}
// The slope broadcasts from the last dimension, as ONNX requires: a slope per channel has the shape (C, 1, 1). Before opset 7 it was a list with one
// slope per channel.
void prelu(Context& c) {
  const ValueId x = c.value(0);
  ValueId slope = c.value(1);
  if (c.opset() < 7 && c.shape(slope).size() == 1 && c.shape(x).size() > 2) {
    Shape channels(c.shape(x).size() - 1, 1);
    channels[0] = c.shape(slope)[0];
    slope = c.reshape(slope, channels);
  }
  // Elements above 0 are left out of the product, because the slope may be infinite or NaN.
  const ValueId below = c.add("select", {c.add("less", {x, c.scalar(0)}), c.add("mul", {slope, underZero(c, x)})});
  c.set(0, c.add("sub", {c.add("relu", {x}), below}));
}

// Until opset 12 a softmax ran over all dimensions from `axis` on, afterwards over `axis` only.
void softmaxLike(Context& c, const char* op) {
  const ValueId x = c.value(0);
  const Shape shape = c.shape(x);
  if (c.opset() >= 13) {
    return c.set(0, c.add(op, {x}, {{"axis", axisOf(c, c.integer("axis", -1), shape.size())}}));
  }
  const std::int64_t axis = axisOf(c, c.integer("axis", 1), shape.size());
  const Extent extent = extentOf(shape, axis);
  const ValueId y = c.add(op, {c.reshape(x, {extent.before, extent.length * extent.after})}, {{"axis", std::int64_t{1}}});
  c.set(0, c.reshape(y, shape));
}
void softmax(Context& c) {
  softmaxLike(c, "softmax");
}
void logSoftmax(Context& c) {
  softmaxLike(c, "log_softmax");
}

// The identity outside training. Before opset 12 the ratio is an attribute, later an input.
void dropout(Context& c) {
  const ValueId x = c.value(0);
  const double p = c.opset() < 12 ? c.real("ratio", 0.5) : (c.has(1) ? c.constantReal(1) : 0.5);
  const bool marked = c.opset() >= 12 && c.has(2) && c.constantReal(2) != 0;
  c.check(!marked || p == 0 || c.options.training, "draws random numbers in an evaluation, which is not supported");
  if (!c.options.training || p == 0) {
    // Nothing is dropped.
    if (c.wantsOutput(1)) c.set(1, c.add("fill", {}, {{"shape", c.shape(x)}, {"value", 1.0}}), c.opset() < 10 ? kFloat : kBool);
    return c.set(0, x);
  }
  ValueId seed = c.graph.find("seed");
  if (seed == kNone) seed = c.graph.addScalar("seed", DType::I64);
  c.set(0, c.add("dropout", {x, seed}, {{"p", p}, {"op_id", ++c.draws}}));
}

}  // namespace

std::span<const Converter> activationConverters() {
  static const Converter table[] = {
      {"Relu", 1, plain<kRelu>},
      {"Sigmoid", 1, plain<kSigmoid>},
      {"Tanh", 1, plain<kTanh>},
      {"HardSwish", 14, plain<kHardswish>},
      {"LeakyRelu", 1, leakyRelu},
      {"Elu", 1, elu},
      {"Selu", 6, selu},
      {"Celu", 12, celu},
      {"Gelu", 20, gelu},
      {"Softplus", 1, softplus},
      {"HardSigmoid", 1, hardSigmoid},
      {"Mish", 18, mish},
      {"Softsign", 1, softsign},
      {"Swish", 24, swish},
      {"PRelu", 1, prelu},
      {"ThresholdedRelu", 10, thresholdedRelu},
      {"Shrink", 9, shrink},
      {"Softmax", 1, softmax},
      {"LogSoftmax", 1, logSoftmax},
      {"Dropout", 7, dropout, true},
  };
  return table;
}

}  // namespace stepscope::onnx
