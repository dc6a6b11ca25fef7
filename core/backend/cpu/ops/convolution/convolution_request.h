// The parameters of a convolution node, for all three passes.
#pragma once

#include <string>

#include "core/backend/cpu/base/candidate.h"
#include "core/backend/cpu/onednn/convolution.h"
#include "core/backend/cpu/ops/convolution/convolution_shape.h"
#include "core/backend/cpu/ops/convolution/small_convolution.h"

namespace stepscope::cpu {

// The three passes are one computation with exchanged roles: x, w and y are the same tensors in each.
struct Convolution {
  onednn::ConvolutionSpec::Pass pass = onednn::ConvolutionSpec::Pass::Forward;
  onednn::ConvolutionSpec spec;  // shapes and attributes; the layouts are left to the library
  bool simple = false;           // no groups, no dilation: supported by our own kernels
  kernels::ConvolutionShape shape;
  Physical x, y;  // preferred layouts
  int threads = 1;
};

// Nullopt if an input has another type than `type`.
std::optional<Convolution> parseConvolution(const KernelRequest& request, DType type);

// Sets the layouts of the candidate's operands, in the order of the node: (x, w, b) -> y; (dy, w) -> dx; (x, dy) -> dw.
void setOperands(const Convolution& convolution, const Physical& x, const Physical& w, const Physical& y, Candidate& candidate);

// The candidate that runs `primitive`, which was made from the convolution's spec, with images in these layouts.
Candidate libraryCandidate(const Convolution& convolution, std::string name, const onednn::Primitive& primitive, const Physical& x,
                           const Physical& y);

// The pass as our own kernels name it.
kernels::ConvolutionPass ownPassOf(const Convolution& convolution);

}  // namespace stepscope::cpu
