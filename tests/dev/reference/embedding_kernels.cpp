// Rows of a table, looked up by integers.
#include "tests/dev/reference/call.h"

namespace stepscope::reference {

namespace {

void embedding(Call& c) {
  const auto width = static_cast<std::size_t>(c.inShape(0)[1]);
  for (std::size_t e = 0; e < c.out[0]->size(); ++e)
    (*c.out[0])[e] = c.in[0]->at(static_cast<std::size_t>((*c.in[1])[e / width]) * width + e % width);
}

void embeddingGrad(Call& c) {
  const auto width = static_cast<std::size_t>(c.outShape(0)[1]);
  const double padding = static_cast<double>(c.node.attrs.integer("padding_idx"));
  for (std::size_t e = 0; e < c.in[0]->size(); ++e) {
    const double row = (*c.in[1])[e / width];
    if (row != padding) c.out[0]->at(static_cast<std::size_t>(row) * width + e % width) += (*c.in[0])[e];
  }
}

}  // namespace

void addEmbeddingKernels(Kernels& k) {
  k["embedding"] = embedding;
  k["embedding_grad"] = embeddingGrad;
}

}  // namespace stepscope::reference
