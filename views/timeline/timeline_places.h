// Where rows and spans stand in the viewport of a timeline, and what stands at a place in it. A view of what it is made of: short-lived.
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

  const TimelineModel* model;  // may be null: then nothing stands anywhere
  const TimelineLayout& layout;
  const TimeAxis& axis;
  int scroll;
  QSize size;  // of the viewport

  int rowAt(int y) const;  // -1: none
  // The span at a place or a few pixels beside it; of a folded group the first of its rows that has one there.
  std::optional<TimelineHit> hitAt(QPoint position) const;
  QRectF rectOf(const TimelineHit& hit) const;
};

}  // namespace stepscope
