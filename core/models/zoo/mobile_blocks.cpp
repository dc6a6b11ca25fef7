#include "core/models/zoo/mobile_blocks.h"

#include <algorithm>

namespace stepscope {

ValueId convNormActivation(ModelBuilder& b, const std::string& scope, ValueId x, const ConvNormActivation& block) {
  x = b.conv(scope + ".0", x, block.outChannels,
             {.kernel = block.kernel,
              .stride = block.stride,
              .padding = (block.kernel - 1) / 2,
              .groups = block.groups,
              .bias = false,
              .weightInit = InitRule::kaimingNormalFanOut()});
  x = b.batchNorm(scope + ".1", x, block.norm);
  return block.activation == "none" ? x : b.activation(scope + ".2", x, block.activation);
}

ValueId squeezeExcitation(ModelBuilder& b, const std::string& scope, ValueId x, const SqueezeExcitation& block) {
  const std::int64_t channels = b.shapeOf(x)[1];
  const ConvArguments convolution{.kernel = 1, .weightInit = InitRule::kaimingNormalFanOut(), .biasInit = InitRule::constant(0)};
  ValueId scale = b.globalAvgPool(scope + ".avgpool", x);
  scale = b.activation(scope + ".activation", b.conv(scope + ".fc1", scale, block.squeezeChannels, convolution), block.activation);
  scale = b.activation(scope + ".scale_activation", b.conv(scope + ".fc2", scale, channels, convolution), block.scaleActivation);
  return b.op(scope + ".mul", "mul", {x, scale});
}

std::int64_t makeDivisible(double channels) {
  const std::int64_t rounded = std::max<std::int64_t>(8, static_cast<std::int64_t>(channels + 4) / 8 * 8);
  return static_cast<double>(rounded) < 0.9 * channels ? rounded + 8 : rounded;
}

LinearArguments smallNormalLinear() {
  return {.weightInit = InitRule::normal(0.01), .biasInit = InitRule::constant(0)};
}

}  // namespace stepscope
