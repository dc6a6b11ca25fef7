// The place Data before and after a training, with real clicks; and what vanishes while it is open.
#include "app/desktop/main_window.h"
#include "app/desktop/run_notice.h"
#include "app/desktop/view_tabs.h"
#include "core/project/project.h"
#include "core/store/run_store.h"
#include "project_folder.h"
#include "tests/app/cli/temporary_disk.h"
#include "tests/support/window_parts.h"
#include "tests/views/data/pictures_project.h"
#include "tests/views/patience.h"
#include "views/common/message_bar.h"
#include "views/data/answer_bars.h"
#include "views/data/ask_view.h"
#include "views/data/sample_tile.h"
#include "views/data/samples_view.h"
#include "views/predictions/confusion_matrix.h"
#include "views/predictions/predictions_view.h"
#include "views/predictions/worst_list.h"
#include "views/session/session.h"
#include "views/session/shown_run.h"
#include "views/system/log_model.h"
#include "views/system/log_view.h"
#include "views/system/machine_view.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <QUrl>
#include <cmath>
#include <memory>

using namespace stepscope;
using namespace stepscope::test;

namespace {

struct Desk {
  QTemporaryDir folder;
  QSettings settings{folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
  MainWindow window{settings};
  Desk() {
    window.resize(1280, 800);
    window.show();
    window.activateWindow();
  }
  Session* session() { return part<Session>(window); }
  SamplesView* samples() { return part<SamplesView>(window); }
  QString view() { return part<ViewTabs>(window, "views")->currentName(); }
  void train() {
    command(window, "train")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!session()->training(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(part<ShownRun>(window)->find(1) && part<ShownRun>(window)->find(1)->step > 0, kPatience);
  }
  MessageBar* bar(const char* name) { return part<MessageBar>(window, name); }
};

QPushButton* buttonOf(const MessageBar* bar, const QString& title) {
  for (QPushButton* button : bar->findChildren<QPushButton*>())
    if (button->text() == title && button->isVisible()) return button;
  return nullptr;
}

}  // namespace

class DataPlaceTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void beforeAndAfterATraining() {
    Desk desk;
    QTemporaryDir folder;
    const Project project = pictureProject(folder);
    QVERIFY(desk.window.openProject(QString::fromStdString(project.file)));
    QVERIFY(QTest::qWaitForWindowActive(&desk.window));
    QTest::keyClick(&desk.window, Qt::Key_6);
    QCOMPARE(desk.view(), QStringLiteral("samples"));
    QTRY_VERIFY_WITH_TIMEOUT(!desk.samples()->loading() && desk.samples()->tiles().size() == 9, kPatience);
    QVERIFY(desk.samples()->sentence().startsWith(QStringLiteral("30 pictures of 2 classes")));

    desk.train();
    // The log and the machine of the run.
    desk.window.showView(QStringLiteral("log"));
    QTRY_VERIFY_WITH_TIMEOUT(part<LogView>(desk.window)->model()->rowCount() > 2, kPatience);
    QVERIFY(part<LogModel>(desk.window)->lines().front().text.find("begins with lenet5") != std::string::npos);

