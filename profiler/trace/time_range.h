// A range of time on a trace's clock.
#pragma once

#include <cstdint>

namespace stepscope {

struct TimeRange {
  std::int64_t begin = 0, end = 0;  // ns on the trace's clock
  bool empty() const { return end <= begin; }
  bool operator==(const TimeRange&) const = default;
};

}  // namespace stepscope
