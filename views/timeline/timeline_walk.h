// From a span to the next: its neighbours, other rows, matches of a search, the group around it. Pure functions of what is shown.
#pragma once

#include <QSet>
#include <optional>
#include <vector>

#include "views/timeline/timeline_places.h"

namespace stepscope {

// The span `by` places along the row of `from`; without one, a span in the middle of what is seen.
std::optional<TimelineHit> neighbourOf(const TimelinePlaces& places, std::optional<TimelineHit> from, int by);
// The span nearest to the middle of `from` in the next row up (-1) or down (1) that has one.
std::optional<TimelineHit> hitInOtherRow(const TimelinePlaces& places, const TimelineHit& from, int by);
// Which match follows the current one; of none (-1) the first one in view, or the first after it.
int nextMatch(const TimelinePlaces& places, const std::vector<TimelineHit>& matches, int current, int by);
// The outermost folded group around a span, else the innermost one; without a span that of the first row in view that heads one. -1: none.
int groupToFold(const TimelinePlaces& places, const std::optional<TimelineHit>& around, const QSet<QString>& folded);

}  // namespace stepscope
