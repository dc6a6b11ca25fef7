#include "views/memory/memory_chart.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/words/engine_text.h"

namespace stepscope {
namespace {

constexpr double kLeft = 84, kRight = 14, kStrip = 20, kBottom = 24, kBetween = 14;
constexpr double kCurveShare = 0.34;
constexpr int kDragPixels = 4;

QColor withAlpha(QColor color, double alpha) {
  color.setAlphaF(static_cast<float>(alpha));
  return color;
}

// The smallest power of two that divides [0, top] into at most `most` parts.
std::int64_t tickStep(std::int64_t top, int most) {
  std::int64_t step = 1;
  while (step < top / most + (top % most != 0)) step *= 2;
  return step;
}

}  // namespace

MemoryChart::MemoryChart(QWidget* parent) : QWidget(parent) {
  setAttribute(Qt::WA_OpaquePaintEvent);
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Memory plan over the step"));
}

void MemoryChart::setModel(std::shared_ptr<const MemoryModel> model) {
  model_ = std::move(model);
  node_ = kNone;
  slot_.reset();
  hovered_.reset();
  axis_.count = model_ ? model_->nodeCount() : 1;
  axis_.fit();
  layoutAxis();
  setAccessibleDescription(model_ ? model_->summary() : QString());
  invalidate();
}

void MemoryChart::setSelectedNode(NodeId node) {
  if (node_ == node) return;
  node_ = node;
  if (node != kNone) {
    NodeAxis axis = axis_;
    axis.reveal(node);
    setAxis(axis);
  }
  update();
}

void MemoryChart::setNodeRange(std::optional<std::pair<NodeId, NodeId>> nodes) {
  range_ = nodes;
  update();
}

void MemoryChart::setSelectedSlot(std::optional<SlotId> slot) {
  slot_ = slot;
  update();
}

void MemoryChart::layoutAxis() {
  axis_.left = kLeft;
  axis_.width = std::max(1.0, width() - kLeft - kRight);
}

void MemoryChart::invalidate() {
  dirty_ = true;
  update();
}

void MemoryChart::setAxis(const NodeAxis& axis) {
  if (axis == axis_) return;
  axis_ = axis;
  invalidate();
}

QRectF MemoryChart::curveRect() const {
  const double room = std::max(40.0, height() - kStrip - kBottom - kBetween);
  return {axis_.left, kStrip + 2, axis_.width, room * kCurveShare};
}

QRectF MemoryChart::mapRect() const {
  const QRectF curve = curveRect();
  return {axis_.left, curve.bottom() + kBetween, axis_.width, std::max(10.0, height() - kBottom - curve.bottom() - kBetween)};
}

double MemoryChart::curveY(std::int64_t bytes) const {
  const QRectF area = curveRect();
  const auto top = static_cast<double>(std::max<std::int64_t>(1, model_->view().predictedPeakBytes));
  return area.bottom() - (area.height() - 16) * static_cast<double>(bytes) / top;
}

double MemoryChart::mapY(std::int64_t offset) const {
  const QRectF area = mapRect();
  const auto top = static_cast<double>(std::max<std::int64_t>(1, model_->plan().stepBytes));
  return area.bottom() - area.height() * static_cast<double>(offset) / top;
}

QRectF MemoryChart::rectOf(SlotId index) const {
  const MemorySlot& slot = model_->plan().slots[index];
  const double left = axis_.xOf(slot.first), right = axis_.xOf(slot.last + 1);
  const double top = mapY(slot.offset + slot.bytes), bottom = mapY(slot.offset);
  return {left, top, right - left, bottom - top};
}

std::optional<SlotId> MemoryChart::slotAt(QPointF at) const {
  const QRectF area = mapRect();
  if (!model_ || !area.contains(at)) return std::nullopt;
  const double share = (area.bottom() - at.y()) / area.height();
  return model_->slotAt(axis_.nodeAt(at.x()), static_cast<std::int64_t>(share * static_cast<double>(model_->plan().stepBytes)));
}

void MemoryChart::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (!model_) {
    painter.fillRect(rect(), tokens().panel);
    return;
  }
  const double ratio = std::max(1.0, painter.deviceTransform().m11());
  const QSize device(static_cast<int>(std::ceil(width() * ratio)), static_cast<int>(std::ceil(height() * ratio)));
  if (dirty_ || image_.size() != device) {
    if (image_.size() != device) image_ = QImage(device, QImage::Format_RGB32);
    image_.setDevicePixelRatio(ratio);
    image_.fill(tokens().panel);
    QPainter onImage(&image_);
    drawGround(onImage);
    drawBytesAxis(onImage, curveRect(), model_->view().predictedPeakBytes);
    drawBytesAxis(onImage, mapRect(), model_->plan().stepBytes);
    onImage.save();
    onImage.setClipRect(QRectF(axis_.left, 0, axis_.width, height()));
    drawMap(onImage);
    drawCurve(onImage);
    onImage.restore();
    drawNodeAxis(onImage);
    drawPeak(onImage);
    dirty_ = false;
    ++rasterCount_;
  }
  painter.drawImage(QPointF(0, 0), image_);
  painter.setClipRect(QRectF(axis_.left, 0, axis_.width, height()));
  drawMarks(painter);
}

