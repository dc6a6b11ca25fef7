// A bar above the curves. It names the displayed runs if these are not just the latest run, and has the button that compares runs side by side.
#pragma once

#include <QWidget>
#include <vector>

#include "views/curves/run_curves.h"

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace stepscope {

class CurvesModel;
class CurveToolbar;

class CompareBar : public QWidget {
  Q_OBJECT
 public:
  // `toolbar` takes the compare button while only one run is shown.
  CompareBar(const CurvesModel* model, CurveToolbar* toolbar);
  // The run that the button compares the displayed run with; 0: none.
  void setPrevious(RunId run, const QString& name);
  void showRuns();
  QPushButton* compareButton() const { return compare_; }

 Q_SIGNALS:
  void liveRequested();
  void compareRequested(const std::vector<stepscope::RunId>& runs);

 private:
  const CurvesModel* model_;
  CurveToolbar* toolbar_;
  QHBoxLayout* layout_;
  QLabel* text_;
  QPushButton *live_, *compare_;
  RunId previous_ = 0;
  QString previousName_;
};

}  // namespace stepscope
