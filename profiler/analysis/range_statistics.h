// Statistics of the spans within a time range: count, total, mean and self time by name, category or layer. Numbers only; views put them into words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

enum class RangeGrouping { Name, Category, Layer };

struct RangeEntry {
  std::string name;                            // the op's title, else the span's name; or the category; or the layer ("" for none)
  Category category = Category::Other;         // the category with the most time
  SpanKind kind = SpanKind::Other;             // if the category is Other and the trace has kinds: the kind with the most time
  std::int64_t count = 0;                      // spans that run within the range, including cut ones
  std::int64_t totalNs = 0;                    // their time within the range; nested spans count in both
  std::int64_t selfNs = 0;                     // the same without nested spans, so that the sum over a thread is its busy time
  std::int64_t shortestNs = 0, longestNs = 0;  // whole durations, not cut
  double meanNs() const { return count > 0 ? static_cast<double>(totalNs) / static_cast<double>(count) : 0; }
};

struct RangeStatistics {
  std::int64_t beginNs = 0, endNs = 0;
  std::int64_t spans = 0;
  std::vector<RangeEntry> entries;  // most self time first
};

// Leaves out spans of Category::Step, and a span of the profiler that lasts most of the trace, because they only frame what is counted. O(spans in
// the range + lanes * log spans).
RangeStatistics rangeStatistics(const Trace& trace, std::int64_t begin, std::int64_t end, RangeGrouping grouping);

}  // namespace stepscope
