// The Predictions tab: a classifier's answers on the validation data of its run, as a confusion matrix, by class, and for the samples with the
// largest loss. A click on a cell of the matrix shows its samples (pictures or table cells, with file names), which are read again from the data.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "core/report/prediction_figures.h"
#include "core/store/run_store.h"
#include "views/common/job.h"
#include "views/data/sample_source.h"

class QLabel;
class QSortFilterProxyModel;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace stepscope {

struct ViewContext;
class Card;
class ClassTableModel;
class ConfusionMatrix;
class EmptyState;
class MessageBar;
class WorstList;

class PredictionsView : public QWidget {
  Q_OBJECT
 public:
  explicit PredictionsView(QWidget* parent = nullptr);

  // Sets the run, whose predictions are read off the GUI thread; run 0: none.
  void setRun(const QString& storePath, RunId run);
  void refresh();  // call it when the run may have changed; it is read again as soon as the view is visible
  void setProjectOpen(bool open);
  // The present path of the project's data. It is used if the path stored with the run no longer exists, for example because the project was moved.
  // Empty: not known.
  void setDataPath(const QString& path) { dataPath_ = path; }

  ConfusionMatrix* matrix() const { return matrix_; }
  QTableView* classTable() const { return table_; }
  WorstList* worst() const { return worst_; }
  QToolButton* countsButton() const { return counts_; }
  QToolButton* sharesButton() const { return shares_; }
  EmptyState* emptyState() const { return empty_; }
  QString sentence() const;
  bool shows() const { return figures_ != nullptr; }
  QString cellNote() const;  // why the list of a cell does not show all of its samples; empty: no reason
  bool loading() const { return job_.busy() || cellJob_.busy(); }

 Q_SIGNALS:
  void trainRequested();  // by the button of the empty view; if no project is open, the window asks for one
  void loaded();

 protected:
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  struct Loaded {
    std::optional<RunInfo> run;
    std::shared_ptr<const PredictionFigures> figures;
    bool unreadable = false;
  };
  void load();
  void take(const Loaded& found);
  void showEmpty(const Loaded& found);
  void showSentence();
  void cellChanged();
  void readCell(const std::vector<std::int64_t>& samples);
  void showCellNote(const QString& problem);

  QString path_, dataPath_;
  RunId run_ = 0;
  QString name_, seen_;  // seen_: run, step and store of what is displayed, so that it is not shown twice
  bool stale_ = false, open_ = false;
  std::shared_ptr<const PredictionFigures> figures_;
  // The validation data of the displayed run, opened when the first cell is clicked.
  struct CellData {
    std::shared_ptr<const SampleSource> source;  // null: the data cannot be used, or were not opened yet
    QString problem;
  };
  std::shared_ptr<CellData> cellData_;  // used only by cellJob_

  QStackedLayout* stack_;
  EmptyState* empty_;
  MessageBar* bar_;
  QLabel *sentence_, *of_, *cellNote_;
  Card *matrixCard_, *classCard_, *worstCard_;
  ConfusionMatrix* matrix_;
  QToolButton *counts_, *shares_;
  ClassTableModel* classes_;
  QSortFilterProxyModel* sorted_;
  QTableView* table_;
  WorstList* worst_;
  JobSlot job_, cellJob_;
};

QWidget* makePredictionsView(const ViewContext& context);

}  // namespace stepscope
