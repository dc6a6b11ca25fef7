// A panel that lists the actions of mouse and keys in the timeline; any key closes it.
#pragma once

#include <QString>
#include <utility>
#include <vector>

class QFrame;
class QWidget;

namespace stepscope {

struct TimelineKeyGroup {
  QString title;
  std::vector<std::pair<QString, QString>> keys;  // key and action
};
std::vector<TimelineKeyGroup> timelineKeys();

// Shown at once; deletes itself when closed. Its object name is "timelineKeys".
QFrame* showTimelineKeys(QWidget* above);

}  // namespace stepscope
