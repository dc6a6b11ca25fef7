// What an imported trace tells of one span: the arguments that the profiler wrote beside it, and what launched it or was launched by it.
#pragma once

#include <QString>
#include <utility>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

using InspectorRow = std::pair<QString, QString>;

// Read from the file now; a row that says why, if the file is gone. The most telling ones (shapes, types, grid, block, memory) come first.
std::vector<InspectorRow> argumentRows(const Trace& trace, SpanRef span);

// "launched by" with the delay from the call to the work, "launches", "backward op", and "calls" for what an op launches in all.
std::vector<InspectorRow> flowRows(const Trace& trace, SpanRef span);

}  // namespace stepscope
