// ShuffleNet V2 1.0x (Ma et al. 2018) with torchvision's names and PyTorch's default initial values, which torchvision keeps for it: 2,278,604
// parameters for 1000 classes.
#include "core/models/zoo/zoo.h"

namespace stepscope {

namespace {

// "<prefix><index>" convolution and the batch norm after it.
ValueId convNorm(ModelBuilder& b, const std::string& prefix, int index, ValueId x, std::int64_t channels, const ConvArguments& arguments) {
  x = b.conv(prefix + std::to_string(index), x, channels, arguments);
  return b.batchNorm(prefix + std::to_string(index + 1), x);
}

ConvArguments pointwise() {
  return {.kernel = 1, .bias = false};
}
ConvArguments depthwise(std::int64_t channels, std::int64_t stride) {
  return {.kernel = 3, .stride = stride, .padding = 1, .groups = channels, .bias = false};
}

ValueId unit(ModelBuilder& b, const std::string& scope, ValueId x, std::int64_t outChannels, std::int64_t stride) {
  const std::int64_t branch = outChannels / 2;
  ValueId left = x, right = x;
  const std::string first = scope + ".branch1.", second = scope + ".branch2.";
  if (stride == 1) {
    const std::vector<ValueId> halves = b.split(scope + ".chunk", x, 1, {branch, branch});
    left = halves[0];
    right = halves[1];
  } else {
    const std::int64_t inChannels = b.shapeOf(x)[1];
    left = convNorm(b, first, 0, x, inChannels, depthwise(inChannels, stride));
    left = b.relu(first + "4", convNorm(b, first, 2, left, branch, pointwise()));
  }
  right = b.relu(second + "2", convNorm(b, second, 0, right, branch, pointwise()));
  right = convNorm(b, second, 3, right, branch, depthwise(branch, stride));
  right = b.relu(second + "7", convNorm(b, second, 5, right, branch, pointwise()));
  return b.op(scope + ".channel_shuffle", "channel_shuffle", {b.concat(scope + ".cat", {left, right}, 1)}, {{"groups", std::int64_t{2}}});
}

}  // namespace

ValueId buildShufflenetV2(ModelBuilder& b, const ZooArguments&) {
  struct Stage {
    std::int64_t channels;
    int units;
  };
  constexpr Stage kStages[] = {{116, 4}, {232, 8}, {464, 4}};
  ValueId x = b.relu("conv1.2", convNorm(b, "conv1.", 0, b.x(), 24, {.kernel = 3, .stride = 2, .padding = 1, .bias = false}));
  x = b.maxPool("maxpool", x, {.kernel = 3, .stride = 2, .padding = 1});
  int number = 2;
  for (const Stage& stage : kStages) {
    const std::string scope = "stage" + std::to_string(number++) + ".";
    for (int i = 0; i < stage.units; ++i) x = unit(b, scope + std::to_string(i), x, stage.channels, i == 0 ? 2 : 1);
  }
  x = b.relu("conv5.2", convNorm(b, "conv5.", 0, x, 1024, pointwise()));
  x = b.flatten("flatten", b.globalAvgPool("mean", x));
  return b.linear("fc", x, b.classes());
}

}  // namespace stepscope
