#include "core/models/zoo.h"

namespace stepscope {

ValueId buildMlp(ModelBuilder& b, const ZooArguments& arguments) {
  const std::vector<std::int64_t> hidden = arguments.integers("hidden", {256, 128}, 1, 1 << 20);
  const std::string activation = arguments.text("activation", "relu", activationNames());
  const double dropout = arguments.real("dropout", 0.0, 0.0, 1.0);
  ValueId x = b.flatten("flatten", b.x());
  std::size_t layer = 1;
  for (std::int64_t width : hidden) {
    const std::string number = std::to_string(layer++);
    x = b.linear("fc" + number, x, width);
    x = b.activation(activation + number, x, activation);
    if (dropout > 0) x = b.dropout("dropout" + number, x, dropout);
  }
  return b.linear("fc" + std::to_string(layer), x, b.classes());
}

}  // namespace stepscope
