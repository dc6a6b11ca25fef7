// An ONNX model as the model of a project: its input and the data, its end and the loss, its batch, weights that several nodes share. What
// does not fit is told with a cure, and the cure is followed here.
#include <cmath>
#include <cstring>
#include <numeric>

#include "core/backend/backend.h"
#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/models/model.h"
#include "core/models/onnx_end.h"
#include "core/onnx/importer.h"
#include "core/passes/step_graph.h"
#include "tests/core/onnx/written_model.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope;
using testing::kFloat;
using testing::kInt64;
using testing::kUint8;
using File = testing::WrittenModel;
using Floats = std::vector<float>;

namespace {

constexpr std::int64_t kBatch = 4;

Floats counted(std::int64_t count) {
  Floats all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), 0.0F);
  return all;
}

// What an evaluation gives as logits.
Floats logitsOf(const ModelSpec& spec, const ModelInput& input, const Floats& data, std::int64_t batch = kBatch) {
  const Graph graph = buildModel(spec, input, batch, false);
  const auto program = findBackend("cpu")->compile(graph, {{.autotune = false}, 1});
  program->attach(std::make_shared<Arena>(program->plan().stateBytes), std::make_shared<Arena>(program->plan().stepBytes));
  for (const Value& value : graph.values())
    if (isPersistent(value.role)) program->write(value.name, std::as_bytes(std::span<const float>(initialValue(value, 1))));
  const auto x = program->input("x"), labels = program->input("labels");
  std::memcpy(x.data(), data.data(), std::min(x.size(), data.size() * sizeof(float)));
  std::memset(labels.data(), 0, labels.size());
  program->run();
  Floats logits(static_cast<std::size_t>(numel(graph.value(graph.outputs().at("logits")).shape)));
  program->read("logits", std::as_writable_bytes(std::span(logits)));
  return logits;
}

struct Refusal {
  QString what, cure;
};

// "key = value" of a cure as the argument of the model that it is.
void follow(ModelSpec& spec, const QString& cure) {
  const auto text = QRegularExpression("output = \"([^\"]*)\"").match(cure);
  if (text.hasMatch()) spec.texts["output"] = text.captured(1).toStdString();
  const auto list = QRegularExpression("transpose = \\[([^\\]]*)\\]").match(cure);
  if (list.hasMatch())
    for (const QString& number : list.captured(1).split(", ")) spec.integers["transpose"].push_back(number.toLongLong());
  for (const char* flag : {"reshape", "round", "first_classes"})
    if (cure.contains(QString(flag) + " = 1")) spec.integers[flag] = {1};
}

}  // namespace

