// The ways into the window, by clicks: from data to training, a known project, settings, the palette; and that nothing is cut on the way.
#include <QAction>
#include <QDockWidget>
#include <QDropEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUrl>

#include "app/desktop/main_window.h"
#include "app/desktop/start_desk.h"
#include "project_folder.h"
#include "tests/support/window_parts.h"
#include "tests/views/patience.h"
#include "views/common/theme.h"
#include "views/project/quick_search.h"
#include "views/runs/runs_model.h"
#include "views/runs/runs_view.h"
#include "views/session/session.h"
#include "views/settings/setting_row.h"
#include "views/settings/settings_view.h"
#include "views/start/new_from_data.h"
#include "views/start/preparing_card.h"
#include "views/start/recent_row.h"
#include "views/start/start_page.h"

using namespace stepscope;

namespace {

struct Desk {
  QTemporaryDir folder;
  QSettings settings{folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
  MainWindow window{settings};
  Desk() {
    window.resize(1280, 720);
    window.show();
  }
  StartDesk* start() { return part<StartDesk>(window); }
  Session* session() { return part<Session>(window); }
  bool projectDockShown() { return window.findChild<QDockWidget*>(QStringLiteral("projectDock"))->isVisible(); }
  QString table() {
    const QString file = folder.filePath(QStringLiteral("houses.csv"));
    QFile out(file);
    if (!out.open(QIODevice::WriteOnly)) return {};
    out.write("rooms,price,town\n");
    for (int i = 0; i < 400; ++i) out.write(QStringLiteral("%1,%2,%3\n").arg(i % 7).arg(i % 7 * 10.5 + i % 3).arg(i % 2 ? "a" : "b").toUtf8());
    return file;
  }
  void drop(QWidget* on, const QString& path) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(on, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(on, &drop);
  }
  // Ctrl+K, the words, and what is found: "kind title".
  QStringList found(const QString& words) {
    command(window, "quickSearch")->trigger();
    auto* search = window.findChild<QuickSearch*>();
    search->edit()->clear();
    QTest::keyClicks(search->edit(), words);
    QStringList rows;
    for (int i = 0; i < search->model()->rowCount(); ++i) rows << search->model()->entry(i).kind + QLatin1Char(' ') + search->model()->entry(i).title;
    return rows;
  }
};

}  // namespace

class AppStartTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeChoice::Light); }

  // Drop, then one click: it trains.
  void fromDataToTraining() {
    Desk desk;
    QVERIFY(desk.start()->start()->isVisible());
    QVERIFY(!desk.projectDockShown());
    desk.start()->newFromData()->setParentFolder(desk.folder.filePath(QStringLiteral("projects")));
    desk.drop(desk.start()->start()->findChild<QWidget*>(QStringLiteral("dropZone")), desk.table());
    NewFromData* page = desk.start()->newFromData();
    QTRY_VERIFY_WITH_TIMEOUT(page->isVisible() && page->createAndTrain()->isEnabled() && !page->looking(), kPatience);
    QTest::mouseClick(page->createAndTrain(), Qt::LeftButton);
    QVERIFY(desk.session()->training());
    QVERIFY(desk.start()->card()->isVisible());  // at once
    QVERIFY(desk.projectDockShown());
    QTRY_VERIFY_WITH_TIMEOUT(desk.session()->progress().step() > 0 || !desk.session()->training(), kPatience);
    QVERIFY(!desk.start()->card()->isVisible());
    desk.session()->stop();
    QTRY_VERIFY_WITH_TIMEOUT(!desk.session()->training(), kPatience);
    QCOMPARE(desk.session()->project()->data.target, std::vector<std::string>{"price"});
  }

  // Two clicks from the start to the training of a project that was opened before; one of them is optional.
  void aKnownProject() {
    const ProjectFolder project(1);
    Desk desk;
    QVERIFY(desk.window.openProject(project.path()));
    command(desk.window, "startPage")->trigger();
    QVERIFY(desk.start()->start()->isVisible());
    QVERIFY(!desk.projectDockShown());
    const auto& rows = desk.start()->start()->rows();
    QCOMPARE(rows.size(), std::size_t{1});
    QTRY_COMPARE_WITH_TIMEOUT(rows[0]->entry().name, QStringLiteral("tiny"), kPatience);
    QTest::mouseClick(rows[0]->button(), Qt::LeftButton);
    QVERIFY(desk.session()->training());
    QTRY_VERIFY_WITH_TIMEOUT(!desk.session()->training(), kPatience);
    // The curve and the result of that run stand there now.
    command(desk.window, "startPage")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!desk.start()->start()->rows()[0]->entry().curve.empty(), kPatience);
    QVERIFY(desk.start()->start()->rows()[0]->entry().state.contains(QStringLiteral("run 1")));
    QTest::mouseClick(desk.start()->start()->rows()[0], Qt::LeftButton, {}, QPoint(60, 20));
    QVERIFY(desk.start()->showsViews());
  }

  void preparingCanBeCancelled() {
    const ProjectFolder project(100'000);
    Desk desk;
    QVERIFY(desk.window.openProject(project.path()));
    command(desk.window, "train")->trigger();
    QVERIFY(desk.start()->card()->isVisible());
    QTest::mouseClick(desk.start()->card()->cancelButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!desk.session()->training(), kPatience);
    QVERIFY(!desk.start()->card()->isVisible());
  }

  void settingsReachTheProject() {
    const ProjectFolder project(3);
    Desk desk;
    QVERIFY(desk.window.openProject(project.path()));
    SettingsView* form = part<SettingsView>(desk.window);
    desk.window.showView(QStringLiteral("settings"));
    runQueued();
    QLineEdit* epochs = form->row("train.epochs")->line();
    epochs->selectAll();
    QTest::keyClicks(epochs, QStringLiteral("2"));
    QTest::mouseClick(form->applyButton(), Qt::LeftButton);
    QCOMPARE(desk.session()->project()->train.epochs, std::int64_t{2});
    QVERIFY(command(desk.window, "undo")->isEnabled());
    command(desk.window, "undo")->trigger();
    QCOMPARE(desk.session()->project()->train.epochs, std::int64_t{3});
  }

  // Row 25 of the review: these words found nothing.
  void thePaletteFindsThem() {
    const ProjectFolder project(1);
    Desk desk;
    QVERIFY(desk.window.openProject(project.path()));
    for (int run = 0; run < 2; ++run) {
      command(desk.window, "train")->trigger();
      QTRY_VERIFY_WITH_TIMEOUT(!desk.session()->training(), kPatience);
    }
    QTRY_COMPARE_WITH_TIMEOUT(part<RunsModel>(desk.window)->runs().size(), std::size_t{2}, kPatience);
    QVERIFY(desk.found(QStringLiteral("batch")).contains(QStringLiteral("switch Batch size")));
    QVERIFY(desk.found(QStringLiteral("epochs")).contains(QStringLiteral("setting train.epochs")));
    QVERIFY(desk.found(QStringLiteral("report")).contains(QStringLiteral("command Report of run 2")));
    QVERIFY(desk.found(QStringLiteral("compare")).contains(QStringLiteral("command Compare run 2 with the run before")));
    QVERIFY(desk.found(QStringLiteral("memory")).contains(QStringLiteral("view Memory")));
    QVERIFY(desk.found(QStringLiteral("run 1")).contains(QStringLiteral("run run 1")));
    QVERIFY(desk.found(QStringLiteral("english")).contains(QStringLiteral("language English")));
    QVERIFY(desk.found(QStringLiteral("zebra")).isEmpty());
    // What Runs does with the runs that are selected there.
    auto* search = desk.window.findChild<QuickSearch*>();
    part<RunsView>(desk.window)->selectRuns({});
    QVERIFY(desk.found(QStringLiteral("archive")).contains(QStringLiteral("command Runs: Archive")));
    QCOMPARE(search->model()->entry(0).detail, QStringLiteral("select a run first"));
    QVERIFY(desk.found(QStringLiteral("csv")).contains(QStringLiteral("command Runs: Export Run, CSV")));
    QCOMPARE(search->model()->entry(0).detail, QStringLiteral("select a run first"));
    part<RunsView>(desk.window)->selectRuns({2});
    QCOMPARE(desk.found(QStringLiteral("runs: archive")), QStringList{QStringLiteral("command Runs: Archive")});
    QTest::keyClick(search->edit(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(part<RunsModel>(desk.window)->find(2)->archived && !part<RunsModel>(desk.window)->find(1)->archived, kPatience);
    // Rename opens the name for typing, which takes longer than until the store is looked at again.
    part<RunsView>(desk.window)->selectRuns({1});
    QCOMPARE(desk.found(QStringLiteral("rename")), QStringList{QStringLiteral("command Runs: Rename")});
    QTest::keyClick(search->edit(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(qobject_cast<QLineEdit*>(qApp->focusWidget()) && qApp->focusWidget() != search->edit(), kPatience);
    QTest::keyClicks(qApp->focusWidget(), QStringLiteral("first"));
    QTest::qWait(1500);
    QCOMPARE(qobject_cast<QLineEdit*>(qApp->focusWidget())->text(), QStringLiteral("first"));
    QTest::keyClick(qApp->focusWidget(), Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(part<RunsModel>(desk.window)->find(1)->name, std::string("first"), kPatience);
    // A setting leads to its field.
    desk.found(QStringLiteral("train.epochs"));
    QTest::keyClick(desk.window.findChild<QuickSearch*>()->edit(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(part<SettingsView>(desk.window)->row("train.epochs")->line()->hasFocus(), kPatience);
  }

  // Every page fits the smallest window and fills a large one, in both themes. STEPSCOPE_PICTURES names a folder that keeps what was seen.
  void everythingFits() {
    Desk desk;
    const ProjectFolder project(1);
    QVERIFY(desk.window.openProject(project.path()));
    command(desk.window, "train")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!desk.session()->training(), kPatience);
    const QString pictures = qEnvironmentVariable("STEPSCOPE_PICTURES");
    for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
      applyTheme(*qApp, theme);
      for (const QSize size : {QSize(1280, 720), QSize(1600, 950)}) {
        desk.window.resize(size);
        const auto seen = [&](const QString& page) {
          runQueued();
          QVERIFY2(desk.window.size() == size,
                   qPrintable(QStringLiteral("%1: %2 x %3").arg(page).arg(desk.window.width()).arg(desk.window.height())));
          if (!pictures.isEmpty()) desk.window.grab().save(QStringLiteral("%1/%2-%3-%4.png").arg(pictures, page, nameOf(theme)).arg(size.width()));
        };
        desk.start()->showStart();
        QTRY_VERIFY_WITH_TIMEOUT(!desk.start()->start()->rows()[0]->entry().curve.empty(), kPatience);
        seen(QStringLiteral("start"));
        NewFromData* page = desk.start()->newFromData();
        desk.start()->showNew(desk.table());
        QTRY_VERIFY_WITH_TIMEOUT(!page->looking(), kPatience);
        seen(QStringLiteral("new-table"));
        QPushButton* create = page->createAndTrain();
        QVERIFY(page->rect().contains(QRect(create->mapTo(page, QPoint()), create->size())));
        const QString more = qEnvironmentVariable("STEPSCOPE_PICTURES_DATA");
        if (!more.isEmpty()) {
          desk.start()->showNew(more);
          QTRY_VERIFY_WITH_TIMEOUT(!page->looking(), kPatience);
          seen(QStringLiteral("new-more"));
        }
        QDir().mkpath(desk.folder.filePath(QStringLiteral("empty")));
        desk.start()->showNew(desk.folder.filePath(QStringLiteral("empty")));
        QTRY_VERIFY_WITH_TIMEOUT(!page->looking(), kPatience);
        seen(QStringLiteral("new-bad"));
        desk.window.showView(QStringLiteral("settings"));
        runQueued();
        part<SettingsView>(desk.window)->model()->set("train.epochs", QStringLiteral("0"));
        seen(QStringLiteral("settings"));
        part<SettingsView>(desk.window)->model()->revert();
        desk.found(QStringLiteral("rate"));
        seen(QStringLiteral("palette"));
        desk.found(QStringLiteral("zebra"));
        seen(QStringLiteral("palette-nothing"));
        QTest::keyClick(desk.window.findChild<QuickSearch*>()->edit(), Qt::Key_Escape);
        desk.start()->card()->begin(QStringLiteral("Preparing the run"));
        desk.start()->card()->setPhase(QStringLiteral("timing kernels, step 12 of 60"));
        seen(QStringLiteral("card"));
        desk.start()->card()->end();
      }
    }
  }
};

QTEST_MAIN(AppStartTest)
#include "start_test.moc"
