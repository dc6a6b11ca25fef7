// Attention of opset 23 and later, from products and a softmax: masks, grouped heads, a cache of keys and values and a soft cap are then
// nothing special, and the gradients come by themselves.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/onnx/converter.h"

namespace stepscope::onnx {

namespace {

using Ints = std::vector<std::int64_t>;

ValueId plus(Context& c, ValueId a, ValueId b) {
  return c.add("add", {a, b}, {{"relu", false}});
}

// (B,T,H*D) -> (B,H,T,D); what has four dimensions already stays.
ValueId heads(Context& c, ValueId x, std::int64_t count) {
  const Shape s = c.shape(x);
  if (s.size() == 4) return x;
  c.check(s.size() == 3 && count > 0 && s[2] % count == 0, "has " + std::to_string(count) + " heads for an input of " + toString(s));
  return c.transpose(c.reshape(x, {s[0], s[1], count, s[2] / count}), {0, 2, 1, 3});
}

// Every head of keys or values serves `times` heads of queries, one after the other.
ValueId repeated(Context& c, ValueId x, std::int64_t times) {
  if (times == 1) return x;
  const Shape s = c.shape(x);
  const ValueId apart = c.reshape(x, {s[0], s[1], 1, s[2], s[3]});
  return c.reshape(c.add("expand", {apart}, {{"shape", Ints{s[0], s[1], times, s[2], s[3]}}, {"scale", 1.0}}),
                   {s[0], s[1] * times, s[2], s[3]});
}

Tensor floats(Shape shape) {
  Tensor t;
  t.onnxType = 1;
  t.floats.assign(static_cast<std::size_t>(numel(shape)), 0.0F);
  t.shape = std::move(shape);
  return t;
}

constexpr float kUnseen = -std::numeric_limits<float>::infinity();

// A query that sees no key at all has no softmax. past: -1 without a causal mask.
void checkRows(const Context& c, const Tensor& mask, std::int64_t past) {
  if (mask.shape.empty()) return;
  const std::int64_t keys = mask.shape.back(), queries = mask.shape.size() > 1 ? mask.shape[mask.shape.size() - 2] : 1;
  for (std::int64_t row = 0; row * keys < numel(mask.shape); ++row) {
    const std::int64_t seen = past < 0 || queries == 1 ? keys : std::min(keys, row % queries + past + 1);
    bool any = false;
    for (std::int64_t k = 0; k < seen; ++k) any = any || mask.integers[static_cast<std::size_t>(row * keys + k)] != 0;
    c.check(any, "has a mask in which query " + std::to_string(row % queries) + " sees no key, which is not supported");
  }
}

// What is added to the scores before the softmax, from the mask that the node is given: numbers as they are, booleans as 0 and -infinity.
ValueId givenMask(Context& c, std::size_t i, std::int64_t past) {
  const Operand& operand = c.operand(i);
  if (operand.value != kNone && c.graph.value(operand.value).dtype == DType::F32) return operand.value;
  const Tensor& mask = c.constant(i);
  if (!mask.integer) return c.value(i);
  Tensor bias = floats(mask.shape);
  checkRows(c, mask, past);
  for (std::size_t e = 0; e < bias.floats.size(); ++e) bias.floats[e] = mask.integers[e] != 0 ? 0.0F : kUnseen;
  return c.persistent(bias, c.node->inputs[i] + " as numbers", false);
}

// Query t sees the keys up to its own place; `past` keys came before the first query.
ValueId causalMask(Context& c, std::int64_t queries, std::int64_t keys, std::int64_t past) {
  Tensor bias = floats({queries, keys});
  for (std::int64_t t = 0; t < queries; ++t)
    for (std::int64_t k = t + past + 1; k < keys; ++k) bias.floats[static_cast<std::size_t>(t * keys + k)] = kUnseen;
  return c.persistent(bias, c.scope() + " causal mask", false);
}

void attention(Context& c) {
  c.check(!c.has(6), "says how many keys are real, which is not supported");
  const ValueId given = c.value(0);
  const bool threeDimensions = c.shape(given).size() == 3;
  const ValueId q = heads(c, given, c.integer("q_num_heads", 0));
  ValueId k = heads(c, c.value(1), c.integer("kv_num_heads", 0)), v = heads(c, c.value(2), c.integer("kv_num_heads", 0));
  for (const ValueId x : {q, k, v}) c.check(c.shape(x).size() == 4, "takes " + toString(c.shape(x)) + ", 3 or 4 dimensions are needed");
  std::int64_t past = 0;
  if (c.has(4) || c.has(5)) {
    c.check(c.has(4) && c.has(5), "has a past of only keys or values");
    past = c.shape(c.value(4)).size() == 4 ? c.shape(c.value(4))[2] : 0;
    k = c.add("concat", {c.value(4), k}, {{"axis", std::int64_t{2}}});
    v = c.add("concat", {c.value(5), v}, {{"axis", std::int64_t{2}}});
  }
  c.set(1, k);
  c.set(2, v);
  const Shape qs = c.shape(q), ks = c.shape(k);
  c.check(ks[1] > 0 && qs[1] % ks[1] == 0, std::to_string(ks[1]) + " heads of keys do not divide " + std::to_string(qs[1]) + " of queries");
  const std::int64_t group = qs[1] / ks[1], mode = c.integer("qk_matmul_output_mode", 0);
  const double scale = c.real("scale", 0) > 0 ? c.real("scale", 0) : 1 / std::sqrt(static_cast<double>(qs[3]));
  ValueId scores =
      c.add("matmul", {c.add("mul", {q, c.scalar(scale)}), repeated(c, k, group)}, {{"transpose_a", false}, {"transpose_b", true}});
  if (mode == 0) c.set(3, scores);
  const auto addMasks = [&] {
    if (c.has(3)) scores = plus(c, scores, givenMask(c, 3, c.integer("is_causal", 0) != 0 ? past : -1));
    if (c.integer("is_causal", 0) != 0) scores = plus(c, scores, causalMask(c, qs[2], ks[2], past));
  };
  const auto capScores = [&] {
    // Gemma 2 (2024): cap * tanh(x / cap).
    const double cap = c.real("softcap", 0);
    if (cap > 0) scores = c.add("mul", {c.add("tanh", {c.add("mul", {scores, c.scalar(1 / cap)})}), c.scalar(cap)});
  };
  // A cap behind the mask would let a masked key be seen a little, so the cap comes first.
  capScores();
  if (mode == 1) c.set(3, scores);
  addMasks();
  if (mode == 2) c.set(3, scores);
  const ValueId weights = c.add("softmax", {scores}, {{"axis", std::int64_t{3}}});
  if (mode == 3) c.set(3, weights);
  ValueId y = c.add("matmul", {weights, repeated(c, v, group)}, {{"transpose_a", false}, {"transpose_b", false}});
  if (threeDimensions) {
    y = c.transpose(y, {0, 2, 1, 3});
    const Shape s = c.shape(y);
    y = c.reshape(y, {s[0], s[1], s[2] * s[3]});
  }
  c.set(0, y);
}

}  // namespace

std::span<const Converter> attentionConverters() {
  static const Converter table[] = {{"Attention", 23, attention}};
  return table;
}

}  // namespace stepscope::onnx
