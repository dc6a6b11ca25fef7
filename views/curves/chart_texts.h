// The texts of a chart: its legend with values, values that are not finite, the marks of a run. Pure functions.
#pragma once

#include <QChar>
#include <QColor>
#include <QStringList>
#include <optional>
#include <vector>

#include "views/curves/chart_lines.h"
#include "views/curves/curve_panel.h"

namespace stepscope {

inline constexpr std::size_t kNamedRuns = 10;  // number of run names that fit in a line of a comparison

QString swatch(const QColor& color, const QString& text, QChar mark = QChar(0x25A0));

// The entries of a legend, as rich text and for screen readers.
struct Legend {
  QStringList html, plain;
  void add(const QColor& color, const QString& text, QChar mark = QChar(0x25A0));
};
Legend legendOf(const RunCurves& run, const Quantity& shown, double smoothing);
// drawn: the last drawn value of each line.
Legend legendOf(const RunList& runs, const Quantity& shown, const std::vector<ChartLine>& lines, const std::vector<double>& drawn);

// A value that is not finite is a gap in the line, a mark at the edge of the plot, and listed below the legend.
struct ChartGaps {
  QString text;
  std::vector<GapMark> marks;
};
ChartGaps gapsOf(const RunList& runs, const std::vector<ChartLine>& lines, XAxis axis);

struct RunMarks {
  std::vector<PanelMarker> labelled, bare;  // switches and similar marks, with and without their names
  std::optional<PanelMarker> best;          // only the newest one
  const Marker* lastSwitch = nullptr;
};
RunMarks marksOf(const RunCurves& run, XAxis axis);
// The effect of the last switch on the throughput; empty if it is unknown.
QString effectText(const RunCurves& run, const Marker* lastSwitch);

}  // namespace stepscope
