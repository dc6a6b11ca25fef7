// The marks above the lanes, which change without redrawing the lanes: axis, selection, matches, arrows, range, notes, cursor.
#pragma once

#include <QPoint>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "views/timeline/timeline_notes.h"
#include "views/timeline/timeline_places.h"

class QPainter;

namespace stepscope {

// The action of the mouse while a button is down.
struct TimelineDrag {
  enum Kind { None, Pressed, Panning, Range, Box };
  Kind kind = None;
  QPoint pressed, last;
  double anchor = 0;  // the time at which the button went down
};

struct TimelineMarks {
  using HitsByRow = std::vector<std::vector<std::uint32_t>>;  // spans of each row, sorted by time
  using Arrow = std::pair<TimelineHit, TimelineHit>;          // from a span to another

  std::optional<TimelineHit> selected, hovered;
  std::vector<TimelineHit> matches;
  HitsByRow highlightedByRow, matchesByRow;
  std::vector<Arrow> arrows;
  std::vector<TimelineNote> notes;
  int currentNote = -1, currentMatch = -1, currentStep = -1;
  double rangeBegin = 0, rangeEnd = 0;  // ns since the trace began; empty (end <= begin): none
  int cursorX = -1;                     // -1: the mouse is elsewhere

  bool hasRange() const { return rangeEnd > rangeBegin; }
};

TimelineMarks::HitsByRow byRow(const std::vector<TimelineHit>& hits, std::size_t rows);
void paintMarks(QPainter& painter, const TimelinePlaces& places, const TimelineMarks& marks, const TimelineDrag& drag);
// "17.2 ms · 31 ops · 96 % busy"
QString rangeText(const TimelineModel& model, double from, double to);
int noteAt(const TimelinePlaces& places, const std::vector<TimelineNote>& notes, QPoint position);  // -1: none
// The tool tip of the span, note, counter or name at the position; empty: there is nothing.
QString tooltipAt(const TimelinePlaces& places, const TimelineMarks& marks, QPoint position);

}  // namespace stepscope
