#include "views/graph/layer_tree.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

#include "core/graph/op.h"
#include "core/models/model.h"
#include "core/passes/step_graph.h"
#include "tests/profiler/analysis/trace_builder.h"
#include "tests/views/memory/sample_plan.h"
#include "views/graph/graph_model.h"

using namespace stepscope;

namespace {

constexpr std::size_t kForward = static_cast<std::size_t>(Phase::Forward), kBackward = static_cast<std::size_t>(Phase::Backward);

Graph forwardOf(const std::string& name) {
  ModelSpec spec;
  spec.name = name;
  for (const ZooEntry& entry : modelZoo())
    if (entry.name == name) return buildModel(spec, defaultInput(entry), 2, true);
  qFatal("no model %s", name.c_str());
}

PlanView planOf(const Graph& forward) {
  StepOptions options;
  options.fusion = false;  // op by op, as summarize() reads the forward graph
  PlanView view;
  view.graph = buildTrainingStep(forward, OptimizerSpec(), options).graph;
  view.plan = planMemory(view.graph);
  return view;
}

const LayerRow& rowOf(const LayerTree& tree, const char* scope) {
  return tree.rows.at(static_cast<std::size_t>(tree.find(scope)));
}

// Two steps of 10 ms: layer1.0.conv1 forward 1 ms and backward 2 ms, layer1.0.bn1 0.5 ms, fc 3 ms; "gone" is of another plan, 0.25 ms.
Trace capture() {
  TraceBuilder b;
  b.node("conv2d", "layer1.0.conv1", Category::Forward)
      .node("batch norm", "layer1.0.bn1", Category::Forward)
      .node("linear", "fc", Category::Forward)
      .node("conv2d backward weights", "layer1.0.conv1", Category::Backward)
      .node("relu", "gone", Category::Forward);
  for (int s = 0; s < 2; ++s) {
    const std::int64_t t = 1'000'000'000 + s * 12'000'000;
    const auto op = [&](std::int64_t from, std::int64_t us, int node) {
      b.span("Trainer", "op", Category::Forward, t + from * 1000, us * 1000, node, s);
    };
    op(1000, 1000, 0);
    op(2000, 500, 1);
    op(3000, 3000, 2);
    op(6000, 2000, 3);
    op(8000, 250, 4);
    b.span("Trainer", "step", Category::Step, t, 10'000'000, -1, s);
  }
  return b.build();
}

}  // namespace

class LayerTreeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void sumsAreTheModels_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<qint64>("parameters");  // torchvision's; 0: only against parameterCount
    QTest::newRow("resnet18") << "resnet18" << qint64{11'689'512};
    QTest::newRow("mobilenet_v2") << "mobilenet_v2" << qint64{3'504'872};
    QTest::newRow("gpt") << "gpt" << qint64{0};
    QTest::newRow("lstm") << "lstm" << qint64{0};
  }
  void sumsAreTheModels() {
    QFETCH(QString, model);
    QFETCH(qint64, parameters);
    const Graph forward = forwardOf(model.toStdString());
    const PlanView view = planOf(forward);
    const LayerTree tree = layerTree(view);
    if (parameters > 0) QCOMPARE(qint64{tree.root().parameters}, parameters);
    QCOMPARE(tree.root().parameters, parameterCount(forward));
    const std::vector<LayerSummary> summary = summarize(forward);
    QVERIFY(!summary.empty());
    for (const LayerSummary& layer : summary) {
      const int index = tree.find(layer.scope);
      QVERIFY2(index > 0, layer.scope.c_str());
      const LayerRow& row = tree.rows[static_cast<std::size_t>(index)];
      if (!row.children.empty()) continue;  // sums of more than the layer's own ops
      QVERIFY2(row.parameters == layer.parameters, layer.scope.c_str());
      QVERIFY2(row.flops[kForward] == layer.flops, layer.scope.c_str());
      QVERIFY2(row.output == layer.output, layer.scope.c_str());
    }
    ByPhase flops{};
    std::int64_t bytes = 0;
    for (const Node& node : view.graph.nodes()) {
      if (!node.op->cost) continue;
      const Cost cost = node.op->cost(view.graph, node);
      flops[static_cast<std::size_t>(node.phase)] += cost.flops;
      bytes += cost.bytesRead + cost.bytesWritten;
    }
    QVERIFY(tree.root().flops == flops);
    QCOMPARE(tree.root().bytesMoved(), bytes);
    QVERIFY(flops[kBackward] > flops[kForward]);
    QVERIFY(tree.root().savedBytes > 0 && tree.root().savedBytes <= tree.root().memoryBytes);
    for (const LayerRow& row : tree.rows) {
      std::int64_t below = 0;
      for (const int child : row.children) below += tree.rows[static_cast<std::size_t>(child)].parameters;
      QVERIFY(below <= row.parameters);
    }
  }

  void scopesAreSplitAtDots() {
    const LayerTree tree = layerTree(planOf(forwardOf("resnet18")));
    const LayerRow& conv = rowOf(tree, "layer2.0.downsample.0");
    QCOMPARE(conv.name, std::string("0"));
    QCOMPARE(tree.rows[static_cast<std::size_t>(conv.parent)].scope, std::string("layer2.0.downsample"));
    QCOMPARE(rowOf(tree, "layer2").parent, 0);
    QVERIFY(rowOf(tree, "layer2").output == (Shape{2, 128, 28, 28}));
    QCOMPARE(rowOf(tree, "layer2").firstNode, kNone);
    QCOMPARE(rowOf(tree, "layer2").parameters, std::int64_t{525'568});  // of torchvision's resnet18().layer2
    QCOMPARE(tree.find("layer9"), -1);
    QCOMPARE(tree.find("layer"), -1);
  }

  void memoryIsOfThePlan() {
    const LayerTree tree = layerTree(*samplePlan());
    const LayerRow& fc1 = rowOf(tree, "fc1");
    QCOMPARE(fc1.memoryBytes, std::int64_t{200});  // y with the relu's output in its place: once
    QCOMPARE(fc1.savedBytes, std::int64_t{200});
    QCOMPARE(fc1.parameters, std::int64_t{50});
    QCOMPARE(fc1.firstNode, 0);
    QCOMPARE(QString::fromStdString(fc1.ops), QString("%1, %2").arg(opNamed("linear").title.data(), opNamed("relu").title.data()));
    PlanView shortLived = *samplePlan();
    shortLived.plan.slots[3].last = 1;  // nothing of it reaches the backward pass
    QCOMPARE(rowOf(layerTree(shortLived), "fc1").savedBytes, std::int64_t{0});
    QCOMPARE(rowOf(layerTree(shortLived), "fc1").memoryBytes, std::int64_t{200});
  }

  void timesSumUp() {
    LayerTree tree = layerTree(planOf(forwardOf("resnet18")));
    addTimes(tree, capture());
    QCOMPARE(tree.steps, 2);
    QCOMPARE(tree.stepNs, std::int64_t{20'000'000});
    QCOMPARE(tree.msPerStep(rowOf(tree, "layer1.0.conv1")), 3.0);
    QCOMPARE(tree.msPerStep(rowOf(tree, "layer1.0")), 3.5);
    QCOMPARE(tree.msPerStep(rowOf(tree, "layer1")), 3.5);
    QCOMPARE(tree.share(rowOf(tree, "fc")), 0.3);
    QCOMPARE(tree.msPerStep(tree.root()), 6.5);
    QCOMPARE(tree.otherNs, std::int64_t{500'000});
    QCOMPARE(rowOf(tree, "layer2").ns, std::int64_t{0});
    addTimes(tree, capture());  // replaces
    QCOMPARE(tree.msPerStep(tree.root()), 6.5);
    addTimes(tree, Trace());
    QCOMPARE(tree.steps, 0);
    QCOMPARE(tree.root().ns, std::int64_t{0});
    QCOMPARE(tree.share(tree.root()), 0.0);
  }

  // In ms from the beginning of the capture; the expected numbers are of capture() as its comment tells it.
  void timesOfARange_data() {
    QTest::addColumn<double>("begin");
    QTest::addColumn<double>("end");
    QTest::addColumn<double>("conv");
    QTest::addColumn<double>("bn");
    QTest::addColumn<double>("fc");
    QTest::addColumn<double>("other");
    QTest::newRow("the first step") << 0.0 << 10.0 << 3.0 << 0.5 << 3.0 << 0.25;
    QTest::newRow("both steps and between") << 0.0 << 22.0 << 6.0 << 1.0 << 6.0 << 0.5;
    QTest::newRow("ops cut at both ends") << 1.75 << 3.5 << 0.25 << 0.5 << 0.5 << 0.0;
    QTest::newRow("within one op") << 3.25 << 3.5 << 0.0 << 0.0 << 0.25 << 0.0;
    QTest::newRow("across two steps") << 7.0 << 14.25 << 2.0 << 0.25 << 0.0 << 0.25;
    QTest::newRow("between the steps") << 10.5 << 11.5 << 0.0 << 0.0 << 0.0 << 0.0;
    QTest::newRow("wider than the capture") << -100.0 << 1000.0 << 6.0 << 1.0 << 6.0 << 0.5;
  }
  void timesOfARange() {
    QFETCH(double, begin);
    QFETCH(double, end);
    QFETCH(double, conv);
    QFETCH(double, bn);
    QFETCH(double, fc);
    QFETCH(double, other);
    const auto ns = [](double ms) { return static_cast<std::int64_t>(ms * 1e6); };
    LayerTree tree = layerTree(planOf(forwardOf("resnet18")));
    addTimes(tree, capture());
    addTimes(tree, capture(), 1'000'000'000 + ns(begin), 1'000'000'000 + ns(end));
    QVERIFY(tree.ofRange);
    QCOMPARE(tree.steps, 1);
    QCOMPARE(tree.stepNs, ns(end - begin));
    QCOMPARE(rowOf(tree, "layer1.0.conv1").ns, ns(conv));
    QCOMPARE(rowOf(tree, "layer1.0.bn1").ns, ns(bn));
    QCOMPARE(rowOf(tree, "layer1").ns, ns(conv + bn));
    QCOMPARE(rowOf(tree, "fc").ns, ns(fc));
    QCOMPARE(tree.otherNs, ns(other));
    QCOMPARE(tree.root().ns, ns(conv + bn + fc));
    QCOMPARE(tree.share(rowOf(tree, "fc")), fc / (end - begin));
    QCOMPARE(tableOf(tree)[0][10], std::string("ms in range"));
    addTimes(tree, capture());  // the whole capture again
    QVERIFY(!tree.ofRange);
    QCOMPARE(tree.msPerStep(tree.root()), 6.5);
    QCOMPARE(tableOf(tree)[0][10], std::string("ms per step"));
  }

  void anEmptyRangeHasNoTimes() {
    LayerTree tree = layerTree(planOf(forwardOf("resnet18")));
    for (const std::int64_t length : {0, -5}) {
      addTimes(tree, capture());
      addTimes(tree, capture(), 1'000'000'000, 1'000'000'000 + length);
      QCOMPARE(tree.steps, 0);
      QVERIFY(!tree.ofRange);
      QCOMPARE(tree.root().ns, std::int64_t{0});
    }
    addTimes(tree, Trace(), 0, 1'000'000);  // no steps: no track to read
    QCOMPARE(tree.steps, 0);
    QVERIFY(namesLayersOf(tree, capture()));
    QVERIFY(!namesLayersOf(tree, Trace()));
    QVERIFY(!namesLayersOf(tree, TraceBuilder().node("relu", "gone", Category::Forward).node("sum", "", Category::Other).build()));
  }

  void tableHasEveryLayer() {
    LayerTree tree = layerTree(planOf(forwardOf("resnet18")));
    std::vector<std::vector<std::string>> table = tableOf(tree);
    QCOMPARE(table.size(), tree.rows.size());
    for (const auto& line : table) QCOMPARE(line.size(), table[0].size());
    QVERIFY(table[1].back().empty());
    addTimes(tree, capture());
    table = tableOf(tree);
    for (const auto& line : table)
      if (line[0] == "fc") {
        QCOMPARE(line[3], std::string("513000"));
        QCOMPARE(line.back(), std::string("0.3"));
        QCOMPARE(line[line.size() - 2], std::string("3"));
        return;
      }
    QFAIL("fc is missing");
  }

  void itemModelKeepsItsPromises() {
    GraphModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    model.setTree(layerTree(planOf(forwardOf("resnet18"))));
    QCOMPARE(model.rowCount(), static_cast<int>(model.tree().root().children.size()));
    const QModelIndex conv = model.indexOf("layer1.0.conv1");
    QCOMPARE(conv.data().toString(), QString("conv1"));
    QCOMPARE(conv.parent().parent().data().toString(), QString("layer1"));
    QCOMPARE(conv.siblingAtColumn(GraphModel::Output).data().toString(), QString("2x64x56x56"));
    QCOMPARE(conv.siblingAtColumn(GraphModel::Time).data().toString(), QString("—"));
    model.setTimes(capture());
    QCOMPARE(conv.siblingAtColumn(GraphModel::Time).data().toString().replace(QChar(0xA0), ' '), QString("3 ms"));
    QCOMPARE(conv.siblingAtColumn(GraphModel::Share).data(GraphModel::ShareRole).toDouble(), 0.3);
    QSignalSpy header(&model, &GraphModel::headerDataChanged);
    model.setTimes(capture(), {1'000'000'000, 1'005'000'000});
    QVERIFY(header.size() == 1);
    QCOMPARE(conv.siblingAtColumn(GraphModel::Time).data().toString().replace(QChar(0xA0), ' '), QString("1 ms"));
    QCOMPARE(model.headerData(GraphModel::Time, Qt::Horizontal).toString(), QString("in range"));
    for (const auto column : {GraphModel::Time, GraphModel::Share})
      QVERIFY(model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().replace(QChar(0xA0), ' ').contains("range of 5 ms"));
    model.setTimes(capture());
    QCOMPARE(model.headerData(GraphModel::Time, Qt::Horizontal).toString(), QString("time / step"));
    for (int column = 0; column < GraphModel::ColumnCount; ++column) {
      QVERIFY(!model.headerData(column, Qt::Horizontal).toString().isEmpty());
      QVERIFY(!conv.siblingAtColumn(column).data(Qt::ToolTipRole).toString().isEmpty());
      QVERIFY(conv.siblingAtColumn(column).data(GraphModel::SortRole).isValid());
    }
    model.setTree(layerTree({}));
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(!model.indexOf("layer1").isValid());
  }
};

QTEST_MAIN(LayerTreeTest)
#include "layer_tree_test.moc"
