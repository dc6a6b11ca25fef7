// Whole ONNX models of other people: the accuracies that independent runtimes reach, and training on from their weights.
#include <cstring>

#include "core/backend/backend.h"
#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/data/dataset.h"
#include "core/models/model.h"
#include "core/passes/step_graph.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope;

namespace {

QString dataFolder() {
  const QByteArray given = qgetenv("STEPSCOPE_DATA");
  return given.isEmpty() ? QStringLiteral(STEPSCOPE_SOURCE_DIR "/../shared/data") : QString::fromLocal8Bit(given);
}

constexpr std::int64_t kBatch = 100;

std::unique_ptr<Program> compiled(const Graph& graph) {
  auto program = findBackend("cpu")->compile(graph, {{.autotune = false}, 2});
  program->attach(std::make_shared<Arena>(program->plan().stateBytes), std::make_shared<Arena>(program->plan().stepBytes));
  for (const Value& value : graph.values())
    if (isPersistent(value.role)) program->write(value.name, std::as_bytes(std::span<const float>(initialValue(value, 1))));
  return program;
}

void fill(Program& program, const Dataset& data, std::int64_t first) {
  const auto x = program.input("x"), labels = program.input("labels");
  const std::size_t sample = x.size() / kBatch;
  for (std::int64_t i = 0; i < kBatch; ++i) {
    const std::size_t at = static_cast<std::size_t>(i);
    std::span<std::byte> target = labels.subspan(at * 4, 4);
    data.readInput(first + i, 0, x.subspan(at * sample, sample));
    data.readTarget(first + i, 0, target);
  }
}

}  // namespace

class OnnxModels : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const QString archive = dataFolder() + "/onnx/mnist_models.tar.gz";
    if (!QFile::exists(archive)) return;  // the functions that want it say so
    QCOMPARE(QProcess::execute("tar", {"xzf", archive, "-C", folder_.path()}), 0);
  }

  void accuracyOfOthers_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<double>("mean");
    QTest::addColumn<double>("std");
    QTest::addColumn<int>("expected");
    // Of 10,000 test digits, by NumPy and by other runtimes; 3 either way.
    QTest::newRow("mnist-8") << "mnist_models/mnist-8/model.onnx" << 0.0 << 1.0 / 255 << 9891;
    QTest::newRow("burn_mnist") << "mnist_models/burn_mnist/mnist.onnx" << 0.1307 << 0.3081 << 9916;
  }

  void accuracyOfOthers() {
    QFETCH(QString, file);
    QFETCH(double, mean);
    QFETCH(double, std);
    QFETCH(int, expected);
    const QString path = folder_.filePath(file);
    if (!QFile::exists(path)) QSKIP("without the archive there is nothing to run");
    DataSpec digits;
    digits.kind = "mnist";
    digits.path = (dataFolder() + "/mnist").toStdString();
    digits.mean = {mean};
    digits.std = {std};
    const auto data = openData(digits).validation;
    ModelSpec spec;
    spec.onnx = path.toStdString();
    const ModelInput input{{1, 28, 28}, 10};
    const auto evaluation = compiled(buildEvaluationStep(buildModel(spec, input, kBatch, false)).graph);
    double correct = 0;
    for (std::int64_t first = 0; first < data->size(); first += kBatch) {
      fill(*evaluation, *data, first);
      evaluation->run();
      correct += evaluation->scalar("metric/accuracy");
    }
    qInfo("%s: %.0f of %d right", qPrintable(file), correct, static_cast<int>(data->size()));
    QVERIFY(std::abs(correct - expected) <= 3);

    // Fine-tuning starts from there: the loss of a batch falls.
    OptimizerSpec sgd;
    const auto training = compiled(buildTrainingStep(buildModel(spec, input, kBatch, true), sgd).graph);
    double firstLoss = 0, lastLoss = 0;
    for (int step = 0; step < 5; ++step) {
      fill(*training, *data, 0);
      training->setScalar("lr", mean == 0 ? 1e-7 : 1e-2);  // the first model's activations are in the thousands
      if (training->graph().find("seed") != kNone) training->setScalar("seed", 1);
      training->run();
      (step == 0 ? firstLoss : lastLoss) = training->scalar("loss");
    }
    QVERIFY2(lastLoss < firstLoss, qPrintable(QString("%1 -> %2").arg(firstLoss).arg(lastLoss)));
  }

  void brokenFilesAreToldApart_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("said");
    QTest::newRow("empty") << QByteArray() << "is empty";
    QTest::newRow("text") << QByteArray("this is no model, but a sentence of some length") << "is not an ONNX model";
    QTest::newRow("zeros") << QByteArray(64, '\0') << "is not an ONNX model";
  }

  void brokenFilesAreToldApart() {
    QFETCH(QByteArray, content);
    QFETCH(QString, said);
    expectRefusal(content, said);
  }

  void aFileCutAnywhereIsRefused() {
    QFile file(folder_.filePath("mnist_models/burn_mnist/mnist.onnx"));
    if (!file.open(QIODevice::ReadOnly)) QSKIP("without the archive there is nothing to cut");
    const QByteArray whole = file.readAll();
    for (int part = 1; part < 20; ++part) expectRefusal(whole.left(whole.size() * part / 20), QString());
  }

 private:
  void expectRefusal(const QByteArray& content, const QString& said) {
    const QString path = folder_.filePath("broken.onnx");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();
    ModelSpec spec;
    spec.onnx = path.toStdString();
    try {
      buildModel(spec, {{1, 28, 28}, 10}, 4, false);
      QFAIL("a broken file was taken for a model");
    } catch (const Error& error) {
      QCOMPARE(error.kind(), ErrorKind::Input);
      QVERIFY2(QString::fromUtf8(error.what()).contains("broken.onnx"), error.what());
      QVERIFY2(QString::fromUtf8(error.what()).contains(said), error.what());
    }
  }

  QTemporaryDir folder_;
};

QTEST_GUILESS_MAIN(OnnxModels)
#include "models_test.moc"
