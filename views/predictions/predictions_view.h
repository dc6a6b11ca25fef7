// The Predictions tab: a classifier's answers on the validation data of its run, as a confusion matrix, by class, and for the samples with the
// largest loss. A click on a cell shows its samples, as the data of the run have them now: pictures, or cells, with file names.
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
  void refresh();  // the run may have ended; read again when the view is visible
  void setProjectOpen(bool open);
  // Where the data are now, for a run whose own path is gone: its project was moved. Empty: not known.
  void setDataPath(const QString& path) { dataPath_ = path; }

  ConfusionMatrix* matrix() const { return matrix_; }
  QTableView* classTable() const { return table_; }
  WorstList* worst() const { return worst_; }
  QToolButton* countsButton() const { return counts_; }
  QToolButton* sharesButton() const { return shares_; }
  EmptyState* emptyState() const { return empty_; }
  QString sentence() const;
  bool shows() const { return figures_ != nullptr; }
  QString cellNote() const;  // what the list of a cell shows, and why it is not all of it
  bool loading() const { return job_.busy() || cellJob_.busy(); }

 Q_SIGNALS:
  void trainRequested();  // the empty view's button; without a project the window asks for one
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
  QString name_, seen_;  // seen_: run and end of the displayed artefact, so that it is not drawn twice
  bool stale_ = false, open_ = false;
  std::shared_ptr<const PredictionFigures> figures_;
  // The validation data of the displayed run, opened when the first cell is clicked.
  struct CellData {
    std::shared_ptr<const SampleSource> source;  // null: they cannot be used
    QString problem;
  };
  std::shared_ptr<CellData> cellData_;  // used by the job only

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
