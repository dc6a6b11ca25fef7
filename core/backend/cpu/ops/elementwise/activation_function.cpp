#include "core/backend/cpu/ops/elementwise/activation_function.h"

#include "core/backend/cpu/ops/normalization/batch_norm.h"
#include "core/graph/op.h"

namespace stepscope::cpu {

std::optional<FormulaUse> layerActivationOf(std::string_view op, const Attributes& attrs) {
  const OpDef* def = findOp(op);
  if (!def || !def->activation) return std::nullopt;
  return def->formula(attrs);
}

std::optional<FormulaUse> normActivationOf(std::string_view op, const Attributes& attrs) {
  const std::optional<FormulaUse> formula = layerActivationOf(op, attrs);
  if (!formula || !kernels::batchNormTakes(*formula)) return std::nullopt;
  return formula;
}

}  // namespace stepscope::cpu
