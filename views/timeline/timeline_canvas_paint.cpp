// What the canvas paints: the image of the lanes, and above it the marks that come and go without a new one.
#include <QEvent>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/timeline/timeline_canvas.h"

namespace stepscope {

void TimelineCanvas::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  const Tokens& t = tokens();
  if (!model_) {
    painter.fillRect(viewport()->rect(), t.panel);
    return;
  }
  // A picture or a second screen may want another resolution than the last painting.
  const double ratio = std::max(1.0, painter.deviceTransform().m11());
  const QSize lanes(viewport()->width(), std::max(0, viewport()->height() - kAxisHeight));
  const QSize device(static_cast<int>(std::ceil(lanes.width() * ratio)), static_cast<int>(std::ceil(lanes.height() * ratio)));
  if (dirty_ || raster_.size() != device) {
    raster_.resize(lanes, ratio);
    raster_.draw(*model_, layout_, axis_, scroll());
    dirty_ = false;
    ++rasterCount_;
  }
  raster_.paint(painter, QPoint(0, kAxisHeight));
  painter.save();
  painter.setClipRect(QRectF(axis_.left, kAxisHeight, axis_.width, lanes.height()));
  paintMarks(painter);
  paintArrows(painter);
  painter.restore();
  paintAxis(painter);
  paintRange(painter);
  paintNotes(painter);
  paintCursor(painter);
  paintBox(painter);
  if (hasFocus()) {
    painter.setPen(QPen(t.accent, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(viewport()->rect()).adjusted(0.5, 0.5, -0.5, -0.5));
  }
}

void TimelineCanvas::paintAxis(QPainter& painter) const {
  const Tokens& t = tokens();
  painter.fillRect(QRectF(0, 0, viewport()->width(), kAxisHeight), t.panel);
  if (currentStep_ >= 0 && static_cast<std::size_t>(currentStep_) < model_->steps().size()) {
    const TimelineStep& step = model_->steps()[static_cast<std::size_t>(currentStep_)];
    const double left = std::max(axis_.xOf(step.begin), axis_.left),
                 right = std::min(axis_.xOf(step.begin + step.length), axis_.left + axis_.width);
    if (right > left) painter.fillRect(QRectF(left, kAxisHeight - 3, right - left, 2), t.accent);
  }
  painter.setPen(t.line);
  painter.drawLine(QPointF(0, kAxisHeight - 0.5), QPointF(viewport()->width(), kAxisHeight - 0.5));
  painter.setFont(textFont(11));
  const double edge = axis_.left + axis_.width;
  for (const TimeTick& tick : axis_.ticks()) {
    const double x = axis_.xOf(tick.time);
    painter.setPen(t.line);
    painter.drawLine(QPointF(x, kAxisHeight - 6), QPointF(x, kAxisHeight - 1));
    painter.setPen(t.dim);
    const double width = painter.fontMetrics().horizontalAdvance(tick.label);
    if (x + 4 + width <= edge) painter.drawText(QRectF(x + 4, 2, width + 2, kAxisHeight - 6), Qt::AlignVCenter | Qt::AlignLeft, tick.label);
  }
}

// At most one mark a pixel and row: of the spans that share a pixel the first is drawn and the rest are skipped by search.
void TimelineCanvas::paintHits(QPainter& painter, const HitsByRow& hits, const QColor& color) const {
  painter.setPen(QPen(color, 1));
  painter.setBrush(Qt::NoBrush);
  for (std::size_t row = 0; row < hits.size(); ++row) {
    const std::vector<std::uint32_t>& spans = hits[row];
    const auto at = [&](std::uint32_t index) { return TimelineHit{static_cast<int>(row), index}; };
    const int shown = layout_.shownRow(static_cast<int>(row)), top = kAxisHeight + layout_.top(shown) - scroll();
    if (spans.empty() || top > viewport()->height() || top + layout_.height(shown) < kAxisHeight) continue;
    // Spans of a row do not overlap, so they are sorted by their ends too.
    auto span = std::partition_point(spans.begin(), spans.end(), [&](std::uint32_t index) { return model_->end(at(index)) < axis_.begin; });
    while (span != spans.end() && model_->begin(at(*span)) <= axis_.end()) {
      const QRectF rect = rectOf(at(*span));
      if (rect.width() < 3) {
        painter.drawLine(QPointF(rect.left() + 0.5, rect.top()), QPointF(rect.left() + 0.5, rect.bottom()));
        const double next = axis_.timeAt(rect.left() + 1);
        span = std::partition_point(span + 1, spans.end(), [&](std::uint32_t index) { return model_->begin(at(index)) < next; });
      } else {
        painter.drawRect(rect.adjusted(0.5, 0.5, -1.5, -0.5));
        ++span;
      }
    }
  }
}

void TimelineCanvas::paintMarks(QPainter& painter) const {
  const Tokens& t = tokens();
  paintHits(painter, highlightedByRow_, t.accent);
  paintHits(painter, matchesByRow_, t.text);
  const auto frame = [&](const TimelineHit& hit, const QColor& color, double width) {
    painter.setPen(QPen(color, width));
    painter.setBrush(Qt::NoBrush);
    const QRectF rect = rectOf(hit);
    const double half = width / 2;
    painter.drawRect(rect.width() > 2 * width ? rect.adjusted(half, half, -half - 0.5, -half)
                                              : QRectF(rect.left() - half, rect.top(), width, rect.height()));
  };
  if (hovered_ && drag_ == Drag::None) frame(*hovered_, t.text, 1);
  if (selected_) frame(*selected_, t.accent, 2);
  if (currentMatch_ >= 0) frame(matches_[static_cast<std::size_t>(currentMatch_)], t.text, 2);
}

void TimelineCanvas::paintRange(QPainter& painter) const {
  if (!hasRange()) return;
  const Tokens& t = tokens();
  const double left = std::max(axis_.xOf(rangeBegin_), axis_.left), right = std::min(axis_.xOf(rangeEnd_), axis_.left + axis_.width);
  if (right <= left) return;
  QColor fill = t.accent;
  fill.setAlphaF(0.14f);
  painter.fillRect(QRectF(left, 0, right - left, viewport()->height()), fill);
  painter.setPen(QPen(t.accent, 1));
  painter.drawLine(QPointF(left + 0.5, 0), QPointF(left + 0.5, viewport()->height()));
  painter.drawLine(QPointF(right - 0.5, 0), QPointF(right - 0.5, viewport()->height()));
  // What it holds, on the axis above it.
  const QString text = rangeText();
  painter.setFont(textFont(11, QFont::DemiBold));
  const double width = painter.fontMetrics().horizontalAdvance(text) + 14;
  const double edge = std::max(axis_.left, axis_.left + axis_.width - width);
  const QRectF place(std::clamp((left + right - width) / 2, axis_.left, edge), 3, width, kAxisHeight - 7);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(t.accent);
  painter.drawRoundedRect(place, 4, 4);
  painter.setPen(t.onAccent);
  painter.drawText(place, Qt::AlignCenter, text);
  painter.setRenderHint(QPainter::Antialiasing, false);
}

// From the end of the span that launches to the begin of what it launched; a head where it arrives. An end outside the view is cut at its
// edge, and a kernel that begins before its launch ended still gets its arrow.
void TimelineCanvas::paintArrows(QPainter& painter) const {
  if (arrows_.empty()) return;
  const Tokens& t = tokens();
  // Smooth and parted from what lies below where there are a few; many would cost more than all the lanes, and are drawn thin.
  constexpr std::size_t kSmooth = 4;
  const bool smooth = arrows_.size() <= kSmooth;
  painter.setRenderHint(QPainter::Antialiasing, smooth);
  painter.setBrush(Qt::NoBrush);
  for (const auto& [from, to] : arrows_) {
    const QRectF a = rectOf(from), b = rectOf(to);
    const QPointF start(std::min(a.right(), std::max(a.left(), b.left())), a.center().y()), end(b.left(), b.center().y());
    if (std::max(start.x(), end.x()) < axis_.left - 40 || std::min(start.x(), end.x()) > axis_.left + axis_.width + 40) continue;
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

void TimelineCanvas::paintNotes(QPainter& painter) const {
  if (notes_.empty()) return;
  const Tokens& t = tokens();
  painter.setRenderHint(QPainter::Antialiasing);
  const double edge = axis_.left + axis_.width;
  for (std::size_t i = 0; i < notes_.size(); ++i) {
    const double x = axis_.xOf(static_cast<double>(notes_[i].time));
    if (x < axis_.left || x > edge) continue;
    const bool current = static_cast<int>(i) == currentNote_;
    painter.setPen(QPen(t.warn, current ? 1.6 : 1, Qt::DashLine));
    painter.drawLine(QPointF(x, kAxisHeight), QPointF(x, viewport()->height()));
    painter.setPen(Qt::NoPen);
    painter.setBrush(t.warn);
    painter.drawConvexPolygon(QPolygonF({{x, 4}, {x + 8, 8}, {x, 12}}));  // a flag on its pole
    painter.drawRect(QRectF(x - 0.6, 4, 1.2, kAxisHeight - 5));
    if (notes_[i].text.isEmpty()) continue;
    painter.setFont(textFont(11, current ? QFont::DemiBold : QFont::Normal));
    const double room = std::min(180.0, edge - x - 12);
    if (room < 24) continue;
    const QString text = painter.fontMetrics().elidedText(notes_[i].text, Qt::ElideRight, static_cast<int>(room) - 8);
    const QRectF place(x + 9, 1, painter.fontMetrics().horizontalAdvance(text) + 8, 15);
    painter.setBrush(t.raised);
    painter.drawRoundedRect(place, 3, 3);
    painter.setPen(t.text);
    painter.drawText(place, Qt::AlignCenter, text);
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
}

void TimelineCanvas::paintBox(QPainter& painter) const {
  if (drag_ != Drag::Box) return;
  const Tokens& t = tokens();
  const QRectF box = QRectF(QPointF(pressed_), QPointF(last_))
                         .normalized()
                         .intersected(QRectF(axis_.left, kAxisHeight, axis_.width, viewport()->height() - kAxisHeight));
  QColor fill = t.accent;
  fill.setAlphaF(0.12f);
  painter.setPen(QPen(t.accent, 1, Qt::DashLine));
  painter.setBrush(fill);
  painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
  const double from = axis_.timeAt(box.left()), to = axis_.timeAt(box.right());
  painter.setFont(textFont(11));
  painter.setPen(t.text);
  painter.drawText(box.adjusted(4, 2, -4, -2), Qt::AlignTop | Qt::AlignHCenter, formatMs((to - from) * 1e-6));
}

void TimelineCanvas::paintCursor(QPainter& painter) const {
  if (cursorX_ < axis_.left || drag_ != Drag::None || !model_) return;
  const Tokens& t = tokens();
  QColor color = t.dim;
  color.setAlphaF(0.6f);
  painter.setPen(QPen(color, 1, Qt::DotLine));
  painter.drawLine(QPointF(cursorX_ + 0.5, kAxisHeight), QPointF(cursorX_ + 0.5, viewport()->height()));
  const QString time = formatMs(axis_.timeAt(cursorX_) * 1e-6);
  painter.setFont(textFont(11));
  const double width = painter.fontMetrics().horizontalAdvance(time) + 10;
  const double left = std::clamp(cursorX_ - width / 2, axis_.left, std::max(axis_.left, axis_.left + axis_.width - width));
  painter.setPen(Qt::NoPen);
  painter.setBrush(t.raised);
  painter.drawRoundedRect(QRectF(left, 3, width, kAxisHeight - 8), 3, 3);
  painter.setPen(t.text);
  painter.drawText(QRectF(left, 3, width, kAxisHeight - 8), Qt::AlignCenter, time);
}

}  // namespace stepscope
