// Fully connected layers: plain for any data, and with batch norm as tables like it.
#include "core/models/zoo/zoo.h"

namespace stepscope {

namespace {

// Columns come in different units and with outliers: tables get a batch norm of the input, and after each activation, in front of the
// dropout, as fastai's TabularModel has it (Howard and Gugger 2020). A linear layer followed by a batch norm keeps its bias, the activation
// lies between.
ValueId build(ModelBuilder& b, const ZooArguments& arguments, const std::vector<std::int64_t>& widths, bool table) {
  const std::vector<std::int64_t> hidden = arguments.integers("hidden", widths, 1, 1 << 20);
  const std::string activation = arguments.text("activation", "relu", activationNames());
  const double dropout = arguments.real("dropout", 0.0, 0.0, 1.0);
  const bool norm = table && arguments.integer("batch_norm", 1, 0, 1) == 1;
  ValueId x = b.flatten("flatten", b.x());
  if (norm) x = b.batchNorm("bn0", x);
  std::size_t layer = 1;
  for (std::int64_t width : hidden) {
    const std::string number = std::to_string(layer++);
    x = b.activation(activation + number, b.linear("fc" + number, x, width), activation);
    if (norm) x = b.batchNorm("bn" + number, x);
    if (dropout > 0) x = b.dropout("dropout" + number, x, dropout);
  }
  return b.linear("fc" + std::to_string(layer), x, b.classes());
}

}  // namespace

ValueId buildMlp(ModelBuilder& b, const ZooArguments& arguments) {
  return build(b, arguments, {256, 128}, false);
}
ValueId buildTabularMlp(ModelBuilder& b, const ZooArguments& arguments) {
  return build(b, arguments, {64, 64}, true);
}

}  // namespace stepscope
