// Runs from and to other programs by clicks: menus, dialogs, drops, cancel, and a folder that grows while the window watches it.
#include <QAction>
#include <QApplication>
#include <QDialogButtonBox>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include "app/desktop/exchange_desk.h"
#include "app/desktop/main_window.h"
#include "app/desktop/view_tabs.h"
#include "core/exchange/tensorboard_import.h"
#include "project_folder.h"
#include "tests/core/exchange/event_folder.h"
#include "tests/support/window_parts.h"
#include "tests/views/patience.h"
#include "tests/views/pictures.h"
#include "views/common/message_bar.h"
#include "views/common/progress_strip.h"
#include "views/curves/curves_model.h"
#include "views/curves/curves_view.h"
#include "views/exchange/watch_strip.h"
#include "views/runs/runs_model.h"
#include "views/runs/runs_store.h"
#include "views/runs/runs_view.h"

using namespace stepscope;

namespace {

constexpr int kSoon = kPatience / 2;

struct Desk {
  ProjectFolder project{1};
  QTemporaryDir folder;
  QSettings settings{folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
  MainWindow window{settings};
  Desk() {
    window.resize(1280, 720);
    window.show();
    window.openProject(project.path());
  }
  RunsModel* runs() { return part<RunsModel>(window); }
  const RunInfo* run(const char* name) {
    for (const RunInfo& run : runs()->runs())
      if (run.name == name) return &run;
    return nullptr;
  }
  QString message() { return part<RunsView>(window)->messageBar()->text().simplified(); }
  QFileDialog* dialog() { return window.findChild<QFileDialog*>(); }
  // Writes into the dialog that is open, as a user does, and presses its button.
  void answer(const QString& path) {
    QTRY_VERIFY_WITH_TIMEOUT(dialog(), kSoon);
    auto* edit = dialog()->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
    QVERIFY(edit);
    edit->setText(path);
    QPushButton* yes = nullptr;
    for (QPushButton* button : dialog()->findChild<QDialogButtonBox*>()->findChildren<QPushButton*>())
      if (dialog()->findChild<QDialogButtonBox*>()->buttonRole(button) == QDialogButtonBox::AcceptRole) yes = button;
    QVERIFY(yes);
    QTest::mouseClick(yes, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog() || !dialog()->isVisible(), kSoon);
  }
  void drop(const QString& path) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(QPoint(400, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &enter);
    QDropEvent event(QPointF(400, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &event);
  }
};

std::string scalars(const char* tag, std::int64_t from, std::int64_t to) {
  std::string out;
  for (std::int64_t step = from; step < to; ++step)
    appendRecord(out, scalarEvent(1.7e9 + static_cast<double>(step), step, tag, 1.0f / static_cast<float>(step + 1), step == from));
  return out;
}

std::string begun() {
  return framed({versionEvent(1.7e9)});
}

}  // namespace

class ExchangeWindowTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void folderByTheMenu();
  void dropsAreTold();
  void exportsAndTakesBack();
  void cancelLeavesNothing();
  void watchesAFolderThatGrows();
  void whatIsWatchedIsNotImportedTwice();
};

void ExchangeWindowTest::folderByTheMenu() {
  Desk desk;
  const QString logs = desk.folder.filePath(QStringLiteral("logs"));
  writeBytes(logs + "/a/events.out.tfevents.1.host", begun() + scalars("loss", 0, 100));
  std::string damaged = scalars("loss", 0, 50);
  damaged[damaged.size() / 2] ^= 1;  // somewhere in the middle
  writeBytes(logs + "/b/events.out.tfevents.2.host", begun() + damaged);
  command(desk.window, "importFolder")->trigger();
  desk.answer(logs);
  QTRY_VERIFY_WITH_TIMEOUT(desk.run("a") && desk.run("a")->status == RunStatus::Finished && desk.run("b"), kSoon);
  QTRY_VERIFY_WITH_TIMEOUT(desk.message().contains(QStringLiteral("2 runs imported")), kSoon);
  QVERIFY2(desk.message().contains(QStringLiteral("events.out.tfevents.2.host")), qPrintable(desk.message()));
  QVERIFY(!desk.message().contains(QStringLiteral("events.out.tfevents.1.host")));
  // The note stands in the run's log, too.
  const auto log = RunReader(part<RunsStore>(desk.window)->path().toStdString()).log(desk.run("b")->id);
  QVERIFY(std::any_of(log.begin(), log.end(), [](const LogLine& line) { return line.text.find("tfevents.2") != std::string::npos; }));
  keepPictures(desk.window, QStringLiteral("import"));
}

void ExchangeWindowTest::dropsAreTold() {
  Desk desk;
  const QString logs = desk.folder.filePath(QStringLiteral("logs"));
  writeBytes(logs + "/events.out.tfevents.1.host", begun() + scalars("loss", 0, 10));
  desk.drop(logs + "/events.out.tfevents.1.host");
  QTRY_VERIFY_WITH_TIMEOUT(desk.run("logs"), kSoon);
  QCOMPARE(part<ViewTabs>(desk.window, "views")->currentView(), static_cast<QWidget*>(part<RunsView>(desk.window)));
  // A file that only has the name is named, with a cure.
  writeBytes(desk.folder.filePath(QStringLiteral("no.stepscope-run")), "this is no run");
  desk.drop(desk.folder.filePath(QStringLiteral("no.stepscope-run")));
  QTRY_VERIFY_WITH_TIMEOUT(desk.message().contains(QStringLiteral("no.stepscope-run")), kSoon);
  QCOMPARE(part<RunsView>(desk.window)->messageBar()->message().level, Message::Level::Error);
  QVERIFY(!part<RunsView>(desk.window)->messageBar()->message().cure.isEmpty());
  QCOMPARE(desk.runs()->rowCount(), 1);
  // Without a project the window asks for one, and nothing is lost.
  MainWindow empty(desk.settings);
  empty.show();
  empty.openFile(logs);
  QTRY_VERIFY_WITH_TIMEOUT(part<MessageBar>(empty, "windowMessages")->isVisible(), kSoon);
  QVERIFY(part<MessageBar>(empty, "windowMessages")->text().contains(QStringLiteral("logs")));
  QCOMPARE(part<MessageBar>(empty, "windowMessages")->message().button, QStringLiteral("Open Project..."));
}

void ExchangeWindowTest::exportsAndTakesBack() {
  Desk desk;
  const QString logs = desk.folder.filePath(QStringLiteral("logs"));
  writeBytes(logs + "/one/events.out.tfevents.1.host", begun() + scalars("loss", 0, 1000));
  desk.drop(logs);
  QTRY_VERIFY_WITH_TIMEOUT(desk.run("one") && desk.run("one")->status == RunStatus::Finished, kSoon);
  const RunId id = desk.run("one")->id;
  RunsView* view = part<RunsView>(desk.window);
  const QList<QAction*> ways = view->exportMenu()->actions();
  QCOMPARE(ways.size(), 4);
  view->table()->clearSelection();
  QVERIFY(!view->exportMenu()->menuAction()->isEnabled());
  view->selectRuns({id});
  QVERIFY(view->exportMenu()->menuAction()->isEnabled());
  QSignalSpy exported(part<ExchangeDesk>(desk.window)->exchange(), &RunExchange::exported);
  const QString names[] = {QStringLiteral("tb"), QStringLiteral("points.csv"), QStringLiteral("points.jsonl"), QStringLiteral("one.stepscope-run")};
  for (int i = 0; i < 4; ++i) {
    ways[i]->trigger();
    desk.answer(desk.folder.filePath(names[i]));
    QTRY_COMPARE_WITH_TIMEOUT(exported.count(), i + 1, kSoon);
    QTRY_VERIFY_WITH_TIMEOUT(desk.message().contains(names[i]), kSoon);
  }
  QCOMPARE(eventFolders(desk.folder.filePath(names[0]).toStdString()).size(), std::size_t{1});
  for (const int lines : {1, 2}) {
    QFile file(desk.folder.filePath(names[lines]));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll().count('\n'), 1001);  // a heading and the points
  }
  // The run file comes back as a run of its own, by the menu.
  command(desk.window, "importFile")->trigger();
  desk.answer(desk.folder.filePath(names[3]));
  QTRY_COMPARE_WITH_TIMEOUT(desk.runs()->rowCount(), 2, kSoon);
  const RunReader reader(part<RunsStore>(desk.window)->path().toStdString());
  const RunId back = desk.runs()->runs().front().id;
  QVERIFY(back != id);
  QCOMPARE(reader.points(back, "loss").size(), std::size_t{1000});
  QCOMPARE(reader.points(back, "loss")[500].value, reader.points(id, "loss")[500].value);
}

