// Group norm (Wu & He, 2018), f32, any layout: statistics over the channels of a group and all pixels, for each sample separately.
#pragma once

#include <cstdint>

#include "core/backend/cpu/simd/layout.h"

namespace stepscope::kernels {

struct GroupNormForward {
  const float* x = nullptr;
  const float* gamma = nullptr;  // null: 1
  const float* beta = nullptr;   // null: 0
  float* y = nullptr;
  float* mean = nullptr;              // (n, groups)
  float* inverseDeviation = nullptr;  // (n, groups): 1 / sqrt(variance + eps), biased
};

struct GroupNormGrad {
  const float* x = nullptr;
  const float* dy = nullptr;
  const float* gamma = nullptr;  // null: 1
  const float* mean = nullptr;
  const float* inverseDeviation = nullptr;
  float* dx = nullptr;      // may be dy
  float* dgamma = nullptr;  // null: not wanted
  float* dbeta = nullptr;   // null: not wanted
};

std::int64_t groupNormWorkspaceBytes(const ChannelBlocks& layout, int threads);
void groupNorm(const ChannelBlocks& layout, std::int64_t groups, double eps, const GroupNormForward& tensors, void* workspace, int threads);
void groupNormGrad(const ChannelBlocks& layout, std::int64_t groups, const GroupNormGrad& tensors, void* workspace, int threads);

}  // namespace stepscope::kernels
