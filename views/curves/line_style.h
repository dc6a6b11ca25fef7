// How a line of a chart looks, and what it is called.
#pragma once

#include <QColor>
#include <QString>

namespace stepscope {

struct LineStyle {
  QString title;
  QColor color;
  double width = 1;  // px
  Qt::PenStyle dash = Qt::SolidLine;
  bool points = false;  // a dot a value, for sparse series
  bool readout = true;  // named at the cursor
  bool band = false;    // its low and high are filled; else they belong to the line
};

// A value that is no number, drawn at the edge of the plot: infinity at the top, minus infinity and NaN at the bottom.
struct GapMark {
  double x = 0, value = 0;
  QColor color;
};

}  // namespace stepscope
