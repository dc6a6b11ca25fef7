// Reads sampled counters on its own thread while steps run: decoding and evaluating one sample takes CUPTI about 0.4 ms of CPU (on an H200 with CUPTI
// 13.0: 40 to 58 ms for the samples of an 82 ms step), and a step must not wait for that.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/backend/cuda/base/counter_samples.h"
#include "core/backend/cuda/base/device.h"

namespace stepscope::cuda {

class CounterReader {
 public:
  // Sampling must have begun, and must end after this object is deleted.
  explicit CounterReader(std::shared_ptr<Device> device);
  ~CounterReader();
  CounterReader(const CounterReader&) = delete;
  CounterReader& operator=(const CounterReader&) = delete;

  struct Reading {
    std::vector<CounterSample> samples;  // in order of time
    std::int64_t before = 0;             // nowNs() before the request for them, after the last of them ended
  };
  struct Result {
    std::vector<Reading> readings;
    std::int64_t overflows = 0;  // how often the device's buffer overflowed
    std::string failed;          // why reading ended; empty while it continues
  };
  // Everything read since the last call. With `all` it first waits until all samples from before the call have been read.
  Result take(bool all);

 private:
  void run();

  std::shared_ptr<Device> device_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stop_ = false, hurry_ = false;
  std::int64_t begun_ = 0, done_ = 0;  // number of readings begun and finished
  Result result_;
  std::thread thread_;
};

}  // namespace stepscope::cuda