// Draws the phases: a labelled strip at the top, and a light tint of their colours below it.
void MemoryChart::drawGround(QPainter& painter) const {
  const Tokens& t = tokens();
  painter.setFont(textFont(11, QFont::DemiBold));
  for (const PhaseStretch& stretch : model_->phases()) {
    const double left = std::max(axis_.left, axis_.xOf(stretch.first)), right = std::min(axis_.left + axis_.width, axis_.xOf(stretch.last + 1));
    if (right <= left) continue;
    const QColor color = categoryColor(categoryOf(stretch.phase));
    painter.fillRect(QRectF(left, 0, right - left - (right - left > 4 ? 1 : 0), kStrip - 4), color);
    painter.fillRect(QRectF(left, kStrip, right - left, height() - kStrip - kBottom), withAlpha(color, t.dark ? 0.07 : 0.06));
    const std::string_view name = nameOf(stretch.phase);
    QString label = engineText(name);
    if (stretch.withOptimizer) label = tr("backward, with optimizer");
    if (painter.fontMetrics().horizontalAdvance(label) + 10 > right - left) continue;
    painter.setPen(t.onCategory);
    painter.drawText(QRectF(left + 5, 0, right - left - 6, kStrip - 4), Qt::AlignVCenter | Qt::AlignLeft, label);
  }
  painter.fillRect(mapRect(), withAlpha(t.raised, 0.55));
}

void MemoryChart::drawBytesAxis(QPainter& painter, const QRectF& area, std::int64_t top) const {
  const Tokens& t = tokens();
  painter.setFont(textFont(11));
  const bool curve = area == curveRect();
  const auto yOf = [&](std::int64_t bytes) { return curve ? curveY(bytes) : mapY(bytes); };
  const std::int64_t step = tickStep(std::max<std::int64_t>(top, 1), std::clamp(static_cast<int>(area.height() / 24), 1, 6));
  for (std::int64_t bytes = 0; bytes <= top; bytes += step) {
    const double y = std::round(yOf(bytes)) + 0.5;
    painter.setPen(withAlpha(t.line, bytes == 0 ? 1 : 0.5));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    painter.setPen(t.dim);
    painter.drawText(QRectF(0, y - 9, kLeft - 8, 18), Qt::AlignRight | Qt::AlignVCenter, bytes == 0 ? QStringLiteral("0") : formatBytes(bytes));
  }
}

