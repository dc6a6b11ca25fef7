// Where the time of a step goes, a bar a run, for the same number of samples: runs of other batch sizes are fairly beside one another.
#pragma once

#include <map>

#include "views/compare/run_picture.h"

namespace stepscope {

class BreakdownBars : public RunPicture {
  Q_OBJECT
 public:
  explicit BreakdownBars(QWidget* parent = nullptr) : RunPicture(parent) { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); }
  // "ms per 64 samples", or "ms a step" where a run does not say how many samples its steps held.
  QString unit() const;
  // What changed from the baseline to the run, by category; empty where either has no capture.
  std::map<Category, double> changes(int index) const;
  QString table() const;  // tab-separated
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  int runAt(const QPointF& place) const override;
  QString tipOf(int run) const override;

 private:
  double samples() const;          // for which the times are told; NaN: a step
  double factor(int index) const;  // of a time of the run's steps
  double total(int index) const;   // NaN: no capture
};

}  // namespace stepscope
