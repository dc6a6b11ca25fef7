// Scaled dot-product attention with causal and key masks (Vaswani et al. 2017, section 3.2), PyTorch's scaled_dot_product_attention. The
// probabilities are never stored as a value of the graph: the forward pass keeps the logarithm of their sums, one number per row, and the backward
// pass computes the probabilities again (Dao et al. 2022).
#include <algorithm>

#include "core/base/units.h"
#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

namespace {

// Inputs of attention: q, k, v, key_mask, seed; or packed, without k and v: then q holds all three. attention_grad has the same inputs, then y,
// log-sum-exp and dy.
struct AttentionShape {
  std::int64_t batch, queries, keys, width, heads;  // `width` is that of all heads together
  bool packed;
};

AttentionShape attentionShape(const Graph& g, const Node& node) {
  checkFloat(g, node, 0);
  const Shape& q = inputOf(g, node, 0).shape;
  check(q.size() == 3, node, "the query is " + toString(q) + ", (batch, positions, features) is needed");
  const bool packed = !hasInput(node, 1) && !hasInput(node, 2);
  check(packed || (hasInput(node, 1) && hasInput(node, 2)), node, "has a key or a value, but not both");
  AttentionShape s{q[0], q[1], q[1], q[2], node.attrs.integer("heads"), packed};
  if (packed) {
    check(q[2] % 3 == 0, node, "the packed input has " + std::to_string(q[2]) + " features, which are not query, key and value of one width");
    s.width = q[2] / 3;
  } else {
    const Shape &k = inputOf(g, node, 1).shape, &v = inputOf(g, node, 2).shape;
    check(k.size() == 3 && k[0] == q[0] && k[2] == q[2], node,
          "the key is " + toString(k) + ", the query " + toString(q) + ": batch and features must agree");
    checkShape(g, node, 2, k, "the value");
    check(inputOf(g, node, 1).dtype == inputOf(g, node, 0).dtype && inputOf(g, node, 2).dtype == inputOf(g, node, 0).dtype, node,
          "query, key and value differ in type");
    s.keys = v[1];
  }
  check(s.heads >= 1, node, "the number of heads is " + std::to_string(s.heads), "It must be at least 1");
  check(s.width > 0 && s.width % s.heads == 0, node, std::to_string(s.heads) + " heads do not divide " + std::to_string(s.width) + " features",
        "Choose a number of heads that divides the width, or change the width");
  check(s.keys > 0, node, "there are no keys to attend to");
  if (hasInput(node, 3)) {
    check(inputOf(g, node, 3).dtype == DType::U8, node, "the key mask is not u8");
    checkShape(g, node, 3, {s.batch, s.keys}, "the key mask");
  }
  const double p = node.attrs.real("p", 0.0);
  check(p >= 0 && p < 1, node, "p is " + text::exact(p), "The fraction of dropped probabilities must be at least 0 and less than 1");
  if (p > 0) {
    check(hasInput(node, 4), node, "dropout needs a seed");
    checkShape(g, node, 4, {}, "the seed");
    check(inputOf(g, node, 4).dtype == DType::I64, node, "the seed is not i64");
    node.attrs.integer("op_id");
  }
  return s;
}

std::vector<TensorType> inferAttention(const Graph& g, const Node& node) {
  checkInputs(node, 1, 5);
  const AttentionShape s = attentionShape(g, node);
  return {{inputOf(g, node, 0).dtype, {s.batch, s.queries, s.width}}, {DType::F32, {s.batch, s.heads, s.queries}}};
}

std::vector<TensorType> inferAttentionGrad(const Graph& g, const Node& node) {
  checkInputs(node, 1, 8);
  const AttentionShape s = attentionShape(g, node);
  check(hasInput(node, 5) && hasInput(node, 6) && hasInput(node, 7), node, "needs the saved values of the forward pass and the gradient");
  const Shape y{s.batch, s.queries, s.width};
  checkShape(g, node, 5, y, "the output of the forward pass");
  checkShape(g, node, 6, {s.batch, s.heads, s.queries}, "the log-sum-exp");
  checkShape(g, node, 7, y, "the gradient");
  std::vector<TensorType> types{typeOf(inputOf(g, node, 0))};
  if (!s.packed) types.insert(types.end(), {typeOf(inputOf(g, node, 1)), typeOf(inputOf(g, node, 2))});
  return types;
}

void attentionGradient(GradientEmitter& e) {
  const Node& forward = e.forward();
  std::vector<ValueId> inputs = forward.inputs;
  inputs.resize(5, kNone);
  inputs.insert(inputs.end(), {forward.outputs[0], forward.outputs[1], e.gradientOf(0)});
  const NodeId id = e.emitNode("attention_grad", std::move(inputs), forward.attrs);
  const std::vector<ValueId> made = e.graph().node(id).outputs;
  for (std::size_t i = 0; i < made.size(); ++i)
    if (e.wants(static_cast<int>(i))) e.contribute(static_cast<int>(i), made[i]);
}

// The number of query-key pairs that are computed, for all samples and heads. With the causal mask, query i reads only keys j <= i.
std::int64_t visiblePairs(const AttentionShape& s, bool causal) {
  if (!causal) return s.batch * s.heads * s.queries * s.keys;
  const std::int64_t rising = std::min(s.queries, s.keys);
  return s.batch * s.heads * (rising * (rising + 1) / 2 + (s.queries - rising) * s.keys);
}

// FLOPs per query-key pair: 4 d for the two matrix products (QK^T, PV), 5 for scale, maximum, exp, sum and divide. d is the width of a head.
Cost attentionCost(const Graph& g, const Node& node) {
  const AttentionShape s = attentionShape(g, node);
  return movedBytes(g, node, visiblePairs(s, node.attrs.flag("causal")) * (4 * (s.width / s.heads) + 5));
}
// FLOPs per query-key pair: 10 d for five matrix products (the scores again, dP, dQ, dK, dV), 6 for the steps between them.
Cost attentionGradCost(const Graph& g, const Node& node) {
  const AttentionShape s = attentionShape(g, node);
  return movedBytes(g, node, visiblePairs(s, node.attrs.flag("causal")) * (10 * (s.width / s.heads) + 6));
}

}  // namespace

std::span<const OpDef> attentionOps() {
  static const OpDef ops[] = {
      {.name = "attention",
       .title = "attention",
       .attrs = "heads causal scale p op_id",
       .infer = inferAttention,
       .gradient = attentionGradient,
       .cost = attentionCost,
       .ampCuda = AmpClass::Low,
       .ampCpu = AmpClass::Low,
       .workspaceOutputs = {1},
       .batch = {"ssssw", "ss"}},
      {.name = "attention_grad",
       .title = "attention backward",
       .attrs = "heads causal scale p op_id",
       .infer = inferAttentionGrad,
       .cost = attentionGradCost,
       .batch = {"sssswsss", "sss"}},
  };
  return ops;
}

}  // namespace stepscope
