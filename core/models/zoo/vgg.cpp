// VGG-16 with batch norm (Simonyan and Zisserman 2014, configuration D) with torchvision's names and initial values: 138,365,992 parameters for 1000
// classes. As in torchvision, the convolutions before batch norms keep their biases.
#include "core/models/zoo/zoo.h"

namespace stepscope {

ValueId buildVgg16Bn(ModelBuilder& b, const ZooArguments& arguments) {
  constexpr int kPool = 0;
  constexpr int kChannels[] = {64, 64, kPool, 128, 128, kPool, 256, 256, 256, kPool, 512, 512, 512, kPool, 512, 512, 512, kPool};
  const double dropout = arguments.real("dropout", 0.5, 0.0, 1.0);
  const ConvArguments convolution{.kernel = 3, .padding = 1, .weightInit = InitRule::kaimingNormalFanOut(), .biasInit = InitRule::constant(0)};
  ValueId x = b.x();
  int index = 0;
  const auto scope = [&] { return "features." + std::to_string(index++); };
  for (int channels : kChannels) {
    if (channels == kPool) {
      x = b.maxPool(scope(), x, {.kernel = 2, .stride = 2});
      continue;
    }
    x = b.conv(scope(), x, channels, convolution);
    x = b.batchNorm(scope(), x);
    x = b.relu(scope(), x);
  }
  x = b.flatten("flatten", b.adaptiveAvgPool("avgpool", x, 7));
  const LinearArguments linear{.weightInit = InitRule::normal(0.01), .biasInit = InitRule::constant(0)};
  x = b.relu("classifier.1", b.linear("classifier.0", x, 4096, linear));
  x = b.dropout("classifier.2", x, dropout);
  x = b.relu("classifier.4", b.linear("classifier.3", x, 4096, linear));
  x = b.dropout("classifier.5", x, dropout);
  return b.linear("classifier.6", x, b.classes(), linear);
}

}  // namespace stepscope
