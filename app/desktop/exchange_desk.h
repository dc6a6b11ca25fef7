// Import and export of runs in the window: the commands of the File menu and of the runs table, files dropped on the window, and a watched
// folder.
#pragma once

#include <QObject>

#include "core/store/run_store.h"
#include "views/common/message_bar.h"
#include "views/exchange/folder_watch.h"
#include "views/exchange/run_exchange.h"
#include "views/session/view_context.h"

class QFileDialog;
class QWidget;

namespace stepscope {

class ProgressStrip;
class RunsView;
class WatchStrip;
struct WindowActions;

class ExchangeDesk : public QObject {
  Q_OBJECT
 public:
  // `strip`: shows the progress; `window`: the parent of the dialogs.
  ExchangeDesk(const ViewContext& context, RunsView* runs, ProgressStrip* strip, const WindowActions& actions, QWidget* window);

  RunExchange* exchange() const { return exchange_; }
  FolderWatch* watch() const { return watch_; }
  WatchStrip* watchStrip() const { return watchStrip_; }
  // Imports into the open project; without one the window asks for it first.
  void importFrom(const QString& source);
  void watchFolder(const QString& folder);

 private:
  QFileDialog* dialog(const QString& title);
  void askForFolder(bool watch);
  void askForFile();
  void askForExport(RunId run, RunFormat format);
  bool project(const QString& source, bool watch);  // false: no project is open, and a message is shown
  bool watched(const QString& source);              // true: the folder is already watched, and a message is shown
  bool importing(const QString& folder);            // the running import already reads the folder
  void take(const std::vector<RunId>& runs, const Message& message);
  void say(const Message& message);
  void updateActions();

  const ViewContext c_;
  RunsView* runs_;
  ProgressStrip* strip_;
  const WindowActions& actions_;
  QWidget* window_;
  RunExchange* exchange_;
  FolderWatch* watch_;
  WatchStrip* watchStrip_;
  QString waiting_;  // imported when a project is open
  bool waitingWatch_ = false;
  QString imported_;  // the folder of the last or current import
};

}  // namespace stepscope
