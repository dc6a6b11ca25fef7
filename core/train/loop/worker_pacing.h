// Measures computing in a run with switches.num_workers = "auto", and finds the number of loader workers that makes a batch fastest.
#pragma once

#include <cstdint>
#include <optional>

#include "core/train/prediction/worker_plan.h"

namespace stepscope {

class WorkerPacing {
 public:
  void adapt(bool on) { on_ = on; }
  // After each batch: the time from its data to the end of its computation, ns.
  void sawBatch(std::int64_t computeNs) {
    ++batches_;
    computeNs_ += computeNs;
  }
  // Forgets what was measured: call it after the loader or the program was exchanged.
  void restart() { batches_ = computeNs_ = 0; }
  // Whether enough batches were measured to compare numbers of workers: 10 at first, then twice as many each time, and at least 0.3 s.
  bool due() const;
  // The time for computing a batch, ms; 0: nothing was measured.
  double computeMs() const { return batches_ > 0 ? static_cast<double>(computeNs_) * 1e-6 / static_cast<double>(batches_) : 0; }
  // The better number of workers, if it is predicted to save a tenth of the time; then the change counts. Call it only if due().
  std::optional<WorkerPlan> better(const LoadingCosts& costs, int workers);

 private:
  bool on_ = false;
  std::int64_t batches_ = 0, computeNs_ = 0, wanted_ = 10;
  int changes_ = 0;
};

}  // namespace stepscope
