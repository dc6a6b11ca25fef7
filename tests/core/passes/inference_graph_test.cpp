// The passes of a frozen program, against sums by hand and the interpreter in double precision.
#include "core/passes/inference_graph.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <set>

#include "core/graph/model_outputs.h"
#include "core/graph/op.h"
#include "core/models/model.h"
#include "core/passes/step_graph.h"
#include "tests/dev/reference/formula.h"
#include "tests/dev/reference/interpreter.h"
#include "tests/support/compare_arrays.h"
#include "tests/support/zoo_rows.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

// A graph that is built node by node, and numbers for its weights: none is trivial, variances are positive.
struct Built {
  Graph graph;
  std::map<std::string, std::vector<float>, std::less<>> weights;

  ValueId x(Shape shape) { return graph.addInput("x", DType::F32, std::move(shape)); }
  ValueId weight(const std::string& name, Shape shape) {
    std::vector<float>& numbers = weights[name];
    const bool variance = name.ends_with("var");
    for (std::int64_t i = 0; i < numel(shape); ++i)
      numbers.push_back(static_cast<float>((variance ? 1.2 : 0.1) + reference::formula(reference::saltOf(name), static_cast<std::uint32_t>(i))));
    return graph.addPersistent(Role::Parameter, name, DType::F32, std::move(shape), {});
  }
  ValueId norm(const std::string& scope, ValueId x, ValueId residual = kNone) {
    const Shape channels{graph.value(x).shape[1]};
    std::vector<ValueId> inputs{x, weight(scope + ".weight", channels), weight(scope + ".bias", channels), weight(scope + ".mean", channels),
                                weight(scope + ".var", channels)};
    if (residual != kNone) inputs.push_back(residual);
    return graph.add("batch_norm_inference", std::move(inputs), {{"eps", 1e-3}, {"relu", false}}, scope);
  }
  ValueId conv(const std::string& scope, ValueId x, std::int64_t out, std::int64_t groups = 1, bool bias = false, bool relu = false) {
    std::vector<ValueId> inputs{x, weight(scope + ".weight", {out, graph.value(x).shape[1] / groups, 3, 3})};
    if (bias) inputs.push_back(weight(scope + ".bias", {out}));
    return graph.add("conv2d", std::move(inputs),
                     {{"stride", Shape{1, 1}}, {"padding", Shape{1, 1}}, {"dilation", Shape{1, 1}}, {"groups", groups}, {"relu", relu}}, scope);
  }
  void answer(ValueId value) { markOutputs(graph, {.prediction = value}); }

  FoldedNorms folded() const {
    return foldNorms(answerOnly(graph).graph, [this](const std::string& name) { return std::span<const float>(weights.at(name)); });
  }
  std::vector<double> answers(const Graph& of, const ComputedWeights& computed) const {
    reference::Bindings bindings;
    for (const Value& value : of.values()) {
      if (value.role == Role::Input) bindings[value.name] = reference::formulaTensor(3, numel(value.shape), 1.5);
      if (!isPersistent(value.role)) continue;
      const auto changed = computed.find(value.name);
      const std::vector<float>& numbers = changed == computed.end() ? weights.at(value.name) : changed->second;
      bindings[value.name] = reference::Tensor(numbers.begin(), numbers.end());
    }
    return reference::interpret(of, bindings)[modelOutputs(of).prediction];
  }
};

std::size_t count(const Graph& graph, OpId op) {
  return static_cast<std::size_t>(std::count_if(graph.nodes().begin(), graph.nodes().end(), [op](const Node& node) { return node.op->id == op; }));
}

}  // namespace

class InferenceGraphTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // gamma 3, beta 0.5, mean 1, variance 3, eps 1: k = 3 / 2. w' = 1.5 * 2, b' = 0.5 + 1.5 * (4 - 1).
  void byHand() {
    Built b;
    const ValueId x = b.x({1, 1, 2, 2});
    const ValueId y = b.graph.add(
        "conv2d", {x, b.weight("c.weight", {1, 1, 1, 1}), b.weight("c.bias", {1})},
        {{"stride", Shape{1, 1}}, {"padding", Shape{0, 0}}, {"dilation", Shape{1, 1}}, {"groups", std::int64_t{1}}, {"relu", false}}, "c");
    b.answer(b.norm("n", y));
    b.weights = {{"c.weight", {2}}, {"c.bias", {4}}, {"n.weight", {3}}, {"n.bias", {0.5}}, {"n.mean", {1}}, {"n.var", {3}}};
    for (Node node : b.graph.nodes())
      if (node.op->id == OpId::BatchNormInference) b.graph.node(1).attrs.set("eps", 1.0);
    const FoldedNorms folded = b.folded();
    QCOMPARE(folded.folded, 1);
    QCOMPARE(folded.kept, 0);
    QCOMPARE(folded.graph.nodes().size(), std::size_t{1});
    QCOMPARE(folded.computed.at("c.weight"), std::vector<float>{3.0f});
    QCOMPARE(folded.computed.at("c.bias"), std::vector<float>{5.0f});
  }

  void folds_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<int>("folded");
    QTest::addColumn<int>("kept");
    for (const char* what : {"convolution", "convolution with bias", "depthwise", "grouped", "transposed", "transposed, grouped", "linear"})
      QTest::newRow(what) << what << 1 << 0;
    QTest::newRow("two norms") << "two norms" << 2 << 0;
    for (const char* what : {"after a concat", "after a relu", "at the input", "read twice", "is an answer itself", "weight read twice",
                             "with a relu", "with a residual", "linear over positions"})
      QTest::newRow(what) << what << 0 << 1;
  }
  void folds() {
    QFETCH(QString, what);
    QFETCH(int, folded);
    QFETCH(int, kept);
    Built b;
    const bool linear = what.startsWith("linear"), positions = what == "linear over positions";
    const ValueId x = b.x(positions ? Shape{3, 4, 6} : linear ? Shape{3, 6} : Shape{2, 6, 5, 4});
    ValueId y = x;
    if (linear) y = b.graph.add("linear", {x, b.weight("l.weight", {4, 6})}, {{"relu", false}}, "l");
    else if (what.startsWith("transposed"))
      y = b.graph.add("conv_transpose2d", {x, b.weight("t.weight", {6, what == "transposed" ? 4 : 2, 3, 2})},
                      {{"stride", Shape{2, 1}},
                       {"padding", Shape{1, 0}},
                       {"dilation", Shape{1, 1}},
                       {"output_padding", Shape{0, 0}},
                       {"groups", std::int64_t{what == "transposed" ? 1 : 2}}},
                      "t");
    else if (what == "at the input") y = x;
    else
      y = b.conv("c", x, what == "grouped" ? 4 : 6,
                 what == "depthwise" ? 6
                 : what == "grouped" ? 2
                                     : 1,
                 what == "convolution with bias", what == "with a relu");
    if (what == "after a concat") y = b.graph.add("concat", {y, x}, {{"axis", std::int64_t{1}}}, "cat");
    if (what == "after a relu") y = b.graph.add("relu", {y}, {}, "relu");
    ValueId z = b.norm("n", y, what == "with a residual" ? x : ValueId(kNone));
    if (what == "two norms") z = b.norm("m", z);
    if (what == "read twice") z = b.graph.add("add", {z, y}, {{"relu", false}}, "add");
    if (what == "weight read twice") {
      const ValueId again = b.graph.add(
          "conv2d", {x, b.graph.find("c.weight")},
          {{"stride", Shape{1, 1}}, {"padding", Shape{1, 1}}, {"dilation", Shape{1, 1}}, {"groups", std::int64_t{1}}, {"relu", false}}, "again");
      z = b.graph.add("add", {z, again}, {{"relu", false}}, "add");
    }
    b.answer(what == "is an answer itself" ? b.graph.add("add", {y, z}, {{"relu", false}}, "both") : z);
    const FoldedNorms result = b.folded();
    QCOMPARE(result.folded, folded);
    QCOMPARE(result.kept, kept);
    QCOMPARE(count(result.graph, OpId::BatchNormInference), static_cast<std::size_t>(kept));
    QCOMPARE(result.computed.size(), static_cast<std::size_t>(folded > 0 ? 2 : 0));
    VERIFY_COMPARISON(compareElements(b.answers(result.graph, result.computed), b.answers(b.graph, {}), {.ofLargest = 1e-6}), what.toStdString());
  }

  // The numbers of batch norms in the papers' networks, counted by hand. A DenseNet folds norm0 and the second norm of each of its 58 layers; the
  // first ones, three transitions and norm5 follow concatenations.
  void numberOfNorms_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("folded");
    QTest::addColumn<int>("kept");
    QTest::newRow("resnet18") << "resnet18" << 20 << 0;
    QTest::newRow("resnet50") << "resnet50" << 53 << 0;
    QTest::newRow("vgg16_bn") << "vgg16_bn" << 13 << 0;
    QTest::newRow("mobilenet_v2") << "mobilenet_v2" << 52 << 0;
    QTest::newRow("densenet121") << "densenet121" << 59 << 62;
    QTest::newRow("vit_tiny") << "vit_tiny" << 0 << 0;
  }
  void numberOfNorms() {
    QFETCH(QString, name);
    QFETCH(int, folded);
    QFETCH(int, kept);
    ModelSpec spec;
    spec.name = name.toStdString();
    ModelInput input = defaultInput(zooEntry(name));
    if (input.sample[1] > 64) input.sample[1] = input.sample[2] = 64;
    const Graph answering = answerOnly(buildModel(spec, input, 1, false)).graph;
    std::map<std::string, std::vector<float>> numbers;
    for (const Value& value : answering.values())
      if (isPersistent(value.role)) numbers[value.name].assign(static_cast<std::size_t>(numel(value.shape)), 1.0f);
    const FoldedNorms result = foldNorms(answering, [&](const std::string& weight) { return std::span<const float>(numbers.at(weight)); });
    QCOMPARE(result.folded, folded);
    QCOMPARE(result.kept, kept);
    result.graph.verify();
  }

  void onlyTheAnswer_data() { addZooRows(); }
  void onlyTheAnswer() {
    QFETCH(QString, name);
    const ZooEntry& entry = zooEntry(name);
    ModelSpec spec;
    spec.name = entry.name;
    const Graph evaluation = buildModel(spec, defaultInput(entry), 2, false);
    const Graph graph = answerOnly(evaluation).graph;
    graph.verify();
    QCOMPARE(graph.outputs().size(), std::size_t{1});
    QVERIFY(modelOutputs(graph).prediction != kNone && modelOutputs(graph).loss == kNone);
    std::set<std::string> inputs;
    for (const Value& value : graph.values()) {
      if (value.producer != kNone) continue;
      QVERIFY2(value.role == Role::Input || value.role == Role::Frozen, value.name.c_str());
      if (value.role == Role::Input) inputs.insert(value.name);
    }
    QCOMPARE(inputs, std::set<std::string>{"x"});
    for (const OpId gone : {OpId::Dropout, OpId::StochasticDepth, OpId::BatchNorm, OpId::SoftmaxCrossEntropy})
      QCOMPARE(count(graph, gone), std::size_t{0});
    for (const Value& value : evaluation.values())
      if (isPersistent(value.role)) QVERIFY2(graph.find(value.name) != kNone, value.name.c_str());  // evaluation reads every weight
  }

  // After mixed precision each cast of a weight is a narrow weight instead; casts of activations stay.
  void narrowWeightsAreCastOnce() {
    Built b;
    b.answer(b.conv("c", b.x({2, 6, 5, 4}), 4));
    const Graph mixed = amp(answerOnly(b.graph).graph, DType::BF16, [](const OpDef& op) { return op.ampCpu; }).graph;
    QCOMPARE(count(mixed, OpId::Cast), std::size_t{3});  // of x, of the weight, and of the answer back to f32
    const NarrowedWeights narrowed = narrowWeights(mixed);
    narrowed.graph.verify();
    QCOMPARE(count(narrowed.graph, OpId::Cast), std::size_t{2});
    QCOMPARE(narrowed.from.size(), std::size_t{1});
    QCOMPARE(narrowed.from.at("c.weight.bf16"), std::string("c.weight"));
    QCOMPARE(narrowed.graph.value(narrowed.graph.find("c.weight.bf16")).dtype, DType::BF16);
    QVERIFY(narrowed.graph.find("c.weight") == kNone);
  }
};

QTEST_GUILESS_MAIN(InferenceGraphTest)
#include "inference_graph_test.moc"
