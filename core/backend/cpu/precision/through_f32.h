// Kernels that know f32 only, on operands stored in bf16 or fp16: converted on the way in and out. On a CPU without arithmetic in these
// types this is what they are, storage; and it makes every op of the table run in them before it has a kernel of its own.
#pragma once

#include "core/backend/cpu/candidate.h"

namespace stepscope::cpu {

// The maker's candidate for the request. Where operands are narrow and the maker does not take them itself, its f32 candidate between
// conversions, whose f32 copies are part of the workspace.
std::optional<Candidate> makeCandidate(const NamedMaker& maker, const KernelRequest& request);

}  // namespace stepscope::cpu
