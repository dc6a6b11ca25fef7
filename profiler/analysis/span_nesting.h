// What nests in a span and what holds it, on one track.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

// Returns the span itself and those within its time in the deeper lanes of its track, at most `limit`. The lanes of a stream do not nest,
// so there it returns the span alone.
std::vector<SpanRef> spansWithin(const Trace& trace, SpanRef span, std::size_t limit);
// The innermost span of a shallower lane that holds it whole.
std::optional<SpanRef> parentOf(const Trace& trace, SpanRef span);

}  // namespace stepscope
