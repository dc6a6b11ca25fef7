#include "views/timeline/timeline_overview.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "views/common/theme.h"
#include "views/timeline/timeline_raster.h"

namespace stepscope {
namespace {

constexpr double kEdge = 5;  // px on both sides of an edge of the frame where it can be dragged
constexpr int kMargin = 6;

}  // namespace

TimelineOverview::TimelineOverview(QWidget* parent) : QWidget(parent) {
  setAttribute(Qt::WA_OpaquePaintEvent);
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAccessibleName(tr("Overview of the capture"));
}

void TimelineOverview::setModel(std::shared_ptr<const TimelineModel> model) {
  model_ = std::move(model);
  dirty_ = true;
  update();
}

void TimelineOverview::setAxis(const TimeAxis& axis) {
  if (axis.left != axis_.left || axis.width != axis_.width) dirty_ = true;
  axis_ = axis;
  update();
}

double TimelineOverview::stripLeft() const {
  return axis_.left;
}
double TimelineOverview::stripWidth() const {
  return std::max(1.0, axis_.width);
}
double TimelineOverview::timeAt(double x) const {
  return (x - stripLeft()) / stripWidth() * axis_.total;
}

QRectF TimelineOverview::frame() const {
  const double left = stripLeft() + axis_.begin / axis_.total * stripWidth();
  const double width = std::max(4.0, axis_.length / axis_.total * stripWidth());
  return {std::min(left, stripLeft() + stripWidth() - width), 1.5, width, height() - 3.0};
}

void TimelineOverview::drawStrip(double ratio) {
  const QSize size(static_cast<int>(std::ceil(stripWidth() * ratio)), static_cast<int>(std::ceil((height() - 2 * kMargin) * ratio)));
  strip_ = QImage(size, QImage::Format_RGB32);
  strip_.setDevicePixelRatio(ratio);
  const Tokens& t = tokens();
  strip_.fill(t.panel);
  dirty_ = false;
  if (!model_) return;
  // The strip shows the ops of the trainer. For a trace of another program it shows the GPU streams, or all threads if there are none; each pixel
  // then shows the lane that is busiest there.
  std::vector<const TimelineRow*> rows;
  const auto isStream = [&](const TimelineRow& row) {
    return row.track >= 0 && model_->trace().tracks[static_cast<std::size_t>(row.track)].kind == TrackKind::Stream;
  };
  constexpr std::size_t kMostRows = 64;
  if (model_->opsRow() >= 0) rows.push_back(&model_->rows()[static_cast<std::size_t>(model_->opsRow())]);
  for (const bool streams : {true, false})
    for (const TimelineRow& row : model_->rows()) {
      if (model_->opsRow() >= 0 || (!streams && !rows.empty() && isStream(*rows.front()))) break;
      if (row.lane && row.kind == TimelineRow::Kind::Spans && isStream(row) == streams && rows.size() < kMostRows) rows.push_back(&row);
    }
  if (rows.empty()) return;
  const TimelineRaster::Palette palette = TimelineRaster::paletteOf(model_->colors(), t.panel, t.dark ? 0.75 : 0.7);
  std::vector<LanePixel> pixels(static_cast<std::size_t>(size.width())), lane(pixels.size());
  for (const TimelineRow* row : rows) {
    row->pyramid.row(0, axis_.total / size.width(), lane, nullptr);
    for (std::size_t x = 0; x < pixels.size(); ++x)
      if (lane[x].coverage > pixels[x].coverage) pixels[x] = lane[x];
  }
  for (int x = 0; x < size.width(); ++x) {
    const LanePixel& pixel = pixels[static_cast<std::size_t>(x)];
    if (!pixel.coverage) continue;
    const int filled = std::max(2, static_cast<int>(std::lround(size.height() * pixel.coverage / 255.0)));
    const QRgb color = palette[pixel.key & (kTimelineKeys - 1)][255];
    for (int y = size.height() - filled; y < size.height(); ++y) reinterpret_cast<QRgb*>(strip_.scanLine(y))[x] = color;
  }
}

void TimelineOverview::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Tokens& t = tokens();
  painter.fillRect(rect(), t.panel);
  if (!model_) return;
  const double ratio = std::max(1.0, painter.deviceTransform().m11());
  if (dirty_ || strip_.devicePixelRatio() != ratio) drawStrip(ratio);
  painter.drawImage(QPointF(stripLeft(), kMargin), strip_);
  painter.setFont(textFont(12));
  painter.setPen(t.dim);
  painter.drawText(QRectF(RowNames::kLeft, 0, stripLeft() - RowNames::kLeft - 6, height()), Qt::AlignVCenter | Qt::AlignLeft, tr("Overview"));
  const QRectF view = frame();
  QColor veil = t.panel;
  veil.setAlphaF(0.6f);
  painter.fillRect(QRectF(QPointF(stripLeft(), 0), QPointF(view.left(), height())), veil);
  painter.fillRect(QRectF(QPointF(view.right(), 0), QPointF(stripLeft() + stripWidth(), height())), veil);
  painter.setRenderHint(QPainter::Antialiasing);
  QColor fill = t.accent;
  fill.setAlphaF(0.06f);
  painter.setBrush(fill);
  painter.setPen(QPen(t.accent, 1.2));
  painter.drawRoundedRect(view.adjusted(0.5, 0, -0.5, 0), 3, 3);
}

TimelineOverview::Drag TimelineOverview::dragAt(double x) const {
  const QRectF view = frame();
  if (std::abs(x - view.left()) <= kEdge) return Drag::Left;
  if (std::abs(x - view.right()) <= kEdge) return Drag::Right;
  return Drag::Move;
}

void TimelineOverview::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !model_) return;
  const double x = event->position().x();
  drag_ = dragAt(x);
  firstMove_ = true;
  const QRectF view = frame();
  // A click outside the frame moves its middle there.
  grip_ = drag_ == Drag::Move && (x < view.left() || x > view.right()) ? axis_.length / 2 : timeAt(x) - axis_.begin;
  mouseMoveEvent(event);
}

void TimelineOverview::mouseMoveEvent(QMouseEvent* event) {
  const double x = event->position().x();
  const double time = std::clamp(timeAt(x), 0.0, axis_.total);
  const double end = axis_.end();
  const bool first = std::exchange(firstMove_, false);
  switch (drag_) {
    case Drag::None: setCursor(dragAt(x) == Drag::Move ? Qt::ArrowCursor : Qt::SizeHorCursor); break;
    case Drag::Move: Q_EMIT viewMoved(std::clamp(timeAt(x) - grip_, 0.0, axis_.total - axis_.length), axis_.length, first); break;
    case Drag::Left: Q_EMIT viewMoved(std::min(time, end - TimeAxis::kShortest), end - std::min(time, end - TimeAxis::kShortest), first); break;
    case Drag::Right: Q_EMIT viewMoved(axis_.begin, std::max(time - axis_.begin, TimeAxis::kShortest), first); break;
  }
}

void TimelineOverview::mouseReleaseEvent(QMouseEvent*) {
  drag_ = Drag::None;
}

void TimelineOverview::changeEvent(QEvent* event) {
  if (isThemeChange(event)) {
    dirty_ = true;
    update();
  }
  QWidget::changeEvent(event);
}

}  // namespace stepscope
