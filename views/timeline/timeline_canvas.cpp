#include "views/timeline/timeline_canvas.h"

#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyle>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "views/common/theme.h"
#include "views/common/units.h"

namespace stepscope {
namespace {

constexpr double kHitPixels = 3;
constexpr int kDragPixels = 4;
constexpr double kKeyZoom = 0.7, kWheelZoom = 0.8;
constexpr double kKeyPanShare = 0.15;  // of what is seen
constexpr int kMotionMs = 120;

}  // namespace

TimelineCanvas::TimelineCanvas(QWidget* parent) : QAbstractScrollArea(parent) {
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  viewport()->setMouseTracking(true);
  viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
  setAccessibleName(tr("Timeline"));
  setAccessibleDescription(
      tr("W and S zoom, A and D pan, F shows everything, N and P go through the matches, arrow keys go from span to span."));
  raster_.setTokens(tokens());
  animation_.setDuration(kMotionMs);
  animation_.setStartValue(0.0);
  animation_.setEndValue(1.0);
  animation_.setEasingCurve(QEasingCurve::OutCubic);
  connect(&animation_, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
    const double t = value.toDouble();
    TimeAxis axis = axis_;
    // Lengths by their logarithm, so that a deep zoom does not rush at its end; the begin follows the share of the length travelled.
    axis.length = animationFrom_.length * std::pow(animationTo_.length / animationFrom_.length, t);
    const double change = animationTo_.length - animationFrom_.length;
    const double travelled = std::abs(change) < 1e-9 ? t : (axis.length - animationFrom_.length) / change;
    axis.begin = animationFrom_.begin + (animationTo_.begin - animationFrom_.begin) * travelled;
    setAxis(t >= 1 ? animationTo_ : axis);
  });
}

int TimelineCanvas::scroll() const {
  return verticalScrollBar()->value();
}

void TimelineCanvas::setModel(std::shared_ptr<const TimelineModel> model) {
  animation_.stop();
  const bool sameTrace = model_ && model && &model_->trace() == &model->trace();
  model_ = std::move(model);
  hovered_.reset();
  selected_.reset();
  highlightedByRow_.clear();
  matches_.clear();
  matchesByRow_.clear();
  currentMatch_ = -1;
  if (!sameTrace) {
    currentStep_ = -1;
    rangeBegin_ = rangeEnd_ = 0;
    axis_.total = model_ ? model_->length() : 1;
    axis_.fit();
    verticalScrollBar()->setValue(0);
  }
  layoutAxis();
  invalidate();
  Q_EMIT axisChanged();
}

void TimelineCanvas::layoutAxis() {
  axis_.left = kNamesWidth;
  axis_.width = std::max(1, viewport()->width() - kNamesWidth);
  const int room = viewport()->height() - kAxisHeight;
  const int height = model_ ? model_->rowsHeight() : 0;
  verticalScrollBar()->setRange(0, std::max(0, height + 2 - room));
  verticalScrollBar()->setPageStep(std::max(1, room));
  verticalScrollBar()->setSingleStep(20);
}

void TimelineCanvas::invalidate() {
  dirty_ = true;
  viewport()->update();
}

void TimelineCanvas::setAxis(const TimeAxis& axis) {
  if (axis == axis_) return;
  axis_ = axis;
  invalidate();
  Q_EMIT axisChanged();
}

void TimelineCanvas::moveTo(const TimeAxis& axis) {
  animation_.stop();
  if (!animated_ || !isVisible() || style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) == 0) {
    setAxis(axis);
    return;
  }
  if (axis == axis_) return;
  animationFrom_ = axis_;
  animationTo_ = axis;
  animation_.start();
}

void TimelineCanvas::setView(double begin, double length) {
  animation_.stop();
  TimeAxis axis = axis_;
  axis.show(begin, begin + length, 0);
  setAxis(axis);
}

void TimelineCanvas::showTimes(double from, double to, double margin) {
  TimeAxis axis = axis_;
  axis.show(from, to, margin);
  moveTo(axis);
}

void TimelineCanvas::fit() {
  TimeAxis axis = axis_;
  axis.fit();
  moveTo(axis);
}

void TimelineCanvas::select(std::optional<TimelineHit> hit) {
  selected_ = hit;
  viewport()->update();
}

