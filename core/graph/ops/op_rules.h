// Helpers that several op families use: they read operands, throw errors with the layer's name, count bytes. Private to core/graph/ops.
#pragma once

#include <string>

#include "core/base/error.h"
#include "core/graph/op.h"

namespace stepscope::ops {

// Throws Error (Input) with the name of the layer (of the op, if the node has no scope).
[[noreturn]] void refuse(const Node& node, const std::string& what, const std::string& cure = {});
inline void check(bool ok, const Node& node, const std::string& what, const std::string& cure = {}) {
  if (!ok) refuse(node, what, cure);
}

// Throws unless the node has between `least` and `most` inputs and the first `least` are present.
void checkInputs(const Node& node, std::size_t least, std::size_t most);
inline bool hasInput(const Node& node, std::size_t index) {
  return index < node.inputs.size() && node.inputs[index] != kNone;
}
inline const Value& inputOf(const Graph& graph, const Node& node, std::size_t index) {
  return graph.value(node.inputs[index]);
}

void checkFloat(const Graph& graph, const Node& node, std::size_t index);
void checkRank(const Graph& graph, const Node& node, std::size_t index, std::size_t rank);
// `what` names the operand in the error message: "the weight".
void checkShape(const Graph& graph, const Node& node, std::size_t index, const Shape& expected, const char* what);
void checkSameShape(const Graph& graph, const Node& node, std::size_t a, std::size_t b);
// The shape rule for one floating point operand: the output has its shape and type.
std::vector<TensorType> inferUnary(const Graph& graph, const Node& node);

// A pair of integers (height, width) from the attributes, each at least `least`.
struct Pair {
  std::int64_t h, w;
};
Pair pairOf(const Node& node, IntegersName key, std::int64_t least);
// Output length of a sliding window: floor((in + 2 * padding - dilation * (kernel - 1) - 1) / stride) + 1; 0 or less if no window
// fits.
constexpr std::int64_t slidingOutput(std::int64_t in, std::int64_t kernel, std::int64_t stride, std::int64_t padding, std::int64_t dilation = 1) {
  const std::int64_t span = in + 2 * padding - dilation * (kernel - 1) - 1;
  return span < 0 ? 0 : span / stride + 1;
}

// The cost of reading every input once and writing every output and every mutated input once, with `flops` operations.
Cost movedBytes(const Graph& graph, const Node& node, std::int64_t flops);
// The common case: `perElement` operations for each element of output 0.
template <int perElement>
Cost elementwiseCost(const Graph& graph, const Node& node) {
  return movedBytes(graph, node, perElement * numel(graph.value(node.outputs[0]).shape));
}

// Makes an entry of the op table that needs only these fields. `gradient` may be null.
inline OpDef entry(std::string_view name, std::string_view title, std::string_view attrs, decltype(OpDef::infer) infer,
                   decltype(OpDef::gradient) gradient, decltype(OpDef::cost) cost) {
  return {.name = name, .title = title, .attrs = attrs, .infer = infer, .gradient = gradient, .cost = cost};
}
inline OpDef moving(OpDef op) {
  op.movesOnly = true;
  return op;
}
inline OpDef withBatch(OpDef op, BatchRule batch) {
  op.batch = batch;
  return op;
}
inline OpDef withAmp(OpDef op, AmpClass cuda, AmpClass cpu = AmpClass::Unlisted) {
  op.ampCuda = cuda;
  op.ampCpu = cpu;
  return op;
}

// A formula without attributes, and the gradient of a formula as a formula.
template <Formula kFormula>
FormulaUse plainly(const Attributes&) {
  return {kFormula};
}
template <FormulaUse (*of)(const Attributes&)>
FormulaUse slopeOf(const Attributes& attrs) {
  FormulaUse use = of(attrs);
  use.slope = true;
  return use;
}

// The gradient of output 0 before the relu that is fused into the node, computed from the node's own output.
ValueId gradientBeforeRelu(GradientEmitter& emitter);

}  // namespace stepscope::ops
