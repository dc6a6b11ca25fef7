// The table of runs: one row per run, newest first. The first columns are permanent; every other fact about a run (metric,
// setting or measured number, see core/runs/row_facts.h) can be added as a column. Facts come with the list of runs, so no curve is read.
#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/runs/row_facts.h"
#include "core/store/run_store.h"
#include "core/store/run_summary.h"

namespace stepscope {

// Changes in the list of runs, with the facts of the changed rows if they were already computed off the GUI thread.
struct RunListChange {
  RunChanges changes;
  std::shared_ptr<FactColumns> columns;  // null: the model computes the facts itself
  std::vector<RowFacts> facts;           // those of changes.changed, in its order
};

class RunsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column {
    Name,
    Status,
    Model,
    BatchSize,
    Epochs,
    Best,        // best value of the task's metric
    LastMetric,  // metric after the last epoch
    Loss,
    Throughput,
    Duration,
    PeakMemory,
    Created,
    ColumnCount  // the chosen columns follow from this index on
  };
  enum Role { SortRole = Qt::UserRole, RunIdRole, ColumnNameRole };  // ColumnNameRole: of a header, the column's name in saved views

  explicit RunsModel(QObject* parent = nullptr);
  // Both take new rows. Rows are inserted, removed and changed one by one if possible, so that the selection stays.
  void setRuns(std::vector<RunInfo> runs);
  void apply(RunListChange change);
  const std::vector<RunInfo>& runs() const { return runs_; }
  const RunInfo* find(RunId id) const;
  int rowOf(RunId id) const;  // -1: none
  const RowFacts& facts(int row) const { return facts_[static_cast<std::size_t>(row)]; }
  const FactColumns& factColumns() const { return *columns_; }
  std::vector<const RowFacts*> allFacts() const;

  // Names of facts (row_facts.h) shown after the permanent columns, in this order.
  void setChosen(const std::vector<std::string>& names);
  const std::vector<std::string>& chosen() const { return chosen_; }
  std::string columnName(int column) const;     // "status", "switches.amp": used in saved views
  int columnOf(const std::string& name) const;  // -1: not shown
  // The number in a cell; NaN if there is none. `figureText` formats `value` like the numbers of that cell.
  double figure(int row, int column) const;
  QString figureText(int row, int column, double value) const;
  // Whether larger numbers are better in a column, for the task of the run in `row`; nullopt if neither is better.
  std::optional<bool> largerIsBetter(int row, int column) const;
  // Compares two rows in a column. Less than 0: `row` comes first; 0: equal. Unknown values come first.
  int compare(int row, int other, int column) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  QString table() const;                                                               // all rows with the permanent columns
  QString table(const std::vector<int>& rows, const std::vector<int>& columns) const;  // tab-separated, numbers with all digits

 Q_SIGNALS:
  void renameRequested(qint64 run, const QString& before, const QString& after);
  void factsChanged();  // the names of facts or the rows may be others than before

 private:
  struct Shown {  // texts and numbers of a row, computed once
    double batchSize, epochs;
    QString batchText;
    RunSummary summary;
  };
  static Shown shownOf(const RunInfo& run);
  void insertRow(std::size_t at, RunRow row, RowFacts facts);
  void removeRowAt(int row);
  double number(int row, int column) const;  // NaN: unknown, or not a number
  QString words(int row, int column) const;
  QVariant value(int row, int column) const;
  QString factText(int row, int column) const;
  std::uint32_t chosenId(int column) const { return chosenIds_[static_cast<std::size_t>(column - ColumnCount)]; }
  void renumber();
  // The title that `title` gives for the task of all runs; "metric" if their tasks differ.
  QString columnTitle(QString (*title)(const TaskInfo&)) const;

  std::vector<RunInfo> runs_;
  std::vector<Shown> shown_;
  std::vector<RowFacts> facts_;
  std::unordered_map<RunId, int> rowOf_;
  std::shared_ptr<FactColumns> columns_;
  std::vector<std::string> chosen_;
  std::vector<std::uint32_t> chosenIds_;
};

QString titleOf(RunStatus status);
// Like titleOf, but "out of memory" for a failed run that was ended by that.
QString endOf(const RunInfo& run);
// A fact as text with the unit that its name implies: bytes, ms, a fraction, a time.
QString formatFact(const std::string& name, const Fact& fact);

}  // namespace stepscope
