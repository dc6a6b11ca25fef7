// Layers that compute element by element, change shapes, or join two layers. Arguments have PyTorch's names.
#include "core/base/error.h"
#include "core/models/layer_types.h"

namespace stepscope {

namespace {

constexpr std::int64_t kMostDimensions = 8;

// A dimension of x; negative ones count from the end.
std::int64_t dimension(const LayerContext& c, const char* key, std::int64_t fallback) {
  const std::int64_t rank = static_cast<std::int64_t>(c.shape().size());
  const std::int64_t dim = c.arguments.integer(key, fallback, -kMostDimensions, kMostDimensions - 1);
  if (dim < -rank || dim >= rank)
    throw Error(ErrorKind::Input, c.arguments.where() + "." + key,
                "is " + std::to_string(dim) + ", the input " + toString(c.shape()) + " has " + std::to_string(rank) + " dimensions",
                "Choose one from " + std::to_string(-rank) + " to " + std::to_string(rank - 1));
  return dim < 0 ? dim + rank : dim;
}

void notTheBatch(const LayerContext& c, const char* key, std::int64_t dim) {
  if (dim == 0)
    throw Error(ErrorKind::Input, c.arguments.where() + "." + key, "is the dimension of the batch",
                "Choose another; dimension 1 is the first of a sample");
}

ValueId named(const LayerContext& c, const char* activation) {
  return c.builder.activation(c.scope, c.x, activation);
}
template <const auto& name>
ValueId activation(const LayerContext& c) {
  return named(c, name);
}
constexpr char kRelu[] = "relu", kRelu6[] = "relu6", kSilu[] = "silu", kSigmoid[] = "sigmoid", kTanh[] = "tanh", kHardswish[] = "hardswish",
               kHardsigmoid[] = "hardsigmoid";

ValueId leakyRelu(const LayerContext& c) {
  return c.builder.op(c.scope, "leaky_relu", {c.x}, {{"alpha", c.arguments.real("negative_slope", 0.01, 0.0, 1e6)}});
}
ValueId elu(const LayerContext& c) {
  return c.builder.op(c.scope, "elu", {c.x}, {{"alpha", c.arguments.real("alpha", 1.0, 0.0, 1e6)}});
}
ValueId gelu(const LayerContext& c) {
  return c.builder.op(c.scope, "gelu", {c.x}, {{"approximate", c.arguments.text("approximate", "none", {"none", "tanh"})}});
}
ValueId softplus(const LayerContext& c) {
  return c.builder.op(c.scope, "softplus", {c.x},
                      {{"beta", c.arguments.real("beta", 1.0, 1e-6, 1e6)}, {"threshold", c.arguments.real("threshold", 20.0, 0.0, 1e6)}});
}

ValueId softmax(const LayerContext& c) {
  return c.builder.op(c.scope, "softmax", {c.x}, {{"axis", dimension(c, "dim", -1)}});
}
ValueId logSoftmax(const LayerContext& c) {
  return c.builder.op(c.scope, "log_softmax", {c.x}, {{"axis", dimension(c, "dim", -1)}});
}

ValueId linear(const LayerContext& c) {
  const std::int64_t features = c.arguments.integer("out_features", 1, kMaxWidth);
  return c.builder.linear(c.scope, c.x, features, {.bias = c.arguments.flag("bias", true)});
}

ValueId flatten(const LayerContext& c) {
  return c.builder.flatten(c.scope, c.x);
}

ValueId dropout(const LayerContext& c) {
  return c.builder.dropout(c.scope, c.x, c.arguments.real("p", 0.5, 0.0, 1.0));
}
ValueId stochasticDepth(const LayerContext& c) {
  return c.builder.stochasticDepth(c.scope, c.x, c.arguments.real("p", 0.1, 0.0, 1.0));
}

// The shape of a sample; one dimension may be -1 and is computed.
ValueId reshape(const LayerContext& c) {
  const Shape in = c.shape();
  Shape shape = c.arguments.list("shape", -1, std::int64_t{1} << 40);
  std::int64_t known = 1, open = -1;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 0 || (shape[i] < 0 && open >= 0) || shape.size() > kMostDimensions)
      throw Error(ErrorKind::Input, c.arguments.where() + ".shape", "cannot be the shape of a sample",
                  "Write sizes of at least 1, and at most one -1");
    if (shape[i] < 0) {
      open = static_cast<std::int64_t>(i);
    } else if (known <= numel(in)) {
      known *= std::min(shape[i], numel(in) + 1);
    }
  }
  const std::int64_t elements = numel(in) / in[0];
  if (open >= 0 && elements % known == 0) shape[static_cast<std::size_t>(open)] = elements / known;
  if (open >= 0 ? elements % known != 0 : known != elements)
    throw Error(ErrorKind::Input, c.arguments.where() + ".shape",
                "asks for " + std::to_string(known) + (open >= 0 ? " times something" : "") + " numbers, a sample of " + toString(in) + " has " +
                    std::to_string(elements),
                "Choose sizes whose product is that");
  shape.insert(shape.begin(), in[0]);
  return c.builder.op(c.scope, "reshape", {c.x}, {{"shape", shape}});
}

