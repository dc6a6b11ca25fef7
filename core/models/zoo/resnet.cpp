// ResNet-18, 34, 50 and 101 (He et al. 2015; the latter two v1.5, with the stride in the 3x3 convolution of a bottleneck) with
// torchvision's names and initial values: 11,689,512, 21,797,672, 25,557,032 and 44,549,160 parameters for 1000 classes.
#include <array>

#include "core/models/zoo/zoo.h"

namespace stepscope {

namespace {

ConvArguments convolution(std::int64_t kernel, std::int64_t stride) {
  return {.kernel = kernel, .stride = stride, .padding = kernel / 2, .bias = false, .weightInit = InitRule::kaimingNormalFanOut()};
}

ValueId shortcut(ModelBuilder& b, const std::string& scope, ValueId x, std::int64_t channels, std::int64_t stride) {
  if (stride == 1 && b.shapeOf(x)[1] == channels) return x;
  const ValueId projected = b.conv(scope + ".downsample.0", x, channels, convolution(1, stride));
  return b.batchNorm(scope + ".downsample.1", projected);
}

ValueId basicBlock(ModelBuilder& b, const std::string& scope, ValueId x, std::int64_t width, std::int64_t stride) {
  ValueId y = b.conv(scope + ".conv1", x, width, convolution(3, stride));
  y = b.relu(scope + ".relu1", b.batchNorm(scope + ".bn1", y));
  y = b.conv(scope + ".conv2", y, width, convolution(3, 1));
  y = b.batchNorm(scope + ".bn2", y);
  return b.relu(scope + ".relu2", b.add(scope + ".add", y, shortcut(b, scope, x, width, stride)));
}

ValueId bottleneck(ModelBuilder& b, const std::string& scope, ValueId x, std::int64_t width, std::int64_t stride) {
  ValueId y = b.conv(scope + ".conv1", x, width, convolution(1, 1));
  y = b.relu(scope + ".relu1", b.batchNorm(scope + ".bn1", y));
  y = b.conv(scope + ".conv2", y, width, convolution(3, stride));
  y = b.relu(scope + ".relu2", b.batchNorm(scope + ".bn2", y));
  y = b.conv(scope + ".conv3", y, 4 * width, convolution(1, 1));
  y = b.batchNorm(scope + ".bn3", y);
  return b.relu(scope + ".relu3", b.add(scope + ".add", y, shortcut(b, scope, x, 4 * width, stride)));
}

using Block = ValueId (*)(ModelBuilder&, const std::string&, ValueId, std::int64_t, std::int64_t);

ValueId buildResnet(ModelBuilder& b, Block block, const std::array<int, 4>& blocks) {
  ValueId x = b.conv("conv1", b.x(), 64, convolution(7, 2));
  x = b.relu("relu", b.batchNorm("bn1", x));
  x = b.maxPool("maxpool", x, {.kernel = 3, .stride = 2, .padding = 1});
  for (std::size_t stage = 0; stage < blocks.size(); ++stage) {
    for (int i = 0; i < blocks[stage]; ++i) {
      const std::string scope = "layer" + std::to_string(stage + 1) + "." + std::to_string(i);
      x = block(b, scope, x, std::int64_t{64} << stage, stage > 0 && i == 0 ? 2 : 1);
    }
  }
  x = b.flatten("flatten", b.globalAvgPool("avgpool", x));
  return b.linear("fc", x, b.classes());
}

}  // namespace

ValueId buildResnet18(ModelBuilder& b, const ZooArguments&) {
  return buildResnet(b, basicBlock, {2, 2, 2, 2});
}

ValueId buildResnet34(ModelBuilder& b, const ZooArguments&) {
  return buildResnet(b, basicBlock, {3, 4, 6, 3});
}

ValueId buildResnet50(ModelBuilder& b, const ZooArguments&) {
  return buildResnet(b, bottleneck, {3, 4, 6, 3});
}

ValueId buildResnet101(ModelBuilder& b, const ZooArguments&) {
  return buildResnet(b, bottleneck, {3, 4, 23, 3});
}

}  // namespace stepscope
