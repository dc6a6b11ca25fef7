// The library's kernels for fused groups, in candidates_*.cpp, which know how the ops' operands are described to the library. Null plans: it
// has no such kernel.
#pragma once

#include <optional>

#include "core/backend/cuda/base/candidate.h"

namespace stepscope::cuda {

// linear with an epilogue: outputs y [what backward reads]; keep: it is written.
std::optional<Planned> planLinearEpilogue(const Call& call, const Library& library, Epilogue epilogue, bool keep);
// linear_grad_input of dy and w, after it the backward of an activation that reads input 2: outputs dx [bias gradient].
std::optional<Planned> planLinearGradEpilogue(const Call& call, const Library& library, Epilogue epilogue, bool biasGradient);
// linear_grad_weight: outputs dw and the sums of dy.
std::optional<Planned> planLinearGradWeightWithBias(const Call& call, const Library& library);
// conv2d_grad_input of dy, w and, of the norm, x gamma beta mean variance: outputs dx dgamma dbeta. The attribute eps is the norm's.
std::optional<Planned> planConvolutionThroughNorm(const Call& call, const Library& library);
// batch_norm with a relu and perhaps a residual: outputs y mean variance bits; batch_norm_grad, whose input 6 are those.
std::optional<Planned> planBatchNormWithRelu(const Call& call, const Library& library);
std::optional<Planned> planBatchNormGradWithRelu(const Call& call, const Library& library);
Int reluBitBytes(const Shape& shape);
// conv2d and conv2d_grad_weight whose input 0 is what a norm with a relu reads, and input 3 its scale and shift, packed as
// scaleShiftBytes() says. conv2d: outputs y [sums squares]; sums: they are written.
std::optional<Planned> planConvolutionOfNorm(const Call& call, const Library& library, bool sums);
std::optional<Planned> planWeightGradientOfNorm(const Call& call, const Library& library);
constexpr std::size_t kScaleShiftInput = 3;
constexpr Int shiftOffset(Int channels) {
  return alignedToPlan(2 * channels);
}
constexpr Int scaleShiftBytes(Int channels) {
  return 2 * shiftOffset(channels);
}
// batch_norm that writes no images: outputs mean variance scale-and-shift. batch_norm_grad with a relu whose mask was not written.
const OpKernel& normForPrologue();
const OpKernel& normGradWithoutMask();

}  // namespace stepscope::cuda
