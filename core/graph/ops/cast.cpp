// Casts: between floating point types, as mixed precision needs them, and between integers and floating point numbers.
#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

namespace {

DType targetOf(const Node& node) {
  const std::string& to = node.attrs.text("to");
  for (const DType type : {DType::F32, DType::BF16, DType::F16})
    if (to == nameOf(type)) return type;
  refuse(node, "cannot cast to " + to, "It must be f32, bf16 or f16");
}

std::vector<TensorType> inferCast(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  checkFloat(g, node, 0);
  return {{targetOf(node), inputOf(g, node, 0).shape}};
}

// Casts the gradient back to the input's type: gradients of f32 weights are f32, whatever type the layer was computed in.
void castGradient(GradientEmitter& e) {
  const DType from = e.graph().value(e.forward().inputs[0]).dtype;
  const ValueId dy = e.gradientOf(0);
  // Sums over many elements (gradients of norm scales and shifts) are f32 already.
  const bool needed = e.graph().value(dy).dtype != from;
  e.contribute(0, needed ? e.graph().node(e.emitNode("cast", {dy}, {{"to", std::string(nameOf(from))}})).outputs[0] : dy);
}

Cost castCost(const Graph& g, const Node& node) {
  return movedBytes(g, node, 0);
}

// Converts i32 (token numbers, lengths) to f32, or floating point numbers to i32 with rounding toward zero. There is no gradient.
std::vector<TensorType> inferConvert(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  const Value& x = inputOf(g, node, 0);
  const std::string& to = node.attrs.text("to");
  check(to == "f32" || to == "i32", node, "cannot convert to " + to, "It must be f32 or i32");
  if (to == "i32") {
    checkFloat(g, node, 0);
    return {{DType::I32, x.shape}};
  }
  check(x.dtype == DType::I32, node, "the input " + x.name + " is " + std::string(nameOf(x.dtype)) + ", i32 is needed");
  return {{DType::F32, x.shape}};
}

}  // namespace

std::span<const OpDef> castOps() {
  static const OpDef ops[] = {
      entry("cast", "cast", "to", inferCast, castGradient, castCost),
      withAmp(entry("convert", "convert", "to", inferConvert, nullptr, castCost), AmpClass::F32, AmpClass::F32),
  };
  return ops;
}

}  // namespace stepscope
