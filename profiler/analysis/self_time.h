// Self time: what a span took less what the spans within it took, so that sums over spans count every moment once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profiler/analysis/self_segments.h"
#include "profiler/trace/trace.h"

namespace stepscope {

struct SelfTime {
  SpanRef span;
  std::int64_t ns = 0;
};

// The time of [begin, end) on one track, each moment given to the deepest span open then. Spans without self time are listed too when
// they begin inside; the order is unspecified. The sum is (end - begin) less the time in which no span was open.
std::vector<SelfTime> selfTimes(const Trace& trace, std::int32_t track, std::int64_t begin, std::int64_t end);

// The track that the training steps are on: the first with a span of Category::Step; -1 if there is none.
std::int32_t trainerTrack(const Trace& trace);
// The spans of Category::Step of that track, by time.
std::vector<SpanRef> stepSpans(const Trace& trace);

// Linear interpolation between the two nearest ranks (NumPy's default); 0 for no values. quantile in [0, 1].
double quantileOf(std::vector<double> values, double quantile);

}  // namespace stepscope
