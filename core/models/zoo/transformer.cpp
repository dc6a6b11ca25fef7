// The encoder of "Attention Is All You Need" (Vaswani et al. 2017) as a language model: torch.nn.TransformerEncoder with its defaults
// (norms after the residual additions, relu), under the causal mask, between an embedding with learned positions and a projection to the
// vocabulary. Parameters: with vocabulary V, context T, width D, feed-forward F and L layers V*D + T*D + L*(4*D*D + 2*D*F + 9*D + F) + V*D
// + V; a layer of 512 and 2048 has 3,152,384.
#include "core/models/zoo/zoo.h"

namespace stepscope {

namespace {

struct Sizes {
  std::int64_t width, heads, feedforward;
  double dropout;
};

ValueId layer(ModelBuilder& b, const std::string& scope, ValueId x, const Sizes& s) {
  ValueId y = b.selfAttention(scope + ".self_attn", x, {.heads = s.heads, .causal = true, .dropout = s.dropout});
  x = b.layerNorm(scope + ".norm1", b.add(scope + ".add1", b.dropout(scope + ".dropout1", y, s.dropout), x));
  y = b.relu(scope + ".relu", b.linear(scope + ".linear1", x, s.feedforward));
  y = b.linear(scope + ".linear2", b.dropout(scope + ".dropout", y, s.dropout), s.width);
  return b.layerNorm(scope + ".norm2", b.add(scope + ".add2", b.dropout(scope + ".dropout2", y, s.dropout), x));
}

}  // namespace

ValueId buildTransformer(ModelBuilder& b, const ZooArguments& arguments) {
  const std::int64_t layers = arguments.integer("layers", 6, 1, 1 << 10), width = arguments.integer("width", 512, 1, 1 << 16);
  const Sizes s{width, arguments.integer("heads", 8, 1, 1 << 10), arguments.integer("feedforward", 2048, 1, 1 << 18),
                arguments.real("dropout", 0.1, 0.0, 1.0)};
  const std::int64_t context = numel(b.shapeOf(b.x())) / b.shapeOf(b.x())[0];
  const Init normal{Init::Kind::Normal, 0, 0.02};
  const ValueId tokens = b.parameter("embedding.weight", {b.classes(), width}, normal);
  const ValueId positions = b.parameter("position.weight", {context, width}, normal);
  ValueId x = b.op("embedding", "embedding", {tokens, b.x()}, {{"padding_idx", std::int64_t{-1}}});
  x = b.op("position", "add", {x, positions}, {{"relu", false}});
  x = b.dropout("dropout", x, s.dropout);
  for (std::int64_t i = 0; i < layers; ++i) x = layer(b, "encoder.layers." + std::to_string(i), x, s);
  return b.linear("decoder", x, b.classes());
}

}  // namespace stepscope
