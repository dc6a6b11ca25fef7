// How each pass of small_convolution.h divides its work, and the workspace that it needs. Both depend only on shape, threads and target.
#pragma once

#include <cstdint>

#include "core/backend/cpu/ops/convolution/image_lanes.h"

namespace stepscope::kernels {

struct SmallConvolutionPlan {
  ImageLanePlan work;
  int team = 1;
  std::int64_t sharedFloats = 0;  // packed weights
  std::int64_t threadFloats = 0;  // packed images and sums of one thread

  std::int64_t bytes() const { return (sharedFloats + team * threadFloats) * static_cast<std::int64_t>(sizeof(float)); }
};

SmallConvolutionPlan planForward(const ConvolutionShape& shape, int threads);
SmallConvolutionPlan planGradInput(const ConvolutionShape& shape, int threads);
SmallConvolutionPlan planGradWeight(const ConvolutionShape& shape, int threads);

// The output rows that contribute to the input rows `rows`.
WorkRange outputRowsFor(const ConvolutionShape& shape, WorkRange rows);
// Columns of the sums of an input row while the columns of its padding are included.
constexpr std::int64_t gradRowColumns(const ConvolutionShape& shape) {
  return std::max(shape.inW + shape.padW, (shape.outW() - 1) * shape.strideW + shape.kernelW);
}

}  // namespace stepscope::kernels
