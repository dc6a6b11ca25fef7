// Rules for running a node on a part (tile) of the batch, for ops that process the samples separately (OpDef::batch).
#pragma once

#include <optional>
#include <vector>

#include "core/backend/cpu/base/candidate.h"
#include "core/backend/cpu/precision/narrow.h"

namespace stepscope::cpu {

// Whether the samples of this node are independent: its attributes may say otherwise than the rule of its op. `x` is the shape of its first input.
bool samplesAreIndependent(const Node& node, const Shape& x);

// If the node has the shape of an input among its attributes, changes it to this number of samples.
void cutInputShape(Node& node, std::int64_t samples);
// Converts r.knownLayouts to the shapes and element types of `tile`, which is the same node on a tile of the batch or with other element types.
std::vector<Physical> layoutsFor(const KernelRequest& r, const KernelRequest& tile);

// A large layer with fewer samples, for timing. One call of a kernel on the whole batch may take seconds and delay cancelling, and a part of the
// batch that keeps every thread busy is enough to find the faster of two kernels.
struct FewerSamples {
  LoneNode alone;
  std::vector<Physical> layouts;
  std::int64_t times = 1;  // size of the whole batch / size of this part
};

// Nullopt if the whole batch needs at most `mostFlops` FLOPs, or if the op cannot be divided by samples.
std::optional<FewerSamples> fewerSamples(const KernelRequest& request, double mostFlops);

}  // namespace stepscope::cpu
