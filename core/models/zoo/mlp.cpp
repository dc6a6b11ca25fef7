// Fully connected layers: the plain model for any data, and one with batch norm for tables.
#include "core/models/zoo/zoo.h"

namespace stepscope {

namespace {

// Columns come in different units and with outliers, so for tables there is a batch norm of the input, and one after each activation before the
// dropout, as in fastai's TabularModel (Howard and Gugger 2020). The linear layers keep their bias, because the activation is between them and the
// batch norm.
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
