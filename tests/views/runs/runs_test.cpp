// The table of runs over a real store: changes of another connection appear, rename, trash and undo.
#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "tests/views/patience.h"
#include "views/common/message_bar.h"
#include "views/common/selection.h"
#include "views/common/theme.h"
#include "views/runs/runs_model.h"
#include "views/runs/runs_store.h"
#include "views/runs/runs_view.h"

using namespace stepscope;

namespace {

RunInfo infoOf(const std::string& name, double accuracy) {
  RunInfo info;
  info.name = name;
  info.model = "lenet5";
  info.status = RunStatus::Finished;
  info.seconds = 12;
  info.step = 100;
  info.epoch = 2;
  info.configuration = R"({"switches": {"batch_size": 64}, "train": {"epochs": 5}})";
  info.finals = {{"val_accuracy", accuracy}, {"best_val_accuracy", accuracy}, {"val_loss", 1 - accuracy}};
  return info;
}

RunId writeRun(RunWriter& writer, const std::string& name, double accuracy) {
  RunInfo info = infoOf(name, accuracy);
  info.status = RunStatus::Running;
  info.id = writer.createRun(info);
  for (int step = 1; step <= 100; ++step) writer.append(info.id, "train_loss", {step, step * 0.1, 1.0 / step});
  writer.append(info.id, "val_loss", {50, 5, 0.5});
  writer.append(info.id, "val_loss", {100, 10, 0.4});
  writer.mark(info.id, {60, 6, "switch", "batch size 64 -> 128"});
  info.name = name;
  info.status = RunStatus::Finished;
  writer.finish(info);
  return info.id;
}

}  // namespace

class RunsTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeChoice::Light); }
  void modelKeepsSelectionPlaces();
  void modelShowsUnits();
  void unreadableConfigurationIsUnknown();
  void filterSortSelect();
  void runsOfAnotherWriterAppear();
  void curvesAreLoaded();
  void renameAndTrashAreUndone();
  void damagedStoreIsAMessage();
};

void RunsTest::modelKeepsSelectionPlaces() {
  RunsModel model;
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
  std::vector<RunInfo> runs;
  for (int i = 3; i >= 1; --i) {
    runs.push_back(infoOf("run " + std::to_string(i), 0.9));
    runs.back().id = i;
  }
  model.setRuns(runs);
  const QPersistentModelIndex second(model.index(1, 0));
  QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
  runs.insert(runs.begin(), infoOf("run 4", 0.5));
  runs.front().id = 4;
  model.setRuns(runs);  // one more
  QCOMPARE(second.row(), 2);
  runs.erase(runs.begin() + 1);
  model.setRuns(runs);  // one less
  QCOMPARE(second.row(), 1);
  runs[1].name = "renamed";
  model.setRuns(runs);
  QCOMPARE(second.data().toString(), QStringLiteral("renamed"));
  QCOMPARE(resets.count(), 0);
  std::swap(runs[0], runs[1]);
  model.setRuns(runs);  // another order
  QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("renamed"));
  model.setRuns({});
  QCOMPARE(model.rowCount(), 0);
}

void RunsTest::modelShowsUnits() {
  RunsModel model;
  RunInfo run = infoOf("run 1", 0.9912);
  run.id = 1;
  run.status = RunStatus::Failed;
  run.message = "disk full";
  model.setRuns({run});
  const auto text = [&](int column) { return model.index(0, column).data().toString().replace(QChar(0x00A0), QLatin1Char(' ')); };
  QCOMPARE(text(RunsModel::Status), QStringLiteral("failed"));
  QCOMPARE(model.index(0, RunsModel::Status).data(Qt::ToolTipRole).toString(), QStringLiteral("disk full"));
  QCOMPARE(text(RunsModel::Best), QStringLiteral("99.12 %"));
  QCOMPARE(text(RunsModel::Epochs), QStringLiteral("2 / 5"));
  QCOMPARE(text(RunsModel::BatchSize), QStringLiteral("64"));
  QCOMPARE(text(RunsModel::Throughput), QStringLiteral("—"));
  QCOMPARE(text(RunsModel::Duration), QStringLiteral("12 s"));
  QCOMPARE(model.table().count(QLatin1Char('\n')), 2);
}

void RunsTest::unreadableConfigurationIsUnknown() {
  RunsModel model;
  RunInfo run = infoOf("run 1", 0.9);
  run.configuration = "{ not JSON";
  model.setRuns({run});
  QCOMPARE(model.index(0, RunsModel::BatchSize).data().toString(), QStringLiteral("—"));
}

