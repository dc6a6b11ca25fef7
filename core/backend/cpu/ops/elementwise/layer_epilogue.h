// What is done to a layer's result before it leaves the cache: an addition, a relu, an activation (linear_add, conv2d_add,
// linear_activation and conv2d_activation of core/graph/ops/fused.cpp).
#pragma once

#include <optional>
#include <string_view>

#include "core/backend/cpu/base/candidate.h"
#include "core/backend/cpu/onednn/eltwise.h"
#include "core/backend/cpu/ops/elementwise/unary.h"
#include "core/graph/formula.h"
#include "core/graph/graph.h"

namespace stepscope::cpu {

struct LayerEpilogue {
  bool addend = false;  // input 3, which has the shape of the result
  bool relu = false;    // after it
  std::optional<FormulaUse> activation;
  bool keepsInput = false;  // what the activation takes is output 1
};

// Empty for a node that is no layer with something after it.
std::optional<LayerEpilogue> epilogueOf(const Node& node);

// The activation as the library knows it; empty for one that it does not, or that it makes less exactly.
std::optional<onednn::Eltwise> eltwiseOf(const FormulaUse& activation);

// Of an op by its name, with the node's attributes; empty for an op that is no activation (OpDef::activation).
std::optional<FormulaUse> layerActivationOf(std::string_view op, const Attributes& attrs);

}  // namespace stepscope::cpu
