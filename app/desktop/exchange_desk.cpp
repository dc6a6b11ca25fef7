#include "app/desktop/exchange_desk.h"

#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <utility>

#include "app/desktop/window_actions.h"
#include "core/store/run_files.h"
#include "views/common/progress_strip.h"
#include "views/common/text.h"
#include "views/exchange/watch_strip.h"
#include "views/runs/runs_store.h"
#include "views/runs/runs_view.h"
#include "views/session/session.h"
#include "views/session/window_requests.h"

namespace stepscope {

ExchangeDesk::ExchangeDesk(const ViewContext& context, RunsView* runs, ProgressStrip* strip, const WindowActions& actions, QWidget* window)
    : QObject(window),
      c_(context),
      runs_(runs),
      strip_(strip),
      actions_(actions),
      window_(window),
      exchange_(new RunExchange(this)),
      watch_(new FolderWatch(this)),
      watchStrip_(new WatchStrip(watch_)) {
  runs_->addAbove(watchStrip_);
  connect(actions_.importFolder, &QAction::triggered, this, [this] { askForFolder(false); });
  connect(actions_.importFile, &QAction::triggered, this, &ExchangeDesk::askForFile);
  connect(actions_.watchFolder, &QAction::triggered, this, [this] { watch_->watching() ? watch_->stop() : askForFolder(true); });
  for (const RunFormatDef& def : runFormats())
    connect(runs_->addExport(def.title + QStringLiteral("..."), def.help), &QAction::triggered, this, [this, format = def.format] {
      if (const auto selected = runs_->selectedRuns(); selected.size() == 1) askForExport(selected[0], format);
    });
  connect(exchange_, &RunExchange::began, strip_, &ProgressStrip::begin);
  connect(exchange_, &RunExchange::progressed, strip_, &ProgressStrip::setProgress);
  connect(exchange_, &RunExchange::ended, strip_, &ProgressStrip::end);
  connect(strip_, &ProgressStrip::cancelled, exchange_, &RunExchange::cancel);
  connect(exchange_, &RunExchange::imported, this, &ExchangeDesk::take);
  connect(exchange_, &RunExchange::exported, this, [this](const QString&, const Message& message) { say(message); });
  connect(exchange_, &RunExchange::failed, this, &ExchangeDesk::say);
  connect(watch_, &FolderWatch::changed, this, &ExchangeDesk::updateActions);
  connect(watch_, &FolderWatch::changed, &c_.store, &RunsStore::poll);
  connect(watch_, &FolderWatch::ended, this, &ExchangeDesk::say);
  connect(watch_, &FolderWatch::failed, this, &ExchangeDesk::say);
  // A running watch or import belongs to the previous project, so it ends. A source that waited for a project is imported or watched now.
  connect(&c_.session, &Session::projectChanged, this, [this] {
    watch_->stop();
    exchange_->cancel();
    if (const QString source = std::exchange(waiting_, {}); !source.isEmpty()) waitingWatch_ ? watchFolder(source) : importFrom(source);
  });
  updateActions();
}

void ExchangeDesk::updateActions() {
  const bool watching = watch_->watching();
  actions_.watchFolder->setText(watching ? tr("Stop Watching") : tr("Watch TensorBoard Folder..."));
  actions_.watchFolder->setStatusTip(watching ? tr("Ends the watch of %1").arg(watch_->folder())
                                              : tr("Shows the training of another program while it writes event files"));
}

QFileDialog* ExchangeDesk::dialog(const QString& title) {
  auto* dialog = new QFileDialog(window_, title);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  if (c_.session.project()) dialog->setDirectory(QString::fromStdString(c_.session.project()->directory));
  return dialog;
}

void ExchangeDesk::askForFolder(bool watch) {
  QFileDialog* ask = dialog(watch ? tr("A Folder That TensorBoard Reads (--logdir)") : tr("A Folder of TensorBoard Runs"));
  ask->setFileMode(QFileDialog::Directory);
  ask->setOption(QFileDialog::ShowDirsOnly);
  connect(ask, &QFileDialog::fileSelected, this, watch ? &ExchangeDesk::watchFolder : &ExchangeDesk::importFrom);
  ask->open();
}

void ExchangeDesk::askForFile() {
  QFileDialog* ask = dialog(tr("A Run File"));
  ask->setFileMode(QFileDialog::ExistingFile);
  ask->setNameFilter(tr("Runs (*%1 *tfevents*)").arg(QLatin1String(kRunFileEnding)));
  connect(ask, &QFileDialog::fileSelected, this, &ExchangeDesk::importFrom);
  ask->open();
}

void ExchangeDesk::askForExport(RunId run, RunFormat format) {
  const RunFormatDef& def = runFormats()[static_cast<std::size_t>(format)];
  QFileDialog* ask = dialog(tr("Export as %1").arg(def.title));
  ask->setAcceptMode(QFileDialog::AcceptSave);
  ask->setFileMode(QFileDialog::AnyFile);
  if (!def.ending.isEmpty()) {
    ask->setNameFilter(QStringLiteral("%1 (*%2)").arg(def.title, def.ending));
    ask->setDefaultSuffix(def.ending.mid(1));
  }
  ask->selectFile(QStringLiteral("run-%1%2").arg(run).arg(def.ending));
  connect(ask, &QFileDialog::fileSelected, this, [this, run, format](const QString& path) {
    if (c_.session.project()) exchange_->exportRun(run, format, path, *c_.session.project());
  });
  ask->open();
}

bool ExchangeDesk::project(const QString& source, bool watch) {
  if (c_.session.project()) return true;
  Message wanted;
  wanted.level = Message::Level::Info;
  wanted.what = tr("Runs are kept with a project. Open the one that these belong to");
  wanted.where = QFileInfo(source).fileName();
  wanted.button = tr("Open Project...");
  wanted.action = [this, source, watch] {
    waiting_ = source;
    waitingWatch_ = watch;
    Q_EMIT c_.window.projectRequested({});
  };
  Q_EMIT c_.window.message(wanted);
  return false;
}

// Without this check, an import of a watched folder would store each of its runs twice.
bool ExchangeDesk::watched(const QString& source) {
  const QString folder = eventFolderOf(source);
  if (folder.isEmpty() || !watch_->reads(folder, c_.session.project()->storePath())) return false;
  Message told;
  told.level = Message::Level::Info;
  told.where = source;
  if (isWithin(folder, watch_->folder())) {
    told.what = tr("This folder is being watched: its runs are in the table, and are updated there");
  } else {
    told.level = Message::Level::Warning;
    told.what = tr("A folder in it is being watched, so its runs would be in the table twice");
    told.cure = tr("Stop watching %1, then import").arg(watch_->folder());
    told.button = tr("Stop Watching");
    told.action = [this] { watch_->stop(); };
  }
  say(told);
  return true;
}

bool ExchangeDesk::importing(const QString& folder) {
  if (!exchange_->busy() || imported_.isEmpty() || !(isWithin(folder, imported_) || isWithin(imported_, folder))) return false;
  Message told;
  told.level = Message::Level::Info;
  told.where = folder;
  told.what = tr("This folder is being imported: watch it afterwards, then its runs are updated");
  say(told);
  return true;
}

void ExchangeDesk::importFrom(const QString& source) {
  if (!project(source, false)) return;
  Q_EMIT c_.window.viewRequested(QStringLiteral("runs"));
  runs_->messageBar()->dismiss();
  if (watched(source)) return;
  imported_ = eventFolderOf(source);
  exchange_->importFrom(source, *c_.session.project());
}

void ExchangeDesk::watchFolder(const QString& folder) {
  if (!project(folder, true)) return;
  Q_EMIT c_.window.viewRequested(QStringLiteral("runs"));
  runs_->messageBar()->dismiss();
  if (importing(folder)) return;
  watch_->start(folder, c_.session.project()->storePath());
}

void ExchangeDesk::take(const std::vector<RunId>& runs, const Message& message) {
  c_.store.poll();
  Message told = message;
  if (!runs.empty()) {
    told.button = tr("Select");
    told.action = [this, runs] { runs_->selectRuns(runs); };
  }
  say(told);
}

void ExchangeDesk::say(const Message& message) {
  runs_->messageBar()->showMessage(message);
}

}  // namespace stepscope
