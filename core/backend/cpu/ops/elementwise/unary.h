// Functions of one element, forward and backward, over arrays as they lie. Pointers need no alignment; in place is allowed. What is stored
// in bf16 is computed in f32 and rounded when it is written.
#pragma once

#include <cstdint>

#include "core/backend/cpu/simd/layout.h"
#include "core/backend/cpu/simd/storage.h"

namespace stepscope::kernels {

enum class Unary {
  Clamp,      // a, b: least and greatest value
  LeakyRelu,  // a: factor of negative inputs
  Elu,        // a
  Gelu,
  GeluTanh,
  Silu,
  Sigmoid,
  Tanh,
  HardSwish,
  HardSigmoid,
  Softplus,  // a: beta, b: threshold
  Neg,
  Exp,
  Log,
  Sqrt,
  Erf,
  Floor,
};

struct UnaryFunction {
  Unary kind = Unary::Neg;
  float a = 0, b = 0;
};

// Whether the function of 0 is 0. Where it is not, padding lanes of a blocked tensor must be zeroed afterwards.
bool keepsZero(const UnaryFunction& function);

void unary(const UnaryFunction& function, Storage storage, const void* x, void* y, std::int64_t count, int threads);
void unary(const UnaryFunction& function, const float* x, float* y, std::int64_t count, int threads);

// dx = dy * f'. `kept` is the input x for Gelu, GeluTanh, Silu, HardSwish and Softplus, else the output y. Defined for all but Neg, Exp,
// Log, Erf and Floor, whose gradients are products, quotients and zeros.
void unaryGrad(const UnaryFunction& function, Storage storage, const void* dy, const void* kept, void* dx, std::int64_t count, int threads);
void unaryGrad(const UnaryFunction& function, const float* dy, const float* kept, float* dx, std::int64_t count, int threads);

// Writes zeros into the padding lanes; nothing where there are none.
void zeroPadding(float* y, const ChannelBlocks& layout, int threads);

}  // namespace stepscope::kernels
