// The commands of the window. Menus, tool bar, quick search and shortcuts use the same QAction of a command. Its object name is its name here, or the
// name of its view.
#pragma once

#include <QList>
#include <functional>

#include "views/common/message_bar.h"

class QAction;
class QActionGroup;
class QMainWindow;
class QMenu;
class QSettings;

namespace stepscope {

struct WindowActions {
  explicit WindowActions(QMainWindow& window);

  QAction *newProject, *startPage, *openProject, *openTrace, *savePicture, *closeWindow;
  QAction *importFolder, *importFile, *watchFolder;
  QAction *train, *pause, *stop, *checkpoint, *capture, *resume, *rangeTest;
  QAction *undo, *redo;
  QList<QAction*> views;  // one per entry of viewDefs(), checkable; exactly one is checked
  QAction* fit;
  QAction *themeSystem, *themeLight, *themeDark, *resetLayout, *quickSearch;
  QAction *help, *about, *doctor;
  QActionGroup *themes, *languages;  // the data of a language action is its name (views/words/language.h)
  QMenu *recent, *viewMenu;

  // Connects the actions of theme and language to the settings, which must outlive the window. `restart` ends the program and
  // starts it again.
  void connectAppearance(QSettings& settings, const std::function<void(const Message&)>& say, const std::function<void()>& restart) const;
  QList<QAction*> all() const;  // the actions that quick search lists
};

}  // namespace stepscope
