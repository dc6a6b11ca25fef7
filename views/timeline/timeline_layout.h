// The positions of a timeline's rows: which are visible, since groups fold to one row, and their heights. Cheap to compute again; the model does not
// change.
#pragma once

#include <QSet>
#include <QString>
#include <vector>

#include "views/timeline/timeline_model.h"

namespace stepscope {

class TimelineLayout {
 public:
  static constexpr int kDensities = 3;  // 0: rows with labels, 1: about half that height, 2: about a quarter

  TimelineLayout() = default;
  // `folded`: paths of groups (TimelineModel::groupPath). `room`: available px; rows of density 0 grow to fill it, up to twice their height.
  TimelineLayout(const TimelineModel& model, const QSet<QString>& folded, int density = 0, int room = 0);

  int height() const { return tops_.empty() ? 0 : tops_.back(); }  // px
  int top(int row) const { return tops_[static_cast<std::size_t>(row)]; }
  int height(int row) const { return tops_[static_cast<std::size_t>(row) + 1] - tops_[static_cast<std::size_t>(row)]; }
  bool shown(int row) const { return height(row) > 0; }
  int rowAt(int y) const;  // -1 outside
  // The row itself, or the one that represents it while its group is folded.
  int shownRow(int row) const { return shownRows_[static_cast<std::size_t>(row)]; }
  // The folded group that this row represents; -1: none.
  int foldedAt(int row) const { return foldedAt_[static_cast<std::size_t>(row)]; }

 private:
  void grow(const TimelineModel& model, int room);

  std::vector<int> tops_, shownRows_, foldedAt_;
};

}  // namespace stepscope
