// How many loader workers a run needs (switches.num_workers = "auto"). Workers read ahead while the trainer computes, but each takes a core from
// computing; without workers the trainer reads in its own thread and waits.
#pragma once

#include <cstdint>

namespace stepscope {

struct LoadingCosts {
  int cores = 1;
  int threads = 1;       // compute threads during the measurement
  bool fixed = false;    // the number of compute threads stays as it is (train.threads, or deterministic)
  double computeMs = 0;  // time for computing on one batch with that many threads
  double readMs = 0;     // time of one thread for reading one batch
};

struct WorkerPlan {
  int workers = 0;
  int threads = 1;     // compute threads beside these workers
  double batchMs = 0;  // predicted time per batch, with reading
};

// The time per batch with `workers` workers. Computing is assumed to take time in inverse proportion to its threads, and reading in inverse
// proportion to the workers; both run at the same time: max(compute, read / workers). Without workers: compute + read.
WorkerPlan withWorkers(const LoadingCosts& costs, int workers);

// The fewest workers whose predicted time per batch is within 3 % of the shortest. At least one thread computes; unknown times (0) give 0 workers.
WorkerPlan planWorkers(const LoadingCosts& costs);

}  // namespace stepscope
