#include "views/timeline/timeline_canvas.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "views/common/theme.h"
#include "views/timeline/timeline_commands.h"
#include "views/timeline/timeline_walk.h"

namespace stepscope {
namespace {

constexpr int kFoldFromLanes = 10;  // a track with more lanes is folded at first
constexpr int kDragPixels = 4;
constexpr double kWheelZoom = 0.8;

}  // namespace

TimelineCanvas::TimelineCanvas(QWidget* parent) : QAbstractScrollArea(parent) {
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  viewport()->setMouseTracking(true);
  viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
  setAccessibleName(tr("Timeline"));
  setAccessibleDescription(
      tr("W and S zoom, A and D pan, F shows everything, N and P go through the matches, arrow keys go from span to span. The question "
         "mark lists all keys."));
  raster_.setTokens(tokens());
  connect(&motion_, &TimeMotion::changed, this, [this] {
    invalidate();
    Q_EMIT axisChanged();
  });
  connect(&motion_, &TimeMotion::moved, this, &TimelineCanvas::viewMoved);
}

int TimelineCanvas::scroll() const {
  return verticalScrollBar()->value();
}

TimelinePlaces TimelineCanvas::places() const {
  return {model_.get(), layout_, axis(), scroll(), viewport()->size()};
}

void TimelineCanvas::setModel(std::shared_ptr<const TimelineModel> model) {
  motion_.stop();
  const bool sameTrace = model_ && model && &model_->trace() == &model->trace();
  const std::size_t rows = model_ ? model_->rows().size() : 0;
  model_ = std::move(model);
  TimelineMarks marks;  // another model has other span numbers
  marks.notes = std::move(marks_.notes);
  marks.currentNote = marks_.currentNote;
  marks.cursorX = marks_.cursorX;
  if (sameTrace) {
    marks.currentStep = marks_.currentStep;
    marks.rangeBegin = marks_.rangeBegin;
    marks.rangeEnd = marks_.rangeEnd;
  }
  marks_ = std::move(marks);
  if (!sameTrace) {
    motion_.setTotal(model_ ? model_->length() : 1);
    if (rows != (model_ ? model_->rows().size() : 0)) verticalScrollBar()->setValue(0);  // the next live steps keep the scroll position
    // Deep call stacks would move everything else off the screen.
    for (std::size_t g = 0; model_ && g < model_->groups().size(); ++g) {
      const TimelineGroup& group = model_->groups()[g];
      const bool ofOneTrack = model_->rows()[static_cast<std::size_t>(group.header)].kind != TimelineRow::Kind::Group;
      if (ofOneTrack && group.end - group.header > kFoldFromLanes) folded_.insert(model_->groupPath(static_cast<int>(g)));
    }
  }
  if (model_) raster_.setColors(model_->colors());
  layoutRows();
  Q_EMIT axisChanged();
}

void TimelineCanvas::layoutRows() {
  layout_ = model_ ? TimelineLayout(*model_, folded_, density_, viewport()->height() - kAxisHeight - 2) : TimelineLayout();
  raster_.rowsChanged();
  layoutAxis();
  invalidate();
}

void TimelineCanvas::layoutAxis() {
  motion_.setPlace(kNamesWidth, std::max(1, viewport()->width() - kNamesWidth));
  const int room = viewport()->height() - kAxisHeight;
  verticalScrollBar()->setRange(0, std::max(0, layout_.height() + 2 - room));
  verticalScrollBar()->setPageStep(std::max(1, room));
  verticalScrollBar()->setSingleStep(20);
}

void TimelineCanvas::invalidate() {
  dirty_ = true;
  viewport()->update();
}

void TimelineCanvas::setView(double begin, double length) {
  TimeAxis axis = motion_.axis();
  axis.show(begin, begin + length, 0);
  motion_.set(axis);
}

void TimelineCanvas::restoreTimes(double from, double to) {
  TimeAxis axis = motion_.axis();
  axis.show(from, to, 0);
  motion_.animateTo(axis);
}

void TimelineCanvas::showTimes(double from, double to, double margin, int gesture) {
  TimeAxis axis = motion_.axis();
  axis.show(from, to, margin);
  motion_.moveTo(axis, gesture);
}

void TimelineCanvas::fit() {
  TimeAxis axis = motion_.axis();
  axis.fit();
  motion_.moveTo(axis, 0);
}

void TimelineCanvas::zoomBy(double factor) {
  TimeAxis axis = motion_.target();
  axis.zoomAbout(marks_.cursorX >= 0 ? marks_.cursorX : axis.left + axis.width / 2, factor);
  motion_.moveBy(axis, motion_.continuedGesture());
}

void TimelineCanvas::panBy(double widths) {
  TimeAxis axis = motion_.target();
  axis.panPixels(axis.width * widths);
  motion_.moveBy(axis, motion_.continuedGesture());
}

void TimelineCanvas::goToEnd(bool last) {
  TimeAxis axis = motion_.target();
  axis.begin = last ? axis.total - axis.length : 0;
  motion_.moveBy(axis, motion_.continuedGesture());
}

void TimelineCanvas::zoomToSelection() {
  if (marks_.selected) showTimes(model_->begin(*marks_.selected), model_->end(*marks_.selected), 0.1);
  else if (hasRange()) showTimes(rangeBegin(), rangeEnd());
}

void TimelineCanvas::setFolded(const QString& group, bool folded) {
  if (folded == folded_.contains(group)) return;
  if (folded) folded_.insert(group);
  else folded_.remove(group);
  layoutRows();
}

void TimelineCanvas::foldAll(bool folded) {
  if (!model_) return;
  for (std::size_t g = 0; g < model_->groups().size(); ++g) {
    const QString path = model_->groupPath(static_cast<int>(g));
    if (folded) folded_.insert(path);
    else folded_.remove(path);
  }
  layoutRows();
}

void TimelineCanvas::toggleGroupAt(int row) {
  if (row < 0) return;
  const int group = model_->rows()[static_cast<std::size_t>(row)].heads;
  if (group < 0) return;
  const QString path = model_->groupPath(group);
  setFolded(path, !folded_.contains(path));
}

void TimelineCanvas::toggleSelectedGroup() {
  const int group = groupToFold(places(), marks_.selected, folded_);
  if (group < 0) return;
  const QString path = model_->groupPath(group);
  setFolded(path, !folded_.contains(path));
  if (marks_.selected) ensureRowVisible(marks_.selected->row);
}

void TimelineCanvas::setDensity(int density) {
  density_ = std::clamp(density, 0, TimelineLayout::kDensities - 1);
  layoutRows();
}

void TimelineCanvas::select(std::optional<TimelineHit> hit) {
  marks_.selected = hit;
  viewport()->update();
}

void TimelineCanvas::selectNeighbour(int by) {
  if (!model_) return;
  const std::optional<TimelineHit> next = neighbourOf(places(), marks_.selected, by);
  if (!next) return;
  marks_.selected = next;
  ensureRowVisible(next->row);
  TimeAxis axis = motion_.axis();
  axis.reveal(model_->begin(*next), model_->end(*next));
  motion_.moveBy(axis, motion_.continuedGesture());
  clickSpan(*next);
}

void TimelineCanvas::selectOtherRow(int by) {
  if (!model_ || !marks_.selected) return selectNeighbour(0);
  const std::optional<TimelineHit> hit = hitInOtherRow(places(), *marks_.selected, by);
  if (!hit) return;
  marks_.selected = hit;
  selectNeighbour(0);
}

void TimelineCanvas::selectTime() {
  if (marks_.selected) setRange(model_->begin(*marks_.selected), model_->end(*marks_.selected));
  else setRange(axis().begin, axis().end());
}

void TimelineCanvas::clickSpan(TimelineHit hit) {
  select(hit);
  Q_EMIT spanClicked(hit);
}

void TimelineCanvas::giveUp() {
  if (drag_.kind != TimelineDrag::None) return endDrag();
  setRange(0, 0);
  select(std::nullopt);
  Q_EMIT emptyClicked();
}

void TimelineCanvas::setHighlighted(const std::vector<TimelineHit>& hits) {
  marks_.highlightedByRow = byRow(hits, model_ ? model_->rows().size() : 0);
  viewport()->update();
}

void TimelineCanvas::setArrows(std::vector<Arrow> arrows) {
  marks_.arrows = std::move(arrows);
  viewport()->update();
}

void TimelineCanvas::setNotes(std::vector<TimelineNote> notes, int current) {
  marks_.notes = std::move(notes);
  marks_.currentNote = current;
  viewport()->update();
}

double TimelineCanvas::notePlace() const {
  if (marks_.selected) return model_->begin(*marks_.selected);
  if (marks_.cursorX >= 0) return std::clamp(axis().timeAt(marks_.cursorX), 0.0, axis().total);
  return axis().begin + axis().length / 2;
}

void TimelineCanvas::setMatches(std::vector<TimelineHit> matches) {
  marks_.matches = std::move(matches);
  marks_.matchesByRow = byRow(marks_.matches, model_ ? model_->rows().size() : 0);
  marks_.currentMatch = -1;
  viewport()->update();
  Q_EMIT matchChanged(-1, static_cast<int>(marks_.matches.size()));
}

void TimelineCanvas::stepMatch(int by) {
  if (marks_.matches.empty() || !model_) return;
  marks_.currentMatch = nextMatch(places(), marks_.matches, marks_.currentMatch, by);
  const TimelineHit& hit = marks_.matches[static_cast<std::size_t>(marks_.currentMatch)];
  ensureRowVisible(hit.row);
  TimeAxis axis = motion_.target();
  axis.reveal(model_->begin(hit), model_->end(hit));
  motion_.moveTo(axis, TimeMotion::newGesture());
  viewport()->update();
  Q_EMIT matchChanged(marks_.currentMatch, static_cast<int>(marks_.matches.size()));
}

void TimelineCanvas::setCurrentStep(int index) {
  if (marks_.currentStep == index) return;
  marks_.currentStep = index;
  viewport()->update();
}

void TimelineCanvas::setRange(double from, double to, int gesture) {
  if (to <= from) from = to = 0;
  if (from == rangeBegin() && to == rangeEnd()) return;
  marks_.rangeBegin = from;
  marks_.rangeEnd = to;
  viewport()->update();
  Q_EMIT rangeChanged(from, to, gesture);
}

void TimelineCanvas::ensureRowVisible(int row) {
  if (!model_ || row < 0) return;
  row = layout_.shownRow(row);
  const int top = layout_.top(row), bottom = top + layout_.height(row);
  const int room = viewport()->height() - kAxisHeight;
  if (top < scroll()) verticalScrollBar()->setValue(top);
  if (bottom > scroll() + room) verticalScrollBar()->setValue(bottom - room);
}

void TimelineCanvas::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  if (!model_) return painter.fillRect(viewport()->rect(), tokens().panel);
  // A picture or a second screen may want another resolution than the last painting.
  const double ratio = std::max(1.0, painter.deviceTransform().m11());
  const QSize lanes(viewport()->width(), std::max(0, viewport()->height() - kAxisHeight));
  const QSize device(static_cast<int>(std::ceil(lanes.width() * ratio)), static_cast<int>(std::ceil(lanes.height() * ratio)));
  if (dirty_ || raster_.size() != device) {
    raster_.resize(lanes, ratio);
    raster_.draw(*model_, layout_, axis(), scroll());
    dirty_ = false;
    ++rasterCount_;
  }
  raster_.paint(painter, QPoint(0, kAxisHeight));
  paintMarks(painter, places(), marks_, drag_);
  if (hasFocus()) {
    painter.setPen(QPen(tokens().accent, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(viewport()->rect()).adjusted(0.5, 0.5, -0.5, -0.5));
  }
}

bool TimelineCanvas::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && comesBeforeShortcuts(*static_cast<QKeyEvent*>(event))) event->accept();
  return QAbstractScrollArea::event(event);
}

