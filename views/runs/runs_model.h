// The table of runs: one row a run, newest first. The first columns are always there; whatever else is known of a run (any metric, setting or
// figure, see core/runs/row_facts.h) is a column that the user chose. Nothing of it reads a point.
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

// What changed in the list of runs, with the facts of the changed rows where they were found out beside the GUI already.
struct RunListChange {
  RunChanges changes;
  std::shared_ptr<FactColumns> columns;  // null: the model finds the facts itself
  std::vector<RowFacts> facts;           // of changes.changed
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
    Best,        // by the task's measure
    LastMetric,  // after the last epoch
    Loss,
    Throughput,
    Duration,
    PeakMemory,
    Created,
    ColumnCount  // then those that were chosen
  };
  enum Role { SortRole = Qt::UserRole, RunIdRole, ColumnNameRole };  // ColumnNameRole: of a header, what a saved view calls it

  explicit RunsModel(QObject* parent = nullptr);
  // Rows that stay keep their place in a selection.
  void setRuns(std::vector<RunInfo> runs);
  void apply(RunListChange change);
  const std::vector<RunInfo>& runs() const { return runs_; }
  const RunInfo* find(RunId id) const;
  int rowOf(RunId id) const;  // -1: none
  const RowFacts& facts(int row) const { return facts_[static_cast<std::size_t>(row)]; }
  const FactColumns& factColumns() const { return *columns_; }
  std::vector<const RowFacts*> allFacts() const;

  // Names of facts (row_facts.h) shown behind the columns that are always there, in this order.
  void setChosen(const std::vector<std::string>& names);
  const std::vector<std::string>& chosen() const { return chosen_; }
  std::string columnName(int column) const;     // "status", "switches.amp": of saved views
  int columnOf(const std::string& name) const;  // -1: it is not shown
  // The number that a cell shows; NaN where there is none. figureText: another number as that cell would show it.
  double figure(int row, int column) const;
  QString figureText(int row, int column, double value) const;
  // Whether the larger number is the better one at a column; nothing where neither is.
  std::optional<bool> largerIsBetter(int row, int column) const;
  // What two rows differ in at a column: less than 0, 0, more than 0. Unknown is less than everything.
  int compare(int row, int other, int column) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  QString table() const;                                                               // all rows, the columns that are always there
  QString table(const std::vector<int>& rows, const std::vector<int>& columns) const;  // tab-separated, numbers in full

 Q_SIGNALS:
  void renameRequested(qint64 run, const QString& before, const QString& after);
  void factsChanged();  // other names than before, or other rows

 private:
  struct Shown {  // of a row, computed once
    double batchSize, epochs;
    QString batchText;
    RunSummary summary;
  };
  static Shown shownOf(const RunInfo& run);
  void insertRow(std::size_t at, RunRow row, RowFacts facts);
  void removeRowAt(int row);
  double number(int row, int column) const;  // NaN: not known, or no number
  QString words(int row, int column) const;
  QVariant value(int row, int column) const;
  QString factText(int row, int column) const;
  std::uint32_t chosenId(int column) const { return chosenIds_[static_cast<std::size_t>(column - ColumnCount)]; }
  void renumber();
  // What every run of the table has in common; "metric" when they learned different things.
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
// As titleOf, and "out of memory" where that ended it.
QString endOf(const RunInfo& run);
// A fact as text with the unit that its name tells: bytes, ms, a share, a time.
QString formatFact(const std::string& name, const Fact& fact);

}  // namespace stepscope
