// amp: which inputs are cast, to what and how often.
#include <QtTest>
#include <algorithm>
#include <map>

#include "core/models/model.h"
#include "core/passes/amp.h"
#include "core/passes/step_graph.h"
#include "tests/support/zoo_rows.h"

using namespace stepscope;

namespace {

AmpClass cpu(const OpDef& op) {
  return op.ampCpu;
}

Graph narrowed(const Graph& forward, DType low) {
  return amp(forward, low, cpu).graph;
}

Graph resnet20() {
  ModelSpec spec;
  spec.name = "resnet20";
  return buildModel(spec, {{3, 16, 16}, 10}, 2, true);
}

bool isFloating(DType type) {
  return type == DType::F32 || type == DType::BF16 || type == DType::F16;
}

}  // namespace

class AmpTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyOpGetsTheTypeOfItsClass_data() {
    QTest::addColumn<int>("low");
    QTest::newRow("bf16") << static_cast<int>(DType::BF16);
    QTest::newRow("fp16") << static_cast<int>(DType::F16);
  }
  void everyOpGetsTheTypeOfItsClass() {
    QFETCH(int, low);
    const auto type = static_cast<DType>(low);
    const Graph graph = narrowed(resnet20(), type);
    std::map<std::string, int> seen;
    for (const Node& node : graph.nodes()) {
      if (node.op->name == "cast") continue;
      for (const ValueId input : node.inputs) {
        if (input == kNone || !isFloating(graph.value(input).dtype)) continue;
        const Value& value = graph.value(input);
        if (value.role == Role::Buffer || value.role == Role::Scalar) {  // running statistics stay as they are
          QCOMPARE(value.dtype, DType::F32);
          ++seen["statistics"];
        } else if (node.op->ampCpu == AmpClass::Low) {
          QCOMPARE(value.dtype, type);
          ++seen["low"];
        } else if (node.op->ampCpu == AmpClass::F32) {
          QVERIFY2(value.dtype == DType::F32, node.op->name.data());
          ++seen["f32"];
        }
      }
    }
    QCOMPARE(seen["low"], 2 * 19 + 3);  // input and weight of each convolution; input, weight and bias of the linear layer
    QCOMPARE(seen["statistics"], 2 * 19);
    QVERIFY(seen["f32"] >= 1);  // the loss
  }

  // One copy of a value serves all its readers, and the weights that are trained stay f32.
  void aValueIsCastOnce() {
    const Graph forward = resnet20(), graph = narrowed(forward, DType::BF16);
    std::map<std::pair<ValueId, DType>, int> casts;
    for (const Node& node : graph.nodes())
      if (node.op->name == "cast") ++casts[{node.inputs[0], graph.value(node.outputs[0]).dtype}];
    QVERIFY(!casts.empty());
    for (const auto& [cast, count] : casts) QCOMPARE(count, 1);
    int parameters = 0;
    for (const Value& value : graph.values()) {
      if (value.role != Role::Parameter) continue;
      QCOMPARE(value.dtype, DType::F32);
      ++parameters;
    }
    QCOMPARE(parameters, static_cast<int>(std::count_if(forward.values().begin(), forward.values().end(),
                                                        [](const Value& value) { return value.role == Role::Parameter; })));
  }

  // The host reads what it read before.
  void outputsKeepTheirTypes() {
    const Graph forward = resnet20(), graph = narrowed(forward, DType::BF16);
    QCOMPARE(graph.outputs().size(), forward.outputs().size());
    for (const auto& [name, value] : forward.outputs()) QCOMPARE(graph.value(graph.outputs().find(name)->second).dtype, forward.value(value).dtype);
  }

  // Every model's whole step can be built, with every other pass and without, by the list of either device.
  void everyModelTrainsNarrow_data() { test::addZooRows(); }
  void everyModelTrainsNarrow() {
    QFETCH(QString, name);
    const ZooEntry& entry = test::zooEntry(name);
    ModelSpec spec;
    spec.name = entry.name;
    const Graph forward = buildModel(spec, defaultInput(entry), 8, true);
    for (const bool fusion : {true, false})
      for (const bool gpu : {false, true}) {
        StepOptions options;
        options.fusion = fusion;
        options.lowType = DType::BF16;
        options.ampClassOf = [gpu](const OpDef& op) { return gpu ? op.ampCuda : op.ampCpu; };
        const Graph step = buildTrainingStep(forward, OptimizerSpec{}, options).graph;
        QVERIFY(std::any_of(step.values().begin(), step.values().end(), [](const Value& value) { return value.dtype == DType::BF16; }));
      }
  }

  // Where operands of two types meet the wider one decides, and a parameter does not.
  void operandsThatMeet() {
    Graph g;
    const ValueId x = g.addInput("x", DType::F32, {4, 6});
    const ValueId w = g.addPersistent(Role::Parameter, "w", DType::F32, {6, 6}, {});
    const ValueId y = g.add("linear", {x, w}, {{"relu", false}}, "fc");
    const ValueId both = g.add("add", {y, x}, {{"relu", false}}, "join"), twice = g.add("add", {y, y}, {{"relu", false}}, "twice");
    g.markOutput("both", both);
    g.markOutput("twice", twice);
    const Graph graph = narrowed(g, DType::BF16);
    for (const Node& node : graph.nodes()) {
      if (node.scope == "fc" && node.op->name == "linear") QCOMPARE(graph.value(node.outputs[0]).dtype, DType::BF16);
      if (node.scope == "join" && node.op->name == "add") QCOMPARE(graph.value(node.outputs[0]).dtype, DType::F32);
      if (node.scope == "twice" && node.op->name == "add") QCOMPARE(graph.value(node.outputs[0]).dtype, DType::BF16);
    }
  }
};

QTEST_GUILESS_MAIN(AmpTest)
#include "amp_test.moc"
