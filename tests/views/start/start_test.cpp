// The start page, a new project from data and the card of preparation, by clicks and keys, without a window around them.
#include <QComboBox>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include "core/data/images/jpeg.h"
#include "core/project/project.h"
#include "tests/views/patience.h"
#include "views/common/message_bar.h"
#include "views/common/theme.h"
#include "views/start/columns_table.h"
#include "views/start/drop_zone.h"
#include "views/start/dropped_file.h"
#include "views/start/findings_list.h"
#include "views/start/new_from_data.h"
#include "views/start/preparing_card.h"
#include "views/start/recent_row.h"
#include "views/start/start_page.h"

using namespace stepscope;

namespace {

void picture(const QString& file, int grey) {
  constexpr int side = 24;
  std::vector<std::uint8_t> rgb(side * side * 3);
  for (std::size_t i = 0; i < rgb.size(); ++i) rgb[i] = static_cast<std::uint8_t>((grey + static_cast<int>(i) * 7) & 0xFF);
  QDir().mkpath(QFileInfo(file).absolutePath());
  writeJpeg(file.toStdString(), rgb.data(), side, side, 90);
}

// Two classes of ten pictures.
void fillFolder(const QString& folder) {
  for (int i = 0; i < 10; ++i)
    for (const char* name : {"cat", "dog"}) picture(QStringLiteral("%1/%2/%3.jpg").arg(folder, QLatin1String(name)).arg(i), i * 17 + name[0]);
}

void writeTable(const QString& file) {
  QFile out(file);
  QVERIFY(out.open(QIODevice::WriteOnly));
  out.write("id,rooms,price,town\n");
  for (int i = 0; i < 200; ++i)
    out.write(QStringLiteral("%1,%2,%3,%4\n").arg(i + 1).arg(i % 7).arg(i * 3.25 + i % 5).arg(i % 2 ? "north" : "south").toUtf8());
}

void writeProject(const QString& folder) {
  QDir().mkpath(folder);
  QFile out(folder + QStringLiteral("/project.toml"));
  QVERIFY(out.open(QIODevice::WriteOnly));
  out.write("[project]\nname = \"tiny\"\n[data]\nkind = \"synthetic\"\n[model]\nname = \"mlp\"\n");
}

// New from data, looked at to the end.
struct Page {
  explicit Page(const QString& data, const QString& projects) {
    page.resize(1100, 640);
    page.setParentFolder(projects);
    page.show();
    page.lookAt(data);
  }
  bool looked() {
    return QTest::qWaitFor([this] { return !page.looking(); }, kPatience);
  }
  NewFromData page;
};

}  // namespace

class StartViewTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeChoice::Light); }

  void whatIsDropped_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("kind");
    const auto row = [](const char* name, DroppedFile kind) { QTest::newRow(name) << QString::fromLatin1(name) << static_cast<int>(kind); };
    row("a.toml", DroppedFile::Project);
    row("trace.json.gz", DroppedFile::Trace);
    row("x.sqlite", DroppedFile::Trace);
    row("houses.CSV.gz", DroppedFile::Data);
    row("book.txt", DroppedFile::Data);
    row("net.onnx", DroppedFile::Network);
    row("folder/", DroppedFile::Data);
    row("project/", DroppedFile::Project);
  }
  void whatIsDropped() {
    QFETCH(QString, name);
    QFETCH(int, kind);
    const QTemporaryDir folder;
    const QString path = folder.filePath(name.endsWith(QLatin1Char('/')) ? name.chopped(1) : name);
    if (name == QLatin1String("project/")) writeProject(path);
    if (name == QLatin1String("folder/")) QDir().mkpath(path);
    QCOMPARE(static_cast<int>(droppedFile(path)), kind);
  }

  void recentsByMouseAndKeys() {
    const QTemporaryDir folder;
    writeProject(folder.filePath(QStringLiteral("tiny")));
    const QString project = folder.filePath(QStringLiteral("tiny/project.toml")), gone = folder.filePath(QStringLiteral("gone/project.toml"));
    StartPage page({});
    page.resize(1280, 640);
    page.show();
    QSignalSpy opened(&page, &StartPage::openRequested), trained(&page, &StartPage::trainRequested), located(&page, &StartPage::locateRequested),
        loaded(&page, &StartPage::loaded);
    page.setRecent({{project, 0, false}, {gone, 0, false}, {folder.filePath(QStringLiteral("t.json")), 1, true}});
    QVERIFY(loaded.wait(kPatience));
    QCOMPARE(page.rows().size(), std::size_t{3});
    RecentRow* row = page.rows()[0];
    QCOMPARE(row->entry().name, QStringLiteral("tiny"));
    QCOMPARE(row->entry().state, QStringLiteral("no run yet"));
    QTest::mouseClick(row, Qt::LeftButton, {}, QPoint(60, row->height() / 2));
    QCOMPARE(opened.takeFirst().at(0).toString(), project);
    QTest::mouseClick(row->button(), Qt::LeftButton);
    QCOMPARE(trained.takeFirst().at(0).toString(), project);
    QVERIFY(opened.isEmpty());  // the button is not the row
    row->setFocus();
    QTest::keyClick(row, Qt::Key_Return);
    QCOMPARE(opened.size(), 1);
    // What is gone says so and can be looked for.
    RecentRow* missing = page.rows()[1];
    QVERIFY(!missing->entry().there);
    QVERIFY(missing->entry().problem.contains(QStringLiteral("not found")));
    QVERIFY(missing->button()->text().startsWith(QStringLiteral("Locate")));
    QTest::mouseClick(missing->button(), Qt::LeftButton);
    QCOMPARE(located.takeFirst().at(0).toString(), gone);
  }

  void dropZoneTakesFiles() {
    const QTemporaryDir folder;
    StartPage page({});
    page.resize(1280, 640);
    page.show();
    QSignalSpy dropped(&page, &StartPage::dropped), asked(&page, &StartPage::dataRequested);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(folder.path())});
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(page.dropZone(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(page.dropZone(), &drop);
    QCOMPARE(dropped.takeFirst().at(0).toString(), folder.path());
    QTest::mouseClick(page.dropZone(), Qt::LeftButton);
    page.dropZone()->setFocus();
    QTest::keyClick(page.dropZone(), Qt::Key_Return);
    QCOMPARE(asked.size(), 2);
  }

  // One click from a folder of pictures to a project that is to be trained.
  void picturesToProject() {
    const QTemporaryDir folder;
    fillFolder(folder.filePath(QStringLiteral("pets")));
    Page one(folder.filePath(QStringLiteral("pets")), folder.filePath(QStringLiteral("projects")));
    QVERIFY(one.looked());
    QVERIFY2(one.page.sentence().contains(QStringLiteral("20 pictures of 2 classes")), qPrintable(one.page.sentence()));
    QCOMPARE(one.page.nameEdit()->text(), QStringLiteral("pets"));
    QVERIFY(one.page.createAndTrain()->isEnabled());
    QVERIFY(!one.page.targetBox()->isVisible());
    QSignalSpy created(&one.page, &NewFromData::created);
    QTest::mouseClick(one.page.createAndTrain(), Qt::LeftButton);
    QCOMPARE(created.size(), 1);
    QVERIFY(created[0][1].toBool());
    const Project project = loadProject(created[0][0].toString().toStdString());
    QCOMPARE(project.name, std::string("pets"));
    QCOMPARE(project.data.path, folder.filePath(QStringLiteral("pets")).toStdString());
    QCOMPARE(project.model.name, std::string("resnet20"));
    // The next of the same name stands beside it.
    Page two(folder.filePath(QStringLiteral("pets")), folder.filePath(QStringLiteral("projects")));
    QVERIFY(two.looked());
    QCOMPARE(two.page.nameEdit()->text(), QStringLiteral("pets-2"));
  }

  void aTableAndItsTarget() {
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("houses.csv"));
    writeTable(file);
    Page one(file, folder.filePath(QStringLiteral("projects")));
    QVERIFY(one.looked());
    QCOMPARE(one.page.targetBox()->currentText(), QStringLiteral("price"));
    QCOMPARE(one.page.data().spec.ignore, std::vector<std::string>{"id"});
    // Another column: looked at again, and that is what is written.
    const int town = one.page.targetBox()->findText(QStringLiteral("town"));
    one.page.targetBox()->setCurrentIndex(town);
    Q_EMIT one.page.targetBox()->activated(town);
    QVERIFY(one.looked());
    QCOMPARE(one.page.data().task, Task::Classification);
    one.page.modelBox()->setCurrentIndex(one.page.modelBox()->findData(QStringLiteral("tabular_mlp")));
    QSignalSpy created(&one.page, &NewFromData::created);
    QTest::keyClick(&one.page, Qt::Key_Return);  // the default button
    QCOMPARE(created.size(), 1);
    const Project project = loadProject(created[0][0].toString().toStdString());
    QCOMPARE(project.data.target, std::vector<std::string>{"town"});
    QCOMPARE(project.model.name, std::string("tabular_mlp"));
  }

  // How each column is read stands beside it and can be changed; the project file says it then.
  void howColumnsAreRead() {
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("orte.csv"));
    {
      QFile out(file);
      QVERIFY(out.open(QIODevice::WriteOnly));
      out.write("plz;flaeche;zimmer;preis\n");
      for (int i = 0; i < 60; ++i)
        out.write(QStringLiteral("0%1;%2,%3;%4;%5,5\n")
                      .arg(1000 + i % 5)
                      .arg(20 + i * 37 % 90)
                      .arg(i % 9 + 1)
                      .arg(i % 4 + 1)
                      .arg(100 + i * 53 % 211)
                      .toUtf8());
    }
    Page one(file, folder.filePath(QStringLiteral("projects")));
    QVERIFY(one.looked());
    // Each row is shown whole: there is nothing to scroll in the table itself.
    ColumnsTable& table = *one.page.columns();
    const auto wholeRows = [&] {
      const QTreeWidgetItem* last = table.topLevelItem(table.topLevelItemCount() - 1);
      return table.topLevelItemCount() == 4 && table.visualItemRect(last).bottom() <= table.viewport()->rect().bottom();
    };
    QTRY_VERIFY(wholeRows());
    const auto readAs = [&](const char* name) {
      const QComboBox* box = one.page.columns()->readingOf(QLatin1String(name));
      return box ? box->currentText() : QString();
    };
    QCOMPARE(readAs("plz"), QStringLiteral("categories"));
    QCOMPARE(readAs("flaeche"), QStringLiteral("numbers"));
    QCOMPARE(readAs("preis"), QStringLiteral("to predict: numbers"));
    const auto choose = [&](const char* name, const char* reading) {
      QComboBox* box = one.page.columns()->readingOf(QLatin1String(name));
      QVERIFY(box);
      box->setCurrentIndex(box->findText(QLatin1String(reading)));
      Q_EMIT box->activated(box->currentIndex());
      QVERIFY(one.looked());
    };
    choose("zimmer", "categories");
    choose("plz", "numbers");
    choose("flaeche", "left out");
    QCOMPARE(readAs("zimmer"), QStringLiteral("categories"));
    QCOMPARE(readAs("plz"), QStringLiteral("numbers"));
    QCOMPARE(readAs("flaeche"), QStringLiteral("left out"));
    choose("plz", "as it comes");
    QTRY_VERIFY(wholeRows());
    QCOMPARE(readAs("plz"), QStringLiteral("categories"));
    QSignalSpy created(&one.page, &NewFromData::created);
    one.page.createOnly()->click();
    QCOMPARE(created.size(), 1);
    const Project project = loadProject(created[0][0].toString().toStdString());
    QCOMPARE(project.data.categories, std::vector<std::string>{"zimmer"});
    QCOMPARE(project.data.ignore, std::vector<std::string>{"flaeche"});
    QCOMPARE(project.data.target, std::vector<std::string>{"preis"});
    QVERIFY(project.data.numbers.empty());
    QCOMPARE(openData(project.data).train->info().input().shape, (Shape{9}));  // five places, four numbers of rooms
  }

  void badDataSayWhatToDo() {
    const QTemporaryDir folder;
    fillFolder(folder.filePath(QStringLiteral("pets")));
    Page one(folder.filePath(QStringLiteral("pets/cat")), folder.filePath(QStringLiteral("projects")));
    QVERIFY(one.looked());
    QVERIFY(!one.page.createAndTrain()->isEnabled());
    QCOMPARE(one.page.findings()->count(), 1);
    QVERIFY(one.page.findChild<QLabel*>(QStringLiteral("whyNot"))->text().contains(QStringLiteral("left")));
    // The button takes the folder around it.
    auto* better = one.page.findChild<QPushButton*>(QStringLiteral("takeBetter"));
    QVERIFY(better);
    QTest::mouseClick(better, Qt::LeftButton);
    QVERIFY(one.looked());
    QVERIFY(one.page.createAndTrain()->isEnabled());
    QSignalSpy asked(&one.page, &NewFromData::dataRequested), cancelled(&one.page, &NewFromData::cancelled);
    QDir().mkpath(folder.filePath(QStringLiteral("empty")));
    one.page.lookAt(folder.filePath(QStringLiteral("empty")));
    QVERIFY(one.looked());
    QTest::mouseClick(one.page.findChild<QPushButton*>(QStringLiteral("otherData")), Qt::LeftButton);
    QCOMPARE(asked.size(), 1);
    QTest::keyClick(&one.page, Qt::Key_Escape);
    QCOMPARE(cancelled.size(), 1);
  }

  // What cannot be trained on is a sentence on the page, with a button that cures it.
  void refusedData_data() {
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<QString>("says");
    QTest::addColumn<QString>("button");
    QTest::newRow("a folder without pictures") << QStringList{"notes/a.md", "notes/b.md"} << "No pictures"
                                               << "otherData";
    QTest::newRow("one class") << QStringList{"cat/1.jpg", "cat/2.jpg"} << "Only one class, \"cat\""
                               << "otherData";
    QTest::newRow("one class of a folder of several") << QStringList{"=pets/cat/1.jpg", "pets/dog/1.jpg"} << "class"
                                                      << "takeBetter";
    QTest::newRow("a table of one column") << QStringList{"=prices.csv"} << "one column"
                                           << "otherData";
  }
  void refusedData() {
    QFETCH(QStringList, files);
    QFETCH(QString, says);
    QFETCH(QString, button);
    const QTemporaryDir folder;
    QString path = folder.filePath(QStringLiteral("data"));
    for (QString name : files) {
      const bool itself = name.startsWith(QLatin1Char('='));
      const QString file = folder.filePath(QStringLiteral("data/") + (itself ? name.mid(1) : name));
      QDir().mkpath(QFileInfo(file).absolutePath());
      if (name.endsWith(QLatin1String(".jpg"))) {
        picture(file, 40);
      } else {
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write("price\n1\n2\n3\n");
      }
      if (itself) path = name.endsWith(QLatin1String(".jpg")) ? QFileInfo(file).absolutePath() : file;
    }
    Page one(path, folder.filePath(QStringLiteral("projects")));
    QVERIFY(one.looked());
    runQueued();
    QVERIFY(!one.page.createAndTrain()->isEnabled());
    QStringList said;
    for (const QLabel* label : one.page.findings()->findChildren<QLabel*>())
      if (label->isVisible()) said << label->text();
    QVERIFY2(said.join(QLatin1Char(' ')).contains(says, Qt::CaseInsensitive), qPrintable(said.join(QLatin1Char('\n'))));
    auto* cure = one.page.findings()->findChild<QPushButton*>(button);
    QVERIFY(cure && cure->isVisible());
    QSignalSpy other(&one.page, &NewFromData::dataRequested), better(one.page.findings(), &FindingsList::pathSuggested);
    QTest::mouseClick(cure, Qt::LeftButton);
    QCOMPARE(other.size() + better.size(), 1);
  }

  void namesAndFoldersThatCannotBe() {
    const QTemporaryDir folder;
    writeTable(folder.filePath(QStringLiteral("houses.csv")));
    writeProject(folder.filePath(QStringLiteral("projects/taken")));
    Page one(folder.filePath(QStringLiteral("houses.csv")), folder.filePath(QStringLiteral("projects")));
    QVERIFY(one.looked());
    const auto why = [&] { return one.page.findChild<QLabel*>(QStringLiteral("whyNot"))->text(); };
    const auto refuses = [&](const QString& name, const QString& says) {
      one.page.nameEdit()->setText(name);
      QVERIFY2(!one.page.createAndTrain()->isEnabled(), qPrintable(name));
      QVERIFY2(why().contains(says), qPrintable(why()));
    };
    refuses(QString(), QStringLiteral("needs a name"));
    refuses(QStringLiteral("a/b"), QStringLiteral("slash"));
    refuses(QStringLiteral(".a"), QStringLiteral("dot"));
    refuses(QStringLiteral("taken"), QStringLiteral("a project of this name"));
    one.page.nameEdit()->setText(QStringLiteral("good"));
    QVERIFY(one.page.createAndTrain()->isEnabled());
    // Nobody may write below /proc, not even root.
    one.page.folderEdit()->setText(QStringLiteral("/proc/stepscope"));
    if (one.page.createAndTrain()->isEnabled()) {  // root: only the attempt tells
      QTest::mouseClick(one.page.createOnly(), Qt::LeftButton);
      QVERIFY(one.page.messageBar()->isVisible());
      QVERIFY2(one.page.messageBar()->text().contains(QStringLiteral("cannot be made")), qPrintable(one.page.messageBar()->text()));
      QVERIFY(one.page.messageBar()->message().action);
      one.page.messageBar()->message().action();
      QVERIFY(one.page.folderEdit()->text() != QStringLiteral("/proc/stepscope"));
    } else {
      QVERIFY(why().contains(QStringLiteral("cannot be written")));
    }
  }

  void phases_data() {
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<QString>("what");
    QTest::addColumn<int>("done");
    QTest::addColumn<int>("of");
    QTest::newRow("kernels") << "timing kernels, step 12 of 60"
                             << "timing kernels" << 12 << 60;
    QTest::newRow("layout") << "NHWC, timing kernels, step 3 of 9"
                            << "NHWC, timing kernels" << 3 << 9;
    QTest::newRow("no figures") << "opening the data"
                                << "opening the data" << 0 << 0;
  }
  void phases() {
    QFETCH(QString, sentence);
    QFETCH(QString, what);
    QFETCH(int, done);
    QFETCH(int, of);
    const PhaseProgress phase = phaseOf(sentence);
    QCOMPARE(phase.what, what);
    QCOMPARE(phase.done, done);
    QCOMPARE(phase.of, of);
  }

  void theCard() {
    QWidget window;
    window.resize(900, 600);
    window.show();
    PreparingCard card(&window);
    QVERIFY(!card.isVisible());
    card.begin(QStringLiteral("Preparing the run"));
    card.setPhase(QStringLiteral("timing kernels, step 12 of 60"));
    QVERIFY(card.isVisible());
    QVERIFY2(card.text().contains(QStringLiteral("Timing kernels: 12 of 60")), qPrintable(card.text()));
    QVERIFY(card.text().contains(QStringLiteral("so far")));
    QVERIFY(std::abs(card.geometry().center().x() - window.rect().center().x()) <= 2);
    window.resize(400, 300);
    QVERIFY(window.rect().contains(card.geometry()));
    QSignalSpy cancelled(&card, &PreparingCard::cancelled);
    QTest::mouseClick(card.cancelButton(), Qt::LeftButton);
    QCOMPARE(cancelled.size(), 1);
    card.end();
    QVERIFY(!card.isVisible());
  }
};

QTEST_MAIN(StartViewTest)
#include "start_test.moc"
