// The actions of the canvas' keys and menu. Every command has a key; their list for the user is in timeline_keys.cpp.
#pragma once

class QKeyEvent;
class QMenu;

namespace stepscope {

class TimelineCanvas;

// false: the key has no action in the timeline.
bool runKey(TimelineCanvas& canvas, const QKeyEvent& event);
// While the timeline has the focus, its letters have priority over the window's shortcuts with the same letter.
bool comesBeforeShortcuts(const QKeyEvent& event);
void fillMenu(QMenu& menu, TimelineCanvas& canvas);

}  // namespace stepscope
