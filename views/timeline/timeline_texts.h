// What the Timeline tab says of a trace: a step beside the median, what is missing of the trace and why.
#pragma once

#include <QString>
#include <optional>

#include "profiler/trace/trace.h"
#include "views/common/message_bar.h"

namespace stepscope {

class TimelineModel;

// "Step 418 · 205.1 ms · slower than the median by 0.4 ms"; without a step (-1) the file, its length and what recording cost.
QString headingOf(const TimelineModel& model, int step);
QString headingTooltip(const Trace& trace);
// How many records are missing, and how much there is to say of the others: "3 records left out, 1 remark".
QString missingText(const Trace& trace);
// A line for each reason why records are missing, or are not as the file has them.
QString droppedText(const Trace& trace);
Message droppedMessage(const Trace& trace);
// That the file is cut off, for the top of the window: what is not there must not be read as idle. None where it is whole.
std::optional<Message> endMessage(const Trace& trace);
Message noSuchStep(const TimelineModel& model);

}  // namespace stepscope