TimelineCanvas::HitsByRow TimelineCanvas::byRow(const std::vector<TimelineHit>& hits) const {
  HitsByRow rows(model_ ? model_->rows().size() : 0);
  for (const TimelineHit& hit : hits) rows.at(static_cast<std::size_t>(hit.row)).push_back(hit.index);
  return rows;
}

void TimelineCanvas::setHighlighted(const std::vector<TimelineHit>& hits) {
  highlightedByRow_ = byRow(hits);
  viewport()->update();
}

void TimelineCanvas::setMatches(std::vector<TimelineHit> matches) {
  matches_ = std::move(matches);
  matchesByRow_ = byRow(matches_);
  currentMatch_ = -1;
  viewport()->update();
  Q_EMIT matchChanged(currentMatch_, static_cast<int>(matches_.size()));
}

void TimelineCanvas::stepMatch(int by) {
  if (matches_.empty() || !model_) return;
  const int count = static_cast<int>(matches_.size());
  if (currentMatch_ < 0) {
    // The first one in view, or the first after it.
    const auto inView =
        std::find_if(matches_.begin(), matches_.end(), [&](const TimelineHit& hit) { return model_->end(hit) > axis_.begin; });
    currentMatch_ = inView == matches_.end() ? 0 : static_cast<int>(inView - matches_.begin());
    if (by < 0) currentMatch_ = (currentMatch_ + count - 1) % count;
  } else {
    currentMatch_ = ((currentMatch_ + by) % count + count) % count;
  }
  const TimelineHit& hit = matches_[static_cast<std::size_t>(currentMatch_)];
  ensureRowVisible(hit.row);
  TimeAxis axis = animation_.state() == QAbstractAnimation::Running ? animationTo_ : axis_;
  axis.reveal(model_->begin(hit), model_->end(hit));
  moveTo(axis);
  viewport()->update();
  Q_EMIT matchChanged(currentMatch_, count);
}

void TimelineCanvas::setCurrentStep(int index) {
  if (currentStep_ == index) return;
  currentStep_ = index;
  viewport()->update();
}

void TimelineCanvas::setRange(double from, double to) {
  if (to <= from) from = to = 0;
  if (from == rangeBegin_ && to == rangeEnd_) return;
  rangeBegin_ = from;
  rangeEnd_ = to;
  viewport()->update();
  Q_EMIT rangeChanged(from, to);
}

std::optional<TimelineHit> TimelineCanvas::hitAt(QPoint position) const {
  if (!model_ || position.x() < axis_.left || position.y() < kAxisHeight) return std::nullopt;
  return model_->hit(model_->rowAt(position.y() - kAxisHeight + scroll()), axis_.timeAt(position.x() + 0.5),
                     kHitPixels * axis_.nsPerPixel());
}

QRectF TimelineCanvas::rectOf(const TimelineHit& hit) const {
  const int height = model_->rows()[static_cast<std::size_t>(hit.row)].height;
  const double left = axis_.xOf(model_->begin(hit)), right = axis_.xOf(model_->end(hit));
  return {left, static_cast<double>(kAxisHeight + model_->rowTop(hit.row) - scroll() + 2), std::max(1.0, right - left),
          static_cast<double>(height - 4)};
}

void TimelineCanvas::ensureRowVisible(int row) {
  if (!model_ || row < 0) return;
  const int top = model_->rowTop(row), bottom = top + model_->rows()[static_cast<std::size_t>(row)].height;
  const int room = viewport()->height() - kAxisHeight;
  if (top < scroll()) verticalScrollBar()->setValue(top);
  if (bottom > scroll() + room) verticalScrollBar()->setValue(bottom - room);
}

bool TimelineCanvas::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::Leave) {
    cursorX_ = -1;
    hovered_.reset();
    viewport()->update();
  }
  return QAbstractScrollArea::viewportEvent(event);
}

void TimelineCanvas::changeEvent(QEvent* event) {
  if (isThemeChange(event)) {
    raster_.setTokens(tokens());
    invalidate();
  }
  QAbstractScrollArea::changeEvent(event);
}

void TimelineCanvas::resizeEvent(QResizeEvent*) {
  layoutAxis();
  invalidate();
  Q_EMIT axisChanged();
}

void TimelineCanvas::scrollContentsBy(int, int) {
  invalidate();
}

