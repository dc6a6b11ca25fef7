// Batch normalisation (Ioffe and Szegedy, 2015) with an optional residual add and relu in the same pass; for f32 or bf16 images in all layouts;
// values per channel are f32. The statistics are shifted sums in f32 over short chunks, combined in double: as accurate as two passes over the data.
#pragma once

#include <cstdint>
#include <optional>

#include "core/backend/cpu/ops/elementwise/unary.h"
#include "core/backend/cpu/simd/layout.h"
#include "core/backend/cpu/simd/storage.h"

namespace stepscope::kernels {

// The activation, if a batch norm can apply it in its own pass (clamp, leaky relu, gelu, silu or hard swish, with f(0) = 0); otherwise nullopt.
std::optional<FormulaUse> batchNormTakes(const std::optional<FormulaUse>& activation);
// Whether the derivative is too slow to be computed in both passes of the gradient (gelu, silu). Then the first pass stores its product with dy in
// dx, which must not be x.
bool batchNormKeepsSlope(const FormulaUse& activation);

struct BatchNormTraining {
  const void* x = nullptr;
  const void* residual = nullptr;  // optional, same layout: y = relu(bn(x) + residual)
  const float* gamma = nullptr;    // (C)
  const float* beta = nullptr;     // (C)
  float* runningMean = nullptr;    // (C), becomes (1 - momentum) * old + momentum * mean; null: not wanted
  float* runningVar = nullptr;     // (C), the same with the unbiased variance
  void* y = nullptr;               // may be x or residual
  float* savedMean = nullptr;      // (C)
  float* savedVar = nullptr;       // (C), biased
  std::uint8_t* mask = nullptr;    // with relu: one bit per element, batchNormMaskBytes(layout); null: not wanted
  double eps = 1e-5, momentum = 0.1;
  bool relu = false;
  Storage storage = Storage::F32;          // of x, residual and everything of their shape
  std::optional<FormulaUse> activation{};  // y = activation(bn(x)); not with relu, a residual or a mask
};

struct BatchNormInference {
  const void* x = nullptr;
  const void* residual = nullptr;
  const float* gamma = nullptr;
  const float* beta = nullptr;
  const float* runningMean = nullptr;
  const float* runningVar = nullptr;
  void* y = nullptr;
  double eps = 1e-5;
  bool relu = false;
  Storage storage = Storage::F32;          // of x, residual and everything of their shape
  std::optional<FormulaUse> activation{};  // y = activation(bn(x)); not with relu, a residual or a mask
};

struct BatchNormGrad {
  const void* x = nullptr;
  const void* dy = nullptr;
  const float* gamma = nullptr;
  const float* savedMean = nullptr;
  const float* savedVar = nullptr;
  const std::uint8_t* mask = nullptr;  // with relu: the mask of the forward pass, or null if `y` is given
  const void* y = nullptr;             // with relu and no mask: the output of the forward pass
  void* dx = nullptr;                  // may be dy (then dresidual may not), may be x (except with batchNormKeepsSlope())
  float* dgamma = nullptr;             // (C)
  float* dbeta = nullptr;              // (C)
  void* dresidual = nullptr;           // optional: dy after the relu's mask; may be dy
  double eps = 1e-5;
  bool relu = false;
  Storage storage = Storage::F32;          // of x, residual and everything of their shape
  std::optional<FormulaUse> activation{};  // of the forward pass, recomputed from x; then beta is needed, and neither mask nor y
  const float* beta = nullptr;             // (C)
  const void* dyOther = nullptr;           // a second gradient of y, added to dy; only with dresidual, which may be the same memory
};

// One bit per element; every contiguous run (a row of NHWC, otherwise a plane) is rounded up to whole bytes.
std::int64_t batchNormMaskBytes(const ChannelBlocks& layout);
std::int64_t batchNormWorkspaceBytes(const ChannelBlocks& layout, int threads);

// The caller must check that n * spatial > 1: a single value per channel has no variance.
void batchNormTraining(const ChannelBlocks& layout, const BatchNormTraining& tensors, void* workspace, int threads);
void batchNormInference(const ChannelBlocks& layout, const BatchNormInference& tensors, void* workspace, int threads);
void batchNormGrad(const ChannelBlocks& layout, const BatchNormGrad& tensors, void* workspace, int threads);

}  // namespace stepscope::kernels
