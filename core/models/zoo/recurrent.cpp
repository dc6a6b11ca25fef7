// Text models of one embedding, some recurrent layers and a projection to the vocabulary, with the names of PyTorch's word_language_model example.
// Parameters: with vocabulary V, embedding E and hidden size H, V*E + the sum over layers of G*(H*in + H*H + 2*H) + V*H + V, where G is 4 for LSTM
// and 3 for GRU and `in` is E in the first layer, H in the others.
#include "core/models/zoo/zoo.h"

namespace stepscope {

namespace {

ValueId buildRecurrent(ModelBuilder& b, const ZooArguments& arguments, const std::string& op) {
  const std::int64_t layers = arguments.integer("layers", 2, 1, 1 << 8), hidden = arguments.integer("hidden", 256, 1, 1 << 16);
  const std::int64_t width = arguments.integer("embedding", 128, 1, 1 << 16);
  const double dropout = arguments.real("dropout", 0.0, 0.0, 1.0);
  ValueId x = b.dropout("drop", b.embedding("encoder", b.x(), b.classes(), width), dropout);
  x = b.recurrent("rnn", op, x, {.hidden = hidden, .layers = layers, .dropout = dropout});
  x = b.dropout("drop_out", x, dropout);
  return b.linear("decoder", x, b.classes());
}

}  // namespace

ValueId buildLstm(ModelBuilder& b, const ZooArguments& arguments) {
  return buildRecurrent(b, arguments, "lstm");
}
ValueId buildGru(ModelBuilder& b, const ZooArguments& arguments) {
  return buildRecurrent(b, arguments, "gru");
}

}  // namespace stepscope