void RunsTest::filterSortSelect() {
  RunsModel model;
  RunsStore store;
  Selection selection;
  RunsView view(&model, &store, &selection);
  view.resize(1000, 500);
  view.show();
  std::vector<RunInfo> runs;
  for (int i = 1; i <= 12; ++i) {
    runs.push_back(infoOf(i % 2 ? "odd " + std::to_string(i) : "even " + std::to_string(i), i == 5 ? std::nan("") : 0.5 + i * 0.01));
    runs.back().id = i;
    runs.back().createdMs = i * 1000;
  }
  model.setRuns(runs);
  QCOMPARE(view.table()->model()->rowCount(), 12);
  QTest::keyClicks(view.filter(), QStringLiteral("odd lenet"));
  QCOMPARE(view.table()->model()->rowCount(), 6);
  view.filter()->clear();
  view.table()->sortByColumn(RunsModel::Best, Qt::DescendingOrder);
  QCOMPARE(view.table()->model()->index(0, 0).data().toString(), QStringLiteral("even 12"));
  QCOMPARE(view.table()->model()->index(11, 0).data().toString(), QStringLiteral("odd 5"));  // unknown comes last
  view.selectRuns({3});
  QCOMPARE(selection.run(), 3);
  QCOMPARE(view.compareButton()->text(), QStringLiteral("Show curves"));
  view.selectRuns({3, 7});
  QCOMPARE(view.selectedRuns().size(), 2u);
  QCOMPARE(view.compareButton()->text(), QStringLiteral("Compare 2 runs"));
  QSignalSpy shown(&view, &RunsView::showRequested);
  QTest::mouseClick(view.compareButton(), Qt::LeftButton);
  QCOMPARE(shown.count(), 1);
}

void RunsTest::runsOfAnotherWriterAppear() {
  QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("runs.db"));
  RunsStore store;
  std::vector<RunInfo> seen;
  connect(&store, &RunsStore::runsChanged, this, [&](const std::vector<RunInfo>& runs) { seen = runs; });
  QSignalSpy messages(&store, &RunsStore::message);
  store.open(path);  // not there yet: no message
  QTest::qWait(100);
  QVERIFY(seen.empty());
  RunWriter writer(path.toStdString());
  writeRun(writer, "run 1", 0.9);
  QTRY_COMPARE_WITH_TIMEOUT(seen.size(), 1u, kPatience);
  writeRun(writer, "run 2", 0.95);
  QTRY_COMPARE_WITH_TIMEOUT(seen.size(), 2u, kPatience);
  QCOMPARE(messages.count(), 0);
}

void RunsTest::curvesAreLoaded() {
  QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("runs.db"));
  RunId first, second;
  {
    RunWriter writer(path.toStdString());
    first = writeRun(writer, "run 1", 0.9);
    second = writeRun(writer, "run 2", 0.95);
  }
  RunsStore store;
  store.open(path);
  std::vector<std::shared_ptr<RunCurves>> loaded;
  connect(&store, &RunsStore::curvesLoaded, this, [&](const std::vector<std::shared_ptr<RunCurves>>& runs) { loaded = runs; });
  store.loadCurves({second, first});
  QTRY_COMPARE_WITH_TIMEOUT(loaded.size(), 2u, kPatience);
  QCOMPARE(loaded[0]->id, second);
  QCOMPARE(loaded[0]->curve("train_loss").size(), 100u);
  QCOMPARE(loaded[0]->curve("val_loss").value.back(), 0.4);
  QCOMPARE(loaded[0]->markers.size(), 1u);
  QCOMPARE(loaded[0]->epochEnds.size(), 2u);
}

void RunsTest::renameAndTrashAreUndone() {
  QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("runs.db"));
  RunId run;
  {
    RunWriter writer(path.toStdString());
    run = writeRun(writer, "run 1", 0.9);
  }
  RunsStore store;
  std::vector<RunInfo> seen;
  connect(&store, &RunsStore::runsChanged, this, [&](const std::vector<RunInfo>& runs) { seen = runs; });
  store.open(path);
  QTRY_COMPARE_WITH_TIMEOUT(seen.size(), 1u, kPatience);
  store.rename(run, QStringLiteral("run 1"), QStringLiteral("baseline"));
  QTRY_COMPARE_WITH_TIMEOUT(seen[0].name, std::string("baseline"), kPatience);
  store.remove(run, QStringLiteral("baseline"));
  QTRY_VERIFY_WITH_TIMEOUT(seen.empty(), kPatience);
  store.undoStack()->undo();
  QTRY_COMPARE_WITH_TIMEOUT(seen.size(), 1u, kPatience);
  store.undoStack()->undo();
  QTRY_COMPARE_WITH_TIMEOUT(seen[0].name, std::string("run 1"), kPatience);
}

void RunsTest::damagedStoreIsAMessage() {
  QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("runs.db"));
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(QByteArray(8192, 'x'));
  file.close();
  RunsStore store;
  QSignalSpy messages(&store, &RunsStore::message);
  store.open(path);
  QTRY_VERIFY_WITH_TIMEOUT(messages.count() >= 1, kPatience);
  QVERIFY(messages[0][0].value<Message>().where.contains(QStringLiteral("runs.db")));
  const auto count = messages.count();
  QTest::qWait(900);
  QVERIFY2(messages.count() <= count + 1, "the same damage is said again and again");
}

QTEST_MAIN(RunsTest)
#include "runs_test.moc"
