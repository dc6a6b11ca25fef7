// Ops that treat the samples of a batch apart, so that a share of it can be computed by itself.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/backend/cpu/candidate.h"

namespace stepscope::cpu {

// What becomes of an operand when the batch is cut: 's' its samples are cut with it, 'w' every share reads the whole, '+' the shares'
// results are added up. matrix: matrix work, whose cost is arithmetic.
struct BatchRule {
  bool matrix = false;
  std::string inputs, outputs;
};

const BatchRule* batchRuleOf(std::string_view op);  // null: the samples depend on each other
// Whether this node's samples are independent, as the rule assumes. x: the shape of its first input.
bool samplesAreIndependent(const Node& node, const Shape& x);

// Where the node keeps the shape of an input among its attributes, with so many samples.
void cutInputShape(Node& node, std::int64_t samples);
// r.lying for the operands of `share`, which is the same node on a share of the batch or with other element types.
std::vector<Physical> lyingLike(const KernelRequest& r, const KernelRequest& share);

}  // namespace stepscope::cpu
