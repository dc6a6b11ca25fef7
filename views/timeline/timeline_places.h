// The positions of rows and spans in the viewport of a timeline, and hit tests. It holds references, so it must not outlive what they refer to.
#pragma once

#include <QPoint>
#include <QRectF>
#include <QSize>
#include <optional>

#include "views/timeline/time_axis.h"
#include "views/timeline/timeline_layout.h"
#include "views/timeline/timeline_model.h"

namespace stepscope {

struct TimelinePlaces {
  static constexpr int kAxisHeight = 26;  // px above the rows

  const TimelineModel* model;  // may be null: then there are no rows
  const TimelineLayout& layout;
  const TimeAxis& axis;
  int scroll;
  QSize size;  // of the viewport

  int rowAt(int y) const;  // -1: none
  // The span at a position or a few pixels beside it; in a folded group the span of its first row that has one there.
  std::optional<TimelineHit> hitAt(QPoint position) const;
  QRectF rectOf(const TimelineHit& hit) const;
};

}  // namespace stepscope
