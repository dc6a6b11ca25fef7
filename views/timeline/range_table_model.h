// The statistics of a range as a table: names, counts and times.
#pragma once

#include "profiler/analysis/range_statistics.h"
#include "views/common/columns_model.h"

namespace stepscope {

class RangeTableModel : public ColumnsModel {
  Q_OBJECT
 public:
  enum Column { Name, Count, Total, Self, Share, Mean, Shortest, Longest, ColumnCount };
  explicit RangeTableModel(QObject* parent = nullptr);

  void setStatistics(RangeStatistics statistics, RangeGrouping grouping);
  const RangeStatistics& statistics() const { return statistics_; }
  std::int64_t self() const { return self_; }  // ns: of all threads and streams together, the base of percentages
  QString toTable() const;                     // tab-separated, with a heading line; times in ms

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

 private:
  double valueOf(const RangeEntry& entry, int column) const;
  QString nameOf(const RangeEntry& entry) const;

  RangeStatistics statistics_;
  std::int64_t self_ = 0;
  RangeGrouping grouping_ = RangeGrouping::Name;
  int sortColumn_ = Self;
  Qt::SortOrder sortOrder_ = Qt::DescendingOrder;
};

}  // namespace stepscope
