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
  std::int64_t workNs = 0;    // of that it worked
  std::int64_t bubbleNs = 0;  // of that it did not, while another rank did
  double share() const { return work.end > work.begin ? static_cast<double>(bubbleNs) / static_cast<double>(work.end - work.begin) : 0; }
};

// A rank for each entry, in order; empty for one rank, and without GPUs, as the host's time between ops need not be idle. Work are kernels, copies
// and fills, not collectives, sends and receives, in which a rank waits for others. Between the stages of a pipeline that is the "bubble" (Huang et
// al. 2019, GPipe); where ranks train on parts of a batch, it is the wait for late ones.
std::vector<RankBubble> rankBubbles(const Trace& trace);

}  // namespace stepscope
