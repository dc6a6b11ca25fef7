// The function of an activation's node, forward or backward, for kernels that apply it alone or on the way.
#pragma once

#include <optional>
#include <string_view>

#include "core/backend/cpu/kernels/unary.h"
#include "core/graph/graph.h"

namespace stepscope::cpu {

// With the node's attributes. gelu by its attribute `approximate`.
kernels::UnaryFunction unaryFunctionOf(const Attributes& attrs, kernels::Unary kind);
// Of an op by its name ("silu"); empty for an op that a batch norm cannot apply on the way.
std::optional<kernels::UnaryFunction> normActivationOf(std::string_view op, const Attributes& attrs);

}  // namespace stepscope::cpu
