// Kernels of relu, add, dropout and the channel sums of bias gradients: our own, element by element in the stored layout.
#include <algorithm>

#include "core/backend/cpu/ops/elementwise/broadcast_candidate.h"
#include "core/backend/cpu/ops/elementwise/dropout.h"
#include "core/backend/cpu/ops/elementwise/elementwise.h"
#include "core/backend/cpu/ops/families.h"
#include "core/backend/cpu/simd/parallel.h"

namespace stepscope::cpu {

namespace {

bool isF32(const KernelRequest& r, std::size_t input) {
  return r.input(input).dtype == DType::F32;
}

std::optional<Candidate> makeRelu(const KernelRequest& r) {
  if (!isF32(r, 0)) return std::nullopt;
  const Physical x = r.layoutOfInput(0);
  return runs(ownCandidate({x}, {x}),
              [count = elements(x), threads = r.threads](const Buffers& b) { kernels::relu(b.in(0), b.out(0), count, threads); });
}

std::optional<Candidate> makeReluGrad(const KernelRequest& r) {
  if (!isF32(r, 0) || !isF32(r, 1)) return std::nullopt;
  const Physical x = r.commonLayout(0, 1);
  return runs(ownCandidate({x, x}, {x}),
              [count = elements(x), threads = r.threads](const Buffers& b) { kernels::reluGrad(b.in(0), b.in(1), b.out(0), count, threads); });
}

// The type of the gradients that a channel sum reads, f32 or bf16; nullopt for other types, and if the sums (output `sums`) are not f32.
std::optional<kernels::Storage> storageOf(const KernelRequest& r, std::size_t sums) {
  const DType type = r.input(0).dtype;
  if ((type != DType::F32 && type != DType::BF16) || r.output(sums).dtype != DType::F32) return std::nullopt;
  return type == DType::F32 ? kernels::Storage::F32 : kernels::Storage::BF16;
}

std::optional<Candidate> makeReluGradChannelSum(const KernelRequest& r) {
  const auto storage = storageOf(r, 1);
  if (!storage || r.input(1).dtype != r.input(0).dtype || r.output(0).dtype != r.input(0).dtype) return std::nullopt;
  const Physical x = r.commonLayout(0, 1);
  const auto layout = channelBlocks(r.inputShape(0), x.layout);
  Candidate candidate = ownCandidate({x, x}, {x, plain({r.inputShape(0)[1]}, DType::F32)});
  candidate.workspaceBytes = kernels::channelSumWorkspaceBytes(layout, r.threads);
  return runs(std::move(candidate), [layout, storage = *storage, threads = r.threads](const Buffers& b) {
    kernels::reluGradChannelSum(b.in(0), b.in(1), b.out(0), layout, b.out(1), b.workspace, threads, storage);
  });
}

std::optional<Candidate> makeChannelSum(const KernelRequest& r) {
  const auto storage = storageOf(r, 0);
  if (!storage) return std::nullopt;
  const Physical x = r.layoutOfInput(0);
  const auto layout = channelBlocks(r.inputShape(0), x.layout);
  Candidate candidate = ownCandidate({x}, {plain({r.inputShape(0)[1]}, DType::F32)});
  candidate.workspaceBytes = kernels::channelSumWorkspaceBytes(layout, r.threads);
  return runs(std::move(candidate), [layout, storage = *storage, threads = r.threads](const Buffers& b) {
    kernels::channelSum(b.in(0), layout, b.out(0), b.workspace, threads, storage);
  });
}

std::optional<Candidate> makeAdd(const KernelRequest& r) {
  if (!isF32(r, 0) || !isF32(r, 1)) return std::nullopt;
  if (r.inputShape(0) != r.inputShape(1)) return broadcastCandidate(r, {Formula::Add});
  const Physical x = r.commonLayout(0, 1);
  return runs(ownCandidate({x, x}, {x}), [count = elements(x), relu = r.node.attrs.flag("relu"), threads = r.threads](const Buffers& b) {
    kernels::add(b.in(0), b.in(1), b.out(0), count, relu, threads);
  });
}

std::optional<Candidate> makeDropout(const KernelRequest& r) {
  const DType type = r.input(0).dtype;
  const bool bf16Rows = type == DType::BF16 && r.output(0).dtype == type && r.inputShape(0).size() != 4;
  if (type != DType::F32 && !bf16Rows) return std::nullopt;
  const Physical x = r.layoutOfInput(0);
  Candidate candidate = ownCandidate({x, Physical{}}, {x});
  const double p = r.node.attrs.real("p");
  const auto id = static_cast<std::uint32_t>(r.node.attrs.integer("op_id"));
  const int threads = r.threads;
  if (r.inputShape(0).size() == 4) {
    const auto layout = channelBlocks(r.inputShape(0), x.layout);
    return runs(std::move(candidate), [=](const Buffers& b) { kernels::dropout(b.in(0), b.out(0), layout, p, *b.in<std::int64_t>(1), id, threads); });
  }
  const kernels::Storage storage = bf16Rows ? kernels::Storage::BF16 : kernels::Storage::F32;
  return runs(std::move(candidate), [=, count = x.bytes / kernels::bytesOf(storage)](const Buffers& b) {
    kernels::dropout(b.in(0), b.out(0), count, p, *b.in<std::int64_t>(1), id, threads, storage);
  });
}

std::optional<Candidate> makeStochasticDepth(const KernelRequest& r) {
  if (!isF32(r, 0)) return std::nullopt;
  const Physical x = r.layoutOfInput(0);
  return runs(ownCandidate({x, Physical{}}, {x}),
              [samples = r.inputShape(0)[0], count = elements(x), p = r.node.attrs.real("p"),
               id = static_cast<std::uint32_t>(r.node.attrs.integer("op_id")), threads = r.threads](const Buffers& b) {
                kernels::stochasticDepth(b.in(0), b.out(0), samples, count / samples, p, *b.in<std::int64_t>(1), id, threads);
              });
}

}  // namespace

// expand and fill. (Formulas of two operands are in candidates_formula.cpp.)
namespace {

std::optional<Candidate> makeExpand(const KernelRequest& r) {
  return expandCandidate(r, static_cast<float>(r.node.attrs.real("scale", 1.0)));
}

std::optional<Candidate> makeFill(const KernelRequest& r) {
  const Physical y = plain(r.outputShape(0), DType::F32);
  return runs(ownCandidate({}, {y}),
              [count = elements(y), value = static_cast<float>(r.node.attrs.real("value")), threads = r.threads](const Buffers& b) {
                kernels::parallelParts(count, kernels::teamForBytes(count * 4, threads), 16,
                                       [&](kernels::WorkRange range, int) { std::fill(b.out(0) + range.begin, b.out(0) + range.end, value); });
              });
}

}  // namespace

std::span<const OpKernels> elementwiseKernels() {
  static const OpKernels kernels[] = {{"relu", {{"own", makeRelu}}},
                                      {"relu_grad", {{"own", makeReluGrad}}},
                                      {"relu_grad_channel_sum", {{"own", makeReluGradChannelSum}}},
                                      {"channel_sum", {{"own", makeChannelSum}}},
                                      {"add", {{"own", makeAdd}}},
                                      {"dropout", {{"own", makeDropout}}},
                                      {"stochastic_depth", {{"own", makeStochasticDepth}}},
                                      {"expand", {{"own", makeExpand}}},
                                      {"fill", {{"own", makeFill}}}};
  return kernels;
}

}  // namespace stepscope::cpu
