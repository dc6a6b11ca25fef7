// Scaled dot-product attention with causal and key masks: our own kernels, which never store more scores than those of one block of queries.
#include <algorithm>
#include <cmath>

#include "core/backend/cpu/ops/attention/attention.h"
#include "core/backend/cpu/ops/attention/attention_bf16.h"
#include "core/backend/cpu/ops/attention/softmax.h"
#include "core/backend/cpu/ops/families.h"

namespace stepscope::cpu {

namespace {

kernels::AttentionShape shapeOf(const KernelRequest& r) {
  kernels::AttentionShape s;
  s.packed = !r.has(1);
  const Shape& q = r.inputShape(0);
  s.batch = q[0];
  s.queries = q[1];
  s.keys = s.packed ? q[1] : r.inputShape(1)[1];
  s.heads = r.node.attrs.integer("heads");
  s.headSize = (s.packed ? q[2] / 3 : q[2]) / s.heads;
  s.causal = r.node.attrs.flag("causal");
  const double scale = r.node.attrs.real("scale", 0.0);
  s.scale = static_cast<float>(scale == 0 ? 1.0 / std::sqrt(static_cast<double>(s.headSize)) : scale);
  s.p = r.node.attrs.real("p", 0.0);
  if (s.p > 0) s.opId = static_cast<std::uint32_t>(r.node.attrs.integer("op_id"));
  return s;
}

kernels::AttentionOperands operandsOf(const Buffers& b) {
  return {b.in(0), b.in(1), b.in(2), b.in<std::uint8_t>(3), b.in<std::int64_t>(4)};
}

std::optional<Candidate> makeAttention(const KernelRequest& r) {
  auto candidate = plainCandidate(r);
  if (!candidate) return candidate;
  const kernels::AttentionShape shape = shapeOf(r);
  candidate->workspaceBytes = kernels::attentionWorkspaceBytes(shape, r.threads);
  return runs(std::move(candidate),
              [shape, threads = r.threads](const Buffers& b) { kernels::attention(shape, operandsOf(b), b.out(0), b.out(1), b.workspace, threads); });
}

std::optional<Candidate> makeAttentionGrad(const KernelRequest& r) {
  auto candidate = plainCandidate(r);
  if (!candidate) return candidate;
  const kernels::AttentionShape shape = shapeOf(r);
  candidate->workspaceBytes = kernels::attentionGradWorkspaceBytes(shape, r.threads);
  return runs(std::move(candidate), [shape, threads = r.threads](const Buffers& b) {
    kernels::attentionGrad(shape, operandsOf(b), b.in(5), b.in(6), b.in(7), b.out(0), b.out(1), b.out(2), b.workspace, threads);
  });
}

// ---- bf16 products

// A candidate of our own on bf16, without bind; nullopt unless bf16 arithmetic is allowed and the shape is supported.
std::optional<Candidate> bf16Candidate(const KernelRequest& r) {
  if (!r.bf16Arithmetic || !kernels::attentionBf16Supports(shapeOf(r))) return std::nullopt;
  Candidate candidate;
  candidate.name = "bf16";
  candidate.library = "stepscope";
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i) candidate.inputs.push_back(r.has(i) ? plain(r.inputShape(i), r.input(i).dtype) : Physical{});
  for (std::size_t i = 0; i < r.node.outputs.size(); ++i) candidate.outputs.push_back(plain(r.outputShape(i), r.output(i).dtype));
  return candidate;
}

bool areBf16(const KernelRequest& r, std::initializer_list<std::size_t> inputs, std::initializer_list<std::size_t> outputs) {
  const auto narrowInput = [&](std::size_t i) { return !r.has(i) || r.input(i).dtype == DType::BF16; };
  const auto narrowOutput = [&](std::size_t i) { return i >= r.node.outputs.size() || r.output(i).dtype == DType::BF16; };
  return std::all_of(inputs.begin(), inputs.end(), narrowInput) && std::all_of(outputs.begin(), outputs.end(), narrowOutput);
}

kernels::AttentionBf16Operands bf16OperandsOf(const Buffers& b) {
  return {b.in<std::uint16_t>(0), b.in<std::uint16_t>(1), b.in<std::uint16_t>(2), b.in<std::uint8_t>(3)};
}

std::optional<Candidate> makeAttentionBf16(const KernelRequest& r) {
  if (!areBf16(r, {0, 1, 2}, {0}) || r.output(1).dtype != DType::F32) return std::nullopt;
  auto candidate = bf16Candidate(r);
  if (!candidate) return candidate;
  const kernels::AttentionShape shape = shapeOf(r);
  candidate->workspaceBytes = kernels::attentionBf16WorkspaceBytes(shape, r.threads);
  return runs(std::move(candidate), [shape, threads = r.threads](const Buffers& b) {
    kernels::attentionBf16(shape, bf16OperandsOf(b), b.out<std::uint16_t>(0), b.out(1), b.workspace, threads);
  });
}

std::optional<Candidate> makeAttentionGradBf16(const KernelRequest& r) {
  if (!areBf16(r, {0, 1, 2, 5, 7}, {0, 1, 2}) || r.input(6).dtype != DType::F32) return std::nullopt;
  auto candidate = bf16Candidate(r);
  if (!candidate) return candidate;
  const kernels::AttentionShape shape = shapeOf(r);
  candidate->workspaceBytes = kernels::attentionGradBf16WorkspaceBytes(shape, r.threads);
  return runs(std::move(candidate), [shape, threads = r.threads](const Buffers& b) {
    using Half = std::uint16_t;
    kernels::attentionGradBf16(shape, bf16OperandsOf(b), b.in<Half>(5), b.in(6), b.in<Half>(7), b.out<Half>(0), b.out<Half>(1), b.out<Half>(2),
                               b.workspace, threads);
  });
}

}  // namespace

