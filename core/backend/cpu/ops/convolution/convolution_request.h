// What a convolution's node asks for, whichever of its three passes it is.
#pragma once

#include <string>

#include "core/backend/cpu/base/candidate.h"
#include "core/backend/cpu/onednn/convolution.h"
#include "core/backend/cpu/ops/convolution/convolution_shape.h"
#include "core/backend/cpu/ops/convolution/small_convolution.h"

namespace stepscope::cpu {

// The three passes are one computation seen from three sides; here they are told apart once.
struct Convolution {
  onednn::ConvolutionSpec::Pass pass = onednn::ConvolutionSpec::Pass::Forward;
  onednn::ConvolutionSpec spec;  // shapes and attributes, layouts open
  bool simple = false;           // no groups, no dilation: what our own kernels take
  kernels::ConvolutionShape shape;
  Physical x, y;  // preferred layouts
  int threads = 1;
};

// Empty when an input is of another type.
std::optional<Convolution> parseConvolution(const KernelRequest& request, DType type);

// Operands in the order of the node: (x, w, b) -> y; (dy, w) -> dx; (x, dy) -> dw.
void setOperands(const Convolution& convolution, const Physical& x, const Physical& w, const Physical& y, Candidate& candidate);

// The library's kernel for it, with images of these layouts; primitive: made of the convolution's spec.
Candidate libraryCandidate(const Convolution& convolution, std::string name, const onednn::Primitive& primitive, const Physical& x,
                           const Physical& y);

// The pass as our own kernels call it.
kernels::ConvolutionPass ownPassOf(const Convolution& convolution);

}  // namespace stepscope::cpu
