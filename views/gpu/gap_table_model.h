// The longest times in which a GPU ran no kernel, and the reasons.
#pragma once

#include <memory>

#include "profiler/analysis/gpu_idle.h"
#include "views/common/columns_model.h"

namespace stepscope {

// The user's text for a reason: "waiting for the host", "waiting for data".
QString titleOf(IdleReason reason);

class GapTableModel : public ColumnsModel {
  Q_OBJECT
 public:
  enum Column { Begin, Length, Reason, Before, After, ColumnCount };
  explicit GapTableModel(QObject* parent = nullptr);

  void setGaps(std::shared_ptr<const Trace> trace, std::vector<GpuGap> gaps);
  const std::vector<GpuGap>& gaps() const { return gaps_; }
  QString toTable() const;  // tab-separated, with a heading line; times in ms, since the trace began

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

 private:
  QString nameOf(const SpanRef& span) const;

  std::shared_ptr<const Trace> trace_;
  std::vector<GpuGap> gaps_;
};

}  // namespace stepscope
