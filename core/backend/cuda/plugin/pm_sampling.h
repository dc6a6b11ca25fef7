// CUPTI's PM sampling of one device: hardware counters at a fixed interval, while kernels run, without slowing them down.
#pragma once

#include <memory>

#include "core/backend/cuda/base/counter_samples.h"
#include "core/backend/cuda/base/device_api.h"
#include "core/backend/cuda/plugin/context.h"

namespace stepscope::cuda {

class PmSampling {
 public:
  // Throws Failure: kNotPermitted if counters are for administrators only, kUnsupported if the GPU cannot sample by time (before GA10x) or another
  // profiler (DCGM) uses the hardware.
  PmSampling(Context& context, std::int64_t intervalNs);
  ~PmSampling();
  PmSampling(const PmSampling&) = delete;
  PmSampling& operator=(const PmSampling&) = delete;

  // All samples since the last call, in order of time. Returns how often the hardware's buffer overflowed.
  std::int64_t read(void* user, CounterSink sink);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

void addCounters(DeviceApi& api);

}  // namespace stepscope::cuda
