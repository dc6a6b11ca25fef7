// Loss, the metric of the task, learning rate and throughput (or whatever else is chosen) of the run in training, of a stored run, or of
// several runs on top of one another; the step breakdown below. The x axes are linked; wheel zooms, drag pans, F fits, Backspace takes a zoom
// back. A click on a curve selects its run.
#pragma once

#include <QTimer>
#include <QWidget>
#include <array>
#include <vector>

#include "views/common/job.h"
#include "views/curves/chart_lines.h"
#include "views/curves/run_curves.h"
#include "views/curves/zoom_history.h"

class QHBoxLayout;
class QLabel;
class QPushButton;
class QStackedWidget;
class QToolButton;
class QUndoStack;

namespace stepscope {

struct ViewContext;
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
  CurveToolbar* toolbar() const { return toolbar_; }
  QPushButton* compareButton() const { return compare_; }
  QString table(Panel panel) const;
  bool drawPutOff() const { return later_.isActive(); }
  void setSmoothing(double weight);
  double smoothing() const { return options().smoothing; }
  void setOptions(const CurveOptions& options);
  const CurveOptions& options() const { return toolbar_->options(); }
  // What a chart shows, by its key (series_names.h); an empty one: what it shows by itself.
  void setQuantity(Panel panel, const std::string& key);
  std::string quantity(Panel panel) const;
  // The run that a finished one can be compared with in one click; 0: there is none.
  void setPrevious(RunId run, const QString& name);
  QUndoStack* zooms() { return zooms_.stack(); }

 public Q_SLOTS:
  void fit();
  void zoom(double factor);  // about the middle
  void pan(double share);    // of the visible range

 Q_SIGNALS:
  void trainRequested();  // from the empty state
  void liveRequested();   // leave a comparison
  void compareRequested(const std::vector<stepscope::RunId>& runs);  // side by side: settings, metrics, breakdown
  void runShown(qint64 run);  // the one run whose curves are shown now; 0: none, or several

 protected:
  void changeEvent(QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  // One drawn line: as it stands in the chart, and how far a growing one was drawn.
  struct Binding {
    ChartLine line;
    Panel panel;
    std::size_t index;  // of the panel's lines
    DebiasedEma ema;
    std::size_t consumed;
  };

  void buildPanels();
  void rebuild();       // other runs
  void rebuildLines();  // the same runs, shown otherwise
  void refill();        // every line anew
  void consume();       // appends what the runs have that the plots have not
  void appended();      // draws when a pixel would change, and rarely enough not to slow training
  void drawAll();
  void placeRanges();
  void showLegends();
  void showSingleLegends(const RunCurves& run);
  void showComparedLegends();
  void showSchedule();
  void showMarkers();
  void showGaps();
  void showEmphasis();
  void showCompareBar();
  void showTicks();
  void rangesMoved();
  void loadDetail();  // of thinned series, for the part that is seen
  void loadClocks();  // where the axis needs them and they were not read
  void fillQuantities(QToolButton* button, Panel panel);
  void choose(double x, int line, Panel panel);
  bool grows() const;  // lines can be appended to as they are
  double lastStep() const;
  Quantity quantityShown(Panel panel) const;
  const TaskInfo& task() const;  // of the first run shown; runs of another task have no line in the metric's panel

  CurvesModel* model_;
  Selection* selection_;
  std::array<CurvePanel*, PanelCount> panels_{};
  std::array<std::string, PanelCount> chosen_;  // quantities; empty: the panel's own
  std::array<XRange, PanelCount> fits_{};
  BreakdownCard* breakdown_;
  MessageBar* bar_;
  EmptyState* empty_;
  QStackedWidget* stack_;
  CurveToolbar* toolbar_;
  QWidget* compareBar_;
  QLabel* compareText_;
  QPushButton *live_, *compare_;
  std::vector<Binding> bindings_;
  std::size_t scheduleLine_ = 0;
  ZoomHistory zooms_;
  RunId previous_ = 0;
  QString previousName_;
  double drawnStep_ = -1;  // the last step drawn
  std::size_t drawnMarkers_ = 0, drawnEpochs_ = 0;
  double refillMs_ = 0;
  QTimer later_;   // a draw that was put off
  QTimer detail_;  // the range has come to rest
  JobSlot detailJob_, clockJob_;
  XRange detailed_{0, 0};  // for which the lines hold every point; empty: the overview
  bool dirty_ = true;
};

QWidget* makeCurvesView(const ViewContext& context);

}  // namespace stepscope
