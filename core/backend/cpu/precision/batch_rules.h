// Nodes of ops that treat the samples of a batch apart (OpDef::batch), on a tile of the batch.
#pragma once

#include <vector>

#include "core/backend/cpu/base/candidate.h"

namespace stepscope::cpu {

// Whether this node's samples are independent, as its op's rule assumes. x: the shape of its first input.
bool samplesAreIndependent(const Node& node, const Shape& x);

// Where the node keeps the shape of an input among its attributes, with so many samples.
void cutInputShape(Node& node, std::int64_t samples);
// r.lying for the operands of `tile`, which is the same node on a tile of the batch or with other element types.
std::vector<Physical> lyingLike(const KernelRequest& r, const KernelRequest& tile);

}  // namespace stepscope::cpu
