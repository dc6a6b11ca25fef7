// Element-wise kernels, and the channel sums that bias gradients need; f32. Pointers need no alignment.
// In place is allowed: an output may be the same pointer as an input, but must not overlap it otherwise.
#pragma once

#include <cstdint>

#include "core/backend/cpu/simd/layout.h"
#include "core/backend/cpu/simd/storage.h"

namespace stepscope::kernels {

void copy(const float* x, float* y, std::int64_t count, int threads);
void zero(float* y, std::int64_t count, int threads);
void scale(const float* x, float alpha, float* y, std::int64_t count, int threads);          // y = alpha * x
void addScaled(const float* x, float alpha, float* y, std::int64_t count, int threads);      // y += alpha * x
void relu(const float* x, float* y, std::int64_t count, int threads);                        // NaN stays NaN
void reluGrad(const float* dy, const float* y, float* dx, std::int64_t count, int threads);  // dx = y > 0 ? dy : 0
void add(const float* a, const float* b, float* y, std::int64_t count, bool relu, int threads);

// sums[c] (layout.c floats) = the sum of `dy` over all dimensions except the channel. f32 partial sums of at most a few thousand elements are
// combined in double. `storage` is the type of dy, y and dx. For a (rows, columns) matrix use ChannelBlocks::matrix.
std::int64_t channelSumWorkspaceBytes(const ChannelBlocks& layout, int threads);
void channelSum(const void* dy, const ChannelBlocks& layout, float* sums, void* workspace, int threads, Storage storage = Storage::F32);
// In one pass dx = y > 0 ? dy : 0 and the channel sums of dx. The workspace is that of channelSum(). `dx` may be `dy`.
void reluGradChannelSum(const void* dy, const void* y, void* dx, const ChannelBlocks& layout, float* sums, void* workspace, int threads,
                        Storage storage = Storage::F32);

// Adds to every element of `y` the bias of its channel, in any layout; padding lanes stay zero.
void addChannelBias(float* y, const float* bias, const ChannelBlocks& layout, int threads);

}  // namespace stepscope::kernels
