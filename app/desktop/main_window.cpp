#include "app/desktop/main_window.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCloseEvent>
#include <QFileInfo>
#include <QMenu>
#include <QMimeData>
#include <QScreen>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "app/desktop/checkpoints_desk.h"
#include "app/desktop/close_guard.h"
#include "app/desktop/device_desk.h"
#include "app/desktop/exchange_desk.h"
#include "app/desktop/gone_watch.h"
#include "app/desktop/help.h"
#include "app/desktop/project_desk.h"
#include "app/desktop/rate_desk.h"
#include "app/desktop/run_bar.h"
#include "app/desktop/run_control.h"
#include "app/desktop/run_notice.h"
#include "app/desktop/start_desk.h"
#include "app/desktop/status_strip.h"
#include "app/desktop/view_tabs.h"
#include "app/desktop/window_context.h"
#include "app/desktop/window_search.h"
#include "views/common/focus_ring.h"
#include "views/common/message_bar.h"
#include "views/common/progress_strip.h"
#include "views/data/ask_view.h"
#include "views/data/samples_view.h"
#include "views/inspector/inspector_dock.h"
#include "views/project/doctor_dialog.h"
#include "views/project/quick_search.h"
#include "views/rates/schedule_preview.h"
#include "views/runs/runs_view.h"
#include "views/session/session.h"
#include "views/session/shown_run.h"
#include "views/session/shown_trace.h"
#include "views/session/undo_stacks.h"
#include "views/session/window_requests.h"
#include "views/start/dropped_file.h"
#include "views/switches/project_dock.h"
#include "views/switches/switches_model.h"

namespace stepscope {

namespace {

constexpr int kLayoutVersion = 1;

template <class T>
T* named(const char* name) {
  auto* made = new T;
  made->setObjectName(QLatin1String(name));
  return made;
}

}  // namespace

MainWindow::MainWindow(QSettings& settings, QWidget* parent)
    : QMainWindow(parent),
      settings_(settings),
      actions_(std::make_unique<WindowActions>(*this)),
      c_(makeContext(this)),
      switches_(new SwitchesModel(predict, this)),
      guard_(new CloseGuard(c_, this)) {
  setWindowTitle(tr("Stepscope"));
  setAcceptDrops(true);
  setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowNestedDocks);
  build();
  connectCommands();
  connectViews();
  restoreLayout();
  showPage();
}

MainWindow::~MainWindow() = default;

