#include "views/memory/memory_model.h"

#include <QAbstractItemModelTester>
#include <QtTest>
#include <cmath>

#include "sample_plan.h"
#include "views/memory/alive_table_model.h"
#include "views/memory/node_axis.h"

using namespace stepscope;

namespace {

QString plain(QString text) {
  return text.replace(QChar(0xA0), ' ');
}

}  // namespace

class MemoryModelTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void peakAndSaving() {
    const MemoryModel model(samplePlan());
    QCOMPARE(model.peakNode(), 1);
    QCOMPARE(model.peakLiveBytes(), std::int64_t{1000});
    QCOMPARE(model.lostBytes(), std::int64_t{24});
    QCOMPARE(model.savedBytes(), std::int64_t{276});
    QCOMPARE(plain(model.peakText()), QString("peak 1.29 KiB in fc1, 3 of 4 tensors alive"));
    QVERIFY(model.summary().contains("Sharing saved"));
  }

  void stateByRole() {
    const MemoryModel model(samplePlan());
    QCOMPARE(model.state().size(), std::size_t{2});
    QVERIFY(model.state()[0].role == Role::Parameter && model.state()[0].bytes == 200 && model.state()[0].count == 1);
    QVERIFY(model.state()[1].role == Role::OptimizerState && model.state()[1].bytes == 100);
    const std::vector<StateShare> peak = model.peakByRole();
    std::int64_t sum = 0;
    for (const StateShare& share : peak) sum += share.bytes;
    QCOMPARE(sum, std::int64_t{1000});
    QVERIFY(peak[0].bytes == 400 && peak.back().bytes == 200);
  }

  void frozenParametersByThemselves() {
    PlanView view = *samplePlan();
    view.graph.value(view.graph.find("fc1.weight")).role = Role::Frozen;
    const MemoryModel model(std::make_shared<const PlanView>(view));
    QCOMPARE(model.state().size(), std::size_t{2});
    QVERIFY(model.state()[0].role == Role::Frozen && model.state()[0].bytes == 200 && model.state()[0].count == 1);
    QCOMPARE(nameOf(Role::Frozen), std::string_view("frozen parameter"));
    QVERIFY(categoryOf(Role::Frozen) == categoryOf(Role::Parameter));
  }

  void phases() {
    const MemoryModel model(samplePlan());
    QCOMPARE(model.phases().size(), std::size_t{3});
    QVERIFY(model.phases()[1].phase == Phase::Backward && model.phases()[1].first == 2 && model.phases()[1].last == 3);
    QVERIFY(!model.phases()[1].withOptimizer && model.phaseAt(3) == Phase::Backward && model.phaseAt(4) == Phase::Optimizer);
    PlanView interleaved = *samplePlan();
    interleaved.graph.node(2).phase = Phase::Optimizer;
    interleaved.graph.node(1).phase = Phase::Backward;
    const MemoryModel other(std::make_shared<const PlanView>(interleaved));
    QCOMPARE(other.phases().size(), std::size_t{3});  // forward 0, backward 1 to 3, optimizer 4
    QVERIFY(other.phases()[1].withOptimizer && other.phaseAt(2) == Phase::Backward);
  }

  void aliveIsByLifetime_data() {
    QTest::addColumn<int>("node");
    QTest::addColumn<QVector<int>>("expected");
    QTest::newRow("first") << 0 << QVector<int>{0, 3};
    QTest::newRow("peak") << 1 << QVector<int>{0, 4, 3};
    QTest::newRow("third") << 3 << QVector<int>{0, 5};
    QTest::newRow("last") << 4 << QVector<int>{5};
    QTest::newRow("none") << 9 << QVector<int>{};
  }
  void aliveIsByLifetime() {
    QFETCH(int, node);
    QFETCH(QVector<int>, expected);
    const MemoryModel model(samplePlan());
    const std::vector<SlotId> alive = model.aliveAt(node);
    QCOMPARE(QVector<int>(alive.begin(), alive.end()), expected);
  }

  void hitTests() {
    const MemoryModel model(samplePlan());
    QCOMPARE(model.slotAt(0, 0), std::optional<SlotId>(0));
    QCOMPARE(model.slotAt(0, 450), std::optional<SlotId>(3));
    QCOMPARE(model.slotAt(3, 450), std::optional<SlotId>(5));  // the same bytes, later
    QVERIFY(!model.slotAt(3, 550).has_value());
    QVERIFY(!model.slotAt(0, 700).has_value());
    QCOMPARE(model.slotAt(1, 999), std::optional<SlotId>(4));
    QVERIFY(!model.slotAt(1, 1010).has_value());
  }

  void words() {
    const MemoryModel model(samplePlan());
    QCOMPARE(model.slotName(3), QString::fromStdString(model.graph().value(model.plan().slots[3].value).name));
    QCOMPARE(model.valuesOf(3).size(), std::size_t{2});
    QCOMPARE(model.lifetime(3), QString("ops 1 to 3"));
    QCOMPARE(model.lifetime(1), QString("from step to step"));
    QVERIFY(model.tooltip(3).contains("1 more value is computed in the same place"));
    QVERIFY(model.tooltip(0).contains("10x10"));
    QVERIFY(model.nodeTitle(2).startsWith("fc1 · "));
    QVERIFY(model.nodeTitle(99).isEmpty());
    const QStringList lines = model.toTable().split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 5);
    for (const QString& line : lines) QCOMPARE(line.count('\t'), 8);
  }

  void tableModelKeepsItsPromises() {
    AliveTableModel table;
    const QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto model = std::make_shared<const MemoryModel>(samplePlan());
    QCOMPARE(table.rowCount(), 0);
    table.show(model, 1);
    QCOMPARE(table.rowCount(), 3);
    QCOMPARE(table.totalBytes(), std::int64_t{1000});
    QCOMPARE(table.slotAt(2), SlotId(3));  // the smallest last
    const QPersistentModelIndex smallest = table.index(2, 0);
    table.sort(AliveTableModel::Bytes, Qt::AscendingOrder);
    QCOMPARE(table.slotAt(0), SlotId(3));
    QCOMPARE(smallest.row(), 0);
    for (int column = 0; column < AliveTableModel::ColumnCount; ++column) {
      table.sort(column, Qt::DescendingOrder);
      QVERIFY(!table.headerData(column, Qt::Horizontal).toString().isEmpty());
      for (int row = 0; row < 3; ++row) QVERIFY(!table.index(row, column).data().toString().isEmpty());
    }
    QCOMPARE(table.rowOf(99), -1);
    QCOMPARE(table.toTable().count('\n'), 4);
    table.show(model, kNone);
    QCOMPARE(table.rowCount(), 0);
    table.show(nullptr, 0);
    QCOMPARE(table.rowCount(), 0);
  }

  void aPlanWithoutOps() {
    auto view = std::make_shared<PlanView>();
    view->graph.addInput("x", DType::F32, {4});
    const MemoryModel model(view);
    QCOMPARE(model.peakNode(), kNone);
    QVERIFY(!model.peakText().isEmpty() && !model.summary().isEmpty());
    QVERIFY(model.aliveAt(0).empty() && model.peakByRole().empty());
  }

  void nodeAxis() {
    NodeAxis axis;
    axis.count = 500;
    axis.left = 80;
    axis.width = 1000;
    axis.fit();
    QCOMPARE(axis.pixelsPerNode(), 2.0);
    QCOMPARE(axis.nodeAt(80), 0);
    QCOMPARE(axis.nodeAt(1079.9), 499);
    QCOMPARE(axis.nodeAt(-5), 0);
    QCOMPARE(axis.nodeAt(5000), 499);
    axis.zoomAbout(580, 0.1);
    QVERIFY(std::abs(axis.xOf(250) - 580) < 1e-9);
    for (int i = 0; i < 50; ++i) axis.zoomAbout(580, 0.5);
    QCOMPARE(axis.length, NodeAxis::kFewest);
    axis.reveal(10);
    QVERIFY(axis.begin <= 10 && axis.end() >= 11);
    axis.reveal(499);
    QVERIFY(std::abs(axis.end() - 500) < 1e-9);
    axis.panPixels(1e6);
    QVERIFY(axis.end() <= 500.0 + 1e-9);
    for (int i = 0; i < 50; ++i) axis.zoomAbout(100, 2);
    QCOMPARE(axis.length, 500.0);
    NodeAxis one;
    one.fit();
    QCOMPARE(one.length, 1.0);
  }
};

QTEST_MAIN(MemoryModelTest)  // the model draws swatches, which want an application that draws
#include "memory_model_test.moc"
