// Converts weights of a convolution from f32, in the layout of their gradient, to bf16 in the library's layout. Rounding and reordering take one pass
// over memory instead of two.
#pragma once

#include <cstdint>

namespace stepscope::kernels {

// Blocks of 16 output by 16 input channels, tap by tap. A block has pairs of inputs for every output ("8b16a2b", the forward pass), or pairs of
// outputs for every input ("8a16b2a", the gradient of the input). The outermost blocks are those of outputs, or with inputsOutermost those of inputs.
struct Bf16WeightBlocks {
  bool pairsOfOutputs = false, inputsOutermost = false;
};

// `w` is (outC, inC / 16, taps, 16); outC and inC are multiples of 16; memory is aligned to 64 bytes. Throws Error (Internal) without AVX512_BF16
// (requireBf16Pairs() in bf16_pairs.h).
void blockWeightsBf16(std::int64_t outC, std::int64_t inC, std::int64_t taps, Bf16WeightBlocks blocks, const float* w, std::uint16_t* to,
                      int threads);

}  // namespace stepscope::kernels
