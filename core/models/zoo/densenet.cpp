// DenseNet-121 (Huang et al. 2017) with torchvision's names and initial values: 7,978,856 parameters for 1000 classes. Every layer of a block reads
// the outputs of all layers before it in the block.
#include <numbers>

#include "core/models/zoo/zoo.h"

namespace stepscope {

namespace {

constexpr std::int64_t kGrowth = 32, kBottleneck = 4 * kGrowth;

// torchvision uses kaiming_normal_ with its defaults: by fan_in.
ConvArguments convolution(std::int64_t kernel, std::int64_t stride = 1) {
  return {.kernel = kernel,
          .stride = stride,
          .padding = kernel / 2,
          .bias = false,
          .weightInit = {.kind = InitRule::Kind::KaimingNormal, .gain = std::numbers::sqrt2}};
}

ValueId denseLayer(ModelBuilder& b, const std::string& scope, ValueId features) {
  ValueId x = b.relu(scope + ".relu1", b.batchNorm(scope + ".norm1", features));
  x = b.conv(scope + ".conv1", x, kBottleneck, convolution(1));
  x = b.relu(scope + ".relu2", b.batchNorm(scope + ".norm2", x));
  return b.conv(scope + ".conv2", x, kGrowth, convolution(3));
}

}  // namespace

ValueId buildDensenet121(ModelBuilder& b, const ZooArguments&) {
  constexpr int kLayers[] = {6, 12, 24, 16};
  const std::string features = "features.";
  ValueId x = b.conv(features + "conv0", b.x(), 64, convolution(7, 2));
  x = b.relu(features + "relu0", b.batchNorm(features + "norm0", x));
  x = b.maxPool(features + "pool0", x, {.kernel = 3, .stride = 2, .padding = 1});
  for (int block = 0; block < 4; ++block) {
    const std::string number = std::to_string(block + 1);
    for (int i = 0; i < kLayers[block]; ++i) {
      const std::string scope = features + "denseblock" + number + ".denselayer" + std::to_string(i + 1);
      x = b.concat(scope + ".cat", {x, denseLayer(b, scope, x)}, 1);
    }
    if (block == 3) break;
    const std::string scope = features + "transition" + number;
    x = b.relu(scope + ".relu", b.batchNorm(scope + ".norm", x));
    x = b.conv(scope + ".conv", x, b.shapeOf(x)[1] / 2, convolution(1));
    x = b.avgPool(scope + ".pool", x, {.kernel = 2, .stride = 2});
  }
  x = b.relu("relu", b.batchNorm(features + "norm5", x));
  x = b.flatten("flatten", b.globalAvgPool("avgpool", x));
  return b.linear("classifier", x, b.classes(), {.biasInit = InitRule::constant(0)});
}

}  // namespace stepscope
