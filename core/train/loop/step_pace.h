// How long the steps of a run take, as they are told.
#pragma once

#include <cstdint>
#include <deque>
#include <utility>

namespace stepscope {

struct StepPace {
  std::int64_t stepBegin = 0;                                // nowNs() of the running step's first batch; 0: none yet
  std::int64_t stepNs = 0, stepWaitNs = 0;                   // of its batches so far
  std::deque<std::pair<std::int64_t, std::int64_t>> recent;  // (begin of a batch, samples), about the last second

  // Time that passed between steps (a pause, a trial) must not look like a slow step.
  void restart() { recent.clear(); }
};

}  // namespace stepscope
