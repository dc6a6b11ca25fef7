// Reports the nodes that a backend joined into one kernel, besides those fused by the graph's own passes.
#pragma once

#include <string>
#include <vector>

#include "core/backend/backend.h"

namespace stepscope {

// Sentences for the report of the pass "fuse": "one kernel each: 33 batch norm + silu, 33 silu backward + batch norm backward". Empty if nothing was
// fused.
std::vector<std::string> describeFusions(const Program& program);

}  // namespace stepscope
