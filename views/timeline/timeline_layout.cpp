#include "views/timeline/timeline_layout.h"

#include <algorithm>

namespace stepscope {

TimelineLayout::TimelineLayout(const TimelineModel& model, const QSet<QString>& folded, int density, int room) {
  const std::size_t rows = model.rows().size();
  shownRows_.resize(rows);
  foldedAt_.assign(rows, -1);
  for (std::size_t r = 0; r < rows; ++r) shownRows_[r] = static_cast<int>(r);
  // Outer groups come before inner ones, so the outermost folded group of a row is used.
  std::vector<char> hidden(rows, 0);
  for (std::size_t g = 0; g < model.groups().size(); ++g) {
    const TimelineGroup& group = model.groups()[g];
    const auto header = static_cast<std::size_t>(group.header);
    if (hidden[header] || foldedAt_[header] >= 0 || !folded.contains(model.groupPath(static_cast<int>(g)))) continue;
    foldedAt_[header] = static_cast<int>(g);
    for (std::size_t r = header + 1; r < static_cast<std::size_t>(group.end); ++r) {
      hidden[r] = 1;
      shownRows_[r] = group.header;
    }
  }
  tops_.reserve(rows + 1);
  int top = 0;
  for (std::size_t r = 0; r < rows; ++r) {
    tops_.push_back(top);
    if (hidden[r]) continue;
    const TimelineRow& row = model.rows()[r];
    const bool heads = row.kind == TimelineRow::Kind::Steps || row.kind == TimelineRow::Kind::Group;
    top += density == 0 || heads ? row.height : std::max(density == 1 ? 12 : 5, row.height / (density == 1 ? 2 : 4));
  }
  tops_.push_back(top);
  if (density == 0) grow(model, room);
}

// Headings keep their height.
void TimelineLayout::grow(const TimelineModel& model, int room) {
  const std::size_t rows = model.rows().size();
  const auto grows = [&](std::size_t r) {
    const TimelineRow::Kind kind = model.rows()[r].kind;
    return kind != TimelineRow::Kind::Steps && kind != TimelineRow::Kind::Group;
  };
  int growing = 0;
  for (std::size_t r = 0; r < rows; ++r)
    if (grows(r)) growing += height(static_cast<int>(r));
  if (growing == 0 || room <= height()) return;
  const double factor = std::min(2.0, static_cast<double>(room - height() + growing) / growing);
  int top = 0;
  for (std::size_t r = 0; r < rows; ++r) {
    const int before = height(static_cast<int>(r));
    tops_[r] = top;
    top += grows(r) ? static_cast<int>(before * factor) : before;
  }
  tops_[rows] = top;
}

int TimelineLayout::rowAt(int y) const {
  if (y < 0 || y >= height()) return -1;
  return static_cast<int>(std::upper_bound(tops_.begin(), tops_.end(), y) - tops_.begin()) - 1;
}

}  // namespace stepscope
