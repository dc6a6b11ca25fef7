// The rows of the runs table with a heading above every group, which summarises its runs and can be collapsed. Without groups the rows are those of
// RunsProxy.
#pragma once

#include <QAbstractProxyModel>
#include <QSet>
#include <functional>
#include <vector>

#include "views/runs/runs_proxy.h"

namespace stepscope {

class GroupedRows : public QAbstractProxyModel {
  Q_OBJECT
 public:
  GroupedRows(RunsModel* model, RunsProxy* rows, QObject* parent = nullptr);

  bool isHeading(int row) const { return row >= 0 && row < rowCount() && rows_[static_cast<std::size_t>(row)].source < 0; }
  // The run of a row; of a heading, all runs of its group in the order of the table.
  std::vector<RunId> runsOf(int row) const;
  bool closed(int heading) const;
  void setClosed(int heading, bool closed);
  void setAllClosed(bool closed);
  // The collapsed groups, each by the common value of its runs. May contain values that no run has (yet).
  const QSet<QString>& closedGroups() const { return closed_; }
  void setClosedGroups(QSet<QString> groups);
  // Calls `what`, which may insert or remove many rows (for example another filter). With groups, the rows are then built once, not for each
  // inserted or removed row.
  void change(const std::function<void()>& what);

  QModelIndex mapToSource(const QModelIndex& index) const override;  // none for a heading
  QModelIndex mapFromSource(const QModelIndex& index) const override;
  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

 Q_SIGNALS:
  void closedChanged();  // a group was collapsed or opened by setClosed()

 private:
  struct Row {
    int source = -1;  // index of the sorted row; -1: a heading
    int group = -1;
    RunId run = 0;
    bool operator==(const Row&) const = default;
  };
  struct Group {
    int from = 0, to = 0;  // sorted rows, both included
    QString key;           // the common value of its runs
  };
  bool grouped() const;
  void read();
  void follow();
  std::vector<int> modelRows(const Group& group) const;
  QVariant heading(const Group& group, int column, int role) const;

  RunsModel* model_;
  RunsProxy* sorted_;
  std::vector<Row> rows_;
  std::vector<int> place_;  // for each sorted row its row here; -1: in a collapsed group
  std::vector<Group> groups_;
  QSet<QString> closed_;
  bool quiet_ = false;  // true while change() runs
};

}  // namespace stepscope
