// The one monotonic clock of spans, events and timings: int64 nanoseconds (CLOCK_MONOTONIC).
#pragma once

#include <chrono>
#include <cstdint>

namespace stepscope {

inline std::int64_t nowNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace stepscope
