// Batch normalisation (Ioffe and Szegedy, 2015) with an optional residual add and relu in the same pass; f32, all layouts.
// Statistics: shifted sums in f32 over short chunks, combined in double; as accurate as two passes over the data.
#pragma once

#include <cstdint>

#include "core/backend/cpu/kernels/layout.h"

namespace stepscope::kernels {

struct BatchNormTraining {
  const float* x = nullptr;
  const float* residual = nullptr;  // optional, same layout: y = relu(bn(x) + residual)
  const float* gamma = nullptr;     // (C)
  const float* beta = nullptr;      // (C)
  float* runningMean = nullptr;     // (C), updated: (1 - momentum) * old + momentum * mean; null leaves them alone
  float* runningVar = nullptr;      // (C), the same with the unbiased variance
  float* y = nullptr;               // may be x or residual
  float* savedMean = nullptr;       // (C)
  float* savedVar = nullptr;        // (C), biased
  std::uint8_t* mask = nullptr;     // with relu: one bit an element, batchNormMaskBytes(layout); null: not wanted
  double eps = 1e-5, momentum = 0.1;
  bool relu = false;
};

struct BatchNormInference {
  const float* x = nullptr;
  const float* residual = nullptr;
  const float* gamma = nullptr;
  const float* beta = nullptr;
  const float* runningMean = nullptr;
  const float* runningVar = nullptr;
  float* y = nullptr;
  double eps = 1e-5;
  bool relu = false;
};

struct BatchNormGrad {
  const float* x = nullptr;
  const float* dy = nullptr;
  const float* gamma = nullptr;
  const float* savedMean = nullptr;
  const float* savedVar = nullptr;
  const std::uint8_t* mask = nullptr;  // with relu: the forward's mask, or
  const float* y = nullptr;            // with relu and no mask: the forward's output
  float* dx = nullptr;                 // may be dy (then dresidual may not), may be x
  float* dgamma = nullptr;             // (C)
  float* dbeta = nullptr;              // (C)
  float* dresidual = nullptr;          // optional: dy behind the relu's mask; may be dy
  double eps = 1e-5;
  bool relu = false;
};

// One bit an element, every contiguous run (a row of NHWC, a plane otherwise) rounded up to whole bytes.
std::int64_t batchNormMaskBytes(const ChannelBlocks& layout);
std::int64_t batchNormWorkspaceBytes(const ChannelBlocks& layout, int threads);

// The caller has checked that n * spatial > 1: a single value a channel has no variance.
void batchNormTraining(const ChannelBlocks& layout, const BatchNormTraining& tensors, void* workspace, int threads);
void batchNormInference(const ChannelBlocks& layout, const BatchNormInference& tensors, void* workspace, int threads);
void batchNormGrad(const ChannelBlocks& layout, const BatchNormGrad& tensors, void* workspace, int threads);

}  // namespace stepscope::kernels
