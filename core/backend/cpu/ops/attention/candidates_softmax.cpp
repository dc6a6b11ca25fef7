// Softmax and log-softmax over plain memory: attention scores and logits are stored so.
#include "core/backend/cpu/ops/attention/softmax.h"
#include "core/backend/cpu/ops/families.h"

namespace stepscope::cpu {

namespace {

kernels::SoftmaxShape shapeOf(const KernelRequest& r) {
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
              [shape = shapeOf(r), threads = r.threads](const Buffers& b) { kernels::softmax(shape, log, b.in(0), b.out(0), threads); });
}

template <bool log>
std::optional<Candidate> makeSoftmaxGrad(const KernelRequest& r) {
  return runs(plainCandidate(r),
              [shape = shapeOf(r), threads = r.threads](const Buffers& b) { kernels::softmaxGrad(shape, log, b.in(0), b.in(1), b.out(0), threads); });
}

}  // namespace

std::span<const OpKernels> softmaxKernels() {
  static const OpKernels kernels[] = {
      {"softmax", {{"own", makeSoftmax<false>}}},
      {"softmax_grad", {{"own", makeSoftmaxGrad<false>}}},
      {"log_softmax", {{"own", makeSoftmax<true>}}},
      {"log_softmax_grad", {{"own", makeSoftmaxGrad<true>}}},
  };
  return kernels;
}

}  // namespace stepscope::cpu
