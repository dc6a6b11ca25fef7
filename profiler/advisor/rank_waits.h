// The time that each rank or GPU spends in collective operations, over the steps that the recordings of all of them contain.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "profiler/advisor/facts.h"

namespace stepscope::advice {

struct RankWaits {
  std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> ns;  // by process and device; empty: nothing is communicated
  std::vector<TimeRange> steps;                                      // sorted, without overlap
  std::size_t count = 0;                                             // number of steps; 0: the recordings have none in common
  std::int64_t stepsNs = 0;
  double msPerStep(double ofNs) const { return count > 0 ? ofNs * 1e-6 / static_cast<double>(count) : 0; }
};
RankWaits rankWaits(const TraceFacts& facts);

}  // namespace stepscope::advice
