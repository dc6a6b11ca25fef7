// What a backend made one kernel of, besides what the graph's own passes fused.
#pragma once

#include <string>
#include <vector>

#include "core/backend/backend.h"

namespace stepscope {

// Sentences for the report of the pass "fuse": "one kernel each: 33 batch norm + silu, 33 silu backward + batch norm backward". None when
// nothing was fused.
std::vector<std::string> describeFusions(const Program& program);

}  // namespace stepscope