    // A cell of the matrix opens its samples: with the pictures and names of their files.
    desk.window.showView(QStringLiteral("predictions"));
    auto* view = part<PredictionsView>(desk.window);
    QTRY_VERIFY_WITH_TIMEOUT(view->shows(), kPatience);
    auto* matrix = part<ConfusionMatrix>(desk.window);
    std::size_t met = 0;
    for (int truth = 0; truth < 2; ++truth)
      for (int answer = 0; answer < 2; ++answer) {
        const ConfusionMatrix::Cell cell{truth, answer};
        QTest::mouseClick(matrix, Qt::LeftButton, {}, matrix->cellRect(cell).center().toPoint());
        QCOMPARE(matrix->selected(), cell);
        const QString count = matrix->cellText(cell).simplified();
        const std::size_t expected = count == QStringLiteral("·") ? 0 : count.toUInt();
        QTRY_COMPARE_WITH_TIMEOUT(view->worst()->shown().size(), expected, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(!view->loading(), kPatience);
        for (const WorstSample* one : view->worst()->shown()) {
          ++met;
          const QString file = QString::fromStdString(one->sample().file);
          QVERIFY2(file.contains(truth == 0 ? QStringLiteral("/bright/") : QStringLiteral("/dark/")), qPrintable(file));
          QImage original;
          QVERIFY(original.load(file));
          const QColor drawn = one->picture().pixelColor(3, 5), real = original.pixelColor(3, 5);
          QVERIFY(std::abs(drawn.red() - real.red()) <= 1 && std::abs(drawn.blue() - real.blue()) <= 1);
        }
        QVERIFY2(view->cellNote().isEmpty(), qPrintable(view->cellNote()));
      }
    QCOMPARE(met, std::size_t{12});

    // From a sample to its class: one click.
    desk.window.showView(QStringLiteral("samples"));
    QTest::mouseClick(desk.samples()->tiles().front(), Qt::LeftButton);
    QCOMPARE(desk.view(), QStringLiteral("ask"));
    auto* ask = part<AskView>(desk.window);
    QTRY_VERIFY_WITH_TIMEOUT(!ask->asker()->busy() && ask->answers().size() == 1, kPatience);
    QVERIFY(ask->answers()[0].error.empty());
    // A picture that is dropped on the window, whatever view is shown.
    desk.window.showView(QStringLiteral("curves"));
    QMimeData picture;
    picture.setUrls({QUrl::fromLocalFile(folder.filePath(QStringLiteral("pictures/dark/2.png")))});
    QDragEnterEvent enter(QPoint(600, 500), Qt::CopyAction, &picture, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&desk.window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPoint(600, 500), Qt::CopyAction, &picture, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&desk.window, &event);
    QCOMPARE(desk.view(), QStringLiteral("ask"));
    QTRY_VERIFY_WITH_TIMEOUT(!ask->asker()->busy() && ask->answers().size() == 1 && ask->answers()[0].input.ends_with("dark/2.png"), kPatience);
    QCOMPARE(ask->bars()->rows(), 2);
  }

  // The samples of a cell are not shown from other data than the run had.
  void dataThatChanged() {
    Desk desk;
    QTemporaryDir folder;
    const Project project = pictureProject(folder);
    QVERIFY(desk.window.openProject(QString::fromStdString(project.file)));
    desk.train();
    for (int i = 0; i < kOfEach; ++i) QVERIFY(QFile::remove(folder.filePath(QStringLiteral("pictures/bright/%1.png").arg(i))));
    QVERIFY(drawnPicture(true, 99).save(folder.filePath(QStringLiteral("pictures/bright/99.png"))));
    QVERIFY(drawnPicture(true, 98).save(folder.filePath(QStringLiteral("pictures/bright/98.png"))));
    desk.window.showView(QStringLiteral("predictions"));
    auto* view = part<PredictionsView>(desk.window);
    QTRY_VERIFY_WITH_TIMEOUT(view->shows(), kPatience);
    auto* matrix = part<ConfusionMatrix>(desk.window);
    int truth = 0, answer = 0;
    for (int t = 0; t < 2; ++t)
      for (int a = 0; a < 2; ++a)
        if (matrix->cellText({t, a}) != QStringLiteral("·")) truth = t, answer = a;
    QTest::mouseClick(matrix, Qt::LeftButton, {}, matrix->cellRect({truth, answer}).center().toPoint());
    QTRY_VERIFY_WITH_TIMEOUT(view->cellNote().contains(QStringLiteral("have changed since")), kPatience);
  }

