// The memory plan as a chart: above, the bytes alive at every op with the peak marked; below, the step arena as a map, one rectangle per slot from
// its first to its last op. Drawn into an image once for every change of the view; marks and hover are drawn on top.
#pragma once

#include <QImage>
#include <QWidget>
#include <memory>
#include <optional>
#include <utility>

#include "views/memory/memory_model.h"
#include "views/memory/node_axis.h"

namespace stepscope {

class MemoryChart : public QWidget {
  Q_OBJECT
 public:
  explicit MemoryChart(QWidget* parent = nullptr);

  void setModel(std::shared_ptr<const MemoryModel> model);  // null: nothing
  const NodeAxis& axis() const { return axis_; }
  NodeId selectedNode() const { return node_; }
  std::optional<SlotId> selectedSlot() const { return slot_; }
  void setSelectedNode(NodeId node);  // kNone: none
  void setSelectedSlot(std::optional<SlotId> slot);
  // The first and the last node that run in the selected time range.
  void setNodeRange(std::optional<std::pair<NodeId, NodeId>> nodes);
  std::optional<std::pair<NodeId, NodeId>> nodeRange() const { return range_; }

  // In widget coordinates.
  QRectF curveRect() const;
  QRectF mapRect() const;
  QRectF rectOf(SlotId slot) const;
  std::optional<SlotId> slotAt(QPointF position) const;
  int rasterCount() const { return rasterCount_; }
  QSize sizeHint() const override { return {800, 380}; }
  QSize minimumSizeHint() const override { return {320, 130}; }

 Q_SIGNALS:
  void nodeClicked(int node);
  void slotClicked(int slot, int node);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void setAxis(const NodeAxis& axis);
  void layoutAxis();
  void invalidate();
  double curveY(std::int64_t bytes) const;
  double mapY(std::int64_t offset) const;
  void drawGround(QPainter& painter) const;
  void drawCurve(QPainter& painter) const;
  void drawMap(QPainter& painter) const;
  void drawBytesAxis(QPainter& painter, const QRectF& area, std::int64_t top) const;
  void drawNodeAxis(QPainter& painter) const;
  void drawPeak(QPainter& painter) const;
  void drawMarks(QPainter& painter) const;

  std::shared_ptr<const MemoryModel> model_;
  NodeAxis axis_;
  NodeId node_ = kNone;
  std::optional<SlotId> slot_, hovered_;
  std::optional<std::pair<NodeId, NodeId>> range_;
  QImage image_;
  bool dirty_ = true;
  int rasterCount_ = 0;
  double cursorX_ = -1;
  bool pressed_ = false, panning_ = false;
  QPointF pressedAt_, last_;
};

}  // namespace stepscope
