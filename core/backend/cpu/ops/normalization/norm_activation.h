// The activations that a batch norm applies to its result.
#pragma once

#include "core/backend/cpu/ops/elementwise/activation_function.h"
#include "core/backend/cpu/ops/normalization/batch_norm.h"

namespace stepscope::cpu {

// Of an op by its name, with the node's attributes; empty for an op that is no activation, or one that a batch norm cannot apply.
inline std::optional<FormulaUse> normActivationOf(std::string_view op, const Attributes& attrs) {
  const std::optional<FormulaUse> formula = layerActivationOf(op, attrs);
  return formula && kernels::batchNormTakes(*formula) ? formula : std::nullopt;
}

}  // namespace stepscope::cpu
