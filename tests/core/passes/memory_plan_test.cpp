#include <QtTest>
#include <algorithm>

#include "core/models/model.h"
#include "core/passes/memory_plan.h"
#include "core/passes/step_graph.h"
#include "tests/core/passes/plan_check.h"
#include "tests/core/passes/random_graph.h"

using namespace stepscope;

namespace {

Graph stepOf(const std::string& model, std::int64_t image, std::int64_t batch) {
  ModelSpec spec;
  spec.name = model;
  ModelInput input{{model == "lenet5" ? 1 : 3, image, image}, 10};
  OptimizerSpec optimizer;
  optimizer.momentum = 0.9;
  return buildTrainingStep(buildModel(spec, input, batch, true), optimizer).graph;
}

std::int64_t fullest(const MemoryPlan& plan) {
  return plan.liveBytes.empty() ? 0 : *std::max_element(plan.liveBytes.begin(), plan.liveBytes.end());
}

// Bytes alive in every node, from the lifetimes in the graph, computed here anew: a slot is taken from the first value in it to the last
// node that reads one of them, and to the end of the step when one of them is an output or comes from the host.
std::vector<std::int64_t> aliveBytes(const Graph& graph, const MemoryPlan& plan) {
  const auto nodes = static_cast<NodeId>(graph.nodes().size());
  std::vector<NodeId> first(plan.slots.size(), nodes), last(plan.slots.size(), 0);
  const auto use = [&](ValueId value, NodeId node) {
    const SlotId slot = plan.slotOf[value];
    first[slot] = std::min(first[slot], node);
    last[slot] = std::max(last[slot], node);
  };
  for (std::size_t v = 0; v < graph.values().size(); ++v) {
    if (graph.values()[v].producer != kNone) continue;
    use(static_cast<ValueId>(v), 0);
    use(static_cast<ValueId>(v), nodes - 1);
  }
  for (NodeId n = 0; n < nodes; ++n)
    for (const auto* values : {&graph.node(n).inputs, &graph.node(n).outputs})
      for (const ValueId value : *values)
        if (value != kNone) use(value, n);
  for (const auto& [name, value] : graph.outputs()) use(value, nodes - 1);
  std::vector<std::int64_t> alive(graph.nodes().size(), 0);
  for (std::size_t s = 0; s < plan.slots.size(); ++s)
    for (NodeId n = first[s]; n <= last[s] && !plan.slots[s].persistent; ++n) alive[n] += (plan.slots[s].bytes + 63) / 64 * 64;
  return alive;
}

}  // namespace

class MemoryPlanTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void zooPlansHold_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("image");
    QTest::addColumn<int>("batch");
    QTest::newRow("mlp") << "mlp" << 8 << 4;
    QTest::newRow("lenet5") << "lenet5" << 28 << 8;
    QTest::newRow("resnet20") << "resnet20" << 32 << 4;
    QTest::newRow("resnet18") << "resnet18" << 64 << 2;
    QTest::newRow("resnet50") << "resnet50" << 64 << 2;
  }

  void zooPlansHold() {
    QFETCH(QString, model);
    QFETCH(int, image);
    QFETCH(int, batch);
    const Graph graph = stepOf(model.toStdString(), image, batch);
    const MemoryPlan plan = planMemory(graph);
    QCOMPARE(QString::fromStdString(whatThePlanBreaks(graph, plan)), QString());
    QVERIFY(plan.stepBytes >= fullest(plan));
    QVERIFY2(plan.stepBytes <= fullest(plan) + fullest(plan) / 20, "more than 5 % of the arena is lost between the values");
    QVERIFY(plan.sumBytes > plan.stepBytes);
    QCOMPARE(plan.liveBytes, aliveBytes(graph, plan));
  }

  void randomPlansHold() {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      const Graph forward = randomGraph(seed);
      const Graph step = buildTrainingStep(forward, {}).graph;
      for (const Graph* graph : {&forward, &step}) {
        const MemoryPlan plan = planMemory(*graph);
        const std::string broken = whatThePlanBreaks(*graph, plan);
        QVERIFY2(broken.empty(), ("seed " + std::to_string(seed) + ": " + broken).c_str());
        QVERIFY(plan.stepBytes >= fullest(plan));
        QCOMPARE(plan.liveBytes, aliveBytes(*graph, plan));
      }
    }
  }

  void thePlanDependsOnTheGraphAlone() {
    const Graph graph = stepOf("resnet20", 32, 4);
    const MemoryPlan a = planMemory(graph), b = planMemory(graph);
    QCOMPARE(a.slots.size(), b.slots.size());
    for (std::size_t i = 0; i < a.slots.size(); ++i) QCOMPARE(a.slots[i].offset, b.slots[i].offset);
  }

  void aChainRunsInPlace() {
    Graph g;
    const ValueId x = g.addInput("x", DType::F32, {16, 16});
    const ValueId a = g.add("relu", {x}, {}, "a"), b = g.add("relu", {a}, {}, "b"), c = g.add("relu", {b}, {}, "c");
    g.markOutput("c", c);
    const MemoryPlan plan = planMemory(g);
    const auto slot = [&](ValueId v) { return plan.slotOf[v]; };
    QVERIFY(slot(a) != slot(x));  // an input lives through the step
    QCOMPARE(slot(b), slot(a));
    QCOMPARE(slot(c), slot(a));
    QCOMPARE(plan.stepBytes, std::int64_t{2 * 1024});
    QCOMPARE(plan.peakBytes(), std::int64_t{2 * 1024});
  }

  void activationsAreCounted() {
    const auto gelu = [](Graph& g, ValueId x, const char* scope) { return g.add("gelu", {x}, {{"approximate", std::string("none")}}, scope); };
    Graph g;
    const ValueId w = g.addPersistent(Role::Parameter, "w", DType::F32, {16, 1024}, {});
    const ValueId copy = g.add("relu", {w}, {}, "of the parameter");  // made of parameters only: no activation
    const ValueId x = g.addInput("x", DType::F32, {16, 1024});
    const ValueId a = gelu(g, g.add("add", {x, copy}, {{"relu", false}}, "in"), "a"), b = gelu(g, a, "b"), c = gelu(g, b, "c");
    const ValueId square = g.add("mul", {c, c}, {}, "square");
    g.markOutput("loss", g.add("mean", {square}, {{"axes", Shape{0, 1}}, {"keepdim", false}}, "loss"));
    constexpr std::int64_t kTensor = 16 * 1024 * 4;
    // Forward alone everything is made in the place of the sum, but for the square, which reads c twice.
    const std::int64_t evaluation = activationBytes(g, planMemory(g));
    QVERIFY2(evaluation >= kTensor && evaluation <= 2 * kTensor, qPrintable(QString::number(evaluation)));
    // For the gradients the inputs of the three functions and c are kept, and the square until the mean is taken. Gradients do not count.
    const Graph trained = autodiff(g).graph;
    const std::int64_t training = activationBytes(trained, planMemory(trained));
    QVERIFY2(training >= 5 * kTensor && training < 5 * kTensor + 1024, qPrintable(QString::number(training)));
    QVERIFY(training < planMemory(trained).stepBytes);
    QCOMPARE(activationBytes(Graph(), planMemory(Graph())), std::int64_t{0});
  }

  void notInPlaceWhileSomebodyStillReads() {
    Graph g;
    const ValueId x = g.addInput("x", DType::F32, {16, 16});
    const ValueId a = g.add("relu", {x}, {}, "a"), b = g.add("relu", {a}, {}, "b");
    g.markOutput("sum", g.add("add", {a, b}, {{"relu", false}}, "c"));
    const MemoryPlan plan = planMemory(g);
    QVERIFY(plan.slotOf[a] != plan.slotOf[b]);
    QCOMPARE(QString::fromStdString(whatThePlanBreaks(g, plan)), QString());
  }

  void notInPlaceThroughAViewThatIsStillRead() {
    Graph g;
    const ValueId x = g.addInput("x", DType::F32, {16, 16});
    const ValueId a = g.add("relu", {x}, {}, "a");
    const ValueId view = g.add("reshape", {a}, {{"shape", Shape{256}}}, "view");
    const ValueId b = g.add("relu", {a}, {}, "b");
    g.markOutput("b", b);
    g.markOutput("late", g.add("relu", {view}, {}, "late"));
    const MemoryPlan plan = planMemory(g);
    QCOMPARE(plan.slotOf[a], plan.slotOf[view]);
    QVERIFY(plan.slotOf[a] != plan.slotOf[b]);
    QCOMPARE(QString::fromStdString(whatThePlanBreaks(g, plan)), QString());
  }

  // The gradient may overwrite the prediction, not the target: here both lie in the same bytes.
  void notInPlaceOverWhatTheNodeReadsTwice() {
    Graph g;
    const ValueId x = g.addInput("x", DType::F32, {16, 16}), slope = g.addInput("slope", DType::F32, {});
    const ValueId a = g.add("relu", {x}, {}, "a");
    const ValueId dx = g.add("mse_loss_grad", {a, a, slope}, {{"reduction", std::string("mean")}}, "loss");
    g.markOutput("dx", dx);
    const MemoryPlan plan = planMemory(g);
    QVERIFY(plan.slotOf[a] != plan.slotOf[dx]);
    QCOMPARE(QString::fromStdString(whatThePlanBreaks(g, plan)), QString());
  }

  void notInPlaceOverAnOutput() {
    Graph g;
    const ValueId x = g.addInput("x", DType::F32, {16, 16});
    const ValueId a = g.add("relu", {x}, {}, "a"), b = g.add("relu", {a}, {}, "b");
    g.markOutput("a", a);
    const MemoryPlan plan = planMemory(g);
    QVERIFY(plan.slotOf[a] != plan.slotOf[b]);
  }

  void notInPlaceAcrossLayouts() {
    Graph g;
    const ValueId x = g.addInput("x", DType::F32, {2, 16, 4, 4});
    const ValueId a = g.add("relu", {x}, {}, "a"), b = g.add("relu", {a}, {}, "b");
    g.value(a).layout = Layout::Blocked16;
    g.markOutput("b", b);
    const MemoryPlan plan = planMemory(g);
    QVERIFY(plan.slotOf[a] != plan.slotOf[b]);
  }

  void deadBytesAreUsedAgain() {
    Graph g;
    const ValueId x = g.addInput("x", DType::F32, {1, 1});
    const ValueId w = g.addPersistent(Role::Parameter, "w", DType::F32, {1024, 1}, {});
    const ValueId v = g.addPersistent(Role::Parameter, "v", DType::F32, {1, 1024}, {});
    ValueId y = x;
    for (int i = 0; i < 8; ++i) {
      const ValueId wide = g.add("linear", {y, w}, {{"relu", false}}, "wide");
      y = g.add("linear", {wide, v}, {{"relu", false}}, "narrow");
    }
    const MemoryPlan plan = planMemory(g);
    QCOMPARE(QString::fromStdString(whatThePlanBreaks(g, plan)), QString());
    QCOMPARE(plan.stateBytes, std::int64_t{2 * 4096});
    QVERIFY(plan.stepBytes < 2 * 4096);
    QVERIFY(plan.sumBytes > 8 * 4096);
  }

  void anEmptyGraphNeedsNothing() {
    const MemoryPlan plan = planMemory(Graph());
    QCOMPARE(plan.peakBytes(), std::int64_t{0});
    QVERIFY(plan.liveBytes.empty());
  }

  void planningResnet50() {
    const Graph graph = stepOf("resnet50", 224, 16);
    MemoryPlan plan;
    QBENCHMARK {
      plan = planMemory(graph);
    }
    QCOMPARE(QString::fromStdString(whatThePlanBreaks(graph, plan)), QString());
    // Weights and momentum, and the running statistics, each at a multiple of 64 bytes: the same on every machine.
    QCOMPARE(plan.stateBytes, std::int64_t{188'440'704});
    QVERIFY(plan.stepBytes >= fullest(plan));
    QVERIFY2(plan.stepBytes <= fullest(plan) + fullest(plan) / 20, "more than 5 % of the arena is lost between the values");
    QVERIFY(plan.sumBytes > plan.stepBytes);
  }
};

QTEST_GUILESS_MAIN(MemoryPlanTest)
#include "memory_plan_test.moc"
