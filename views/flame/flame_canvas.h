// The picture of a flame graph, from the top down. A click or Enter zooms into a node, Escape goes back to its parent; arrow keys move.
#pragma once

#include <QWidget>
#include <vector>

#include "views/flame/flame_layout.h"

namespace stepscope {

class FlameCanvas : public QWidget {
  Q_OBJECT
 public:
  explicit FlameCanvas(QWidget* parent = nullptr);

  void setNodes(std::vector<FlameNode> nodes);
  const std::vector<FlameNode>& nodes() const { return nodes_; }
  void setMatches(std::vector<char> matches);  // one per node, not 0: a match; the others are drawn faint; all 0: no search
  int focus() const { return focus_; }         // the node that fills the width; 0: all
  int current() const { return current_; }     // under the mouse or reached by keys; -1: none
  void lookInto(int node);
  void back();
  QRectF boxOf(int node) const;    // in the widget's coordinates; empty if it is not drawn
  QString textOf(int node) const;  // "conv1: 4.2 ms, 12 % of all, 0.3 ms of its own; calls: 5"

  QSize sizeHint() const override;

 Q_SIGNALS:
  void focusChanged(int node);
  void currentChanged(int node);
  void found(const QString& name);  // the user wants to see the spans of that name in the timeline

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  bool event(QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void layOut();
  int boxAt(const QPointF& point) const;  // index into boxes_; -1: none
  int indexOf(int node) const;
  void setCurrent(int node);
  void walk(int key);
  QRectF rectOf(const FlameBox& box) const;
  QColor colorOf(const FlameNode& node) const;

  std::vector<FlameNode> nodes_;
  std::vector<FlameBox> boxes_;
  std::vector<char> matches_;
  bool searching_ = false;
  int focus_ = 0, current_ = -1;
};

}  // namespace stepscope
