// LSTM, GRU and RNN. ONNX has time first and another order of gates; the weights, known at import time, are reordered.
#include <algorithm>
#include <numeric>

#include "core/onnx/recurrent_steps.h"

namespace stepscope::onnx {

namespace {

// The weights of one direction with their gates in the given order. Gate g is rows [first + g * hidden, first + (g + 1) * hidden) of the direction;
// `vector`: the tensor holds biases or peepholes, so a row is one number.
Tensor gates(const Tensor& all, std::int64_t direction, std::int64_t first, std::int64_t hidden, const std::vector<std::int64_t>& order,
             bool vector) {
  Tensor t;
  t.onnxType = all.onnxType;
  const std::int64_t columns = vector ? 1 : all.shape.back();
  const std::int64_t rows = numel(all.shape) / all.shape[0] / columns;
  const auto gateCount = static_cast<std::int64_t>(order.size());
  t.shape = vector ? Shape{gateCount * hidden} : Shape{gateCount * hidden, columns};
  for (const std::int64_t gate : order) {
    const auto begin = all.floats.begin() + (direction * rows + first + gate * hidden) * columns;
    t.floats.insert(t.floats.end(), begin, begin + hidden * columns);
  }
  return t;
}

// The properties of a layer type: the number of gates, their order in our ops, and the default activations.
struct Kind {
  const char* op;                   // of the graph; null: computed step by step
  std::vector<std::int64_t> order;  // indices of the file's gates, in our order
  bool cellState;
  std::vector<std::string> activations;
};

std::vector<double> reals(const Context& c, const char* name) {
  const auto it = c.node->attributes.find(name);
  return it == c.node->attributes.end() ? std::vector<double>{} : std::vector<double>(it->second.floats.begin(), it->second.floats.end());
}

// Whether the graph's own op computes the layer.
bool isUsual(const Context& c, const Kind& kind, std::int64_t steps) {
  const auto named = c.node->attributes.find("activations");
  if (!kind.op || c.real("clip", 0) > 0 || named != c.node->attributes.end() || c.integer("input_forget", 0) != 0 || c.has(7)) return false;
  if (c.has(4))
    for (const std::int64_t length : c.constantInts(4))
      if (length != steps) return false;
  return kind.cellState || c.integer("linear_before_reset", 0) == 1;
}

void recurrent(Context& c, const Kind& kind) {
  const std::string direction = c.text("direction", "forward");
  c.check(direction == "forward" || direction == "reverse" || direction == "bidirectional", "has the direction " + direction);
  const std::int64_t directions = direction == "bidirectional" ? 2 : 1;
  const std::int64_t hidden = c.size("hidden_size", c.constant(2).shape.empty() ? 0 : c.constant(2).shape.back());
  const bool batchFirst = c.integer("layout", 0) == 1;
  ValueId x = c.value(0);
  c.check(c.shape(x).size() == 3, "takes " + toString(c.shape(x)) + ", a sequence is needed");
  if (!batchFirst) x = c.transpose(x, {1, 0, 2});
  const std::int64_t batch = c.shape(x)[0], steps = c.shape(x)[1];
  const auto count = static_cast<std::int64_t>(kind.order.size());
  const bool usual = isUsual(c, kind, steps);
  if (c.has(4))
    c.check(c.constantInts(4).size() == static_cast<std::size_t>(batch),
            "has " + std::to_string(c.constantInts(4).size()) + " lengths for " + std::to_string(batch) + " sequences");
  std::vector<std::int64_t> order = kind.order;
  if (!usual) std::iota(order.begin(), order.end(), 0);
  const Tensor &w = c.constant(1), &r = c.constant(2);
  c.check(!w.integer && !r.integer && w.shape == Shape({directions, count * hidden, c.shape(x)[2]}) &&
              r.shape == Shape({directions, count * hidden, hidden}),
          "has weights of the shapes " + toString(w.shape) + " and " + toString(r.shape));
  const auto initial = [&](std::size_t i, std::int64_t d) -> ValueId {
    if (!c.has(i)) return kNone;
    const ValueId all = c.value(i);
    if (batchFirst) {
      const ValueId one = c.add("slice", {all},
                                {{"starts", std::vector<std::int64_t>{0, d, 0}},
                                 {"ends", std::vector<std::int64_t>{batch, d + 1, hidden}},
                                 {"steps", std::vector<std::int64_t>{1, 1, 1}}});
      return c.reshape(one, {batch, hidden});
    }
    const ValueId one = directions == 1 ? all
                                        : c.add("slice", {all},
                                                {{"starts", std::vector<std::int64_t>{d, 0, 0}},
                                                 {"ends", std::vector<std::int64_t>{d + 1, batch, hidden}},
                                                 {"steps", std::vector<std::int64_t>{1, 1, 1}}});
    return c.reshape(one, {batch, hidden});
  };
  const auto stepByStep = [&](const std::vector<ValueId>& inputs, std::int64_t d, bool reverse) {
    RecurrentDirection one;
    one.x = inputs[0];
    one.w = inputs[1];
    one.r = inputs[2];
    one.wBias = inputs[3];
    one.rBias = inputs[4];
    one.h0 = inputs[5];
    if (kind.cellState) one.c0 = inputs[6];
    if (c.has(7)) {
      const Tensor& p = c.constant(7);
      c.check(!p.integer && p.shape == Shape({directions, 3 * hidden}), "has peepholes of the shape " + toString(p.shape));
    }
    if (c.has(7))
      one.peepholes = c.once(7, "." + std::to_string(d), [&](const std::string& name) {
        return c.persistent(gates(c.constant(7), d, 0, hidden, {0, 1, 2}, true), name + "." + std::to_string(d), c.operand(7).parameter);
      });
    if (c.has(4) && !usual) one.lengths = c.constantInts(4);
    if (std::all_of(one.lengths.begin(), one.lengths.end(), [&](std::int64_t length) { return length == steps; })) one.lengths.clear();
    const auto named = c.node->attributes.find("activations");
    const std::size_t each = kind.activations.size();
    one.activations = kind.activations;
    if (named != c.node->attributes.end()) {
      const auto& all = named->second.strings;
      c.check(all.size() == each * static_cast<std::size_t>(directions), "names " + std::to_string(all.size()) + " activations");
      one.activations.assign(all.begin() + d * static_cast<std::int64_t>(each), all.begin() + (d + 1) * static_cast<std::int64_t>(each));
    }
    one.alpha = reals(c, "activation_alpha");
    one.beta = reals(c, "activation_beta");
    one.reverse = reverse;
    const RecurrentStates states = recurrentSteps(c, one, hidden);
    return std::vector<ValueId>{states.y, states.h, states.c};
  };
  std::vector<std::vector<ValueId>> ends(3);
  for (std::int64_t d = 0; d < directions; ++d) {
    const std::string suffix = "." + std::to_string(d);
    const bool trained = c.operand(1).parameter;
    // The weights are stored in one order of gates, so layers that share them must use the same order.
    const auto part = [&](std::size_t i, const std::string& what, std::int64_t first, bool vector) {
      const std::string form = std::string(usual ? "ours " : "given ") + what + suffix;
      for (const std::string& other : {std::string(""), std::string(usual ? "given " : "ours ") + what + suffix})
        c.check(c.madeOf(i, other) == kNone, "shares its weights with a node that reads them otherwise, which is not supported");
      return c.once(i, form, [&](const std::string& name) {
        return c.persistent(gates(c.constant(i), d, first, hidden, order, vector), name + what + suffix, trained);
      });
    };
    std::vector<ValueId> inputs{x, part(1, "", 0, false), part(2, "", 0, false)};
    if (c.has(3)) {
      const Tensor& b = c.constant(3);
      c.check(!b.integer && b.shape == Shape({directions, 2 * count * hidden}), "has biases of the shape " + toString(b.shape));
      inputs.push_back(part(3, ".ih", 0, true));
      inputs.push_back(part(3, ".hh", count * hidden, true));
    } else {
      inputs.insert(inputs.end(), 2, kNone);
    }
    inputs.push_back(initial(5, d));
    if (kind.cellState) inputs.push_back(initial(6, d));
    const bool reverse = direction == "reverse" || d == 1;
    const auto made = usual ? c.addAll(kind.op, std::move(inputs), {{"reverse", reverse}}) : stepByStep(inputs, d, reverse);
    // (B, T, H) to (T, 1, B, H), or with the batch first to (B, T, 1, H). States: (B, H) to (1, B, H) or (B, 1, H).
    ends[0].push_back(batchFirst ? c.reshape(made[0], {batch, steps, 1, hidden})
                                 : c.reshape(c.transpose(made[0], {1, 0, 2}), {steps, 1, batch, hidden}));
    const Shape state = batchFirst ? Shape{batch, 1, hidden} : Shape{1, batch, hidden};
    ends[1].push_back(c.reshape(made[1], state));
    if (kind.cellState) ends[2].push_back(c.reshape(made[2], state));
  }
  for (std::size_t i = 0; i < 3; ++i) {
    if (!c.wantsOutput(i) || ends[i].empty()) continue;
    const std::int64_t axis = batchFirst ? (i == 0 ? 2 : 1) : (i == 0 ? 1 : 0);
    c.set(i, directions == 1 ? ends[i][0] : c.add("concat", ends[i], {{"axis", axis}}));
  }
}

// Order of the gates in ONNX: i o f c; in our op: i f g o, where g is ONNX's c.
void lstm(Context& c) {
  recurrent(c, {"lstm", {0, 2, 3, 1}, true, {"Sigmoid", "Tanh", "Tanh"}});
}
// Order of the gates in ONNX: z r h; in our op: r z n, where n is ONNX's h.
void gru(Context& c) {
  recurrent(c, {"gru", {1, 0, 2}, false, {"Sigmoid", "Tanh"}});
}
void rnn(Context& c) {
  recurrent(c, {nullptr, {0}, false, {"Tanh"}});
}

}  // namespace

std::span<const Converter> recurrentConverters() {
  static const Converter table[] = {{"LSTM", 7, lstm}, {"GRU", 7, gru}, {"RNN", 7, rnn}};
  return table;
}

}  // namespace stepscope::onnx
