// The parts of a window that a test clicks and reads: found by their class, and by their name where a window has several.
#pragma once

#include <QAction>
#include <QObject>

namespace stepscope {

// Ends the test where there is none.
template <class Part>
Part* part(const QObject& window, const char* name = nullptr) {
  auto* found = window.findChild<Part*>(QString::fromLatin1(name));
  if (!found) qFatal("the window has no %s %s", Part::staticMetaObject.className(), name ? name : "");
  return found;
}

// A command of the window, by its name (app/desktop/window_actions.h).
inline QAction* command(const QObject& window, const char* name) {
  return part<QAction>(window, name);
}

}  // namespace stepscope
