// The op table of a step breakdown.
#pragma once

#include <memory>

#include "profiler/analysis/step_breakdown.h"
#include "views/common/columns_model.h"

namespace stepscope {

class OpTableModel : public ColumnsModel {
  Q_OBJECT
 public:
  enum Column { Op, Calls, Time, Share, Flops, Bandwidth, Layer, ColumnCount };
  enum Role { SortRole = Qt::UserRole, CategoryRole };

  explicit OpTableModel(QObject* parent = nullptr);
  void setBreakdown(std::shared_ptr<const StepBreakdown> breakdown);
  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QString table() const;  // tab-separated

 private:
  std::shared_ptr<const StepBreakdown> breakdown_;
};

}  // namespace stepscope