class OnnxFit : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // The elements in the model's order are the logits.
  void dimensionsInAnotherOrderAreTold_data() {
    QTest::addColumn<QList<int>>("sample");
    QTest::addColumn<QList<int>>("wanted");
    QTest::addColumn<QString>("order");
    QTest::newRow("channels last") << QList<int>{4, 2, 3} << QList<int>{2, 3, 4} << "0, 2, 3, 1";
    QTest::newRow("square, rows stay rows") << QList<int>{3, 5, 5} << QList<int>{5, 5, 3} << "0, 2, 3, 1";
    QTest::newRow("width first") << QList<int>{3, 4, 5} << QList<int>{3, 5, 4} << "0, 1, 3, 2";
    QTest::newRow("all turned") << QList<int>{2, 3, 4} << QList<int>{4, 3, 2} << "0, 3, 2, 1";
    QTest::newRow("steps and features") << QList<int>{6, 5} << QList<int>{5, 6} << "0, 2, 1";
  }
  void dimensionsInAnotherOrderAreTold() {
    QFETCH(QList<int>, sample);
    QFETCH(QList<int>, wanted);
    QFETCH(QString, order);
    const Shape from(sample.begin(), sample.end()), to(wanted.begin(), wanted.end());
    ModelSpec spec = written(flattened(to));
    const ModelInput input{from, static_cast<int>(numel(from))};
    const Refusal told = refusal(spec, input);
    QVERIFY2(told.what.contains("the same dimensions in another order"), qPrintable(told.what));
    QVERIFY2(told.cure.contains("transpose = [" + order + "]"), qPrintable(told.cure));
    follow(spec, told.cure);
    // Moved by hand: place after place of the model's order.
    const Floats data = counted(kBatch * numel(from)), logits = logitsOf(spec, input, data);
    const auto permutation = spec.integers.at("transpose");
    for (std::int64_t n = 0; n < kBatch; ++n) {
      for (std::int64_t at = 0; at < numel(to); ++at) {
        Shape place(to.size());
        for (std::size_t d = to.size(), rest = static_cast<std::size_t>(at); d-- > 0; rest /= static_cast<std::size_t>(to[d]))
          place[d] = static_cast<std::int64_t>(rest) % to[d];
        std::int64_t source = 0;
        for (std::size_t d = 0; d < from.size(); ++d) {
          std::size_t where = 0;
          while (permutation[where + 1] != static_cast<std::int64_t>(d) + 1) ++where;
          source = source * from[d] + place[where];
        }
        QCOMPARE(logits[static_cast<std::size_t>(n * numel(to) + at)], data[static_cast<std::size_t>(n * numel(from) + source)]);
      }
    }
  }

  void anotherArrangementIsTold_data() {
    QTest::addColumn<QList<int>>("wanted");
    QTest::newRow("flat") << QList<int>{24};
    QTest::newRow("regrouped") << QList<int>{4, 6};
    QTest::newRow("other sizes") << QList<int>{2, 2, 6};
  }
  void anotherArrangementIsTold() {
    QFETCH(QList<int>, wanted);
    ModelSpec spec = written(flattened(Shape(wanted.begin(), wanted.end())));
    const ModelInput input{{2, 3, 4}, 24};
    const Refusal told = refusal(spec, input);
    QVERIFY2(told.what.contains("as many elements in another arrangement"), qPrintable(told.what));
    QVERIFY2(told.cure.contains("reshape = 1"), qPrintable(told.cure));
    follow(spec, told.cure);
    const Floats data = counted(kBatch * 24);
    QCOMPARE(logitsOf(spec, input, data), data);
  }

  // With or without dimensions of 1 the elements lie alike; open ones are the data's.
  void dimensionsOfOneAreNothing() {
    const Floats data = counted(kBatch * 12);
    for (const Shape& wanted : {Shape{3, 4}, Shape{3, 4, 1}, Shape{1, 3, 4}, Shape{-1, 3, -1}})
      QCOMPARE(logitsOf(written(flattened(wanted)), {{1, 3, 4}, 12}, data), data);
  }

  void otherSizesHaveNoSuchCure() {
    const Refusal told = refusal(written(flattened({3, 5})), {{3, 4}, 12});
    QVERIFY2(told.what.contains("takes 4x3x5, the data give 4x3x4") && !told.cure.contains(" = "), qPrintable(told.what + told.cure));
  }

  void anOrderThatIsNoneIsRefused() {
    for (const std::vector<std::int64_t>& order : {std::vector<std::int64_t>{0, 1}, {0, 1, 1}, {1, 0, 2}, {0, 1, 3}}) {
      ModelSpec spec = written(flattened({3, 4}));
      spec.integers["transpose"] = order;
      const Refusal told = refusal(spec, {{3, 4}, 12});
      QVERIFY2(told.cure.contains("Write each dimension from 0 to 2 once"), qPrintable(told.what + told.cure));
    }
  }

  void argumentsThatThereAreNotAreRefused() {
    ModelSpec spec = written(flattened({12}));
    spec.integers["transposed"] = {1};
    QVERIFY2(refusal(spec, {{12}, 12}).cure.contains("transpose"), "the nearest name");
    ModelSpec other = written(flattened({12}));
    other.texts["output"] = "yy";
    QVERIFY2(refusal(other, {{12}, 12}).cure.contains("y"), "the nearest output");
  }

  void whatBoundsTheLogitsIsTold_data() {
    QTest::addColumn<QString>("op");
    for (const char* op : {"Sigmoid", "Relu", "Tanh", "HardSigmoid", "Clip", "Softplus", "Elu", "Exp"}) QTest::newRow(op) << op;
  }
  void whatBoundsTheLogitsIsTold() {
    QFETCH(QString, op);
    for (const bool reshaped : {false, true}) {
      File file = started();
      file.node(op.toStdString(), {"h"}, {"p"}).init("shape", kInt64, {2}, {-1, 3});
      file.node(reshaped ? "Reshape" : "Identity", reshaped ? std::vector<std::string>{"p", "shape"} : std::vector<std::string>{"p"}, {"y"})
          .output("y");
      ModelSpec spec = written(file);
      const ModelInput input{{3}, 3};
      const Refusal told = refusal(spec, input);
      QVERIFY2(told.what.contains("ends in the " + op) && told.what.contains("cross-entropy"), qPrintable(told.what));
      // Both ways that it names: without it, and as it is.
      const Floats data{-2, 0.25F, 3, 1, 2, 3, -1, -2, -3, 0, 0, 0}, before{2, -0.25F, -3, -1, -2, -3, 1, 2, 3, 0, 0, 0};
      const QStringList ways = told.cure.split(", or ");
      QCOMPARE(ways.size(), 2);
      ModelSpec without = spec, with = spec;
      follow(without, ways[0]);
      follow(with, ways[1]);
      QCOMPARE(logitsOf(without, input, data), before);
      QVERIFY(logitsOf(with, input, data) != before || op == "Clip");
      // A regression may end so.
      ModelInput regression = input;
      regression.task = Task::Regression;
      QVERIFY(logitsOf(spec, regression, data) != before || op == "Clip");
    }
  }

  void aSoftmaxAtTheEndIsTheLoss() {
    const Floats data{-2, 0.25F, 3, 1, 2, 3, -1, -2, -3, 0, 0, 0}, before{2, -0.25F, -3, -1, -2, -3, 1, 2, 3, 0, 0, 0};
    const ModelInput input{{3}, 3};
    const File plain = started().node("Softmax", {"h"}, {"y"}).output("y");
    const File behind = started().node("Softmax", {"h"}, {"p"}).integer("axis", 1).node("Identity", {"p"}, {"y"}).output("y");
    const File apart = started()
                           .node("Exp", {"h"}, {"e"})
                           .init("axes", kInt64, {1}, {1})
                           .node("ReduceSum", {"e", "axes"}, {"s"})
                           .node("Div", {"e", "s"}, {"y"})
                           .output("y");
    for (const File& file : {plain, behind, apart}) {
      ModelSpec spec = written(file);
      // It is said; of a model that ends otherwise nothing is.
      const std::string said = leftOutAtEnd(spec, Task::Classification);
      QVERIFY2(
          said.starts_with(spec.onnx + ": the ") && said.find("at its end") != std::string::npos && said.find("is left out") != std::string::npos,
          said.c_str());
      QVERIFY(leftOutAtEnd(spec, Task::Regression).empty());
      QCOMPARE(logitsOf(spec, input, data), before);
      spec.texts["output"] = "y";
      QCOMPARE(logitsOf(spec, input, data), before);
      ModelInput regression = input;
      regression.task = Task::Regression;
      QVERIFY(logitsOf(spec, regression, data) != before);
    }
    QVERIFY(leftOutAtEnd(written(started().node("Identity", {"h"}, {"y"}).output("y")), Task::Classification).empty());
    // The cross-entropy of a log-softmax is that of what it was made of.
    const Floats logs = logitsOf(written(File().input("x", {-1, 3}).node("LogSoftmax", {"x"}, {"y"}).output("y")), input, data);
    QVERIFY(std::abs(std::exp(logs[0]) + std::exp(logs[1]) + std::exp(logs[2]) - 1) < 1e-5F);
  }

  // Weights that were no numbers when the file was made, and a mask, whose -infinity is meant.
  void weightsThatAreNoNumbers() {
    const double nan = std::nan(""), infinite = HUGE_VAL;
    const ModelInput input{{3}, 3};
    for (const double bad : {nan, infinite, -infinite}) {
      const ModelSpec spec = written(
          File().input("x", {-1, 3}).init("w", kFloat, {3, 3}, {1, 0, 0, 0, bad, 0, 0, 0, 0.5}).node("MatMul", {"x", "w"}, {"y"}).output("y"));
      const Refusal told = refusal(spec, input);
      QVERIFY2(told.what.contains("1 of the 9 values of w") && told.what.contains("MatMul"), qPrintable(told.what));
      QVERIFY2(told.cure.contains("export it again"), qPrintable(told.cure));
    }
    const File masked = File().input("x", {-1, 3}).init("mask", kFloat, {1, 3}, {0, -infinite, 0}).node("Add", {"x", "mask"}, {"y"}).output("y");
    const Graph graph = buildModel(written(masked), input, kBatch, true);
    for (const Value& value : graph.values()) QVERIFY2(value.role != Role::Parameter, value.name.c_str());
  }

  // Of 4 elements a window of 3 with stride 2 is one, by ONNX Runtime two: told, and with pads, which leave no doubt, it is trained.
  void windowsThatAreCountedOtherwise() {
    for (const char* op : {"MaxPool", "AveragePool", "LpPool"}) {
      const auto pool = [&] {
        return File().input("x", {-1, 1, 4}).node(op, {"x"}, {"p"}).integers("kernel_shape", {3}).integers("strides", {2}).integer("ceil_mode", 1);
      };
      const ModelInput input{{1, 4}, 2};
      const Refusal told = refusal(written(pool().text("auto_pad", "VALID").node("Flatten", {"p"}, {"y"}).output("y")), input);
      QVERIFY2(told.what.contains("auto_pad VALID beside ceil_mode") && told.cure.contains("with pads"), qPrintable(told.what));
      const Floats data{1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
      QCOMPARE(logitsOf(written(pool().integers("pads", {0, 0}).node("Flatten", {"p"}, {"y"}).output("y")), input, data).size(),
               std::size_t{2 * kBatch});
      // Beside SAME the size is that of the stride in any case.
      QCOMPARE(logitsOf(written(pool().text("auto_pad", "SAME_UPPER").node("Flatten", {"p"}, {"y"}).output("y")), input, data).size(),
               std::size_t{2 * kBatch});
    }
  }

  // A softmax over the batch is none of classes: it is neither left out nor trained without a word.
  void aSoftmaxOverAnotherAxisIsTold() {
    const Floats data{-2, 0.25F, 3, 1, 2, 3, -1, -2, -3, 0, 0, 0}, before{2, -0.25F, -3, -1, -2, -3, 1, 2, 3, 0, 0, 0};
    const ModelInput input{{3}, 3};
    for (const std::int64_t axis : {0, -2}) {
      const ModelSpec spec = written(started().node("Softmax", {"h"}, {"y"}).integer("axis", axis).output("y"));
      const Refusal told = refusal(spec, input);
      QVERIFY2(told.what.contains(QString("over axis %1").arg(axis)), qPrintable(told.what));
      const QStringList ways = told.cure.split(", or ");
      ModelSpec without = spec, with = spec;
      follow(without, ways[0]);
      follow(with, ways[1]);
      QCOMPARE(logitsOf(without, input, data), before);
      QVERIFY(logitsOf(with, input, data) != before);
    }
  }

  void anotherOutputIsNamed() {
    const File labels = started()
                            .node("ArgMax", {"h"}, {"label"})
                            .integer("axis", 1)
                            .integer("keepdims", 0)
                            .output("label")
                            .node("Softmax", {"h"}, {"probabilities"})
                            .output("probabilities");
    const File features = File()
                              .input("x", {-1, 3})
                              .node("Concat", {"x", "x"}, {"features"})
                              .integer("axis", 1)
                              .output("features")
                              .node("Neg", {"x"}, {"logits"})
                              .output("logits");
    const ModelInput input{{3}, 3};
    const Floats data = counted(kBatch * 3);
    for (const auto& [file, first, right] : {std::tuple{labels, "label", "probabilities"}, std::tuple{features, "features", "logits"}}) {
      ModelSpec spec = written(file);
      const Refusal told = refusal(spec, input);
      QVERIFY2(told.what.contains(QString("the one that is taken, ") + first), qPrintable(told.what));
      QVERIFY2(told.cure.contains(QString("output = \"%1\"").arg(right)), qPrintable(told.cure));
      follow(spec, told.cure);
      QCOMPARE(logitsOf(spec, input, data)[1], -1.0F);
    }
  }

  // The data may have fewer classes than the model tells apart: its first ones, where the project says so.
  void fewerClassesAreTold() {
    ModelSpec spec = written(started().node("Concat", {"x", "h"}, {"y"}).integer("axis", 1).output("y"));
    const ModelInput input{{3}, 4};
    const Refusal told = refusal(spec, input);
    QVERIFY2(told.what.contains("distinguishes 6 classes, the data have 4"), qPrintable(told.what));
    follow(spec, told.cure);
    const Floats y = logitsOf(spec, input, counted(12));
    QCOMPARE(Floats(y.begin(), y.begin() + 8), (Floats{0, 1, 2, 0, 3, 4, 5, -3}));
    // Fewer than the data have are no such thing.
    QVERIFY(!refusal(spec, {{3}, 7}).cure.contains("first_classes"));
  }

  // Nodes that are not needed for the output may be of any kind, and their inputs anything.
  void whatIsNotNeededIsLeftOut() {
    const File file = File()
                          .input("x", {-1, 3})
                          .node("NonZero", {"x"}, {"places"})
                          .output("y")
                          .node("Neg", {"x"}, {"y"})
                          .input("mask", {-1, 7})
                          .node("Neg", {"mask"}, {"other"})
                          .output("places");
    QCOMPARE(logitsOf(written(file), {{3}, 3}, counted(12))[1], -1.0F);
  }

  void aFixedBatchIsTold() {
    const File adds = File().input("x", {2, 3}).init("b", kFloat, {2, 3}, {1, 2, 3, 4, 5, 6}).node("Add", {"x", "b"}, {"y"}).output("y");
    const File rows = File().input("x", {1, 3}).init("s", kInt64, {2}, {1, -1}).node("Reshape", {"x", "s"}, {"y"}).output("y");
    for (const auto& [file, own] : {std::pair{adds, 2}, std::pair{rows, 1}}) {
      const ModelSpec spec = written(file);
      const Refusal told = refusal(spec, {{3}, 3});
      QVERIFY2(told.what.contains(QString("exported for a batch of %1").arg(own)) && told.what.contains("the project has 4"), qPrintable(told.what));
      QVERIFY2(told.cure.contains(QString("batch_size = %1 ").arg(own)), qPrintable(told.cure));
      QCOMPARE(logitsOf(spec, {{3}, 3}, counted(3 * own), own).size(), static_cast<std::size_t>(3 * own));
    }
    // Only the number in the input, and nowhere inside: any batch will do.
    QCOMPARE(logitsOf(written(File().input("x", {1, 3}).node("Neg", {"x"}, {"y"}).output("y")), {{3}, 3}, counted(12)).size(), std::size_t{12});
  }

  void wholeNumbersAreTold() {
    ModelSpec spec =
        written(File().input("x", {-1, 1, 1, 3}, kUint8).node("Cast", {"x"}, {"f"}).integer("to", kFloat).node("Flatten", {"f"}, {"y"}).output("y"));
    const ModelInput input{{1, 1, 3}, 3};
    const Refusal told = refusal(spec, input);
    QVERIFY2(told.what.contains("takes whole numbers (uint8), the data are real numbers"), qPrintable(told.what));
    QVERIFY2(told.cure.contains("round = 1") && told.cure.contains("mean = [0] and std = [0.00392156862745098]"), qPrintable(told.cure));
    follow(spec, told.cure);
    const Floats data{0, 254.6F, 255, 300, -3, 7.4F, 0.5F, 1, 2, 3, 4, 5}, right{0, 255, 255, 255, 0, 7, 1, 1, 2, 3, 4, 5};
    QCOMPARE(logitsOf(spec, input, data), right);
  }

  // One parameter, whoever reads it, in whatever form, under whatever name.
  void sharedWeightsAreOneParameter_data() {
    QTest::addColumn<QByteArray>("bytes");
    const auto start = [] { return File().input("x", {-1, 2}).init("w", kFloat, {2, 2}, {1, 2, 3, 4}); };
    const auto row = [](const char* name, const File& file) { QTest::newRow(name) << QByteArray::fromStdString(file.bytes()); };
    row("MatMul twice", start().node("MatMul", {"x", "w"}, {"h"}).node("MatMul", {"h", "w"}, {"y"}).output("y"));
    row("Gemm twice", start().node("Gemm", {"x", "w"}, {"h"}).node("Gemm", {"h", "w"}, {"y"}).output("y"));
    row("MatMul and Gemm of the transposed",
        start().node("MatMul", {"x", "w"}, {"h"}).node("Transpose", {"w"}, {"t"}).node("Gemm", {"h", "t"}, {"y"}).integer("transB", 1).output("y"));
    row("Gemm of both kinds", start().node("Gemm", {"x", "w"}, {"h"}).integer("transB", 1).node("Gemm", {"h", "w"}, {"y"}).output("y"));
    row("MatMul and an addition", start()
                                      .node("MatMul", {"x", "w"}, {"h"})
                                      .node("MatMul", {"h", "w"}, {"i"})
                                      .node("Identity", {"w"}, {"v"})
                                      .node("MatMul", {"i", "v"}, {"y"})
                                      .output("y"));
    row("addition first", start().node("ReduceSum", {"w"}, {"s"}).node("MatMul", {"x", "w"}, {"h"}).node("Add", {"h", "s"}, {"y"}).output("y"));
  }
  void sharedWeightsAreOneParameter() {
    QFETCH(QByteArray, bytes);
    const ModelSpec spec = written(bytes);
    const ModelInput input{{2}, 2};
    QCOMPARE(parameterCount(buildModel(spec, input, kBatch, true)), std::int64_t{4});
    const Floats y = logitsOf(spec, input, {1, 0, 0, 1, 1, 1, 2, -1});
    // By hand, of the row (1, 0).
    const QString tag = QTest::currentDataTag();
    const Floats right = tag == "Gemm of both kinds"       ? Floats{1 * 1 + 3 * 3, 1 * 2 + 3 * 4}
                         : tag == "addition first"         ? Floats{1 + 10, 2 + 10}
                         : tag == "MatMul and an addition" ? Floats{37, 54}
                                                           : Floats{7, 10};
    QCOMPARE(y[0], right[0]);
    QCOMPARE(y[1], right[1]);
  }

  void layersOverTimeShareWeights() {
    const File file = File()
                          .input("x", {3, 1, 2})
                          .init("w", kFloat, {1, 4, 2}, std::vector<double>(8, 0.25))
                          .init("r", kFloat, {1, 4, 1}, {0.1, 0.2, 0.3, 0.4})
                          .node("LSTM", {"x", "w", "r"}, {"a", "ah", "ac"})
                          .integer("hidden_size", 1)
                          .node("LSTM", {"x", "w", "r", "", "", "ah", "ac"}, {"b", "bh"})
                          .integer("hidden_size", 1)
                          .output("b");
    QCOMPARE(parameterCount(onnx::importModel(onnx::readModel(written(file).onnx)).graph), std::int64_t{12});
  }

  // Nodes of one name have tables of their own.
  void nodesMayHaveTheSameName() {
    const File file = File()
                          .input("x", {-1, 1, 4})
                          .node("AveragePool", {"x"}, {"a"})
                          .integers("kernel_shape", {2})
                          .integers("pads", {1, 0})
                          .named("pool")
                          .node("AveragePool", {"a"}, {"b"})
                          .integers("kernel_shape", {2})
                          .integers("pads", {0, 1})
                          .named("pool")
                          .node("Flatten", {"b"}, {"y"})
                          .output("y");
    const Floats y = logitsOf(written(file), {{1, 4}, 4}, counted(16));
    QCOMPARE(Floats(y.begin(), y.begin() + 4), (Floats{0.25F, 1, 2, 2.5F}));
  }

 private:
  // The elements of x, none below 0, one after the other.
  static File flattened(const Shape& sample) {
    Shape shape = sample;
    shape.insert(shape.begin(), -1);
    return File().input("x", shape).node("Flatten", {"x"}, {"f"}).node("Abs", {"f"}, {"y"}).output("y");
  }
  // Three numbers a sample, and what they are with the other sign.
  static File started() { return File().input("x", {-1, 3}).node("Neg", {"x"}, {"h"}); }
  ModelSpec written(const File& file) { return written(QByteArray::fromStdString(file.bytes())); }
  ModelSpec written(const QByteArray& bytes) {
    ModelSpec spec;
    spec.onnx = folder_.filePath(QString("model%1.onnx").arg(++files_)).toStdString();
    QFile out(QString::fromStdString(spec.onnx));
    if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size()) qFatal("no room for a file of the test");
    return spec;
  }
  static Refusal refusal(const ModelSpec& spec, const ModelInput& input) {
    try {
      buildModel(spec, input, kBatch, true);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::Input) return {QString::fromStdString(error.happened()), QString::fromStdString(error.cure())};
      return {QString("an error of another kind: ") + error.what(), {}};
    }
    return {"nothing was refused", {}};
  }

  QTemporaryDir folder_;
  int files_ = 0;
};

QTEST_GUILESS_MAIN(OnnxFit)
#include "fit_test.moc"
