// The main job by clicks: open, train, turn a switch, stop, compare, close. The GUI thread is watched all the while.
#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QDropEvent>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QScopeGuard>
#include <QSemaphore>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUrl>
#include <ctime>

#include "app/desktop/main_window.h"
#include "app/desktop/start_desk.h"
#include "app/desktop/view_table.h"
#include "app/desktop/view_tabs.h"
#include "project_folder.h"
#include "tests/support/window_parts.h"
#include "tests/views/patience.h"
#include "views/common/empty_state.h"
#include "views/common/message_bar.h"
#include "views/common/selection.h"
#include "views/common/theme.h"
#include "views/compare/compare_desk.h"
#include "views/compare/compare_view.h"
#include "views/curves/curve_panel.h"
#include "views/curves/curves_model.h"
#include "views/curves/curves_view.h"
#include "views/runs/runs_model.h"
#include "views/runs/runs_store.h"
#include "views/runs/runs_view.h"
#include "views/session/session.h"
#include "views/session/window_requests.h"
#include "views/start/start_page.h"
#include "views/switches/project_panel.h"
#include "views/switches/switches_model.h"
#include "views/timeline/timeline_view.h"

using namespace stepscope;

namespace {

constexpr int kManyEpochs = 100'000;

// Times every event of the GUI thread, by the processor: on a machine that is busy with other things the clock says nothing of our code.
class WatchedApplication : public QApplication {
 public:
  using QApplication::QApplication;
  bool notify(QObject* receiver, QEvent* event) override {
    if (depth_ > 0 || !watching) return QApplication::notify(receiver, event);
    ++depth_;
    const double before = threadMs();
    const char* name = receiver->metaObject()->className();
    const int type = event->type();
    const bool result = QApplication::notify(receiver, event);
    const double cpu = threadMs() - before;
    if (cpu > longestCpuMs) {
      longestCpuMs = cpu;
      longest = QStringLiteral("%1, event %2").arg(QLatin1String(name)).arg(type);
    }
    --depth_;
    return result;
  }
  void watch(bool on) {
    watching = on;
    if (on) longestCpuMs = 0;
  }
  bool watching = false;
  double longestCpuMs = 0;
  QString longest;

 private:
  static double threadMs() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
  }
  int depth_ = 0;
};

struct Desk {
  QTemporaryDir folder;
  QSettings settings{folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
  MainWindow window{settings};
  Desk() {
    window.resize(1280, 720);
    window.show();
  }
  QToolButton* button(const char* name) { return window.findChild<QToolButton*>(QString::fromLatin1(name)); }
  Session* session() { return part<Session>(window); }
  void stop() {
    QTest::mouseClick(button("stop"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!session()->training(), kPatience);
  }
};

}  // namespace

class WindowTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeChoice::Dark); }
  void emptyWindowSaysWhatToDo();
  void everythingFitsIn1280x720();
  void openTrainSwitchStopCompare();
  void nothingWaitsForTheEngine();
  void resumeFromTheTable();
  void closingAsks();
  void brokenProjectIsABar();
  void secondProjectWhileTraining();
  void dropOpens();
  void recentProjects();
  void placesHoldTheViews();
  void keysChangeTabs();
  void themeAndLayoutAreRemembered();
  void desktopFilesAgree();
};

void WindowTest::emptyWindowSaysWhatToDo() {
  Desk desk;
  QVERIFY(part<StartDesk>(desk.window)->start()->isVisible());
  QVERIFY(!desk.window.findChild<QDockWidget*>(QStringLiteral("projectDock"))->isVisible());
  QVERIFY(!desk.button("train")->isEnabled());
  QVERIFY(!desk.button("stop")->isEnabled());
}

