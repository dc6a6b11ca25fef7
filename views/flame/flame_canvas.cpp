#include "views/flame/flame_canvas.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/words/engine_text.h"

namespace stepscope {
namespace {

constexpr double kRowHeight = 22, kMargin = 1;
constexpr double kLeastPixels = 1;  // narrower boxes are not drawn

// Phases are translated; names of layers, ops and calls are not.
QString nameOf(const FlameNode& node) {
  return node.calls == 0 ? engineText(node.name) : QString::fromStdString(node.name);
}

double shareOf(std::int64_t part, std::int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

}  // namespace

FlameCanvas::FlameCanvas(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
  setAccessibleName(tr("Flame graph"));
}

void FlameCanvas::setNodes(std::vector<FlameNode> nodes) {
  nodes_ = std::move(nodes);
  matches_.assign(nodes_.size(), 0);
  searching_ = false;
  current_ = -1;
  focus_ = 0;
  layOut();
  Q_EMIT focusChanged(focus_);
  Q_EMIT currentChanged(current_);
}

void FlameCanvas::setMatches(std::vector<char> matches) {
  matches_ = std::move(matches);
  matches_.resize(nodes_.size(), 0);
  searching_ = std::any_of(matches_.begin(), matches_.end(), [](char match) { return match != 0; });
  update();
}

void FlameCanvas::lookInto(int node) {
  if (node < 0 || static_cast<std::size_t>(node) >= nodes_.size() || node == focus_) return;
  focus_ = node;
  layOut();
  setCurrent(node);
  Q_EMIT focusChanged(node);
}

void FlameCanvas::back() {
  if (focus_ > 0) lookInto(nodes_[static_cast<std::size_t>(focus_)].parent);
}

void FlameCanvas::layOut() {
  boxes_ = nodes_.empty() ? std::vector<FlameBox>() : layOutFlames(nodes_, focus_, kLeastPixels / std::max(1, width()));
  int rows = 0;
  for (const FlameBox& box : boxes_) rows = std::max(rows, box.row + 1);
  setMinimumHeight(static_cast<int>(rows * kRowHeight));
  updateGeometry();
  update();
}

QSize FlameCanvas::sizeHint() const {
  return {400, std::max(minimumHeight(), 120)};
}

QRectF FlameCanvas::rectOf(const FlameBox& box) const {
  return {box.left * width(), box.row * kRowHeight, box.width * width(), kRowHeight};
}

QRectF FlameCanvas::boxOf(int node) const {
  const int index = indexOf(node);
  return index < 0 ? QRectF() : rectOf(boxes_[static_cast<std::size_t>(index)]);
}

int FlameCanvas::indexOf(int node) const {
  const auto found = std::find_if(boxes_.begin(), boxes_.end(), [node](const FlameBox& box) { return box.node == node; });
  return found == boxes_.end() ? -1 : static_cast<int>(found - boxes_.begin());
}

int FlameCanvas::boxAt(const QPointF& point) const {
  for (std::size_t i = 0; i < boxes_.size(); ++i)
    if (rectOf(boxes_[i]).contains(point)) return static_cast<int>(i);
  return -1;
}

void FlameCanvas::setCurrent(int node) {
  if (node == current_) return;
  current_ = node;
  setAccessibleDescription(node >= 0 ? textOf(node) : QString());
  update();
  Q_EMIT currentChanged(node);
}

QString FlameCanvas::textOf(int node) const {
  const FlameNode& one = nodes_[static_cast<std::size_t>(node)];
  const QString share = formatPercent(shareOf(one.totalNs, nodes_.front().totalNs));
  if (node == 0) return tr("All: %1").arg(formatNs(one.totalNs));
  const QString name = nameOf(one);
  if (one.calls == 0) return tr("%1: %2, %3 of all").arg(name, formatNs(one.totalNs), share);
  return tr("%1: %2, %3 of all, %4 of its own; calls: %5").arg(name, formatNs(one.totalNs), share, formatNs(one.selfNs), formatCount(one.calls));
}

QColor FlameCanvas::colorOf(const FlameNode& node) const {
  if (node.category != Category::Other) return categoryColor(node.category);
  // In traces without categories a name has the same colour everywhere.
  return layerColor(static_cast<int>(qHash(QByteArrayView(node.name.data(), static_cast<qsizetype>(node.name.size())), 0) % kLayerColors));
}

void FlameCanvas::paintEvent(QPaintEvent* event) {
  QPainter painter(this);
  const Tokens& theme = tokens();
  painter.fillRect(event->rect(), theme.panel);
  painter.setFont(textFont(12));
  const QFontMetrics metrics(painter.font());
  for (const FlameBox& box : boxes_) {
    const QRectF rect = rectOf(box).adjusted(0, 0, -kMargin, -kMargin);
    if (!rect.intersects(event->rect())) continue;
    const FlameNode& node = nodes_[static_cast<std::size_t>(box.node)];
    const bool plain = box.node == 0 || (node.calls == 0 && node.category == Category::Other);  // the root, a thread
    QColor fill = plain ? theme.raised : colorOf(node);
    if (searching_ && !matches_[static_cast<std::size_t>(box.node)]) fill.setAlphaF(0.25F);
    painter.fillRect(rect, fill);
    const bool strong = !plain && (!searching_ || matches_[static_cast<std::size_t>(box.node)]);
    if (rect.width() > 24) {
      painter.setPen(strong ? theme.onCategory : theme.text);
      const QString name = box.node == 0 ? tr("all") : nameOf(node);
      painter.drawText(rect.adjusted(5, 0, -4, 0), Qt::AlignVCenter | Qt::AlignLeft,
                       metrics.elidedText(name, Qt::ElideRight, static_cast<int>(rect.width()) - 9));
    }
    if (box.node == current_) {
      painter.setPen(QPen(theme.text, 2));
      painter.drawRect(rect.adjusted(1, 1, -1, -1));
    }
  }
  if (hasFocus() && current_ < 0) {
    painter.setPen(QPen(theme.accent, 2));
    painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
  }
}

void FlameCanvas::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  layOut();
}

void FlameCanvas::mouseMoveEvent(QMouseEvent* event) {
  const int box = boxAt(event->position());
  setCurrent(box < 0 ? -1 : boxes_[static_cast<std::size_t>(box)].node);
}

void FlameCanvas::leaveEvent(QEvent*) {
  if (!hasFocus()) setCurrent(-1);
}

void FlameCanvas::mousePressEvent(QMouseEvent* event) {
  const int box = boxAt(event->position());
  if (event->button() != Qt::LeftButton || box < 0) return;
  lookInto(boxes_[static_cast<std::size_t>(box)].node);
}

void FlameCanvas::contextMenuEvent(QContextMenuEvent* event) {
  if (event->reason() == QContextMenuEvent::Mouse) {
    const int box = boxAt(event->pos());
    setCurrent(box < 0 ? -1 : boxes_[static_cast<std::size_t>(box)].node);
  }
  if (current_ <= 0) return;
  const QString name = QString::fromStdString(nodes_[static_cast<std::size_t>(current_)].name);
  const int node = current_;
  QMenu menu(this);
  menu.addAction(tr("Look Into It"), this, [this, node] { lookInto(node); });
  if (nodes_[static_cast<std::size_t>(node)].calls > 0) menu.addAction(tr("Find in Timeline"), this, [this, name] { Q_EMIT found(name); });
  menu.exec(event->globalPos());
}

void FlameCanvas::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  if (current_ < 0 && !nodes_.empty() && event->reason() != Qt::MouseFocusReason) setCurrent(focus_);
}

