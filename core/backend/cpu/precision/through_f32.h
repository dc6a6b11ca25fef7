// Runs f32-only kernels on operands stored in bf16 or fp16, which are converted before and after the kernel. So every op of the table supports these
// types, even on a CPU without arithmetic in them and without a kernel for them.
#pragma once

#include "core/backend/cpu/base/candidate.h"

namespace stepscope::cpu {

// How a maker's kernel handles narrow operands.
enum class Way : std::uint8_t {
  Itself,        // the kernel supports them, or no operand is narrow
  ElementTiles,  // a few elements at a time are converted (elementTiles() below)
  BatchTiles,    // a few samples at a time are converted (batch_tiles.h)
  Converted,     // whole operands are converted before and after the f32 kernel
};
inline constexpr Way kWays[] = {Way::Itself, Way::ElementTiles, Way::BatchTiles, Way::Converted};
std::optional<Candidate> makeCandidate(const NamedMaker& maker, const KernelRequest& request, Way way);

// The maker's candidate by the first way of kWays that is possible. The f32 copies of converted operands are part of the workspace.
std::optional<Candidate> makeCandidate(const NamedMaker& maker, const KernelRequest& request);

// Runs f32-only kernels of single elements on operands of a narrow type: a tile that fits in the first-level cache is converted, computed and
// converted back, so that memory traffic is half and no f32 copy exists. Nullopt for an op that is not element by element, for operands of different
// shapes (broadcasting), for layouts with padding, and without a narrow operand.
std::optional<Candidate> elementTiles(const NamedMaker& maker, const KernelRequest& request);

}  // namespace stepscope::cpu
