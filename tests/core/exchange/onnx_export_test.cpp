// Exported models give what ONNX Runtime gives for the file: its numbers are in onnx_export_values.txt, written by
// tests/core/onnx/write/against_onnxruntime.py, which also runs onnx's own checker. Names, operators and refusals by hand.
#include "core/exchange/onnx_export.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/onnx/onnx_file.h"
#include "core/train/steps/task_metrics.h"
#include "tests/core/exchange/exported_models.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr std::int64_t kBatch = 2;

OnnxExported exported(const AskedModel& model, const std::string& file, OnnxExportOptions options = {}) {
  options.threads = 1;
  return exportOnnx(model, *findBackend("cpu"), file, options);
}

// What ONNX Runtime gave: the first numbers of its answer, and the largest of all by magnitude.
struct Stored {
  double largest = 0;
  std::vector<double> first;
};
std::map<std::string, Stored> storedValues() {
  std::ifstream file(STEPSCOPE_SOURCE_DIR "/tests/core/exchange/onnx_export_values.txt");
  std::map<std::string, Stored> all;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string name;
    Stored one;
    words >> name >> one.largest;
    for (double value; words >> value;) one.first.push_back(value);
    all[name] = one;
  }
  return all;
}

int nodesOf(const onnx::OnnxModel& file, const std::string& op) {
  return static_cast<int>(std::count_if(file.nodes.begin(), file.nodes.end(), [&](const onnx::OnnxNode& node) { return node.opType == op; }));
}

int opsOf(const AskedModel& model, const std::string& op) {
  const Graph graph = buildModel(model.project.model, modelInputOf(*model.sample), 1, false);
  return static_cast<int>(std::count_if(graph.nodes().begin(), graph.nodes().end(), [&](const Node& node) { return node.op->name == op; }));
}

void save(const QString& path, const void* data, std::size_t bytes) {
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(static_cast<const char*>(data), static_cast<qint64>(bytes)) != static_cast<qint64>(bytes))
    qFatal("cannot write %s", qPrintable(path));
}

}  // namespace

class OnnxExportTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyModelAsOnnxRuntimeRunsIt_data() {
    QTest::addColumn<QString>("name");
    for (const std::string& name : exportedModelNames()) QTest::newRow(name.c_str()) << QString::fromStdString(name);
  }
  void everyModelAsOnnxRuntimeRunsIt() {
    QFETCH(QString, name);
    const QString keep = qEnvironmentVariable("STEPSCOPE_ONNX_FILES");
    const ExportedModelCase one = exportedModel(name.toStdString(), qEnvironmentVariableIsSet("STEPSCOPE_ONNX_FULL_SIZE"));
    const QString path = keep.isEmpty() ? folder_.filePath(name + ".onnx") : keep + '/' + name + ".onnx";
    const OnnxExported done = exported(one.model, path.toStdString());
    QVERIFY(done.largest > 1e-3);
    QVERIFY2(done.largestDifference <= kOnnxTolerance * done.largest, qPrintable(QString::number(done.largestDifference / done.largest)));

    const onnx::OnnxModel file = onnx::readModel(path.toStdString());
    QCOMPARE(file.opset, 17);
    QCOMPARE(file.inputs.size(), std::size_t{1});
    QCOMPARE(file.inputs[0].shape[0], -1);  // open
    QCOMPARE(file.outputs[0].shape[0], -1);
    for (const auto& [op, node] :
         {std::pair{"conv2d", "Conv"}, std::pair{"batch_norm_inference", "BatchNormalization"}, std::pair{"lstm", "LSTM"}, std::pair{"gru", "GRU"},
          std::pair{"layer_norm", "LayerNormalization"}, std::pair{"embedding", "Gather"}, std::pair{"max_pool2d", "MaxPool"},
          std::pair{"conv_transpose2d", "ConvTranspose"}, std::pair{"attention", "Softmax"}})
      if (const int count = opsOf(one.model, op); std::string(node) != "Gather" && std::string(node) != "MaxPool" && std::string(node) != "Softmax")
        QCOMPARE(nodesOf(file, node), count);
      else QVERIFY(nodesOf(file, node) >= count);
    // Weights have the names and numbers of PyTorch's state_dict, but for those whose gates ONNX has in another order.
    std::size_t others = 0;
    for (const SafeTensor& tensor : one.model.weights) {
      const auto found = file.initializers.find(tensor.name);
      if (found == file.initializers.end()) {
        ++others;
        continue;
      }
      QCOMPARE(found->second.shape, tensor.shape);
      QCOMPARE(std::memcmp(found->second.floats.data(), tensor.data.data(), tensor.data.size()), 0);
    }
    const std::size_t recurrent = static_cast<std::size_t>(std::count_if(one.model.weights.begin(), one.model.weights.end(), [](const SafeTensor& t) {
      return t.name.find("_l0") != std::string::npos || t.name.find("_l1") != std::string::npos;
    }));
    QCOMPARE(others, recurrent);

    const std::vector<float> samples = samplesFor(one, kBatch), answers = answersOf(one, kBatch, samples);
    if (!keep.isEmpty()) {
      save(keep + '/' + name + ".0.bin", samples.data(), samples.size() * sizeof(float));
      save(keep + '/' + name + ".y.bin", answers.data(), answers.size() * sizeof(float));
      return;
    }
    static const std::map<std::string, Stored> stored = storedValues();
    const auto right = stored.find(name.toStdString());
    QVERIFY2(right != stored.end(), "no values are stored: tests/core/onnx/write/against_onnxruntime.py --store");
    QVERIFY(!right->second.first.empty() && right->second.first.size() <= answers.size());
    for (std::size_t i = 0; i < right->second.first.size(); ++i) {
      const double off = std::abs(answers[i] - right->second.first[i]);
      QVERIFY2(off <= kOnnxTolerance * right->second.largest,
               qPrintable(QString("%1: %2 for %3").arg(i).arg(answers[i]).arg(right->second.first[i])));
    }
  }

  void whatTheFileSaysOfItself() {
    const ExportedModelCase one = exportedModel("lenet5", false);
    const std::string path = folder_.filePath("said.onnx").toStdString();
    exported(one.model, path);
    const onnx::OnnxModel file = onnx::readModel(path);
    QCOMPARE(file.producer, std::string("Stepscope"));
    QCOMPARE(file.metadata.at("task"), std::string("classification"));
    QCOMPARE(file.metadata.at("size"), std::string("[1,28,28]"));
    QCOMPARE(file.metadata.at("mean"), std::string("[0.45]"));
    QCOMPARE(file.metadata.at("std"), std::string("[0.22]"));
    QVERIFY(file.metadata.at("classes").starts_with("[\"class 0\",\"class 1\","));
  }

  void oneBatchSize() {
    const ExportedModelCase one = exportedModel("vit_tiny", false);
    const std::string path = folder_.filePath("three.onnx").toStdString();
    const OnnxExported done = exported(one.model, path, {.batch = 3});
    const onnx::OnnxModel file = onnx::readModel(path);
    QCOMPARE(file.inputs[0].shape, Shape({3, 3, 64, 64}));
    QCOMPARE(file.outputs[0].shape, Shape({3, 10}));
    QCOMPARE(nodesOf(file, "Shape"), 0);
    QCOMPARE(done.compared, 30);
    QVERIFY(runtimeLines(path, done)[1].command.find("minShapes") == std::string::npos);
  }

  void linesForOtherRuntimes() {
    OnnxExported done;
    done.input = "x";
    done.sample = {3, 224, 224};
    done.type = "float32";
    const std::vector<RuntimeLine> lines = runtimeLines("my model.onnx", done);
    QCOMPARE(
        lines[0].command,
        std::string(
            "python3 -c 'import sys, numpy as np, onnxruntime as ort; session = ort.InferenceSession(sys.argv[1]); print(session.run(None, {\"x\": "
            "np.zeros((1, 3, 224, 224), np.float32)})[0])' 'my model.onnx'"));
    QCOMPARE(lines[1].command,
             std::string("trtexec --onnx='my model.onnx' --minShapes=x:1x3x224x224 --optShapes=x:8x3x224x224 --maxShapes=x:32x3x224x224"));
    QCOMPARE(lines[2].command, std::string("ovc 'my model.onnx'"));
  }

  // (value / 255 - mean) / std inside the file.
  void bytesOfPictures() {
    const ExportedModelCase one = exportedModel("resnet20", false);
    const std::string path = folder_.filePath("bytes.onnx").toStdString();
    const OnnxExported done = exported(one.model, path, {.preprocessing = true});
    QCOMPARE(done.type, std::string("uint8"));
    const onnx::OnnxModel file = onnx::readModel(path);
    QCOMPARE(file.inputs[0].onnxType, 2);
    const std::vector<float> factors{1 / (255 * 0.22F), 1 / (255 * 0.22F), 1 / (255 * 0.3F)}, shifts{-0.45F / 0.22F, -0.4F / 0.22F, -0.45F / 0.3F};
    for (std::size_t c = 0; c < 3; ++c) {
      QVERIFY(qFuzzyCompare(file.initializers.at("constants/pixel_factors").floats[c], factors[c]));
      QVERIFY(qFuzzyCompare(file.initializers.at("constants/pixel_shifts").floats[c], shifts[c]));
    }
  }

  void refusedWithoutAFile_data() {
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("said");
    QTest::newRow("a weight is NaN") << "nan"
                                     << "are not all finite numbers";
    QTest::newRow("a weight is missing") << "missing"
                                         << "is missing";
    QTest::newRow("a weight of another shape") << "shape"
                                               << "the model needs";
    QTest::newRow("it gives infinities") << "infinite"
                                         << "numbers that are not finite";
    QTest::newRow("pixels are unknown") << "pixels"
                                        << "mean and deviation are known";
    QTest::newRow("the file is there") << "there"
                                       << "the file exists";
    QTest::newRow("no such folder") << "folder"
                                    << "its folder is not there";
    QTest::newRow("a folder") << "is folder"
                              << "this is a folder";
  }
  void refusedWithoutAFile() {
    QFETCH(QString, fault);
    QFETCH(QString, said);
    ExportedModelCase one = exportedModel("lenet5", false);
    std::vector<SafeTensor>& weights = one.model.weights;
    const QDir folder(folder_.filePath("refused " + fault));
    QVERIFY(folder.mkpath("."));
    QString path = folder.filePath("model.onnx");
    OnnxExportOptions options;
    const auto setFirst = [&](float value) { std::memcpy(weights[0].data.data(), &value, sizeof value); };
    if (fault == "nan") setFirst(std::nanf(""));
    if (fault == "missing") weights.erase(weights.begin());
    if (fault == "shape") weights[0].shape = {1, numel(weights[0].shape)};
    if (fault == "infinite") setFirst(3e38F);
    if (fault == "pixels") one.model.project.data.mean.clear(), one.model.project.data.std.clear(), options.preprocessing = true;
    if (fault == "there") save(path, "kept", 4);
    if (fault == "folder") path = folder.filePath("nowhere/model.onnx");
    if (fault == "is folder") path = folder.path();
    const QStringList before = folder.entryList(QDir::Files);
    try {
      exported(one.model, path.toStdString(), options);
      QFAIL("it was exported");
    } catch (const Error& error) {
      QVERIFY2(QString::fromUtf8(error.what()).contains(said), error.what());
      QVERIFY(!error.cure().empty());
    }
    QCOMPARE(folder.entryList(QDir::Files), before);
  }

 private:
  QTemporaryDir folder_;
};

QTEST_GUILESS_MAIN(OnnxExportTest)
#include "onnx_export_test.moc"
