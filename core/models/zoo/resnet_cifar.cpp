// ResNet-20 and ResNet-56 for CIFAR-10, section 4.2 of He et al. 2015, "Deep Residual Learning for Image Recognition": three stages of
// three or nine blocks, 16, 32 and 64 channels. The paper's shortcuts have no parameters (option A): 269,722 and 853,018 parameters for
// 10 classes, the paper's 0.27 M and 0.85 M. projection = 1 takes 1x1 convolutions with batch norm instead (option B): 272,474 and
// 855,770 parameters, the counts of most re-implementations.
#include "core/models/zoo/zoo.h"

namespace stepscope {

namespace {

ConvArguments convolution(std::int64_t kernel, std::int64_t stride) {
  return {.kernel = kernel, .stride = stride, .padding = kernel / 2, .bias = false, .weightInit = InitRule::kaimingNormalFanOut()};
}

ValueId block(ModelBuilder& b, const std::string& scope, ValueId x, std::int64_t channels, std::int64_t stride, bool projection) {
  ValueId y = b.conv(scope + ".conv1", x, channels, convolution(3, stride));
  y = b.relu(scope + ".relu1", b.batchNorm(scope + ".bn1", y));
  y = b.conv(scope + ".conv2", y, channels, convolution(3, 1));
  y = b.batchNorm(scope + ".bn2", y);
  ValueId shortcut = x;
  if (stride != 1 || b.shapeOf(x)[1] != channels) {
    if (projection) {
      shortcut = b.conv(scope + ".downsample.0", x, channels, convolution(1, stride));
      shortcut = b.batchNorm(scope + ".downsample.1", shortcut);
    } else {
      shortcut = b.shortcutPad(scope + ".shortcut", x, channels, stride);
    }
  }
  return b.relu(scope + ".relu2", b.add(scope + ".add", y, shortcut));
}

// blocks: in each of the three stages; the network has 6 * blocks + 2 layers.
ValueId buildResnet(ModelBuilder& b, const ZooArguments& arguments, int blocks) {
  const bool projection = arguments.integer("projection", 0, 0, 1) == 1;
  ValueId x = b.conv("conv1", b.x(), 16, convolution(3, 1));
  x = b.relu("relu", b.batchNorm("bn1", x));
  for (int stage = 0; stage < 3; ++stage) {
    for (int i = 0; i < blocks; ++i) {
      const std::string scope = "layer" + std::to_string(stage + 1) + "." + std::to_string(i);
      x = block(b, scope, x, std::int64_t{16} << stage, stage > 0 && i == 0 ? 2 : 1, projection);
    }
  }
  x = b.flatten("flatten", b.globalAvgPool("avgpool", x));
  return b.linear("fc", x, b.classes());
}

}  // namespace

ValueId buildResnet20(ModelBuilder& b, const ZooArguments& arguments) {
  return buildResnet(b, arguments, 3);
}

ValueId buildResnet56(ModelBuilder& b, const ZooArguments& arguments) {
  return buildResnet(b, arguments, 9);
}

}  // namespace stepscope
