#include "app/desktop/main_window.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCloseEvent>
#include <QDesktopServices>
#include <QDir>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMimeData>
#include <QScreen>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>
#include <QUndoGroup>
#include <QUndoStack>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>

#include "app/desktop/checkpoints_desk.h"
#include "app/desktop/compare_desk.h"
#include "app/desktop/diagnosis_desk.h"
#include "app/desktop/example_project.h"
#include "app/desktop/exchange_desk.h"
#include "app/desktop/help.h"
#include "app/desktop/rate_desk.h"
#include "app/desktop/run_bar.h"
#include "app/desktop/start_desk.h"
#include "app/desktop/status_strip.h"
#include "app/desktop/trace_desk.h"
#include "app/desktop/view_table.h"
#include "core/base/error.h"
#include "core/report/report.h"
#include "core/report/run_record.h"
#include "views/common/empty_state.h"
#include "views/common/files/file_entry.h"
#include "views/common/focus_ring.h"
#include "views/common/picture_menu.h"
#include "views/common/progress_strip.h"
#include "views/common/range_state.h"
#include "views/common/selection.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/compare/compare_view.h"
#include "views/curves/breakdown_card.h"
#include "views/curves/curves_model.h"
#include "views/curves/curves_view.h"
#include "views/diagnosis/diagnosis_view.h"
#include "views/flame/flame_view.h"
#include "views/gpu/gpu_view.h"
#include "views/graph/graph_view.h"
#include "views/histograms/histograms_view.h"
#include "views/inspector/inspector.h"
#include "views/memory/memory_view.h"
#include "views/predictions/predictions_view.h"
#include "views/project/doctor_dialog.h"
#include "views/project/quick_search.h"
#include "views/rates/schedule_preview.h"
#include "views/runs/runs_model.h"
#include "views/runs/runs_store.h"
#include "views/runs/runs_view.h"
#include "views/session/session.h"
#include "views/settings/settings_view.h"
#include "views/start/dropped_file.h"
#include "views/sweeps/sweeps_view.h"
#include "views/switches/project_panel.h"
#include "views/switches/switches_model.h"
#include "views/timeline/timeline_view.h"
#include "views/words/engine_text.h"
#include "views/words/language.h"

namespace stepscope {

MainWindow::MainWindow(QSettings& settings, QWidget* parent)
    : QMainWindow(parent),
      settings_(settings),
      actions_(std::make_unique<WindowActions>(*this)),
      selection_(new Selection(this)),
      session_(new Session(this)),
      curvesModel_(new CurvesModel(this)),
      runsModel_(new RunsModel(this)),
      store_(new RunsStore(this)),
      switchesModel_(new SwitchesModel(predict, this)) {
  setWindowTitle(tr("Stepscope"));
  setAcceptDrops(true);
  setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowNestedDocks);
  buildViews();
  connectActions();
  connectSession();
  connectStore();
  updateState();
  restoreLayout();
  connectStart();
  // Whatever asks the machine comes after the first frame.
  QTimer::singleShot(0, this, &MainWindow::showDevice);
}

MainWindow::~MainWindow() = default;

template <class View>
void MainWindow::findView(View*& view) {
  for (int i = 0; i < tabs_->count() && !view; ++i) view = qobject_cast<View*>(tabs_->widget(i));
  Q_ASSERT(view);
}

