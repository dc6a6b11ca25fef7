// One chart: a card with a plot, a legend with values, markers, and a cursor that views link with other charts. It does not depend on runs.
#pragma once

#include <QPoint>
#include <functional>
#include <utility>
#include <vector>

#include "views/common/card.h"
#include "views/curves/line_style.h"
#include "views/curves/overlay.h"

class QCPItemLine;
class QCPItemText;
class QCustomPlot;
class QLabel;

namespace stepscope {

class CurveLines;
class ElidedLabel;

struct PanelMarker {
  double x;
  QString label;
};

class CurvePanel : public Card {
  Q_OBJECT
 public:
  CurvePanel(const QString& heading, const QString& note, QWidget* parent = nullptr);

  void setLines(const std::vector<LineStyle>& lines);  // drops all data
  void append(std::size_t line, double x, double y);   // x ascending; a NaN breaks the line
  void replace(std::size_t line, Line data);
  const Line& line(std::size_t line) const;
  // Draws one line above the others, which become paler; -1: none.
  void setEmphasis(int line);
  void setMarkers(std::vector<PanelMarker> markers);
  void setLegend(const QString& html, const QString& plain);
  // The line of text between legend and plot consists of this remark (the effect of a switch), the text of setGaps() (values that are not finite),
  // and outside().
  void setRemark(const QString& text);
  void setGaps(const QString& text);
  void setGapMarks(std::vector<GapMark> marks);
  const std::vector<GapMark>& gapMarks() const;

  // The value axis contains at least these limits; NaN: no such limit. A limit that comes from the data gets a margin.
  void setValueLimits(double low, double high);
  // Fits the value axis so that a few values that are far away do not flatten the rest (limitsOf in overlay.h). outside() lists such values.
  void setRobust(bool on) { robust_ = on; }
  void setLogarithmic(bool on);
  bool logarithmic() const { return logarithmic_; }
  void setXLogarithmic(bool on);
  void setValueFormat(std::function<QString(double)> format);
  // Sets the functions for the ticks of the x axis: the label of a position, and the positions in a range. Empty functions: plain numbers.
  void setTicks(std::function<QString(double)> label, std::function<std::vector<double>(double low, double high)> ticks);

  void setXRange(double low, double high);  // sets the visible range, without rangeMoved()
  std::pair<double, double> xRange() const;
  void fitY();  // fits the value axis to the visible x range
  void draw();  // draws later, in the event loop; several calls before that draw only once
  double pixelsPerStep() const;
  double lastDrawMs() const { return lastDrawMs_; }
  int drawCount() const { return drawCount_; }
  // A sentence on the values that the last fit left outside the scale; empty: none.
  QString outside() const { return outside_; }
  QCustomPlot* plot() const { return plot_; }

  void showCursor(double x);  // NaN hides it
  QString summary() const;    // the legend as plain text, for screen readers

 Q_SIGNALS:
  void rangeMoved(double low, double high);  // the user zoomed or dragged the plot
  void fitRequested();
  void cursorMoved(double x);        // NaN: the cursor has left the plot
  void clicked(double x, int line);  // `line` is the clicked line, -1 for none

 protected:
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  void applyTheme();
  void placeMarkers();
  void showRemark();

  QCustomPlot* plot_;
  QLabel* legend_;
  ElidedLabel* remark_;  // elided if it does not fit
  CurveLines* lines_;    // owned by plot_
  QString remarkText_, gaps_, outside_;
  std::vector<PanelMarker> markers_;
  std::vector<std::pair<QCPItemLine*, QCPItemText*>> markerItems_;
  QCPItemLine* cursor_ = nullptr;
  QCPItemText* readout_ = nullptr;
  std::function<QString(double)> format_;
  std::function<QString(double)> xFormat_;
  std::function<std::vector<double>(double, double)> xTicks_;
  QPoint pressed_;
  double low_, high_;
  bool logarithmic_ = false, robust_ = false;
  bool settingRange_ = false;
  double drawStarted_ = 0, lastDrawMs_ = 0;
  int drawCount_ = 0;
  QString plainLegend_;
};

}  // namespace stepscope
