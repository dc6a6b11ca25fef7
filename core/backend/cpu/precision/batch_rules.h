// Nodes of ops that treat the samples of a batch apart (OpDef::batch), on a tile of the batch.
#pragma once

#include <optional>
#include <vector>

#include "core/backend/cpu/base/candidate.h"
#include "core/backend/cpu/precision/narrow.h"

namespace stepscope::cpu {

// Whether this node's samples are independent, as its op's rule assumes. x: the shape of its first input.
bool samplesAreIndependent(const Node& node, const Shape& x);

// Where the node keeps the shape of an input among its attributes, with so many samples.
void cutInputShape(Node& node, std::int64_t samples);
// r.lying for the operands of `tile`, which is the same node on a tile of the batch or with other element types.
std::vector<Physical> lyingLike(const KernelRequest& r, const KernelRequest& tile);

// Large layers are timed on fewer samples: one call of a kernel on the whole batch may take seconds, which whoever cancels a plan would
// have to wait for, and which of two kernels is faster can be seen on a part of the batch that still keeps every thread busy.
struct FewerSamples {
  LoneNode alone;
  std::vector<Physical> lying;
  std::int64_t times = 1;  // the whole batch is so many times this
};

// Empty where the whole batch does at most `mostFlops`, and for an op that is not cut.
std::optional<FewerSamples> fewerSamples(const KernelRequest& request, double mostFlops);

}  // namespace stepscope::cpu