void WindowTest::everythingFitsIn1280x720() {
  Desk desk;
  const ProjectFolder folder(2);
  QVERIFY(desk.window.openProject(folder.path()));
  command(desk.window, "train")->trigger();
  QTRY_VERIFY_WITH_TIMEOUT(!desk.session()->training(), kPatience);
  part<QDockWidget>(desk.window, "inspectorDock")->show();
  for (const ViewDef& def : viewDefs()) {
    desk.window.showView(def.name);
    runQueued();
    QVERIFY2(desk.window.width() <= 1280 && desk.window.height() <= 720,
             qPrintable(QStringLiteral("%1 widens the window to %2 x %3").arg(def.name).arg(desk.window.width()).arg(desk.window.height())));
  }
  desk.window.showView("curves");
  runQueued();
  for (int panel = 0; panel < CurvesView::PanelCount; ++panel)
    QVERIFY(part<CurvesView>(desk.window)->panel(static_cast<CurvesView::Panel>(panel))->height() >= 160);
}

void WindowTest::openTrainSwitchStopCompare() {
  Desk desk;
  const ProjectFolder folder(kManyEpochs);
  auto* application = static_cast<WatchedApplication*>(qApp);
  QVERIFY(desk.window.openProject(folder.path()));
  QCOMPARE(desk.window.windowTitle(), QStringLiteral("tiny — Stepscope"));
  QVERIFY(desk.button("train")->isEnabled());
  QTRY_VERIFY_WITH_TIMEOUT(part<SwitchesModel>(desk.window)->appliedPeakBytes() > 0, kPatience);

  application->watch(true);
  QTest::mouseClick(desk.button("train"), Qt::LeftButton, {}, QPoint(20, 14));
  QTRY_VERIFY_WITH_TIMEOUT(desk.session()->progress().epoch() >= 3, kPatience);
  QVERIFY(part<CurvesModel>(desk.window)->live()->curve("train_loss").size() > 10);
  QTRY_VERIFY_WITH_TIMEOUT(part<TimelineView>(desk.window)->trace() != nullptr, kPatience);
  QVERIFY(!desk.button("train")->isEnabled());
  // The run has timed kernels that the first prediction knew nothing of.
  QTRY_COMPARE_WITH_TIMEOUT(part<SwitchesModel>(desk.window)->appliedPeakBytes(), desk.session()->plan()->predictedPeakBytes, kPatience);

  // A switch: predicted first, then applied, then marked on the curves.
  QSpinBox* batch = part<ProjectPanel>(desk.window)->spinBox("batch_size");
  batch->setValue(64);
  QTRY_VERIFY_WITH_TIMEOUT(part<SwitchesModel>(desk.window)->prediction().has_value(), kPatience);
  QVERIFY(part<SwitchesModel>(desk.window)->prediction()->pending.peakBytes > part<SwitchesModel>(desk.window)->appliedPeakBytes());
  QTest::mouseClick(part<ProjectPanel>(desk.window)->applyButton(), Qt::LeftButton);
  const auto marked = [&] {
    for (const Marker& marker : part<CurvesModel>(desk.window)->live()->markers)
      if (marker.kind == "switch" && marker.label.find("32 -> 64") != std::string::npos) return true;
    return false;
  };
  QTRY_VERIFY_WITH_TIMEOUT(marked(), kPatience);
  QVERIFY(desk.session()->training());
  const auto drawn = [&] { return part<CurvesView>(desk.window)->panel(CurvesView::Loss)->drawCount(); };
  desk.window.showView("timeline");
  runQueued();
  const int before = drawn();
  desk.window.showView("curves");
  QTRY_VERIFY_WITH_TIMEOUT(drawn() > before, kPatience);
  desk.stop();
  application->watch(false);
  QVERIFY2(application->longestCpuMs < 100, qPrintable(QStringLiteral("%1 ms: %2").arg(application->longestCpuMs).arg(application->longest)));

  // A second run, then both side by side, and on top of one another.
  QTest::mouseClick(desk.button("train"), Qt::LeftButton, {}, QPoint(20, 14));
  QTRY_VERIFY_WITH_TIMEOUT(desk.session()->progress().epoch() >= 2, kPatience);
  desk.stop();
  QTRY_COMPARE_WITH_TIMEOUT(part<RunsModel>(desk.window)->rowCount(), 2, kPatience);
  desk.window.showView(QStringLiteral("runs"));
  QTableView* table = part<RunsView>(desk.window)->table();
  for (int row = 0; row < 2; ++row)
    QTest::mouseClick(table->viewport(), Qt::LeftButton, row == 0 ? Qt::NoModifier : Qt::ControlModifier,
                      table->visualRect(table->model()->index(row, RunsModel::Model)).center());
  QCOMPARE(part<RunsView>(desk.window)->selectedRuns().size(), 2u);
  QCOMPARE(part<RunsView>(desk.window)->compareButton()->text(), QStringLiteral("Compare 2 runs"));
  QTest::mouseClick(part<RunsView>(desk.window)->compareButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(part<CurvesModel>(desk.window)->comparing(), kPatience);
  CompareView* compared = part<CompareView>(desk.window);
  QCOMPARE(part<ViewTabs>(desk.window, "views")->currentView(), static_cast<QWidget*>(compared));
  QTRY_VERIFY_WITH_TIMEOUT(compared->model()->comparison() && compared->model()->comparison()->runs.size() == 2, kPatience);
  QVERIFY(compared->sentence().contains(QStringLiteral("run 1")) && compared->sentence().contains(QStringLiteral("run 2")));
  QTest::mouseClick(compared->curvesButton(), Qt::LeftButton);
  QCOMPARE(part<ViewTabs>(desk.window, "views")->currentView(), static_cast<QWidget*>(part<CurvesView>(desk.window)));
  QVERIFY(part<CurvesView>(desk.window)->table(CurvesView::Loss).startsWith(QStringLiteral("step\t")));

  // The report of both, as PDF.
  const QString report = folder.path() + QStringLiteral(".pdf");
  QSignalSpy written(part<CompareDesk>(desk.window), &CompareDesk::reportWritten);
  part<CompareDesk>(desk.window)->writeReport(compared->model()->runs(), report);
  QTRY_COMPARE_WITH_TIMEOUT(written.count(), 1, kPatience);
  QVERIFY(QFileInfo(report).size() > 1000);
  QFile::remove(report);

  // One run, and the one before it in one click.
  part<RunsStore>(desk.window)->loadCurves({part<RunsModel>(desk.window)->runs().front().id});
  QTRY_VERIFY_WITH_TIMEOUT(!part<CurvesModel>(desk.window)->comparing(), kPatience);
  QTRY_VERIFY_WITH_TIMEOUT(part<CurvesView>(desk.window)->compareButton()->isVisible(), kPatience);
  QTest::mouseClick(part<CurvesView>(desk.window)->compareButton(), Qt::LeftButton);
  QCOMPARE(part<ViewTabs>(desk.window, "views")->currentView(), static_cast<QWidget*>(compared));
  QCOMPARE(compared->model()->baseline(), RunId{1});
}

// The engine is held in the middle of a run: whatever in the window waited for it would wait for ever.
void WindowTest::nothingWaitsForTheEngine() {
  QSemaphore held, goOn;  // outlive the window, whose run uses them
  Desk desk;
  const ProjectFolder folder(kManyEpochs);
  desk.session()->setOnStep([&](const StepEvent& step) {
    if (step.step != 20) return;
    held.release();
    goOn.acquire();
  });
  const auto release = qScopeGuard([&] { goOn.release(); });  // also where a check below fails: the window waits for the run when it goes
  QVERIFY(desk.window.openProject(folder.path()));
  QTest::mouseClick(desk.button("train"), Qt::LeftButton, {}, QPoint(20, 14));
  QTRY_VERIFY_WITH_TIMEOUT(held.available() > 0, kPatience);
  QTRY_COMPARE_WITH_TIMEOUT(desk.session()->progress().step(), 20, kPatience);
  for (const ViewDef& def : viewDefs()) {
    desk.window.showView(def.name);
    runQueued();
  }
  desk.window.showView("curves");
  part<CurvesView>(desk.window)->zoom(1.5);
  desk.window.resize(1200, 700);
  part<ProjectPanel>(desk.window)->spinBox("batch_size")->setValue(64);
  QTest::mouseClick(part<ProjectPanel>(desk.window)->applyButton(), Qt::LeftButton);
  command(desk.window, "capture")->trigger();
  desk.session()->pauseOrResume();
  runQueued();
  QTest::mouseClick(desk.button("stop"), Qt::LeftButton);
  QCOMPARE(desk.session()->state(), TrainerState::Stopping);
  runQueued();
  QVERIFY(desk.session()->training());
  QCOMPARE(desk.session()->progress().step(), 20);
  goOn.release();
  QTRY_VERIFY_WITH_TIMEOUT(!desk.session()->training(), kPatience);
  QCOMPARE(desk.session()->state(), TrainerState::Stopped);
}

void WindowTest::resumeFromTheTable() {
  Desk desk;
  const ProjectFolder folder(kManyEpochs);
  QVERIFY(desk.window.openProject(folder.path()));
  command(desk.window, "train")->trigger();
  QTRY_VERIFY_WITH_TIMEOUT(desk.session()->progress().step() > 30, kPatience);
  desk.stop();
  const RunId run = desk.session()->run();
  const auto stopped = desk.session()->progress().step();
  QTRY_VERIFY_WITH_TIMEOUT(part<RunsModel>(desk.window)->find(run) && part<RunsModel>(desk.window)->find(run)->status == RunStatus::Stopped,
                           kPatience);
  QTRY_VERIFY_WITH_TIMEOUT(command(desk.window, "resume")->isEnabled(), kPatience);
  command(desk.window, "resume")->trigger();
  QTRY_VERIFY_WITH_TIMEOUT(desk.session()->progress().step() > stopped, kPatience);
  // The curve has what came before the resume, without a gap or a step twice.
  const auto whole = [&] {
    const Curve& loss = part<CurvesModel>(desk.window)->live()->curve("train_loss");
    for (std::size_t i = 0; i < loss.size(); ++i)
      if (loss.step[i] != static_cast<double>(i) + 1) return false;
    return loss.size() > static_cast<std::size_t>(stopped);
  };
  QTRY_VERIFY_WITH_TIMEOUT(whole(), kPatience);
  desk.stop();
}

void WindowTest::closingAsks() {
  Desk desk;
  const ProjectFolder folder(kManyEpochs);
  QVERIFY(desk.window.openProject(folder.path()));
  command(desk.window, "train")->trigger();
  QTRY_VERIFY_WITH_TIMEOUT(desk.session()->progress().step() > 5, kPatience);
  const auto answer = [&](const QString& text) {
    desk.window.close();
    auto* box = desk.window.findChild<QMessageBox*>(QStringLiteral("closeQuestion"));
    QVERIFY(box != nullptr);
    for (QAbstractButton* button : box->buttons())
      if (button->text() == text) QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!desk.window.findChild<QMessageBox*>(QStringLiteral("closeQuestion")), kPatience);
  };
  answer(QStringLiteral("Keep Training"));
  QVERIFY(desk.window.isVisible());
  QVERIFY(desk.session()->training());
  answer(QStringLiteral("Stop and Save"));
  QTRY_VERIFY_WITH_TIMEOUT(!desk.window.isVisible(), kPatience);
  QVERIFY(!desk.session()->training());
  QCOMPARE(desk.session()->state(), TrainerState::Stopped);
}

