// Reads more of long runs from the store: every point of the visible part, and the clocks for a time axis.
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

  void forget();      // the lines contain the overview again
  void cancel();      // for other lines
  void loadClocks();  // if the axis needs them and they were not read yet
  // The overview has some hundred stretches per line. A visible part is read completely, with half a screen on both sides, and smoothed from the
  // beginning of the series, as the whole line would be. Empty: all is visible.
  void load(XRange seen);

 Q_SIGNALS:
  void clocksRead();
  void overviewWanted();  // all is visible again; emitted at once
  void linesRead();

 private:
  std::vector<CurveChart>* charts_;
  const CurvesModel* model_;
  const CurveToolbar* toolbar_;
  JobSlot detailJob_, clockJob_;
  XRange detailed_{0, 0};  // the range for which the lines contain every point; empty: the overview
};

}  // namespace stepscope
