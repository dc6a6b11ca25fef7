// Blocks used by MobileNet V2, V3 and EfficientNet, with torchvision's names. Private to core/models.
#pragma once

#include <string>

#include "core/models/model_builder.h"

namespace stepscope {

// torchvision's Conv2dNormActivation: "<scope>.0" convolution without bias and padded to keep the size, "<scope>.1" batch norm,
// "<scope>.2" activation ("none": left out).
struct ConvNormActivation {
  std::int64_t outChannels = 0, kernel = 3, stride = 1, groups = 1;
  NormArguments norm{};
  std::string activation = "relu";
};
ValueId convNormActivation(ModelBuilder& builder, const std::string& scope, ValueId x, const ConvNormActivation& block);

// torchvision's SqueezeExcitation (Hu et al. 2018): multiplies x by a factor per channel, from two 1x1 convolutions of the channels' means.
struct SqueezeExcitation {
  std::int64_t squeezeChannels = 0;
  std::string activation = "relu", scaleActivation = "sigmoid";
};
ValueId squeezeExcitation(ModelBuilder& builder, const std::string& scope, ValueId x, const SqueezeExcitation& block);

// The nearest multiple of 8, at least 8 and not below 90 % of the value (torchvision's _make_divisible).
std::int64_t makeDivisible(double channels);

// The last linear layers of the MobileNets: weights normal with deviation 0.01, bias starts at 0.
LinearArguments smallNormalLinear();

}  // namespace stepscope
