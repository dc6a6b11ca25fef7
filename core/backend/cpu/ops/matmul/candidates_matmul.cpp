// Kernels of fully connected layers: matrix products of the library, with the weights as they are stored or packed first.
#include <algorithm>

#include "core/backend/cpu/onednn/matmul.h"
#include "core/backend/cpu/ops/elementwise/elementwise.h"
#include "core/backend/cpu/ops/elementwise/layer_epilogue.h"
#include "core/backend/cpu/ops/families.h"
#include "core/backend/cpu/ops/matmul/linear_makers.h"
#include "core/backend/cpu/ops/plain/plain_product.h"

namespace stepscope::cpu {

namespace {

using onednn::Arg;
using onednn::MatmulSpec;

std::optional<Candidate> makeProduct(const KernelRequest& r, const char* name, bool packed) {
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i) {
    if (r.has(i) && r.input(i).dtype != DType::F32) return std::nullopt;
  }
  const auto epilogue = epilogueOf(r.node);
  const bool addend = epilogue && epilogue->addend, forward = epilogue || r.node.op->id == OpId::Linear,
             gradWeight = r.node.op->id == OpId::LinearGradWeight;
  const Shape &a = r.inputShape(0), &b = r.inputShape(1), &y = r.outputShape(0);
  // Leading dimensions count as rows: in row-major order they can be merged.
  const auto rowsOf = [](const Shape& shape) { return numel(shape) / std::max<std::int64_t>(shape.back(), 1); };
  MatmulSpec spec{.m = rowsOf(y), .n = y.back()};
  if (epilogue && epilogue->activation) {
    spec.activation = eltwiseOf(*epilogue->activation);
    if (!spec.activation || epilogue->keepsInput) return std::nullopt;
  }
  if (forward) {
    spec.k = a.back();
    spec.transposeB = true;
    spec.bias = r.has(2);
    spec.relu = r.node.attrs.flag("relu");
    spec.addend = addend;
  } else if (gradWeight) {  // dw(O, K) = dy^T(O, N) x(N, K)
    spec.k = rowsOf(a);
    spec.transposeA = true;
  } else {
    spec.k = a.back();
  }
  spec.packB = packed;
  const ScopedThreads scope(r.threads);
  const auto product = onednn::makeMatmul(spec);
  if (!product) return std::nullopt;
  Candidate candidate;
  candidate.name = name;
  candidate.library = "oneDNN " + product->implementation();
  candidate.inputs = {plain(a, DType::F32), plain(b, DType::F32)};
  if (spec.bias) candidate.inputs.push_back(plain({y.back()}, DType::F32));
  if (addend) {
    candidate.inputs.resize(3);
    candidate.inputs.push_back(plain(y, DType::F32));
  }
  candidate.outputs = {plain(y, DType::F32)};

  // The library packs a (K, N) matrix; weights are (N, K). The packing is part of the kernel, which exists only for forward.
  std::optional<onednn::Primitive> pack;
  WorkspaceLayout workspace;
  const std::int64_t scratch = workspace.add(product->scratchpadBytes());
  std::int64_t packedOffset = 0, packScratch = 0;
  if (packed) {
    const auto target = product->desc(Arg::Weights);
    const auto source = onednn::TensorDesc::ordered({spec.k, spec.n}, DType::F32, {1, 0});
    if (target == source) return std::nullopt;  // nothing to pack: the candidate without packing is the same
    pack = onednn::makeReorder(source, target);
    if (!pack) return std::nullopt;
    packedOffset = workspace.add(target.bytes());
    packScratch = workspace.add(pack->scratchpadBytes());
  }
  candidate.workspaceBytes = workspace.bytes();
  candidate.bind = [=, p = *product, bias = spec.bias](const Buffers& buffers) -> Launch {
    void* lhs = buffers.in(gradWeight ? 1 : 0);
    void* rhs = buffers.in(gradWeight ? 0 : 1);
    std::byte* w = buffers.workspace;
    std::vector<std::pair<Arg, void*>> pointers = {{Arg::Src, lhs},
                                                   {Arg::Weights, pack ? static_cast<void*>(w + packedOffset) : rhs},
                                                   {Arg::Dst, buffers.out(0)},
                                                   {Arg::Scratchpad, w + scratch}};
    if (bias) pointers.emplace_back(Arg::Bias, buffers.in(2));
    if (addend) pointers.emplace_back(Arg::Addend, buffers.in(3));
    const auto execution = p.bind(pointers);
    if (pack) {
      const auto packing = pack->bind({{Arg::Src, rhs}, {Arg::Dst, w + packedOffset}, {Arg::Scratchpad, w + packScratch}});
      return [packing, execution] {
        packing.run();
        execution.run();
      };
    }
    return [execution] { execution.run(); };
  };
  return candidate;
}

}  // namespace

