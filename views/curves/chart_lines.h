// Which lines a chart of one quantity has, for one run or for several, and what they look like. Shared by the Curves tab and the comparison.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "views/curves/curve_toolbar.h"
#include "views/curves/line_style.h"
#include "views/curves/overlay.h"
#include "views/curves/series_names.h"

namespace stepscope {

using RunList = std::vector<std::shared_ptr<RunCurves>>;

struct ChartLine {
  std::vector<std::size_t> runs;  // several: their mean
  std::string series;
  double scale = 1;
  bool smooth = false;
  LineStyle style;
};

// One run: training (faint as recorded, strong smoothed) and validation, or the series itself. Several runs: a strong line of the
// validation with a faint one of the training for each run, and a mean with a band for each group.
std::vector<ChartLine> chartLinesOf(const RunList& runs, const Quantity& quantity, const CurveOptions& options);
// The learning rate after the last step. The schedule is given over the run as it was planned; a switch may have changed how many steps the
// rest takes.
Line scheduleAhead(const RunCurves& run, double lastStep);
// What it draws.
Line lineOf(const RunList& runs, const ChartLine& line, const CurveOptions& options);

}  // namespace stepscope
