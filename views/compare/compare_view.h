// Runs side by side: a summary in one sentence, the settings that differ, metrics against a baseline, validation curves, the effect of each switch,
// the time of a step by category, peak memory, parallel coordinates and a scatter plot. A click on a run in any of them selects it in all.
#pragma once

#include <QWidget>
#include <array>
#include <functional>
#include <utility>
#include <vector>

#include "views/compare/compare_model.h"
#include "views/curves/curve_axis.h"
#include "views/curves/zoom_history.h"

class QButtonGroup;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QStackedWidget;
class QToolButton;
class QUndoStack;
class QVBoxLayout;

namespace stepscope {

struct ViewContext;
class BoughtChart;
class BreakdownBars;
class Card;
class CellTable;
class CurvePanel;
class EmptyState;
class MemoryBars;
class MessageBar;
class ParallelPlot;
class ScatterPanel;
class Selection;
class WhyCard;
class WhyModel;

class CompareView : public QWidget {
  Q_OBJECT
 public:
  CompareView(CompareModel* model, Selection* selection, QWidget* parent = nullptr);

  using RunNames = std::vector<std::pair<RunId, QString>>;
  void setRunLister(std::function<RunNames()> lister) { lister_ = std::move(lister); }  // `lister` returns the runs that can be added, newest first
  CompareModel* model() const { return model_; }
  QString sentence() const;  // plain text
  QString table() const;     // settings and metrics, tab-separated
  CellTable* settings() const { return settings_; }
  CellTable* metrics() const { return metrics_; }
  BreakdownBars* breakdown() const { return breakdown_; }
  MemoryBars* memory() const { return memory_; }
  BoughtChart* bought() const { return bought_; }
  ParallelPlot* parallel() const { return parallel_; }
  ScatterPanel* scatter() const { return scatter_; }
  WhyModel* why() const { return why_; }
  WhyCard* whyCard() const { return whyCard_; }
  CurvePanel* metricPanel() const { return panels_[0]; }
  CurvePanel* lossPanel() const { return panels_[1]; }
  QToolButton* axisButton(XAxis axis) const;
  QToolButton* baselineButton() const { return baseline_; }
  QToolButton* addButton() const { return add_; }
  QPushButton* copyButton() const { return copy_; }
  QPushButton* reportButton() const { return report_; }
  QPushButton* curvesButton() const { return curves_; }
  EmptyState* emptyState() const { return empty_; }
  MessageBar* messageBar() const { return bar_; }
  QUndoStack* zooms() { return zooms_.stack(); }

 Q_SIGNALS:
  void reportRequested(const std::vector<stepscope::RunId>& runs);
  void curvesRequested(const std::vector<stepscope::RunId>& runs);  // show all series of these runs in the Curves tab
  void latestRequested();                                           // by the button of the empty state: compare the newest two

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QWidget* buildHead();
  void buildCards();
  void showComparison();
  void showChips();
  void showSentence();
  void showCurves();
  void showRanges();
  void showBreakdownNote();
  void fillBaselines();
  void fillRuns();
  void select(qint64 run);
  void showSelected();
  void askWhy();   // compares the baseline with the selected run, or with the best one if no other is selected
  void arrange();  // puts the cards into as many columns as fit

  CompareModel* model_;
  Selection* selection_;
  std::function<RunNames()> lister_;
  MessageBar* bar_;
  EmptyState* empty_;
  QStackedWidget* stack_;
  QWidget *chips_, *page_;
  QHBoxLayout* chipLayout_;
  QLabel *sentence_, *under_;
  QToolButton *add_, *baseline_;
  QPushButton *copy_, *report_, *curves_;
  std::array<QVBoxLayout*, 3> columns_{};
  std::array<QWidget*, 3> columnWidgets_{};
  Card *settingsCard_, *metricsCard_, *curvesCard_, *boughtCard_, *breakdownCard_, *memoryCard_, *parallelCard_, *scatterCard_;
  CellTable *settings_, *metrics_;
  std::array<CurvePanel*, 2> panels_{};
  QButtonGroup* axes_;
  BoughtChart* bought_;
  QLabel *boughtNote_, *breakdownNote_, *memoryNote_;
  BreakdownBars* breakdown_;
  MemoryBars* memory_;
  ParallelPlot* parallel_;
  ScatterPanel* scatter_;
  WhyModel* why_;
  WhyCard* whyCard_;
  ZoomHistory zooms_;
  int arranged_ = 0;  // present number of columns
};

QWidget* makeCompareView(const ViewContext& context);

}  // namespace stepscope