  // The end of a run is told when another window is in front.
  void endsWhileAway() {
    Desk desk;
    QTemporaryDir folder;
    QVERIFY(desk.window.openProject(QString::fromStdString(pictureProject(folder).file)));
    QDialog other;
    other.show();
    other.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&other));
    QTRY_VERIFY_WITH_TIMEOUT(!desk.window.isActiveWindow(), kPatience);
    QSignalSpy told(part<RunNotice>(desk.window), &RunNotice::told);
    desk.train();
    QCOMPARE(told.size(), 1);
    QCOMPARE(told[0][0].toString(), QStringLiteral("run 1 has finished"));
    QVERIFY2(told[0][1].toString().contains(QStringLiteral("on the validation data, after")), qPrintable(told[0][1].toString()));
    QVERIFY(desk.bar("windowMessages")->isVisible());
    QVERIFY(desk.bar("windowMessages")->message().what.startsWith(QStringLiteral("run 1 has finished: ")));
    // Whoever looks at it needs no notice.
    other.hide();
    desk.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&desk.window));
    command(desk.window, "train")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!desk.session()->training(), kPatience);
    QCOMPARE(told.size(), 1);
  }

  void noticesOfEveryEnd() {
    EndEvent end;
    end.status = RunStatus::Failed;
    end.message = "the loss is not finite in step 12";
    QCOMPARE(RunNotice::titleOf(end, QStringLiteral("run 3")), QStringLiteral("run 3 failed: the loss is not finite in step 12"));
    end.status = RunStatus::Stopped;
    QCOMPARE(RunNotice::titleOf(end, QStringLiteral("run 3")), QStringLiteral("run 3 has stopped"));
    end.validated = true;
    end.validationMetric = 0.982;
    end.seconds = 240;
    QCOMPARE(RunNotice::textOf(end).simplified(), QStringLiteral("accuracy 98.2 % on the validation data, after 4 min"));
  }

  void aProjectThatIsDeleted() {
    Desk desk;
    auto folder = std::make_unique<QTemporaryDir>();
    const Project project = pictureProject(*folder);
    const QString file = QString::fromStdString(project.file);
    QFile read(file);
    QVERIFY(read.open(QIODevice::ReadOnly));
    const QByteArray text = read.readAll();
    read.close();
    QVERIFY(desk.window.openProject(file));
    QVERIFY(QFile::remove(file));
    MessageBar* bar = desk.bar("fileMessages");
    QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible(), kPatience);
    QCOMPARE(bar->message().what, QStringLiteral("The file of this project is gone"));
    QTest::mouseClick(buttonOf(bar, QStringLiteral("Write It Again")), Qt::LeftButton);
    QVERIFY(!bar->isVisible());
    QVERIFY(read.open(QIODevice::ReadOnly));
    QCOMPARE(read.readAll(), text);
    read.close();
    // The whole folder, with its data: the file comes back, and the data are asked for where they are missed.
    QVERIFY(QDir(folder->path()).removeRecursively());
    QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible(), kPatience);
    QCOMPARE(bar->message().what, QStringLiteral("The folder of this project is gone"));
    QTest::mouseClick(buttonOf(bar, QStringLiteral("Write It Again")), Qt::LeftButton);
    QVERIFY(QFile::exists(file));
    pictureProject(*folder);
    command(desk.window, "train")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!desk.session()->training(), kPatience);
    QCOMPARE(desk.session()->endStatus(), RunStatus::Finished);
  }

  void aRunThatVanishes() {
    Desk desk;
    const ProjectFolder folder(1);
    QVERIFY(desk.window.openProject(folder.path()));
    desk.train();
    command(desk.window, "train")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!desk.session()->training(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(part<ShownRun>(desk.window)->find(2), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(part<ShownRun>(desk.window)->first(), RunId{2}, kPatience);
    const std::string store = desk.session()->project()->storePath();
    {
      RunWriter other(store);
      other.remove(2);
      other.flush();
    }
    MessageBar* bar = desk.bar("windowMessages");
    QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible() && bar->message().what.contains(QStringLiteral("run 2 was deleted by another program")), kPatience);
    QTest::mouseClick(buttonOf(bar, QStringLiteral("Restore")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(part<ShownRun>(desk.window)->find(2), kPatience);
    {
      RunWriter other(store);
      other.remove(2);
      other.purge(2);
      other.flush();
    }
    QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible() && bar->message().what.contains(QStringLiteral("run 2 was removed by another program")), kPatience);
    QTest::mouseClick(buttonOf(bar, QStringLiteral("Show run 1")), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(part<ShownRun>(desk.window)->first(), RunId{1}, kPatience);
  }

  // A project on a disk that is read-only: the window says so, with the way out.
  void aStoreThatCannotBeWritten() {
    QTemporaryDir folder;
    Disk disk(folder.path(), "size=24m");
    if (!disk.mounted()) QSKIP("mounting a disk needs an administrator");
    QFile toml(folder.filePath(QStringLiteral("project.toml")));
    QVERIFY(toml.open(QIODevice::WriteOnly));
    toml.write(
        "[data]\nkind = \"synthetic\"\nimage_size = 8\ncount = 256\nclasses = 4\n[model]\nname = \"mlp\"\nhidden = [8]\n[train]\nepochs = 1\n[train.capture]\nstep = -1\n");
    toml.close();
    {
      Desk desk;
      QVERIFY(desk.window.openProject(toml.fileName()));
      desk.train();
    }
    QVERIFY(disk.becomesReadOnly());
    Desk desk;
    QVERIFY(desk.window.openProject(toml.fileName()));
    MessageBar* bar = desk.bar("windowMessages");
    QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible() && buttonOf(bar, QStringLiteral("Save Elsewhere...")), kPatience);
    QVERIFY(!bar->message().what.isEmpty());
  }
};

QTEST_MAIN(DataPlaceTest)
#include "data_place_test.moc"
