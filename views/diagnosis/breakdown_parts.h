// The parts of the breakdown bar: of a step of ours by phase, of a GPU by what it and the host did.
#pragma once

#include <vector>

#include "profiler/advisor/facts.h"
#include "views/common/share_bar.h"

namespace stepscope {

std::vector<SharePart> breakdownParts(const TraceFacts& facts);

}  // namespace stepscope
