// Element by element kernels, and the channel sums that bias gradients need. f32. Pointers need no alignment.
// In place is allowed: an output may be the same pointer as an input (not a shifted overlap).
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

// sums[c] = sum of dy over everything but the channel; sums holds layout.c floats. f32 partial sums of at most a few thousand elements
// are combined in double. storage: the type of dy, y and dx. A (rows, columns) matrix is ChannelBlocks::matrix.
std::int64_t channelSumWorkspaceBytes(const ChannelBlocks& layout, int threads);
void channelSum(const void* dy, const ChannelBlocks& layout, float* sums, void* workspace, int threads, Storage storage = Storage::F32);
// The same in one pass with dx = y > 0 ? dy : 0; sums are those of dx. Same workspace. dx may be dy.
void reluGradChannelSum(const void* dy, const void* y, void* dx, const ChannelBlocks& layout, float* sums, void* workspace, int threads,
                        Storage storage = Storage::F32);

// y += bias of its channel, in any layout; padding lanes stay zero.
void addChannelBias(float* y, const float* bias, const ChannelBlocks& layout, int threads);

}  // namespace stepscope::kernels
