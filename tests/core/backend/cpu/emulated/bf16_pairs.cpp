// Stands in for bf16_pairs.cpp of the product: emulated instructions are everywhere.
#include "core/backend/cpu/simd/bf16_pairs.h"

namespace stepscope::kernels {

bool multipliesBf16Pairs() {
  return true;
}

void requireBf16Pairs() {}

void forbidBf16Pairs() {}

}  // namespace stepscope::kernels
