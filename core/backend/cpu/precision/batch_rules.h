// Nodes of ops that process the samples of a batch separately (OpDef::batch), on a tile of the batch.
#pragma once

#include <optional>
#include <vector>

#include "core/backend/cpu/base/candidate.h"
#include "core/backend/cpu/precision/narrow.h"

namespace stepscope::cpu {

// Whether this node's samples are independent, as its op's rule assumes. x: the shape of its first input.
bool samplesAreIndependent(const Node& node, const Shape& x);

// If the node has the shape of an input among its attributes, changes it to this number of samples.
void cutInputShape(Node& node, std::int64_t samples);
// r.knownLayouts for the operands of `tile`, which is the same node on a tile of the batch or with other element types.
std::vector<Physical> layoutsFor(const KernelRequest& r, const KernelRequest& tile);

// Large layers are timed on fewer samples: one call of a kernel on the whole batch may take seconds, which delays a cancel, and the faster of two
// kernels can be found on a part of the batch that still keeps every thread busy.
struct FewerSamples {
  LoneNode alone;
  std::vector<Physical> layouts;
  std::int64_t times = 1;  // the size of the whole batch relative to this one
};

// Empty if the whole batch needs at most `mostFlops`, and for an op that cannot be divided.
std::optional<FewerSamples> fewerSamples(const KernelRequest& request, double mostFlops);

}  // namespace stepscope::cpu
