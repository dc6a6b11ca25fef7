// Parallel coordinates (Inselberg 1985): one axis per setting or result, one line per run through its values. Shows which settings go with which
// results.
#pragma once

#include "views/compare/run_columns.h"

namespace stepscope {

class ParallelPlot : public RunPicture {
  Q_OBJECT
 public:
  using RunPicture::RunPicture;
  const std::vector<RunColumn>& columns() const { return columns_; }  // the axes: columns whose values differ
  QPointF placeOf(int run, std::size_t column) const;                 // y is NaN if the value is not known
  QString table() const;                                              // tab-separated
  QSize sizeHint() const override { return {600, 220}; }
  QSize minimumSizeHint() const override { return {300, 180}; }

 protected:
  void runsSet() override;
  void paintEvent(QPaintEvent* event) override;
  int runAt(const QPointF& place) const override;
  QString tipOf(int run) const override;

 private:
  std::vector<RunColumn> columns_;
  std::vector<std::pair<double, double>> limits_;
};

}  // namespace stepscope
