// NumPy's broadcasting for the rules of ops with two operands: shapes are aligned at their last dimensions, and a dimension of 1 is
// repeated. Private to core/graph/ops.
#pragma once

#include "core/graph/ops/op_rules.h"

namespace stepscope::ops {

// The shape that both inputs broadcast to. Throws Error (Input) with the layer and both shapes if they do not match.
Shape broadcastShape(const Graph& graph, const Node& node, std::size_t a, std::size_t b);
// PyTorch's type promotion of mixed floating point types: f32, but a scalar takes the type of the tensor.
DType promoted(const Value& a, const Value& b);

// The dimensions along which `part` is repeated to get the shape `whole`.
std::vector<std::int64_t> repeatedAxes(const Shape& part, const Shape& whole);

// Contributes `gradient`, which has the shape of output 0, to an input that may have been broadcast: the gradient is summed to the
// shape of the input.
void contributeSummed(GradientEmitter& emitter, int input, ValueId gradient);
// The same for the gradient a * b (equal shapes, or b broadcast to a). A product of equal shapes that must be summed is not stored.
void contributeProduct(GradientEmitter& emitter, int input, ValueId a, ValueId b);

}  // namespace stepscope::ops
