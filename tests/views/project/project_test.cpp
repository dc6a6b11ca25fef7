// Recent files, quick search and the inspector's descriptions.
#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include "views/common/graph_match.h"
#include "views/common/selection.h"
#include "views/common/theme.h"
#include "views/inspector/inspector.h"
#include "views/project/quick_search.h"
#include "views/project/recent_files.h"

using namespace stepscope;

class ProjectTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeChoice::Dark); }
  void recentFilesKeepTen();
  void searchRanks();
  void searchFindsSynonyms();
  void searchByKeyboard();
  void inspectorDescribesARun();
  void inspectorDescribesANode();
};

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
  QVERIFY(recent.openedAt(QStringLiteral("/p/9.toml")) > 0);
  QCOMPARE(recent.openedAt(QStringLiteral("/p/0.toml")), 0);  // no longer among the ten
  recent.remove(QStringLiteral("/p/9.toml"));
  QCOMPARE(recent.files().size(), 9);
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
  // What an entry means is searched too, behind what is called so.
  entries.push_back({QStringLiteral("setting"), QStringLiteral("train.epochs"), {}, {}, QStringLiteral("passes through the data")});
  QCOMPARE(searchEntries(entries, QStringLiteral("data")), (std::vector<int>{5}));
  QCOMPARE(searchEntries(entries, QStringLiteral("train")), (std::vector<int>{2, 5, 3}));
}

// The words of articles and of PyTorch find what Stepscope calls otherwise.
void ProjectTest::searchFindsSynonyms() {
  std::vector<SearchEntry> entries;
  for (const char* title : {"Checkpointing", "train.early_stopping.patience", "Diagnosis", "Mixed precision", "Timeline"})
    entries.push_back({QStringLiteral("x"),
                       QString::fromLatin1(title),
                       {},
                       {},
                       QString::fromLatin1(title) == QLatin1String("Mixed precision") ? QStringLiteral("amp") : QString()});
  const auto found = [&](const char* query) { return searchEntries(entries, QString::fromUtf8(query)); };
  QCOMPARE(found("gradient checkpointing"), (std::vector<int>{0}));
  QCOMPARE(found("gradient check"), (std::vector<int>{0}));  // while it is typed
  QCOMPARE(found("梯度检查点"), (std::vector<int>{0}));
  QCOMPARE(found("早停"), (std::vector<int>{1}));
  QCOMPARE(found("瓶颈"), (std::vector<int>{2}));
  QCOMPARE(found("bottleneck"), (std::vector<int>{2}));
  QCOMPARE(found("autocast"), (std::vector<int>{3}));
  QCOMPARE(found("profiler"), (std::vector<int>{4}));
  QVERIFY(found("b").empty());     // one letter is the beginning of too much
  QVERIFY(found("剪枝").empty());  // not built: nothing is promised
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
    entries.push_back({QStringLiteral("layer"), QString::fromLatin1(title), {}, [&activated, title] { activated = QString::fromLatin1(title); }});
  search.open(entries);
  QVERIFY(search.isVisible());
  QTest::keyClicks(search.edit(), QStringLiteral("alph"));
  QCOMPARE(search.model()->rowCount(), 2);
  QTest::keyClick(search.edit(), Qt::Key_Down);
  QTest::keyClick(search.edit(), Qt::Key_Return);
  QCOMPARE(activated, QStringLiteral("alphabet"));
  QVERIFY(!search.isVisible());
  search.open(entries);
  QTest::keyClicks(search.edit(), QStringLiteral("zebra"));
  QVERIFY(search.nothingLabel()->isVisible());
  QVERIFY2(search.nothingLabel()->text().contains(QStringLiteral("Nothing found for “zebra”")), qPrintable(search.nothingLabel()->text()));
  QTest::keyClick(search.edit(), Qt::Key_Return);  // does nothing
  QVERIFY(search.isVisible());
  search.edit()->clear();
  QVERIFY(!search.nothingLabel()->isVisible());
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
  inspector.setRunLookup([&run](RunId id) { return id == run.id ? std::optional(run) : std::nullopt; });
  selection.setRun(5);
  QCOMPARE(inspector.description().heading, QStringLiteral("run 5 · mlp"));
  const QString table = inspector.description().table().replace(QChar(0x00A0), QLatin1Char(' '));
  QVERIFY(table.contains(QStringLiteral("best 98 %")));
  QVERIFY(table.contains(QStringLiteral("1 MiB resident, 1 MiB planned")));
  selection.setRun(6);  // gone meanwhile
  QVERIFY(inspector.description().empty());
}

void ProjectTest::inspectorDescribesANode() {
  auto plan = std::make_shared<PlanView>();
  const ValueId x = plan->graph.addInput("x", DType::F32, {8, 16});
  const ValueId y = plan->graph.add("relu", {x}, {}, "relu1");
  plan->plan = planMemory(plan->graph);
  plan->kernels = {{"own", "stepscope", {}}};
  GraphMatch match;
  match.planned = true;
  const Description node = describeNode(nullptr, plan.get(), match, 0);
  QCOMPARE(node.heading, QStringLiteral("relu1 · relu"));
  const QString table = node.table().replace(QChar(0x00A0), QLatin1Char(' '));
  QVERIFY2(table.contains(QStringLiteral("reads 512 B · writes 512 B")), qPrintable(table));
  const Description tensor = describeTensor(plan.get(), y);
  QVERIFY(tensor.table().contains(QStringLiteral("8×16 f32")));
  QVERIFY(describeNode(nullptr, plan.get(), match, 99).empty());
  QVERIFY(describeTensor(plan.get(), -1).empty());
  QVERIFY(describeNode(nullptr, nullptr, {}, 0).empty());
}

QTEST_MAIN(ProjectTest)
#include "project_test.moc"
