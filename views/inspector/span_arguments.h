// Details of one span in an imported trace: the arguments that the profiler wrote, and the spans that launched it or that it launched.
#pragma once

#include <QString>
#include <utility>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

using InspectorRow = std::pair<QString, QString>;

// Reads the arguments from the file; if it cannot be read, one row gives the error. The most useful ones (shapes, types, grid, block, memory) come
// first; at most 24 are returned.
std::vector<InspectorRow> argumentRows(const Trace& trace, SpanRef span);

// The spans that flows connect to this one: "launched by" with the delay from the end of the call to the work; "launches", summed over all calls
// inside the span; "forward op" and "backward op"; for other flows "comes from" and "leads to".
std::vector<InspectorRow> flowRows(const Trace& trace, SpanRef span);

}  // namespace stepscope
