// The kernels of a trace as a table: number, time, use of the GPU and achieved rates.
#pragma once

#include <QHash>
#include <vector>

#include "profiler/analysis/kernel_table.h"
#include "views/common/columns_model.h"

namespace stepscope {

class KernelTableModel : public ColumnsModel {
  Q_OBJECT
 public:
  enum Column { Name, Calls, Total, Share, Mean, Occupancy, Blocks, Flops, Bandwidth, Roofline, Layer, ColumnCount };
  explicit KernelTableModel(QObject* parent = nullptr);

  void setRows(std::vector<KernelRow> rows, const GpuPeak& peak);
  const std::vector<KernelRow>& rows() const { return rows_; }
  QString toTable() const;  // tab-separated, with a heading line

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

 private:
  double valueOf(const KernelRow& row, int column) const;  // below 0: not known
  QString textOf(const KernelRow& row, int column) const;

  std::vector<KernelRow> rows_;
  QHash<QString, QString> shown_;  // by full name: a short form, different for each
  GpuPeak peak_;
  int sortColumn_ = Total;
  Qt::SortOrder sortOrder_ = Qt::DescendingOrder;
};

}  // namespace stepscope
