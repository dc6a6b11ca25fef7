// Helpers that several loss ops use. Private to core/graph/ops.
#pragma once

#include <string>

#include "core/graph/ops/op_rules.h"

namespace stepscope::ops {

// "mean" if the attribute is absent.
inline std::string reductionOf(const Node& node) {
  return node.attrs.has("reduction") ? node.attrs.text("reduction") : "mean";
}

inline void checkReduction(const Node& node, bool batchMean) {
  const std::string reduction = reductionOf(node);
  const bool known = reduction == "mean" || reduction == "sum" || reduction == "none" || (batchMean && reduction == "batchmean");
  check(known, node, "reduction is \"" + reduction + "\"",
        batchMean ? "It is \"mean\", \"batchmean\", \"sum\" or \"none\"" : "It is \"mean\", \"sum\" or \"none\"");
}

}  // namespace stepscope::ops
