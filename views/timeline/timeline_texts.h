// Texts of the Timeline tab about a trace: a step compared with the median, what is missing in the trace, and why.
#pragma once

#include <QString>
#include <optional>

#include "profiler/trace/trace.h"
#include "views/common/message_bar.h"

namespace stepscope {

class TimelineModel;

// "Step 418 · 205.1 ms · slower than the median by 0.4 ms"; without a step (-1) the name of the file, the trace's length and the cost of recording.
QString headingOf(const TimelineModel& model, int step);
QString headingTooltip(const Trace& trace);
// The number of missing records and the number of remarks: "3 records left out, 1 remark". Empty if there are none.
QString missingText(const Trace& trace);
// One line per reason why records are missing or changed.
QString droppedText(const Trace& trace);
Message droppedMessage(const Trace& trace);
// A message that the file is cut off, because the missing part must not be read as idle. None if it is complete.
std::optional<Message> endMessage(const Trace& trace);
Message noSuchStep(const TimelineModel& model);

}  // namespace stepscope
