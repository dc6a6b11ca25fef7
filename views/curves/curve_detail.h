// Reads from the store what long runs need beyond their overview: every point of the part that is seen, and the clocks for an axis of time.
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

  void forget();      // the lines hold the overview
  void cancel();      // other lines
  void loadClocks();  // where the axis needs them and they were not read
  // The overview has some hundred stretches a line. A part of it is read whole, with half a screen to either side, and smoothed from the
  // beginning on, as the whole line would be. Empty: the whole is seen.
  void load(XRange seen);

 Q_SIGNALS:
  void clocksRead();
  void overviewWanted();  // the whole is seen again; answered at once
  void linesRead();

 private:
  std::vector<CurveChart>* charts_;
  const CurvesModel* model_;
  const CurveToolbar* toolbar_;
  JobSlot detailJob_, clockJob_;
  XRange detailed_{0, 0};  // for which the lines hold every point; empty: the overview
};

}  // namespace stepscope
