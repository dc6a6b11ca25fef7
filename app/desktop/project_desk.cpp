#include "app/desktop/project_desk.h"

#include <QAction>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QSettings>
#include <QUrl>
#include <algorithm>
#include <filesystem>

#include "app/desktop/start_desk.h"
#include "app/desktop/window_actions.h"
#include "core/base/error.h"
#include "core/project/create_project.h"
#include "core/project/keys.h"
#include "views/common/file_entry.h"
#include "views/common/progress_strip.h"
#include "views/exchange/run_exchange.h"
#include "views/project/recent_files.h"
#include "views/runs/runs_store.h"
#include "views/session/session.h"
#include "views/session/shown_trace.h"
#include "views/session/window_requests.h"
#include "views/start/dropped_file.h"
#include "views/start/new_from_data.h"
#include "views/words/engine_text.h"

namespace stepscope {

ProjectDesk::ProjectDesk(const ViewContext& context, const WindowActions& actions, QSettings& settings, const Bars& bars, QWidget* window)
    : QObject(window), c_(context), actions_(actions), settings_(settings), window_(window), bar_(bars.messages), fileBar_(bars.file) {
  connect(actions_.openProject, &QAction::triggered, this, &ProjectDesk::askForProject);
  connect(actions_.openTrace, &QAction::triggered, this, &ProjectDesk::askForTrace);
  connect(actions_.recent, &QMenu::aboutToShow, this, &ProjectDesk::showRecent);
  connect(&c_.window, &WindowRequests::message, this, &ProjectDesk::say);
  connect(&c_.window, &WindowRequests::reloadRequested, this, &ProjectDesk::reload);
  connect(&c_.window, &WindowRequests::traceRequested, this, &ProjectDesk::askForTrace);
  connect(&c_.window, &WindowRequests::projectRequested, this, [this](const QString& file) {
    if (file.isEmpty()) askForProject();
    else openProject(file);
  });
  connect(&c_.trace, &ShownTrace::opened, this, [this] {
    start_->remember(entryOf(c_.trace.openedFiles()));
    dismiss();
  });
  connect(&c_.trace, &ShownTrace::failed, this, &ProjectDesk::say);
  connect(&c_.session, &Session::projectChanged, fileBar_, &MessageBar::dismiss);
  connect(&c_.session, &Session::reloaded, fileBar_, &MessageBar::dismiss);
  connect(&c_.session, &Session::projectFileChanged, this, &ProjectDesk::showFileChanged);
  connect(&c_.session, &Session::message, this, &ProjectDesk::sayOfRun);
  // If the project's folder is not writable, errors of the store are shown in every view, with a cure. Other errors are shown only at the table of
  // runs.
  connect(&c_.store, &RunsStore::message, this, [this](const Message& told) {
    if (told.level == Message::Level::Error && c_.session.project() && !whyNotWritable(c_.session.project()->directory).empty()) sayOfRun(told);
  });
  connectProgress(bars.progress);
}

void ProjectDesk::connectProgress(ProgressStrip* strip) {
  TraceOpener* opener = c_.trace.opener();
  connect(opener, &TraceOpener::began, strip, [strip](const QString& path) { strip->begin(tr("Opening %1").arg(QFileInfo(path).fileName())); });
  connect(opener, &TraceOpener::progressed, strip, &ProgressStrip::setProgress);
  connect(opener, &TraceOpener::ended, strip, &ProgressStrip::end);
  connect(strip, &ProgressStrip::cancelled, opener, &TraceOpener::cancel);
}

void ProjectDesk::setStart(StartDesk* start) {
  start_ = start;
  connect(actions_.newProject, &QAction::triggered, start_, &StartDesk::chooseFolder);
  connect(actions_.startPage, &QAction::triggered, start_, &StartDesk::showStart);
  connect(start_, &StartDesk::projectRequested, actions_.openProject, &QAction::trigger);
  connect(start_, &StartDesk::traceRequested, actions_.openTrace, &QAction::trigger);
  connect(start_, &StartDesk::dropped, this, &ProjectDesk::openFile);
  connect(start_, &StartDesk::openRequested, this, [this](const QString& path, bool train) {
    if (droppedFile(path) == DroppedFile::Trace) return openTrace(path);
    if (openProject(path) && train) Q_EMIT trainRequested();
  });
}

void ProjectDesk::askForProject() {
  const QString path = QFileDialog::getOpenFileName(window_, tr("Open Project"),
                                                    c_.session.project() ? QString::fromStdString(c_.session.project()->directory) : QString(),
                                                    tr("Stepscope projects (*.toml)"));
  if (!path.isEmpty()) openProject(path);
}

void ProjectDesk::askForTrace() {
  // Several files are opened together, as the ranks of one training.
  const QStringList paths = QFileDialog::getOpenFileNames(window_, tr("Open Trace"), QString(), traceFileFilter());
  if (paths.isEmpty()) return;
  dismiss();
  c_.trace.open(paths);
}

void ProjectDesk::openTrace(const QString& path) {
  dismiss();
  c_.trace.open(filesOf(path));
}

bool ProjectDesk::openProject(const QString& path) {
  if (queueTrains()) return false;
  if (c_.session.training()) {
    Message message;
    message.level = Message::Level::Warning;
    message.what = tr("A run is training");
    message.cure = tr("Stop it before you open another project");
    message.button = tr("Stop");
    message.action = [this] { c_.session.stop(); };
    say(message);
    return false;
  }
  try {
    Project project = loadProject(QFileInfo(path).absoluteFilePath().toStdString());
    dismiss();
    start_->remember(QString::fromStdString(project.file));
    const QString storePath = QString::fromStdString(project.storePath());
    c_.session.setProject(std::move(project));
    c_.store.open(storePath);
    start_->showViews();
    return true;
  } catch (const Error& error) {
    sayOfFile(path, messageOf(error));
  } catch (const std::exception& error) {
    Message message;
    message.what = engineText(error);
    say(message);
  }
  return false;
}

void ProjectDesk::openFile(const QString& path) {
  if (filesOf(path).size() > 1) return openTrace(path);
  if (RunExchange::takes(path)) return Q_EMIT importRequested(path);
  switch (droppedFile(path)) {
    case DroppedFile::Project: openProject(path); return;
    case DroppedFile::Trace: openTrace(path); return;
    case DroppedFile::Network: {
      Message message;
      message.level = Message::Level::Info;
      message.what = tr("%1 is a network. Choose the data to train it on").arg(QFileInfo(path).fileName());
      message.button = tr("Choose Data...");
      message.action = [this, path] {
        dismiss();
        start_->newFromData()->offerNetwork(path);
        start_->chooseFolder();
      };
      say(message);
      return;
    }
    case DroppedFile::Data:
      dismiss();
      start_->showNew(path);
      return;
  }
}

bool ProjectDesk::saveIn(const QString& parent) {
  if (!c_.session.project()) return false;
  const Project& project = *c_.session.project();
  try {
    const std::string folder = parent.toStdString();
    const std::string name = freeProjectName(folder, std::filesystem::path(project.directory).filename().string());
    return openProject(QString::fromStdString(copyProject(project, folder + '/' + name)));
  } catch (const Error& error) {
    say(messageOf(error));
    return false;
  }
}

bool ProjectDesk::queueTrains() {
  if (!c_.session.queueTrains()) return false;
  Message message;
  message.level = Message::Level::Warning;
  message.what = tr("A sweep is training");
  message.cure = tr("Stop its queue first; it can be continued");
  message.button = tr("Show the Sweep");
  message.action = [this] { Q_EMIT c_.window.viewRequested(QStringLiteral("sweeps")); };
  say(message);
  return true;
}

void ProjectDesk::say(const Message& message) {
  bar_->showMessage(message);
}

void ProjectDesk::dismiss() {
  bar_->dismiss();
}

void ProjectDesk::reload() {
  fileBar_->dismiss();
  const std::optional<Message> problem = c_.session.reload();
  if (!problem) return;
  Message message = *problem;
  message.button = tr("Reload");
  message.action = [this] { reload(); };
  fileBar_->showMessage(message);
}

void ProjectDesk::showFileChanged(bool changed) {
  if (!changed) return fileBar_->dismiss();
  // An error is already displayed, which says more about the file and has the same button.
  if (fileBar_->isVisible() && fileBar_->message().level == Message::Level::Error) return;
  Message message;
  message.level = Message::Level::Warning;
  message.what = tr("Changed on disk");
  message.where = QFileInfo(QString::fromStdString(c_.session.project()->file)).fileName();
  message.cure = c_.session.training() ? tr("The run in training keeps its settings; the next one uses those of the file") : QString();
  message.button = tr("Reload");
  message.action = [this] { reload(); };
  fileBar_->showMessage(message);
}

// If the project's folder is not writable, the message gets a button that saves a copy elsewhere; if it is about a key, one that shows the setting.
void ProjectDesk::sayOfRun(const Message& told) {
  Message message = told;
  if (message.level == Message::Level::Error && c_.session.project() && !whyNotWritable(c_.session.project()->directory).empty()) {
    message.button = tr("Save Elsewhere...");
    message.action = [this] {
      const QString parent = QFileDialog::getExistingDirectory(window_, tr("Save a Copy of the Project In"), QDir::homePath());
      if (!parent.isEmpty()) saveIn(parent);
    };
  } else if (const std::string key = message.where.toStdString(); message.button.isEmpty() && findKey(key)) {
    message.button = tr("Show the Setting");
    message.action = [this, key] { Q_EMIT c_.window.settingRequested(key); };
  }
  say(message);
}

// The message gets a button that opens the project file in an editor. If the file is missing, the button opens another project.
void ProjectDesk::sayOfFile(const QString& path, const Message& told) {
  const QFileInfo there(path);
  const QString file = there.isDir() ? QDir(path).filePath(QStringLiteral("project.toml")) : path;
  Message message = told;
  if (!QFileInfo::exists(file)) {
    message.button = tr("Open Project...");
    message.action = [this] { askForProject(); };
    return say(message);
  }
  message.button = tr("Edit the File");
  message.action = [this, file, told] {
    QDesktopServices::openUrl(QUrl::fromLocalFile(file));
    Message again = told;
    again.button = tr("Open Again");
    again.action = [this, file] { openProject(file); };
    say(again);
  };
  say(message);
}

void ProjectDesk::showRecent() {
  QMenu* menu = actions_.recent;
  menu->clear();
  RecentFiles recent(settings_);
  for (const QString& file : recent.files()) {
    const QStringList all = filesOf(file);
    QString title = QDir::toNativeSeparators(all.value(0));
    if (all.size() > 1) title = tr("%1 and %2 more").arg(title).arg(all.size() - 1);
    QAction* action = menu->addAction(title, this, [this, file] { openFile(file); });
    // Missing files stay in the list, but are disabled, because their disk may be connected again.
    action->setEnabled(std::all_of(all.begin(), all.end(), [](const QString& one) { return QFileInfo::exists(one); }));
  }
  if (menu->isEmpty()) menu->addAction(tr("No projects or traces yet"))->setEnabled(false);
  menu->addSeparator();
  menu->addAction(tr("Clear"), this, [this] { RecentFiles(settings_).clear(); });
}

}  // namespace stepscope