void MemoryChart::drawNodeAxis(QPainter& painter) const {
  const Tokens& t = tokens();
  painter.setFont(textFont(11));
  painter.setPen(t.dim);
  const double y = height() - kBottom + 3;
  int step = 1;
  for (int factor = 0; step * axis_.pixelsPerNode() < 64; ++factor) step = factor % 3 == 1 ? step / 2 * 5 : step * 2;
  for (int node = (static_cast<int>(axis_.begin) / step) * step; node < axis_.end(); node += step) {
    const double x = axis_.xOf(node);
    if (x < axis_.left || x > axis_.left + axis_.width - 30) continue;
    painter.drawLine(QPointF(x + 0.5, y - 3), QPointF(x + 0.5, y));
    painter.drawText(QRectF(x + 3, y - 2, 80, kBottom - 4), Qt::AlignLeft | Qt::AlignVCenter, tr("op %1").arg(node + 1));
  }
  painter.drawText(QRectF(0, y - 2, kLeft - 8, kBottom - 4), Qt::AlignRight | Qt::AlignVCenter, tr("memory"));
}

void MemoryChart::drawCurve(QPainter& painter) const {
  const Tokens& t = tokens();
  const QRectF area = curveRect();
  const std::int64_t state = model_->plan().stateBytes;
  const std::vector<std::int64_t>& live = model_->plan().liveBytes;
  // The memory that stays from step to step is below everything.
  const double stateTop = curveY(state);
  painter.fillRect(QRectF(area.left(), stateTop, area.width(), area.bottom() - stateTop), withAlpha(t.dim, 0.28));
  // Columns of at least one pixel, each with the largest of its nodes, in the colour of that node's phase.
  const int columns = static_cast<int>(std::ceil(std::min(axis_.width, axis_.length + 1)));
  const double nodesPerColumn = axis_.length / columns;
  double before = -1;
  for (int c = 0; c < columns; ++c) {
    const int first = std::clamp(static_cast<int>(std::floor(axis_.begin + c * nodesPerColumn)), 0, axis_.count - 1);
    const int last = std::clamp(static_cast<int>(std::ceil(axis_.begin + (c + 1) * nodesPerColumn)) - 1, first, axis_.count - 1);
    int top = first;
    for (int node = first; node <= last; ++node)
      if (live[node] > live[top]) top = node;
    const double left = axis_.xOf(axis_.begin + c * nodesPerColumn), right = axis_.xOf(axis_.begin + (c + 1) * nodesPerColumn);
    const double y = curveY(state + live[top]);
    const QColor color = categoryColor(categoryOf(model_->phaseAt(top)));
    painter.fillRect(QRectF(left, y, right - left, stateTop - y), withAlpha(color, t.dark ? 0.45 : 0.5));
    painter.setPen(QPen(color, 1.4));
    if (before >= 0) painter.drawLine(QPointF(left, before), QPointF(left, y));
    painter.drawLine(QPointF(left, y), QPointF(right, y));
    before = y;
  }
}

void MemoryChart::drawMap(QPainter& painter) const {
  const Tokens& t = tokens();
  const QRectF area = mapRect();
  painter.setFont(textFont(11));
  const QFontMetrics metrics(painter.font());
  bool odd = false;
  for (const SlotId index : model_->stepSlots()) {
    odd = !odd;
    QRectF rect = rectOf(index).intersected(area.adjusted(-2, 0, 2, 0));
    if (rect.isEmpty()) continue;
    if (rect.width() > 3) rect.setRight(rect.right() - 1);
    if (rect.height() > 3) rect.setTop(rect.top() + 1);
    const Value& value = model_->graph().value(model_->plan().slots[index].value);
    // Neighbours too thin for a gap differ slightly in lightness.
    const QColor color = categoryColor(categoryOf(value.role));
    painter.fillRect(rect, odd ? color : withAlpha(color, 0.86));
    if (rect.width() < 60 || rect.height() < 15) continue;
    painter.setPen(t.onCategory);
    const QString name = QString::fromStdString(value.name);
    painter.drawText(rect.adjusted(4, 0, -2, 0), Qt::AlignVCenter | Qt::AlignLeft,
                     metrics.elidedText(name, Qt::ElideRight, static_cast<int>(rect.width()) - 8));
  }
}

