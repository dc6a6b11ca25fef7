// Mouse, wheel and keys of the canvas. Every command has a key; the list of them is in timeline_keys.cpp.
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "views/common/units.h"
#include "views/timeline/timeline_canvas.h"

namespace stepscope {
namespace {

constexpr int kDragPixels = 4;
constexpr double kKeyZoom = 0.7, kWheelZoom = 0.8;
constexpr double kKeyPanShare = 0.15;  // of what is seen
constexpr int kSameGestureMs = 500;    // turns of the wheel and key presses closer than this are taken back together

}  // namespace

bool TimelineCanvas::event(QEvent* event) {
  // Letters of the timeline come before the window's shortcuts with the same letter, while the timeline has the focus.
  if (event->type() == QEvent::ShortcutOverride) {
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool plain = !(key->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    static constexpr int ours[] = {Qt::Key_W, Qt::Key_A, Qt::Key_S, Qt::Key_D, Qt::Key_F, Qt::Key_N,         Qt::Key_P,     Qt::Key_G,
                                   Qt::Key_M, Qt::Key_B, Qt::Key_O, Qt::Key_X, Qt::Key_R, Qt::Key_Backspace, Qt::Key_Delete};
    if (plain && std::find(std::begin(ours), std::end(ours), key->key()) != std::end(ours)) event->accept();
  }
  return QAbstractScrollArea::event(event);
}

bool TimelineCanvas::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::Leave) {
    cursorX_ = -1;
    hovered_.reset();
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
  // Beside the spans, and with Alt (which some platforms turn into a sideways wheel), the rows move.
  if ((at.x() < axis_.left && angle.y() != 0) || (event->modifiers() & Qt::AltModifier)) {
    verticalScrollBar()->setValue(scroll() - (angle.x() + angle.y()) / 2);
    return;
  }
  if (!sinceMove_.isValid() || sinceMove_.elapsed() > kSameGestureMs) gesture_ = newGesture();
  sinceMove_.start();
  TimeAxis axis = animation_.state() == QAbstractAnimation::Running ? animationTo_ : axis_;
  const int sideways = event->modifiers() & Qt::ShiftModifier ? angle.x() + angle.y() : angle.x();
  if (sideways != 0)
    axis.panPixels(-sideways * 0.8);
  else if (angle.y() != 0)
    axis.zoomAbout(std::max(at.x(), axis.left), std::pow(kWheelZoom, angle.y() / 120.0));
  moveBy(axis, gesture_);
}

void TimelineCanvas::mousePressEvent(QMouseEvent* event) {
  if (!model_) return;
  pressed_ = last_ = event->position().toPoint();
  sinceMove_.invalidate();
  gesture_ = newGesture();
  rangeAnchor_ = std::clamp(axis_.timeAt(pressed_.x()), 0.0, axis_.total);
  const bool onSpans = pressed_.x() >= axis_.left, onAxis = pressed_.y() < kAxisHeight && onSpans;
  if (event->button() == Qt::MiddleButton) {
    drag_ = Drag::Panning;
    viewport()->setCursor(Qt::ClosedHandCursor);
  } else if (event->button() == Qt::LeftButton) {
    if ((event->modifiers() & Qt::ControlModifier) && onSpans)
      drag_ = Drag::Box;
    else if ((event->modifiers() & Qt::ShiftModifier) || (onAxis && noteAt(pressed_) < 0))
      drag_ = Drag::Range;
    else
      drag_ = Drag::Pressed;
    if (drag_ == Drag::Box) viewport()->setCursor(Qt::CrossCursor);
  }
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent* event) {
  const QPoint at = event->position().toPoint();
  cursorX_ = at.x() >= axis_.left ? at.x() : -1;
  if (drag_ == Drag::Pressed && (at - pressed_).manhattanLength() >= kDragPixels) {
    drag_ = Drag::Panning;
    viewport()->setCursor(Qt::ClosedHandCursor);
  }
  if (drag_ == Drag::Panning) {
    TimeAxis axis = axis_;
    axis.panPixels(last_.x() - at.x());
    verticalScrollBar()->setValue(scroll() + last_.y() - at.y());
    moveBy(axis, gesture_);
  } else if (drag_ == Drag::Range && std::abs(at.x() - pressed_.x()) >= kDragPixels) {
    const double time = std::clamp(axis_.timeAt(at.x()), 0.0, axis_.total);
    setRange(std::min(time, rangeAnchor_), std::max(time, rangeAnchor_), gesture_);
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
  const int note = noteAt(position);
  const int row = rowAtY(position.y());
  const std::optional<double> value =
      row >= 0 && position.x() >= axis_.left ? model_->counterAt(row, axis_.timeAt(position.x())) : std::nullopt;
  if (note >= 0 && !notes_[static_cast<std::size_t>(note)].text.isEmpty())
    QToolTip::showText(global + QPoint(0, 4), notes_[static_cast<std::size_t>(note)].text, viewport());
  else if (value)
    QToolTip::showText(global + QPoint(0, 4),
                       QStringLiteral("%1: %2").arg(model_->rows()[static_cast<std::size_t>(row)].label, model_->counterText(row, *value)),
                       viewport());
  else if (row >= 0 && position.x() < axis_.left)
    QToolTip::showText(global + QPoint(0, 4), model_->rows()[static_cast<std::size_t>(row)].label, viewport());  // in full, if it was cut
  else
    QToolTip::hideText();
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) return;
  const QPoint at = event->position().toPoint();
  if (drag_ == Drag::Box) last_ = at;
  const Drag was = drag_;
  if (was == Drag::Box) finishBox();
  drag_ = Drag::None;
  viewport()->unsetCursor();
  viewport()->update();
  if (was == Drag::Range && std::abs(at.x() - pressed_.x()) < kDragPixels) setRange(0, 0);
  if (was != Drag::Pressed || !model_) return;
  if (const int note = noteAt(at); note >= 0) {
    Q_EMIT noteClicked(note);
  } else if (at.x() < axis_.left) {
    toggleGroupAt(rowAtY(at.y()));
  } else if (const std::optional<TimelineHit> hit = hitAt(at)) {
    select(hit);
    Q_EMIT spanClicked(*hit);
  } else {
    select(std::nullopt);
    Q_EMIT emptyClicked();
  }
}

void TimelineCanvas::finishBox() {
  const double left = std::max(axis_.left, static_cast<double>(std::min(pressed_.x(), last_.x())));
  const double right = std::max(pressed_.x(), last_.x());
  if (right - left < kDragPixels) return;
  const int row = rowAtY(std::max(kAxisHeight, std::min(pressed_.y(), last_.y())));
  showTimes(axis_.timeAt(left), axis_.timeAt(right), 0);
  // The rows of the box come to the top, as far as the rows go.
  if (row >= 0) verticalScrollBar()->setValue(layout_.top(row));
}

void TimelineCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
  const QPoint at = event->position().toPoint();
  if (at.x() < axis_.left) return toggleGroupAt(rowAtY(at.y()));
  if (const std::optional<TimelineHit> hit = hitAt(at)) showTimes(model_->begin(*hit), model_->end(*hit), 0.1);
}

