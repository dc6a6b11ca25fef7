// What is written computes the same. The models of values.qz are imported, exported, and read again: the outputs are still those that ONNX Runtime
// gave for the original file. By hand: an open batch, names, refusals.
#include "core/onnx/write/exporter.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/base/error.h"
#include "core/graph/op.h"
#include "tests/core/onnx/value_cases.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope;
using testing::ValueCase;

namespace {

std::vector<float> givenNumbers(const Value& value) {
  if (value.init.given) return *value.init.given;
  return std::vector<float>(static_cast<std::size_t>(numel(value.shape)), static_cast<float>(value.init.a));
}

onnx::ExportSpec specFor(ValueId output) {
  onnx::ExportSpec spec;
  spec.output = output;
  spec.weights = givenNumbers;
  return spec;
}

Init counted(std::int64_t count) {
  std::vector<float> numbers;
  for (std::int64_t i = 0; i < count; ++i) numbers.push_back(static_cast<float>(i) * 0.25F - 1);
  Init init;
  init.kind = Init::Kind::Given;
  init.given = std::make_shared<const std::vector<float>>(std::move(numbers));
  return init;
}

}  // namespace

class OnnxWrite : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void valuesStayThoseOfOnnxRuntime() {
    testing::ValueCases cases(QStringLiteral(STEPSCOPE_SOURCE_DIR "/tests/core/onnx/values.qz"));
    QVERIFY(cases.count() > 100);
    std::map<std::string, int> refusals;
    int right = 0, wrong = 0, known = 0;
    for (std::uint32_t i = 0; i < cases.count(); ++i) {
      const ValueCase one = cases.next();
      onnx::Imported imported;
      try {
        imported = testing::importFor(one.model, one.inputs);
      } catch (const Error&) {
        continue;  // test_onnx_values counts these
      }
      for (const auto& [name, expected] : one.outputs) {
        const auto output = imported.graph.outputs().find(name);
        if (output == imported.graph.outputs().end()) {
          ++known;
          continue;
        }
        try {
          const std::string difference = againDifference(imported.graph, output->second, one, expected);
          ++(difference.empty() ? right : wrong);
          if (!difference.empty()) qWarning("%s: %s", one.title.c_str(), difference.c_str());
        } catch (const Error& error) {
          if (!one.op.ends_with("Loss")) ++refusals[error.happened()];
        }
      }
    }
    int refused = 0;
    for (const auto& [sentence, times] : refusals) {
      qInfo("%d times refused: %s", times, sentence.c_str());
      refused += times;
    }
    qInfo("%d right, %d refused, %d wrong, %d known at import", right, refused, wrong, known);
    QCOMPARE(wrong, 0);
    QVERIFY(right > 500);
    QCOMPARE(refused, 0);  // losses are not counted
    // Ops that no importer makes are exported from layers; the test of the exchange has these.
    const std::set<std::string> fromLayers{"attention",
                                           "channel_shuffle",
                                           "elu",
                                           "gelu",
                                           "hardsigmoid",
                                           "product_sum",
                                           "resize",
                                           "shortcut_pad",
                                           "silu",
                                           "softplus",
                                           "leaky_relu",
                                           "adaptive_avg_pool2d",
                                           "adaptive_max_pool2d",
                                           "rms_norm",
                                           "hardswish"};
    for (const std::string& op : onnx::exportedOps()) QVERIFY2(seen_.contains(op) || fromLayers.contains(op), op.c_str());
  }

  // Whatever stands in the graph of an evaluation. An op is forward if it has a gradient.
  void everyOpOfAnEvaluation() {
    const std::set<std::string_view> onlyInTraining{"batch_norm", "dropout", "stochastic_depth"};
    const std::vector<std::string> exported = onnx::exportedOps();
    for (const OpDef* op : allOps()) {
      const bool loss = op->name.ends_with("_loss") || op->id == OpId::SoftmaxCrossEntropy;
      if (!op->gradient || loss || onlyInTraining.contains(op->name)) continue;
      QVERIFY2(std::binary_search(exported.begin(), exported.end(), op->name),
               ("a line in core/onnx/write exports the op " + std::string(op->name)).c_str());
    }
  }

  // A linear layer of rows and one of sequences, with the batch left open: numbers by hand.
  void anOpenBatch() {
    const auto build = [](std::int64_t batch) {
      Graph graph;
      const ValueId x = graph.addInput("x", DType::F32, {batch, 2, 3});
      const ValueId w = graph.addPersistent(Role::Parameter, "net.weight", DType::F32, {2, 3}, counted(6));
      const ValueId rows = graph.add("linear", {x, w}, {{"relu", false}}, "net");
      const ValueId flat = graph.add("reshape", {rows}, {{"shape", Shape{batch, 4}}}, "flat");
      const ValueId zeros = graph.add("fill", {}, {{"shape", Shape{batch, 1}}, {"value", 0.5}}, "half");
      graph.markOutput("y", graph.add("concat", {flat, zeros}, {{"axis", std::int64_t{1}}}, "joined"));
      return graph;
    };
    const Graph two = build(2), three = build(3);
    onnx::ExportSpec spec = specFor(two.outputs().find("y")->second);
    spec.otherBatch = &three;
    spec.metadata = {{"classes", "[\"a\"]"}};
    const onnx::OnnxModel file = read(onnx::exportModel(two, spec).bytes);
    QCOMPARE(file.opset, onnx::kWrittenOpset);
    QCOMPARE(file.producer, std::string("Stepscope"));
    QCOMPARE(file.metadata.at("classes"), std::string("[\"a\"]"));
    QCOMPARE(file.inputs.at(0).shape, Shape({-1, 2, 3}));
    QCOMPARE(file.outputs.at(0).shape, Shape({-1, 5}));
    QCOMPARE(file.outputs.at(0).name, std::string("logits"));
    QCOMPARE(file.initializers.at("net.weight").floats, *counted(6).given);
    onnx::ImportOptions options;
    options.batch = 5;
    const onnx::Imported imported = onnx::importModel(file, options);
    QCOMPARE(imported.graph.value(imported.graph.outputs().at("logits")).shape, Shape({5, 5}));
    // Of one sample: rows (1 2 3) and (0 1 0) times the transpose of (-1 -.75 -.5; -.25 0 .25).
    onnx::Tensor x;
    x.onnxType = 1;
    x.shape = {1, 2, 3};
    x.floats = {1, 2, 3, 0, 1, 0};
    onnx::OnnxModel single = file;
    single.inputs[0].shape = x.shape;
    const testing::Ran ran = testing::runModel(single, {{"x", x}});
    QCOMPARE(ran.outputs.at(0).values, std::vector<double>({-4, 0.5, -0.75, 0, 0.5}));
  }

  void refusedByName() {
    // A loss.
    Graph graph;
    const ValueId x = graph.addInput("x", DType::F32, {2, 3}), labels = graph.addInput("labels", DType::I32, {2});
    const ValueId loss = graph.add("softmax_cross_entropy", {x, labels}, {}, "loss");
    expectRefusal(graph, specFor(loss), "loss", "cannot be exported to ONNX");
    // A part of the batch: of two samples one, of three still one. And a layer that gathers the batch in another way.
    const auto cut = [](std::int64_t batch, std::int64_t end) {
      Graph g;
      const ValueId in = g.addInput("x", DType::F32, {batch, 3});
      g.add("slice", {in}, {{"starts", Shape{0, 0}}, {"ends", Shape{end, 3}}, {"steps", Shape{1, 1}}}, "part");
      return g;
    };
    const Graph two = cut(2, 1), three = cut(3, 2);
    onnx::ExportSpec spec = specFor(two.nodes()[0].outputs[0]);
    spec.otherBatch = &three;
    expectRefusal(two, spec, "part", "so the batch cannot be left open");
  }

 private:
  onnx::OnnxModel read(const std::string& bytes) const {
    QFile file(folder_.filePath("made.onnx"));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes.data(), static_cast<qint64>(bytes.size())) < 0) qFatal("no room for a file of the test");
    file.close();
    return onnx::readModel(file.fileName().toStdString());
  }

  std::string againDifference(const Graph& graph, ValueId output, const ValueCase& one, const onnx::Tensor& expected) {
    const onnx::OnnxModel file = read(onnx::exportModel(graph, specFor(output)).bytes);
    for (const Node& node : graph.nodes()) seen_.insert(std::string(node.op->name));
    std::map<std::string, onnx::Tensor, std::less<>> inputs;
    for (const onnx::Port& port : file.inputs) inputs[port.name] = one.inputs.at(port.name);
    const testing::Ran ran = testing::runModel(file, inputs);
    if (const QString folder = qEnvironmentVariable("STEPSCOPE_ONNX_FILES"); !folder.isEmpty()) keep(folder, file, inputs, ran.outputs.at(0));
    // An operator that is written as several may give another number that is not finite: x times 0 of an infinite x, where one of them rounds.
    testing::Result result = ran.outputs.at(0);
    for (std::size_t i = 0; i < std::min(result.values.size(), expected.count()); ++i)
      if (std::isnan(expected.at(i)) && !std::isfinite(result.values[i])) result.values[i] = expected.at(i);
    return testing::valueDifference(result, expected);
  }

  // For against_onnxruntime.py.
  void keep(const QString& folder, const onnx::OnnxModel& file, const std::map<std::string, onnx::Tensor, std::less<>>& inputs,
            const testing::Result& result) {
    const QString path = QString("%1/case%2").arg(folder).arg(kept_++, 5, 10, QChar('0'));
    const auto save = [](const QString& name, const std::vector<float>& numbers) {
      QFile to(name);
      if (!to.open(QIODevice::WriteOnly) || to.write(reinterpret_cast<const char*>(numbers.data()), static_cast<qint64>(4 * numbers.size())) < 0)
        qFatal("cannot write %s", qPrintable(name));
    };
    if (!QFile::copy(QString::fromStdString(file.file), path + ".onnx")) qFatal("cannot write %s", qPrintable(path));
    for (std::size_t i = 0; i < file.inputs.size(); ++i) {
      std::vector<float> numbers;
      const onnx::Tensor& tensor = inputs.at(file.inputs[i].name);
      for (std::size_t at = 0; at < tensor.count(); ++at) numbers.push_back(static_cast<float>(tensor.at(at)));
      save(path + '.' + QString::number(i) + ".bin", numbers);
    }
    save(path + ".y.bin", std::vector<float>(result.values.begin(), result.values.end()));
  }

  void expectRefusal(const Graph& graph, const onnx::ExportSpec& spec, const std::string& where, const std::string& said) {
    try {
      onnx::exportModel(graph, spec);
      QFAIL("it was exported");
    } catch (const Error& error) {
      QCOMPARE(error.kind(), ErrorKind::Input);
      QCOMPARE(error.where(), where);
      QVERIFY2(error.happened().find(said) != std::string::npos, error.what());
      QVERIFY(!error.cure().empty());
    }
  }

  QTemporaryDir folder_;
  std::set<std::string> seen_;
  int kept_ = 0;
};

QTEST_GUILESS_MAIN(OnnxWrite)
#include "write_test.moc"
