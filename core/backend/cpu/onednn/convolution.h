// Convolutions of oneDNN: forward (with bias, an addition and an activation), data gradient, weight gradient.
#pragma once

#include <optional>

#include "core/backend/cpu/onednn/eltwise.h"
#include "core/backend/cpu/onednn/primitive.h"

namespace stepscope::onednn {

struct ConvolutionSpec {
  enum class Pass : std::uint8_t { Forward, BackwardData, BackwardWeights } pass = Pass::Forward;
  enum class Algorithm : std::uint8_t { Direct, Winograd } algorithm = Algorithm::Direct;
  Shape x, w, y;  // (N, C, H, W), (O, C / groups, kh, kw), (N, O, Ho, Wo)
  std::int64_t stride[2] = {1, 1}, padding[2] = {0, 0}, dilation[2] = {1, 1};
  std::int64_t groups = 1;
  bool bias = false, relu = false;    // forward only
  bool addend = false;                // forward only: another image with y's shape and layout is added before the relu (not y itself)
  std::optional<Eltwise> activation;  // forward only, instead of the relu
  DType dtype = DType::F32;           // type of every operand
  DType weightGradType = DType::F32;  // of the weight gradient; may be f32 if `dtype` is bf16
  TensorDesc xDesc, wDesc, yDesc;     // empty: the library chooses
};

// The dimensions that the library needs for weights: (g, O / g, C / g, kh, kw) with groups, else (O, C, kh, kw).
Shape weightDims(const Shape& w, std::int64_t groups);

// Nullopt if the library has no such kernel for these shapes, layouts and this machine. Arguments of forward: Src, Weights, [Bias], [Addend], Dst;
// data gradient: DiffDst, Weights, DiffSrc; weight gradient: Src, DiffDst, DiffWeights; all also Scratchpad. The weight gradient is made for one
// thread, whatever the calling thread has set: run it inside a team (cpu/ops/convolution/grad_weight_parts.h), or with a team of one.
std::optional<Primitive> makeConvolution(const ConvolutionSpec& spec);

}  // namespace stepscope::onednn
