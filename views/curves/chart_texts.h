// The texts of a chart: its legend with values, a list of values that are not finite, and the markers of a run. Pure functions.
#pragma once

#include <QChar>
#include <QColor>
#include <QStringList>
#include <optional>
#include <vector>

#include "views/curves/chart_lines.h"
#include "views/curves/curve_panel.h"

namespace stepscope {

inline constexpr std::size_t kNamedRuns = 10;  // number of run names that fit in one line

QString swatch(const QColor& color, const QString& text, QChar mark = QChar(0x25A0));

// The entries of a legend, as rich text and for screen readers.
struct Legend {
  QStringList html, plain;
  void add(const QColor& color, const QString& text, QChar mark = QChar(0x25A0));
};
Legend legendOf(const RunCurves& run, const Quantity& shown, double smoothing);
// Of several runs. `drawn` is the last drawn value of each line.
Legend legendOf(const RunList& runs, const Quantity& shown, const std::vector<ChartLine>& lines, const std::vector<double>& drawn);

// Values that are not finite. Each is a gap in its line and has a mark at the edge of the plot; `text` lists them below the legend.
struct ChartGaps {
  QString text;
  std::vector<GapMark> marks;
};
ChartGaps gapsOf(const RunList& runs, const std::vector<ChartLine>& lines, XAxis axis);

struct RunMarks {
  std::vector<PanelMarker> labelled, bare;  // the same markers (switches and others), with and without their texts
  std::optional<PanelMarker> best;          // the newest marker of a best epoch
  const Marker* lastSwitch = nullptr;
};
RunMarks marksOf(const RunCurves& run, XAxis axis);
// A text about the effect of the last switch on the throughput in samples/s; empty if the effect is unknown.
QString effectText(const RunCurves& run, const Marker* lastSwitch);

}  // namespace stepscope
