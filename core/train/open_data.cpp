#include "core/train/open_data.h"

#include <chrono>
#include <future>
#include <thread>
#include <utility>

#include "core/backend/backend.h"

namespace stepscope {

DataSplits openDataUnless(const std::function<bool()>& cancelled, DataSpec spec) {
  std::packaged_task<DataSplits()> task([spec = std::move(spec)] { return openData(spec); });
  std::future<DataSplits> result = task.get_future();
  std::thread(std::move(task)).detach();
  while (result.wait_for(std::chrono::milliseconds(20)) != std::future_status::ready)
    if (cancelled()) throw Cancelled{};
  return result.get();
}

}  // namespace stepscope
