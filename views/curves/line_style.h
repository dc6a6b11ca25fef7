// The style and the name of a line in a chart.
#pragma once

#include <QColor>
#include <QString>

namespace stepscope {

struct LineStyle {
  QString title;
  QColor color;
  double width = 1;  // px
  Qt::PenStyle dash = Qt::SolidLine;
  bool points = false;  // one dot per value, for sparse series
  bool readout = true;  // its value is listed at the cursor
  bool band = false;    // true: the area from low to high is filled; false: low and high are the extremes of a thinned line
};

// A value that is not finite, drawn at the edge of the plot: infinity at the top, minus infinity and NaN at the bottom.
struct GapMark {
  double x = 0, value = 0;
  QColor color;
};

}  // namespace stepscope
