#include "views/timeline/timeline_canvas.h"

#include <QEvent>
#include <QResizeEvent>
#include <QScrollBar>
#include <QStyle>
#include <algorithm>
#include <cmath>

#include "views/common/theme.h"
#include "views/common/units.h"

namespace stepscope {
namespace {

constexpr double kHitPixels = 3;
constexpr int kMotionMs = 120;
constexpr int kFoldFromLanes = 10;  // a track of more lanes than that opens folded

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

int TimelineCanvas::newGesture() {
  static int last = 0;  // of the GUI thread alone
  return ++last;
}

void TimelineCanvas::setModel(std::shared_ptr<const TimelineModel> model) {
  animation_.stop();
  const bool sameTrace = model_ && model && &model_->trace() == &model->trace();
  const std::size_t rows = model_ ? model_->rows().size() : 0;
  model_ = std::move(model);
  hovered_.reset();
  selected_.reset();
  highlightedByRow_.clear();
  arrows_.clear();
  matches_.clear();
  matchesByRow_.clear();
  currentMatch_ = -1;
  if (!sameTrace) {
    currentStep_ = -1;
    rangeBegin_ = rangeEnd_ = 0;
    axis_.total = model_ ? model_->length() : 1;
    axis_.fit();
    if (rows != (model_ ? model_->rows().size() : 0)) verticalScrollBar()->setValue(0);  // the next live steps stay where one looks
    // Deep call stacks would push everything else off the screen.
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
  axis_.left = kNamesWidth;
  axis_.width = std::max(1, viewport()->width() - kNamesWidth);
  const int room = viewport()->height() - kAxisHeight;
  const int height = layout_.height();
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

void TimelineCanvas::tellMoved(const TimeAxis& axis, int gesture) {
  Q_EMIT viewMoved(axis.begin, axis.end(), gesture);
}

void TimelineCanvas::moveBy(const TimeAxis& axis, int gesture) {
  animation_.stop();
  if (axis == axis_) return;
  setAxis(axis);
  tellMoved(axis, gesture);
}

void TimelineCanvas::moveTo(const TimeAxis& axis, int gesture) {
  if (axis == axis_) return animation_.stop();
  animateTo(axis);
  tellMoved(axis, gesture);
}

void TimelineCanvas::animateTo(const TimeAxis& axis) {
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

void TimelineCanvas::restoreTimes(double from, double to) {
  TimeAxis axis = axis_;
  axis.show(from, to, 0);
  animateTo(axis);
}

void TimelineCanvas::showTimes(double from, double to, double margin, int gesture) {
  TimeAxis axis = axis_;
  axis.show(from, to, margin);
  moveTo(axis, gesture);
}

void TimelineCanvas::fit() {
  TimeAxis axis = axis_;
  axis.fit();
  moveTo(axis, 0);
}

void TimelineCanvas::setFolded(const QString& group, bool folded) {
  if (folded == folded_.contains(group)) return;
  if (folded)
    folded_.insert(group);
  else
    folded_.remove(group);
  layoutRows();
}

void TimelineCanvas::foldAll(bool folded) {
  if (!model_) return;
  for (std::size_t g = 0; g < model_->groups().size(); ++g) {
    const QString path = model_->groupPath(static_cast<int>(g));
    if (folded)
      folded_.insert(path);
    else
      folded_.remove(path);
  }
  layoutRows();
}

void TimelineCanvas::setDensity(int density) {
  density_ = std::clamp(density, 0, TimelineLayout::kDensities - 1);
  layoutRows();
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

void TimelineCanvas::setArrows(std::vector<Arrow> arrows) {
  arrows_ = std::move(arrows);
  viewport()->update();
}

void TimelineCanvas::setNotes(std::vector<TimelineNote> notes, int current) {
  notes_ = std::move(notes);
  currentNote_ = current;
  viewport()->update();
}

double TimelineCanvas::notePlace() const {
  if (selected_) return model_->begin(*selected_);
  if (cursorX_ >= 0) return std::clamp(axis_.timeAt(cursorX_), 0.0, axis_.total);
  return axis_.begin + axis_.length / 2;
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
  moveTo(axis, newGesture());
  viewport()->update();
  Q_EMIT matchChanged(currentMatch_, count);
}

void TimelineCanvas::setCurrentStep(int index) {
  if (currentStep_ == index) return;
  currentStep_ = index;
  viewport()->update();
}

void TimelineCanvas::setRange(double from, double to, int gesture) {
  if (to <= from) from = to = 0;
  if (from == rangeBegin_ && to == rangeEnd_) return;
  rangeBegin_ = from;
  rangeEnd_ = to;
  viewport()->update();
  Q_EMIT rangeChanged(from, to, gesture);
}

QString TimelineCanvas::rangeText() const {
  if (!model_ || !hasRange()) return {};
  const RangeSummary summary = model_->summarize(rangeBegin_, rangeEnd_);
  QStringList parts{formatMs(summary.length * 1e-6)};
  if (model_->opsRow() >= 0)
    parts << (summary.ops == 1 ? tr("1 op") : tr("%1 ops").arg(formatCount(summary.ops))) << tr("%1 busy").arg(formatPercent(summary.busy));
  return parts.join(QStringLiteral(" · "));
}

int TimelineCanvas::rowAtY(int y) const {
  return model_ && y >= kAxisHeight ? layout_.rowAt(y - kAxisHeight + scroll()) : -1;
}

std::optional<TimelineHit> TimelineCanvas::hitAt(QPoint position) const {
  const int row = position.x() < axis_.left ? -1 : rowAtY(position.y());
  if (row < 0) return std::nullopt;
  const double time = axis_.timeAt(position.x() + 0.5), tolerance = kHitPixels * axis_.nsPerPixel();
  const int folded = layout_.foldedAt(row);
  const int end = folded >= 0 ? model_->groups()[static_cast<std::size_t>(folded)].end : row + 1;
  // Of a folded group the first of its rows that has a span there.
  for (const double reach : {0.0, tolerance})
    for (int r = row; r < end; ++r)
      if (const std::optional<TimelineHit> hit = model_->hit(r, time, reach)) return hit;
  return std::nullopt;
}

QRectF TimelineCanvas::rectOf(const TimelineHit& hit) const {
  const int row = layout_.shownRow(hit.row), height = layout_.height(row), padding = height >= 20 ? 2 : height > 4 ? 1 : 0;
  const double left = axis_.xOf(model_->begin(hit)), right = axis_.xOf(model_->end(hit));
  return {left, static_cast<double>(kAxisHeight + layout_.top(row) - scroll() + padding), std::max(1.0, right - left),
          static_cast<double>(height - 2 * padding)};
}

void TimelineCanvas::ensureRowVisible(int row) {
  if (!model_ || row < 0) return;
  row = layout_.shownRow(row);
  const int top = layout_.top(row), bottom = top + layout_.height(row);
  const int room = viewport()->height() - kAxisHeight;
  if (top < scroll()) verticalScrollBar()->setValue(top);
  if (bottom > scroll() + room) verticalScrollBar()->setValue(bottom - room);
}

int TimelineCanvas::noteAt(QPoint position) const {
  if (position.y() >= kAxisHeight) return -1;
  int best = -1;
  double nearest = 7;
  for (std::size_t i = 0; i < notes_.size(); ++i) {
    const double distance = std::abs(axis_.xOf(static_cast<double>(notes_[i].time)) + 3 - position.x());
    if (distance < nearest) {
      nearest = distance;
      best = static_cast<int>(i);
    }
  }
  return best;
}

void TimelineCanvas::changeEvent(QEvent* event) {
  if (isThemeChange(event)) {
    raster_.setTokens(tokens());
    invalidate();
  }
  QAbstractScrollArea::changeEvent(event);
}

void TimelineCanvas::resizeEvent(QResizeEvent* event) {
  // Rows grow into the room there is.
  if (event->size().height() != event->oldSize().height()) layoutRows();
  layoutAxis();
  invalidate();
  Q_EMIT axisChanged();
}

void TimelineCanvas::scrollContentsBy(int, int) {
  invalidate();
}

}  // namespace stepscope
