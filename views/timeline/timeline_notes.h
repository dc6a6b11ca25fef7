// Bookmarks with a note: times of a trace that the user marked. Stored as a small JSON file beside the trace or the run.
#pragma once

#include <QString>
#include <cstdint>
#include <vector>

namespace stepscope {

struct TimelineNote {
  std::int64_t time = 0;  // ns since the trace began
  QString text;           // may be empty
  bool operator==(const TimelineNote&) const = default;
};

// Sorted by time. A missing file means no notes; throws Error (Input) naming a file that cannot be read or is not a file of notes.
std::vector<TimelineNote> loadNotes(const QString& path);
// Without notes the file is deleted. Throws Error (Resource) naming the file.
void saveNotes(const std::vector<TimelineNote>& notes, const QString& path);

}  // namespace stepscope
