// The function of an activation's node, forward or backward, for kernels that apply it alone or on the way.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/backend/cpu/ops/elementwise/unary.h"
#include "core/graph/graph.h"

namespace stepscope::cpu {

// With the node's attributes. gelu by its attribute `approximate`.
kernels::UnaryFunction unaryFunctionOf(const Attributes& attrs, kernels::Unary kind);
// Of an op by its name ("silu"); empty for an op that is no activation a linear layer or a convolution can apply to its result.
std::optional<kernels::UnaryFunction> layerActivationOf(std::string_view op, const Attributes& attrs);
std::span<const std::string_view> layerActivations();
// The same for a batch norm.
std::optional<kernels::UnaryFunction> normActivationOf(std::string_view op, const Attributes& attrs);

}  // namespace stepscope::cpu
