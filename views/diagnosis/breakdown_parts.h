// The parts of the breakdown bar: of a step of ours by phase, of a GPU by what it and the host did.
#pragma once

#include <vector>

#include "profiler/advisor/facts.h"
#include "views/common/share_bar.h"

namespace stepscope {

// The colour of a kind of work, in the bar and on the critical path.
QColor colorOf(TimeClass timeClass);

std::vector<SharePart> breakdownParts(const TraceFacts& facts);

}  // namespace stepscope