void WindowTest::brokenProjectIsABar() {
  Desk desk;
  QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("broken.toml"));
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write("[data]\nkind = \"synthetic\"\n[train]\nepoch = 3\n");
  file.close();
  QVERIFY(!desk.window.openProject(path));
  QVERIFY(part<MessageBar>(desk.window, "windowMessages")->isVisible());
  QVERIFY2(part<MessageBar>(desk.window, "windowMessages")->text().contains(QStringLiteral("broken.toml:4")),
           qPrintable(part<MessageBar>(desk.window, "windowMessages")->text()));
  QVERIFY(part<MessageBar>(desk.window, "windowMessages")->text().contains(QStringLiteral("epochs")));
  QVERIFY(!desk.window.openProject(folder.filePath(QStringLiteral("missing.toml"))));
  const ProjectFolder good(1);
  QVERIFY(desk.window.openProject(good.path()));
  QVERIFY(!part<MessageBar>(desk.window, "windowMessages")->isVisible());
}

void WindowTest::secondProjectWhileTraining() {
  Desk desk;
  const ProjectFolder folder(kManyEpochs), other(1);
  QVERIFY(desk.window.openProject(folder.path()));
  command(desk.window, "train")->trigger();
  QTRY_VERIFY_WITH_TIMEOUT(desk.session()->progress().step() > 5, kPatience);
  QVERIFY(!desk.window.openProject(other.path()));
  QVERIFY(part<MessageBar>(desk.window, "windowMessages")->isVisible());
  QTest::mouseClick(part<MessageBar>(desk.window, "windowMessages")->findChild<QPushButton*>(), Qt::LeftButton);  // Stop
  QTRY_VERIFY_WITH_TIMEOUT(!desk.session()->training(), kPatience);
  QVERIFY(desk.window.openProject(other.path()));
}