void MainWindow::build() {
  auto* bar = named<MessageBar>("windowMessages");
  auto* fileBar = named<MessageBar>("fileMessages");
  auto* strip = named<ProgressStrip>("windowProgress");
  auto* runBar = new RunBar(c_, *actions_);
  addToolBar(Qt::TopToolBarArea, runBar);
  desk_ = new ProjectDesk(c_, *actions_, settings_, {bar, fileBar, strip}, this);
  connect(&c_.session, &Session::projectChanged, this, [this] { showTitle(QString::fromStdString(c_.session.project()->name)); });
  connect(&c_.trace, &ShownTrace::opened, this, [this](const QString& path) {
    showTitle(QFileInfo(path).fileName());
    showPage();
  });
  connect(&c_.trace, &ShownTrace::left, this, [this] {
    if (c_.session.project()) showTitle(QString::fromStdString(c_.session.project()->name));
    showPage();
  });
  tabs_ = new ViewTabs(c_, *actions_);
  auto* status = new StatusStrip(&c_.session);
  setStatusBar(status);
  connect(&c_.run, &ShownRun::verdictChanged, status, &StatusStrip::setVerdict);
  auto* rates = new RateDesk(&c_.session, switches_, this);
  connect(actions_->rangeTest, &QAction::triggered, rates, &RateDesk::openRangeTest);
  connect(rates, &RateDesk::message, desk_, &ProjectDesk::say);
  auto* checkpoints = new CheckpointsDesk(c_, this);
  connect(checkpoints, &CheckpointsDesk::forkBegun, this, [this] {
    desk_->dismiss();
    showView(QStringLiteral("curves"));
  });
  auto* exchange = new ExchangeDesk(c_, tabs_->findChild<RunsView*>(), strip, *actions_, this);
  connect(desk_, &ProjectDesk::importRequested, exchange, &ExchangeDesk::importFrom);
  new RunControl(c_, *actions_, switches_, *desk_, runBar->trainButton(), this);
  new GoneWatch(c_, fileBar, this);
  new RunNotice(c_, this);
  // The machine is queried later, in the event loop, so that this does not delay the window.
  QTimer::singleShot(0, this, [device = new DeviceDesk(c_, switches_, runBar)] { device->show(); });

  auto* centre = new QWidget;
  auto* layout = new QVBoxLayout(centre);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* holder = new QVBoxLayout;
  holder->setContentsMargins(12, 0, 12, 0);
  for (QWidget* widget : std::initializer_list<QWidget*>{bar, fileBar, strip}) holder->addWidget(widget);
  layout->addLayout(holder);
  start_ = new StartDesk(&c_.session, settings_, tabs_, this);
  desk_->setStart(start_);
  layout->addWidget(start_->pages(), 1);
  setCentralWidget(centre);
  buildDocks(rates->preview());
  new FocusRing(this);
  // Tab leaves tables and lists for the next part of the window; the arrow keys move inside them.
  for (QAbstractItemView* view : findChildren<QAbstractItemView*>()) view->setTabKeyNavigation(false);
}

void MainWindow::buildDocks(QWidget* belowSwitches) {
  project_ = new ProjectDock(c_, switches_, belowSwitches, this);
  inspector_ = new InspectorDock(c_, this);
  addDockWidget(Qt::LeftDockWidgetArea, project_);
  addDockWidget(Qt::BottomDockWidgetArea, inspector_);
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  inspector_->hide();
  connect(project_, &ProjectDock::focusReturned, this, [this] { tabs_->currentView()->setFocus(); });
  connect(project_, &ProjectDock::shown, start_, &StartDesk::showViews);
  actions_->viewMenu->addSeparator();
  actions_->viewMenu->addAction(project_->toggleViewAction());
  actions_->viewMenu->addAction(inspector_->toggleViewAction());
  resize(QSize(1440, 900).boundedTo(screen()->availableSize()));
  resizeDocks({project_}, {project_->leastWidth()}, Qt::Horizontal);
  resizeDocks({inspector_}, {150}, Qt::Vertical);
}

void MainWindow::connectCommands() {
  const WindowActions& a = *actions_;
  connect(a.closeWindow, &QAction::triggered, this, &QWidget::close);
  connect(a.quickSearch, &QAction::triggered, &c_.search, qOverload<>(&QuickSearch::open));
  connect(a.doctor, &QAction::triggered, this, [this] {
    auto* dialog = new DoctorDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
  });
  connect(a.about, &QAction::triggered, this, [this] { showAbout(this); });
  connect(a.resetLayout, &QAction::triggered, this, &MainWindow::resetLayout);
  connect(a.undo, &QAction::triggered, &c_.undo, &QUndoGroup::undo);
  connect(a.redo, &QAction::triggered, &c_.undo, &QUndoGroup::redo);
  connect(&c_.undo, &QUndoGroup::canUndoChanged, a.undo, &QAction::setEnabled);
  connect(&c_.undo, &QUndoGroup::canRedoChanged, a.redo, &QAction::setEnabled);
  a.undo->setEnabled(false);
  a.redo->setEnabled(false);
  addWindowSearch(c_, a);
  a.connectAppearance(
      settings_, [this](const Message& message) { desk_->say(message); }, [this] { guard_->restart(); });
}

