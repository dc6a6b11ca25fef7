// The table of runs: one row a run, newest first.
#pragma once

#include <QAbstractTableModel>
#include <string_view>
#include <vector>

#include "core/store/run_store.h"

namespace stepscope {

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
    ColumnCount
  };
  enum Role { SortRole = Qt::UserRole, RunIdRole };

  using QAbstractTableModel::QAbstractTableModel;
  // Rows that stay keep their place in a selection.
  void setRuns(std::vector<RunInfo> runs);
  const std::vector<RunInfo>& runs() const { return runs_; }
  const RunInfo* find(RunId id) const;
  int rowOf(RunId id) const;  // -1: none

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  QString table() const;  // tab-separated, numbers in full

 Q_SIGNALS:
  void renameRequested(qint64 run, const QString& before, const QString& after);

 private:
  struct Facts {  // from the run's configuration
    double batchSize, epochs;
  };
  QVariant value(int row, int column) const;
  // What every run of the table has in common; "metric" when they learned different things.
  QString columnTitle(std::string_view (*title)(const TaskInfo&)) const;
  static Facts factsOf(const RunInfo& run);

  std::vector<RunInfo> runs_;
  std::vector<Facts> facts_;
};

QString titleOf(RunStatus status);

}  // namespace stepscope
