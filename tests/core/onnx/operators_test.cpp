// Every operator that can be imported, in a small model of its own, against ONNX's reference implementation (operators.txt).
#include "core/onnx/importer.h"
#include "core/onnx/signatures.h"
#include "tests/core/onnx/operator_cases.h"
#include "tests/core/onnx/run_model.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope;
using testing::OperatorCase;

class OnnxOperators : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { cases_ = testing::readOperatorCases(STEPSCOPE_SOURCE_DIR "/tests/core/onnx/operators.txt"); }

  void everyOperatorHasACase() {
    for (const std::string& op : onnx::supportedOperators())
      QVERIFY2(std::any_of(cases_.begin(), cases_.end(), [&](const OperatorCase& one) { return one.op == op; }), op.c_str());
  }

  // The table is sorted, and the importer knows no operator that the standard does not.
  void everyOperatorHasASignature() {
    const auto table = onnx::signatures();
    for (std::size_t i = 1; i < table.size(); ++i) {
      const std::string_view before = table[i - 1].op, op = table[i].op;
      QVERIFY2(before < op || (before == op && table[i - 1].since < table[i].since), table[i].op);
    }
    for (const std::string& op : onnx::supportedOperators()) QVERIFY2(onnx::signatureOf(op, 28), op.c_str());
    QVERIFY(!onnx::signatureOf("Gelu", 19));
    QCOMPARE(onnx::signatureOf("ReduceSum", 12)->mostInputs, 1);
    QCOMPARE(onnx::signatureOf("ReduceSum", 13)->mostInputs, 2);
  }

  void everyCaseIsRight() {
    QTemporaryDir folder;
    std::size_t right = 0;
    for (const OperatorCase& one : cases_) {
      const std::string path = folder.filePath("model.onnx").toStdString();
      write(path, testing::modelOf(one).SerializeAsString());
      std::map<std::string, onnx::Tensor, std::less<>> inputs;
      for (const auto& input : one.inputs)
        if (input.kind == OperatorCase::Input::Fed) inputs[input.tensor.name()] = tensor(folder, input.tensor);
      try {
        const testing::Ran ran = testing::runModel(onnx::readModel(path), inputs);
        QCOMPARE(ran.outputs.size(), one.outputs.size());
        std::string difference;
        for (std::size_t i = 0; i < one.outputs.size(); ++i)
          if (difference.empty()) difference = testing::differenceOf(ran.outputs[i], tensor(folder, one.outputs[i]));
        if (!difference.empty()) qWarning("%s of opset %d: %s", one.op.c_str(), static_cast<int>(one.opset), difference.c_str());
        right += difference.empty() ? 1 : 0;
      } catch (const Error& error) {
        qWarning("%s of opset %d: %s", one.op.c_str(), static_cast<int>(one.opset), error.what());
      }
    }
    qInfo("%d of %d cases of %d operators right", static_cast<int>(right), static_cast<int>(cases_.size()),
          static_cast<int>(onnx::supportedOperators().size()));
    QCOMPARE(right, cases_.size());
  }

 private:
  static void write(const std::string& path, const std::string& bytes) {
    QFile file(QString::fromStdString(path));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes.data(), static_cast<qint64>(bytes.size())), static_cast<qint64>(bytes.size()));
  }
  static onnx::Tensor tensor(const QTemporaryDir& folder, const testing::wire::TensorProto& from) {
    const std::string path = folder.filePath("tensor.pb").toStdString();
    write(path, from.SerializeAsString());
    return onnx::readTensor(path);
  }

  std::vector<OperatorCase> cases_;
};

QTEST_GUILESS_MAIN(OnnxOperators)
#include "operators_test.moc"
