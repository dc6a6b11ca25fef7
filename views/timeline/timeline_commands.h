// What the keys and the menu of the canvas do. Every command has a key; the list of them for people is in timeline_keys.cpp.
#pragma once

class QKeyEvent;
class QMenu;

namespace stepscope {

class TimelineCanvas;

// false: no key of the timeline.
bool runKey(TimelineCanvas& canvas, const QKeyEvent& event);
// Letters of the timeline come before the window's shortcuts with the same letter, while the timeline has the focus.
bool comesBeforeShortcuts(const QKeyEvent& event);
void fillMenu(QMenu& menu, TimelineCanvas& canvas);

}  // namespace stepscope
