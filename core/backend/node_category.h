// The colour group of a graph node: its phase, or Copy for a reorder. One meaning, one colour, in recordings and in views.
#pragma once

#include "core/graph/graph.h"
#include "profiler/trace/trace.h"

namespace stepscope {

Category categoryOf(Phase phase);
Category categoryOf(const Node& node);

}  // namespace stepscope
