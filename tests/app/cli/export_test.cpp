// stepscope-cli export: what it says, and what it leaves when it refuses. That the file is right, tests/core/exchange and tests/core/infer check.
#include <QtTest>

#include "tests/app/cli/command_line.h"

using namespace stepscope::test;

class ExportTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    project_ = writeProject(folder_, kSmallProject);
    const Said said = cli({"train", project_, "--set", "train.epochs=1"});
    QVERIFY2(said.exitCode == 0, said.err);
  }

  void ofAProject() {
    const QString file = folder_.filePath("small.onnx");
    const Said said = cli({"export", project_, file, "--json"});
    QVERIFY2(said.exitCode == 0, said.err);
    const QJsonObject told = said.lines().value(0);
    requireFields(told, {"file", "model", "source", "step", "input", "output", "type", "sample", "batch", "opset", "nodes", "weights", "bytes",
                         "compared", "largest", "largest_difference", "runtimes"});
    QCOMPARE(told["input"].toString(), QString("x"));
    QCOMPARE(told["output"].toString(), QString("logits"));
    QCOMPARE(told["type"].toString(), QString("float32"));
    QVERIFY(told["batch"].isNull());
    QCOMPARE(told["opset"].toInt(), 17);
    // 3 x 12 x 12 pixels to 48, 24 and 5: weights and biases.
    QCOMPARE(told["weights"].toInt(), 432 * 48 + 48 + 48 * 24 + 24 + 24 * 5 + 5);
    QCOMPARE(told["nodes"].toInt(), 6);  // Reshape, three Gemm, two Relu
    QCOMPARE(told["compared"].toInt(), 10);
    QCOMPARE(static_cast<qint64>(told["bytes"].toDouble()), QFileInfo(file).size());
    QVERIFY(told["runtimes"].toObject()["TensorRT"].toString().startsWith("trtexec --onnx="));

    const Said again = cli({"export", project_, file});
    QCOMPARE(again.exitCode, 1);
    QVERIFY2(again.err.contains("the file exists"), again.err);
    const Said forced = cli({"export", project_, file, "--force", "--batch", "4"});
    QVERIFY2(forced.exitCode == 0, forced.err);
    QVERIFY2(forced.out.contains("Input x float32 [4, 3, 12, 12], output logits"), forced.out);
    QVERIFY2(forced.out.contains("Read again and compared with the model: 20 numbers differ by at most"), forced.out);
  }

  void refusals_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("said");
    QTest::newRow("a batch that is none") << QStringList{"export", project_, "out.onnx", "--batch", "many"} << "this is no batch size";
    QTest::newRow("a batch of none") << QStringList{"export", project_, "out.onnx", "--batch", "0"} << "this is no batch size";
    QTest::newRow("no such model") << QStringList{"export", "nowhere", "out.onnx"} << "there is no such file or folder";
    QTest::newRow("a model of the zoo") << QStringList{"export", "resnet18", "out.onnx"} << "which has no trained weights";
    QTest::newRow("an ONNX file") << QStringList{"export", folder_.filePath("small.onnx"), "out.onnx"} << "this is an ONNX file already";
    QTest::newRow("pixels of no picture") << QStringList{"export", project_, "out.onnx", "--with-preprocessing"} << "mean and deviation are known";
    QTest::newRow("no folder") << QStringList{"export", project_, "nowhere/out.onnx"} << "its folder is not there";
  }
  void refusals() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, said);
    const QStringList before = QDir(folder_.path()).entryList(QDir::Files);
    const Said refused = cli(arguments, folder_.path());
    QCOMPARE(refused.exitCode, 1);
    QVERIFY2(refused.err.contains(said.toUtf8()), refused.err);
    QCOMPARE(QDir(folder_.path()).entryList(QDir::Files), before);
  }

 private:
  QTemporaryDir folder_;
  QString project_;
};

QTEST_GUILESS_MAIN(ExportTest)
#include "export_test.moc"
