#include "core/backend/cpu/ops/elementwise/layer_epilogue.h"

#include "core/graph/op.h"

namespace stepscope::cpu {

std::optional<LayerEpilogue> epilogueOf(const Node& node) {
  if (node.op->id == OpId::LinearAdd || node.op->id == OpId::Conv2dAdd) return LayerEpilogue{true, node.attrs.flag("relu"), {}, false};
  if (node.op->id != OpId::LinearActivation && node.op->id != OpId::Conv2dActivation) return std::nullopt;
  return LayerEpilogue{false, false, layerActivationOf(node.attrs.text("activation"), node.attrs), node.outputs.size() > 1};
}

std::optional<onednn::Eltwise> eltwiseOf(const FormulaUse& activation) {
  using Kind = onednn::Eltwise::Kind;
  switch (activation.formula) {
    case Formula::LeakyRelu: return onednn::Eltwise{Kind::LeakyRelu, activation.a};
    case Formula::Gelu: return onednn::Eltwise{Kind::Gelu};
    case Formula::GeluTanh: return onednn::Eltwise{Kind::GeluTanh};
    case Formula::Silu: return onednn::Eltwise{Kind::Silu};
    case Formula::HardSwish: return onednn::Eltwise{Kind::HardSwish};
    default: return std::nullopt;
  }
}

std::optional<FormulaUse> layerActivationOf(std::string_view op, const Attributes& attrs) {
  const OpDef* def = findOp(op);
  if (!def || !def->activation) return std::nullopt;
  return def->formula(attrs);
}

}  // namespace stepscope::cpu
