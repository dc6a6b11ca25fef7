// Kernels of LSTM, GRU and embeddings. For LSTM and GRU, the input's terms of all gates and steps are one matrix product of the library; the
// recurrent part is our own kernel.
#include "core/backend/cpu/onednn/matmul.h"
#include "core/backend/cpu/ops/families.h"
#include "core/backend/cpu/ops/sequence/embedding.h"
#include "core/backend/cpu/ops/sequence/recurrent.h"
#include "core/backend/cpu/ops/sequence/recurrent_bf16.h"
#include "core/backend/cpu/simd/parallel.h"
#include "core/backend/cpu/simd/storage.h"

namespace stepscope::cpu {

namespace {

using onednn::Arg;

kernels::RecurrentShape shapeOf(const KernelRequest& r, const Shape& y) {
  return {y[0], y[1], y[2], r.node.attrs.flag("reverse")};
}

// Where the parts of the workspace begin, in bytes.
struct Parts {
  std::int64_t bias = 0, scratch = 0, own = 0;
};

// Adds the biases to an input term that the graph has already computed; the result is then the same as that of the library's product.
void addBiasToRows(const float* x, const float* bias, std::int64_t rows, std::int64_t width, float* y, int threads) {
  kernels::parallelParts(rows, kernels::teamForBytes(rows * width * 8, threads), 1, [&](kernels::WorkRange range, int) {
    for (std::int64_t row = range.begin; row < range.end; ++row) {
      const float* from = x + row * width;
      float* to = y + row * width;
      for (std::int64_t i = 0; i < width; ++i) to[i] = from[i] + bias[i];
    }
  });
}

// The sum of both biases; rows from `shared` on (the new gate of a GRU) get only the input's bias, since the state's bias stays separate.
void addBiases(const float* input, const float* state, std::int64_t rows, std::int64_t shared, float* sum) {
  for (std::int64_t i = 0; i < rows; ++i) sum[i] = (input ? input[i] : 0.0f) + (state && i < shared ? state[i] : 0.0f);
}

std::optional<Candidate> makeForward(const KernelRequest& r, std::int64_t gates, std::size_t gatesOutput) {
  auto candidate = plainCandidate(r);
  if (!candidate) return candidate;
  const kernels::RecurrentShape shape = shapeOf(r, r.outputShape(0));
  const bool lstm = gates == 4, bias = r.has(3) || r.has(4), projected = !r.has(1);
  const std::int64_t rows = gates * shape.hidden, shared = lstm ? rows : 2 * shape.hidden;
  const std::int64_t tokens = shape.batch * shape.steps;
  std::optional<onednn::Primitive> product;
  if (!projected) {
    const ScopedThreads scope(r.threads);
    product = onednn::makeMatmul({.m = tokens, .n = rows, .k = r.inputShape(0)[2], .transposeB = true, .bias = bias});
    if (!product) return std::nullopt;
    candidate->library = "stepscope, oneDNN " + product->implementation();
  }
  WorkspaceLayout workspace;
  Parts parts;
  parts.bias = workspace.add(rows * 4);
  parts.scratch = workspace.add(product ? product->scratchpadBytes() : 0);
  parts.own = workspace.add(lstm ? kernels::lstmWorkspaceBytes(shape) : kernels::gruWorkspaceBytes(shape));
  candidate->workspaceBytes = workspace.bytes();
  candidate->bind = [=, threads = r.threads](const Buffers& b) -> Launch {
    auto* sum = reinterpret_cast<float*>(b.workspace + parts.bias);
    std::vector<std::pair<Arg, void*>> pointers = {
        {Arg::Src, b.in(0)}, {Arg::Weights, b.in(1)}, {Arg::Dst, b.out(gatesOutput)}, {Arg::Scratchpad, b.workspace + parts.scratch}};
    if (bias) pointers.emplace_back(Arg::Bias, sum);
    std::optional<onednn::Execution> execution;
    if (product) execution = product->bind(pointers);
    return [=] {
      if (bias || projected) addBiases(b.in(3), b.in(4), rows, shared, sum);
      if (execution) {
        execution->run();
      } else {
        addBiasToRows(b.in(0), sum, tokens, rows, b.out(gatesOutput), threads);
      }
      std::byte* own = b.workspace + parts.own;
      if (lstm) {
        kernels::lstm(shape, b.in(2), b.in(5), b.in(6), b.out(3), b.out(4), b.out(0), b.out(1), b.out(2), own, threads);
      } else {
        const float* fresh = b.in(4) ? b.in(4) + shared : nullptr;
        kernels::gru(shape, b.in(2), fresh, b.in(5), b.out(2), b.out(3), b.out(0), b.out(1), own, threads);
      }
    };
  };
  return candidate;
}

std::optional<Candidate> makeLstm(const KernelRequest& r) {
  return makeForward(r, 4, 3);
}
std::optional<Candidate> makeGru(const KernelRequest& r) {
  return makeForward(r, 3, 2);
}

std::optional<Candidate> makeLstmGrad(const KernelRequest& r) {
  auto candidate = plainCandidate(r);
  if (!candidate) return candidate;
  const kernels::RecurrentShape shape = shapeOf(r, r.inputShape(3));
  const bool h0 = r.has(4), c0 = r.has(5);
  candidate->workspaceBytes = kernels::lstmGradWorkspaceBytes(shape);
  return runs(std::move(candidate), [=, threads = r.threads](const Buffers& b) {
    kernels::lstmGrad(shape, b.in(0), b.in(1), b.in(2), b.in(3), b.in(4), b.in(5), b.in(6), b.in(7), b.in(8), b.out(0), b.out(1),
                      h0 ? b.out(2) : nullptr, c0 ? b.out(h0 ? 3 : 2) : nullptr, b.workspace, threads);
  });
}

std::optional<Candidate> makeGruGrad(const KernelRequest& r) {
  auto candidate = plainCandidate(r);
  if (!candidate) return candidate;
  const kernels::RecurrentShape shape = shapeOf(r, r.inputShape(3));
  const bool h0 = r.has(4);
  candidate->workspaceBytes = kernels::gruGradWorkspaceBytes(shape);
  return runs(std::move(candidate), [=, threads = r.threads](const Buffers& b) {
    kernels::gruGrad(shape, b.in(0), b.in(1), b.in(2), b.in(3), b.in(4), b.in(5), b.in(6), b.out(0), b.out(1), b.out(2), h0 ? b.out(3) : nullptr,
                     b.workspace, threads);
  });
}

// ---- bf16 arithmetic: all operands are bf16, and there is no initial state.

bool isBf16(const KernelRequest& r) {
  const auto narrow = [](const Value& value) { return value.dtype == DType::BF16; };
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i)
    if (r.has(i) && !narrow(r.input(i))) return false;
  for (std::size_t i = 0; i < r.node.outputs.size(); ++i)
    if (!narrow(r.output(i))) return false;
  return r.bf16Arithmetic;
}

std::vector<Physical> plainBf16(const Graph& graph, const std::vector<ValueId>& values) {
  std::vector<Physical> result;
  for (const ValueId value : values) result.push_back(value == kNone ? Physical{} : plain(graph.value(value).shape, DType::BF16));
  return result;
}

std::optional<Candidate> makeLstmBf16(const KernelRequest& r) {
  if (!isBf16(r) || r.has(5) || r.has(6)) return std::nullopt;
  const kernels::RecurrentShape shape = shapeOf(r, r.outputShape(0));
  if (!kernels::lstmBf16Supports(shape)) return std::nullopt;
  const std::int64_t width = 4 * shape.hidden, tokens = shape.batch * shape.steps;
  const bool projected = !r.has(1), bias = r.has(3) || r.has(4);
  std::optional<onednn::Primitive> product;
  if (!projected) {
    const ScopedThreads scope(r.threads);
    product =
        onednn::makeMatmul({.m = tokens, .n = width, .k = r.inputShape(0)[2], .transposeB = true, .dtype = DType::BF16, .resultType = DType::F32});
    if (!product || !product->isOptimized()) return std::nullopt;
  }
  WorkspaceLayout workspace;
  const std::int64_t biases = workspace.add(width * 4), products = workspace.add(product ? tokens * width * 4 : 0);
  const std::int64_t scratch = workspace.add(product ? product->scratchpadBytes() : 0);
  const std::int64_t own = workspace.add(kernels::lstmBf16WorkspaceBytes(shape, r.threads));
  Candidate candidate;
  candidate.name = "bf16";
  candidate.library = product ? "stepscope, oneDNN " + product->implementation() : "stepscope";
  candidate.inputs = plainBf16(r.graph, r.node.inputs);
  candidate.outputs = plainBf16(r.graph, r.node.outputs);
  candidate.workspaceBytes = workspace.bytes();
  candidate.bind = [=, threads = r.threads](const Buffers& b) -> Launch {
    auto* const sum = reinterpret_cast<float*>(b.workspace + biases);
    auto* const made = reinterpret_cast<float*>(b.workspace + products);
    std::optional<onednn::Execution> execution;
    if (product)
      execution = product->bind({{Arg::Src, b.in(0)}, {Arg::Weights, b.in(1)}, {Arg::Dst, made}, {Arg::Scratchpad, b.workspace + scratch}});
    const kernels::LstmBf16Input input{product ? made : nullptr, product ? nullptr : b.in<std::uint16_t>(0), bias ? sum : nullptr};
    return [=, first = b.in<kernels::Bf16>(3), second = b.in<kernels::Bf16>(4)] {
      for (std::int64_t i = 0; i < width && bias; ++i)
        sum[i] = (first ? kernels::widened(first[i]) : 0.0f) + (second ? kernels::widened(second[i]) : 0.0f);
      if (execution) execution->run();
      kernels::lstmBf16(shape, b.in<std::uint16_t>(2), input, b.out<std::uint16_t>(3), b.out<std::uint16_t>(4), b.out<std::uint16_t>(0),
                        b.out<std::uint16_t>(1), b.out<std::uint16_t>(2), b.workspace + own, threads);
    };
  };
  return candidate;
}

std::optional<Candidate> makeLstmGradBf16(const KernelRequest& r) {
  if (!isBf16(r) || r.has(4) || r.has(5)) return std::nullopt;
  const kernels::RecurrentShape shape = shapeOf(r, r.inputShape(3));
  if (!kernels::lstmBf16Supports(shape)) return std::nullopt;
  Candidate candidate;
  candidate.name = "bf16";
  candidate.library = "stepscope";
  candidate.inputs = plainBf16(r.graph, r.node.inputs);
  candidate.outputs = plainBf16(r.graph, r.node.outputs);
  candidate.workspaceBytes = kernels::lstmGradBf16WorkspaceBytes(shape);
  return runs(std::move(candidate), [shape, threads = r.threads](const Buffers& b) {
    using Half = std::uint16_t;
    kernels::lstmGradBf16(shape, b.in<Half>(0), b.in<Half>(1), b.in<Half>(2), b.in<Half>(3), b.in<Half>(6), b.in<Half>(7), b.in<Half>(8),
                          b.out<Half>(0), b.out<Half>(1), b.workspace, threads);
  });
}

}  // namespace

