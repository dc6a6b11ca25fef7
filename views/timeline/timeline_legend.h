// The meaning of the timeline's colours: one line of swatches below the lanes.
#pragma once

#include <QWidget>
#include <vector>

#include "views/timeline/timeline_colors.h"

namespace stepscope {

class TimelineLegend : public QWidget {
  Q_OBJECT
 public:
  explicit TimelineLegend(QWidget* parent = nullptr);
  void setEntries(std::vector<TimelineKeys::Entry> entries);
  const std::vector<TimelineKeys::Entry>& entries() const { return entries_; }
  QSize sizeHint() const override { return {300, 24}; }
  QSize minimumSizeHint() const override { return {60, 24}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::vector<TimelineKeys::Entry> entries_;
};

}  // namespace stepscope
