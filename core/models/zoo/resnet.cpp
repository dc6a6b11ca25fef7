// Residual networks (He et al. 2015). ResNet-18, 34, 50 and 101 (the latter two v1.5, with the stride in the 3x3 convolution of a
// bottleneck) with torchvision's names and initial values: 11,689,512, 21,797,672, 25,557,032 and 44,549,160 parameters for 1000 classes.
// ResNet-20 and ResNet-56 for CIFAR-10 (section 4.2): three stages of three or nine blocks, 16, 32 and 64 channels. The paper's shortcuts
// have no parameters (option A): 269,722 and 853,018 parameters for 10 classes, the paper's 0.27 M and 0.85 M. With projection = 1 they are
// 1x1 convolutions with batch norm (option B): 272,474 and 855,770 parameters, the counts of most re-implementations.
#include "core/models/zoo/zoo.h"

namespace stepscope {

namespace {

ConvArguments convolution(std::int64_t kernel, std::int64_t stride) {
  return {.kernel = kernel, .stride = stride, .padding = kernel / 2, .bias = false, .weightInit = InitRule::kaimingNormalFanOut()};
}

// Builds a block, or its shortcut, from x, with this number of output channels.
using Part = ValueId (*)(ModelBuilder&, const std::string&, ValueId, std::int64_t, std::int64_t);

ValueId projected(ModelBuilder& b, const std::string& scope, ValueId x, std::int64_t channels, std::int64_t stride) {
  return b.batchNorm(scope + ".downsample.1", b.conv(scope + ".downsample.0", x, channels, convolution(1, stride)));
}

ValueId padded(ModelBuilder& b, const std::string& scope, ValueId x, std::int64_t channels, std::int64_t stride) {
  return b.shortcutPad(scope + ".shortcut", x, channels, stride);
}

ValueId addedTo(ModelBuilder& b, const std::string& scope, ValueId y, ValueId x, std::int64_t stride, Part shortcut) {
  const std::int64_t channels = b.shapeOf(y)[1];
  return b.add(scope + ".add", y, stride == 1 && b.shapeOf(x)[1] == channels ? x : shortcut(b, scope, x, channels, stride));
}

template <Part shortcut>
ValueId basicBlock(ModelBuilder& b, const std::string& scope, ValueId x, std::int64_t width, std::int64_t stride) {
  ValueId y = b.conv(scope + ".conv1", x, width, convolution(3, stride));
  y = b.relu(scope + ".relu1", b.batchNorm(scope + ".bn1", y));
  y = b.conv(scope + ".conv2", y, width, convolution(3, 1));
  y = b.batchNorm(scope + ".bn2", y);
  return b.relu(scope + ".relu2", addedTo(b, scope, y, x, stride, shortcut));
}

ValueId bottleneck(ModelBuilder& b, const std::string& scope, ValueId x, std::int64_t width, std::int64_t stride) {
  ValueId y = b.conv(scope + ".conv1", x, width, convolution(1, 1));
  y = b.relu(scope + ".relu1", b.batchNorm(scope + ".bn1", y));
  y = b.conv(scope + ".conv2", y, width, convolution(3, stride));
  y = b.relu(scope + ".relu2", b.batchNorm(scope + ".bn2", y));
  y = b.conv(scope + ".conv3", y, 4 * width, convolution(1, 1));
  y = b.batchNorm(scope + ".bn3", y);
  return b.relu(scope + ".relu3", addedTo(b, scope, y, x, stride, projected));
}

// `blocks`: their number in each stage. Each stage has twice the width of the one before.
ValueId stages(ModelBuilder& b, ValueId x, Part block, std::int64_t width, const std::vector<int>& blocks) {
  for (std::size_t stage = 0; stage < blocks.size(); ++stage) {
    for (int i = 0; i < blocks[stage]; ++i) {
      const std::string scope = "layer" + std::to_string(stage + 1) + "." + std::to_string(i);
      x = block(b, scope, x, width << stage, stage > 0 && i == 0 ? 2 : 1);
    }
  }
  return b.linear("fc", b.flatten("flatten", b.globalAvgPool("avgpool", x)), b.classes());
}

ValueId buildResnet(ModelBuilder& b, Part block, const std::vector<int>& blocks) {
  ValueId x = b.conv("conv1", b.x(), 64, convolution(7, 2));
  x = b.relu("relu", b.batchNorm("bn1", x));
  return stages(b, b.maxPool("maxpool", x, {.kernel = 3, .stride = 2, .padding = 1}), block, 64, blocks);
}

// For CIFAR-10: the network has 6 * blocks + 2 layers.
ValueId buildSmallResnet(ModelBuilder& b, const ZooArguments& arguments, int blocks) {
  const bool projection = arguments.integer("projection", 0, 0, 1) == 1;
  const ValueId x = b.relu("relu", b.batchNorm("bn1", b.conv("conv1", b.x(), 16, convolution(3, 1))));
  return stages(b, x, projection ? basicBlock<projected> : basicBlock<padded>, 16, {blocks, blocks, blocks});
}

}  // namespace

ValueId buildResnet20(ModelBuilder& b, const ZooArguments& arguments) {
  return buildSmallResnet(b, arguments, 3);
}

ValueId buildResnet56(ModelBuilder& b, const ZooArguments& arguments) {
  return buildSmallResnet(b, arguments, 9);
}

ValueId buildResnet18(ModelBuilder& b, const ZooArguments&) {
  return buildResnet(b, basicBlock<projected>, {2, 2, 2, 2});
}

ValueId buildResnet34(ModelBuilder& b, const ZooArguments&) {
  return buildResnet(b, basicBlock<projected>, {3, 4, 6, 3});
}

ValueId buildResnet50(ModelBuilder& b, const ZooArguments&) {
  return buildResnet(b, bottleneck, {3, 4, 6, 3});
}

ValueId buildResnet101(ModelBuilder& b, const ZooArguments&) {
  return buildResnet(b, bottleneck, {3, 4, 23, 3});
}

}  // namespace stepscope
