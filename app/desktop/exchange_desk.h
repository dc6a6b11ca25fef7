// Imports and exports runs in the window: for the commands of the File menu and of the runs table, for dropped files, and for a watched
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
  // `strip` shows the progress; `window` is the parent of the dialogs.
  ExchangeDesk(const ViewContext& context, RunsView* runs, ProgressStrip* strip, const WindowActions& actions, QWidget* window);

  RunExchange* exchange() const { return exchange_; }
  FolderWatch* watch() const { return watch_; }
  WatchStrip* watchStrip() const { return watchStrip_; }
  // Imports into the open project. If none is open, a message asks for one, and the import follows when it is open.
  void importFrom(const QString& source);
  void watchFolder(const QString& folder);

 private:
  QFileDialog* dialog(const QString& title);
  void askForFolder(bool watch);
  void askForFile();
  void askForExport(RunId run, RunFormat format);
  bool project(const QString& source, bool watch);  // false: no project is open, and a message is shown
  bool watched(const QString& source);              // true: the folder, or one in it, is watched, and a message is shown
  bool importing(const QString& folder);            // true: the running import reads the folder, and a message is shown
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
  QString waiting_;  // imported or watched as soon as a project is open
  bool waitingWatch_ = false;
  QString imported_;  // the folder of the last or current import
};

}  // namespace stepscope
