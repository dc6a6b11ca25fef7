// Parameter updates, PyTorch's formulas (torch/optim/{sgd,adam,adamw,rmsprop,adagrad}.py) and those of the papers (LAMB, 8-bit Adam). Flat
// f32 arrays, so any layout will do as long as parameter, gradient and state share it; padding lanes with zero gradient and zero parameter
// stay zero. One call updates many tensors in one parallel region, which matters for small networks.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

namespace stepscope::kernels {

// What becomes of a gradient before anything else: g = clamp(scale g, -limit, limit). A NaN stays a NaN.
struct GradientClip {
  float scale = 1;
  float limit = std::numeric_limits<float>::infinity();
};

struct SgdOptions {
  double momentum = 0, dampening = 0, weightDecay = 0;
  bool nesterov = false;   // needs momentum > 0 and dampening 0
  bool firstStep = false;  // momentum buffer := gradient, without dampening; only differs from a zeroed buffer when dampening != 0
  GradientClip clip{};
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
  GradientClip clip{};
};
struct AdamTensor {
  float* p = nullptr;
  const float* g = nullptr;
  float* m = nullptr;
  float* v = nullptr;
  float* most = nullptr;  // amsgrad: the largest v so far, which then stands in the denominator; null without
  std::int64_t count = 0;
};
// m += (1 - beta1)(g - m); v = beta2 v + (1 - beta2) g^2; p -= lr / (1 - beta1^t) m / (sqrt(v) / sqrt(1 - beta2^t) + eps).
// step is t, 1 in the first step; bias corrections in double.
void adam(std::span<const AdamTensor> tensors, double lr, std::int64_t step, const AdamOptions& options, int threads);

struct RmsPropOptions {
  double alpha = 0.99, eps = 1e-8, momentum = 0, weightDecay = 0;
  GradientClip clip{};
};
struct RmsPropTensor {
  float* p = nullptr;
  const float* g = nullptr;
  float* square = nullptr;
  float* m = nullptr;     // momentum buffer; null without momentum
  float* mean = nullptr;  // centered: the gradient's mean; null without
  std::int64_t count = 0;
};
// g += wd p; square = alpha square + (1 - alpha) g^2; mean += (1 - alpha)(g - mean); a = sqrt(square - mean^2) + eps;
// m = momentum m + g / a; p -= lr m
void rmsProp(std::span<const RmsPropTensor> tensors, double lr, const RmsPropOptions& options, int threads);

struct AdagradOptions {
  double rateDecay = 0, eps = 1e-10, weightDecay = 0;
  GradientClip clip{};
};
struct AdagradTensor {
  float* p = nullptr;
  const float* g = nullptr;
  float* sum = nullptr;
  std::int64_t count = 0;
};
// g += wd p; sum += g^2; p -= lr / (1 + (t - 1) rateDecay) g / (sqrt(sum) + eps)
void adagrad(std::span<const AdagradTensor> tensors, double lr, std::int64_t step, const AdagradOptions& options, int threads);

// LAMB (You et al. 2020, algorithm 2): u = m^ / (sqrt(v^) + eps) + wd p with bias-corrected moments; p -= lr |p| / |u| u over each tensor,
// where the ratio is 1 should a norm be 0. `most` and `decoupled` are not used.
void lamb(std::span<const AdamTensor> tensors, double lr, std::int64_t step, const AdamOptions& options, int threads, double* workspace);
std::int64_t lambWorkspaceBytes(std::size_t tensors, int threads);

// Adam whose moments are one byte an element (Dettmers et al. 2022, bitsandbytes): in blocks of 256 each is a code of a 256-entry dynamic
// map times the block's largest magnitude. A block of zeros has scale 0, whatever its codes.
struct Adam8bitTensor {
  float* p = nullptr;
  const float* g = nullptr;
  std::uint8_t* m = nullptr;
  float* mScale = nullptr;
  std::uint8_t* v = nullptr;
  float* vScale = nullptr;
  std::int64_t count = 0;
};
constexpr std::int64_t kAdam8bitBlock = 256;
void adam8bit(std::span<const Adam8bitTensor> tensors, double lr, std::int64_t step, const AdamOptions& options, int threads);
// The map in rising order: signed for the first moment, unsigned for the second.
std::span<const float, 256> dynamicMap(bool isSigned);

// average = decay average + (1 - decay) p; with decay 0 a copy.
struct AverageTensor {
  float* average = nullptr;
  const float* p = nullptr;
  std::int64_t count = 0;
};
void weightAverage(std::span<const AverageTensor> tensors, double decay, int threads);

// average = average + share (p - average), p being a gradient; with share 1 a copy.
void accumulateGradients(std::span<const AverageTensor> tensors, double share, int threads);

// The Euclidean norm over all tensors, summed in double by thread and in the order of the threads. workspace: one double a thread.
struct ConstTensor {
  const float* x = nullptr;
  std::int64_t count = 0;
};
double globalNorm(std::span<const ConstTensor> tensors, int threads, double* workspace);

}  // namespace stepscope::kernels
