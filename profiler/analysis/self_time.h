// Self time: the time of a span without the spans inside it, so that sums over spans count every moment once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

struct SelfTime {
  SpanRef span;
  std::int64_t ns = 0;
};

// The time of [begin, end) on one track; each moment belongs to the deepest span open then. Spans without self time are listed too if they begin
// inside; the order is unspecified. The sum is (end - begin) minus the time in which no span was open.
std::vector<SelfTime> selfTimes(const Trace& trace, std::int32_t track, std::int64_t begin, std::int64_t end);

// The track that the training steps are on: the first with a span of Category::Step; -1 if there is none.
std::int32_t trainerTrack(const Trace& trace);
// The track of trainerTrack(). For a trace of another program without steps: the thread that waits longest for data. -1 if there is neither.
std::int32_t mainTrack(const Trace& trace);
// The spans of Category::Step of the trainer's track, by time.
std::vector<SpanRef> stepSpans(const Trace& trace);

// The quantile of `values`, by linear interpolation between the two nearest ranks (NumPy's default); 0 for no values. `quantile` is in [0, 1].
double quantileOf(std::vector<double> values, double quantile);

// The time of one track cut where the deepest open span changes. A pure function of any trace.
struct SelfSegment {
  std::int64_t begin = 0, end = 0;  // ns, begin < end
  SpanRef span;                     // the deepest one open throughout
};

// The segments are sorted by time and do not overlap. Times in which no span was open are left out. Spans of Category::Step are skipped, because they
// only frame what is counted; spans that `counts` refuses (if it is given) are skipped too. O(spans * lanes of the track).
using SpanFilter = std::function<bool(const TraceLane& lane, std::size_t i)>;
std::vector<SelfSegment> selfSegments(const Trace& trace, std::int32_t track, std::int64_t begin, std::int64_t end, const SpanFilter& counts = {});

// The first span of a lane that ends after `time`: ends are sorted as starts are, since spans of a lane do not overlap.
std::size_t firstEndingAfter(const TraceLane& lane, std::int64_t time);

// The span itself and the spans within its time in the deeper lanes of its track, at most `limit`. The lanes of a stream do not nest, so for a stream
// only the span itself.
std::vector<SpanRef> spansWithin(const Trace& trace, SpanRef span, std::size_t limit);
// The innermost span of a shallower lane that contains it completely; none on a stream.
std::optional<SpanRef> parentOf(const Trace& trace, SpanRef span);

}  // namespace stepscope