void TimelineCanvas::contextMenuEvent(QContextMenuEvent* event) {
  if (!model_) return;
  if (event->reason() == QContextMenuEvent::Mouse) {
    const std::optional<TimelineHit> hit = hitAt(event->pos());
    if (hit && hit != selected_) {
      select(hit);
      Q_EMIT spanClicked(*hit);
    }
  }
  QMenu menu(this);
  if (selected_) {
    menu.addAction(tr("Zoom to This Span"), this, [this] { showTimes(model_->begin(*selected_), model_->end(*selected_), 0.1); });
    menu.addAction(tr("Select Its Time"), this, [this] { setRange(model_->begin(*selected_), model_->end(*selected_)); });
    menu.addAction(tr("Find Its Others"), this, &TimelineCanvas::othersRequested);
    menu.addAction(tr("Copy Its Name"), this, [this] { QApplication::clipboard()->setText(model_->label(*selected_)); });
    menu.addSeparator();
  }
  if (hasRange()) menu.addAction(tr("Zoom to the Range"), this, [this] { showTimes(rangeBegin_, rangeEnd_); });
  menu.addAction(tr("Add a Note Here"), this, &TimelineCanvas::noteRequested);
  menu.addAction(tr("Show Everything"), this, &TimelineCanvas::fit);
  menu.addSeparator();
  menu.addAction(tr("Fold All Groups"), this, [this] { foldAll(true); });
  menu.addAction(tr("Unfold All Groups"), this, [this] { foldAll(false); });
  const QPoint place = event->reason() == QContextMenuEvent::Mouse || !selected_
                           ? event->globalPos()
                           : viewport()->mapToGlobal(rectOf(*selected_).bottomLeft().toPoint());
  menu.exec(place);
}

