// The formula of an activation, for kernels that apply it on the way.
#pragma once

#include <optional>
#include <string_view>

#include "core/graph/formula.h"
#include "core/graph/graph.h"

namespace stepscope::cpu {

// Of an op by its name, with the node's attributes; empty for an op that is no activation (OpDef::activation).
std::optional<FormulaUse> layerActivationOf(std::string_view op, const Attributes& attrs);

}  // namespace stepscope::cpu
