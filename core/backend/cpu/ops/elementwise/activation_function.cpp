#include "core/backend/cpu/ops/elementwise/activation_function.h"

#include "core/graph/op.h"

namespace stepscope::cpu {

std::optional<FormulaUse> layerActivationOf(std::string_view op, const Attributes& attrs) {
  const OpDef* def = findOp(op);
  if (!def || !def->activation) return std::nullopt;
  return def->formula(attrs);
}

}  // namespace stepscope::cpu