void ExchangeWindowTest::cancelLeavesNothing() {
  Desk desk;
  const QString logs = desk.folder.filePath(QStringLiteral("logs"));
  writeBytes(logs + "/long/events.out.tfevents.1.host", begun() + scalars("loss", 0, 1'000'000));
  ProgressStrip* strip = part<ProgressStrip>(desk.window, "windowProgress");
  QSignalSpy done(part<ExchangeDesk>(desk.window)->exchange(), &RunExchange::imported);
  desk.drop(logs);
  QVERIFY(strip->isVisible());
  QTest::mouseClick(strip->cancelButton(), Qt::LeftButton);
  QVERIFY(!strip->isVisible());  // at once; the rest is done behind the scenes
  QVERIFY(!part<ExchangeDesk>(desk.window)->exchange()->busy());
  // The next one waits until the first is gone: then nothing of that is left.
  writeBytes(desk.folder.filePath(QStringLiteral("short/s/events.out.tfevents.1.host")), begun() + scalars("loss", 0, 10));
  desk.drop(desk.folder.filePath(QStringLiteral("short")));
  QTRY_VERIFY_WITH_TIMEOUT(desk.run("s") && !desk.run("long"), kSoon);
  QTRY_COMPARE_WITH_TIMEOUT(done.count(), 1, kSoon);
  const RunReader reader(part<RunsStore>(desk.window)->path().toStdString());
  QCOMPARE(reader.runs().size(), std::size_t{1});
  QVERIFY(reader.binned().empty());
}

