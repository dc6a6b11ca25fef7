#include "core/train/steps/open_data.h"

#include <atomic>
#include <chrono>
#include <future>
#include <utility>

#include "core/base/cancelled.h"

namespace stepscope {

DataSplits openDataUnless(const std::function<bool()>& cancelled, DataSpec spec) {
  std::atomic<bool> stop{false};
  spec.cancel = &stop;
  std::future<DataSplits> result = std::async(std::launch::async, openData, std::cref(spec));
  while (result.wait_for(std::chrono::milliseconds(20)) != std::future_status::ready)
    if (cancelled()) stop = true;
  if (cancelled()) throw Cancelled{};
  return result.get();
}

LoaderOptions trainingLoading(const Project& project, const Switches& switches, const DataSplits& data, const std::atomic<bool>* cancel) {
  LoaderOptions loading;
  loading.batchSize = switches.batchSize;
  loading.workers = static_cast<int>(switches.numWorkers);
  loading.seed = project.train.seed;
  loading.transforms = data.transforms;
  loading.cancel = cancel;
  return loading;
}

}  // namespace stepscope