void MemoryChart::drawPeak(QPainter& painter) const {
  const NodeId peak = model_->peakNode();
  if (peak == kNone) return;
  const Tokens& t = tokens();
  const QRectF area = curveRect();
  painter.setRenderHint(QPainter::Antialiasing);
  // A dashed line at the planned peak; the curve stays below it because of gaps between tensors.
  const double planY = curveY(model_->view().predictedPeakBytes);
  painter.setPen(QPen(t.text, 1, Qt::DashLine));
  painter.drawLine(QPointF(area.left(), planY), QPointF(area.right(), planY));
  const double x = axis_.xOf(peak + 0.5);
  if (x < area.left() || x > area.right()) return;
  const double y = curveY(model_->plan().stateBytes + model_->peakLiveBytes());
  painter.setPen(QPen(t.panel, 1.5));
  painter.setBrush(t.text);
  painter.drawEllipse(QPointF(x, y), 4, 4);
  painter.setFont(textFont(11, QFont::DemiBold));
  const QString text = model_->peakText();
  const double width = painter.fontMetrics().horizontalAdvance(text) + 10;
  const bool right = x + 10 + width <= area.right();
  const QRectF place(right ? x + 10 : std::max(area.left(), x - 10 - width), std::min(y + 14, area.bottom() - 18), width, 18);
  painter.setPen(Qt::NoPen);
  painter.setBrush(withAlpha(t.panel, 0.85));
  painter.drawRoundedRect(place, 3, 3);
  painter.setPen(t.text);
  painter.drawText(place, Qt::AlignCenter, text);
  painter.setRenderHint(QPainter::Antialiasing, false);
}

void MemoryChart::drawMarks(QPainter& painter) const {
  const Tokens& t = tokens();
  const double bottom = height() - kBottom;
  if (range_) {
    const double left = std::max(axis_.left, axis_.xOf(range_->first)), right = std::min(axis_.left + axis_.width, axis_.xOf(range_->second + 1));
    if (right > left) {
      painter.fillRect(QRectF(left, kStrip - 2, right - left, bottom - kStrip + 2), withAlpha(t.accent, 0.1));
      painter.setPen(QPen(t.accent, 1, Qt::DashLine));
      painter.drawLine(QPointF(left + 0.5, kStrip - 2), QPointF(left + 0.5, bottom));
      painter.drawLine(QPointF(right - 0.5, kStrip - 2), QPointF(right - 0.5, bottom));
    }
  }
  if (node_ != kNone) {
    const double left = axis_.xOf(node_), width = std::max(1.0, axis_.pixelsPerNode());
    painter.fillRect(QRectF(left, kStrip - 2, width, bottom - kStrip + 2), withAlpha(t.accent, 0.22));
    painter.setPen(QPen(t.accent, 1));
    painter.drawLine(QPointF(left + width / 2, 0), QPointF(left + width / 2, bottom));
  }
  const auto frame = [&](SlotId slot, const QColor& color, double width) {
    painter.setPen(QPen(color, width));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rectOf(slot).adjusted(width / 2, width / 2, -width / 2, -width / 2));
  };
  if (hovered_) frame(*hovered_, t.text, 1);
  if (slot_) frame(*slot_, t.text, 2);
  if (cursorX_ >= axis_.left) {
    painter.setPen(QPen(withAlpha(t.dim, 0.6), 1, Qt::DotLine));
    painter.drawLine(QPointF(cursorX_ + 0.5, kStrip), QPointF(cursorX_ + 0.5, bottom));
  }
}

void MemoryChart::resizeEvent(QResizeEvent*) {
  layoutAxis();
  invalidate();
}

void MemoryChart::changeEvent(QEvent* event) {
  if (isThemeChange(event)) invalidate();
  QWidget::changeEvent(event);
}

void MemoryChart::leaveEvent(QEvent*) {
  cursorX_ = -1;
  hovered_.reset();
  update();
}

