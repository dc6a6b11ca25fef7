#include "core/train/run/switch_ledger.h"

#include <algorithm>
#include <utility>

#include "core/train/prediction/step_time.h"

namespace stepscope {

void SwitchLedger::begin(std::string change) {
  const bool kept = state_.setup.options.useKernelCache;
  const std::string machine = machineName(*state_.setup.backend, state_.threads);
  SwitchRow row;
  row.step = state_.progress.step;
  row.change = std::move(change);
  row.batchSize = state_.project.switches.batchSize;
  row.plannedPeakBytes = row.predictedPeakBytes = state_.program.predictedPeakBytes;
  const KernelTimes times = kept ? KernelTimes::load(KernelTimes::defaultPath(*state_.setup.backend), machine) : KernelTimes(machine);
  const StepTime time = predictStepTime(*state_.program.train, times, kept ? keptSpeed(*state_.setup.backend, state_.threads) : MachineSpeed{},
                                        state_.project.switches.accumulation);
  row.predictedMs = time.ms;
  row.estimatedShare = time.estimatedShare();
  if (foretold_) {
    row.predictedPeakBytes = foretold_->peakBytes;
    row.predictedMs = foretold_->stepMs;
    row.estimatedShare = foretold_->estimatedShare;
    foretold_.reset();
  }
  rows_.push_back(std::move(row));
  stepMs_.clear();
  steps_ = 0;
  runNs_ = 0;
}

bool SwitchLedger::endStep(StepWatch& watch) {
  constexpr int kWarmup = 2, kMeasured = 20, kFirstTold = 5;
  const std::int64_t took = std::exchange(runNs_, 0);
  if (rows_.empty() || ++steps_ > kWarmup + kMeasured) return false;
  if (steps_ == kWarmup) {
    stepDisturbance_.emplace(state_.threads);
    if (state_.setup.backend->runsNodeByNode()) {
      nodeTimes_ = std::make_unique<NodeTimes>(*state_.program.train);
      watch.time(nodeTimes_.get());
    }
  }
  if (steps_ > kWarmup) stepMs_.push_back(static_cast<double>(took) * 1e-6);
  const auto count = static_cast<int>(stepMs_.size());
  if (count == 0) return false;
  SwitchRow& row = rows_.back();
  std::vector<double> sorted = stepMs_;
  std::nth_element(sorted.begin(), sorted.begin() + count / 2, sorted.end());
  row.measuredMs = sorted[static_cast<std::size_t>(count / 2)];
  row.measuredPeakBytes = state_.program.measuredPeakBytes();
  row.steps = count;
  row.busyShare = stepDisturbance_->share();
  const bool news = count == kFirstTold || count == kMeasured;
  if (news) keepKernelTimes();
  if (count == kMeasured) {
    watch.time(nullptr);
    nodeTimes_.reset();
  }
  return news;
}

void SwitchLedger::keepKernelTimes() const {
  if (!nodeTimes_ || !state_.setup.options.useKernelCache) return;
  KernelTimes times(machineName(*state_.setup.backend, state_.threads));
  note(times, *state_.program.train, nodeTimes_->medianMs(), stepDisturbance_->share() > SwitchRow::kMostBusyShare);
  times.save(KernelTimes::defaultPath(*state_.setup.backend));
}

}  // namespace stepscope
