// The profiler's sampled counter of the device's memory, beside a number of bytes that is known.
#pragma once

#include "core/backend/backend.h"
#include "tests/dev/selftest/selftest.h"

namespace stepscope {

// Records a kernel that reads `bytes` and writes as many, again and again; every run far more than a cache holds. The detail says what the
// counter saw, "124.5 % ms of DRAM throughput" (the share of the peak, summed over time), and how many bytes moved: whoever knows the peak
// holds one against the other. Skipped where the device tells no such counter.
void checkDramCounter(const Backend& device, std::int64_t bytes, int runs, SelftestCheck& result);

}  // namespace stepscope
