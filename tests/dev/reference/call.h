// One node with its operands at hand. Private to tests/dev/reference.
#pragma once

#include <vector>

#include "tests/dev/reference/interpreter.h"

namespace stepscope::reference {

struct Call {
  const Graph& graph;
  const Node& node;
  std::vector<Tensor*> in;   // null where an optional input is absent; ops that mutate write through it
  std::vector<Tensor*> out;  // sized by the op table, zero

  bool has(std::size_t i) const { return i < in.size() && in[i] != nullptr; }
  const Shape& inShape(std::size_t i) const { return graph.value(node.inputs[i]).shape; }
  const Shape& outShape(std::size_t i) const { return graph.value(node.outputs[i]).shape; }
  bool flag(FlagName key) const { return node.attrs.flag(key); }
  double real(RealName key) const { return node.attrs.real(key); }
  const std::vector<std::int64_t>& integers(IntegersName key) const { return node.attrs.integers(key); }
};

// Element by element; the second is the gradient of the first, dy times the slope at what was kept.
template <class F>
void map(Call& c, const F& f) {
  for (std::size_t e = 0; e < c.out[0]->size(); ++e) (*c.out[0])[e] = f((*c.in[0])[e]);
}
template <class F>
void mapGrad(Call& c, const F& slope) {
  for (std::size_t e = 0; e < c.out[0]->size(); ++e) (*c.out[0])[e] = (*c.in[0])[e] * slope((*c.in[1])[e]);
}

// dy where what was kept lets it pass, else 0, whatever dy is.
template <class F>
void passWhere(Call& c, const F& passes) {
  for (std::size_t e = 0; e < c.out[0]->size(); ++e) (*c.out[0])[e] = passes((*c.in[1])[e]) ? (*c.in[0])[e] : 0.0;
}

using Kernel = void (*)(Call&);
using Kernels = std::map<std::string_view, Kernel>;

// The ops of a file.
void addImageKernels(Kernels& kernels);      // convolutions, poolings, the padded shortcut
void addRowKernels(Kernels& kernels);        // linear, elementwise
void addNormKernels(Kernels& kernels);       // batch norm
void addOptimizerKernels(Kernels& kernels);  // sgd, adam, adamw
void addLossKernels(Kernels& kernels);
void addActivationKernels(Kernels& kernels);
void addArithmeticKernels(Kernels& kernels);
void addReductionKernels(Kernels& kernels);
void addSoftmaxKernels(Kernels& kernels);
void addLayerNormKernels(Kernels& kernels);
void addBatchedMatmulKernels(Kernels& kernels);
void addAttentionKernels(Kernels& kernels);
void addEmbeddingKernels(Kernels& kernels);
void addRecurrentKernels(Kernels& kernels);
void addStructureKernels(Kernels& kernels);
void addResizeKernels(Kernels& kernels);
void addConvolutionTransposeKernels(Kernels& kernels);
void addGroupNormKernels(Kernels& kernels);

inline double relu(double v) {
  return v <= 0 ? 0 : v;
}  // keeps a NaN

}  // namespace stepscope::reference