// Softmax and log-softmax, over plain memory, in which attention scores and logits are stored.
namespace {

kernels::SoftmaxShape softmaxShapeOf(const KernelRequest& r) {
  const Shape& shape = r.inputShape(0);
  const auto axis = static_cast<std::size_t>(r.node.attrs.integer("axis"));
  kernels::SoftmaxShape s;
  for (std::size_t i = 0; i < axis; ++i) s.outer *= shape[i];
  s.count = shape[axis];
  for (std::size_t i = axis + 1; i < shape.size(); ++i) s.inner *= shape[i];
  return s;
}

template <bool log>
std::optional<Candidate> makeSoftmax(const KernelRequest& r) {
  return runs(plainCandidate(r),
              [shape = softmaxShapeOf(r), threads = r.threads](const Buffers& b) { kernels::softmax(shape, log, b.in(0), b.out(0), threads); });
}

template <bool log>
std::optional<Candidate> makeSoftmaxGrad(const KernelRequest& r) {
  return runs(plainCandidate(r), [shape = softmaxShapeOf(r), threads = r.threads](const Buffers& b) {
    kernels::softmaxGrad(shape, log, b.in(0), b.in(1), b.out(0), threads);
  });
}

}  // namespace

std::span<const OpKernels> attentionKernels() {
  static const OpKernels kernels[] = {{"attention", {{"bf16", makeAttentionBf16}, {"own", makeAttention}}},
                                      {"attention_grad", {{"bf16", makeAttentionGradBf16}, {"own", makeAttentionGrad}}},
                                      {"softmax", {{"own", makeSoftmax<false>}}},
                                      {"softmax_grad", {{"own", makeSoftmaxGrad<false>}}},
                                      {"log_softmax", {{"own", makeSoftmax<true>}}},
                                      {"log_softmax_grad", {{"own", makeSoftmaxGrad<true>}}}};
  return kernels;
}

}  // namespace stepscope::cpu
