// How long ranks of one training wait for each other's work, as the stages of a pipeline do. Pure.
#pragma once

#include <cstdint>
#include <vector>

#include "profiler/trace/time_range.h"
#include "profiler/trace/trace.h"

namespace stepscope {

struct RankBubble {
  std::int32_t rank = 0;
  TimeRange work;             // from the begin of its first work to the end of its last, ns
  std::int64_t workNs = 0;    // the part of `work` in which the rank worked
  std::int64_t bubbleNs = 0;  // the part of `work` in which it did not work, but another rank did
  double share() const { return work.end > work.begin ? static_cast<double>(bubbleNs) / static_cast<double>(work.end - work.begin) : 0; }
};

// One entry per rank, in order. Empty for a trace of one rank, and without GPU work, since a host need not be idle between its ops. Work means
// kernels, copies and fills, but not collectives, sends and receives, in which a rank waits for others. Between the stages of a pipeline this wait is
// called the "bubble" (Huang et al. 2019, GPipe); where ranks train on parts of a batch, it is the wait for late ranks.
std::vector<RankBubble> rankBubbles(const Trace& trace);

}  // namespace stepscope
