// What stands in the window is so: the steps of the review's rows, with real clicks. A false figure loses a user once.
#include <QAction>
#include <QApplication>
#include <QDesktopServices>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QFileInfo>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>
#include <QUndoStack>
#include <QUrl>

#include "app/desktop/main_window.h"
#include "app/desktop/project_desk.h"
#include "app/desktop/run_bar.h"
#include "app/desktop/status_strip.h"
#include "app/desktop/view_tabs.h"
#include "core/data/images/jpeg.h"
#include "project_folder.h"
#include "tests/support/window_parts.h"
#include "tests/views/patience.h"
#include "views/common/message_bar.h"
#include "views/common/selection.h"
#include "views/common/theme.h"
#include "views/curves/curves_model.h"
#include "views/curves/curves_view.h"
#include "views/graph/graph_view.h"
#include "views/inspector/inspector.h"
#include "views/runs/runs_model.h"
#include "views/runs/runs_view.h"
#include "views/session/session.h"
#include "views/settings/setting_row.h"
#include "views/settings/settings_view.h"
#include "views/switches/project_panel.h"
#include "views/switches/switches_model.h"
#include "views/timeline/timeline_view.h"

using namespace stepscope;

namespace {

struct Desk {
  QTemporaryDir folder;
  QSettings settings{folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
  MainWindow window{settings};
  Desk() {
    window.resize(1280, 720);
    window.show();
    window.activateWindow();
  }
  QToolButton* button(const char* name) { return window.findChild<QToolButton*>(QString::fromLatin1(name)); }
  Session* session() { return part<Session>(window); }
  QSpinBox* batch() { return part<ProjectPanel>(window)->spinBox("batch_size"); }
  void trainOnce() {
    QTest::mouseClick(button("train"), Qt::LeftButton, {}, QPoint(20, 14));
    QTRY_VERIFY_WITH_TIMEOUT(!session()->training() && session()->progress().totalSteps() > 0, kPatience);
  }
};

// As an editor does: a new file takes the place of the old one.
void rewrite(const QString& path, const QString& before, const QString& after) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::ReadOnly));
  QString text = QString::fromUtf8(file.readAll());
  file.close();
  QVERIFY(text.contains(before));
  QFile written(path + QStringLiteral("~"));
  QVERIFY(written.open(QIODevice::WriteOnly));
  written.write(text.replace(before, after).toUtf8());
  written.close();
  QFile::remove(path);
  QVERIFY(QFile::rename(written.fileName(), path));
}

// Takes the place of the desktop's editor.
class Editor : public QObject {
  Q_OBJECT
 public:
  QString opened;
 public Q_SLOTS:
  void open(const QUrl& url) { opened = url.toLocalFile(); }
};

}  // namespace

class WindowTruthTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeChoice::Light); }

  // Row 1: a run at batch 32 was captured, then the project is planned at 64.
  void timesOfOtherSettingsAreNotJoined() {
    Desk desk;
    const ProjectFolder folder(3);
    QVERIFY(desk.window.openProject(folder.path()));
    QTRY_VERIFY_WITH_TIMEOUT(desk.session()->plan() != nullptr, kPatience);
    desk.trainOnce();
    QTRY_VERIFY_WITH_TIMEOUT(desk.session()->trace() != nullptr, kPatience);
    QTreeView* tree = part<GraphView>(desk.window)->tree();
    QVERIFY(!tree->isColumnHidden(GraphModel::Time));
    const std::string run = part<RunsModel>(desk.window)->runs().empty() ? std::string("run") : part<RunsModel>(desk.window)->runs().front().name;
    desk.batch()->setValue(64);
    QTest::mouseClick(part<ProjectPanel>(desk.window)->applyButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(desk.session()->plan() && desk.session()->plan()->batchSize == 64, kPatience);
    QVERIFY(tree->isColumnHidden(GraphModel::Time));
    QVERIFY2(part<GraphView>(desk.window)->note().contains(QStringLiteral("other settings")), qPrintable(part<GraphView>(desk.window)->note()));
    QVERIFY2(part<GraphView>(desk.window)->note().contains(QString::fromStdString(run)), qPrintable(part<GraphView>(desk.window)->note()));
    // Every op that is picked in the plan is that op in the inspector, and no time stands beside it.
    const Graph& graph = desk.session()->plan()->graph;
    for (int node = 0; node < static_cast<int>(graph.nodes().size()); ++node) {
      part<Selection>(desk.window)->setNode(node);
      const Description& shown = part<Inspector>(desk.window)->description();
      if (!graph.node(node).scope.empty()) QVERIFY(shown.heading.startsWith(QString::fromStdString(graph.node(node).scope)));
      QVERIFY2(!shown.table().contains(QStringLiteral("median")), qPrintable(shown.table()));
    }
    // Undone, they are of the same settings again.
    command(desk.window, "undo")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(desk.session()->plan() && desk.session()->plan()->batchSize == 32, kPatience);
    QVERIFY(!tree->isColumnHidden(GraphModel::Time));
  }

  // Row 2: the file of the open project is changed by an editor.
  void aChangedFileIsSaidAndTrained() {
    Desk desk;
    const ProjectFolder folder(1);
    QVERIFY(desk.window.openProject(folder.path()));
    QTRY_VERIFY_WITH_TIMEOUT(desk.session()->facts().has_value(), kPatience);
    rewrite(folder.path(), QStringLiteral("epochs = 1"), QStringLiteral("epochs = 2"));
    QTRY_VERIFY_WITH_TIMEOUT(part<MessageBar>(desk.window, "fileMessages")->isVisible(), kPatience);
    QVERIFY2(part<MessageBar>(desk.window, "fileMessages")->text().contains(QStringLiteral("Changed on disk. project.toml")),
             qPrintable(part<MessageBar>(desk.window, "fileMessages")->text()));
    desk.batch()->setValue(16);  // not applied yet: it outlives the reading
    QTest::mouseClick(part<MessageBar>(desk.window, "fileMessages")->findChild<QPushButton*>(), Qt::LeftButton);
    QVERIFY(!part<MessageBar>(desk.window, "fileMessages")->isVisible());
    QCOMPARE(desk.session()->project()->train.epochs, std::int64_t{2});
    QCOMPARE(desk.batch()->value(), 16);
    QTest::keyClick(desk.batch(), Qt::Key_Escape);
    // Changed again, and trained at once: what runs is what stands there.
    rewrite(folder.path(), QStringLiteral("epochs = 2"), QStringLiteral("epochs = 3"));
    desk.trainOnce();
    QCOMPARE(desk.session()->progress().epochs(), std::int64_t{3});
    QVERIFY(part<MessageBar>(desk.window, "windowMessages")->text().contains(QStringLiteral("read again")));
    // What was read stands there again: nothing to say.
    rewrite(folder.path(), QStringLiteral("epochs = 3"), QStringLiteral("epochs = 4"));
    QTRY_VERIFY_WITH_TIMEOUT(part<MessageBar>(desk.window, "fileMessages")->isVisible(), kPatience);
    rewrite(folder.path(), QStringLiteral("epochs = 4"), QStringLiteral("epochs = 3"));
    QTRY_VERIFY_WITH_TIMEOUT(!part<MessageBar>(desk.window, "fileMessages")->isVisible(), kPatience);
    // Broken, it is not trained, and the place is named.
    rewrite(folder.path(), QStringLiteral("epochs = 3"), QStringLiteral("epoch = 3"));
    QTest::mouseClick(desk.button("train"), Qt::LeftButton, {}, QPoint(20, 14));
    QVERIFY(!desk.session()->training());
    QVERIFY2(part<MessageBar>(desk.window, "fileMessages")->text().contains(QStringLiteral("epochs")),
             qPrintable(part<MessageBar>(desk.window, "fileMessages")->text()));
  }

  // A run in training keeps its settings; the file is read when it has ended.
  void aFileThatChangesWhileItTrains() {
    Desk desk;
    const ProjectFolder folder(100'000);
    QVERIFY(desk.window.openProject(folder.path()));
    command(desk.window, "train")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(desk.session()->progress().step() > 5, kPatience);
    rewrite(folder.path(), QStringLiteral("learning_rate = 0.05"), QStringLiteral("learning_rate = 0.25"));
    QTRY_VERIFY_WITH_TIMEOUT(part<MessageBar>(desk.window, "fileMessages")->isVisible(), kPatience);
    QTest::mouseClick(part<MessageBar>(desk.window, "fileMessages")->findChild<QPushButton*>(), Qt::LeftButton);
    QCOMPARE(desk.session()->project()->train.optimizer.learningRate, 0.05);
    QTest::mouseClick(desk.button("stop"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!desk.session()->training(), kPatience);
    QCOMPARE(desk.session()->project()->train.optimizer.learningRate, 0.25);
  }

  // A value out of range is named with its line when the file is opened; the buttons lead to an editor and back.
  void aValueOutOfRangeInTheFile() {
    Desk desk;
    const ProjectFolder folder(1);
    rewrite(folder.path(), QStringLiteral("epochs = 1"), QStringLiteral("epochs = 0"));
    QVERIFY(!desk.window.openProject(folder.path()));
    MessageBar* bar = part<MessageBar>(desk.window, "windowMessages");
    QVERIFY(bar->isVisible());
    QVERIFY2(bar->text().contains(QStringLiteral("project.toml:12")), qPrintable(bar->text()));
    QVERIFY2(bar->text().contains(QStringLiteral("1 to 100000")), qPrintable(bar->text()));
    Editor editor;
    QDesktopServices::setUrlHandler(QStringLiteral("file"), &editor, "open");
    QTest::mouseClick(bar->findChild<QPushButton*>(), Qt::LeftButton);
    QDesktopServices::unsetUrlHandler(QStringLiteral("file"));
    QCOMPARE(editor.opened, folder.path());
    rewrite(folder.path(), QStringLiteral("epochs = 0"), QStringLiteral("epochs = 2"));
    QVERIFY(bar->isVisible());
    QTest::mouseClick(bar->findChild<QPushButton*>(), Qt::LeftButton);
    QVERIFY(!bar->isVisible());
    QCOMPARE(desk.session()->project()->train.epochs, std::int64_t{2});
  }

  // Pictures that are overwritten while they are trained on: the run ends, the files are named, and the button leads to the setting that
  // says how many may be bad.
  void dataThatChangeWhileItTrains() {
    Desk desk;
    const auto path = [&](int i) {
      return desk.folder.filePath(QStringLiteral("pictures/%1/%2.jpg").arg(QLatin1String(i % 2 ? "bars" : "discs")).arg(i));
    };
    for (int i = 0; i < 40; ++i) {
      std::vector<std::uint8_t> rgb(16 * 16 * 3);
      for (std::size_t at = 0; at < rgb.size(); ++at) rgb[at] = static_cast<std::uint8_t>(i * 13 + static_cast<int>(at) * (i % 2 ? 3 : 7));
      QDir().mkpath(QFileInfo(path(i)).absolutePath());
      writeJpeg(path(i).toStdString(), rgb.data(), 16, 16, 90);
    }
    const QString file = desk.folder.filePath(QStringLiteral("project.toml"));
    QFile out(file);
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(
        "[data]\nkind = \"image_folder\"\npath = \"pictures\"\nimage_size = 16\ncache_bytes = 0\n[model]\nname = \"mlp\"\nhidden = [16]\n"
        "[train]\nepochs = 100000\n[switches]\nbatch_size = 8\nnum_workers = 1\n");
    out.close();
    QVERIFY(desk.window.openProject(file));
    QTest::mouseClick(desk.button("train"), Qt::LeftButton, {}, QPoint(20, 14));
    QTRY_VERIFY_WITH_TIMEOUT(desk.session()->progress().step() > 5, kPatience);
    for (int i = 0; i < 20; ++i) {
      QFile picture(path(i));
      QVERIFY(picture.open(QIODevice::WriteOnly));
      picture.write("no picture any more");
    }
    QTRY_VERIFY_WITH_TIMEOUT(!desk.session()->training(), kPatience);
    MessageBar* bar = part<MessageBar>(desk.window, "windowMessages");
    QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible(), kPatience);
    QVERIFY2(bar->text().contains(QStringLiteral("cannot be read")) && bar->text().contains(QStringLiteral(".jpg")), qPrintable(bar->text()));
    QCOMPARE(bar->message().where, QStringLiteral("data.max_bad_share"));
    QTest::mouseClick(bar->findChild<QPushButton*>(), Qt::LeftButton);
    QCOMPARE(part<ViewTabs>(desk.window, "views")->currentView(), static_cast<QWidget*>(part<SettingsView>(desk.window)));
    runQueued();
    QVERIFY(part<SettingsView>(desk.window)->row("data.max_bad_share")->line()->hasFocus());
  }

  // Row 13: batch 64, Enter, then the keys of the timeline and of the curves.
  void enterGivesTheFocusBack() {
    Desk desk;
    const ProjectFolder folder(1);
    QVERIFY(desk.window.openProject(folder.path()));
    QVERIFY(QTest::qWaitForWindowActive(&desk.window));
    QTRY_VERIFY_WITH_TIMEOUT(part<SwitchesModel>(desk.window)->prediction().has_value(), kPatience);
    QTest::mouseClick(desk.batch(), Qt::LeftButton);
    desk.batch()->selectAll();
    QTest::keyClicks(desk.batch(), QStringLiteral("64"));
    QTest::keyClick(desk.batch(), Qt::Key_Return);
    QVERIFY(!desk.batch()->hasFocus());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_3);
    QCOMPARE(part<ViewTabs>(desk.window, "views")->currentView(), static_cast<QWidget*>(part<TimelineView>(desk.window)));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_2);
    QCOMPARE(part<ViewTabs>(desk.window, "views")->currentView(), static_cast<QWidget*>(part<CurvesView>(desk.window)));
    QCOMPARE(desk.batch()->value(), 64);
    QCOMPARE(desk.session()->project()->switches.batchSize, std::int64_t{64});
  }

  // Row 14: Tab leads out of every table and tree.
  void tabLeavesTables() {
    Desk desk;
    for (QAbstractItemView* view : desk.window.findChildren<QAbstractItemView*>()) QVERIFY(!view->tabKeyNavigation());
  }

  // Row 15: a double click on a run shows that run, under its name, with a way back.
  void theRunThatIsShownIsNamed() {
    Desk desk;
    const ProjectFolder folder(1);
    QVERIFY(desk.window.openProject(folder.path()));
    for (int run = 0; run < 2; ++run) {
      desk.trainOnce();
      QTRY_COMPARE_WITH_TIMEOUT(part<RunsModel>(desk.window)->rowCount(), run + 1, kPatience);
    }
    QTRY_COMPARE_WITH_TIMEOUT(part<RunBar>(desk.window)->runName(), QStringLiteral("run 2"), kPatience);
    QVERIFY(!part<RunBar>(desk.window)->backButton()->isVisible());
    desk.window.showView(QStringLiteral("runs"));
    QTableView* table = part<RunsView>(desk.window)->table();
    for (int row = 0; row < table->model()->rowCount(); ++row) {
      const QModelIndex index = table->model()->index(row, 0);
      bool first = false;
      for (int column = 0; column < table->model()->columnCount(); ++column)
        first = first || index.siblingAtColumn(column).data().toString() == QStringLiteral("run 1");
      if (!first) continue;
      const QPoint at = table->visualRect(table->model()->index(row, RunsModel::Model)).center();
      QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, at);
      QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, at);
    }
    QTRY_COMPARE_WITH_TIMEOUT(part<RunBar>(desk.window)->runName(), QStringLiteral("run 1"), kPatience);
    QVERIFY(part<RunBar>(desk.window)->backButton()->isVisible());
    QVERIFY(part<RunBar>(desk.window)->backButton()->text().contains(QStringLiteral("run 2")));
    QTest::mouseClick(part<RunBar>(desk.window)->backButton(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(part<RunBar>(desk.window)->runName(), QStringLiteral("run 2"), kPatience);
    QVERIFY(!part<RunBar>(desk.window)->backButton()->isVisible());
  }

  // Row 24: another project is opened, and nothing of the one before stays.
  void anotherProjectResetsTheWindow() {
    Desk desk;
    const ProjectFolder folder(1), other(1);
    QVERIFY(desk.window.openProject(folder.path()));
    desk.trainOnce();
    QTRY_COMPARE_WITH_TIMEOUT(part<RunsModel>(desk.window)->rowCount(), 1, kPatience);
    part<Selection>(desk.window)->setRun(desk.session()->run());
    QVERIFY(!part<Inspector>(desk.window)->description().empty());
    QVERIFY(part<QDockWidget>(desk.window, "inspectorDock")->isVisible());
    Message report;
    report.level = Message::Level::Info;
    report.what = QStringLiteral("The report is written");
    part<RunsView>(desk.window)->messageBar()->showMessage(report);
    QVERIFY(desk.window.openProject(other.path()));
    QVERIFY(part<Inspector>(desk.window)->description().empty());
    QVERIFY(!part<QDockWidget>(desk.window, "inspectorDock")->isVisible());
    QVERIFY(part<RunsView>(desk.window)->messageBar()->isHidden());
    QVERIFY(part<RunBar>(desk.window)->runName().isEmpty());
    QVERIFY(desk.session()->switchRows().empty());
  }

  // Row 19: of a trace that is cut off it stands across the top, before anybody reads idle time behind its end.
  void aCutOffTraceSaysSo() {
    Desk desk;
    const QByteArray whole =
        R"({"traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":0,"dur":5},{"ph":"X","name":"b","pid":1,"tid":1,"ts":9,"dur":5}]})";
    for (const bool cut : {false, true}) {
      QFile file(desk.folder.filePath(cut ? QStringLiteral("cut.json") : QStringLiteral("whole.json")));
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(cut ? whole.left(whole.size() - 20) : whole);
      file.close();
      const auto before = part<TimelineView>(desk.window)->trace();
      part<ProjectDesk>(desk.window)->openTrace(file.fileName());
      QTRY_VERIFY_WITH_TIMEOUT(part<TimelineView>(desk.window)->trace() != before, kPatience);
      QCOMPARE(part<MessageBar>(desk.window, "windowMessages")->isVisible(), cut);
    }
    QVERIFY2(part<MessageBar>(desk.window, "windowMessages")->text().startsWith(QStringLiteral("The file ends early. cut.json")),
             qPrintable(part<MessageBar>(desk.window, "windowMessages")->text()));
  }

  // A run whose end is not on disk is called so in the status strip, as in the list of runs.
  void whatIsNotSavedIsNotCalledFinished() {
    Desk desk;
    const ProjectFolder folder(1);
    // The folder of run 1's checkpoints cannot be made: a file is in its place.
    QVERIFY(QDir(folder.folder()).mkpath(QStringLiteral(".stepscope/runs")));
    QFile inTheWay(folder.folder() + QStringLiteral("/.stepscope/runs/1"));
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    inTheWay.close();
    QVERIFY(desk.window.openProject(folder.path()));
    desk.trainOnce();
    const auto* strip = desk.window.findChild<StatusStrip*>();
    QVERIFY2(strip->positionText().endsWith(QStringLiteral("finished, not saved")), qPrintable(strip->positionText()));
    QVERIFY2(part<MessageBar>(desk.window, "windowMessages")->text().contains(QStringLiteral("not on disk")),
             qPrintable(part<MessageBar>(desk.window, "windowMessages")->text()));
    QTRY_COMPARE_WITH_TIMEOUT(part<RunsModel>(desk.window)->rowCount(), 1, kPatience);
    const auto listed = [&] {
      for (int column = 0; column < part<RunsModel>(desk.window)->columnCount(); ++column)
        if (part<RunsModel>(desk.window)->index(0, column).data().toString() == QStringLiteral("finished, not saved")) return true;
      return false;
    };
    QTRY_VERIFY_WITH_TIMEOUT(listed(), kPatience);
  }

  void dataWaitBelowOnePercentIsNone() {
    QCOMPARE(StatusStrip::dataWaitText(0.000021), QStringLiteral("data wait none"));
    QVERIFY(StatusStrip::dataWaitText(0.12).contains(QStringLiteral("12")));
  }

  // Row 22: one action, an icon of the menu's colour in the menu and of the accent's text on the button, in both themes.
  void iconsFollowTheirGround() {
    Desk desk;
    const ProjectFolder folder(1);
    QVERIFY(desk.window.openProject(folder.path()));
    for (const ThemeChoice choice : {ThemeChoice::Dark, ThemeChoice::Light}) {
      applyTheme(*qApp, choice);
      const QImage menu = command(desk.window, "train")->icon().pixmap(32, 32).toImage();
      QCOMPARE(menu.pixelColor(16, 16), tokens().text);
      const QImage button = desk.button("train")->grab().toImage();
      bool onAccent = false;
      for (int x = 0; x < button.width() / 3 && !onAccent; ++x) onAccent = button.pixelColor(x, button.height() / 2) == tokens().onAccent;
      QVERIFY(onAccent);
    }
  }

  // Row 21: in a narrow window the names give way, and Train is whole.
  void trainIsNeverCut() {
    Desk desk;
    const ProjectFolder folder(1);
    QVERIFY(desk.window.openProject(folder.path()));
    for (const int width : {1600, 1280, 960, 800}) {
      desk.window.resize(width, 700);
      runQueued();
      for (const char* name : {"train", "pause", "stop", "capture"}) {
        const QToolButton* button = desk.button(name);
        QVERIFY(button->isVisible());
        QVERIFY2(button->width() >= button->sizeHint().width(), name);
        const QRect place(button->mapTo(&desk.window, QPoint()), button->size());
        QVERIFY2(desk.window.rect().contains(place), qPrintable(QStringLiteral("%1 at %2").arg(QLatin1String(name)).arg(width)));
      }
    }
  }
};

QTEST_MAIN(WindowTruthTest)
#include "window_truth_test.moc"