void WindowTest::dropOpens() {
  Desk desk;
  const ProjectFolder folder(1);
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(folder.path())});
  QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&desk.window, &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&desk.window, &drop);
  QVERIFY(desk.session()->project().has_value());
  QCOMPARE(desk.session()->project()->name, std::string("tiny"));
}

void WindowTest::recentProjects() {
  Desk desk;
  QString gone;
  {
    const ProjectFolder folder(1);
    gone = folder.path();
    QVERIFY(desk.window.openProject(gone));
  }
  const ProjectFolder folder(1);
  QVERIFY(desk.window.openProject(folder.path()));
  QMenu* menu = part<QMenu>(desk.window, "recent");
  Q_EMIT menu->aboutToShow();
  QCOMPARE(menu->actions().at(0)->text(), folder.path());
  QVERIFY(menu->actions().at(0)->isEnabled());
  QCOMPARE(menu->actions().at(1)->text(), gone);
  QVERIFY(!menu->actions().at(1)->isEnabled());
}

// No badge moves a tab; a place opens with the view that was used last; the settings have a page of their own with a way back.
void WindowTest::placesHoldTheViews() {
  Desk desk;
  const ProjectFolder folder(1);
  QVERIFY(desk.window.openProject(folder.path()));
  auto* views = part<ViewTabs>(desk.window, "views");
  auto* places = part<QTabBar>(desk.window, "places");
  QVERIFY(places->count() <= 7);
  Q_EMIT part<WindowRequests>(desk.window)->badgeRequested("diagnosis", 0);
  runQueued();
  const QRect runs = places->tabRect(places->count() - 1);
  for (const int count : {1, 12, 0}) {
    Q_EMIT part<WindowRequests>(desk.window)->badgeRequested("diagnosis", count);
    runQueued();
    QCOMPARE(places->tabRect(places->count() - 1), runs);
  }
  QTest::mouseClick(places, Qt::LeftButton, {}, places->tabRect(4).center());
  QCOMPARE(views->currentName(), QStringLiteral("graph"));
  const auto mode = [&](const QString& text) {
    QToolButton* found = nullptr;
    for (QToolButton* button : views->findChildren<QToolButton*>())
      if (button->text() == text && button->isVisible() && button->isCheckable()) found = button;
    return found;
  };
  QVERIFY(mode("Histograms") && !mode("Compare"));
  QTest::mouseClick(mode("Histograms"), Qt::LeftButton);
  QCOMPARE(views->currentName(), QStringLiteral("histograms"));
  QTest::mouseClick(places, Qt::LeftButton, {}, places->tabRect(6).center());
  QCOMPARE(views->currentName(), QStringLiteral("runs"));
  QTest::mouseClick(places, Qt::LeftButton, {}, places->tabRect(4).center());
  QCOMPARE(views->currentName(), QStringLiteral("histograms"));
  QTest::mouseClick(part<QToolButton>(desk.window, "settingsButton"), Qt::LeftButton);
  QCOMPARE(views->currentName(), QStringLiteral("settings"));
  QVERIFY(!places->isVisible());
  auto* back = part<QToolButton>(desk.window, "backToViews");
  QCOMPARE(back->text(), QStringLiteral("Back to Histograms"));
  QTest::mouseClick(back, Qt::LeftButton);
  QCOMPARE(views->currentName(), QStringLiteral("histograms"));
  QVERIFY(places->isVisible());
}

