#include "core/backend/node_category.h"

#include "core/graph/op.h"

namespace stepscope {

Category categoryOf(Phase phase) {
  switch (phase) {
    case Phase::Forward: return Category::Forward;
    case Phase::Backward: return Category::Backward;
    case Phase::Recompute: return Category::Recompute;
    case Phase::Optimizer: return Category::Optimizer;
  }
  return Category::Other;
}

Category categoryOf(const Node& node) {
  return node.op->id == OpId::Reorder ? Category::Copy : categoryOf(node.phase);
}

}  // namespace stepscope