void MainWindow::buildViews() {
  runBar_ = new RunBar(*actions_);
  addToolBar(Qt::TopToolBarArea, runBar_);
  project_ = new ProjectPanel(switchesModel_);
  tabs_ = new QTabWidget;
  tabs_->setDocumentMode(true);
  for (const ViewDef& view : viewDefs()) tabs_->addTab(view.make({session_, selection_, curvesModel_, runsModel_, store_}), view.title);
  findView(diagnosis_);
  findView(curves_);
  findView(timeline_);
  findView(memory_);
  findView(graph_);
  findView(histograms_);
  findView(gpu_);
  findView(flame_);
  findView(runs_);
  findView(compare_);
  findView(predictions_);
  findView(sweeps_);
  findView(settingsView_);
  inspector_ = new Inspector(selection_);
  inspector_->setRunLookup([this](RunId run) { return runNow(run); });
  inspector_->setRecordLookup([this](RunId run) -> std::function<Inspector::Rows()> {
    const auto& project = session_->project();
    return [run, path = project ? project->storePath() : std::string(), folder = project ? project->runDirectory(run) : std::string()] {
      Inspector::Rows rows;
      try {
        if (!path.empty())
          for (const auto& [name, value] : recordOf(RunReader(path), run, folder)) rows.emplace_back(engineText(name), engineList(value));
      } catch (const Error&) {  // the list of runs tells what is wrong with the store
      }
      return rows;
    };
  });
  bar_ = new MessageBar;
  fileBar_ = new MessageBar;
  strip_ = new ProgressStrip;
  status_ = new StatusStrip(session_);
  setStatusBar(status_);
  search_ = new QuickSearch(this);
  traces_ = new TraceDesk(session_, selection_, {timeline_, memory_, graph_, curves_, gpu_, flame_, inspector_, strip_}, this);

  diagnoses_ = new DiagnosisDesk(session_, selection_, traces_, {diagnosis_, timeline_, tabs_}, this);
  connect(diagnoses_, &DiagnosisDesk::sentenceChanged, status_, &StatusStrip::setVerdict);
  connect(diagnoses_, &DiagnosisDesk::trainRequested, this, &MainWindow::train);
  connect(diagnoses_, &DiagnosisDesk::openRequested, actions_->openTrace, &QAction::trigger);
  connect(diagnoses_, &DiagnosisDesk::timelineRequested, this, [this] { showTab(timeline_); });

  rates_ = new RateDesk(session_, switchesModel_, this);
  checkpoints_ = new CheckpointsDesk(session_, runsModel_, this);
  comparison_ = new CompareDesk(store_, {curvesModel_, curves_, runsModel_, compare_}, this);
  exchange_ = new ExchangeDesk(session_, store_, runs_, strip_, *actions_, this);

  auto* centre = new QWidget;
  auto* layout = new QVBoxLayout(centre);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* holder = new QVBoxLayout;
  holder->setContentsMargins(12, 0, 12, 0);
  holder->addWidget(bar_);
  holder->addWidget(fileBar_);
  holder->addWidget(strip_);
  layout->addLayout(holder);
  start_ = new StartDesk(session_, settings_, tabs_, this);
  layout->addWidget(start_->pages(), 1);
  setCentralWidget(centre);

  const auto dock = [this](const QString& title, const QString& name, QWidget* widget, Qt::DockWidgetArea area) {
    auto* result = new QDockWidget(title, this);
    result->setObjectName(name);
    result->setWidget(widget);
    addDockWidget(area, result);
    return result;
  };
  project_->addBelow(rates_->preview());
  projectDock_ = dock(tr("Project"), QStringLiteral("projectDock"), project_, Qt::LeftDockWidgetArea);
  inspectorDock_ = dock(tr("Inspector"), QStringLiteral("inspectorDock"), inspector_, Qt::BottomDockWidgetArea);
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  inspectorDock_->hide();
  actions_->viewMenu->addSeparator();
  actions_->viewMenu->addAction(projectDock_->toggleViewAction());
  actions_->viewMenu->addAction(inspectorDock_->toggleViewAction());
  resize(QSize(1440, 900).boundedTo(screen()->availableSize()));
  resizeDocks({projectDock_}, {project_->minimumSizeHint().width()}, Qt::Horizontal);
  resizeDocks({inspectorDock_}, {150}, Qt::Vertical);
  new FocusRing(this);
  // Tab leads on to the next part of the window; within a table the arrows move.
  for (QAbstractItemView* view : findChildren<QAbstractItemView*>()) view->setTabKeyNavigation(false);
}