std::optional<Candidate> makeLinear(const KernelRequest& r) {
  return makeProduct(r, "matmul", false);
}
std::optional<Candidate> makePackedLinear(const KernelRequest& r) {
  return makeProduct(r, "matmul packed", true);
}

// The kernel that the others are compared with, and that runs if no other may.
std::optional<Candidate> makePlainLinear(const KernelRequest& r) {
  if (epilogueOf(r.node)) return std::nullopt;  // handled by fusion/candidates_epilogue.cpp
  auto candidate = plainCandidate(r);
  if (!candidate) return std::nullopt;
  const OpId op = r.node.op->id;
  const Shape &a = r.inputShape(0), &b = r.inputShape(1), &y = r.outputShape(0);
  const auto rowsOf = [](const Shape& shape) { return numel(shape) / std::max<std::int64_t>(shape.back(), 1); };
  const bool forward = op == OpId::Linear, gradWeight = op == OpId::LinearGradWeight, relu = forward && r.node.attrs.flag("relu");
  const std::int64_t m = rowsOf(y), n = y.back(), k = gradWeight ? rowsOf(a) : a.back();
  candidate->name = "plain";
  candidate->workspaceBytes = kernels::plainProductWorkspaceBytes(r.threads);
  return runs(std::move(candidate), [=, columns = b.back(), inputs = a.back(), threads = r.threads](const Buffers& buffers) {
    // y = x w^T; dx = dy w; dw = dy^T x.
    const kernels::PlainMatrix first = gradWeight ? kernels::PlainMatrix{buffers.in(1), 1, columns} : kernels::PlainMatrix{buffers.in(0), inputs, 1},
                               second = gradWeight ? kernels::PlainMatrix{buffers.in(0), inputs, 1}
                                        : forward  ? kernels::PlainMatrix{buffers.in(1), 1, columns}
                                                   : kernels::PlainMatrix{buffers.in(1), columns, 1};
    float* const to = buffers.out(0);
    kernels::plainProduct(m, n, k, first, second, to, n, false, buffers.workspace, threads);
    const float* const bias = forward ? buffers.in(2) : nullptr;
    for (std::int64_t i = 0; (bias || relu) && i < m * n; ++i) {
      const float made = to[i] + (bias ? bias[i % n] : 0.0F);
      to[i] = relu && made < 0 ? 0.0F : made;
    }
  });
}

namespace {

// linear_grad_weight_bias, by the kernels of its two gradients, one after the other.
template <CandidateMaker make>
std::optional<Candidate> gradWeightThenSums(const KernelRequest& r) {
  const DType type = r.input(1).dtype;
  if ((type != DType::F32 && type != DType::BF16) || r.output(1).dtype != DType::F32) return std::nullopt;
  Node product = r.node;
  product.op = &opNamed("linear_grad_weight");
  product.outputs = {r.node.outputs[0]};
  auto candidate = make({r.graph, product, r.threads, r.images, {}, {}, r.bf16Arithmetic});
  if (!candidate) return std::nullopt;
  const std::int64_t o = r.inputShape(1).back(), rows = numel(r.inputShape(1)) / std::max<std::int64_t>(o, 1);
  const auto layout = kernels::ChannelBlocks::matrix(rows, o);
  const auto storage = type == DType::F32 ? kernels::Storage::F32 : kernels::Storage::BF16;
  candidate->name += ", then bias gradient";
  candidate->outputs.push_back(plain({o}, DType::F32));
  candidate->workspaceBytes = std::max(candidate->workspaceBytes, kernels::channelSumWorkspaceBytes(layout, r.threads));
  candidate->bind = [multiply = candidate->bind, layout, storage, threads = r.threads](const Buffers& b) -> Launch {
    return [=, run = multiply({b.inputs, {b.outputs[0]}, b.workspace}), dy = b.in(1), sums = b.out(1), workspace = b.workspace] {
      run();
      kernels::channelSum(dy, layout, sums, workspace, threads, storage);
    };
  };
  return candidate;
}

}  // namespace

std::span<const OpKernels> matmulKernels() {
  const NamedMaker bf16{"bf16", makeBf16Linear}, matmul{"matmul", makeLinear}, plain{"plain", makePlainLinear, true};
  static const OpKernels kernels[] = {{"linear", {bf16, matmul, {"matmul packed", makePackedLinear}, plain}},
                                      {"linear_grad_input", {bf16, matmul, plain}},
                                      {"linear_grad_weight", {bf16, matmul, plain}},
                                      {"linear_grad_weight_bias",
                                       {{"bf16, then bias gradient", gradWeightThenSums<makeBf16Linear>},
                                        {"bf16 own", makeBf16OwnGradWeight},
                                        {"matmul, then bias gradient", gradWeightThenSums<makeLinear>},
                                        {"plain, then bias gradient", gradWeightThenSums<makePlainLinear>, true}}}};
  return kernels;
}

}  // namespace stepscope::cpu
