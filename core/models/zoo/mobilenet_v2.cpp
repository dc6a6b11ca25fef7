// MobileNet V2 (Sandler et al. 2018) with torchvision's names and initial values: 3,504,872 parameters for 1000 classes.
// width_mult scales the channels, as torchvision's argument does.
#include <algorithm>

#include "core/models/zoo/mobile_blocks.h"
#include "core/models/zoo/zoo.h"

namespace stepscope {

namespace {

constexpr const char* kRelu6 = "relu6";

ValueId invertedResidual(ModelBuilder& b, const std::string& scope, ValueId x, std::int64_t outChannels, std::int64_t stride,
                         std::int64_t expansion) {
  const std::int64_t inChannels = b.shapeOf(x)[1], hidden = inChannels * expansion;
  auto layer = [&, index = 0]() mutable { return scope + ".conv." + std::to_string(index++); };
  ValueId y = x;
  if (expansion != 1) y = convNormActivation(b, layer(), y, {.outChannels = hidden, .kernel = 1, .activation = kRelu6});
  y = convNormActivation(b, layer(), y, {.outChannels = hidden, .stride = stride, .groups = hidden, .activation = kRelu6});
  y = b.conv(layer(), y, outChannels, {.kernel = 1, .bias = false, .weightInit = InitRule::kaimingNormalFanOut()});
  y = b.batchNorm(layer(), y);
  return stride == 1 && inChannels == outChannels ? b.add(scope + ".add", y, x) : y;
}

}  // namespace

ValueId buildMobilenetV2(ModelBuilder& b, const ZooArguments& arguments) {
  struct Stage {
    std::int64_t expansion, channels, blocks, stride;
  };
  constexpr Stage kStages[] = {{1, 16, 1, 1}, {6, 24, 2, 2}, {6, 32, 3, 2}, {6, 64, 4, 2}, {6, 96, 3, 1}, {6, 160, 3, 2}, {6, 320, 1, 1}};
  const double width = arguments.real("width_mult", 1.0, 0.05, 10.0), dropout = arguments.real("dropout", 0.2, 0.0, 1.0);
  auto scope = [index = 0]() mutable { return "features." + std::to_string(index++); };
  ValueId x = convNormActivation(b, scope(), b.x(), {.outChannels = makeDivisible(32 * width), .stride = 2, .activation = kRelu6});
  for (const Stage& stage : kStages) {
    const std::int64_t channels = makeDivisible(static_cast<double>(stage.channels) * width);
    for (std::int64_t i = 0; i < stage.blocks; ++i) x = invertedResidual(b, scope(), x, channels, i == 0 ? stage.stride : 1, stage.expansion);
  }
  const std::int64_t last = makeDivisible(1280 * std::max(1.0, width));
  x = convNormActivation(b, scope(), x, {.outChannels = last, .kernel = 1, .activation = kRelu6});
  x = b.flatten("flatten", b.globalAvgPool("avgpool", x));
  x = b.dropout("classifier.0", x, dropout);
  return b.linear("classifier.1", x, b.classes(), smallNormalLinear());
}

}  // namespace stepscope
