// Moves from a span to another: its neighbours, other rows, matches of a search, the group around it. Pure functions of the displayed data.
#pragma once

#include <QSet>
#include <optional>
#include <vector>

#include "views/timeline/timeline_places.h"

namespace stepscope {

// The span `by` positions along the row of `from`; without a span, one in the middle of the view.
std::optional<TimelineHit> neighbourOf(const TimelinePlaces& places, std::optional<TimelineHit> from, int by);
// The span nearest to the middle of `from` in the next row up (-1) or down (1) that has one.
std::optional<TimelineHit> hitInOtherRow(const TimelinePlaces& places, const TimelineHit& from, int by);
// The match after the current one; without one (-1) the first one in the view, or the first after it.
int nextMatch(const TimelinePlaces& places, const std::vector<TimelineHit>& matches, int current, int by);
// The outermost folded group around a span, else the innermost group; without a span the first visible row that heads a group. -1: none.
int groupToFold(const TimelinePlaces& places, const std::optional<TimelineHit>& around, const QSet<QString>& folded);

}  // namespace stepscope