void ExchangeWindowTest::watchesAFolderThatGrows() {
  Desk desk;
  const QString logs = desk.folder.filePath(QStringLiteral("train")), file = logs + QStringLiteral("/r1/events.out.tfevents.1.host");
  QVERIFY(QDir().mkpath(logs));
  command(desk.window, "watchFolder")->trigger();
  desk.answer(logs);
  WatchStrip* strip = part<ExchangeDesk>(desk.window)->watchStrip();
  QTRY_VERIFY_WITH_TIMEOUT(strip->isVisible(), kSoon);
  QVERIFY2(strip->text().contains(QStringLiteral("waits for the first event file")), qPrintable(strip->text()));

  // The training elsewhere begins.
  writeBytes(file, begun() + scalars("Loss/train", 0, 20));
  QTRY_VERIFY_WITH_TIMEOUT(desk.run("r1") && desk.run("r1")->status == RunStatus::Running, kSoon);
  const RunId id = desk.run("r1")->id;
  Q_EMIT part<RunsView>(desk.window)->showRequested({id});
  const auto points = [&]() -> std::size_t {
    const auto& runs = part<CurvesModel>(desk.window)->runs();
    return runs.size() == 1 && runs[0]->id == id ? runs[0]->curve("Loss/train").size() : 0;
  };
  QTRY_COMPARE_WITH_TIMEOUT(points(), std::size_t{20}, kSoon);
  // Nobody named these series, so that a chart shows what there is.
  QCOMPARE(part<CurvesView>(desk.window)->quantity(CurvesView::Loss), std::string("Loss/train"));
  // A record that is written in two halves.
  const std::string more = scalars("Loss/train", 20, 60);
  writeBytes(file, more.substr(0, more.size() - 7), QIODevice::Append);
  QTRY_COMPARE_WITH_TIMEOUT(points(), std::size_t{59}, kSoon);
  writeBytes(file, more.substr(more.size() - 7), QIODevice::Append);
  QTRY_COMPARE_WITH_TIMEOUT(points(), std::size_t{60}, kSoon);
  QTRY_COMPARE_WITH_TIMEOUT(desk.run("r1")->step, std::int64_t{59}, kSoon);
  QTRY_VERIFY_WITH_TIMEOUT(strip->text().contains(QStringLiteral("60 points")), kSoon);
  keepPictures(desk.window, QStringLiteral("watched-curves"));
  desk.window.showView(QStringLiteral("runs"));
  keepPictures(desk.window, QStringLiteral("watched"));
  // A second run appears beside it; one that is cut off in the middle is told by its file.
  writeBytes(logs + "/r2/events.out.tfevents.2.host", begun() + scalars("Loss/train", 0, 5) + "\x01\x02");
  QTRY_VERIFY_WITH_TIMEOUT(desk.run("r2"), kSoon);
  auto* stop = strip->stopButton();
  QVERIFY(stop->isVisible());
  QTest::mouseClick(stop, Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(!strip->isVisible() && desk.run("r1")->status == RunStatus::Finished, kSoon);
  QTRY_VERIFY_WITH_TIMEOUT(desk.message().contains(QStringLiteral("r2/events.out.tfevents.2.host")), kSoon);
  // What is written now is no longer read.
  writeBytes(file, scalars("Loss/train", 60, 80), QIODevice::Append);
  QTest::qWait(1200);
  QCOMPARE(RunReader(part<RunsStore>(desk.window)->path().toStdString()).points(id, "Loss/train").size(), std::size_t{60});
}

// Imported while the same window watches it, a folder would become two runs.
void ExchangeWindowTest::whatIsWatchedIsNotImportedTwice() {
  Desk desk;
  const QString all = desk.folder.filePath(QStringLiteral("all")), logs = all + QStringLiteral("/logs");
  const QString file = logs + QStringLiteral("/r1/events.out.tfevents.1.host");
  writeBytes(file, begun() + scalars("loss", 0, 20));
  writeBytes(all + "/beside/events.out.tfevents.2.host", begun() + scalars("loss", 0, 5));
  writeBytes(desk.folder.filePath(QStringLiteral("elsewhere/events.out.tfevents.3.host")), begun() + scalars("loss", 0, 5));
  QVERIFY(QFile::link(logs, desk.folder.filePath(QStringLiteral("link"))));
  command(desk.window, "watchFolder")->trigger();
  desk.answer(logs);
  QTRY_VERIFY_WITH_TIMEOUT(desk.run("r1") && desk.run("r1")->status == RunStatus::Running, kSoon);
  QSignalSpy begins(part<ExchangeDesk>(desk.window)->exchange(), &RunExchange::began);
  const auto names = [&] {
    QStringList found;
    for (const RunInfo& run : RunReader(part<RunsStore>(desk.window)->path().toStdString()).runs()) found << QString::fromStdString(run.name);
    found.sort();
    return found;
  };
  // The folder itself by the menu; a run in it, an event file and a link to it dropped: all are there already.
  command(desk.window, "importFolder")->trigger();
  desk.answer(logs);
  for (const QString& again : {logs, logs + QStringLiteral("/r1"), file, desk.folder.filePath(QStringLiteral("link"))}) {
    if (again != logs) desk.drop(again);
    QTRY_VERIFY_WITH_TIMEOUT(desk.message().contains(QStringLiteral("being watched: its runs are in the table")), kSoon);
    QCOMPARE(part<RunsView>(desk.window)->messageBar()->message().where, again);
    QCOMPARE(begins.count(), 0);
  }
  keepPictures(desk.window, QStringLiteral("watched-already"));
  // A folder around it holds others, too: that is told with what to do.
  desk.drop(all);
  QTRY_VERIFY_WITH_TIMEOUT(desk.message().contains(QStringLiteral("A folder in it is being watched")), kSoon);
  QCOMPARE(begins.count(), 0);
  QCOMPARE(names(), QStringList{QStringLiteral("r1")});
  // Another folder can be imported meanwhile.
  desk.drop(desk.folder.filePath(QStringLiteral("elsewhere")));
  QTRY_VERIFY_WITH_TIMEOUT(desk.run("elsewhere") && desk.run("elsewhere")->status == RunStatus::Finished, kSoon);
  // The watch is over: what it read goes on in its run, and what lay beside it becomes one.
  part<ExchangeDesk>(desk.window)->watch()->stop();
  QTRY_VERIFY_WITH_TIMEOUT(!part<ExchangeDesk>(desk.window)->watch()->watching(), kSoon);
  const RunId id = desk.run("r1")->id;
  writeBytes(file, scalars("loss", 20, 30), QIODevice::Append);
  QSignalSpy done(part<ExchangeDesk>(desk.window)->exchange(), &RunExchange::imported);
  desk.drop(all);
  QTRY_COMPARE_WITH_TIMEOUT(done.count(), 1, kSoon);
  QCOMPARE(names(), (QStringList{QStringLiteral("beside"), QStringLiteral("elsewhere"), QStringLiteral("r1")}));
  QCOMPARE(RunReader(part<RunsStore>(desk.window)->path().toStdString()).points(id, "loss").size(), std::size_t{30});
}

QTEST_MAIN(ExchangeWindowTest)
#include "exchange_window_test.moc"
