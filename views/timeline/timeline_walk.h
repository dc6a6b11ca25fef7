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
// The match `by` (1 or -1) positions after the current one, cyclically. Without a current match (-1): the first match that ends after the view
// begins or, for -1, the one before it.
int nextMatch(const TimelinePlaces& places, const std::vector<TimelineHit>& matches, int current, int by);
// The group to fold or unfold: the outermost folded group around the span, else its innermost group; without a span, the group of the first visible
// row that heads one. -1: none.
int groupToFold(const TimelinePlaces& places, const std::optional<TimelineHit>& around, const QSet<QString>& folded);

}  // namespace stepscope
