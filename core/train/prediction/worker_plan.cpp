#include "core/train/prediction/worker_plan.h"

#include <algorithm>

namespace stepscope {

WorkerPlan withWorkers(const LoadingCosts& costs, int workers) {
  WorkerPlan plan{workers, costs.fixed ? costs.threads : std::max(1, costs.cores - workers), 0};
  const double computeMs = costs.computeMs * costs.threads / plan.threads;
  plan.batchMs = workers == 0 ? computeMs + costs.readMs : std::max(computeMs, costs.readMs / workers);
  return plan;
}

WorkerPlan planWorkers(const LoadingCosts& costs) {
  constexpr double kWorthAWorker = 1.03;
  // With a fixed number of compute threads only the cores that they leave are free for workers.
  const int most = costs.fixed ? std::max(0, costs.cores - costs.threads) : costs.cores - 1;
  WorkerPlan best = withWorkers(costs, 0);
  if (costs.computeMs <= 0 || costs.readMs <= 0) return best;
  double shortest = best.batchMs;
  for (int workers = 1; workers <= most; ++workers) shortest = std::min(shortest, withWorkers(costs, workers).batchMs);
  for (int workers = 0; workers <= most; ++workers)
    if (const WorkerPlan plan = withWorkers(costs, workers); plan.batchMs <= shortest * kWorthAWorker) return plan;
  return best;
}

}  // namespace stepscope
