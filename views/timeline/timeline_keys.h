// The list of what mouse and keys do in the timeline, as a panel above it that any key closes.
#pragma once

#include <QString>
#include <utility>
#include <vector>

class QFrame;
class QWidget;

namespace stepscope {

struct TimelineKeyGroup {
  QString title;
  std::vector<std::pair<QString, QString>> keys;  // key, what it does
};
std::vector<TimelineKeyGroup> timelineKeys();

// Shown at once; deletes itself when closed. Its object name is "timelineKeys".
QFrame* showTimelineKeys(QWidget* above);

}  // namespace stepscope
