#include "core/backend/cpu/ops/convolution/cast_into_blocks.h"

#include "core/backend/cpu/ops/convolution/bf16_weights.h"
#include "core/backend/cpu/simd/bf16_pairs.h"

namespace stepscope::cpu {

std::optional<Candidate> castIntoBlocks(const Physical& from, const Physical& to, const Shape& shape, int threads) {
  if (!kernels::multipliesBf16Pairs() || shape.size() != 4 || !from.desc || !to.desc) return std::nullopt;
  if (from.desc.dims() != shape || to.desc.dims() != shape || shape[0] % 16 != 0 || shape[1] % 16 != 0) return std::nullopt;
  if (from.desc.dtype() != DType::F32 || to.desc.dtype() != DType::BF16) return std::nullopt;
  // With one tap blocks of 16 inputs are stored as plain weights are.
  if (from.desc.format() != "aBcd16b" && !(from.desc.isPlain() && shape[2] * shape[3] == 1)) return std::nullopt;
  const std::string format = to.desc.format();
  const bool forward = format == "ABcd8b16a2b", backward = format == "ABcd8a16b2a", turned = format == "BAcd8a16b2a";
  if (!forward && !backward && !turned) return std::nullopt;
  Candidate candidate;
  candidate.name = "cast to blocks";
  candidate.library = "stepscope";
  candidate.inputs = {from};
  candidate.outputs = {to};
  return runs(std::move(candidate),
              [outC = shape[0], inC = shape[1], taps = shape[2] * shape[3], blocks = kernels::Bf16WeightBlocks{!forward, turned},
               threads](const Buffers& b) { kernels::blockWeightsBf16(outC, inC, taps, blocks, b.in(0), b.out<std::uint16_t>(0), threads); });
}

}  // namespace stepscope::cpu