bool TimelineCanvas::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::Leave) {
    marks_.cursorX = -1;
    marks_.hovered.reset();
    viewport()->update();
  }
  return QAbstractScrollArea::viewportEvent(event);
}

void TimelineCanvas::wheelEvent(QWheelEvent* event) {
  const QPoint angle = event->angleDelta();
  const QPointF at = event->position();
  event->accept();
  if (event->modifiers() & Qt::ControlModifier) {
    if (angle.y() != 0) setDensity(density_ + (angle.y() < 0 ? 1 : -1));
    return;
  }
  // Beside the spans, and with Alt (which some platforms turn into horizontal scrolling), the rows scroll.
  if ((at.x() < axis().left && angle.y() != 0) || (event->modifiers() & Qt::AltModifier)) {
    verticalScrollBar()->setValue(scroll() - (angle.x() + angle.y()) / 2);
    return;
  }
  TimeAxis axis = motion_.target();
  const int sideways = event->modifiers() & Qt::ShiftModifier ? angle.x() + angle.y() : angle.x();
  if (sideways != 0) axis.panPixels(-sideways * 0.8);
  else if (angle.y() != 0) axis.zoomAbout(std::max(at.x(), axis.left), std::pow(kWheelZoom, angle.y() / 120.0));
  motion_.moveBy(axis, motion_.continuedGesture());
}

