// The time of one track cut where the deepest open span changes. A pure function of any trace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

struct SelfSegment {
  std::int64_t begin = 0, end = 0;  // ns, begin < end
  SpanRef span;                     // the deepest one open throughout
};

// The segments are sorted by time and do not overlap. Times in which no span was open are left out. Spans of Category::Step are skipped,
// because they only frame what is counted; spans that `counts` refuses (if it is given) are skipped too. O(n lanes of the track).
using SpanFilter = std::function<bool(const TraceLane& lane, std::size_t i)>;
std::vector<SelfSegment> selfSegments(const Trace& trace, std::int32_t track, std::int64_t begin, std::int64_t end, const SpanFilter& counts = {});

// The first span of a lane that ends after `time`: ends are sorted as starts are, since spans of a lane do not overlap.
std::size_t firstEndingAfter(const TraceLane& lane, std::int64_t time);

}  // namespace stepscope
