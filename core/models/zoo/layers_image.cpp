// Layers for images: convolutions, norms over channels, pooling, resizing. Arguments have PyTorch's names.
#include "core/base/error.h"
#include "core/models/layer_types.h"

namespace stepscope {

namespace {

constexpr std::int64_t kMaxImage = 1 << 16;

void needImages(const LayerContext& c) {
  const Shape shape = c.shape();
  if (shape.size() == 4) return;
  throw Error(ErrorKind::Input, c.scope, "the input is " + toString(shape) + ", 4 dimensions are needed",
              "It takes images (batch, channels, height, width); put it before flatten");
}

ConvArguments convArguments(const LayerArguments& a) {
  return {.kernel = a.extent("kernel_size", 1, kMaxWindow),
          .stride = a.extent("stride", 1, 1, kMaxWindow),
          .padding = a.extent("padding", 0, 0, kMaxWindow),
          .dilation = a.extent("dilation", 1, 1, kMaxWindow),
          .groups = a.integer("groups", 1, 1, kMaxWidth),
          .bias = a.flag("bias", true)};
}

ValueId conv2d(const LayerContext& c) {
  const std::int64_t channels = c.arguments.integer("out_channels", 1, kMaxWidth);
  return c.builder.conv(c.scope, c.x, channels, convArguments(c.arguments));
}

ValueId convTranspose2d(const LayerContext& c) {
  const std::int64_t channels = c.arguments.integer("out_channels", 1, kMaxWidth);
  return c.builder.convTranspose(c.scope, c.x, channels, convArguments(c.arguments), c.arguments.extent("output_padding", 0, 0, kMaxWindow));
}

ValueId batchNorm(const LayerContext& c) {
  const LayerArguments& a = c.arguments;
  return c.builder.batchNorm(c.scope, c.x, {.eps = a.real("eps", 1e-5, 0.0, 1.0), .momentum = a.real("momentum", 0.1, 0.0, 1.0)});
}

ValueId groupNorm(const LayerContext& c) {
  const LayerArguments& a = c.arguments;
  return c.builder.groupNorm(c.scope, c.x, a.integer("num_groups", 1, kMaxWidth), a.real("eps", 1e-5, 0.0, 1.0), a.flag("affine", true));
}

PoolArguments poolArguments(const LayerArguments& a) {
  const Extent kernel = a.extent("kernel_size", 1, kMaxWindow);
  return {.kernel = kernel, .stride = a.extent("stride", kernel, 1, kMaxWindow), .padding = a.extent("padding", 0, 0, kMaxWindow)};
}

ValueId maxPool(const LayerContext& c) {
  return c.builder.maxPool(c.scope, c.x, poolArguments(c.arguments));
}

ValueId avgPool(const LayerContext& c) {
  PoolArguments p = poolArguments(c.arguments);
  p.countIncludePad = c.arguments.flag("count_include_pad", true);
  return c.builder.avgPool(c.scope, c.x, p);
}

ValueId globalAvgPool(const LayerContext& c) {
  return c.builder.globalAvgPool(c.scope, c.x);
}

ValueId adaptiveAvgPool(const LayerContext& c) {
  return c.builder.adaptiveAvgPool(c.scope, c.x, c.arguments.extent("output_size", 1, kMaxWindow));
}

ValueId adaptiveMaxPool(const LayerContext& c) {
  const Extent size = c.arguments.extent("output_size", 1, kMaxWindow);
  return c.builder.op(c.scope, "adaptive_max_pool2d", {c.x}, {{"output_size", std::vector<std::int64_t>{size.h, size.w}}});
}

// torch.nn.functional.pad: pairs of sizes, the last dimension first (left, right, top, bottom).
ValueId pad(const LayerContext& c) {
  const LayerArguments& a = c.arguments;
  std::vector<std::int64_t> pairs = a.list("padding", 0, kMaxWindow);
  const Shape shape = c.shape();
  if (pairs.size() == 1) pairs.resize(4, pairs[0]);
  if (pairs.size() % 2 != 0 || pairs.size() / 2 >= shape.size())
    throw Error(ErrorKind::Input, a.where() + ".padding", "has " + std::to_string(pairs.size()) + " numbers for an input " + toString(shape),
                "Write two for each dimension, the last dimension first: [left, right, top, bottom]");
  Shape before(shape.size(), 0), after(shape.size(), 0);
  for (std::size_t i = 0; i < pairs.size(); ++i) (i % 2 == 0 ? before : after)[shape.size() - 1 - i / 2] = pairs[i];
  std::string mode = a.text("mode", "constant", {"constant", "reflect", "replicate"});
  if (mode == "replicate") mode = "edge";
  return c.builder.op(c.scope, "pad", {c.x}, {{"before", before}, {"after", after}, {"mode", mode}, {"value", a.real("value", 0.0, -1e30, 1e30)}});
}

ValueId upsample(const LayerContext& c) {
  const LayerArguments& a = c.arguments;
  needImages(c);
  const Shape shape = c.shape();
  if (a.has("size") == a.has("scale_factor"))
    throw Error(ErrorKind::Input, a.where(), a.has("size") ? "has both a size and a scale_factor" : "has neither a size nor a scale_factor",
                "Give one of them, such as scale_factor = 2");
  Extent size{shape[2], shape[3]};
  if (a.has("size")) {
    size = a.extent("size", 1, kMaxImage);
  } else {
    const double factor = a.real("scale_factor", 1.0, 1.0 / kMaxImage, kMaxImage);
    const auto scaled = [factor](std::int64_t length) { return static_cast<std::int64_t>(static_cast<double>(length) * factor); };
    size = {scaled(shape[2]), scaled(shape[3])};
    if (size.h < 1 || size.w < 1 || size.h > kMaxImage || size.w > kMaxImage)
      throw Error(ErrorKind::Input, c.scope,
                  "images of " + std::to_string(shape[2]) + "x" + std::to_string(shape[3]) + " would become " + std::to_string(size.h) + "x" +
                      std::to_string(size.w),
                  "Choose another scale_factor");
  }
  const std::string mode = a.text("mode", "nearest", {"nearest", "bilinear"});
  return c.builder.op(c.scope, "resize", {c.x},
                      {{"size", std::vector<std::int64_t>{size.h, size.w}}, {"mode", mode}, {"align_corners", a.flag("align_corners", false)}});
}

ValueId channelShuffle(const LayerContext& c) {
  return c.builder.op(c.scope, "channel_shuffle", {c.x}, {{"groups", c.arguments.integer("groups", 1, kMaxWidth)}});
}

}  // namespace

std::span<const LayerBuilder> imageLayers() {
  static const std::vector<LayerBuilder> layers{
      {{"conv2d", {"out_channels", "kernel_size", "stride", "padding", "dilation", "groups", "bias"}}, conv2d},
      {{"conv_transpose2d", {"out_channels", "kernel_size", "stride", "padding", "output_padding", "dilation", "groups", "bias"}}, convTranspose2d},
      {{"batch_norm", {"eps", "momentum"}}, batchNorm},
      {{"group_norm", {"num_groups", "eps", "affine"}}, groupNorm},
      {{"max_pool", {"kernel_size", "stride", "padding"}}, maxPool},
      {{"avg_pool", {"kernel_size", "stride", "padding", "count_include_pad"}}, avgPool},
      {{"global_avg_pool", {}}, globalAvgPool},
      {{"adaptive_avg_pool", {"output_size"}}, adaptiveAvgPool},
      {{"adaptive_max_pool", {"output_size"}}, adaptiveMaxPool},
      {{"pad", {"padding", "mode", "value"}, {"mode"}}, pad},
      {{"upsample", {"size", "scale_factor", "mode", "align_corners"}, {"mode"}}, upsample},
      {{"channel_shuffle", {"groups"}}, channelShuffle},
  };
  return layers;
}

}  // namespace stepscope