void TimelineCanvas::mousePressEvent(QMouseEvent* event) {
  if (!model_) return;
  drag_.pressed = drag_.last = event->position().toPoint();
  motion_.beginGesture();
  drag_.anchor = std::clamp(axis().timeAt(drag_.pressed.x()), 0.0, axis().total);
  const bool onSpans = drag_.pressed.x() >= axis().left, onAxis = drag_.pressed.y() < kAxisHeight && onSpans;
  if (event->button() == Qt::MiddleButton) {
    drag_.kind = TimelineDrag::Panning;
    viewport()->setCursor(Qt::ClosedHandCursor);
  } else if (event->button() == Qt::LeftButton) {
    if ((event->modifiers() & Qt::ControlModifier) && onSpans) drag_.kind = TimelineDrag::Box;
    else if ((event->modifiers() & Qt::ShiftModifier) || (onAxis && noteAt(places(), marks_.notes, drag_.pressed) < 0))
      drag_.kind = TimelineDrag::Range;
    else drag_.kind = TimelineDrag::Pressed;
    if (drag_.kind == TimelineDrag::Box) viewport()->setCursor(Qt::CrossCursor);
  }
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent* event) {
  const QPoint at = event->position().toPoint();
  marks_.cursorX = at.x() >= axis().left ? at.x() : -1;
  if (drag_.kind == TimelineDrag::Pressed && (at - drag_.pressed).manhattanLength() >= kDragPixels) {
    drag_.kind = TimelineDrag::Panning;
    viewport()->setCursor(Qt::ClosedHandCursor);
  }
  if (drag_.kind == TimelineDrag::Panning) {
    TimeAxis axis = motion_.axis();
    axis.panPixels(drag_.last.x() - at.x());
    verticalScrollBar()->setValue(scroll() + drag_.last.y() - at.y());
    motion_.moveBy(axis, motion_.gesture());
  } else if (drag_.kind == TimelineDrag::Range && std::abs(at.x() - drag_.pressed.x()) >= kDragPixels) {
    const double time = std::clamp(axis().timeAt(at.x()), 0.0, axis().total);
    setRange(std::min(time, drag_.anchor), std::max(time, drag_.anchor), motion_.gesture());
  } else if (drag_.kind == TimelineDrag::None) {
    marks_.hovered = hitAt(at);
    QToolTip::showText(event->globalPosition().toPoint() + QPoint(0, 4), tooltipAt(places(), marks_, at),
                       viewport());  // an empty text hides it
  }
  drag_.last = at;
  viewport()->update();
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) return;
  const QPoint at = event->position().toPoint();
  const TimelineDrag::Kind was = drag_.kind;
  if (was == TimelineDrag::Box) {
    drag_.last = at;
    finishBox();
  }
  endDrag();
  if (was == TimelineDrag::Range && std::abs(at.x() - drag_.pressed.x()) < kDragPixels) setRange(0, 0);
  if (was != TimelineDrag::Pressed || !model_) return;
  if (const int note = noteAt(places(), marks_.notes, at); note >= 0) {
    Q_EMIT noteClicked(note);
  } else if (at.x() < axis().left) {
    toggleGroupAt(places().rowAt(at.y()));
  } else if (const std::optional<TimelineHit> hit = hitAt(at)) {
    clickSpan(*hit);
  } else {
    select(std::nullopt);
    Q_EMIT emptyClicked();
  }
}

