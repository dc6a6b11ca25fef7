// The lines of a chart of one quantity, for one run or for several, and their style. Used by the Curves tab and the comparison.
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
  std::vector<std::size_t> runs;  // several: the line is their mean
  std::string series;
  double scale = 1;
  bool smooth = false;
  LineStyle style;
};

// For one run: training (raw faint, smoothed strong) and validation, or the series itself. For several runs: for each run a strong line of the
// validation with a faint one of the training, and for each group a mean with a band.
std::vector<ChartLine> chartLinesOf(const RunList& runs, const Quantity& quantity, const CurveOptions& options);
// The learning rate after the last step. The schedule is given over the run as first planned; a switch may have changed the number of remaining
// steps.
Line scheduleAhead(const RunCurves& run, double lastStep);
// The points that the chart draws for `line`.
Line lineOf(const RunList& runs, const ChartLine& line, const CurveOptions& options);

}  // namespace stepscope
