// One chart: a card with a plot, a legend with values, markers, a cursor shared with its sisters. Knows nothing of runs.
#pragma once

#include <QColor>
#include <functional>
#include <utility>
#include <vector>

#include "views/common/card.h"

class QCPGraph;
class QCPItemLine;
class QCPItemText;
class QCustomPlot;
class QLabel;

namespace stepscope {

struct LineStyle {
  QString title;
  QColor color;
  double width = 1;  // px; more than 1 only for lines that matter
  Qt::PenStyle dash = Qt::SolidLine;
  bool points = false;  // a dot a value, for sparse series
  bool readout = true;  // named at the cursor
};

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
  void replace(std::size_t line, const std::vector<double>& x, const std::vector<double>& y);
  void setMarkers(std::vector<PanelMarker> markers);
  void setLegend(const QString& html, const QString& plain);
  void setRemark(const QString& text);  // a line between the legend and the plot: the effect of a switch

  // Value axis: at least these limits (NaN: fit to the data). The data's own are padded.
  void setValueLimits(double low, double high);
  // Leaves the highest hundredth of the values out of a fit: rates measured over too short a time.
  void setRobust(bool on) { robust_ = on; }
  void setLogarithmic(bool on);
  bool logarithmic() const { return logarithmic_; }
  void setValueFormat(std::function<QString(double)> format);
  // Names the ticks of the x axis: from a step to its label, and which steps get a tick. Empty: plain steps.
  void setTicks(std::function<QString(double)> label, std::function<std::vector<double>(double low, double high)> ticks);

  void setXRange(double low, double high);  // the range of a fitted plot
  std::pair<double, double> xRange() const;
  void fitY();  // value axis to what the visible x range holds
  void draw();  // queued; many calls in one turn draw once
  double pixelsPerStep() const;
  double lastDrawMs() const { return lastDrawMs_; }
  int drawCount() const { return drawCount_; }
  QCustomPlot* plot() const { return plot_; }

  void showCursor(double x);  // NaN hides it
  QString summary() const;    // for screen readers

 Q_SIGNALS:
  void rangeMoved(double low, double high);  // by the user
  void fitRequested();
  void cursorMoved(double x);  // NaN: left the plot
  void clicked(double x);

 protected:
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  void applyTheme();
  void placeMarkers();

  QCustomPlot* plot_;
  QLabel *legend_, *remark_;
  std::vector<LineStyle> styles_;
  std::vector<QCPGraph*> graphs_;
  std::vector<PanelMarker> markers_;
  std::vector<std::pair<QCPItemLine*, QCPItemText*>> markerItems_;
  QCPItemLine* cursor_ = nullptr;
  QCPItemText* readout_ = nullptr;
  std::function<QString(double)> format_;
  double low_, high_;
  bool logarithmic_ = false, robust_ = false;
  bool settingRange_ = false;
  double drawStarted_ = 0, lastDrawMs_ = 0;
  int drawCount_ = 0;
  QString plainLegend_;
};

}  // namespace stepscope
