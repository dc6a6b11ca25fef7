// Checkpoints as rows of a table: of one run, or those that a clean-up would delete.
#pragma once

#include <QAbstractTableModel>
#include <string>
#include <vector>

#include "core/train/checkpoint/checkpoint_list.h"

class QTableView;

namespace stepscope {

struct CheckpointRow {
  std::string runName;
  CheckpointInfo info;
  QString remark;  // "last", "best", or why it would be deleted
};

class CheckpointsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { Run, Name, Step, Epochs, Validated, Size, Saved, Remark, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;
  void setRows(std::vector<CheckpointRow> rows);
  const std::vector<CheckpointRow>& rows() const { return rows_; }
  std::uint64_t bytes() const;
  QString table() const;  // tab-separated, with a heading

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<CheckpointRow> rows_;
};

// Sets widths with which every column can be read.
void setColumnWidths(QTableView* table);

}  // namespace stepscope
