// Random legal models of every operator that can be imported, against ONNX Runtime (values/generate.py). Those of values.qz are in the
// tree; STEPSCOPE_ONNX_VALUES names another file of them.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/onnx/importer.h"
#include "tests/core/onnx/run_model.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope;

namespace {

// Lengths and counts are 32 bits, little-endian.
class Reader {
 public:
  explicit Reader(QByteArray bytes) : bytes_(std::move(bytes)) {}
  std::uint32_t number() {
    const QByteArray four = take(4);
    return four.size() == 4 ? qFromLittleEndian<std::uint32_t>(four.constData()) : 0;
  }
  QByteArray field() { return take(number()); }

 private:
  QByteArray take(qsizetype count) {
    const QByteArray part = bytes_.mid(at_, count);
    at_ += count;
    return part;
  }

  QByteArray bytes_;
  qsizetype at_ = 0;
};

using Named = std::vector<std::pair<std::string, onnx::Tensor>>;

struct ValueCase {
  std::string title, op;
  onnx::OnnxModel model;
  std::map<std::string, onnx::Tensor, std::less<>> inputs;
  Named outputs;
};

bool isHalf(const onnx::Tensor& t) {
  return t.onnxType == 10 || t.onnxType == 16;
}

// Whole numbers are equal; others within 1e-3 of the number or 1e-5 of the largest one, since a sum of numbers of both signs has an error
// of its terms.
std::string difference(const testing::Result& got, const onnx::Tensor& expected) {
  if (expected.integer || got.shape != expected.shape || got.values.size() != expected.count()) return testing::differenceOf(got, expected);
  double largest = 0;
  for (std::size_t i = 0; i < expected.count(); ++i)
    if (std::isfinite(expected.at(i))) largest = std::max(largest, std::abs(expected.at(i)));
  const double relative = isHalf(expected) ? 2e-3 : 1e-3, absolute = 1e-7 + 1e-5 * largest;
  for (std::size_t i = 0; i < expected.count(); ++i) {
    const double is = got.values[i], right = expected.at(i);
    const bool same = std::isnan(right)   ? std::isnan(is)
                      : std::isinf(right) ? is == right
                                          : std::abs(is - right) <= absolute + relative * std::abs(right);
    if (!same) return "element " + std::to_string(i) + " is " + std::to_string(is) + " where " + std::to_string(right) + " is right";
  }
  return {};
}

}  // namespace

class OnnxValues : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyValueIsOnnxRuntimes() {
    const QByteArray given = qgetenv("STEPSCOPE_ONNX_VALUES");
    QFile file(given.isEmpty() ? QStringLiteral(STEPSCOPE_SOURCE_DIR "/tests/core/onnx/values.qz") : QString::fromLocal8Bit(given));
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
    Reader reader(qUncompress(file.readAll()));
    const std::uint32_t count = reader.number();
    QVERIFY2(count > 0, qPrintable(file.fileName()));

    std::map<std::string, std::array<int, 3>> byOperator;  // right, refused, wrong
    std::map<std::string, int> refusals;
    int right = 0, refused = 0, wrong = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const ValueCase one = next(reader);
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
        sentence = i < ran.outputs.size() ? difference(ran.outputs[i], one.outputs[i].second) : "an output is missing";
      return sentence.empty() ? Right : Wrong;
    } catch (const Error& error) {
      // Refused by name: the sentence is about the file's operator or input.
      sentence = error.happened();
      return error.kind() == ErrorKind::Input ? Refused : Wrong;
    }
  }

  ValueCase next(Reader& reader) const {
    ValueCase one;
    one.title = reader.field().toStdString();
    one.op = one.title.substr(0, one.title.find(' '));
    one.model = onnx::readModel(written(reader.field()));
    for (const auto& [name, tensor] : tensors(reader)) one.inputs[name] = tensor;
    one.outputs = tensors(reader);
    return one;
  }
  Named tensors(Reader& reader) const {
    Named all;
    for (std::uint32_t left = reader.number(); left > 0; --left) {
      const std::string name = reader.field().toStdString();
      all.emplace_back(name, onnx::readTensor(written(reader.field())));
    }
    return all;
  }
  std::string written(const QByteArray& bytes) const {
    QFile file(folder_.filePath("message.pb"));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("no room for a file of the test");
    return file.fileName().toStdString();
  }

  QTemporaryDir folder_;
};

QTEST_GUILESS_MAIN(OnnxValues)
#include "values_test.moc"
