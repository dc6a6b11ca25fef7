// The critical path of a step as a lane of segments, each in the colour of its category. A click shows the segment on the timeline.
#pragma once

#include <QFrame>

#include "views/diagnosis/step_path.h"

class QLabel;

namespace stepscope {

class PathLane : public QWidget {
  Q_OBJECT
 public:
  explicit PathLane(QWidget* parent = nullptr);
  void setPath(StepPath path);
  const StepPath& path() const { return path_; }
  double xOf(std::int64_t time) const;  // in this widget
  int segmentAt(double x) const;        // -1: none
  int chosen() const { return chosen_; }
  QSize sizeHint() const override { return {400, 26}; }

 Q_SIGNALS:
  void segmentChosen(int segment);

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;  // the arrow keys step along the path
  void changeEvent(QEvent* event) override;

 private:
  void choose(int segment);
  QString told(int segment) const;

  StepPath path_;
  int chosen_ = -1;
};

class PathCard : public QFrame {
  Q_OBJECT
 public:
  explicit PathCard(QWidget* parent = nullptr);
  void setPath(StepPath path);  // hidden if there are no segments
  PathLane* lane() const { return lane_; }

 private:
  PathLane* lane_;
  QLabel* of_;
};

}  // namespace stepscope
