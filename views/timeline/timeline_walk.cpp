#include "views/timeline/timeline_walk.h"

#include <algorithm>

namespace stepscope {
namespace {

const TimelineRow& rowOf(const TimelinePlaces& places, int row) {
  return places.model->rows()[static_cast<std::size_t>(row)];
}

int rowsOf(const TimelinePlaces& places) {
  return static_cast<int>(places.model->rows().size());
}

}  // namespace

std::optional<TimelineHit> neighbourOf(const TimelinePlaces& places, std::optional<TimelineHit> from, int by) {
  if (from) {
    const auto last = static_cast<std::int64_t>(rowOf(places, from->row).lane->size()) - 1;
    from->index = static_cast<std::uint32_t>(std::clamp<std::int64_t>(static_cast<std::int64_t>(from->index) + by, 0, last));
    return from;
  }
  for (int row = std::max(0, places.model->opsRow()); !from && row < rowsOf(places); ++row)
    if (places.layout.shown(row) && rowOf(places, row).kind == TimelineRow::Kind::Spans)
      from = places.model->hit(row, places.axis.begin + places.axis.length / 2, places.axis.length);
  return from;
}

std::optional<TimelineHit> hitInOtherRow(const TimelinePlaces& places, const TimelineHit& from, int by) {
  const double centre = (places.model->begin(from) + places.model->end(from)) / 2;
  for (int row = from.row + by; row >= 0 && row < rowsOf(places); row += by)
    if (places.layout.shown(row))
      if (const std::optional<TimelineHit> hit = places.model->hit(row, centre, places.axis.total)) return hit;
  return std::nullopt;
}

int nextMatch(const TimelinePlaces& places, const std::vector<TimelineHit>& matches, int current, int by) {
  const int count = static_cast<int>(matches.size());
  if (current >= 0) return ((current + by) % count + count) % count;
  const auto inView =
      std::find_if(matches.begin(), matches.end(), [&](const TimelineHit& hit) { return places.model->end(hit) > places.axis.begin; });
  const int first = inView == matches.end() ? 0 : static_cast<int>(inView - matches.begin());
  return by < 0 ? (first + count - 1) % count : first;
}

int groupToFold(const TimelinePlaces& places, const std::optional<TimelineHit>& around, const QSet<QString>& folded) {
  int group = -1;
  if (around) group = rowOf(places, around->row).group;
  else
    for (int row = std::max(0, places.layout.rowAt(places.scroll)); group < 0 && row < rowsOf(places); ++row)
      if (places.layout.shown(row)) group = rowOf(places, row).heads;
  int outermostFolded = -1;
  for (int g = group; g >= 0; g = places.model->groups()[static_cast<std::size_t>(g)].parent)
    if (folded.contains(places.model->groupPath(g))) outermostFolded = g;
  return outermostFolded >= 0 ? outermostFolded : group;
}

}  // namespace stepscope