void TimelineCanvas::wheelEvent(QWheelEvent* event) {
  const QPoint angle = event->angleDelta();
  const QPointF at = event->position();
  event->accept();
  if (at.x() < axis_.left && angle.y() != 0) {
    verticalScrollBar()->setValue(scroll() - angle.y() / 2);
    return;
  }
  animation_.stop();
  TimeAxis axis = axis_;
  const int sideways = event->modifiers() & Qt::ShiftModifier ? angle.x() + angle.y() : angle.x();
  if (sideways != 0)
    axis.panPixels(-sideways * 0.8);
  else if (angle.y() != 0)
    axis.zoomAbout(std::max(at.x(), axis.left), std::pow(kWheelZoom, angle.y() / 120.0));
  setAxis(axis);
}

void TimelineCanvas::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !model_) return;
  pressed_ = last_ = event->position().toPoint();
  const bool onAxis = pressed_.y() < kAxisHeight && pressed_.x() >= axis_.left;
  drag_ = (event->modifiers() & Qt::ShiftModifier) || onAxis ? Drag::Range : Drag::Pressed;
  rangeAnchor_ = std::clamp(axis_.timeAt(pressed_.x()), 0.0, axis_.total);
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent* event) {
  const QPoint at = event->position().toPoint();
  cursorX_ = at.x() >= axis_.left ? at.x() : -1;
  if (drag_ == Drag::Pressed && (at - pressed_).manhattanLength() >= kDragPixels) {
    drag_ = Drag::Panning;
    viewport()->setCursor(Qt::ClosedHandCursor);
  }
  if (drag_ == Drag::Panning) {
    animation_.stop();
    TimeAxis axis = axis_;
    axis.panPixels(last_.x() - at.x());
    verticalScrollBar()->setValue(scroll() + last_.y() - at.y());
    setAxis(axis);
  } else if (drag_ == Drag::Range && std::abs(at.x() - pressed_.x()) >= kDragPixels) {
    const double time = std::clamp(axis_.timeAt(at.x()), 0.0, axis_.total);
    setRange(std::min(time, rangeAnchor_), std::max(time, rangeAnchor_));
  } else if (drag_ == Drag::None) {
    showHover(at, event->globalPosition().toPoint());
  }
  last_ = at;
  viewport()->update();
}

void TimelineCanvas::showHover(QPoint position, QPoint global) {
  hovered_ = hitAt(position);
  if (hovered_) {
    QToolTip::showText(global + QPoint(0, 4), model_->tooltip(*hovered_), viewport());
    return;
  }
  const int row = model_ && position.y() >= kAxisHeight ? model_->rowAt(position.y() - kAxisHeight + scroll()) : -1;
  const std::optional<double> value =
      row >= 0 && position.x() >= axis_.left ? model_->counterAt(row, axis_.timeAt(position.x())) : std::nullopt;
  if (value)
    QToolTip::showText(global + QPoint(0, 4),
                       QStringLiteral("%1: %2").arg(model_->rows()[static_cast<std::size_t>(row)].label, formatNumber(*value)), viewport());
  else
    QToolTip::hideText();
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  const Drag was = std::exchange(drag_, Drag::None);
  viewport()->unsetCursor();
  const QPoint at = event->position().toPoint();
  if (was == Drag::Range && std::abs(at.x() - pressed_.x()) < kDragPixels) setRange(0, 0);
  if (was != Drag::Pressed) return;
  if (const std::optional<TimelineHit> hit = hitAt(at)) {
    select(hit);
    Q_EMIT spanClicked(*hit);
  } else {
    select(std::nullopt);
    Q_EMIT emptyClicked();
  }
}

void TimelineCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
  if (const std::optional<TimelineHit> hit = hitAt(event->position().toPoint())) showTimes(model_->begin(*hit), model_->end(*hit), 0.1);
}

