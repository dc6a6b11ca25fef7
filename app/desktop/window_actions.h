// Every command of the window, once: menus, tool bar, quick search and shortcuts share them. Each has its name here, and that of a view, as
// its object name.
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
  QList<QAction*> views;  // one an entry of viewDefs(), checkable, of which one is checked
  QAction* fit;
  QAction *themeSystem, *themeLight, *themeDark, *resetLayout, *quickSearch;
  QAction *help, *about, *doctor;
  QActionGroup *themes, *languages;  // of languages every action has its name (views/words/language.h) as data
  QMenu *recent, *viewMenu;

  // Theme and language, as the settings have them; those outlive the window. restart: ends the program and begins it again.
  void connectAppearance(QSettings& settings, const std::function<void(const Message&)>& say, const std::function<void()>& restart) const;
  QList<QAction*> all() const;  // those that quick search lists
};

}  // namespace stepscope
