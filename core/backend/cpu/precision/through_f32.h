// Runs f32-only kernels on operands stored in bf16 or fp16: converted before and after. On a CPU without arithmetic in these types they are only
// storage; and so every op of the table runs in them even without a kernel of its own.
#pragma once

#include "core/backend/cpu/base/candidate.h"

namespace stepscope::cpu {

// How a maker's kernel handles narrow operands.
enum class Way : std::uint8_t {
  Itself,        // it supports them; also if none is narrow
  ElementTiles,  // converted a few elements at a time (element_tiles.h)
  BatchTiles,    // or a few samples (batch_tiles.h)
  Converted,     // whole operands are converted, around its f32 kernel
};
inline constexpr Way kWays[] = {Way::Itself, Way::ElementTiles, Way::BatchTiles, Way::Converted};
std::optional<Candidate> makeCandidate(const NamedMaker& maker, const KernelRequest& request, Way way);

// The first possible way. The maker's candidate for the request; if operands are narrow and the maker does not support them, its f32 candidate
// between conversions, whose f32 copies are part of the workspace.
std::optional<Candidate> makeCandidate(const NamedMaker& maker, const KernelRequest& request);

// Runs f32-only kernels of single elements on operands of a narrow type: a tile that fits in the first-level cache is converted, computed and
// converted back, so that memory traffic is half and no f32 copy exists. Empty for an op that is not element by element, for operands of different
// shapes (broadcasting), and without a narrow operand.
std::optional<Candidate> elementTiles(const NamedMaker& maker, const KernelRequest& request);

}  // namespace stepscope::cpu
