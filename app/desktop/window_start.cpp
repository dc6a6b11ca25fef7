// The window's part that knows the start page, new projects and the settings form.
#include <QAction>
#include <QDockWidget>
#include <QFileInfo>
#include <QStackedWidget>
#include <QTabWidget>
#include <QUndoGroup>
#include <QUndoStack>

#include "app/desktop/exchange_desk.h"
#include "app/desktop/main_window.h"
#include "app/desktop/start_desk.h"
#include "core/base/error.h"
#include "views/session/session.h"
#include "views/common/files/file_entry.h"
#include "views/settings/settings_view.h"
#include "views/start/dropped_file.h"
#include "views/start/new_from_data.h"

namespace stepscope {

void MainWindow::connectStart() {
  const WindowActions& a = *actions_;
  connect(a.newProject, &QAction::triggered, start_, &StartDesk::chooseFolder);
  connect(a.startPage, &QAction::triggered, start_, &StartDesk::showStart);
  connect(start_, &StartDesk::projectRequested, a.openProject, &QAction::trigger);
  connect(start_, &StartDesk::traceRequested, a.openTrace, &QAction::trigger);
  connect(start_, &StartDesk::dropped, this, &MainWindow::openFile);
  connect(start_, &StartDesk::openRequested, this, [this](const QString& path, bool train) {
    if (droppedFile(path) == DroppedFile::Trace) return openTrace(path);
    if (openProject(path) && train) this->train();
  });
  connect(start_, &StartDesk::pageChanged, this, &MainWindow::showPage);
  connect(session_, &Session::projectChanged, this, &MainWindow::showPage);
  connect(settingsView_, &SettingsView::applied, this, &MainWindow::takeSettings);
  connect(settingsView_, &SettingsView::openRequested, this, [this](const QString& file) {
    if (file.isEmpty())
      actions_->openProject->trigger();
    else
      openProject(file);
  });
  QUndoStack* settings = settingsView_->model()->history();
  history_->addStack(settings);
  connect(settings, &QUndoStack::indexChanged, history_, [this, settings] {
    if (settings->count() > 0) history_->setActiveStack(settings);
  });
  connect(tabs_, &QTabWidget::currentChanged, this, [this](int index) {
    if (tabs_->widget(index) == settingsView_) history_->setActiveStack(settingsView_->model()->history());
  });
  showPage();
}

// Docks and the commands of views belong to the views; the project's dock to a project.
void MainWindow::showPage() {
  const bool views = start_->showsViews(), project = session_->project().has_value();
  for (QAction* view : actions_->views) view->setEnabled(views || project);
  const bool dock = views && project;
  if (!dock && projectDock_->isVisibleTo(this)) {
    projectDockWanted_ = true;
    projectDock_->hide();
  } else if (dock && projectDockWanted_) {
    projectDockWanted_ = false;
    projectDock_->show();
  }
  projectDock_->toggleViewAction()->setEnabled(dock);
  if (!views && !inspectorDock_->isFloating()) inspectorDock_->hide();
}

void MainWindow::openFile(const QString& path) {
  if (filesOf(path).size() > 1) return openTrace(path);
  if (RunExchange::takes(path)) return exchange_->importFrom(path);
  switch (droppedFile(path)) {
    case DroppedFile::Project:
      openProject(path);
      return;
    case DroppedFile::Trace:
      openTrace(path);
      return;
    case DroppedFile::Network: {
      Message message;
      message.level = Message::Level::Info;
      message.what = tr("%1 is a network. Choose the data to train it on").arg(QFileInfo(path).fileName());
      message.button = tr("Choose Data...");
      message.action = [this, path] {
        bar_->dismiss();
        start_->newFromData()->offerNetwork(path);
        start_->chooseFolder();
      };
      say(message);
      return;
    }
    case DroppedFile::Data:
      bar_->dismiss();
      start_->showNew(path);
      return;
  }
}

// What was applied holds for the next run at once; switches also for the one in training.
void MainWindow::takeSettings(const QString& file) {
  reloadProject();  // while a run trains: when it has ended
  if (!session_->training()) return;
  try {
    session_->setSwitches(loadProject(file.toStdString()).switches);
    reloadProject();  // the rest when the run has ended
  } catch (const Error& error) {
    say(messageOf(error));
  }
}

}  // namespace stepscope