// Moves left or right to the neighbour in the row, up to the parent, or down to the longest child.
void FlameCanvas::walk(int key) {
  const int at = indexOf(current_);
  if (at < 0) return setCurrent(focus_);
  const FlameBox& box = boxes_[static_cast<std::size_t>(at)];
  const int parent = nodes_[static_cast<std::size_t>(box.node)].parent;
  int best = -1;
  for (const FlameBox& other : boxes_) {
    const bool neighbour = other.row == box.row && (key == Qt::Key_Left ? other.left < box.left : other.left > box.left);
    if (key == Qt::Key_Up && other.node == parent) best = other.node;
    if (key == Qt::Key_Down && best < 0 && other.row == box.row + 1 && nodes_[static_cast<std::size_t>(other.node)].parent == box.node)
      best = other.node;
    if (key == Qt::Key_Right && best < 0 && neighbour) best = other.node;
    if (key == Qt::Key_Left && neighbour) best = other.node;
  }
  if (best >= 0) setCurrent(best);
}

void FlameCanvas::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down: return walk(event->key());
    case Qt::Key_Return:
    case Qt::Key_Enter: return lookInto(current_);
    case Qt::Key_Escape:
    case Qt::Key_Backspace:
      if (focus_ > 0) return back();
      break;
    default: break;
  }
  QWidget::keyPressEvent(event);
}

bool FlameCanvas::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const int box = boxAt(help->pos()); box >= 0) QToolTip::showText(help->globalPos(), textOf(boxes_[static_cast<std::size_t>(box)].node), this);
    else QToolTip::hideText();
    return true;
  }
  return QWidget::event(event);
}

void FlameCanvas::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (isThemeChange(event)) update();
}

}  // namespace stepscope