void TimelineCanvas::selectNeighbour(int by) {
  if (!model_) return;
  if (!selected_) {
    if (model_->opsRow() < 0) return;
    const std::optional<TimelineHit> first = model_->hit(model_->opsRow(), axis_.begin + axis_.length / 2, axis_.length);
    if (!first) return;
    selected_ = first;
  } else {
    const auto size = static_cast<std::int64_t>(model_->rows()[static_cast<std::size_t>(selected_->row)].lane->size());
    const std::int64_t next = std::clamp<std::int64_t>(static_cast<std::int64_t>(selected_->index) + by, 0, size - 1);
    selected_->index = static_cast<std::uint32_t>(next);
  }
  ensureRowVisible(selected_->row);
  TimeAxis axis = axis_;
  axis.reveal(model_->begin(*selected_), model_->end(*selected_));
  setAxis(axis);
  viewport()->update();
  Q_EMIT spanClicked(*selected_);
}

void TimelineCanvas::selectOtherRow(int by) {
  if (!model_ || !selected_) return selectNeighbour(0);
  const double centre = (model_->begin(*selected_) + model_->end(*selected_)) / 2;
  for (int row = selected_->row + by; row >= 0 && row < static_cast<int>(model_->rows().size()); row += by) {
    const std::optional<TimelineHit> hit = model_->hit(row, centre, axis_.total);
    if (!hit) continue;
    selected_ = hit;
    return selectNeighbour(0);
  }
}

void TimelineCanvas::keyPressEvent(QKeyEvent* event) {
  const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
  if (!plain || !model_) return QAbstractScrollArea::keyPressEvent(event);
  animation_.stop();
  TimeAxis axis = axis_;
  const double about = cursorX_ >= 0 ? cursorX_ : axis.left + axis.width / 2;
  switch (event->key()) {
    case Qt::Key_W:
    case Qt::Key_Plus:
      axis.zoomAbout(about, kKeyZoom);
      break;
    case Qt::Key_S:
    case Qt::Key_Minus:
      axis.zoomAbout(about, 1 / kKeyZoom);
      break;
    case Qt::Key_A:
      axis.panPixels(-axis.width * kKeyPanShare);
      break;
    case Qt::Key_D:
      axis.panPixels(axis.width * kKeyPanShare);
      break;
    case Qt::Key_Home:
      axis.begin = 0;
      break;
    case Qt::Key_End:
      axis.begin = axis.total - axis.length;
      break;
    case Qt::Key_F:
      return fit();
    case Qt::Key_N:
      return stepMatch(1);
    case Qt::Key_P:
      return stepMatch(-1);
    case Qt::Key_Left:
      return selectNeighbour(-1);
    case Qt::Key_Right:
      return selectNeighbour(1);
    case Qt::Key_Up:
      return selectOtherRow(-1);
    case Qt::Key_Down:
      return selectOtherRow(1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (selected_)
        showTimes(model_->begin(*selected_), model_->end(*selected_), 0.1);
      else if (hasRange())
        showTimes(rangeBegin_, rangeEnd_);
      return;
    case Qt::Key_Escape:
      setRange(0, 0);
      select(std::nullopt);
      Q_EMIT emptyClicked();
      return;
    default:
      return QAbstractScrollArea::keyPressEvent(event);
  }
  setAxis(axis);
}

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
  if (dirty_ || raster_.image().size() != device) {
    raster_.resize(lanes, ratio);
    raster_.draw(*model_, axis_, scroll());
    dirty_ = false;
    ++rasterCount_;
  }
  painter.drawImage(QPointF(0, kAxisHeight), raster_.image());
  painter.save();
  painter.setClipRect(QRectF(axis_.left, kAxisHeight, axis_.width, lanes.height()));
  paintMarks(painter);
  painter.restore();
  paintAxis(painter);
  paintRange(painter);
  paintCursor(painter);
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
    const int top = kAxisHeight + model_->rowTop(static_cast<int>(row)) - scroll();
    if (spans.empty() || top > viewport()->height() || top + model_->rows()[row].height < kAxisHeight) continue;
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

QString TimelineCanvas::rangeText() const {
  if (!model_ || !hasRange()) return {};
  const RangeSummary summary = model_->summarize(rangeBegin_, rangeEnd_);
  QStringList parts{formatMs(summary.length * 1e-6)};
  if (model_->opsRow() >= 0)
    parts << (summary.ops == 1 ? tr("1 op") : tr("%1 ops").arg(formatCount(summary.ops))) << tr("%1 busy").arg(formatPercent(summary.busy));
  return parts.join(QStringLiteral(" · "));
}

void TimelineCanvas::paintCursor(QPainter& painter) const {
  if (cursorX_ < axis_.left || drag_ != Drag::None) return;
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
