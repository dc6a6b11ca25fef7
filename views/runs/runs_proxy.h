// The displayed rows of the runs table: filtered, sorted by several columns, with runs of one group beside each other.
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

  // A bound filter. Archived runs are left out unless it mentions them, or all are wanted.
  void setFilter(RunFilter filter);
  void setArchivedShown(bool shown);
  bool archivedShown() const { return archivedShown_; }
  // The first key has priority. sort() replaces all keys by one.
  void setKeys(std::vector<Key> keys);
  const std::vector<Key>& keys() const { return keys_; }
  void addKey(int column);  // after the present ones; for a present one the order is reversed
  void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
  // Runs with the same value of this column are grouped; -1: no groups. GroupedRows adds headings.
  void setGroup(int column);
  int group() const { return group_; }

  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  // The group of `row`: first and last row.
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
