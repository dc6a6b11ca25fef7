// The learning rate of the whole run before it begins, and the momentum if the schedule changes it; with the button of the range test.
#pragma once

#include <QWidget>
#include <optional>

#include "core/project/project.h"
#include "core/schedule/schedule.h"

class QCPGraph;
class QLabel;
class QPushButton;

namespace stepscope {

class RatePlot;

class SchedulePreview : public QWidget {
  Q_OBJECT
 public:
  explicit SchedulePreview(QWidget* parent = nullptr);

  // A run of the project with the present settings. Without a project, or before its data are open, nothing is drawn.
  void setProject(const Project* project, std::int64_t trainSamples = 0);
  const std::optional<ScheduleCurve>& curve() const { return curve_; }
  void setTestable(bool testable, const QString& why);  // `why`: the button's tool tip while it is disabled
  RatePlot* plot() const { return plot_; }
  QPushButton* testButton() const { return test_; }
  QString summary() const;  // "0.05 at epoch 1, then down to 0 at epoch 10"
  QString table() const;    // step, epoch, rate and momentum: tab-separated, with a heading line

 Q_SIGNALS:
  void rangeTestRequested();

 private:
  void showCurve();
  double epochOf(std::size_t point) const;
  std::size_t pointAt(double epoch) const;

  std::optional<ScheduleCurve> curve_;
  double stepsPerEpoch_ = 1, lastRate_ = 0;  // of the last step
  QString watched_;                          // the metric that the schedule depends on, if any

  RatePlot* plot_;
  QCPGraph *rate_, *momentum_;
  QLabel *note_, *summary_;
  QPushButton* test_;
};

}  // namespace stepscope
