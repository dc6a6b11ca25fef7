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

}  // namespace stepscope
