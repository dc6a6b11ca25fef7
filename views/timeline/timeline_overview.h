// The whole capture in one strip, with a frame around the part that the timeline shows: drag it, drag its edges, or click to go there.
#pragma once

#include <QImage>
#include <QWidget>
#include <memory>

#include "views/timeline/time_axis.h"
#include "views/timeline/timeline_model.h"

namespace stepscope {

class TimelineOverview : public QWidget {
  Q_OBJECT
 public:
  explicit TimelineOverview(QWidget* parent = nullptr);
  void setModel(std::shared_ptr<const TimelineModel> model);
  void setAxis(const TimeAxis& axis);  // the part that the timeline shows, and the left edge of its spans
  QSize sizeHint() const override { return {600, 44}; }
  QSize minimumSizeHint() const override { return {120, 44}; }

 Q_SIGNALS:
  void viewMoved(double begin, double length, bool first);  // ns; first: the first one of a mouse press

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  enum class Drag { None, Move, Left, Right };
  Drag dragAt(double x) const;
  QRectF frame() const;
  double timeAt(double x) const;
  double stripLeft() const;
  double stripWidth() const;
  void drawStrip(double ratio);

  std::shared_ptr<const TimelineModel> model_;
  TimeAxis axis_;
  QImage strip_;
  bool dirty_ = true;
  Drag drag_ = Drag::None;
  bool firstMove_ = false;
  double grip_ = 0;  // ns between the frame's begin and the mouse
};

}  // namespace stepscope
