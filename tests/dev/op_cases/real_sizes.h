// Ops as models have them, each with the sizes of a node: what only large operands show, such as a tile at an edge or a sum of thousands.
#pragma once

#include <string>
#include <vector>

#include "tests/dev/op_cases/op_cases.h"

namespace stepscope {

// The output of such a case that is the op's result; its loss is the sum of that result times numbers from a formula.
inline constexpr const char* kRealResult = "result";

// A case for every distinct differentiable node of a forward graph (the same op, attributes and shapes are one): "resnet50 conv2d ...".
std::vector<OpCase> casesOfNodes(const Graph& forward, const std::string& model);

// Attention over 256 tokens with heads of 64 and 128: causal, with a mask of keys, and of other keys than queries. small: one head.
std::vector<OpCase> attentionOfRealSize(bool small);

}  // namespace stepscope
