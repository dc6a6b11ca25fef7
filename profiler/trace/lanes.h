// Splits the spans of one track into lanes. Spans of one thread nest; a lane holds one depth of nesting, so within a lane they are sorted and never
// overlap. Everything later (binary search, busy sums, drawing) relies on that. Kernels of one stream may overlap without nesting: they get separate
// lanes of the stream's track.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profiler/trace/recorder.h"
#include "profiler/trace/trace.h"

namespace stepscope {

// Chooses the lane of each span of a track. Spans must come in the order of their starts; of two that start together the longer (outer) one first.
class LaneChooser {
 public:
  // A span goes one lane below the deepest open span that holds it completely, or to the first free lane below that. So a span that ends after its
  // parent by a rounding error does not push its successors down.
  std::size_t laneOf(std::int64_t start, std::int64_t end);
  std::size_t lanes() const { return ends_.size(); }
  // The lane of the span that contains the latest span completely; -1 if there is none.
  std::ptrdiff_t parent() const { return parent_; }

 private:
  std::vector<std::int64_t> ends_;  // end of the latest span in each lane
  std::size_t open_ = 0;            // lanes from this index on are free
  std::ptrdiff_t parent_ = -1;
};

// A span that has a correlation (SpanRecord::correlation).
struct CorrelatedSpan {
  std::uint32_t correlation = 0;
  SpanRef span;
};
// `records` are in the order in which they ended. Of two equal spans the one that ended later is the outer one. Spans that overlap without nesting go
// to a deeper lane. The lanes get `track` and depths 0, 1, 2, ... `correlated` may be null; it receives the spans that have a correlation, with lanes
// counted from 0.
std::vector<TraceLane> splitIntoLanes(std::vector<SpanRecord> records, std::int32_t track, std::vector<CorrelatedSpan>* correlated = nullptr);

}  // namespace stepscope
