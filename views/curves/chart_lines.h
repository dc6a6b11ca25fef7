// The lines of a chart of one quantity, for one run or for several, with their styles. The Curves tab and the comparison use them.
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
  std::vector<std::size_t> runs;  // indices; if there are several, the line is their mean
  std::string series;
  double scale = 1;
  bool smooth = false;
  LineStyle style;
};

// One run: lines for training (raw values faint, smoothed ones strong) and validation, or for the quantity's own series. Several runs: a strong line
// for the validation and a faint one for the training of each run, or of each group as a mean with a band.
std::vector<ChartLine> chartLinesOf(const RunList& runs, const Quantity& quantity, const CurveOptions& options);
// The planned learning rate from `lastStep` to the end of the run. The schedule covers the run as first planned; it is stretched or compressed to
// the remaining steps, whose number a switch may have changed.
Line scheduleAhead(const RunCurves& run, double lastStep);
// The points that the chart draws for `line`.
Line lineOf(const RunList& runs, const ChartLine& line, const CurveOptions& options);

}  // namespace stepscope
