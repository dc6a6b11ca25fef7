// The epilogue of a layer, applied while its result is in the cache: an addition, a relu, an activation (linear_add, conv2d_add, linear_activation
// and conv2d_activation of core/graph/ops/fused.cpp).
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
  bool relu = false;    // after the addition
  std::optional<FormulaUse> activation;
  bool keepsInput = false;  // the activation's input is output 1
};

// Nullopt if the node is not a layer with an epilogue.
std::optional<LayerEpilogue> epilogueOf(const Node& node);

// The activation in the library's terms; nullopt if the library does not have it or computes it less exactly.
std::optional<onednn::Eltwise> eltwiseOf(const FormulaUse& activation);

// The formula of an activation op with these attributes; nullopt if `op` is not an activation (OpDef::activation).
std::optional<FormulaUse> layerActivationOf(std::string_view op, const Attributes& attrs);

}  // namespace stepscope::cpu
