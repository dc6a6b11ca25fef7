// Softmax and log-softmax of plain f32 tensors (outer, count, inner) over the middle dimension. In place is allowed.
#pragma once

#include <cstdint>

namespace stepscope::kernels {

struct SoftmaxShape {
  std::int64_t outer = 1, count = 1, inner = 1;
  std::int64_t elements() const { return outer * count * inner; }
};

// The largest value is subtracted first. A row of -infinity gives NaN, as in PyTorch. Sums in double.
void softmax(const SoftmaxShape& shape, bool log, const float* x, float* y, int threads);
// dx = y * (dy - sum(dy * y)); with log dx = dy - exp(y) * sum(dy).
void softmaxGrad(const SoftmaxShape& shape, bool log, const float* dy, const float* y, float* dx, int threads);

}  // namespace stepscope::kernels