void TimelineCanvas::toggleGroupAt(int row) {
  if (row < 0) return;
  const int group = model_->rows()[static_cast<std::size_t>(row)].heads;
  if (group < 0) return;
  const QString path = model_->groupPath(group);
  setFolded(path, !folded_.contains(path));
}

// The group of the selected span; folding again folds the group around it. Without a selection the first one in view.
void TimelineCanvas::toggleSelectedGroup() {
  int group = -1;
  if (selected_) {
    group = model_->rows()[static_cast<std::size_t>(selected_->row)].group;
  } else {
    for (int row = std::max(0, layout_.rowAt(scroll())); group < 0 && row < static_cast<int>(model_->rows().size()); ++row)
      if (layout_.shown(row)) group = model_->rows()[static_cast<std::size_t>(row)].heads;
  }
  if (group < 0) return;
  int outermostFolded = -1;
  for (int g = group; g >= 0; g = model_->groups()[static_cast<std::size_t>(g)].parent)
    if (folded_.contains(model_->groupPath(g))) outermostFolded = g;
  setFolded(model_->groupPath(outermostFolded >= 0 ? outermostFolded : group), outermostFolded < 0);
  if (selected_) ensureRowVisible(selected_->row);
}

void TimelineCanvas::selectNeighbour(int by) {
  if (!model_) return;
  if (!selected_) {
    std::optional<TimelineHit> first;
    for (int row = std::max(0, model_->opsRow()); !first && row < static_cast<int>(model_->rows().size()); ++row)
      if (layout_.shown(row) && model_->rows()[static_cast<std::size_t>(row)].kind == TimelineRow::Kind::Spans)
        first = model_->hit(row, axis_.begin + axis_.length / 2, axis_.length);
    if (!first) return;
    selected_ = first;
  } else {
    const auto size = static_cast<std::int64_t>(model_->rows()[static_cast<std::size_t>(selected_->row)].lane->size());
    const std::int64_t next = std::clamp<std::int64_t>(static_cast<std::int64_t>(selected_->index) + by, 0, size - 1);
    selected_->index = static_cast<std::uint32_t>(next);
  }
  ensureRowVisible(selected_->row);
  if (!sinceMove_.isValid() || sinceMove_.elapsed() > kSameGestureMs) gesture_ = newGesture();
  sinceMove_.start();
  TimeAxis axis = axis_;
  axis.reveal(model_->begin(*selected_), model_->end(*selected_));
  moveBy(axis, gesture_);
  viewport()->update();
  Q_EMIT spanClicked(*selected_);
}

void TimelineCanvas::selectOtherRow(int by) {
  if (!model_ || !selected_) return selectNeighbour(0);
  const double centre = (model_->begin(*selected_) + model_->end(*selected_)) / 2;
  for (int row = selected_->row + by; row >= 0 && row < static_cast<int>(model_->rows().size()); row += by) {
    if (!layout_.shown(row)) continue;
    const std::optional<TimelineHit> hit = model_->hit(row, centre, axis_.total);
    if (!hit) continue;
    selected_ = hit;
    return selectNeighbour(0);
  }
}

void TimelineCanvas::zoomToSelection() {
  if (selected_)
    showTimes(model_->begin(*selected_), model_->end(*selected_), 0.1);
  else if (hasRange())
    showTimes(rangeBegin_, rangeEnd_);
}

// Keys that move what is seen.
void TimelineCanvas::moveByKey(int key) {
  TimeAxis axis = animation_.state() == QAbstractAnimation::Running ? animationTo_ : axis_;
  const double about = cursorX_ >= 0 ? cursorX_ : axis.left + axis.width / 2;
  switch (key) {
    case Qt::Key_W:
    case Qt::Key_Plus:
    case Qt::Key_Equal:
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
    default:
      return;
  }
  if (!sinceMove_.isValid() || sinceMove_.elapsed() > kSameGestureMs) gesture_ = newGesture();
  sinceMove_.start();
  moveBy(axis, gesture_);
}

