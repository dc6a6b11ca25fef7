// The parts of the breakdown bar: by phase or, if a kernel ran on a GPU, by the classes of work of GPU and host.
#pragma once

#include <vector>

#include "profiler/advisor/facts.h"
#include "views/common/share_bar.h"

namespace stepscope {

// The colour of a class of work, in the bar and on the critical path.
QColor colorOf(TimeClass timeClass);

std::vector<SharePart> breakdownParts(const TraceFacts& facts);

}  // namespace stepscope
