// The values in the step arena while one op runs: the table below the plan. Sortable by every column.
#pragma once

#include <memory>
#include <vector>

#include "views/common/columns_model.h"
#include "views/memory/memory_model.h"

namespace stepscope {

class AliveTableModel : public ColumnsModel {
  Q_OBJECT
 public:
  enum Column { Name, RoleColumn, ShapeColumn, Type, Bytes, Share, Alive, MadeBy, ColumnCount };

  explicit AliveTableModel(QObject* parent = nullptr);
  void show(std::shared_ptr<const MemoryModel> model, NodeId node);

  NodeId node() const { return node_; }
  SlotId slotAt(int row) const { return rows_[row]; }
  int rowOf(SlotId slot) const;  // -1 if not in the table
  std::int64_t totalBytes() const { return total_; }
  QString toTable() const;  // tab-separated, as sorted

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  void sort(int column, Qt::SortOrder order) override;

 private:
  QString text(SlotId slot, int column) const;
  void sortRows();

  std::shared_ptr<const MemoryModel> model_;
  NodeId node_ = kNone;
  std::vector<SlotId> rows_;
  std::int64_t total_ = 0;
  int sortColumn_ = Bytes;
  Qt::SortOrder order_ = Qt::DescendingOrder;
};

}  // namespace stepscope