// Keys that change a state or ask for something; false: not one of them.
bool TimelineCanvas::stateKey(QKeyEvent* event) {
  const bool shift = event->modifiers() & Qt::ShiftModifier;
  if (event->text() == QLatin1String("?")) {
    Q_EMIT helpRequested();
    return true;
  }
  switch (event->key()) {
    case Qt::Key_F:
      fit();
      return true;
    case Qt::Key_N:
      stepMatch(1);
      return true;
    case Qt::Key_P:
      stepMatch(-1);
      return true;
    case Qt::Key_Left:
      selectNeighbour(-1);
      return true;
    case Qt::Key_Right:
      selectNeighbour(1);
      return true;
    case Qt::Key_Up:
      selectOtherRow(-1);
      return true;
    case Qt::Key_Down:
      selectOtherRow(1);
      return true;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
      verticalScrollBar()->triggerAction(event->key() == Qt::Key_PageUp ? QAbstractSlider::SliderPageStepSub
                                                                        : QAbstractSlider::SliderPageStepAdd);
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      zoomToSelection();
      return true;
    case Qt::Key_R:
      if (selected_)
        setRange(model_->begin(*selected_), model_->end(*selected_));
      else
        setRange(axis_.begin, axis_.end());
      return true;
    case Qt::Key_O:
      if (selected_) Q_EMIT othersRequested();
      return true;
    case Qt::Key_X:
      if (shift)
        foldAll(folded_.isEmpty());
      else
        toggleSelectedGroup();
      return true;
    case Qt::Key_G:
      Q_EMIT stepRequested();
      return true;
    case Qt::Key_BracketLeft:
      Q_EMIT stepMoveRequested(-1);
      return true;
    case Qt::Key_BracketRight:
      Q_EMIT stepMoveRequested(1);
      return true;
    case Qt::Key_M:
      Q_EMIT noteRequested();
      return true;
    case Qt::Key_B:
      Q_EMIT noteStepRequested(shift ? -1 : 1);
      return true;
    case Qt::Key_Delete:
      Q_EMIT noteRemovalRequested();
      return true;
    case Qt::Key_Backspace:
      Q_EMIT historyRequested(shift ? 1 : -1);
      return true;
    case Qt::Key_Escape:
      if (drag_ != Drag::None) {
        drag_ = Drag::None;
        viewport()->unsetCursor();
        viewport()->update();
        return true;
      }
      setRange(0, 0);
      select(std::nullopt);
      Q_EMIT emptyClicked();
      return true;
    default:
      return false;
  }
}

void TimelineCanvas::keyPressEvent(QKeyEvent* event) {
  if (!model_) return QAbstractScrollArea::keyPressEvent(event);
  if (event->matches(QKeySequence::Undo) || event->matches(QKeySequence::Redo)) {
    Q_EMIT historyRequested(event->matches(QKeySequence::Undo) ? -1 : 1);
    return;
  }
  if (event->modifiers() & Qt::AltModifier && (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)) {
    Q_EMIT historyRequested(event->key() == Qt::Key_Left ? -1 : 1);
    return;
  }
  if (event->modifiers() & Qt::ControlModifier &&
      (event->key() == Qt::Key_Plus || event->key() == Qt::Key_Equal || event->key() == Qt::Key_Minus)) {
    setDensity(density_ + (event->key() == Qt::Key_Minus ? 1 : -1));
    return;
  }
  if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) return QAbstractScrollArea::keyPressEvent(event);
  switch (event->key()) {
    case Qt::Key_W:
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_S:
    case Qt::Key_Minus:
    case Qt::Key_A:
    case Qt::Key_D:
    case Qt::Key_Home:
    case Qt::Key_End:
      return moveByKey(event->key());
    default:
      if (!stateKey(event)) QAbstractScrollArea::keyPressEvent(event);
  }
}

void TimelineCanvas::focusInEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusInEvent(event);
  viewport()->update();
}

void TimelineCanvas::focusOutEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusOutEvent(event);
  viewport()->update();
}

}  // namespace stepscope
