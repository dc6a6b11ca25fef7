// A transformer decoder in the layout of GPT-2 (Radford et al. 2019): norms before attention and feed-forward, learned positions, a head with the
// token table as its weight. Names as in GPT-2's state_dict, weights (out, in) as in torch.nn.Linear. Parameters: with vocabulary V, context T, width
// D and L layers V*D + T*D + L*(12*D*D + 13*D) + 2*D, and V*D more if the head has its own table.
#include <cmath>

#include "core/models/zoo/zoo.h"

namespace stepscope {

namespace {

struct Sizes {
  std::int64_t width, heads;
  double dropout;
  InitRule weights, residual;  // `residual` is for the projections at the end of residual branches: smaller with more layers
};

ValueId project(ModelBuilder& b, const std::string& scope, ValueId x, std::int64_t out, const InitRule& rule) {
  return b.linear(scope, x, out, {.weightInit = rule, .biasInit = InitRule::constant(0)});
}

ValueId block(ModelBuilder& b, const std::string& scope, ValueId x, const Sizes& s) {
  ValueId y = b.layerNorm(scope + ".ln_1", x);
  y = project(b, scope + ".attn.c_attn", y, 3 * s.width, s.weights);
  y = b.attention(scope + ".attn", y, s.heads, true, s.dropout);
  y = project(b, scope + ".attn.c_proj", y, s.width, s.residual);
  x = b.add(scope + ".add_1", b.dropout(scope + ".attn.resid_dropout", y, s.dropout), x);
  y = b.layerNorm(scope + ".ln_2", x);
  y = project(b, scope + ".mlp.c_fc", y, 4 * s.width, s.weights);
  y = b.op(scope + ".mlp.act", "gelu", {y}, {{"approximate", std::string("tanh")}});
  y = project(b, scope + ".mlp.c_proj", y, s.width, s.residual);
  return b.add(scope + ".add_2", b.dropout(scope + ".mlp.dropout", y, s.dropout), x);
}

}  // namespace

ValueId buildGpt(ModelBuilder& b, const ZooArguments& arguments) {
  const std::int64_t layers = arguments.integer("layers", 6, 1, 1 << 10), width = arguments.integer("width", 384, 1, 1 << 16);
  Sizes s{width, arguments.integer("heads", 6, 1, 1 << 10), arguments.real("dropout", 0.0, 0.0, 1.0), InitRule::normal(0.02), {}};
  s.residual = InitRule::normal(0.02 / std::sqrt(2.0 * static_cast<double>(layers)));
  const std::int64_t context = numel(b.shapeOf(b.x())) / b.shapeOf(b.x())[0];
  const Init normal{Init::Kind::Normal, 0, 0.02};
  const ValueId tokens = b.parameter("transformer.wte.weight", {b.classes(), width}, normal);
  const ValueId positions = b.parameter("transformer.wpe.weight", {context, width}, normal);
  ValueId x = b.op("transformer.wte", "embedding", {tokens, b.x()}, {{"padding_idx", std::int64_t{-1}}});
  x = b.op("transformer.wpe", "add", {x, positions}, {{"relu", false}});
  x = b.dropout("transformer.drop", x, s.dropout);
  for (std::int64_t i = 0; i < layers; ++i) x = block(b, "transformer.h." + std::to_string(i), x, s);
  x = b.layerNorm("transformer.ln_f", x);
  if (arguments.integer("tie_weights", 1, 0, 1)) return b.op("lm_head", "linear", {x, tokens}, {{"relu", false}});
  return b.linear("lm_head", x, b.classes(), {.bias = false, .weightInit = s.weights});
}

}  // namespace stepscope