void MainWindow::connectActions() {
  const WindowActions& a = *actions_;
  connect(a.openProject, &QAction::triggered, this, [this] {
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open Project"), session_->project() ? QString::fromStdString(session_->project()->directory) : QString(),
        tr("Stepscope projects (*.toml)"));
    if (!path.isEmpty()) openProject(path);
  });
  connect(a.openTrace, &QAction::triggered, this, [this] {
    // Several files are the ranks of one training.
    const QStringList paths = QFileDialog::getOpenFileNames(this, tr("Open Trace"), QString(), traceFileFilter());
    if (paths.isEmpty()) return;
    bar_->dismiss();
    traces_->open(paths);
  });
  connect(traces_, &TraceDesk::opened, this, [this](const QString& path) {
    start_->remember(entryOf(traces_->openedPaths()));
    bar_->dismiss();
    setWindowTitle(tr("%1 — Stepscope").arg(QFileInfo(path).fileName()));
    if (const auto cut = timeline_->endMessage()) say(*cut);
    showTab(diagnosis_);
  });
  connect(traces_, &TraceDesk::failed, this, &MainWindow::say);
  connect(inspector_, &Inspector::memoryRequested, this, [this] { showTab(memory_); });
  connect(inspector_, &Inspector::othersRequested, this, [this] { showTab(timeline_); });
  connect(a.savePicture, &QAction::triggered, this,
          [this] { savePictureAs(*tabs_->currentWidget(), tabs_->tabText(tabs_->currentIndex()).toLower()); });
  connect(a.closeWindow, &QAction::triggered, this, &QWidget::close);
  connect(a.recent, &QMenu::aboutToShow, this, &MainWindow::showRecent);
  connect(a.train, &QAction::triggered, this, &MainWindow::train);
  connect(a.pause, &QAction::triggered, session_, &Session::pauseOrResume);
  connect(a.stop, &QAction::triggered, session_, &Session::stop);
  connect(a.checkpoint, &QAction::triggered, session_, &Session::checkpoint);
  connect(a.capture, &QAction::triggered, session_, [this] { session_->capture(); });
  connect(a.resume, &QAction::triggered, this, [this] {
    for (const RunInfo& run : runsModel_->runs())
      if (run.status == RunStatus::Stopped || run.status == RunStatus::Interrupted || run.status == RunStatus::Unsaved) return resumeRun(run.id);
  });
  for (int i = 0; i < a.views.size(); ++i) connect(a.views[i], &QAction::triggered, this, [this, i] { showTab(tabs_->widget(i)); });
  connect(a.rangeTest, &QAction::triggered, rates_, &RateDesk::openRangeTest);
  connect(rates_, &RateDesk::message, this, &MainWindow::say);
  connect(a.fit, &QAction::triggered, curves_, &CurvesView::fit);
  connect(a.quickSearch, &QAction::triggered, this, &MainWindow::searchEverything);
  connectUndo();
  connect(a.doctor, &QAction::triggered, this, [this] {
    auto* dialog = new DoctorDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
  });
  connect(a.help, &QAction::triggered, this, &MainWindow::showHelp);
  connect(a.about, &QAction::triggered, this, [this] { showAbout(this); });
  connect(a.resetLayout, &QAction::triggered, this, &MainWindow::resetLayout);
  connectAppearance();
  auto* trainMenu = new QMenu(this);
  runBar_->trainButton()->setMenu(trainMenu);
  runBar_->trainButton()->setPopupMode(QToolButton::MenuButtonPopup);
  connect(trainMenu, &QMenu::aboutToShow, this, &MainWindow::showResumeMenu);
  connect(tabs_, &QTabWidget::currentChanged, this, [this](int index) {
    const ViewDef& view = viewDefs()[static_cast<std::size_t>(index)];
    QUndoStack* const zooms = tabs_->widget(index) == curves_ ? curves_->zooms() : tabs_->widget(index) == compare_ ? compare_->zooms() : nullptr;
    history_->setActiveStack(zooms ? zooms : view.undoesRanges ? selection_->ranges()->history() : store_->undoStack());
    traces_->setTimelineVisible(tabs_->widget(index) == timeline_);
    actions_->views[index]->setChecked(true);
  });
  a.views.front()->setChecked(true);
}

void MainWindow::openTrace(const QString& path) {
  bar_->dismiss();
  traces_->open(filesOf(path));
}

bool MainWindow::openProject(const QString& path) {
  if (sweepTrains()) return false;
  if (session_->training()) {
    Message message;
    message.level = Message::Level::Warning;
    message.what = tr("A run is training");
    message.cure = tr("Stop it before you open another project");
    message.button = tr("Stop");
    message.action = [this] { session_->stop(); };
    say(message);
    return false;
  }
  try {
    Project project = loadProject(QFileInfo(path).absoluteFilePath().toStdString());
    bar_->dismiss();
    firstRuns_ = true;
    start_->remember(QString::fromStdString(project.file));
    const QString storePath = QString::fromStdString(project.storePath());
    session_->setProject(std::move(project));
    store_->open(storePath);
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

void MainWindow::train() {
  if (!session_->project() || session_->training() || sweepTrains()) return;
  bar_->dismiss();
  // What runs is what stands in the file, and above it what stands in the fields.
  if (session_->fileChanged()) {
    reloadProject();
    if (session_->fileChanged()) return;  // it cannot be read, which is said
    Message message;
    message.level = Message::Level::Info;
    message.what = tr("The project file had changed on disk and was read again");
    message.where = QFileInfo(QString::fromStdString(session_->project()->file)).fileName();
    say(message);
  }
  if (switchesModel_->changed()) session_->setSwitches(switchesModel_->pending());
  session_->train();
  showTab(curves_);
}

void MainWindow::resumeRun(RunId run) {
  if (session_->training() || sweepTrains()) return;
  bar_->dismiss();
  session_->resumeRun(run);
  showTab(curves_);
}

void MainWindow::openReport(RunId run) {
  const QString file = QDir(QString::fromStdString(session_->project()->runDirectory(run))).filePath(QStringLiteral("report.html"));
  try {
    QDir().mkpath(QFileInfo(file).path());
    writeReport(session_->project()->storePath(), {run}, file.toStdString());
    QDesktopServices::openUrl(QUrl::fromLocalFile(file));
    Message message;
    message.level = Message::Level::Info;
    message.what = tr("The report is written");
    message.where = file;
    runs_->messageBar()->showMessage(message);
  } catch (const Error& error) {
    runs_->messageBar()->showMessage(messageOf(error));
  }
}

void MainWindow::showTab(QWidget* view) {
  start_->showViews();
  tabs_->setCurrentWidget(view);
  view->setFocus();
}

void MainWindow::say(const Message& message) {
  bar_->showMessage(message);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  for (const QUrl& url : event->mimeData()->urls())
    if (url.isLocalFile()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  if (const QString dropped = droppedEntry(event->mimeData()->urls()); !dropped.isEmpty()) openFile(dropped);
}

}  // namespace stepscope
