// New project dialog, recent files, quick search and the inspector's descriptions.
#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QListView>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include "core/models/model.h"
#include "core/project/project.h"
#include "views/common/message_bar.h"
#include "views/common/selection.h"
#include "views/common/theme.h"
#include "views/inspector/inspector.h"
#include "views/project/new_project.h"
#include "views/project/quick_search.h"
#include "views/project/recent_files.h"

using namespace stepscope;

class ProjectTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeChoice::Dark); }
  void everyModelOfTheZooCanBeChosen();
  void dialogWritesAProject();
  void dialogKnowsTextAndTables();
  void dialogRefuses_data();
  void dialogRefuses();
  void recentFilesKeepTen();
  void searchRanks();
  void searchByKeyboard();
  void inspectorDescribesARun();
  void inspectorDescribesANode();
};

void ProjectTest::everyModelOfTheZooCanBeChosen() {
  QTemporaryDir folder;
  QFile file(folder.filePath(QStringLiteral("data")));
  QVERIFY(file.open(QIODevice::WriteOnly));
  for (const ZooEntry& entry : modelZoo()) {
    for (const char* kind : {"shapes", "text", "table"}) {
      const Project project =
          parseProject(projectTextWithModel("p", kind, file.fileName().toStdString(), entry.name), "/tmp/p/project.toml");
      QCOMPARE(project.model.name, entry.name);
    }
  }
  QTemporaryDir data;
  QCOMPARE(parseProject(projectTextWithModel("p", "mnist", data.path().toStdString(), ""), "/tmp/p/project.toml").data.kind,
           std::string("mnist"));
}

void ProjectTest::dialogWritesAProject() {
  QTemporaryDir folder;
  NewProjectDialog dialog;
  dialog.nameEdit()->setText(QStringLiteral("flowers"));
  dialog.folderEdit()->setText(folder.path());
  dialog.kindBox()->setCurrentIndex(0);  // an image folder
  dialog.dataEdit()->setText(folder.path());
  dialog.modelBox()->setCurrentIndex(dialog.modelBox()->findData(QStringLiteral("resnet18")));
  dialog.accept();
  QCOMPARE(dialog.projectFile(), folder.filePath(QStringLiteral("flowers/project.toml")));
  const Project project = loadProject(dialog.projectFile().toStdString());
  QCOMPARE(project.name, std::string("flowers"));
  QCOMPARE(project.model.name, std::string("resnet18"));
  QCOMPARE(project.data.kind, std::string("image_folder"));
  QCOMPARE(project.data.path, QDir(folder.path()).absolutePath().toStdString());
}

// A kind of data is offered the models that take it, and a file is asked for where the data are one.
void ProjectTest::dialogKnowsTextAndTables() {
  QTemporaryDir folder;
  for (const QString& kind : {QStringLiteral("Text"), QStringLiteral("Table")}) {
    const QString data = folder.filePath(kind + QStringLiteral(".data"));
    QFile file(data);
    QVERIFY(file.open(QIODevice::WriteOnly));
    NewProjectDialog dialog;
    dialog.kindBox()->setCurrentText(kind);
    QCOMPARE(dialog.modelBox()->findData(QStringLiteral("resnet18")), -1);
    QCOMPARE(dialog.modelBox()->findData(QStringLiteral("mlp")) >= 0, kind == QStringLiteral("Table"));
    QCOMPARE(dialog.modelBox()->findData(QStringLiteral("gpt")) >= 0, kind == QStringLiteral("Text"));
    dialog.nameEdit()->setText(kind);
    dialog.folderEdit()->setText(folder.path());
    dialog.dataEdit()->setText(folder.path());
    dialog.accept();
    QVERIFY(dialog.messageBar()->text().contains(QStringLiteral("data file")));
    dialog.dataEdit()->setText(data);
    dialog.accept();
    const Project project = loadProject(dialog.projectFile().toStdString());
    QCOMPARE(QString::fromStdString(project.data.kind), kind.toLower());
    QCOMPARE(project.model.name, std::string(kind == QStringLiteral("Text") ? "gpt" : "mlp"));
  }
}

void ProjectTest::dialogRefuses_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("data");
  QTest::addColumn<QString>("says");
  QTest::newRow("no name") << ""
                           << "."
                           << "name";
  QTest::newRow("slash") << "a/b"
                         << "."
                         << "slash";
  QTest::newRow("hidden") << ".a"
                          << "."
                          << "dot";
  QTest::newRow("no data") << "a"
                           << "/no/such/folder"
                           << "data folder";
  QTest::newRow("there already") << "taken"
                                 << "."
                                 << "project already";
}

void ProjectTest::dialogRefuses() {
  QFETCH(QString, name);
  QFETCH(QString, data);
  QFETCH(QString, says);
  QTemporaryDir folder;
  QDir(folder.path()).mkdir(QStringLiteral("taken"));
  QFile file(folder.filePath(QStringLiteral("taken/project.toml")));
  QVERIFY(file.open(QIODevice::WriteOnly));
  NewProjectDialog dialog;
  dialog.nameEdit()->setText(name);
  dialog.folderEdit()->setText(folder.path());
  dialog.kindBox()->setCurrentIndex(0);
  dialog.dataEdit()->setText(data == QStringLiteral(".") ? folder.path() : data);
  dialog.accept();
  QVERIFY(dialog.projectFile().isEmpty());
  QVERIFY2(dialog.messageBar()->text().contains(says, Qt::CaseInsensitive), qPrintable(dialog.messageBar()->text()));
}

