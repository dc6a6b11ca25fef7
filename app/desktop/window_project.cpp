// The window when its project changes: another one is opened, its file was written by somebody else, other runs are shown, something is
// undone.
#include <QAction>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QUndoGroup>
#include <QUndoStack>
#include <QUrl>
#include <algorithm>
#include <filesystem>

#include "app/desktop/main_window.h"
#include "app/desktop/run_bar.h"
#include "app/desktop/trace_desk.h"
#include "core/base/error.h"
#include "core/project/copy_project.h"
#include "core/project/create_project.h"
#include "core/project/keys.h"
#include "views/common/range_state.h"
#include "views/common/selection.h"
#include "views/compare/compare_view.h"
#include "views/curves/curves_model.h"
#include "views/curves/curves_view.h"
#include "views/inspector/inspector.h"
#include "views/memory/memory_view.h"
#include "views/runs/runs_model.h"
#include "views/runs/runs_store.h"
#include "views/runs/runs_view.h"
#include "views/session/session.h"
#include "views/settings/settings_view.h"
#include "views/sweeps/sweeps_view.h"
#include "views/switches/project_panel.h"
#include "views/switches/switches_model.h"
#include "views/timeline/timeline_view.h"

namespace stepscope {

// Nothing of the project before stays on the screen.
void MainWindow::resetForProject() {
  shownRuns_.clear();
  fileBar_->dismiss();
  runs_->messageBar()->dismiss();
  timeline_->messageBar()->dismiss();
  curvesModel_->clear();
  selection_->clear();
  inspector_->clear();
  project_->history()->clear();
  project_->setSwitchRows({});
  selection_->ranges()->history()->clear();
  showHistogramsOf(0, {});
}

void MainWindow::showFileChanged(bool changed) {
  if (!changed) return fileBar_->dismiss();
  // Why it cannot be read says more, and has the same button.
  if (fileBar_->isVisible() && fileBar_->message().level == Message::Level::Error) return;
  const QString name = QFileInfo(QString::fromStdString(session_->project()->file)).fileName();
  Message message;
  message.level = Message::Level::Warning;
  message.what = tr("Changed on disk");
  message.where = name;
  message.cure = session_->training() ? tr("The run in training keeps its settings; the next one takes what stands there") : QString();
  message.button = tr("Reload");
  message.action = [this] { reloadProject(); };
  fileBar_->showMessage(message);
}

// What failed for want of a place to write to is cured by another one.
void MainWindow::sayOfRun(const Message& told) {
  Message message = told;
  if (message.level == Message::Level::Error && session_->project() && !whyNotWritable(session_->project()->directory).empty()) {
    message.button = tr("Save Elsewhere...");
    message.action = [this] {
      const QString parent = QFileDialog::getExistingDirectory(this, tr("Save a Copy of the Project In"), QDir::homePath());
      if (!parent.isEmpty()) saveProjectIn(parent);
    };
  } else if (const std::string key = message.where.toStdString(); message.button.isEmpty() && findKey(key)) {
    message.button = tr("Show the Setting");
    message.action = [this, key] {
      showTab(settingsView_);
      settingsView_->focusKey(key);
    };
  }
  say(message);
}

// A project's file that cannot be read is mended in an editor, then opened again.
void MainWindow::sayOfFile(const QString& path, const Message& told) {
  const QFileInfo there(path);
  const QString file = there.isDir() ? QDir(path).filePath(QStringLiteral("project.toml")) : path;
  Message message = told;
  if (!QFileInfo::exists(file)) {
    message.button = tr("Open Project...");
    message.action = [this] { actions_->openProject->trigger(); };
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

bool MainWindow::saveProjectIn(const QString& parent) {
  if (!session_->project()) return false;
  const Project& project = *session_->project();
  try {
    const std::string folder = parent.toStdString();
    const std::string name = freeProjectName(folder, std::filesystem::path(project.directory).filename().string());
    return openProject(QString::fromStdString(copyProject(project, folder + '/' + name)));
  } catch (const Error& error) {
    say(messageOf(error));
    return false;
  }
}

std::optional<QString> MainWindow::restartFile() const {
  if (!restarts_) return std::nullopt;
  if (!traces_->openedPath().isEmpty()) return traces_->openedPath();
  return session_->project() ? QString::fromStdString(session_->project()->file) : QString();
}

void MainWindow::reloadProject() {
  fileBar_->dismiss();
  const std::optional<Message> problem = session_->reload();
  if (!problem) return;
  Message message = *problem;
  message.button = tr("Reload");
  message.action = [this] { reloadProject(); };
  fileBar_->showMessage(message);
}

// The fields keep what the user has changed and not applied yet.
void MainWindow::takeReloaded() {
  const auto changes = switchesModel_->changes();
  const Project& project = *session_->project();
  switchesModel_->setProject(project);
  project_->history()->clear();
  project_->setProject(&project);
  for (const auto& [key, value] : changes) switchesModel_->setPending(key, value);
  runBar_->setProjectName(QString::fromStdString(project.name));
  fileBar_->dismiss();
  updateState();
}

// What was done last is taken back first: switches, zooms and ranges of a trace, or changes of runs. With a tab comes what its view does.
void MainWindow::connectUndo() {
  const WindowActions& a = *actions_;
  history_ = new QUndoGroup(this);
  for (QUndoStack* stack : {store_->undoStack(), selection_->ranges()->history(), curves_->zooms(), compare_->zooms(), project_->history()}) {
    history_->addStack(stack);
    connect(stack, &QUndoStack::indexChanged, history_, [this, stack] {
      if (stack->count() > 0) history_->setActiveStack(stack);
    });
  }
  history_->setActiveStack(curves_->zooms());
  connect(a.undo, &QAction::triggered, history_, &QUndoGroup::undo);
  connect(a.redo, &QAction::triggered, history_, &QUndoGroup::redo);
  a.undo->setEnabled(false);
  a.redo->setEnabled(false);
  connect(history_, &QUndoGroup::canUndoChanged, a.undo, &QAction::setEnabled);
  connect(history_, &QUndoGroup::canRedoChanged, a.redo, &QAction::setEnabled);
}

// As the store has it, and of the run in training what the last step told.
std::optional<RunInfo> MainWindow::runNow(RunId id) const {
  const RunInfo* kept = runsModel_->find(id);
  if (!kept) return std::nullopt;
  RunInfo run = *kept;
  if (session_->training() && session_->run() == id) {
    run.step = std::max(run.step, session_->progress().step());
    run.epoch = std::max<std::int64_t>(run.epoch, session_->progress().epoch() - 1);
  }
  return run;
}

void MainWindow::showRuns(const std::vector<RunId>& runs) {
  if (runs.empty()) return;
  shownRuns_ = runs;
  shownGrew_ = false;
  store_->loadCurves(runs);
  if (const RunInfo* run = runsModel_->find(runs.front())) showHistogramsOf(run->id, run->name);
  if (runs.size() == 1 && !session_->training()) session_->loadCapture(runs[0]);
  showRunName();
}

// Curves of a run that another process trains, or that is watched, grow in the store only.
void MainWindow::followShown() {
  const bool grows = std::any_of(shownRuns_.begin(), shownRuns_.end(), [this](RunId id) {
    const RunInfo* run = runsModel_->find(id);
    return run && run->status == RunStatus::Running && !(session_->training() && session_->run() == id);
  });
  if (grows || shownGrew_) store_->reloadCurves(shownRuns_, !grows);
  shownGrew_ = grows;
}

// Whether the queue of a sweep trains, which is said: another training would take its time.
bool MainWindow::sweepTrains() {
  if (!sweeps_->active()) return false;
  Message message;
  message.level = Message::Level::Warning;
  message.what = tr("A sweep is training");
  message.cure = tr("Stop its queue first; it can be continued");
  message.button = tr("Show the Sweep");
  message.action = [this] { showTab(sweeps_); };
  say(message);
  return true;
}

void MainWindow::showInRuns(const std::vector<RunId>& runs) {
  store_->poll();
  showTab(runs_);
  runs_->setGroup("group");
  runs_->selectRuns(runs);
}

// The run or runs whose curves are shown, and the way back to the one that trains, or to the newest.
void MainWindow::showRunName() {
  if (shownRuns_.empty()) return runBar_->setRunName({});
  const auto nameOf = [this](RunId id) {
    const RunInfo* run = runsModel_->find(id);
    return run ? QString::fromStdString(run->name) : QString();
  };
  QStringList names;
  for (const RunId id : shownRuns_) names << nameOf(id);
  names.removeAll(QString());
  if (names.isEmpty()) return;  // just made: the store is asked next
  const RunId home = session_->training() ? session_->run() : runsModel_->runs().empty() ? 0 : runsModel_->runs().front().id;
  const bool away = home > 0 && (shownRuns_.size() != 1 || shownRuns_.front() != home);
  runBar_->setRunName(names.join(QStringLiteral(", ")), away ? nameOf(home) : QString());
}

}  // namespace stepscope