void TimelineCanvas::endDrag() {
  drag_.kind = TimelineDrag::None;
  viewport()->unsetCursor();
  viewport()->update();
}

void TimelineCanvas::finishBox() {
  const double left = std::max(axis().left, static_cast<double>(std::min(drag_.pressed.x(), drag_.last.x())));
  const double right = std::max(drag_.pressed.x(), drag_.last.x());
  if (right - left < kDragPixels) return;
  const int row = places().rowAt(std::max(kAxisHeight, std::min(drag_.pressed.y(), drag_.last.y())));
  showTimes(axis().timeAt(left), axis().timeAt(right), 0);
  // The rows of the box move to the top, as far as possible.
  if (row >= 0) verticalScrollBar()->setValue(layout_.top(row));
}

void TimelineCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
  const QPoint at = event->position().toPoint();
  if (at.x() < axis().left) return toggleGroupAt(places().rowAt(at.y()));
  if (const std::optional<TimelineHit> hit = hitAt(at)) showTimes(model_->begin(*hit), model_->end(*hit), 0.1);
}

void TimelineCanvas::contextMenuEvent(QContextMenuEvent* event) {
  if (!model_) return;
  const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
  if (const std::optional<TimelineHit> hit = byMouse ? hitAt(event->pos()) : std::nullopt; hit && hit != marks_.selected) clickSpan(*hit);
  QMenu menu(this);
  fillMenu(menu, *this);
  menu.exec(byMouse || !marks_.selected ? event->globalPos() : viewport()->mapToGlobal(rectOf(*marks_.selected).bottomLeft().toPoint()));
}

void TimelineCanvas::keyPressEvent(QKeyEvent* event) {
  if (!model_ || !runKey(*this, *event)) QAbstractScrollArea::keyPressEvent(event);
}

void TimelineCanvas::focusInEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusInEvent(event);
  viewport()->update();
}

void TimelineCanvas::focusOutEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusOutEvent(event);
  viewport()->update();
}

void TimelineCanvas::changeEvent(QEvent* event) {
  if (isThemeChange(event)) {
    raster_.setTokens(tokens());
    invalidate();
  }
  QAbstractScrollArea::changeEvent(event);
}

void TimelineCanvas::resizeEvent(QResizeEvent* event) {
  // Rows grow to fill the height.
  if (event->size().height() != event->oldSize().height()) layoutRows();
  layoutAxis();
  invalidate();
  Q_EMIT axisChanged();
}

void TimelineCanvas::scrollContentsBy(int, int) {
  invalidate();
}

}  // namespace stepscope
