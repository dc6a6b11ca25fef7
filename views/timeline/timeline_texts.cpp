#include "views/timeline/timeline_texts.h"

#include <QFileInfo>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "profiler/analysis/capture_cost.h"
#include "views/common/text.h"
#include "views/common/units.h"
#include "views/timeline/timeline_model.h"
#include "views/words/engine_text.h"

namespace stepscope {
namespace {

// What the recording cost; the heading and its tooltip show it, since it is part of the times.
QString costOf(const Trace& trace) {
  return engineText(describe(captureCost(trace)));
}

QString inOneLine(const Trace& trace) {
  return droppedText(trace).replace(QLatin1Char('\n'), QStringLiteral("; "));
}

}  // namespace

QString headingOf(const TimelineModel& model, int step) {
  const QString dot = QStringLiteral(" · ");
  if (step < 0) {
    const Trace& trace = model.trace();
    QStringList parts{QString::fromStdString(trace.source).section(QLatin1Char('/'), -1), formatMs(model.length() * 1e-6), costOf(trace)};
    parts.removeAll(QString());
    return parts.join(dot);
  }
  const TimelineStep& shown = model.steps()[static_cast<std::size_t>(step)];
  const QString text =
      (shown.step >= 0 ? tr("Step %1").arg(shown.step) : tr("Step %1 of the capture").arg(step + 1)) + dot + formatMs(shown.length * 1e-6);
  if (model.steps().size() <= 2) return text;
  const double difference = shown.length - model.medianStep();
  if (std::abs(difference) < 0.001 * model.medianStep()) return text + dot + tr("as the median of %1 steps").arg(model.steps().size());
  return text + dot +
         (difference > 0 ? tr("slower than the median by %1") : tr("faster than the median by %1")).arg(formatMs(std::abs(difference) * 1e-6));
}

QString headingTooltip(const Trace& trace) {
  const QString source = QString::fromStdString(trace.source), cost = costOf(trace);
  return cost.isEmpty() ? source : source + QLatin1Char('\n') + cost;
}

// Remarks about the whole file (clocks that were aligned, a missing table) are counted apart from records.
QString missingText(const Trace& trace) {
  const auto remarks = std::count_if(trace.notes.begin(), trace.notes.end(), [](const TraceNote& note) { return !note.dropped; });
  const bool own = trace.events == 0;
  QStringList parts;
  if (trace.dropped == 1) parts << (own ? tr("1 span was lost: the recorder was full") : tr("1 record left out"));
  else if (trace.dropped > 0)
    parts << (own ? tr("%1 spans were lost: the recorder was full") : tr("%1 records left out")).arg(formatCount(trace.dropped));
  if (remarks > 0) parts << (remarks == 1 ? tr("1 remark") : tr("%1 remarks").arg(remarks));
  return parts.join(QStringLiteral(", "));
}

QString droppedText(const Trace& trace) {
  QStringList lines;
  for (const TraceNote& note : trace.notes)
    lines << (note.dropped      ? tr("%1 left out: %2").arg(formatCount(note.count), engineText(note.reason))
              : note.count == 1 ? engineText(note.reason)
                                : tr("%1 times: %2").arg(formatCount(note.count), engineText(note.reason)));
  return lines.join(QLatin1Char('\n'));
}

Message droppedMessage(const Trace& trace) {
  Message message;
  message.level = trace.dropped > 0 ? Message::Level::Warning : Message::Level::Info;
  message.what = trace.dropped > 0 ? tr("Some records were left out") : tr("About this trace");
  message.cure = inOneLine(trace);
  return message;
}

std::optional<Message> endMessage(const Trace& trace) {
  if (!trace.endsEarly) return std::nullopt;
  Message message;
  message.level = Message::Level::Warning;
  message.what = tr("The file ends early");
  message.where = QFileInfo(QString::fromStdString(trace.source)).fileName();
  message.cure =
      tr("The recording after its end is missing, and this is not idle time: %1. Copy the file again, or record it again").arg(inOneLine(trace));
  return message;
}

Message noSuchStep(const TimelineModel& model) {
  const std::vector<TimelineStep>& steps = model.steps();
  Message message;
  message.level = Message::Level::Info;
  message.what = tr("This trace has no such step");
  message.cure = steps.front().step >= 0 ? tr("It holds steps %1 to %2").arg(steps.front().step).arg(steps.back().step)
                                         : tr("It holds %1 steps, counted from 1").arg(steps.size());
  return message;
}

}  // namespace stepscope
