// Parameter updates, PyTorch's formulas (torch/optim/{sgd,adam,adamw}.py). Flat f32 arrays, so any layout will do as long as parameter,
// gradient and state share it; padding lanes with zero gradient and zero parameter stay zero. One call updates many tensors in one
// parallel region, which matters for small networks.
#pragma once

#include <cstdint>
#include <span>

namespace stepscope::kernels {

struct SgdOptions {
  double momentum = 0, dampening = 0, weightDecay = 0;
  bool nesterov = false;   // needs momentum > 0 and dampening 0
  bool firstStep = false;  // momentum buffer := gradient, without dampening; only differs from a zeroed buffer when dampening != 0
};
struct SgdTensor {
  float* p = nullptr;
  const float* g = nullptr;
  float* m = nullptr;  // momentum buffer; null when momentum is 0
  std::int64_t count = 0;
};
// g += wd p; m = momentum m + (1 - dampening) g; p -= lr (nesterov ? g + momentum m : m)
void sgd(std::span<const SgdTensor> tensors, double lr, const SgdOptions& options, int threads);

struct AdamOptions {
  double beta1 = 0.9, beta2 = 0.999, eps = 1e-8, weightDecay = 0;
  bool decoupled = false;  // AdamW: p *= 1 - lr wd first; else Adam: g += wd p
};
struct AdamTensor {
  float* p = nullptr;
  const float* g = nullptr;
  float* m = nullptr;
  float* v = nullptr;
  std::int64_t count = 0;
};
// m += (1 - beta1)(g - m); v = beta2 v + (1 - beta2) g^2; p -= lr / (1 - beta1^t) m / (sqrt(v) / sqrt(1 - beta2^t) + eps).
// step is t, 1 in the first step; bias corrections in double.
void adam(std::span<const AdamTensor> tensors, double lr, std::int64_t step, const AdamOptions& options, int threads);

}  // namespace stepscope::kernels
