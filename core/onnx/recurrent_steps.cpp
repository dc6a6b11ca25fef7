#include "core/onnx/recurrent_steps.h"

#include "core/base/lower.h"
#include "core/onnx/compose.h"

namespace stepscope::onnx {

namespace {

constexpr std::int64_t kMostSteps = 1024;  // each step is about twenty nodes

ValueId activated(Context& c, const RecurrentDirection& d, std::size_t index, ValueId x) {
  c.check(index < d.activations.size(), "names " + std::to_string(d.activations.size()) + " activations, which are too few");
  const std::string name = lower(d.activations[index]);
  const auto parameter = [&](const std::vector<double>& given, double fallback) { return index < given.size() ? given[index] : fallback; };
  if (name == "sigmoid" || name == "tanh" || name == "relu") return c.add(name, {x});
  if (name == "leakyrelu") return c.add("leaky_relu", {x}, {{"alpha", parameter(d.alpha, 0.01)}});
  if (name == "elu") return c.add("elu", {x}, {{"alpha", parameter(d.alpha, 1)}});
  if (name == "softplus") return c.add("softplus", {x}, {{"beta", 1.0}, {"threshold", 20.0}});
  if (name == "softsign") return c.add("div", {x, plus(c, c.scalar(1), absolute(c, x))});
  if (name == "affine") return plus(c, times(c, x, parameter(d.alpha, 1)), c.scalar(parameter(d.beta, 0)));
  if (name == "scaledtanh") return times(c, c.add("tanh", {times(c, x, parameter(d.beta, 1))}), parameter(d.alpha, 1));
  if (name == "hardsigmoid")
    return c.add("clamp", {plus(c, times(c, x, parameter(d.alpha, 0.2)), c.scalar(parameter(d.beta, 0.5)))}, {{"min", 0.0}, {"max", 1.0}});
  c.refuse("has the activation " + d.activations[index] + ", which is not supported");
}

}  // namespace

RecurrentStates recurrentSteps(Context& c, const RecurrentDirection& d, std::int64_t hidden) {
  const Shape s = c.shape(d.x);
  const std::int64_t batch = s[0], steps = s[1];
  c.check(steps <= kMostSteps, "runs step after step over " + std::to_string(steps) + " steps, more than " + std::to_string(kMostSteps));
  const std::int64_t gates = c.shape(d.r)[0] / hidden;
  const double limit = c.real("clip", 0);
  const bool beforeReset = gates == 3 && c.integer("linear_before_reset", 0) != 0, coupled = c.integer("input_forget", 0) != 0;
  const auto clipped = [&](ValueId v) { return limit > 0 ? c.add("clamp", {v}, {{"min", -limit}, {"max", limit}}) : v; };
  const auto linear = [&](ValueId x, ValueId w, ValueId bias) {
    std::vector<ValueId> inputs{x, w};
    if (bias != kNone) inputs.push_back(bias);
    return c.add("linear", std::move(inputs), {{"relu", false}});
  };
  const auto gate = [&](ValueId v, std::int64_t i) { return part(c, v, 1, i * hidden, (i + 1) * hidden); };
  const auto zeros = [&] { return c.add("fill", {}, {{"shape", Shape{batch, hidden}}, {"value", 0.0}}); };
  const ValueId fromInput = linear(d.x, d.w, d.wBias);  // (B, T, gates * H)
  ValueId h = d.h0 != kNone ? d.h0 : zeros(), cell = gates == 4 ? (d.c0 != kNone ? d.c0 : zeros()) : kNone;
  std::vector<ValueId> outputs(static_cast<std::size_t>(steps));
  for (std::int64_t step = 0; step < steps; ++step) {
    const std::int64_t t = d.reverse ? steps - 1 - step : step;
    const ValueId x = c.reshape(part(c, fromInput, 1, t, t + 1), {batch, gates * hidden});
    const ValueId beforeH = h, beforeCell = cell;
    if (gates == 3) {
      // n = g(x + (r * h) R^T + b) or, with the reset gate after the product, n = g(x + r * (h R^T + b)); * is element by element.
      const ValueId both = linear(h, part(c, d.r, 0, 0, 2 * hidden), d.rBias == kNone ? kNone : part(c, d.rBias, 0, 0, 2 * hidden));
      const ValueId z = activated(c, d, 0, clipped(plus(c, gate(x, 0), gate(both, 0))));
      const ValueId r = activated(c, d, 0, clipped(plus(c, gate(x, 1), gate(both, 1))));
      const ValueId rows = part(c, d.r, 0, 2 * hidden, 3 * hidden);
      const ValueId bias = d.rBias == kNone ? kNone : part(c, d.rBias, 0, 2 * hidden, 3 * hidden);
      const ValueId product = beforeReset ? c.add("mul", {r, linear(h, rows, bias)}) : linear(c.add("mul", {r, h}), rows, bias);
      const ValueId n = activated(c, d, 1, clipped(plus(c, gate(x, 2), product)));
      h = plus(c, c.add("mul", {logicalNot(c, z), n}), c.add("mul", {z, h}));
    } else {
      const ValueId sums = plus(c, x, linear(h, d.r, d.rBias));
      if (gates == 1) {
        h = activated(c, d, 0, clipped(sums));
      } else {
        const auto peephole = [&](ValueId v, std::int64_t i, ValueId state) {
          return d.peepholes == kNone ? v : plus(c, v, c.add("mul", {state, part(c, d.peepholes, 0, i * hidden, (i + 1) * hidden)}));
        };
        const ValueId i = activated(c, d, 0, clipped(peephole(gate(sums, 0), 0, cell)));
        const ValueId f = coupled ? logicalNot(c, i) : activated(c, d, 0, clipped(peephole(gate(sums, 2), 2, cell)));
        const ValueId n = activated(c, d, 1, clipped(gate(sums, 3)));
        cell = plus(c, c.add("mul", {f, cell}), c.add("mul", {i, n}));
        const ValueId o = activated(c, d, 0, clipped(peephole(gate(sums, 1), 1, cell)));
        h = c.add("mul", {o, activated(c, d, 2, cell)});
      }
    }
    ValueId shown = h;
    if (!d.lengths.empty()) {
      // After the end of a sequence the state stays and the output is zero.
      std::vector<float> running;
      for (const std::int64_t length : d.lengths) running.push_back(t < length ? 1.0F : 0.0F);
      const ValueId runs = ownTable(c, "running " + std::to_string(t) + (d.reverse ? " reverse" : ""), {batch, 1}, std::move(running));
      shown = c.add("select", {runs, h});
      h = where(c, runs, h, beforeH);
      if (cell != kNone) cell = where(c, runs, cell, beforeCell);
    }
    outputs[static_cast<std::size_t>(t)] = c.reshape(shown, {batch, 1, hidden});
  }
  return {steps == 1 ? outputs[0] : c.add("concat", outputs, {{"axis", std::int64_t{1}}}), h, cell};
}

}  // namespace stepscope::onnx
