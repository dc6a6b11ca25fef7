// Images whose rows and columns are weighted sums of another image's rows and columns: nearest and bilinear resizing, adaptive average
// pooling, and the gradients of all of them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/backend/cpu/simd/layout.h"

namespace stepscope::kernels {

// One axis: output o is the sum of weights[begin[o] + t] * input[first[o] + t] for t < begin[o + 1] - begin[o].
struct ResampleAxis {
  std::int64_t inputs = 0;
  std::vector<std::int64_t> first, begin;
  std::vector<float> weights;

  std::int64_t outputs() const { return static_cast<std::int64_t>(first.size()); }
};

// PyTorch's rules (aten/src/ATen/native/UpSample.h and cpu/UpSampleKernel.cpp): nearest uses floor(o * in / out) in single precision; linear aligns
// the pixel centres, or with alignCorners the centres of the corner pixels.
ResampleAxis nearestAxis(std::int64_t inputs, std::int64_t outputs);
ResampleAxis linearAxis(std::int64_t inputs, std::int64_t outputs, bool alignCorners);
// The mean of [floor(o * in / out), ceil((o + 1) * in / out)).
ResampleAxis adaptiveMeanAxis(std::int64_t inputs, std::int64_t outputs);
// The axis of the gradient: its outputs are the positions that `axis` reads, with the same weights.
ResampleAxis transposed(const ResampleAxis& axis);

// `input` is the layout of `x`; `y` has rows.outputs() x columns.outputs() pixels and the same channel block.
void resample(const ImageLayout& input, const ResampleAxis& rows, const ResampleAxis& columns, const float* x, float* y, int threads);

}  // namespace stepscope::kernels
