#include "core/train/loop/worker_pacing.h"

namespace stepscope {
namespace {

constexpr std::int64_t kLeastNs = 300'000'000;  // shorter measurements say little. Chosen
constexpr double kWorthAChange = 0.9;           // the prediction is rough, and a change compiles the step again. Chosen
constexpr int kMostChanges = 3;                 // so that wrong predictions cannot alternate for ever. Chosen

}  // namespace

bool WorkerPacing::due() const {
  return on_ && changes_ < kMostChanges && batches_ >= wanted_ && computeNs_ >= kLeastNs;
}

std::optional<WorkerPlan> WorkerPacing::better(const LoadingCosts& costs, int workers) {
  wanted_ = 2 * batches_;
  restart();
  const WorkerPlan now = withWorkers(costs, workers), plan = planWorkers(costs);
  if (plan.workers == workers || plan.batchMs > kWorthAChange * now.batchMs) return std::nullopt;
  ++changes_;
  return plan;
}

}  // namespace stepscope