// torch.permute; the batch stays first.
ValueId permute(const LayerContext& c) {
  const Shape in = c.shape();
  const std::vector<std::int64_t> dims = c.arguments.list("dims", 0, kMostDimensions - 1);
  std::vector<bool> seen(in.size(), false);
  bool ok = dims.size() == in.size() && dims[0] == 0;
  for (std::int64_t dim : dims) {
    ok = ok && dim < static_cast<std::int64_t>(in.size()) && !seen[static_cast<std::size_t>(dim)];
    if (ok) seen[static_cast<std::size_t>(dim)] = true;
  }
  if (!ok)
    throw Error(ErrorKind::Input, c.arguments.where() + ".dims",
                "is not an order of the " + std::to_string(in.size()) + " dimensions of " + toString(in) + " with the batch first",
                "Write every dimension once, 0 first");
  return c.builder.op(c.scope, "transpose", {c.x}, {{"permutation", dims}});
}

// torch.select: one index along a dimension, which is removed; -1 is the last index.
ValueId select(const LayerContext& c) {
  const Shape in = c.shape();
  const std::int64_t dim = dimension(c, "dim", 1);
  notTheBatch(c, "dim", dim);
  const auto d = static_cast<std::size_t>(dim);
  std::int64_t index = c.arguments.integer("index", -(std::int64_t{1} << 40), std::int64_t{1} << 40);
  if (index < -in[d] || index >= in[d])
    throw Error(
        ErrorKind::Input, c.arguments.where() + ".index",
        "is " + std::to_string(index) + ", dimension " + std::to_string(dim) + " of " + toString(in) + " has " + std::to_string(in[d]) + " places",
        "Choose one from " + std::to_string(-in[d]) + " to " + std::to_string(in[d] - 1));
  if (index < 0) index += in[d];
  Shape starts(in.size(), 0), ends = in, rest = in;
  starts[d] = index;
  ends[d] = index + 1;
  rest.erase(rest.begin() + dim);
  const ValueId taken = c.builder.op(c.scope, "slice", {c.x}, {{"starts", starts}, {"ends", ends}, {"steps", Shape(in.size(), 1)}});
  return c.builder.op(c.scope, "reshape", {taken}, {{"shape", rest}});
}

ValueId mean(const LayerContext& c) {
  const std::int64_t dim = dimension(c, "dim", 1);
  notTheBatch(c, "dim", dim);
  return c.builder.op(c.scope, "mean", {c.x}, {{"axes", std::vector<std::int64_t>{dim}}, {"keepdim", c.arguments.flag("keepdim", false)}});
}

ValueId add(const LayerContext& c) {
  const ValueId other = c.named("other");
  if (c.builder.shapeOf(other) == c.shape()) return c.builder.add(c.scope, c.x, other);
  throw Error(ErrorKind::Input, c.scope, "adds " + toString(c.shape()) + " and " + toString(c.builder.shapeOf(other)),
              "Both must have the same shape; a 1x1 conv2d with input = \"...\" gives a shortcut another shape");
}
ValueId concat(const LayerContext& c) {
  const std::int64_t dim = dimension(c, "dim", 1);
  notTheBatch(c, "dim", dim);
  return c.builder.concat(c.scope, {c.x, c.named("other")}, dim);
}

}  // namespace

std::span<const LayerBuilder> elementLayers() {
  static const std::vector<LayerBuilder> layers{
      {{"linear", {"out_features", "bias"}}, linear},
      {{"relu", {}}, activation<kRelu>},
      {{"relu6", {}}, activation<kRelu6>},
      {{"leaky_relu", {"negative_slope"}}, leakyRelu},
      {{"elu", {"alpha"}}, elu},
      {{"gelu", {"approximate"}, {"approximate"}}, gelu},
      {{"silu", {}}, activation<kSilu>},
      {{"sigmoid", {}}, activation<kSigmoid>},
      {{"tanh", {}}, activation<kTanh>},
      {{"hardswish", {}}, activation<kHardswish>},
      {{"hardsigmoid", {}}, activation<kHardsigmoid>},
      {{"softplus", {"beta", "threshold"}}, softplus},
      {{"softmax", {"dim"}}, softmax},
      {{"log_softmax", {"dim"}}, logSoftmax},
      {{"flatten", {}}, flatten},
      {{"reshape", {"shape"}}, reshape},
      {{"permute", {"dims"}}, permute},
      {{"select", {"dim", "index"}}, select},
      {{"dropout", {"p"}}, dropout},
      {{"stochastic_depth", {"p"}}, stochasticDepth},
      {{"mean", {"dim", "keepdim"}}, mean},
      {{"add", {"other"}, {"other"}}, add},
      {{"mul", {"other"}, {"other"}},
       [](const LayerContext& c) {
         return c.builder.op(c.scope, "mul", {c.x, c.named("other")});
       }},
      {{"concat", {"other", "dim"}, {"other"}}, concat},
  };
  return layers;
}

}  // namespace stepscope
