// Large layers are timed on fewer samples: one call of a kernel on the whole batch may take seconds, which whoever cancels a plan would
// have to wait for, and which of two kernels is faster can be seen on a part of the batch that still keeps every thread busy.
#pragma once

#include <optional>
#include <vector>

#include "core/backend/cpu/precision/narrow.h"

namespace stepscope::cpu {

struct FewerSamples {
  LoneNode alone;
  std::vector<Physical> lying;
  std::int64_t times = 1;  // the whole batch is so many times this
};

// Empty where the whole batch does at most `mostFlops`, and for an op that is not cut.
std::optional<FewerSamples> fewerSamples(const KernelRequest& request, double mostFlops);

}  // namespace stepscope::cpu
