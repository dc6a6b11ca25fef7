// fuse, autodiff and optimize: what they change, and that the numbers stay the same.
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/graph/model_outputs.h"
#include "core/graph/op.h"
#include "core/models/metrics.h"
#include "core/models/model.h"
#include "core/passes/step_graph.h"
#include "tests/core/passes/random_graph.h"
#include "tests/dev/reference/formula.h"
#include "tests/dev/reference/interpreter.h"
#include "tests/support/compare_arrays.h"

using namespace stepscope;

namespace {

int count(const Graph& graph, std::string_view op) {
  return static_cast<int>(std::count_if(graph.nodes().begin(), graph.nodes().end(), [&](const Node& n) { return n.op->name == op; }));
}

// Everything a step of the graph reads, from the formula and the initial values.
reference::Bindings bindingsFor(const Graph& graph) {
  reference::Bindings bindings = reference::initialState(graph, 7);
  for (const Value& value : graph.values()) {
    if (value.role == Role::Input && value.dtype == DType::F32) bindings[value.name] = reference::formulaTensor(1, numel(value.shape));
    if (value.name == "x" && value.dtype == DType::I32) bindings[value.name] = reference::formulaLabels(3, numel(value.shape), 5);
    if (value.name == "labels") bindings[value.name] = reference::formulaLabels(2, numel(value.shape), 2);
    if (value.role == Role::Scalar) bindings[value.name] = {value.name == "lr" ? 0.1 : 1.0};
  }
  return bindings;
}

Graph resnet20(std::int64_t image, bool training) {
  ModelSpec spec;
  spec.name = "resnet20";
  return buildModel(spec, {{3, image, image}, 10}, 2, training);
}

// 4 samples of 6 tokens, an embedding of 3 and recurrent layers of 5 units; the loss is the mean square of what they give.
Graph textNet(const std::string& layer, std::int64_t vocabulary, bool bias, bool bothWays) {
  const Init init{Init::Kind::Uniform, -0.7, 0.7};
  const std::int64_t rows = layer == "lstm" ? 20 : 15;
  Graph g;
  const ValueId tokens = g.addInput("x", DType::I32, {4, 6});
  const ValueId table = g.addPersistent(Role::Parameter, "table", DType::F32, {vocabulary, 3}, init);
  const ValueId x = g.add("embedding", {table, tokens}, {{"padding_idx", std::int64_t{-1}}}, "encoder");
  ValueId total = kNone;
  for (const bool reverse : {false, true}) {
    if (reverse && !bothWays) continue;
    const std::string end = reverse ? "_reverse" : "";
    const auto parameter = [&](const char* name, Shape shape) {
      return g.addPersistent(Role::Parameter, std::string(name) + end, DType::F32, shape, init);
    };
    std::vector<ValueId> inputs{x, parameter("w_ih", {rows, 3}), parameter("w_hh", {rows, 5})};
    if (bias) {
      inputs.push_back(parameter("b_ih", {rows}));
      inputs.push_back(parameter("b_hh", {rows}));
    }
    const ValueId y = g.add(layer, inputs, {{"reverse", reverse}}, "rnn");
    const ValueId loss = g.add("mean", {g.add("mul", {y, y}, {}, "square")}, {{"axes", Shape{0, 1, 2}}, {"keepdim", false}}, "mean");
    total = total == kNone ? loss : g.add("add", {total, loss}, {{"relu", false}}, "sum");
  }
  g.markOutput("loss", total);
  return g;
}

// Every persistent value after one step, fused and not fused.
void compareSteps(const Graph& plain, const Graph& fused) {
  const auto a = reference::interpret(plain, bindingsFor(plain)), b = reference::interpret(fused, bindingsFor(fused));
  VERIFY_COMPARISON(test::compareNumbers(b.scalar("loss"), a.scalar("loss"), {.absolute = 1e-12}), "loss");
  const reference::Bindings before = a.state(), after = b.state();
  QCOMPARE(before.size(), after.size());
  for (const auto& [name, values] : before)
    VERIFY_COMPARISON(test::compareElements(after.at(name), values, {.absolute = 1e-9, .relative = 1e-9}), name);
}

}  // namespace

class StepGraphTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void fuseTakesReluIn() {
    const PassResult result = fuse(resnet20(8, true));
    QCOMPARE(count(result.graph, "relu"), 0);
    QCOMPARE(count(result.graph, "add"), 0);
    QCOMPARE(count(result.graph, "batch_norm"), 19);
    int residuals = 0;
    for (const Node& node : result.graph.nodes()) {
      if (node.op->name != "batch_norm") continue;
      QVERIFY(node.attrs.flag("relu"));
      if (node.inputs.size() > 5) ++residuals;
    }
    QCOMPARE(residuals, 9);
    QCOMPARE(result.report.nodesRemoved, 28);
    QVERIFY(result.report.bytesAfter < result.report.bytesBefore);
    QVERIFY(!result.report.notes.empty());
  }

  void fuseKeepsWhatIsReadTwice() {
    Graph g;
    const ValueId x = g.addInput("x", DType::F32, {2, 3});
    const ValueId w = g.addPersistent(Role::Parameter, "w", DType::F32, {3, 3}, {});
    const ValueId y = g.add("linear", {x, w}, {{"relu", false}}, "fc");
    const ValueId r = g.add("relu", {y}, {}, "relu");
    g.markOutput("sum", g.add("add", {y, r}, {{"relu", false}}, "add"));
    QCOMPARE(count(fuse(g).graph, "relu"), 1);
  }

  // A batch norm whose residual is added without a relu, and one that is added to itself, which is no residual.
  void fuseTakesAdditionsIn() {
    for (const bool relu : {false, true}) {
      for (const bool toItself : {false, true}) {
        Graph g;
        const ValueId x = g.addInput("x", DType::F32, {2, 4, 3, 3}), labels = g.addInput("labels", DType::I32, {2});
        const auto parameter = [&](const char* name) {
          return g.addPersistent(Role::Parameter, name, DType::F32, {4}, {Init::Kind::Uniform, 0.5, 1.5});
        };
        const ValueId mean = g.addPersistent(Role::Buffer, "mean", DType::F32, {4}, {});
        const ValueId var = g.addPersistent(Role::Buffer, "var", DType::F32, {4}, {Init::Kind::Constant, 1, 0});
        const ValueId y =
            g.add("batch_norm", {x, parameter("gamma"), parameter("beta"), mean, var}, {{"eps", 1e-5}, {"momentum", 0.1}, {"relu", false}}, "norm");
        ValueId sum = g.add("add", {toItself ? y : x, y}, {{"relu", false}}, "add");
        if (relu) sum = g.add("relu", {sum}, {}, "relu");
        const ValueId logits = g.add("reshape", {g.add("global_avg_pool", {sum}, {}, "pool")}, {{"shape", Shape{2, 4}}}, "flatten");
        g.markOutput("loss", g.add("softmax_cross_entropy", {logits, labels}, {}, "loss"));
        const PassResult fused = fuse(g);
        QCOMPARE(count(fused.graph, "add"), toItself ? 1 : 0);
        QCOMPARE(count(fused.graph, "relu"), 0);
        QCOMPARE(fused.report.notes.empty(), toItself && !relu);
        compareSteps(optimize(autodiff(g), {}).graph, buildTrainingStep(g, {}).graph);
      }
    }
  }

  void fuseKeepsOutputs() {
    Graph g;
    const ValueId x = g.addInput("x", DType::F32, {2, 3});
    const ValueId w = g.addPersistent(Role::Parameter, "w", DType::F32, {3, 3}, {});
    const ValueId y = g.add("linear", {x, w}, {{"relu", false}}, "fc");
    g.markOutput("before", y);
    g.markOutput("after", g.add("relu", {y}, {}, "relu"));
    const Graph fused = fuse(g).graph;
    QCOMPARE(count(fused, "relu"), 1);
    QVERIFY(fused.outputs().at("before") != fused.outputs().at("after"));
  }

  void fuseKeepsTheNumbers() {
    const Graph forward = resnet20(8, true);
    OptimizerSpec optimizer;
    optimizer.momentum = 0.9;
    compareSteps(optimize(autodiff(forward), optimizer).graph, buildTrainingStep(forward, optimizer).graph);
    const Graph evaluation = resnet20(8, false);
    compareSteps(evaluation, buildEvaluationStep(evaluation).graph);
  }

  void fuseKeepsTheNumbersOfRandomGraphs() {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      const Graph forward = randomGraph(seed);
      compareSteps(optimize(autodiff(forward), {}).graph, buildTrainingStep(forward, {}).graph);
    }
  }

  void foldEmbeddingKeepsTheNumbers_data() {
    QTest::addColumn<QString>("layer");
    QTest::addColumn<bool>("bias");
    QTest::addColumn<bool>("bothWays");
    QTest::newRow("lstm") << "lstm" << true << false;
    QTest::newRow("gru") << "gru" << true << false;
    QTest::newRow("lstm without biases") << "lstm" << false << false;
    QTest::newRow("gru both ways") << "gru" << true << true;
  }
  void foldEmbeddingKeepsTheNumbers() {
    QFETCH(QString, layer);
    QFETCH(bool, bias);
    QFETCH(bool, bothWays);
    const Graph forward = textNet(layer.toStdString(), 12, bias, bothWays);
    const PassResult folded = foldEmbedding(forward);
    QCOMPARE(count(folded.graph, "embedding"), bothWays ? 2 : 1);
    QCOMPARE(count(folded.graph, "linear"), bothWays ? 2 : 1);
    QVERIFY(!folded.report.notes.empty());
    OptimizerSpec optimizer;
    optimizer.momentum = 0.9;
    compareSteps(optimize(autodiff(forward), optimizer).graph, buildTrainingStep(forward, optimizer).graph);
  }

  void foldEmbeddingLeavesOthersAlone() {
    // More rows than half the tokens: nothing to gain.
    const Graph large = textNet("lstm", 30, true, false);
    QVERIFY(foldEmbedding(large).report.notes.empty());
    QCOMPARE(foldEmbedding(large).graph.nodes().size(), large.nodes().size());
    // A padding row, which is not trained; a reader besides; an output.
    for (const int reason : {0, 1, 2, 3}) {
      Graph g;
      const ValueId tokens = g.addInput("x", DType::I32, {4, 6});
      const ValueId table = g.addPersistent(Role::Parameter, "table", DType::F32, {5, 3}, {});
      const ValueId x = g.add("embedding", {table, tokens}, {{"padding_idx", std::int64_t{reason == 0 ? 0 : -1}}}, "encoder");
      const ValueId w = g.addPersistent(Role::Parameter, "w", DType::F32, {8, 3}, {});
      const ValueId wh = g.addPersistent(Role::Parameter, "wh", DType::F32, {8, 2}, {});
      g.markOutput("y", g.add("lstm", {x, w, wh}, {{"reverse", false}}, "rnn"));
      if (reason == 1) g.markOutput("z", g.add("tanh", {x}, {}, "tanh"));
      if (reason == 2) g.markOutput("z", x);
      QCOMPARE(foldEmbedding(g).report.notes.empty(), reason != 3);
    }
  }

  void persistentValuesKeepTheirOrder() {
    const auto names = [](const Graph& g) {
      std::vector<std::string> all;
      for (const Value& v : g.values())
        if (v.role == Role::Parameter || v.role == Role::Buffer) all.push_back(v.name);
      return all;
    };
    const auto forward = names(resnet20(8, true));
    QVERIFY(forward.size() > 90);
    QVERIFY(names(buildTrainingStep(resnet20(8, true), {}).graph) == forward);
    QVERIFY(names(buildEvaluationStep(resnet20(8, false)).graph) == forward);
  }

  // What a model gives is found by its meaning after any of the passes, and is the same.
  void outputsSurviveThePasses() {
    const Graph forward = resnet20(8, true);
    const ModelOutputs before = modelOutputs(forward);
    const reference::Bindings bindings = bindingsFor(forward);
    const reference::Result expected = reference::interpret(forward, bindings);
    for (const auto mode : {Checkpointing::Mode::Off, Checkpointing::Mode::Sqrt}) {
      OptimizerSpec optimizer;
      optimizer.clipNorm = 1;
      StepOptions options;
      options.checkpointing.mode = mode;
      const Graph step = buildTrainingStep(forward, optimizer, options).graph;
      const ModelOutputs after = modelOutputs(step);
      const reference::Result result = reference::interpret(step, bindingsFor(step));
      const MetricDef& metric = *metricsOf(Task::Classification).front();
      for (const auto& [was, is] : {std::pair{before.prediction, after.prediction}, std::pair{before.loss, after.loss},
                                    std::pair{metricOutput(forward, metric), metricOutput(step, metric)}}) {
        QVERIFY(was != kNone && is != kNone);
        VERIFY_COMPARISON(test::compareElements(result[is], expected[was], {.absolute = 1e-12, .relative = 1e-10}), "an output");
      }
    }
    QVERIFY(modelOutputs(forward.withoutOutputs()).loss == kNone);
  }

  void autodiffGivesNothingForInputs() {
    ModelSpec spec;
    spec.name = "lenet5";
    const AutodiffResult result = autodiff(fuse(buildModel(spec, {{1, 28, 28}, 10}, 2, true)).graph);
    QCOMPARE(result.gradients.size(), std::size_t{10});
    QCOMPARE(count(result.graph, "conv2d_grad_weight"), 2);
    QCOMPARE(count(result.graph, "conv2d_grad_input"), 1);  // not for conv1: its input is the batch
    for (const auto& [parameter, gradient] : result.gradients) QCOMPARE(result.graph.value(parameter).shape, result.graph.value(gradient).shape);
    QVERIFY(result.report.nodesAdded > 15);
  }

  void autodiffNamesWhatIsNotTrained() {
    Graph g = randomGraph(3);
    g.addPersistent(Role::Parameter, "unused.weight", DType::F32, {3}, {});
    const AutodiffResult result = autodiff(g);
    QVERIFY(result.report.notes.back().find("unused.weight") != std::string::npos);
  }

  void everyParameterIsUpdatedOnceAfterItsLastReader() {
    for (const char* model : {"mlp", "lenet5", "resnet20", "resnet50"}) {
      ModelSpec spec;
      spec.name = model;
      const bool grey = spec.name == "lenet5";
      const Graph step = buildTrainingStep(buildModel(spec, {{grey ? 1 : 3, 32, 32}, 10}, 2, true), {}).graph;
      std::vector<int> updates(step.values().size(), 0);
      int early = 0;
      const NodeId last = static_cast<NodeId>(step.nodes().size()) - 1;
      for (NodeId n = 0; n <= last; ++n) {
        const Node& node = step.node(n);
        for (ValueId input : node.inputs)
          if (input != kNone) QCOMPARE(updates[input], 0);  // nobody reads an updated parameter
        if (node.phase != Phase::Optimizer) continue;
        const InputGroups groups = inputGroups(node);
        for (std::size_t g = 0; g < groups.end(); g += groups.size) ++updates[node.inputs[g]];
        if (groups.count == 1) QCOMPARE(node.scope + ".", step.value(node.inputs[0]).name.substr(0, node.scope.size() + 1));
        early += n < last / 2 + last / 4;
      }
      for (std::size_t v = 0; v < updates.size(); ++v) QCOMPARE(updates[v], step.values()[v].role == Role::Parameter ? 1 : 0);
      if (spec.name.starts_with("resnet"))  // the other models are small enough to share a node
        QVERIFY2(early > 0, "every update waits for the end, so that all gradients are alive together");
    }
  }

  void optimizersAddTheirState_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<double>("momentum");
    QTest::addColumn<double>("dampening");
    QTest::addColumn<QString>("op");
    QTest::addColumn<QStringList>("states");
    QTest::addColumn<bool>("step");
    using Kind = OptimizerSpec::Kind;
    QTest::newRow("sgd") << int(Kind::Sgd) << 0.0 << 0.0 << "sgd" << QStringList{} << false;
    QTest::newRow("momentum") << int(Kind::Sgd) << 0.9 << 0.0 << "sgd" << QStringList{"momentum"} << false;
    QTest::newRow("dampening") << int(Kind::Sgd) << 0.9 << 0.5 << "sgd" << QStringList{"momentum"} << true;
    QTest::newRow("adam") << int(Kind::Adam) << 0.9 << 0.0 << "adam" << QStringList{"exp_avg", "exp_avg_sq"} << true;
    QTest::newRow("adamw") << int(Kind::AdamW) << 0.9 << 0.0 << "adamw" << QStringList{"exp_avg", "exp_avg_sq"} << true;
  }

  void optimizersAddTheirState() {
    QFETCH(int, kind);
    QFETCH(double, momentum);
    QFETCH(double, dampening);
    QFETCH(QString, op);
    QFETCH(QStringList, states);
    QFETCH(bool, step);
    OptimizerSpec spec;
    spec.kind = static_cast<OptimizerSpec::Kind>(kind);
    spec.momentum = momentum;
    spec.dampening = dampening;
    ModelSpec model;
    model.name = "mlp";
    const Graph graph = buildTrainingStep(buildModel(model, {{20}, 5}, 4, true), spec).graph;
    QCOMPARE(count(graph, op.toStdString()), 2);  // the one large weight; the other weights and the biases together
    QVERIFY(graph.find("lr") != kNone);
    QCOMPARE(graph.find("step") != kNone, step);
    int found = 0;
    for (const Value& value : graph.values()) found += value.role == Role::OptimizerState;
    QCOMPARE(found, 6 * static_cast<int>(states.size()));
    for (const QString& state : states) {
      const ValueId id = graph.find("fc1.weight." + state.toStdString());
      QVERIFY(id != kNone);
      QCOMPARE(graph.value(id).shape, graph.value(graph.find("fc1.weight")).shape);
    }
  }

  void biasesAndNormScalesMayGoWithoutDecay() {
    OptimizerSpec spec;
    spec.weightDecay = 0.01;
    for (bool decays : {true, false}) {
      spec.decayNormAndBias = decays;
      const Graph graph = buildTrainingStep(resnet20(8, true), spec).graph;
      for (const Node& node : graph.nodes()) {
        if (node.phase != Phase::Optimizer) continue;
        const InputGroups groups = inputGroups(node);
        for (std::size_t g = 0; g < groups.end(); g += groups.size) {
          const bool matrix = graph.value(node.inputs[g]).shape.size() > 1;
          QCOMPARE(node.attrs.real("weight_decay"), matrix || decays ? 0.01 : 0.0);
        }
      }
    }
  }
};

QTEST_GUILESS_MAIN(StepGraphTest)
#include "step_graph_test.moc"
