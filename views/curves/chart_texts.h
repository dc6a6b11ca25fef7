// What a chart says beside its lines: its legend with values, the values that are no numbers, the marks of a run. Pure functions.
#pragma once

#include <QChar>
#include <QColor>
#include <QStringList>
#include <optional>
#include <vector>

#include "views/curves/chart_lines.h"
#include "views/curves/curve_panel.h"

namespace stepscope {

inline constexpr std::size_t kNamedRuns = 10;  // names that a line of a comparison still has room for

QString swatch(const QColor& color, const QString& text, QChar mark = QChar(0x25A0));

// Entries of a legend, as rich text and for screen readers.
struct Legend {
  QStringList html, plain;
  void add(const QColor& color, const QString& text, QChar mark = QChar(0x25A0));
};
Legend legendOf(const RunCurves& run, const Quantity& shown, double smoothing);
// drawn: the last value of each line as it is drawn.
Legend legendOf(const RunList& runs, const Quantity& shown, const std::vector<ChartLine>& lines, const std::vector<double>& drawn);

// What is not finite is a gap in the line, a mark at the edge of the plot, and named below the legend.
struct ChartGaps {
  QString text;
  std::vector<GapMark> marks;
};
ChartGaps gapsOf(const RunList& runs, const std::vector<ChartLine>& lines, XAxis axis);

struct RunMarks {
  std::vector<PanelMarker> labelled, bare;  // switches and the like, with their names and without
  std::optional<PanelMarker> best;          // only the newest is the best
  const Marker* lastSwitch = nullptr;
};
RunMarks marksOf(const RunCurves& run, XAxis axis);
// What the last switch did to the throughput; empty where nothing can be said.
QString effectText(const RunCurves& run, const Marker* lastSwitch);

}  // namespace stepscope
