// Random legal models of every operator that can be imported, against ONNX Runtime (values/generate.py). Those of values.qz are in the
// tree; STEPSCOPE_ONNX_VALUES names another file of them.
#include <array>
#include <map>

#include "core/onnx/importer.h"
#include "tests/core/onnx/value_cases.h"

#include <QtTest>

using namespace stepscope;
using testing::ValueCase;

class OnnxValues : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyValueIsOnnxRuntimes() {
    const QByteArray given = qgetenv("STEPSCOPE_ONNX_VALUES");
    const QString file = given.isEmpty() ? QStringLiteral(STEPSCOPE_SOURCE_DIR "/tests/core/onnx/values.qz") : QString::fromLocal8Bit(given);
    testing::ValueCases cases(file);
    const std::uint32_t count = cases.count();
    QVERIFY2(count > 0, qPrintable(file));

    std::map<std::string, std::array<int, 3>> byOperator;  // right, refused, wrong
    std::map<std::string, int> refusals;
    int right = 0, refused = 0, wrong = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const ValueCase one = cases.next();
      std::string sentence;
      const Outcome outcome = outcomeOf(one, sentence);
      ++byOperator[one.op][outcome];
      right += outcome == Right ? 1 : 0;
      refused += outcome == Refused ? 1 : 0;
      wrong += outcome == Wrong ? 1 : 0;
      if (outcome == Wrong) qWarning("%s: %s", one.title.c_str(), sentence.c_str());
      if (outcome == Refused) ++refusals[sentence];
    }
    for (const auto& [op, counts] : byOperator)
      if (counts[Refused] + counts[Wrong] > 0) qInfo("%s: %d right, %d refused, %d wrong", op.c_str(), counts[Right], counts[Refused], counts[Wrong]);
    if (qEnvironmentVariableIsSet("STEPSCOPE_ONNX_REFUSALS"))
      for (const auto& [sentence, times] : refusals) qInfo("%d times: %s", times, sentence.c_str());
    qInfo("%d models of %d operators: %d right, %d refused by name, %d wrong", static_cast<int>(count), static_cast<int>(byOperator.size()), right,
          refused, wrong);
    QCOMPARE(wrong, 0);
    QVERIFY2(refused * 50 <= static_cast<int>(count), "more than 2 % of legal models are refused");
    if (!given.isEmpty()) return;
    for (const std::string& op : onnx::supportedOperators()) QVERIFY2(byOperator.count(op) > 0, op.c_str());
  }

 private:
  enum Outcome { Right, Refused, Wrong };

  static Outcome outcomeOf(const ValueCase& one, std::string& sentence) {
    try {
      const testing::Ran ran = testing::runModel(one.model, one.inputs);
      for (std::size_t i = 0; sentence.empty() && i < one.outputs.size(); ++i)
        sentence = i < ran.outputs.size() ? testing::valueDifference(ran.outputs[i], one.outputs[i].second) : "an output is missing";
      return sentence.empty() ? Right : Wrong;
    } catch (const Error& error) {
      // Refused by name: the sentence is about the file's operator or input.
      sentence = error.happened();
      return error.kind() == ErrorKind::Input ? Refused : Wrong;
    }
  }
};

QTEST_GUILESS_MAIN(OnnxValues)
#include "values_test.moc"
