// Reads more of long runs from the store: every point of the visible part, and the clocks that a time axis needs.
#pragma once

#include <QObject>
#include <vector>

#include "views/common/job.h"
#include "views/curves/curve_chart.h"
#include "views/curves/zoom_history.h"

namespace stepscope {

class CurveDetail : public QObject {
  Q_OBJECT
 public:
  CurveDetail(std::vector<CurveChart>* charts, const CurvesModel* model, const CurveToolbar* toolbar, QObject* parent);

  void forget();      // call it when the lines contain the overview again
  void cancel();      // before other lines are shown
  void loadClocks();  // reads the clocks if the axis needs them and they were not read yet
  // Replaces thinned lines by finer ones, which are made from every point in `seen` and in half of its length on both sides. Smoothing starts at the
  // beginning of the series, as for the whole line. Empty range: everything is visible; then only smoothed lines are read.
  void load(XRange seen);

 Q_SIGNALS:
  void clocksRead();
  void overviewWanted();  // everything is visible again; emitted by load() itself
  void linesRead();

 private:
  std::vector<CurveChart>* charts_;
  const CurvesModel* model_;
  const CurveToolbar* toolbar_;
  JobSlot detailJob_, clockJob_;
  XRange detailed_{0, 0};  // the range for which the lines are fine; empty: they contain the overview
};

}  // namespace stepscope
