// Losses of an ONNX file where the labels or the weights are not what they should be.
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/onnx/importer.h"
#include "tests/core/onnx/run_model.h"
#include "tests/core/onnx/written_model.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope;
using testing::kFloat;
using testing::kInt64;
using File = testing::WrittenModel;

class OnnxLosses : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void labelsOutOfRangeStop_data() {
    QTest::addColumn<QString>("op");
    QTest::addColumn<int>("label");
    for (const char* op : {"NegativeLogLikelihoodLoss", "SoftmaxCrossEntropyLoss"})
      for (const int label : {3, 7, -1, -5}) QTest::addRow("%s %d", op, label) << op << label;
  }
  void labelsOutOfRangeStop() {
    QFETCH(QString, op);
    QFETCH(int, label);
    for (const char* reduction : {"mean", "sum", "none"}) {
      const QString told = sentenceOf(op, {0, double(label), 2}, {}, reduction);
      QVERIFY2(told.contains(QString("row 1 of the batch has label %1").arg(label)) && told.contains("3 outputs"), qPrintable(told));
    }
  }

  // The label that the file says is ignored is no such label, whatever its number.
  void theIgnoredLabelMayBeAny() {
    for (const int ignored : {-100, -1, 2, 99}) QCOMPARE(lossOf("NegativeLogLikelihoodLoss", {0, double(ignored), 1}, {}, "sum", ignored), 1.0 + 2.0);
  }

  void aMeanOfNoLabelsIsNoNumber() {
    QVERIFY(std::isnan(lossOf("NegativeLogLikelihoodLoss", {-1, -1, -1}, {}, "mean", -1)));
    QCOMPARE(lossOf("NegativeLogLikelihoodLoss", {-1, -1, -1}, {}, "sum", -1), 0.0);
  }

  void weightsThatAreNoNumbersAreSeen() {
    const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
    for (const char* reduction : {"mean", "sum"}) {
      QVERIFY(std::isnan(lossOf("NegativeLogLikelihoodLoss", {0, 1, 2}, {nan, 1, 1}, reduction)));
      QVERIFY(std::isnan(lossOf("SoftmaxCrossEntropyLoss", {0, 1, 2}, {nan, nan, nan}, reduction)));
    }
    QCOMPARE(lossOf("NegativeLogLikelihoodLoss", {0, 1, 1}, {1, 1, nan}, "sum"), 1.0 + 2.0 + 2.0);  // nobody has that label
    QVERIFY(std::isnan(lossOf("NegativeLogLikelihoodLoss", {0, 1, 2}, {infinity, 1, 1}, "mean")));
    // Weights below 0 are numbers like others: (1 - 2 + 3) / (1 - 1 + 1).
    QCOMPARE(lossOf("NegativeLogLikelihoodLoss", {0, 1, 2}, {1, -1, 1}, "mean"), 2.0);
    QCOMPARE(lossOf("NegativeLogLikelihoodLoss", {0, 1, 2}, {-1, -1, -1}, "mean"), 2.0);
  }

 private:
  // Of three samples and three classes; minus the logarithms are 1, 2, 3 in every row.
  double lossOf(const QString& op, const std::vector<double>& labels, const std::vector<double>& weights, const std::string& reduction,
                int ignored = std::numeric_limits<int>::max()) {
    File file = File().input("x", {3, 3}).init("labels", kInt64, {3}, labels).output("y");
    std::vector<std::string> inputs{"x", "labels"};
    if (!weights.empty()) {
      file.init("weights", kFloat, {3}, weights);
      inputs.push_back("weights");
    }
    file.node(op.toStdString(), inputs, {"y"}).text("reduction", reduction);
    if (ignored != std::numeric_limits<int>::max()) file.integer("ignore_index", ignored);
    QFile out(folder_.filePath("model.onnx"));
    const std::string bytes = file.bytes();
    if (!out.open(QIODevice::WriteOnly) || out.write(bytes.data(), static_cast<qint64>(bytes.size())) < 0) qFatal("no room for a file");
    out.close();
    onnx::Tensor x;
    x.onnxType = kFloat;
    x.shape = {3, 3};
    for (int i = 0; i < 9; ++i) x.floats.push_back(-1.0F - static_cast<float>(i % 3));
    return testing::runModel(onnx::readModel(out.fileName().toStdString()), {{"x", x}}).outputs.at(0).values.at(0);
  }
  QString sentenceOf(const QString& op, const std::vector<double>& labels, const std::vector<double>& weights, const std::string& reduction) {
    try {
      lossOf(op, labels, weights, reduction);
    } catch (const Error& error) {
      return error.kind() == ErrorKind::Input ? QString::fromStdString(error.what()) : QString("an error of another kind");
    }
    return "nothing was refused";
  }

  QTemporaryDir folder_;
};

QTEST_GUILESS_MAIN(OnnxLosses)
#include "losses_test.moc"