void WindowTest::keysChangeTabs() {
  Desk desk;
  const ProjectFolder folder(1);
  QVERIFY(desk.window.openProject(folder.path()));
  QVERIFY(QTest::qWaitForWindowActive(&desk.window));
  const char keys[] = {'2', '3', '4', '5', '6', '7', '1'};
  const char* views[] = {"curves", "timeline", "memory", "graph", "samples", "runs", "diagnosis"};
  for (std::size_t i = 0; i < std::size(keys); ++i) {
    QTest::keyClick(&desk.window, keys[i]);
    QCOMPARE(part<ViewTabs>(desk.window, "views")->currentName(), QString::fromLatin1(views[i]));
  }
}

void WindowTest::themeAndLayoutAreRemembered() {
  QTemporaryDir folder;
  QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
  const ProjectFolder project(1);
  {
    // The start page hides the project's dock without the user having done so.
    MainWindow window(settings);
    window.show();
    window.close();
  }
  {
    MainWindow window(settings);
    window.show();
    QVERIFY(window.openProject(project.path()));
    QVERIFY(window.findChild<QDockWidget*>(QStringLiteral("projectDock"))->isVisible());
    command(window, "themeLight")->trigger();
    QVERIFY(!tokens().dark);
    window.findChild<QDockWidget*>(QStringLiteral("projectDock"))->hide();
    window.close();
  }
  MainWindow window(settings);
  window.show();
  QVERIFY(window.openProject(project.path()));
  QVERIFY(command(window, "themeLight")->isChecked());
  auto* dock = window.findChild<QDockWidget*>(QStringLiteral("projectDock"));
  QVERIFY(!dock->isVisible());
  command(window, "resetLayout")->trigger();
  QVERIFY(dock->isVisible());
  command(window, "themeDark")->trigger();
}

