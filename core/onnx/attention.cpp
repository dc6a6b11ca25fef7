// Attention of opset 23 and later, built from matrix products and a softmax: so masks, grouped heads, a cache of keys and values and a soft cap need
// no ops and gradients of their own.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/onnx/compose.h"

namespace stepscope::onnx {

namespace {

using Ints = std::vector<std::int64_t>;

// (B,T,H*D) -> (B,H,T,D); a tensor with four dimensions is not changed.
ValueId heads(Context& c, ValueId x, std::int64_t count) {
  const Shape s = c.shape(x);
  if (s.size() == 4) return x;
  c.check(s.size() == 3 && count > 0 && s[2] % count == 0, "has " + std::to_string(count) + " heads for an input of " + toString(s));
  return c.transpose(c.reshape(x, {s[0], s[1], count, s[2] / count}), {0, 2, 1, 3});
}

// Each head of keys or values is used by `times` consecutive heads of queries.
ValueId repeated(Context& c, ValueId x, std::int64_t times) {
  if (times == 1) return x;
  const Shape s = c.shape(x);
  const ValueId apart = c.reshape(x, {s[0], s[1], 1, s[2], s[3]});
  return c.reshape(c.add("expand", {apart}, {{"shape", Ints{s[0], s[1], times, s[2], s[3]}}, {"scale", 1.0}}), {s[0], s[1] * times, s[2], s[3]});
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kFaint = -1e30;  // negligible in a softmax, but with a gradient, unlike -infinity

// A mask may be shorter than the keys. It is extended with `rest`, the value that masks a key.
ValueId upTo(Context& c, ValueId mask, std::int64_t keys, double rest) {
  const Shape s = c.shape(mask);
  c.check(!s.empty() && s.back() <= keys, "has a mask of " + toString(s) + " for " + std::to_string(keys) + " keys");
  if (s.back() == keys || s.back() == 1) return mask;
  Ints before(s.size(), 0), after(s.size(), 0);
  after.back() = keys - s.back();
  return padded(c, mask, std::move(before), std::move(after), rest);
}

// Key index minus query index, for all pairs: (queries, keys).
ValueId distances(Context& c, std::int64_t queries, std::int64_t keys) {
  std::vector<float> table = c.table(queries, keys);
  for (std::int64_t t = 0; t < queries; ++t)
    for (std::int64_t k = 0; k < keys; ++k) table[static_cast<std::size_t>(t * keys + k)] = static_cast<float>(k - t);
  return ownTable(c, "distances", {queries, keys}, std::move(table));
}

// 1 if a query sees a key, else 0; kNone if all see all. A mask of numbers is added to the scores instead.
ValueId seenKeys(Context& c, std::int64_t queries, std::int64_t keys, std::int64_t past) {
  ValueId seen = kNone;
  const auto also = [&](ValueId mask) { seen = seen == kNone ? mask : c.add("mul", {seen, mask}); };
  if (c.has(3) && c.type(3) == kBool) also(upTo(c, c.value(3), keys, 0));
  // Operand 6 counts the valid keys of a cache that the caller keeps. They are its first ones, and the queries belong to the last of them.
  ValueId real = kNone;
  if (c.has(6)) {
    const ValueId counts = c.value(6);
    real = c.reshape(counts, {numel(c.shape(counts)), 1, 1, 1});
    also(c.add("less", {placesAlong(c, 4, 3, keys), real}));
  }
  if (c.integer("is_causal", 0) != 0) {
    const ValueId first = real == kNone ? c.scalar(static_cast<double>(past + 1)) : minus(c, real, c.scalar(static_cast<double>(queries - 1)));
    also(c.add("less", {distances(c, queries, keys), first}));
  }
  return seen;
}

void attention(Context& c) {
  const ValueId given = c.value(0);
  const bool threeDimensions = c.shape(given).size() == 3;
  c.check(c.integer("left_window_size", -1) < 0 && c.integer("right_window_size", -1) < 0, "attends within a window, which is not supported");
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
  ValueId scores = c.add("matmul", {c.add("mul", {q, c.scalar(scale)}), repeated(c, k, group)}, {{"transpose_a", false}, {"transpose_b", true}});
  if (mode == 0) c.set(3, scores);
  const auto capScores = [&] {
    // Gemma 2 (2024): cap * tanh(x / cap).
    const double cap = c.real("softcap", 0);
    if (cap > 0) scores = c.add("mul", {c.add("tanh", {c.add("mul", {scores, c.scalar(1 / cap)})}), c.scalar(cap)});
  };
  // The cap comes before the mask: after it, a masked key would get a small weight.
  capScores();
  if (mode == 1) c.set(3, scores);
  if (c.has(3) && c.type(3) != kBool) scores = plus(c, scores, upTo(c, c.value(3), ks[2], -kInfinity));
  const ValueId seen = seenKeys(c, qs[2], ks[2], past);
  if (mode == 2) c.set(3, seen == kNone ? scores : where(c, seen, scores, c.scalar(-kInfinity)));
  if (seen != kNone) scores = where(c, seen, scores, c.scalar(kFaint));
  ValueId weights = c.add("softmax", {scores}, {{"axis", std::int64_t{3}}});
  // A query that sees no key gets zeros.
  if (seen != kNone) weights = c.add("select", {seen, weights});
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
