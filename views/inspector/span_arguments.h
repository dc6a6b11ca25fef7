// Details of one span in an imported trace: the arguments that the profiler wrote, and the spans that launched it or that it launched.
#pragma once

#include <QString>
#include <utility>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

using InspectorRow = std::pair<QString, QString>;

// Read from the file now; if the file is deleted, a row says so. The most useful ones (shapes, types, grid, block, memory) come first.
std::vector<InspectorRow> argumentRows(const Trace& trace, SpanRef span);

// "launched by" with the delay from the call to the work, "launches", "backward op", and "calls" for all launches of an op.
std::vector<InspectorRow> flowRows(const Trace& trace, SpanRef span);

}  // namespace stepscope
