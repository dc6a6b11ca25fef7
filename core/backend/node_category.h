// The colour group of a graph node: its phase, or Copy for a reorder. Recordings and views use the same colours.
#pragma once

#include "core/graph/op.h"
#include "profiler/trace/trace.h"

namespace stepscope {

inline Category categoryOf(Phase phase) {
  switch (phase) {
    case Phase::Forward: return Category::Forward;
    case Phase::Backward: return Category::Backward;
    case Phase::Recompute: return Category::Recompute;
    case Phase::Optimizer: return Category::Optimizer;
  }
  return Category::Other;
}
inline Category categoryOf(const Node& node) {
  return node.op->id == OpId::Reorder ? Category::Copy : categoryOf(node.phase);
}

}  // namespace stepscope