void ProjectTest::recentFilesKeepTen() {
  QTemporaryDir folder;
  QSettings settings(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
  RecentFiles recent(settings);
  for (int i = 0; i < 14; ++i) recent.add(QStringLiteral("/p/%1.toml").arg(i));
  QCOMPARE(recent.files().size(), 10);
  QCOMPARE(recent.files().first(), QStringLiteral("/p/13.toml"));
  recent.add(QStringLiteral("/p/9.toml"));
  QCOMPARE(recent.files().first(), QStringLiteral("/p/9.toml"));
  QCOMPARE(recent.files().size(), 10);
  recent.clear();
  QVERIFY(recent.files().isEmpty());
}

void ProjectTest::searchRanks() {
  std::vector<SearchEntry> entries;
  for (const char* title : {"layer1.0.conv1", "layer10.conv", "Train", "Constrain", "run 12"})
    entries.push_back({QStringLiteral("x"), QString::fromLatin1(title), {}, {}});
  QCOMPARE(searchEntries(entries, QStringLiteral("train")), (std::vector<int>{2, 3}));  // at the beginning of a word first
  QCOMPARE(searchEntries(entries, QStringLiteral("conv layer1")), (std::vector<int>{1, 0}));
  QVERIFY(searchEntries(entries, QStringLiteral("nothing")).empty());
  QCOMPARE(searchEntries(entries, QString()).size(), 5u);
  QCOMPARE(searchEntries(entries, QString(), 2).size(), 2u);
}

void ProjectTest::searchByKeyboard() {
  QWidget window;
  window.resize(900, 600);
  window.show();
  QuickSearch search(&window);
  const QAbstractItemModelTester tester(search.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
  QString activated;
  std::vector<SearchEntry> entries;
  for (const char* title : {"alpha", "alphabet", "beta"})
    entries.push_back(
        {QStringLiteral("layer"), QString::fromLatin1(title), {}, [&activated, title] { activated = QString::fromLatin1(title); }});
  search.open(entries);
  QVERIFY(search.isVisible());
  QTest::keyClicks(search.edit(), QStringLiteral("alph"));
  QCOMPARE(search.model()->rowCount(), 2);
  QTest::keyClick(search.edit(), Qt::Key_Down);
  QTest::keyClick(search.edit(), Qt::Key_Return);
  QCOMPARE(activated, QStringLiteral("alphabet"));
  QVERIFY(!search.isVisible());
  search.open(entries);
  QTest::keyClick(search.edit(), Qt::Key_Escape);
  QVERIFY(!search.isVisible());
}

void ProjectTest::inspectorDescribesARun() {
  Selection selection;
  Inspector inspector(&selection);
  RunInfo run;
  run.id = 5;
  run.name = "run 5";
  run.model = "mlp";
  run.step = 1200;
  run.epoch = 3;
  run.seconds = 90;
  run.finals = {{"val_accuracy", 0.97}, {"best_val_accuracy", 0.98}, {"predicted_peak_bytes", 1 << 20}, {"measured_peak_bytes", 1 << 20}};
  inspector.setRunLookup([&run](RunId id) { return id == run.id ? &run : nullptr; });
  selection.setRun(5);
  QCOMPARE(inspector.description().heading, QStringLiteral("run 5 · mlp"));
  const QString table = inspector.description().table().replace(QChar(0x00A0), QLatin1Char(' '));
  QVERIFY(table.contains(QStringLiteral("best 98 %")));
  QVERIFY(table.contains(QStringLiteral("predicted 1 MiB, resident 1 MiB")));
  selection.setRun(6);  // gone meanwhile
  QVERIFY(inspector.description().empty());
}

void ProjectTest::inspectorDescribesANode() {
  auto plan = std::make_shared<PlanView>();
  const ValueId x = plan->graph.addInput("x", DType::F32, {8, 16});
  const ValueId y = plan->graph.add("relu", {x}, {}, "relu1");
  plan->plan = planMemory(plan->graph);
  plan->kernels = {{"own", "stepscope", {}}};
  const Description node = describeNode(nullptr, plan.get(), 0);
  QCOMPARE(node.heading, QStringLiteral("relu1 · relu"));
  const QString table = node.table().replace(QChar(0x00A0), QLatin1Char(' '));
  QVERIFY2(table.contains(QStringLiteral("reads 512 B · writes 512 B")), qPrintable(table));
  const Description tensor = describeTensor(plan.get(), y);
  QVERIFY(tensor.table().contains(QStringLiteral("8×16 f32")));
  QVERIFY(describeNode(nullptr, plan.get(), 99).empty());
  QVERIFY(describeTensor(plan.get(), -1).empty());
  QVERIFY(describeNode(nullptr, nullptr, 0).empty());
}

QTEST_MAIN(ProjectTest)
#include "project_test.moc"
