// Attention, built from matrix products and a softmax; LSTM and GRU.
#include <cmath>
#include <limits>

#include "core/onnx/write/emitter.h"

namespace stepscope::onnx {

namespace {

// Added to the score of a key that a query does not see. Not -infinity: some runtimes refuse it as a constant.
constexpr float kUnseen = std::numeric_limits<float>::lowest();

// (queries, keys): 0 where query i sees key j, that is, where j <= i; else kUnseen.
std::string causalMask(Emitter& e, std::int64_t queries, std::int64_t keys) {
  return e.once("causal:" + std::to_string(queries) + ":" + std::to_string(keys), [&] {
    std::vector<float> mask(static_cast<std::size_t>(queries * keys), 0.0F);
    for (std::int64_t i = 0; i < queries; ++i)
      for (std::int64_t j = i + 1; j < keys; ++j) mask[static_cast<std::size_t>(i * keys + j)] = kUnseen;
    return e.table("constants/causal_mask", {queries, keys}, mask);
  });
}

// Vaswani et al. 2017, section 3.2: softmax(scale q k^T) v for each head.
void attention(Emitter& e) {
  if (e.has(3)) e.refuse("has a mask of keys, which is not exported", "Use attention without a mask of keys");
  if (e.isRead(1)) e.refuse("gives the sums of its scores to other layers, which is not exported", "Use its result only");
  const std::int64_t heads = e.attrs().integer("heads"), width = e.outputShape()[2], each = width / heads;
  Tensors qkv{e.in(0)};
  if (e.has(1)) qkv = {e.in(0), e.in(1), e.in(2)};
  else qkv = e.addAll("Split", {e.in(0), e.ints({width, width, width})}, {{"axis", std::int64_t{2}}}, 3);
  const Dims y = e.outputDims();
  const Dim keys = e.has(1) ? e.dims(1)[1] : y[1];
  // (B, T, H * D) to (B, H, T, D); keys to (B, H, D, T).
  const auto apart = [&](const std::string& x, Dim length, const Ints& order) {
    return e.transpose(e.reshape(x, {y[0], length, {heads}, {each}}), order);
  };
  const double given = e.attrs().real("scale", 0.0), scale = given == 0 ? 1 / std::sqrt(static_cast<double>(each)) : given;
  const std::string q = e.add("Mul", {apart(qkv[0], y[1], {0, 2, 1, 3}), e.scalar(scale)});
  std::string scores = e.add("MatMul", {q, apart(qkv[1], keys, {0, 2, 3, 1})});
  if (e.attrs().flag("causal")) {
    if (y[1].open() || keys.open())
      e.refuse("masks keys along the batch, so the batch cannot be left open", "Export it for one batch size: --batch N");
    scores = e.add("Add", {scores, causalMask(e, y[1].size, keys.size)});
  }
  const std::string mixed = e.add("MatMul", {e.add("Softmax", {scores}, {{"axis", std::int64_t{-1}}}), apart(qkv[2], keys, {0, 2, 1, 3})});
  e.set(0, e.reshape(e.transpose(mixed, {0, 2, 1, 3}), y));
}

const std::string kDirections[] = {"forward", "reverse"};

// The rows of a weight in the order of ONNX, whose gate i is our gate order[i]. An absent bias gives zeros.
std::vector<float> reordered(Emitter& e, std::size_t i, const Ints& order, std::int64_t rows, std::int64_t columns) {
  const auto block = static_cast<std::ptrdiff_t>(rows / static_cast<std::int64_t>(order.size()) * columns);
  if (!e.has(i)) return std::vector<float>(static_cast<std::size_t>(rows * columns), 0.0F);
  if (!e.isStored(e.input(i))) e.refuse("has weights that other layers compute, which is not exported", "Give the layer weights of its own");
  const std::vector<float> ours = e.numbers(e.input(i));
  std::vector<float> theirs;
  theirs.reserve(ours.size());
  for (const std::int64_t gate : order) theirs.insert(theirs.end(), ours.begin() + gate * block, ours.begin() + (gate + 1) * block);
  return theirs;
}

// Sequences are (B, T, ...) here and (T, B, ...) in ONNX. ONNX's layout 1 has the batch first too, but ONNX Runtime does not run it on the CPU.
void recurrent(Emitter& e, const char* op, const Ints& order, bool cell) {
  if (!e.has(1)) e.refuse("takes the input's part of its gates ready made, which is not exported", "Export the model as it was built");
  const std::size_t kept = cell ? 3 : 2;
  for (std::size_t i = kept; i < e.node().outputs.size(); ++i)
    if (e.isRead(i)) e.refuse("gives its gates to other layers, which is not exported", "Use its result only");
  const std::int64_t hidden = e.shape(2)[1], features = e.shape(1)[1], rows = e.shape(2)[0];
  const auto named = [&](std::size_t i) { return std::string(e.graph().nameOf(e.input(i))) + "." + op; };
  const std::string w = e.table(named(1), {1, rows, features}, reordered(e, 1, order, rows, features));
  const std::string r = e.table(named(2), {1, rows, hidden}, reordered(e, 2, order, rows, hidden));
  std::string bias;
  if (e.has(3) || e.has(4)) {
    std::vector<float> both = reordered(e, 3, order, rows, 1);
    const std::vector<float> second = reordered(e, 4, order, rows, 1);
    both.insert(both.end(), second.begin(), second.end());
    bias = e.table(named(e.has(3) ? 3 : 4), {1, 2 * rows}, both);
  }
  const auto state = [&](std::size_t i) { return e.has(i) ? e.add("Unsqueeze", {e.in(i), e.ints({0})}) : std::string(); };
  NodeAttributes attributes{{"hidden_size", hidden}, {"direction", kDirections[e.attrs().flag("reverse") ? 1 : 0]}};
  if (!cell) attributes.emplace_back("linear_before_reset", std::int64_t{1});
  Tensors inputs{e.transpose(e.in(0), {1, 0, 2}), w, r, bias, "", state(5)};
  if (cell) inputs.push_back(state(6));
  const Tensors made = e.addAll(op, std::move(inputs), attributes, kept);
  // (T, 1, B, H) to (B, T, H), (1, B, H) to (B, H).
  e.set(0, e.transpose(e.add("Squeeze", {made[0], e.ints({1})}), {1, 0, 2}));
  for (std::size_t i = 1; i < kept; ++i)
    if (e.isRead(i)) e.set(i, e.add("Squeeze", {made[i], e.ints({0})}));
}

// Order of the gates in ONNX: i o f c; in our op: i f g o, where g is ONNX's c.
void lstm(Emitter& e) {
  recurrent(e, "LSTM", {0, 3, 1, 2}, true);
}
// Order of the gates in ONNX: z r h; in our op: r z n, where n is ONNX's h.
void gru(Emitter& e) {
  recurrent(e, "GRU", {1, 0, 2}, false);
}

}  // namespace

std::span<const Exporter> sequenceExporters() {
  static const Exporter table[] = {{"attention", attention}, {"lstm", lstm}, {"gru", gru}};
  return table;
}

}  // namespace stepscope::onnx
