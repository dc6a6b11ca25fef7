// LeNet-5 as it is trained today: relu instead of tanh, max pooling instead of trainable averages, full connections between the two convolutions.
// 61,706 parameters for one channel of 28x28 and 10 classes.
#include "core/models/zoo/zoo.h"

namespace stepscope {

ValueId buildLenet5(ModelBuilder& b, const ZooArguments&) {
  ValueId x = b.conv("conv1", b.x(), 6, {.kernel = 5, .padding = 2});
  x = b.relu("relu1", x);
  x = b.maxPool("pool1", x, {.kernel = 2, .stride = 2});
  x = b.conv("conv2", x, 16, {.kernel = 5});
  x = b.relu("relu2", x);
  x = b.maxPool("pool2", x, {.kernel = 2, .stride = 2});
  x = b.flatten("flatten", x);
  x = b.relu("relu3", b.linear("fc1", x, 120));
  x = b.relu("relu4", b.linear("fc2", x, 84));
  return b.linear("fc3", x, b.classes());
}

}  // namespace stepscope
