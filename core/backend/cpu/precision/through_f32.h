// Kernels that know f32 only, on operands stored in bf16 or fp16: converted on the way in and out. On a CPU without arithmetic in these
// types this is what they are, storage; and it makes every op of the table run in them before it has a kernel of its own.
#pragma once

#include "core/backend/cpu/base/candidate.h"

namespace stepscope::cpu {

// How a maker's kernel meets narrow operands.
enum class Way : std::uint8_t {
  Itself,        // it takes them as they are; also where none is narrow
  ElementTiles,  // converted a few elements at a time (element_tiles.h)
  BatchTiles,    // or a few samples (batch_tiles.h)
  Converted,     // whole operands, round its f32 kernel
};
inline constexpr Way kWays[] = {Way::Itself, Way::ElementTiles, Way::BatchTiles, Way::Converted};
std::optional<Candidate> makeCandidate(const NamedMaker& maker, const KernelRequest& request, Way way);

// The first of these. The maker's candidate for the request. Where operands are narrow and the maker does not take them itself, its f32 candidate
// between conversions, whose f32 copies are part of the workspace.
std::optional<Candidate> makeCandidate(const NamedMaker& maker, const KernelRequest& request);

// Kernels of one element at a time that know f32 only, on operands of a narrow type: a tile small enough for the first-level cache is
// converted, computed and converted back, so that memory sees half the bytes and never an f32 copy.
// Empty for an op that is not element by element, for operands of different shapes (broadcasting), and without a narrow operand.
std::optional<Candidate> elementTiles(const NamedMaker& maker, const KernelRequest& request);

}  // namespace stepscope::cpu
