// Layers for sequences (batch, positions, features). Arguments and parameters have PyTorch's names.
#include "core/base/error.h"
#include "core/models/layer_types.h"

namespace stepscope {

namespace {

constexpr std::int64_t kMostLayers = 64;

// The number of dimensions in `normalized_shape`; 1 (the last dimension) if it is absent.
std::int64_t normalizedDims(const LayerContext& c) {
  const LayerArguments& a = c.arguments;
  if (!a.has("normalized_shape")) return 1;
  const std::vector<std::int64_t> sizes = a.list("normalized_shape", 1, std::int64_t{1} << 40);
  const Shape in = c.shape();
  if (sizes.size() < in.size() && std::equal(sizes.rbegin(), sizes.rend(), in.rbegin())) return static_cast<std::int64_t>(sizes.size());
  throw Error(ErrorKind::Input, a.where() + ".normalized_shape", "is " + toString(sizes) + ", the input is " + toString(in),
              "It must be the last dimensions of the input; left out, it is the last one");
}

ValueId layerNorm(const LayerContext& c) {
  const LayerArguments& a = c.arguments;
  return c.builder.layerNorm(
      c.scope, c.x,
      {.dims = normalizedDims(c), .eps = a.real("eps", 1e-5, 0.0, 1.0), .affine = a.flag("elementwise_affine", true), .bias = a.flag("bias", true)});
}

ValueId rmsNorm(const LayerContext& c) {
  const LayerArguments& a = c.arguments;
  return c.builder.rmsNorm(
      c.scope, c.x, {.dims = normalizedDims(c), .eps = a.real("eps", 1e-6, 0.0, 1.0), .affine = a.flag("elementwise_affine", true), .bias = false});
}

ValueId embedding(const LayerContext& c) {
  const LayerArguments& a = c.arguments;
  const std::int64_t rows = a.integer("num_embeddings", 1, std::int64_t{1} << 30);
  return c.builder.embedding(c.scope, c.x, rows, a.integer("embedding_dim", 1, kMaxWidth), a.integer("padding_idx", -1, -1, rows - 1));
}

ValueId attention(const LayerContext& c) {
  const LayerArguments& a = c.arguments;
  return c.builder.selfAttention(c.scope, c.x,
                                 {.heads = a.integer("num_heads", 1, kMaxWidth),
                                  .causal = a.flag("is_causal", false),
                                  .dropout = a.real("dropout", 0.0, 0.0, 1.0),
                                  .bias = a.flag("bias", true)});
}

RecurrentArguments recurrentArguments(const LayerArguments& a) {
  return {.hidden = a.integer("hidden_size", 1, kMaxWidth),
          .layers = a.integer("num_layers", 1, 1, kMostLayers),
          .bias = a.flag("bias", true),
          .dropout = a.real("dropout", 0.0, 0.0, 1.0),
          .bidirectional = a.flag("bidirectional", false)};
}

ValueId lstm(const LayerContext& c) {
  return c.builder.recurrent(c.scope, "lstm", c.x, recurrentArguments(c.arguments));
}
ValueId gru(const LayerContext& c) {
  return c.builder.recurrent(c.scope, "gru", c.x, recurrentArguments(c.arguments));
}

}  // namespace

std::span<const LayerBuilder> sequenceLayers() {
  static const std::vector<LayerBuilder> layers{
      {{"embedding", {"num_embeddings", "embedding_dim", "padding_idx"}}, embedding},
      {{"layer_norm", {"normalized_shape", "eps", "elementwise_affine", "bias"}}, layerNorm},
      {{"rms_norm", {"normalized_shape", "eps", "elementwise_affine"}}, rmsNorm},
      {{"attention", {"num_heads", "is_causal", "dropout", "bias"}}, attention},
      {{"lstm", {"hidden_size", "num_layers", "bias", "dropout", "bidirectional"}}, lstm},
      {{"gru", {"hidden_size", "num_layers", "bias", "dropout", "bidirectional"}}, gru},
  };
  return layers;
}

}  // namespace stepscope