// Embeddings: rows of a table, looked up by integers.
namespace {

std::optional<Candidate> makeEmbedding(const KernelRequest& r) {
  auto candidate = plainCandidate(r);
  if (!candidate) return candidate;
  const std::int64_t rows = r.inputShape(0)[0], width = r.inputShape(0)[1], count = numel(r.inputShape(1));
  return runs(std::move(candidate), [=, layer = r.node.scope, threads = r.threads](const Buffers& b) {
    kernels::embedding(layer, b.in(0), rows, width, b.in<std::int32_t>(1), count, b.out(0), threads);
  });
}

std::optional<Candidate> makeEmbeddingGrad(const KernelRequest& r) {
  auto candidate = plainCandidate(r);
  if (!candidate) return candidate;
  const std::int64_t rows = r.outputShape(0)[0], width = r.outputShape(0)[1], count = numel(r.inputShape(1));
  const std::int64_t padding = r.node.attrs.integer("padding_idx");
  return runs(std::move(candidate), [=, layer = r.node.scope, threads = r.threads](const Buffers& b) {
    kernels::embeddingGrad(layer, b.in(0), b.in<std::int32_t>(1), count, rows, width, padding, b.out(0), threads);
  });
}

}  // namespace

std::span<const OpKernels> recurrentKernels() {
  static const OpKernels kernels[] = {{"lstm", {{"bf16", makeLstmBf16}, {"own", makeLstm}}},
                                      {"lstm_grad", {{"bf16", makeLstmGradBf16}, {"own", makeLstmGrad}}},
                                      {"gru", {{"own", makeGru}}},
                                      {"gru_grad", {{"own", makeGruGrad}}},
                                      {"embedding", {{"own", makeEmbedding}}},
                                      {"embedding_grad", {{"own", makeEmbeddingGrad}}}};
  return kernels;
}

}  // namespace stepscope::cpu