void MainWindow::connectViews() {
  connect(&c_.window, &WindowRequests::viewRequested, this, &MainWindow::showView);
  connect(static_cast<SamplesView*>(tabs_->view(QStringLiteral("samples"))), &SamplesView::askRequested, this,
          [this](const QString& file) { ask({file}); });
  connect(start_, &StartDesk::pageChanged, this, &MainWindow::showPage);
  connect(&c_.session, &Session::projectChanged, this, &MainWindow::showPage);
}

// If all dropped files are pictures, and the displayed run has a model that takes pictures, asks this model about them and returns true. Returns
// false for all other files, which are opened as usual.
bool MainWindow::asksModel(const QList<QUrl>& urls) {
  auto* view = static_cast<AskView*>(tabs_->view(QStringLiteral("ask")));
  const RunInfo* run = c_.run.find(c_.run.first());
  const bool pictures =
      !urls.isEmpty() && std::all_of(urls.begin(), urls.end(), [](const QUrl& url) { return url.isLocalFile() && isPicture(url.toLocalFile()); });
  if (!pictures || !start_->showsViews() || !run || run->step <= 0 || (view->form() && view->form()->kind != AskedForm::Kind::Picture)) return false;
  QStringList files;
  for (const QUrl& url : urls) files << url.toLocalFile();
  ask(files);
  return true;
}

void MainWindow::ask(const QStringList& files) {
  showView(QStringLiteral("ask"));
  static_cast<AskView*>(tabs_->view(QStringLiteral("ask")))->ask(files);
}

void MainWindow::showTitle(const QString& name) {
  setWindowTitle(tr("%1 — Stepscope").arg(name));
}

void MainWindow::showView(const QString& name) {
  start_->showViews();
  tabs_->showView(name);
}

// Adapts docks and commands to the displayed page. The docks are shown only beside views; the project's dock only if a project, and no trace, is
// open.
void MainWindow::showPage() {
  const bool views = start_->showsViews(), project = c_.session.project().has_value();
  for (QAction* view : actions_->views) view->setEnabled(views || project);
  project_->setOffered(views && project && c_.trace.file().isEmpty());
  if (!views) inspector_->putAway();
}

bool MainWindow::openProject(const QString& path) {
  return desk_->openProject(path);
}

void MainWindow::openFile(const QString& path) {
  desk_->openFile(path);
}

std::optional<QString> MainWindow::restartFile() const {
  if (!guard_->restarts()) return std::nullopt;
  if (!c_.trace.file().isEmpty()) return c_.trace.file();
  return c_.session.project() ? QString::fromStdString(c_.session.project()->file) : QString();
}

void MainWindow::restoreLayout() {
  defaultLayout_ = saveState(kLayoutVersion);
  const QByteArray geometry = settings_.value(QStringLiteral("window/geometry")).toByteArray();
  if (!geometry.isEmpty()) restoreGeometry(geometry);
  const QByteArray layout = settings_.value(QStringLiteral("window/layout")).toByteArray();
  if (!layout.isEmpty()) restoreState(layout, kLayoutVersion);
  inspector_->restore(settings_);
}

void MainWindow::resetLayout() {
  inspector_->reset();
  restoreState(defaultLayout_, kLayoutVersion);
  resizeDocks({project_}, {project_->minimumSizeHint().width()}, Qt::Horizontal);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!guard_->mayClose()) return event->ignore();
  settings_.setValue(QStringLiteral("window/geometry"), saveGeometry());
  project_->restoreWanted();
  settings_.setValue(QStringLiteral("window/layout"), saveState(kLayoutVersion));
  inspector_->save(settings_);
  QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  for (const QUrl& url : event->mimeData()->urls())
    if (url.isLocalFile()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  if (asksModel(event->mimeData()->urls())) return;
  if (const QString dropped = droppedEntry(event->mimeData()->urls()); !dropped.isEmpty()) openFile(dropped);
}

}  // namespace stepscope
