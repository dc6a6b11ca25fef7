// LSTM and GRU. ONNX has time first and the gates in another order; the weights, known before the run, are put in ours.
#include "core/onnx/converter.h"

namespace stepscope::onnx {

namespace {

// Rows [gate * hidden, (gate + 1) * hidden) of one direction's weights, gates in the order given.
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

void recurrent(Context& c, const char* op, const std::vector<std::int64_t>& order, bool cellState) {
  const std::string direction = c.text("direction", "forward");
  const std::int64_t hidden = c.integer("hidden_size", 0), directions = direction == "bidirectional" ? 2 : 1;
  c.check(!c.hasAttribute("clip") && !c.hasAttribute("activations") && c.integer("input_forget", 0) == 0,
          "has clipped or other activations than the usual ones, which is not supported");
  c.check(!c.has(4), "has sequences of different lengths, which is not supported");
  c.check(!c.has(7), "has peepholes, which is not supported");
  c.check(cellState || c.integer("linear_before_reset", 0) == 1, "applies the reset gate before the product, which is not supported");
  const bool batchFirst = c.integer("layout", 0) == 1;
  ValueId x = c.value(0);
  c.check(c.shape(x).size() == 3, "takes " + toString(c.shape(x)) + ", a sequence is needed");
  if (!batchFirst) x = c.transpose(x, {1, 0, 2});
  const std::int64_t batch = c.shape(x)[0], steps = c.shape(x)[1];
  const auto count = static_cast<std::int64_t>(order.size());
  const Tensor &w = c.constant(1), &r = c.constant(2);
  c.check(!w.integer && !r.integer && hidden > 0 && w.shape == Shape({directions, count * hidden, c.shape(x)[2]}) &&
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
  std::vector<std::vector<ValueId>> ends(3);
  for (std::int64_t d = 0; d < directions; ++d) {
    const std::string suffix = "." + std::to_string(d);
    const bool trained = c.operand(1).parameter;
    std::vector<ValueId> inputs{x, c.persistent(gates(w, d, 0, hidden, order, false), c.node->inputs[1] + suffix, trained),
                                c.persistent(gates(r, d, 0, hidden, order, false), c.node->inputs[2] + suffix, trained)};
    if (c.has(3)) {
      const Tensor& b = c.constant(3);
      c.check(b.shape == Shape({directions, 2 * count * hidden}), "has biases of the shape " + toString(b.shape));
      inputs.push_back(c.persistent(gates(b, d, 0, hidden, order, true), c.node->inputs[3] + ".ih" + suffix, trained));
      inputs.push_back(c.persistent(gates(b, d, count * hidden, hidden, order, true), c.node->inputs[3] + ".hh" + suffix, trained));
    } else {
      inputs.insert(inputs.end(), 2, kNone);
    }
    inputs.push_back(initial(5, d));
    if (cellState) inputs.push_back(initial(6, d));
    const auto made = c.addAll(op, std::move(inputs), {{"reverse", direction == "reverse" || d == 1}});
    // (B, T, H) to (T, 1, B, H), or (B, T, 1, H) with the batch first; the states alike.
    ends[0].push_back(batchFirst ? c.reshape(made[0], {batch, steps, 1, hidden})
                                 : c.reshape(c.transpose(made[0], {1, 0, 2}), {steps, 1, batch, hidden}));
    const Shape state = batchFirst ? Shape{batch, 1, hidden} : Shape{1, batch, hidden};
    ends[1].push_back(c.reshape(made[1], state));
    if (cellState) ends[2].push_back(c.reshape(made[2], state));
  }
  for (std::size_t i = 0; i < 3; ++i) {
    if (!c.wantsOutput(i) || ends[i].empty()) continue;
    const std::int64_t axis = batchFirst ? (i == 0 ? 2 : 1) : (i == 0 ? 1 : 0);
    c.set(i, directions == 1 ? ends[i][0] : c.add("concat", ends[i], {{"axis", axis}}));
  }
}

// ONNX: i o f c; ours: i f g o, with g for c.
void lstm(Context& c) {
  recurrent(c, "lstm", {0, 2, 3, 1}, true);
}
// ONNX: z r h; ours: r z n.
void gru(Context& c) {
  recurrent(c, "gru", {1, 0, 2}, false);
}

}  // namespace

std::span<const Converter> recurrentConverters() {
  static const Converter table[] = {{"LSTM", 7, lstm}, {"GRU", 7, gru}};
  return table;
}

}  // namespace stepscope::onnx
