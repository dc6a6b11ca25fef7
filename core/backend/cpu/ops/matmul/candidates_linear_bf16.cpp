// Kernels of fully connected layers in bf16 arithmetic: matrix products of the library, and our own kernel for the gradients of weights and biases.
#include <algorithm>

#include "core/backend/cpu/onednn/convolution.h"
#include "core/backend/cpu/onednn/matmul.h"
#include "core/backend/cpu/ops/elementwise/layer_epilogue.h"
#include "core/backend/cpu/ops/matmul/bf16_linear_grad_weight.h"
#include "core/backend/cpu/ops/matmul/linear_makers.h"
#include "core/backend/cpu/simd/bf16_pairs.h"
#include "core/graph/op.h"

namespace stepscope::cpu {

namespace {

using onednn::Arg;
using Pass = onednn::ConvolutionSpec::Pass;

using Pointers = std::vector<std::pair<Arg, void*>>;
using Half = std::uint16_t;  // the bits of a bf16

// A product of two operands of the node; `a` and `b` are the indices of the left and right one.
struct Product {
  onednn::MatmulSpec spec;
  std::size_t a = 0, b = 1;
};

std::optional<Candidate> productCandidate(const Product& product, const char* name, std::vector<Physical> inputs, Physical output) {
  const auto primitive = onednn::makeMatmul(product.spec);
  if (!primitive || !primitive->isOptimized()) return std::nullopt;
  Candidate candidate;
  candidate.name = name;
  candidate.library = "oneDNN " + primitive->implementation();
  candidate.inputs = std::move(inputs);
  candidate.outputs = {std::move(output)};
  candidate.workspaceBytes = primitive->scratchpadBytes();
  candidate.bind = [primitive = *primitive, a = product.a, b = product.b, bias = product.spec.bias,
                    addend = product.spec.addend](const Buffers& buffers) -> Launch {
    Pointers pointers = {{Arg::Src, buffers.in(a)}, {Arg::Weights, buffers.in(b)}, {Arg::Dst, buffers.out(0)}, {Arg::Scratchpad, buffers.workspace}};
    if (bias) pointers.emplace_back(Arg::Bias, buffers.in(2));
    if (addend) pointers.emplace_back(Arg::Addend, buffers.in(3));
    return [execution = primitive.bind(pointers)] { execution.run(); };
  };
  return candidate;
}

// y(rows, O) = x(rows, K) w(O, K)^T; dx = dy w; dw(O, K) = dy^T x.
Product productOf(Pass pass, std::int64_t rows, std::int64_t k, std::int64_t o) {
  Product p;
  p.spec.dtype = DType::BF16;
  switch (pass) {
    case Pass::Forward:
      p.spec.m = rows;
      p.spec.n = o;
      p.spec.k = k;
      p.spec.transposeB = true;
      break;
    case Pass::BackwardData:
      p.spec.m = rows;
      p.spec.n = k;
      p.spec.k = o;
      break;
    case Pass::BackwardWeights:
      p.spec.m = o;
      p.spec.n = k;
      p.spec.k = rows;
      p.spec.transposeA = true;
      p.a = 1;
      p.b = 0;
      break;
  }
  return p;
}

// The number of rows of a matrix, as which leading dimensions count too.
std::int64_t rowsOf(const Shape& shape) {
  return numel(shape) / std::max<std::int64_t>(shape.back(), 1);
}

bool allBf16(const KernelRequest& r) {
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i)
    if (r.has(i) && r.input(i).dtype != DType::BF16) return false;
  return true;
}

}  // namespace

std::optional<Candidate> makeBf16Linear(const KernelRequest& r) {
  if (!r.bf16Arithmetic || !allBf16(r)) return std::nullopt;
  const auto epilogue = epilogueOf(r.node);
  if (epilogue && epilogue->keepsInput) return std::nullopt;
  const bool addend = epilogue && epilogue->addend, forward = epilogue || r.node.op->id == OpId::Linear,
             gradWeight = r.node.op->id == OpId::LinearGradWeight;
  const Shape &a = r.inputShape(0), &b = r.inputShape(1), &y = r.outputShape(0);
  const Pass pass = forward ? Pass::Forward : gradWeight ? Pass::BackwardWeights : Pass::BackwardData;
  const std::int64_t k = forward || gradWeight ? a.back() : y.back();
  const std::int64_t o = forward ? y.back() : gradWeight ? b.back() : a.back();
  Product product = productOf(pass, rowsOf(a), k, o);
  product.spec.resultType = r.output(0).dtype;
  std::vector<Physical> inputs = {plain(a, DType::BF16), plain(b, DType::BF16)};
  if (forward && r.has(2)) {
    product.spec.bias = true;
    inputs.push_back(plain({y.back()}, DType::BF16));
  }
  if (forward) product.spec.relu = r.node.attrs.flag("relu");
  if (epilogue && epilogue->activation) {
    product.spec.activation = eltwiseOf(*epilogue->activation);
    if (!product.spec.activation) return std::nullopt;
  }
  if (addend) {
    product.spec.addend = true;
    inputs.resize(3);
    inputs.push_back(plain(y, DType::BF16));
  }
  return productCandidate(product, "bf16", std::move(inputs), plain(y, r.output(0).dtype));
}

std::optional<Candidate> makeBf16OwnGradWeight(const KernelRequest& r) {
  if (!r.bf16Arithmetic || !kernels::multipliesBf16Pairs()) return std::nullopt;
  const std::int64_t rows = rowsOf(r.inputShape(0)), k = r.inputShape(0).back(), o = r.inputShape(1).back();
  const bool wholeBlocks = k > 0 && o > 0 && k % 16 == 0 && o % 16 == 0;
  if (rows == 0 || !wholeBlocks || !allBf16(r) || r.output(0).dtype != DType::F32 || r.output(1).dtype != DType::F32) return std::nullopt;
  Candidate candidate = ownCandidate({}, {});
  candidate.name = "bf16 own";
  candidate.inputs = {plain(r.inputShape(0), DType::BF16), plain(r.inputShape(1), DType::BF16)};
  candidate.outputs = {plain(r.outputShape(0), DType::F32), plain({o}, DType::F32)};
  candidate.workspaceBytes = kernels::linearGradWeightBf16WorkspaceBytes(rows, k, o, r.threads);
  return runs(std::move(candidate), [=, threads = r.threads](const Buffers& b) {
    kernels::linearGradWeightBf16(rows, k, o, b.in<Half>(0), b.in<Half>(1), b.out(0), b.out(1), b.workspace, threads);
  });
}

}  // namespace stepscope::cpu
