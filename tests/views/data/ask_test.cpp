// A trained model answers in the window: pictures that are dropped, rows that are filled in, a prompt.
#include <QComboBox>
#include <QDropEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QTreeWidget>
#include <QUrl>
#include <cmath>

#include "core/backend/devices/devices.h"
#include "core/infer/predictor.h"
#include "pictures_project.h"
#include "tests/core/train/trained.h"
#include "tests/views/patience.h"
#include "tests/views/pictures.h"
#include "views/common/empty_state.h"
#include "views/common/message_bar.h"
#include "views/data/answer_bars.h"
#include "views/data/ask_view.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

// As a hand does it: over the view, then let go.
void drop(QWidget& on, QMimeData& what) {
  const QPoint place(on.width() / 2, on.height() / 2);
  QDragEnterEvent enter(place, Qt::CopyAction, &what, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&on, &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent event(place, Qt::CopyAction, &what, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&on, &event);
}

std::optional<AskedRun> runOf(const Project& project) {
  return AskedRun{project, 1, RunReader(project.storePath()).run(1)->step, "cpu", 1};
}

}  // namespace

class AskTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void emptySaysWhatToDo() {
    AskView view;
    view.show();
    QSignalSpy next(&view, &AskView::nextRequested);
    view.setSource([] { return std::optional<AskedRun>(); });
    QCOMPARE(view.emptyState()->accessibleName(), QStringLiteral("No project is open"));
    view.setProjectOpen(true);
    view.refresh();
    QCOMPARE(view.emptyState()->accessibleName(), QStringLiteral("No model yet"));
    QTest::mouseClick(view.emptyState()->findChild<QPushButton*>(), Qt::LeftButton);
    QCOMPARE(next.size(), 1);
  }

  // One drop, and the class is there: the answer of core/infer for the same file.
  void aPictureIsDropped() {
    QTemporaryDir folder;
    const Project project = pictureProject(folder);
    train(project);
    PredictorOptions options;
    options.threads = 1;
    Predictor predictor(openModel({project.file, RunId{1}, {}, {}}), *findBackend("cpu"), options);
    const QString file = folder.filePath(QStringLiteral("pictures/bright/4.png"));
    std::optional<Prediction> expected;
    predictor.predict({file.toStdString()}, [&](const Prediction& one) { expected = one; });

    AskView view;
    view.resize(1100, 700);
    view.setProjectOpen(true);
    view.setSource([project] { return runOf(project); });
    view.show();
    QTRY_VERIFY_WITH_TIMEOUT(view.form().has_value(), kPatience);
    QCOMPARE(static_cast<int>(view.form()->kind), static_cast<int>(AskedForm::Kind::Picture));
    QMimeData picture;
    picture.setUrls({QUrl::fromLocalFile(file)});
    drop(view, picture);
    QTRY_VERIFY_WITH_TIMEOUT(!view.asker()->busy() && view.answers().size() == 1, kPatience);
    QCOMPARE(QString::fromStdString(view.answers()[0].top[0].first), QString::fromStdString(expected->top[0].first));
    QVERIFY(std::abs(view.answers()[0].top[0].second - expected->top[0].second) < 1e-5);
    QCOMPARE(view.bars()->rows(), 2);
    QVERIFY2(view.sentence().startsWith(QString::fromStdString(expected->top[0].first) + QStringLiteral(", ")), qPrintable(view.sentence()));
    QVERIFY2(view.of().contains(QStringLiteral("4.png")) && view.of().contains(QStringLiteral("computed in")), qPrintable(view.of()));
    keepPictures(view, QStringLiteral("ask-picture"));

    // A folder: every picture in it, and one that is none is told where it stands.
    QFile broken(folder.filePath(QStringLiteral("pictures/dark/broken.png")));
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write("no picture");
    broken.close();
    QMimeData all;
    all.setUrls({QUrl::fromLocalFile(folder.filePath(QStringLiteral("pictures/dark")))});
    drop(view, all);
    QTRY_VERIFY_WITH_TIMEOUT(!view.asker()->busy() && view.answers().size() == kOfEach + 1, kPatience);
    QVERIFY(view.list()->isVisible());
    int refused = -1;
    for (std::size_t i = 0; i < view.answers().size(); ++i)
      if (!view.answers()[i].error.empty()) refused = static_cast<int>(i);
    QVERIFY(refused >= 0);
    QVERIFY(view.answers()[static_cast<std::size_t>(refused)].input.find("broken.png") != std::string::npos);
    view.list()->scrollToItem(view.list()->topLevelItem(refused));
    QTest::mouseClick(view.list()->viewport(), Qt::LeftButton, {}, view.list()->visualItemRect(view.list()->topLevelItem(refused)).center());
    QVERIFY2(view.sentence().startsWith(QStringLiteral("broken.png: ")), qPrintable(view.sentence()));
  }

  void aRowIsFilledIn() {
    QTemporaryDir folder;
    QFile csv(folder.filePath(QStringLiteral("t.csv")));
    QVERIFY(csv.open(QIODevice::WriteOnly));
    csv.write("rooms,town,price\n");
    for (int i = 0; i < 60; ++i)
      csv.write(QStringLiteral("%1,%2,%3\n").arg(1 + i % 5).arg(i % 2 ? "Ulm" : "Bern").arg(1000.5 + 250 * (i % 5)).toUtf8());
    csv.close();
    QFile toml(folder.filePath(QStringLiteral("project.toml")));
    QVERIFY(toml.open(QIODevice::WriteOnly));
    toml.write(
        "[data]\nkind = \"table\"\npath = \"t.csv\"\n[model]\nname = \"mlp\"\nhidden = [16]\n[train]\nepochs = 3\nthreads = 1\n[train.capture]\nstep = -1\n[switches]\nbatch_size = 8\n");
    toml.close();
    const Project project = loadProject(toml.fileName().toStdString());
    train(project);
    PredictorOptions options;
    options.threads = 1;
    Predictor predictor(openModel({project.file, RunId{1}, {}, {}}), *findBackend("cpu"), options);
    std::optional<Prediction> expected;
    predictor.predict({"4,Bern"}, [&](const Prediction& one) { expected = one; });
    QVERIFY(expected && expected->error.empty());

    AskView view;
    view.resize(1100, 700);
    view.setProjectOpen(true);
    view.setSource([project] { return runOf(project); });
    view.show();
    QTRY_VERIFY_WITH_TIMEOUT(view.form().has_value(), kPatience);
    auto* rooms = qobject_cast<QLineEdit*>(view.field(QStringLiteral("rooms")));
    auto* town = qobject_cast<QComboBox*>(view.field(QStringLiteral("town")));
    QVERIFY(rooms && town && !view.field(QStringLiteral("price")));
    QCOMPARE(town->count(), 2);
    QTest::mouseClick(rooms, Qt::LeftButton);
    rooms->selectAll();
    QTest::keyClicks(rooms, QStringLiteral("4"));
    town->setCurrentText(QStringLiteral("Bern"));
    QTest::mouseClick(view.askButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!view.asker()->busy() && view.answers().size() == 1, kPatience);
    QVERIFY(view.answers()[0].error.empty());
    QVERIFY(std::abs(view.answers()[0].values[0].second - expected->values[0].second) < 1e-3);
    QVERIFY2(view.sentence().startsWith(QStringLiteral("price: ")), qPrintable(view.sentence()));
    keepPictures(view, QStringLiteral("ask-row"));
    // A cell that is no number is told, with its column.
    QTest::mouseClick(rooms, Qt::LeftButton);
    rooms->selectAll();
    QTest::keyClicks(rooms, QStringLiteral("many"));
    QTest::keyClick(rooms, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(!view.asker()->busy() && view.answers().size() == 1 && !view.answers()[0].error.empty(), kPatience);
    QVERIFY2(view.sentence().contains(QStringLiteral("\"many\" is not a number")), qPrintable(view.sentence()));
    // A row is dropped.
    QMimeData row;
    row.setText(QStringLiteral("4,Bern\n"));
    drop(view, row);
    QTRY_VERIFY_WITH_TIMEOUT(!view.asker()->busy() && view.answers().size() == 1 && view.answers()[0].error.empty(), kPatience);
    QCOMPARE(rooms->text(), QStringLiteral("4"));
    QVERIFY(std::abs(view.answers()[0].values[0].second - expected->values[0].second) < 1e-3);
  }

  void aPromptIsContinued() {
    QTemporaryDir folder;
    QFile words(folder.filePath(QStringLiteral("t.txt")));
    QVERIFY(words.open(QIODevice::WriteOnly));
    for (int i = 0; i < 300; ++i) words.write("abcabc abcabd. ");
    words.close();
    QFile toml(folder.filePath(QStringLiteral("project.toml")));
    QVERIFY(toml.open(QIODevice::WriteOnly));
    toml.write(
        "[data]\nkind = \"text\"\npath = \"t.txt\"\ncontext_length = 16\n[model]\nname = \"gru\"\nhidden = 16\nlayers = 1\nembedding = 8\n[train]\nepochs = 1\nthreads = 1\n"
        "[train.capture]\nstep = -1\n[switches]\nbatch_size = 16\n");
    toml.close();
    const Project project = loadProject(toml.fileName().toStdString());
    train(project);
    AskView view;
    view.resize(1100, 700);
    view.setProjectOpen(true);
    view.setSource([project] { return runOf(project); });
    view.show();
    QTRY_VERIFY_WITH_TIMEOUT(view.form().has_value(), kPatience);
    QTest::mouseClick(view.prompt()->viewport(), Qt::LeftButton);
    QTest::keyClicks(view.prompt(), QStringLiteral("abc"));
    view.lengthBox()->setValue(20);
    QTest::mouseClick(view.writeButton(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(view.output()->toPlainText().size(), 23, kPatience);
    QVERIFY(view.output()->toPlainText().startsWith(QStringLiteral("abc")));
    for (const QChar c : view.output()->toPlainText()) QVERIFY(QStringLiteral("abcd. ").contains(c));
    QVERIFY2(view.sentence().simplified().startsWith(QStringLiteral("20 characters written")), qPrintable(view.sentence()));
    keepPictures(view, QStringLiteral("ask-text"));
    // A letter that the text never had.
    view.prompt()->setPlainText(QStringLiteral("z"));
    QTest::mouseClick(view.writeButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(view.messageBar()->isVisible(), kPatience);
  }

  // The run's folder is gone: told, and the view goes on.
  void aRunThatIsGone() {
    QTemporaryDir folder;
    const Project project = pictureProject(folder);
    train(project);
    AskView view;
    view.setProjectOpen(true);
    const std::optional<AskedRun> run = runOf(project);
    view.setSource([run] { return run; });
    QVERIFY(QDir(QString::fromStdString(project.runDirectory(1))).removeRecursively());
    view.show();
    QTRY_VERIFY_WITH_TIMEOUT(view.messageBar()->isVisible(), kPatience);
    QVERIFY2(view.messageBar()->text().contains(QStringLiteral("checkpoint")), qPrintable(view.messageBar()->text()));
  }
};

QTEST_MAIN(AskTest)
#include "ask_test.moc"
