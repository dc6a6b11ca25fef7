// The displayed rows of the runs table: filtered, and sorted by several columns; the runs of a group are neighbours.
#pragma once

#include <QSortFilterProxyModel>
#include <optional>
#include <string>
#include <vector>

#include "core/runs/run_filter.h"
#include "views/runs/runs_model.h"

namespace stepscope {

class RunsProxy : public QSortFilterProxyModel {
  Q_OBJECT
 public:
  struct Key {
    int column = 0;
    Qt::SortOrder order = Qt::AscendingOrder;
  };

  explicit RunsProxy(RunsModel* model, QObject* parent = nullptr);

  // `filter` must be bound (RunFilter::bind). Archived runs are left out, unless the filter mentions "archived" or setArchivedShown(true) was
  // called.
  void setFilter(RunFilter filter);
  void setArchivedShown(bool shown);
  bool archivedShown() const { return archivedShown_; }
  // The first key has priority. sort() replaces all keys by one.
  void setKeys(std::vector<Key> keys);
  const std::vector<Key>& keys() const { return keys_; }
  void addKey(int column);  // appends a key; if the column is a key already, reverses its order
  void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
  // Runs with the same value in this column form a group; -1: no groups. GroupedRows adds the headings.
  void setGroup(int column);
  int group() const { return group_; }

  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  // The first and the last row of the group that contains `row`.
  std::pair<int, int> groupAt(int row) const;

 Q_SIGNALS:
  void keysChanged();

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

 private:
  void sortAgain();

  RunsModel* model_;
  RunFilter filter_;
  bool archivedShown_ = false, namesArchived_ = false;
  std::vector<Key> keys_;
  int group_ = -1;
};

}  // namespace stepscope
