// The Curves tab. Charts of loss, metric, learning rate and throughput (or other chosen series) show the run in training, a stored run, or several
// runs on top of each other; below is the step breakdown. The x axes are linked. The wheel zooms, a drag pans, F fits, Backspace undoes a zoom. A
// click on a curve of a comparison selects its run.
#pragma once

#include <QTimer>
#include <QWidget>
#include <vector>

#include "views/curves/compare_bar.h"
#include "views/curves/curve_chart.h"
#include "views/curves/zoom_history.h"

class QStackedWidget;
class QToolButton;
class QUndoStack;

namespace stepscope {

struct ViewContext;
class BreakdownCard;
class CurveDetail;
class CurvePanel;
class CurvesModel;
class EmptyState;
class MessageBar;
class Selection;

class CurvesView : public QWidget {
  Q_OBJECT
 public:
  CurvesView(CurvesModel* model, Selection* selection, QWidget* parent = nullptr);

  using Panel = CurveChart::Role;
  using enum CurveChart::Role;
  CurvePanel* panel(Panel panel) const { return charts_[panel].panel(); }
  BreakdownCard* breakdown() const { return breakdown_; }
  MessageBar* messageBar() const { return bar_; }
  EmptyState* emptyState() const { return empty_; }
  CurveToolbar* toolbar() const { return toolbar_; }
  QPushButton* compareButton() const { return compareBar_->compareButton(); }
  QString table(Panel panel) const;
  bool drawPutOff() const { return later_.isActive(); }
  void setSmoothing(double weight);
  double smoothing() const { return options().smoothing; }
  void setOptions(const CurveOptions& options);
  const CurveOptions& options() const { return toolbar_->options(); }
  // Sets the quantity of a chart by its key (series_names.h); an empty key: the chart's default.
  void setQuantity(Panel panel, const std::string& key);
  std::string quantity(Panel panel) const { return charts_[panel].quantity(); }
  void setPrevious(RunId run, const QString& name) { compareBar_->setPrevious(run, name); }
  QUndoStack* zooms() { return zooms_.stack(); }

 public Q_SLOTS:
  void fit();
  void zoom(double factor);  // above 1: zooms in, around the middle of the visible range
  void pan(double share);    // moves by this part of the visible range; negative: to the left

 Q_SIGNALS:
  void trainRequested();                                             // by the button of the empty state
  void liveRequested();                                              // the user wants to see the latest run again
  void compareRequested(const std::vector<stepscope::RunId>& runs);  // compare these runs side by side in the Compare tab
  void runShown(qint64 run);                                         // the single displayed run; 0: none, or several

 protected:
  void changeEvent(QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void buildPanels();
  void rebuild();       // shows other runs
  void rebuildLines();  // shows the same runs with other options
  bool grows() const;   // true: new points can be appended to the present lines
  void consume();       // appends the points of the runs that are not in the plots yet
  void refill();        // fills every line again
  void appended();      // draws if a pixel changes, and so rarely that training is not slowed down
  void drawAll();
  void drawPanels();
  void placeRanges();
  void rangesMoved();
  void fillQuantities(QToolButton* button, Panel panel);
  void choose(double x, int line, Panel panel);
  double lastStep() const;

  CurvesModel* model_;
  Selection* selection_;
  std::vector<CurveChart> charts_;  // by role
  BreakdownCard* breakdown_;
  MessageBar* bar_;
  EmptyState* empty_;
  QStackedWidget* stack_;
  CurveToolbar* toolbar_;
  CompareBar* compareBar_;
  CurveDetail* detail_;
  ZoomHistory zooms_;
  double drawnStep_ = -1;  // the last step drawn
  std::size_t drawnMarkers_ = 0, drawnEpochs_ = 0;
  double refillMs_ = 0;
  QTimer later_;  // a postponed draw
  QTimer rest_;   // ends when the range has stopped moving
  bool dirty_ = true;
};

QWidget* makeCurvesView(const ViewContext& context);

}  // namespace stepscope
