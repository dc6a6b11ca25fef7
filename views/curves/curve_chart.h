// One chart of the Curves tab: a quantity of the runs on display as the lines of a panel, which grow with a run in training.
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

  // toolbar: how lines are drawn. Both outlive this.
  CurveChart(Role role, const CurvesModel* model, const CurveToolbar* toolbar);

  CurvePanel* panel() const { return panel_; }
  const std::vector<ChartLine>& lines() const { return lines_; }
  // What it shows, by its key (series_names.h). Chosen empty: by itself, by its role and by what the runs have.
  std::string quantity() const;
  void choose(const std::string& key) { chosen_ = key; }

  void rebuild();      // the lines of the runs on display, without points
  bool grows() const;  // lines can be appended to as they are
  void consume();      // appends what the runs have that the lines have not
  void refill();       // every line anew
  void showSchedule(double lastStep);
  void showMarks(const RunMarks& marks, const QString& effect);
  void showLegend();
  void showGaps();
  void showEmphasis(RunId run);
  // Grows a range so that it holds the lines; on a logarithmic axis without what is not above 0.
  void extend(double& low, double& high) const;
  // The series it shows, by their titles in a table.
  std::vector<std::pair<std::string, const Curve*>> columns() const;

 private:
  // How far a line of a run in training was drawn.
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
  std::vector<Growth> growth_;  // of each of them
};

}  // namespace stepscope
