// Shows where the time of a step goes, with one bar per run. Times are for the same number of samples, so that runs with different batch sizes can be
// compared.
#pragma once

#include <map>

#include "views/compare/run_picture.h"

namespace stepscope {

class BreakdownBars : public RunPicture {
  Q_OBJECT
 public:
  explicit BreakdownBars(QWidget* parent = nullptr) : RunPicture(parent) { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); }
  // "ms per 64 samples" (the samples of the baseline's steps), or "ms a step" if these are not known for every captured run.
  QString unit() const;
  // Changes from the baseline to the run by category, in unit(); empty if one of the two has no capture.
  std::map<Category, double> changes(int index) const;
  QString table() const;  // tab-separated
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  int runAt(const QPointF& place) const override;
  QString tipOf(int run) const override;

 private:
  double samples() const;          // the number of samples that times refer to; NaN: times are per step
  double factor(int index) const;  // from the run's ms per step to unit()
  double total(int index) const;   // in unit(); NaN: no capture
};

}  // namespace stepscope
