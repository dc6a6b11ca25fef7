// One chart of the Curves tab. It shows a quantity of the displayed runs as lines in a panel, and lets them grow during a training.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "views/curves/chart_lines.h"
#include "views/curves/chart_texts.h"

namespace stepscope {

class CurvePanel;
class CurvesModel;

class CurveChart {
 public:
  enum Role { Loss, Metric, Rate, Throughput, PanelCount };

  // `toolbar` has the options for drawing. `model` and `toolbar` must outlive this object.
  CurveChart(Role role, const CurvesModel* model, const CurveToolbar* toolbar);

  CurvePanel* panel() const { return panel_; }
  const std::vector<ChartLine>& lines() const { return lines_; }
  // The displayed quantity, by its key (series_names.h). If none was chosen, it depends on the chart's role and on the runs.
  std::string quantity() const;
  void choose(const std::string& key) { chosen_ = key; }

  void rebuild();      // makes the lines of the displayed runs, still without points
  bool grows() const;  // true: new points can be appended to the present lines
  void consume();      // appends the points of the runs that are not in the lines yet
  void refill();       // fills every line again
  void showSchedule(double lastStep);
  void showMarks(const RunMarks& marks, const QString& effect);
  void showLegend();
  void showGaps();
  void showEmphasis(RunId run);
  // Extends an x range to contain the lines; on a logarithmic axis only positions above 0 count.
  void extend(double& low, double& high) const;
  // The displayed series with their titles, for a table.
  std::vector<std::pair<std::string, const Curve*>> columns() const;

 private:
  // The state of a growing line: its smoothing, and the number of points that it has already.
  struct Growth {
    DebiasedEma ema;
    std::size_t consumed = 0;
  };
  void showTicks();
  const CurveOptions& options() const { return toolbar_->options(); }

  Role role_;
  const CurvesModel* model_;
  const CurveToolbar* toolbar_;
  CurvePanel* panel_;
  std::string chosen_;
  Quantity shown_;
  std::vector<ChartLine> lines_;
  std::vector<Growth> growth_;  // for each line
};

}  // namespace stepscope
