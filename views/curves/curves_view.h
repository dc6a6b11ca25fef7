// Loss, the metric of the task, learning rate and throughput of the run in training, of a stored run, or of several runs on top of one
// another; the step breakdown below. The x axes are linked; wheel zooms, drag pans, F fits.
#pragma once

#include <QTimer>
#include <QWidget>
#include <array>
#include <vector>

#include "views/curves/run_curves.h"

class QLabel;
class QStackedWidget;

namespace stepscope {

class BreakdownCard;
class CurvePanel;
class CurvesModel;
class EmptyState;
class MessageBar;
class Selection;

class CurvesView : public QWidget {
  Q_OBJECT
 public:
  CurvesView(CurvesModel* model, Selection* selection, QWidget* parent = nullptr);

  enum Panel { Loss, Metric, Rate, Throughput, PanelCount };
  CurvePanel* panel(Panel panel) const { return panels_[panel]; }
  BreakdownCard* breakdown() const { return breakdown_; }
  MessageBar* messageBar() const { return bar_; }
  EmptyState* emptyState() const { return empty_; }
  QString table(Panel panel) const;
  bool drawPutOff() const { return later_.isActive(); }
  void setSmoothing(double weight);
  double smoothing() const { return smoothing_; }

 public Q_SLOTS:
  void fit();
  void zoom(double factor);  // about the middle
  void pan(double share);    // of the visible range

 Q_SIGNALS:
  void trainRequested();  // from the empty state
  void liveRequested();   // leave a comparison

 protected:
  void changeEvent(QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  // One drawn line: a series of a run, as recorded or smoothed.
  struct Binding {
    std::size_t run;
    std::string key;
    Panel panel;
    std::size_t line;
    double scale;  // 100 for shares shown in %
    bool smooth;
    DebiasedEma ema;
    std::size_t consumed;
  };

  void rebuild();
  void consume();   // appends what the runs have that the plots have not
  void appended();  // draws when a pixel would change, and rarely enough not to slow training
  void drawAll();
  void placeRanges();
  void showLegends();
  void showSchedule();
  void showMarkers();
  void move(double low, double high);
  double lastStep() const;
  const TaskInfo& task() const;  // of the first run shown; runs of another task have no line in the metric's panel

  CurvesModel* model_;
  Selection* selection_;
  std::array<CurvePanel*, PanelCount> panels_{};
  BreakdownCard* breakdown_;
  MessageBar* bar_;
  EmptyState* empty_;
  QStackedWidget* stack_;
  QWidget* compareBar_;
  QLabel* compareText_;
  std::vector<Binding> bindings_;
  std::size_t scheduleLine_ = 0;
  double smoothing_ = 0.9;
  bool fitted_ = true;     // the ranges follow the data
  double drawnStep_ = -1;  // the last step drawn
  std::size_t drawnMarkers_ = 0, drawnEpochs_ = 0;
  QTimer later_;  // a draw that was put off
  bool dirty_ = true;
};

}  // namespace stepscope
