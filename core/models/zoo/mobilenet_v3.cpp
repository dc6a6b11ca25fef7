// MobileNet V3 small (Howard et al. 2019) with torchvision's names, initial values and batch norms (eps 0.001, momentum 0.01):
// 2,542,856 parameters for 1000 classes.
#include "core/models/zoo/mobile_blocks.h"
#include "core/models/zoo/zoo.h"

namespace stepscope {

namespace {

constexpr NormArguments kNorm{.eps = 0.001, .momentum = 0.01};

struct Block {
  std::int64_t kernel, expanded, outChannels;
  bool squeeze;
  const char* activation;
  std::int64_t stride;
};
constexpr Block kBlocks[] = {
    {3, 16, 16, true, "relu", 2},       {3, 72, 24, false, "relu", 2},      {3, 88, 24, false, "relu", 1},      {5, 96, 40, true, "hardswish", 2},
    {5, 240, 40, true, "hardswish", 1}, {5, 240, 40, true, "hardswish", 1}, {5, 120, 48, true, "hardswish", 1}, {5, 144, 48, true, "hardswish", 1},
    {5, 288, 96, true, "hardswish", 2}, {5, 576, 96, true, "hardswish", 1}, {5, 576, 96, true, "hardswish", 1},
};

ValueId invertedResidual(ModelBuilder& b, const std::string& scope, ValueId x, const Block& block, double width) {
  const auto scaled = [width](std::int64_t channels) { return makeDivisible(static_cast<double>(channels) * width); };
  const std::int64_t inChannels = b.shapeOf(x)[1], expanded = scaled(block.expanded), outChannels = scaled(block.outChannels);
  auto layer = [&, index = 0]() mutable { return scope + ".block." + std::to_string(index++); };
  ValueId y = x;
  if (expanded != inChannels)
    y = convNormActivation(b, layer(), y, {.outChannels = expanded, .kernel = 1, .norm = kNorm, .activation = block.activation});
  y = convNormActivation(
      b, layer(), y,
      {.outChannels = expanded, .kernel = block.kernel, .stride = block.stride, .groups = expanded, .norm = kNorm, .activation = block.activation});
  if (block.squeeze) {
    const std::int64_t squeezed = makeDivisible(static_cast<double>(expanded / 4));
    y = squeezeExcitation(b, layer(), y, {.squeezeChannels = squeezed, .scaleActivation = "hardsigmoid"});
  }
  y = convNormActivation(b, layer(), y, {.outChannels = outChannels, .kernel = 1, .norm = kNorm, .activation = "none"});
  return block.stride == 1 && inChannels == outChannels ? b.add(scope + ".add", y, x) : y;
}

}  // namespace

ValueId buildMobilenetV3Small(ModelBuilder& b, const ZooArguments& arguments) {
  const double width = arguments.real("width_mult", 1.0, 0.05, 10.0), dropout = arguments.real("dropout", 0.2, 0.0, 1.0);
  auto scope = [index = 0]() mutable { return "features." + std::to_string(index++); };
  ValueId x =
      convNormActivation(b, scope(), b.x(), {.outChannels = makeDivisible(16 * width), .stride = 2, .norm = kNorm, .activation = "hardswish"});
  for (const Block& block : kBlocks) x = invertedResidual(b, scope(), x, block, width);
  const std::int64_t last = 6 * b.shapeOf(x)[1];
  x = convNormActivation(b, scope(), x, {.outChannels = last, .kernel = 1, .norm = kNorm, .activation = "hardswish"});
  x = b.flatten("flatten", b.globalAvgPool("avgpool", x));
  x = b.linear("classifier.0", x, makeDivisible(1024 * width), smallNormalLinear());
  x = b.activation("classifier.1", x, "hardswish");
  x = b.dropout("classifier.2", x, dropout);
  return b.linear("classifier.3", x, b.classes(), smallNormalLinear());
}

}  // namespace stepscope
