#include "core/backend/cuda/recording/counter_reader.h"

#include <chrono>
#include <utility>

#include "core/base/clock.h"

namespace stepscope::cuda {
namespace {

constexpr auto kPeriod = std::chrono::milliseconds(10);

}  // namespace

CounterReader::CounterReader(std::shared_ptr<Device> device) : device_(std::move(device)), thread_([this] { run(); }) {}

CounterReader::~CounterReader() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

CounterReader::Result CounterReader::take(bool all) {
  std::unique_lock lock(mutex_);
  if (all) {
    hurry_ = true;
    changed_.notify_all();
    // A reading in progress may have begun before the last sample ended, so the next one counts.
    changed_.wait(lock, [this, last = begun_ + 1] { return done_ >= last || !result_.failed.empty(); });
  }
  Result taken = std::exchange(result_, {});
  result_.failed = taken.failed;
  return taken;
}

void CounterReader::run() {
  const DeviceApi& api = device_->api();
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait_for(lock, kPeriod, [this] { return stop_ || hurry_; });
    if (stop_) return;
    hurry_ = false;
    ++begun_;
    lock.unlock();
    Reading reading{{}, nowNs()};
    std::int64_t overflows = 0;
    const std::int32_t status = api.readCounters(
        device_->context(), &reading.samples,
        [](void* user, const CounterSample* sample) { static_cast<std::vector<CounterSample>*>(user)->push_back(*sample); }, &overflows);
    const std::string why = status == kOk ? std::string() : api.errorText();
    lock.lock();
    ++done_;
    if (!reading.samples.empty()) result_.readings.push_back(std::move(reading));
    result_.overflows += overflows;
    result_.failed = why;
    changed_.notify_all();
    if (status != kOk) return;
  }
}

}  // namespace stepscope::cuda