void MemoryChart::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !model_) return;
  pressed_ = true;
  panning_ = false;
  pressedAt_ = last_ = event->position();
}

void MemoryChart::mouseMoveEvent(QMouseEvent* event) {
  if (!model_ || axis_.count == 0) return;
  const QPointF at = event->position();
  cursorX_ = at.x() >= axis_.left && at.x() <= axis_.left + axis_.width ? at.x() : -1;
  if (pressed_ && (at - pressedAt_).manhattanLength() >= kDragPixels) panning_ = true;
  if (panning_) {
    NodeAxis axis = axis_;
    axis.panPixels(last_.x() - at.x());
    setAxis(axis);
  } else {
    hovered_ = slotAt(at);
    const QPoint global = event->globalPosition().toPoint() + QPoint(0, 4);
    if (hovered_) {
      QToolTip::showText(global, model_->tooltip(*hovered_), this);
    } else if (cursorX_ >= 0 && model_->nodeCount() > 0 && curveRect().contains(at)) {
      const NodeId node = axis_.nodeAt(at.x());
      const std::int64_t live = model_->plan().liveBytes[node];
      QToolTip::showText(
          global,
          QStringLiteral("<b>%1</b><br>%2")
              .arg(model_->nodeTitle(node).toHtmlEscaped(),
                   tr("%1 alive of the step, %2 with what is kept").arg(formatBytes(live), formatBytes(live + model_->plan().stateBytes))),
          this);
    } else {
      QToolTip::hideText();
    }
  }
  last_ = at;
  update();
}

void MemoryChart::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !pressed_) return;
  pressed_ = false;
  if (std::exchange(panning_, false) || !model_ || model_->nodeCount() == 0) return;
  const QPointF at = event->position();
  if (at.x() < axis_.left || at.x() > axis_.left + axis_.width) return;
  const NodeId node = axis_.nodeAt(at.x());
  if (const std::optional<SlotId> slot = slotAt(at)) Q_EMIT slotClicked(*slot, node);
  else Q_EMIT nodeClicked(node);
}

void MemoryChart::wheelEvent(QWheelEvent* event) {
  const QPoint angle = event->angleDelta();
  event->accept();
  NodeAxis axis = axis_;
  const int sideways = event->modifiers() & Qt::ShiftModifier ? angle.x() + angle.y() : angle.x();
  if (sideways != 0) axis.panPixels(-sideways * 0.8);
  else axis.zoomAbout(std::clamp(event->position().x(), axis.left, axis.left + axis.width), std::pow(0.8, angle.y() / 120.0));
  setAxis(axis);
}

void MemoryChart::keyPressEvent(QKeyEvent* event) {
  const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
  if (!plain || !model_ || model_->nodeCount() == 0) return QWidget::keyPressEvent(event);
  NodeAxis axis = axis_;
  const double about = cursorX_ >= 0 ? cursorX_ : axis.left + axis.width / 2;
  const NodeId from = node_ == kNone ? model_->peakNode() : node_;
  const auto go = [&](NodeId node) { Q_EMIT nodeClicked(std::clamp<std::int32_t>(node, 0, model_->nodeCount() - 1)); };
  switch (event->key()) {
    case Qt::Key_W:
    case Qt::Key_Plus: axis.zoomAbout(about, 0.7); break;
    case Qt::Key_S:
    case Qt::Key_Minus: axis.zoomAbout(about, 1 / 0.7); break;
    case Qt::Key_A: axis.panPixels(-axis.width * 0.15); break;
    case Qt::Key_D: axis.panPixels(axis.width * 0.15); break;
    case Qt::Key_F: axis.fit(); break;
    case Qt::Key_Left: return go(from - 1);
    case Qt::Key_Right: return go(from + 1);
    case Qt::Key_Home: return go(0);
    case Qt::Key_End: return go(model_->nodeCount() - 1);
    case Qt::Key_P: return go(model_->peakNode());
    default: return QWidget::keyPressEvent(event);
  }
  setAxis(axis);
}

}  // namespace stepscope
