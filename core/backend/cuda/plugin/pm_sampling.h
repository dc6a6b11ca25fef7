// Samples the hardware counters of one device at a fixed interval while kernels run, without slowing them down (CUPTI PM sampling).
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

  // Passes all samples since the last call to `sink`, in order of time. Returns how often the buffer of the hardware overflowed.
  std::int64_t read(void* user, CounterSink sink);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

void addCounters(DeviceApi& api);

}  // namespace stepscope::cuda
