// Vision transformers (Dosovitskiy et al. 2020; the tiny and small sizes of Touvron et al. 2021) with timm's names and initial values: for
// 224 x 224 images in patches of 16 and 1000 classes 5,717,416 and 22,050,664 parameters.
#include "core/base/error.h"
#include "core/models/zoo/zoo.h"

namespace stepscope {

namespace {

constexpr double kEps = 1e-6;

struct Sizes {
  std::int64_t width, heads;
  double dropout;
};

// timm draws linear weights from a normal distribution with deviation 0.02, cut off at 100 deviations, which has no effect.
LinearArguments linear() {
  return {.weightInit = InitRule::normal(0.02), .biasInit = InitRule::constant(0)};
}

ValueId block(ModelBuilder& b, const std::string& scope, ValueId x, const Sizes& s) {
  ValueId y = b.linear(scope + ".attn.qkv", b.layerNorm(scope + ".norm1", x, {.eps = kEps}), 3 * s.width, linear());
  y = b.attention(scope + ".attn", y, s.heads, false, s.dropout);
  y = b.linear(scope + ".attn.proj", y, s.width, linear());
  x = b.add(scope + ".add1", b.dropout(scope + ".attn.proj_drop", y, s.dropout), x);
  y = b.linear(scope + ".mlp.fc1", b.layerNorm(scope + ".norm2", x, {.eps = kEps}), 4 * s.width, linear());
  y = b.activation(scope + ".mlp.act", y, "gelu");
  y = b.linear(scope + ".mlp.fc2", b.dropout(scope + ".mlp.drop1", y, s.dropout), s.width, linear());
  return b.add(scope + ".add2", b.dropout(scope + ".mlp.drop2", y, s.dropout), x);
}

// (batch, channels, height, width) to (batch, positions, channels).
ValueId patches(ModelBuilder& b, std::int64_t size, std::int64_t width) {
  const Shape image = b.shapeOf(b.x());
  if (image[2] % size != 0 || image[3] % size != 0)
    throw Error(ErrorKind::Input, "model.patch_size",
                "patches of " + std::to_string(size) + " do not divide images of " + std::to_string(image[2]) + "x" + std::to_string(image[3]),
                "Choose a patch size that divides height and width");
  const ValueId x = b.conv("patch_embed.proj", b.x(), width, {.kernel = size, .stride = size});
  const Shape grid = b.shapeOf(x);
  const ValueId columns = b.op("patch_embed.flatten", "reshape", {x}, {{"shape", Shape{grid[0], width, grid[2] * grid[3]}}});
  return b.op("patch_embed.transpose", "transpose", {columns}, {{"permutation", Shape{0, 2, 1}}});
}

ValueId buildVit(ModelBuilder& b, const ZooArguments& arguments, std::int64_t width, std::int64_t heads) {
  const Sizes s{width, heads, arguments.real("dropout", 0.0, 0.0, 1.0)};
  const std::int64_t depth = arguments.integer("depth", 12, 1, 1 << 10);
  ValueId x = patches(b, arguments.integer("patch_size", 16, 1, 1 << 12), width);
  const std::int64_t batch = b.shapeOf(x)[0], positions = b.shapeOf(x)[1];
  // The class token is the first position of every sample: the token and its position are added to a row of zeros before the patches.
  const ValueId token = b.parameter("cls_token", {1, 1, width}, {Init::Kind::Normal, 0, 1e-6});
  const ValueId embedding = b.parameter("pos_embed", {1, positions + 1, width}, {Init::Kind::Normal, 0, 0.02});
  const auto padded = [&](const std::string& scope, ValueId value, std::int64_t before, std::int64_t after) {
    return b.op(scope, "pad", {value},
                {{"before", Shape{0, before, 0}}, {"after", Shape{0, after, 0}}, {"mode", std::string("constant")}, {"value", 0.0}});
  };
  const ValueId places = b.op("pos_embed", "add", {embedding, padded("cls_token", token, 0, positions)}, {{"relu", false}});
  x = b.op("pos_embed", "add", {padded("cls_token", x, 1, 0), places}, {{"relu", false}});
  x = b.dropout("pos_drop", x, s.dropout);
  for (std::int64_t i = 0; i < depth; ++i) x = block(b, "blocks." + std::to_string(i), x, s);
  // Only the class token is read, so only this one is normalised.
  x = b.op("pool", "slice", {x}, {{"starts", Shape{0, 0, 0}}, {"ends", Shape{batch, 1, width}}, {"steps", Shape{1, 1, 1}}});
  x = b.op("pool", "reshape", {x}, {{"shape", Shape{batch, width}}});
  return b.linear("head", b.layerNorm("norm", x, {.eps = kEps}), b.classes(), linear());
}

}  // namespace

ValueId buildVitTiny(ModelBuilder& b, const ZooArguments& arguments) {
  return buildVit(b, arguments, 192, 3);
}
ValueId buildVitSmall(ModelBuilder& b, const ZooArguments& arguments) {
  return buildVit(b, arguments, 384, 6);
}

}  // namespace stepscope
