// Copies the patches of images to a matrix, so that a convolution becomes a matrix product, and adds them up again; f32.
// The order of the matrix follows the layout of the images, so that copies are long:
//   plain NCHW (block 1):   col[n][k][pixel], k = (c, kh, kw):       per image y(O, P) = w(O, K) col(K, P), w plain (O, C, kh, kw)
//   blocked (block 8, 16):  col[n][pixel][k], k = (c / block, kh, kw, c % block), K = blocks * kh * kw * block
//   NHWC (block == c > 1):  col[n][pixel][k], k = (kh, kw, c)
// pixel = oh * outW + ow. To work on some of the images, offset `x` and set shape.n.
#pragma once

#include <cstdint>

#include "core/backend/cpu/ops/convolution/convolution_shape.h"

namespace stepscope::kernels {

constexpr std::int64_t im2colK(const ConvolutionShape& shape, std::int64_t block) {
  return (shape.inC + block - 1) / block * block * shape.kernelH * shape.kernelW;
}
constexpr std::int64_t im2colElements(const ConvolutionShape& shape, std::int64_t block) {
  return shape.n * shape.outH() * shape.outW() * im2colK(shape, block);
}
void im2col(const ConvolutionShape& shape, std::int64_t block, const float* x, float* col, int threads);
// Every pixel of `dx` becomes the sum of the patches that cover it; `dx` need not be zeroed before.
void col2im(const ConvolutionShape& shape, std::int64_t block, const float* col, float* dx, int threads);

}  // namespace stepscope::kernels
