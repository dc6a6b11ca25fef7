// EfficientNet-B0 (Tan and Le 2019) with torchvision's names and initial values: 5,288,548 parameters for 1000 classes. The residual branch of a
// sample is dropped with a probability that grows from block to block up to stochastic_depth_prob (Huang et al. 2016).
#include <algorithm>
#include <cmath>

#include "core/models/zoo/mobile_blocks.h"
#include "core/models/zoo/zoo.h"

namespace stepscope {

namespace {

struct Stage {
  std::int64_t expansion, kernel, stride, outChannels, blocks;
};
constexpr Stage kStages[] = {{1, 3, 1, 16, 1},  {6, 3, 2, 24, 2},  {6, 5, 2, 40, 2}, {6, 3, 2, 80, 3},
                             {6, 5, 1, 112, 3}, {6, 5, 2, 192, 4}, {6, 3, 1, 320, 1}};

ValueId mbConv(ModelBuilder& b, const std::string& scope, ValueId x, const Stage& stage, std::int64_t stride, double dropped) {
  const std::int64_t inChannels = b.shapeOf(x)[1], expanded = inChannels * stage.expansion;
  auto layer = [&, index = 0]() mutable { return scope + ".block." + std::to_string(index++); };
  ValueId y = x;
  if (expanded != inChannels) y = convNormActivation(b, layer(), y, {.outChannels = expanded, .kernel = 1, .activation = "silu"});
  y = convNormActivation(b, layer(), y,
                         {.outChannels = expanded, .kernel = stage.kernel, .stride = stride, .groups = expanded, .activation = "silu"});
  y = squeezeExcitation(b, layer(), y, {.squeezeChannels = std::max<std::int64_t>(1, inChannels / 4), .activation = "silu"});
  y = convNormActivation(b, layer(), y, {.outChannels = stage.outChannels, .kernel = 1, .activation = "none"});
  if (stride != 1 || inChannels != stage.outChannels) return y;
  return b.add(scope + ".add", b.stochasticDepth(scope + ".stochastic_depth", y, dropped), x);
}

}  // namespace

ValueId buildEfficientnetB0(ModelBuilder& b, const ZooArguments& arguments) {
  const double dropout = arguments.real("dropout", 0.2, 0.0, 1.0), depth = arguments.real("stochastic_depth_prob", 0.2, 0.0, 1.0);
  std::int64_t blocks = 0, block = 0;
  for (const Stage& stage : kStages) blocks += stage.blocks;
  ValueId x = convNormActivation(b, "features.0", b.x(), {.outChannels = 32, .stride = 2, .activation = "silu"});
  int index = 1;
  for (const Stage& stage : kStages) {
    const std::string scope = "features." + std::to_string(index++);
    for (std::int64_t i = 0; i < stage.blocks; ++i, ++block) {
      const double dropped = depth * static_cast<double>(block) / static_cast<double>(blocks);
      x = mbConv(b, scope + "." + std::to_string(i), x, stage, i == 0 ? stage.stride : 1, dropped);
    }
  }
  x = convNormActivation(b, "features." + std::to_string(index), x, {.outChannels = 4 * b.shapeOf(x)[1], .kernel = 1, .activation = "silu"});
  x = b.flatten("flatten", b.globalAvgPool("avgpool", x));
  x = b.dropout("classifier.0", x, dropout);
  const double bound = 1 / std::sqrt(static_cast<double>(b.classes()));
  return b.linear("classifier.1", x, b.classes(), {.weightInit = InitRule::uniform(bound), .biasInit = InitRule::constant(0)});
}

}  // namespace stepscope
