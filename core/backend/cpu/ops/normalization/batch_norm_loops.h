// The passes of batch normalisation over a part of a channel group; batch_norm.cpp combines them. Each call is dispatched once to the current target.
#pragma once

#include <cstdint>

#include "core/backend/cpu/ops/elementwise/unary.h"
#include "core/backend/cpu/simd/channel_groups.h"
#include "core/backend/cpu/simd/storage.h"

namespace stepscope::kernels {

struct SegmentRange {
  std::int64_t group = 0, first = 0, last = 0;
};

// Per-channel values of one group are arrays of ChannelGroups::kStrip, indexed by the channel in the group.
using GroupValues = float[ChannelGroups::kStrip];
using GroupSums = double[2][ChannelGroups::kStrip];

// sums[0] += x - shift, sums[1] += (x - shift)^2
void batchNormMoments(const ChannelGroups& groups, SegmentRange range, const void* x, const float* shift, double (*sums)[ChannelGroups::kStrip],
                      Storage storage = Storage::F32);

// y = relu(scale x + offset + residual), and the mask of the relu
struct BatchNormApply {
  const void* x = nullptr;
  const void* residual = nullptr;
  void* y = nullptr;
  std::uint8_t* mask = nullptr;
  bool relu = false;
  Storage storage = Storage::F32;
};
void batchNormApply(const ChannelGroups& groups, SegmentRange range, const BatchNormApply& tensors, const float* scale, const float* offset);

// g = dy after the relu, written to dresidual if that is not null; sums[0] += g, sums[1] += g (x - mean)
struct BatchNormGradSums {
  const void* x = nullptr;
  const void* dy = nullptr;
  const void* dyOther = nullptr;  // a second gradient, added to dy; only with dresidual
  const std::uint8_t* mask = nullptr;
  const void* y = nullptr;
  void* dresidual = nullptr;
  bool relu = false;
  Storage storage = Storage::F32;
};
void batchNormGradSums(const ChannelGroups& groups, SegmentRange range, const BatchNormGradSums& tensors, const float* mean,
                       double (*sums)[ChannelGroups::kStrip]);

// dx = gradScale g + inputScale x + offset
struct BatchNormGradApply {
  const void* x = nullptr;
  const void* dy = nullptr;  // if `relu` is false, dy is already masked
  const std::uint8_t* mask = nullptr;
  const void* y = nullptr;
  void* dx = nullptr;
  bool relu = false;
  Storage storage = Storage::F32;
};
void batchNormGradApply(const ChannelGroups& groups, SegmentRange range, const BatchNormGradApply& tensors, const float* gradScale,
                        const float* inputScale, const float* offset);

// The same with an activation a after the norm, in batch_norm_activation_loops.cpp: y = a(scale x + offset), and g = dy a'(scale x + offset). g is
// computed in both passes if that is cheaper than writing and reading a tensor; otherwise the pass of the sums writes it to `out`, and
// batchNormGradApply() reads it there. Throws (Internal) for a function that batchNormTakes() does not support.
struct BatchNormActivation {
  const void* x = nullptr;
  const void* dy = nullptr;  // backward
  void* out = nullptr;       // y or dx, may be x or dy; for the sums: g, may be dy, or null
  FormulaUse function;
  Storage storage = Storage::F32;
  const float *scale = nullptr, *offset = nullptr;
};
void batchNormActivationApply(const ChannelGroups& groups, SegmentRange range, const BatchNormActivation& t);
void batchNormActivationGradSums(const ChannelGroups& groups, SegmentRange range, const BatchNormActivation& t, const float* mean,
                                 double (*sums)[ChannelGroups::kStrip]);
void batchNormActivationGradApply(const ChannelGroups& groups, SegmentRange range, const BatchNormActivation& t, const float* gradScale,
                                  const float* inputScale, const float* gradOffset);

// Elements per byte of the bit mask with the current target.
std::int64_t batchNormMaskElementsPerByte();

}  // namespace stepscope::kernels
