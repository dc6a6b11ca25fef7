#include "views/timeline/timeline_places.h"

#include <algorithm>

namespace stepscope {

int TimelinePlaces::rowAt(int y) const {
  return model && y >= kAxisHeight ? layout.rowAt(y - kAxisHeight + scroll) : -1;
}

std::optional<TimelineHit> TimelinePlaces::hitAt(QPoint position) const {
  constexpr double kHitPixels = 3;
  const int row = position.x() < axis.left ? -1 : rowAt(position.y());
  if (row < 0) return std::nullopt;
  const double time = axis.timeAt(position.x() + 0.5), tolerance = kHitPixels * axis.nsPerPixel();
  const int folded = layout.foldedAt(row);
  const int end = folded >= 0 ? model->groups()[static_cast<std::size_t>(folded)].end : row + 1;
  for (const double reach : {0.0, tolerance})
    for (int r = row; r < end; ++r)
      if (const std::optional<TimelineHit> hit = model->hit(r, time, reach)) return hit;
  return std::nullopt;
}

QRectF TimelinePlaces::rectOf(const TimelineHit& hit) const {
  const int row = layout.shownRow(hit.row), height = layout.height(row), padding = height >= 20 ? 2 : height > 4 ? 1 : 0;
  const double left = axis.xOf(model->begin(hit)), right = axis.xOf(model->end(hit));
  return {left, static_cast<double>(kAxisHeight + layout.top(row) - scroll + padding), std::max(1.0, right - left),
          static_cast<double>(height - 2 * padding)};
}

}  // namespace stepscope