// The names in the desktop entry, the metainfo and the MIME package must be one another's: no validator checks that.
void WindowTest::desktopFilesAgree() {
  const QString id = QStringLiteral("io.github.stepscope.Stepscope"), folder = QStringLiteral(STEPSCOPE_SOURCE_DIR "/resources/linux/");
  const auto text = [&](const QString& name) {
    QFile file(folder + name);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
  };
  const QString entry = text(id + QStringLiteral(".desktop")), metainfo = text(id + QStringLiteral(".metainfo.xml")),
                mime = text(id + QStringLiteral(".mime.xml"));
  QVERIFY(entry.contains(QStringLiteral("Icon=") + id + QLatin1Char('\n')));
  QVERIFY(entry.contains(QStringLiteral("MimeType=application/x-stepscope-project;")));
  QVERIFY(metainfo.contains(QStringLiteral("<id>") + id + QStringLiteral("</id>")));
  QVERIFY(metainfo.contains(QStringLiteral(">") + id + QStringLiteral(".desktop</launchable>")));
  QVERIFY(metainfo.contains(QStringLiteral("<mediatype>application/x-stepscope-project</mediatype>")));
  QVERIFY(mime.contains(QStringLiteral("type=\"application/x-stepscope-project\"")));
  for (const QString& file : {entry, metainfo, mime})
    for (const QChar c : file) QVERIFY2(c.unicode() < 0x200B || c.unicode() > 0x200F, "an invisible character");
}

int main(int argc, char** argv) {
  WatchedApplication application(argc, argv);
  WindowTest test;
  return QTest::qExec(&test, argc, argv);
}
#include "window_test.moc"
