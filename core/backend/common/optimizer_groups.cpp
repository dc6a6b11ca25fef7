#include "core/backend/common/optimizer_groups.h"

#include <algorithm>

namespace stepscope {

void spreadOverGroups(const Graph& graph, std::vector<bool>& marks) {
  const auto marked = [&](ValueId v) { return marks[v]; };
  const auto persistent = [&](ValueId v) { return v != kNone && isPersistent(graph.value(v).role); };
  for (bool changed = true; changed;) {
    changed = false;
    forOptimizerGroups(graph, [&](std::span<const ValueId> group) {
      if (std::none_of(group.begin(), group.end(), [&](ValueId v) { return persistent(v) && marked(v); })) return;
      for (const ValueId v : group) {
        if (!persistent(v) || marked(v)) continue;
        marks[v] = changed = true;
      }
    });
  }
}

std::vector<bool> rowMajorState(const Graph& graph) {
  std::vector<bool> rowMajor(graph.values().size(), false);
  forOptimizerGroups(graph, [&](std::span<const ValueId> group) {
    const Shape& shape = graph.value(group[0]).shape;
    if (std::any_of(group.begin(), group.end(), [&](ValueId v) { return v != kNone && graph.value(v).shape != shape; })) rowMajor[group[0]] = true;
  });
  spreadOverGroups(graph, rowMajor);
  return rowMajor;
}

}  // namespace stepscope
