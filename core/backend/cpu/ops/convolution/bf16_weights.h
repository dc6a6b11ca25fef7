// Converts weights of a convolution from f32, in their gradient's layout, to bf16 in the library's layout: rounded and reordered in one pass over
// memory instead of two.
#pragma once

#include <cstdint>

namespace stepscope::kernels {

// Blocks of 16 output by 16 input channels, tap by tap. Within one are pairs of inputs for every output ("8b16a2b", the forward pass), or
// pairs of outputs for every input ("8a16b2a", the gradient of the input); blocks of outputs or of inputs are outermost.
struct Bf16WeightBlocks {
  bool pairsOfOutputs = false, inputsOutermost = false;
};

// w: (outC, inC / 16, taps, 16); outC and inC are multiples of 16. Throws if there is no AVX512_BF16 (requireBf16Pairs() in bf16_pairs.h); memory is
// aligned to 64 bytes.
void blockWeightsBf16(std::int64_t outC, std::int64_t inC, std::int64_t taps, Bf16WeightBlocks blocks, const float* w, std::uint16_t* to,
                      int threads);

}  // namespace stepscope::kernels
