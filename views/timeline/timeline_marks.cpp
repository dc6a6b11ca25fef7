#include "views/timeline/timeline_marks.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"

namespace stepscope {

QString rangeText(const TimelineModel& model, double from, double to) {
  const RangeSummary summary = model.summarize(from, to);
  QStringList parts{formatMs(summary.length * 1e-6)};
  if (model.opsRow() >= 0)
    parts << (summary.ops == 1 ? tr("1 op") : tr("%1 ops").arg(formatCount(summary.ops))) << tr("%1 busy").arg(formatPercent(summary.busy));
  return parts.join(QStringLiteral(" · "));
}

namespace {

constexpr int kAxisHeight = TimelinePlaces::kAxisHeight;

void paintAxis(QPainter& painter, const TimelinePlaces& at, const TimelineMarks& marks) {
  const Tokens& t = tokens();
  painter.fillRect(QRectF(0, 0, at.size.width(), kAxisHeight), t.panel);
  if (marks.currentStep >= 0 && static_cast<std::size_t>(marks.currentStep) < at.model->steps().size()) {
    const TimelineStep& step = at.model->steps()[static_cast<std::size_t>(marks.currentStep)];
    const double left = std::max(at.axis.xOf(step.begin), at.axis.left),
                 right = std::min(at.axis.xOf(step.begin + step.length), at.axis.left + at.axis.width);
    if (right > left) painter.fillRect(QRectF(left, kAxisHeight - 3, right - left, 2), t.accent);
  }
  painter.setPen(t.line);
  painter.drawLine(QPointF(0, kAxisHeight - 0.5), QPointF(at.size.width(), kAxisHeight - 0.5));
  painter.setFont(textFont(11));
  const double edge = at.axis.left + at.axis.width;
  for (const TimeTick& tick : at.axis.ticks()) {
    const double x = at.axis.xOf(tick.time);
    painter.setPen(t.line);
    painter.drawLine(QPointF(x, kAxisHeight - 6), QPointF(x, kAxisHeight - 1));
    painter.setPen(t.dim);
    const double width = painter.fontMetrics().horizontalAdvance(tick.label);
    if (x + 4 + width <= edge) painter.drawText(QRectF(x + 4, 2, width + 2, kAxisHeight - 6), Qt::AlignVCenter | Qt::AlignLeft, tick.label);
  }
}

// At most one mark per pixel and row: of the spans in a pixel the first is drawn, the others are skipped by binary search.
void paintHits(QPainter& painter, const TimelinePlaces& at, const TimelineMarks::HitsByRow& hits, const QColor& color) {
  painter.setPen(QPen(color, 1));
  painter.setBrush(Qt::NoBrush);
  for (std::size_t row = 0; row < hits.size(); ++row) {
    const std::vector<std::uint32_t>& spans = hits[row];
    const auto hit = [&](std::uint32_t index) { return TimelineHit{static_cast<int>(row), index}; };
    const int shown = at.layout.shownRow(static_cast<int>(row)), top = kAxisHeight + at.layout.top(shown) - at.scroll;
    if (spans.empty() || top > at.size.height() || top + at.layout.height(shown) < kAxisHeight) continue;
    // Spans of a row do not overlap, so they are sorted by their ends too.
    auto span = std::partition_point(spans.begin(), spans.end(), [&](std::uint32_t index) { return at.model->end(hit(index)) < at.axis.begin; });
    while (span != spans.end() && at.model->begin(hit(*span)) <= at.axis.end()) {
      const QRectF rect = at.rectOf(hit(*span));
      if (rect.width() < 3) {
        painter.drawLine(QPointF(rect.left() + 0.5, rect.top()), QPointF(rect.left() + 0.5, rect.bottom()));
        const double next = at.axis.timeAt(rect.left() + 1);
        span = std::partition_point(span + 1, spans.end(), [&](std::uint32_t index) { return at.model->begin(hit(index)) < next; });
      } else {
        painter.drawRect(rect.adjusted(0.5, 0.5, -1.5, -0.5));
        ++span;
      }
    }
  }
}

void paintSpans(QPainter& painter, const TimelinePlaces& at, const TimelineMarks& marks, bool dragged) {
  const Tokens& t = tokens();
  paintHits(painter, at, marks.highlightedByRow, t.accent);
  paintHits(painter, at, marks.matchesByRow, t.text);
  const auto frame = [&](const TimelineHit& hit, const QColor& color, double width) {
    painter.setPen(QPen(color, width));
    painter.setBrush(Qt::NoBrush);
    const QRectF rect = at.rectOf(hit);
    const double half = width / 2;
    painter.drawRect(rect.width() > 2 * width ? rect.adjusted(half, half, -half - 0.5, -half)
                                              : QRectF(rect.left() - half, rect.top(), width, rect.height()));
  };
  if (marks.hovered && !dragged) frame(*marks.hovered, t.text, 1);
  if (marks.selected) frame(*marks.selected, t.accent, 2);
  if (marks.currentMatch >= 0) frame(marks.matches[static_cast<std::size_t>(marks.currentMatch)], t.text, 2);
}

void paintRange(QPainter& painter, const TimelinePlaces& at, const TimelineMarks& marks) {
  if (!marks.hasRange()) return;
  const Tokens& t = tokens();
  const double left = std::max(at.axis.xOf(marks.rangeBegin), at.axis.left),
               right = std::min(at.axis.xOf(marks.rangeEnd), at.axis.left + at.axis.width);
  if (right <= left) return;
  QColor fill = t.accent;
  fill.setAlphaF(0.14f);
  painter.fillRect(QRectF(left, 0, right - left, at.size.height()), fill);
  painter.setPen(QPen(t.accent, 1));
  painter.drawLine(QPointF(left + 0.5, 0), QPointF(left + 0.5, at.size.height()));
  painter.drawLine(QPointF(right - 0.5, 0), QPointF(right - 0.5, at.size.height()));
  // The contents of the range, on the axis above it.
  const QString text = rangeText(*at.model, marks.rangeBegin, marks.rangeEnd);
  painter.setFont(textFont(11, QFont::DemiBold));
  const double width = painter.fontMetrics().horizontalAdvance(text) + 14;
  const double edge = std::max(at.axis.left, at.axis.left + at.axis.width - width);
  const QRectF place(std::clamp((left + right - width) / 2, at.axis.left, edge), 3, width, kAxisHeight - 7);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(t.accent);
  painter.drawRoundedRect(place, 4, 4);
  painter.setPen(t.onAccent);
  painter.drawText(place, Qt::AlignCenter, text);
  painter.setRenderHint(QPainter::Antialiasing, false);
}

// Draws an arrow from the end of each launching span to the beginning of the launched one; the painter clips it to the view. If a kernel begins
// before its launch ended, the arrow starts where the kernel begins.
void paintArrows(QPainter& painter, const TimelinePlaces& at, const TimelineMarks& marks) {
  if (marks.arrows.empty()) return;
  const Tokens& t = tokens();
  // A few arrows are drawn smooth and with an outline. Many would then cost more than all the lanes, so they are drawn thin.
  constexpr std::size_t kSmooth = 4;
  const bool smooth = marks.arrows.size() <= kSmooth;
  painter.setRenderHint(QPainter::Antialiasing, smooth);
  painter.setBrush(Qt::NoBrush);
  for (const auto& [from, to] : marks.arrows) {
    const QRectF a = at.rectOf(from), b = at.rectOf(to);
    const QPointF start(std::min(a.right(), std::max(a.left(), b.left())), a.center().y()), end(b.left(), b.center().y());
    if (std::max(start.x(), end.x()) < at.axis.left - 40 || std::min(start.x(), end.x()) > at.axis.left + at.axis.width + 40) continue;
    const double bend = std::clamp(std::abs(end.x() - start.x()) / 2, 12.0, 80.0);
    QPainterPath path(start);
    path.cubicTo(start + QPointF(bend, 0), end - QPointF(bend, 0), end);
    if (smooth) {
      painter.setPen(QPen(t.panel, 3));
      painter.drawPath(path);
    }
    painter.setPen(smooth ? QPen(t.text, 1.3) : QPen(t.text, 0));
    painter.drawPath(path);
    painter.setPen(Qt::NoPen);
    painter.setBrush(t.text);
    painter.drawConvexPolygon(QPolygonF({end, end + QPointF(-6, -3.5), end + QPointF(-6, 3.5)}));
    painter.setBrush(Qt::NoBrush);
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintNotes(QPainter& painter, const TimelinePlaces& at, const TimelineMarks& marks) {
  if (marks.notes.empty()) return;
  const Tokens& t = tokens();
  painter.setRenderHint(QPainter::Antialiasing);
  const double edge = at.axis.left + at.axis.width;
  for (std::size_t i = 0; i < marks.notes.size(); ++i) {
    const double x = at.axis.xOf(static_cast<double>(marks.notes[i].time));
    if (x < at.axis.left || x > edge) continue;
    const bool current = static_cast<int>(i) == marks.currentNote;
    painter.setPen(QPen(t.warn, current ? 1.6 : 1, Qt::DashLine));
    painter.drawLine(QPointF(x, kAxisHeight), QPointF(x, at.size.height()));
    painter.setPen(Qt::NoPen);
    painter.setBrush(t.warn);
    painter.drawConvexPolygon(QPolygonF({{x, 4}, {x + 8, 8}, {x, 12}}));  // a flag
    painter.drawRect(QRectF(x - 0.6, 4, 1.2, kAxisHeight - 5));
    if (marks.notes[i].text.isEmpty()) continue;
    painter.setFont(textFont(11, current ? QFont::DemiBold : QFont::Normal));
    const double room = std::min(180.0, edge - x - 12);
    if (room < 24) continue;
    const QString text = painter.fontMetrics().elidedText(marks.notes[i].text, Qt::ElideRight, static_cast<int>(room) - 8);
    const QRectF place(x + 9, 1, painter.fontMetrics().horizontalAdvance(text) + 8, 15);
    painter.setBrush(t.raised);
    painter.drawRoundedRect(place, 3, 3);
    painter.setPen(t.text);
    painter.drawText(place, Qt::AlignCenter, text);
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintBox(QPainter& painter, const TimelinePlaces& at, const TimelineDrag& drag) {
  if (drag.kind != TimelineDrag::Box) return;
  const Tokens& t = tokens();
  const QRectF box = QRectF(QPointF(drag.pressed), QPointF(drag.last))
                         .normalized()
                         .intersected(QRectF(at.axis.left, kAxisHeight, at.axis.width, at.size.height() - kAxisHeight));
  QColor fill = t.accent;
  fill.setAlphaF(0.12f);
  painter.setPen(QPen(t.accent, 1, Qt::DashLine));
  painter.setBrush(fill);
  painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
  const double from = at.axis.timeAt(box.left()), to = at.axis.timeAt(box.right());
  painter.setFont(textFont(11));
  painter.setPen(t.text);
  painter.drawText(box.adjusted(4, 2, -4, -2), Qt::AlignTop | Qt::AlignHCenter, formatMs((to - from) * 1e-6));
}

void paintCursor(QPainter& painter, const TimelinePlaces& at, const TimelineMarks& marks) {
  if (marks.cursorX < at.axis.left) return;
  const Tokens& t = tokens();
  QColor color = t.dim;
  color.setAlphaF(0.6f);
  painter.setPen(QPen(color, 1, Qt::DotLine));
  painter.drawLine(QPointF(marks.cursorX + 0.5, kAxisHeight), QPointF(marks.cursorX + 0.5, at.size.height()));
  const QString time = formatMs(at.axis.timeAt(marks.cursorX) * 1e-6);
  painter.setFont(textFont(11));
  const double width = painter.fontMetrics().horizontalAdvance(time) + 10;
  const double left = std::clamp(marks.cursorX - width / 2, at.axis.left, std::max(at.axis.left, at.axis.left + at.axis.width - width));
  painter.setPen(Qt::NoPen);
  painter.setBrush(t.raised);
  painter.drawRoundedRect(QRectF(left, 3, width, kAxisHeight - 8), 3, 3);
  painter.setPen(t.text);
  painter.drawText(QRectF(left, 3, width, kAxisHeight - 8), Qt::AlignCenter, time);
}

}  // namespace

TimelineMarks::HitsByRow byRow(const std::vector<TimelineHit>& hits, std::size_t rows) {
  TimelineMarks::HitsByRow result(rows);
  for (const TimelineHit& hit : hits) result.at(static_cast<std::size_t>(hit.row)).push_back(hit.index);
  return result;
}

void paintMarks(QPainter& painter, const TimelinePlaces& places, const TimelineMarks& marks, const TimelineDrag& drag) {
  const bool dragged = drag.kind != TimelineDrag::None;
  painter.save();
  painter.setClipRect(QRectF(places.axis.left, kAxisHeight, places.axis.width, std::max(0, places.size.height() - kAxisHeight)));
  paintSpans(painter, places, marks, dragged);
  paintArrows(painter, places, marks);
  painter.restore();
  paintAxis(painter, places, marks);
  paintRange(painter, places, marks);
  paintNotes(painter, places, marks);
  if (!dragged) paintCursor(painter, places, marks);
  paintBox(painter, places, drag);
}

int noteAt(const TimelinePlaces& places, const std::vector<TimelineNote>& notes, QPoint position) {
  if (position.y() >= kAxisHeight) return -1;
  int best = -1;
  double nearest = 7;
  for (std::size_t i = 0; i < notes.size(); ++i) {
    const double distance = std::abs(places.axis.xOf(static_cast<double>(notes[i].time)) + 3 - position.x());
    if (distance < nearest) {
      nearest = distance;
      best = static_cast<int>(i);
    }
  }
  return best;
}

QString tooltipAt(const TimelinePlaces& places, const TimelineMarks& marks, QPoint position) {
  if (const std::optional<TimelineHit> hit = places.hitAt(position)) return places.model->tooltip(*hit);
  if (const int note = noteAt(places, marks.notes, position); note >= 0 && !marks.notes[static_cast<std::size_t>(note)].text.isEmpty())
    return marks.notes[static_cast<std::size_t>(note)].text;
  const int row = places.rowAt(position.y());
  if (row < 0) return {};
  const QString& label = places.model->rows()[static_cast<std::size_t>(row)].label;
  if (position.x() < places.axis.left) return label;  // the whole name, if it was cut
  const std::optional<double> value = places.model->counterAt(row, places.axis.timeAt(position.x()));
  return value ? QStringLiteral("%1: %2").arg(label, places.model->counterText(row, *value)) : QString();
}

}  // namespace stepscope
