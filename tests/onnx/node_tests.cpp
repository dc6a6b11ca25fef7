// The ONNX project's own node tests, forward through our graph and the CPU backend: what can be imported is right, what cannot is refused
// by its operator.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>

#include "core/backend/backend.h"
#include "core/onnx/importer.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope;
namespace fs = std::filesystem;

namespace {

QString dataFolder() {
  const QByteArray given = qgetenv("STEPSCOPE_DATA");
  return given.isEmpty() ? QStringLiteral(STEPSCOPE_SOURCE_DIR "/../shared/data") : QString::fromLocal8Bit(given);
}

struct Outcome {
  enum Kind { Passed, Refused, Wrong } kind = Passed;
  std::string message;
};

// The rule of the ONNX runner: relative 1e-3, absolute 1e-7; whole numbers exactly.
bool equal(double got, double expected, bool whole) {
  if (std::isnan(expected) || std::isnan(got)) return std::isnan(expected) && std::isnan(got);
  if (std::isinf(expected) || std::isinf(got)) return got == expected;
  return whole ? got == expected : std::abs(got - expected) <= 1e-7 + 1e-3 * std::abs(expected);
}

Outcome compare(const std::string& name, const Shape& shape, const std::vector<double>& got, const onnx::Tensor& expected) {
  if (shape != expected.shape)
    return {Outcome::Wrong, name + " has the shape " + toString(shape) + " where " + toString(expected.shape) + " is right"};
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double right = expected.integer ? static_cast<double>(expected.integers[i]) : static_cast<double>(expected.floats[i]);
    if (!equal(got[i], right, expected.integer))
      return {Outcome::Wrong,
              name + "[" + std::to_string(i) + "] is " + std::to_string(got[i]) + " where " + std::to_string(right) + " is right"};
  }
  return {};
}

Outcome runCase(const fs::path& folder) {
  onnx::OnnxModel model;
  onnx::Imported imported;
  std::map<std::string, onnx::Tensor, std::less<>> inputs;
  std::vector<onnx::Tensor> outputs;
  try {
    model = onnx::readModel((folder / "model.onnx").string());
    const fs::path set = folder / "test_data_set_0";
    for (std::size_t i = 0; i < model.inputs.size(); ++i)
      inputs[model.inputs[i].name] = onnx::readTensor((set / ("input_" + std::to_string(i) + ".pb")).string());
    for (std::size_t i = 0; i < model.outputs.size(); ++i)
      outputs.push_back(onnx::readTensor((set / ("output_" + std::to_string(i) + ".pb")).string()));
    onnx::ImportOptions options;
    for (std::size_t tries = 0;; ++tries) {
      try {
        imported = onnx::importModel(model, options);
        break;
      } catch (const onnx::NeedsConstant& needed) {
        // A shape or bound that these tests hand over as an input is part of the model here.
        const auto it = inputs.find(needed.input());
        if (it == inputs.end() || tries > inputs.size()) throw;
        options.constants[needed.input()] = it->second;
      }
    }
    const auto program = findBackend("cpu")->compile(imported.graph, {.threads = 1, .autotune = false});
    program->attach(std::make_shared<Arena>(program->plan().stateBytes), std::make_shared<Arena>(program->plan().stepBytes));
    for (const Value& value : imported.graph.values()) {
      if (value.init.kind == Init::Kind::Given && value.init.given) program->write(value.name, std::as_bytes(std::span(*value.init.given)));
      if (value.role != Role::Input) continue;
      const onnx::Tensor& given = inputs.at(value.name);
      const auto target = program->input(value.name);
      if (value.dtype == DType::F32) {
        std::memcpy(target.data(), given.floats.data(), target.size());
      } else {
        const std::vector<std::int32_t> narrow(given.integers.begin(), given.integers.end());
        std::memcpy(target.data(), narrow.data(), target.size());
      }
    }
    program->run();
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const std::string& name = imported.outputs[i];
      if (const auto it = imported.constants.find(name); it != imported.constants.end()) {
        const onnx::Tensor& t = it->second;
        std::vector<double> got(t.integers.begin(), t.integers.end());
        if (!t.integer) got.assign(t.floats.begin(), t.floats.end());
        if (const Outcome outcome = compare(name, t.shape, got, outputs[i]); outcome.kind != Outcome::Passed) return outcome;
        continue;
      }
      const Value& value = imported.graph.value(imported.graph.outputs().at(name));
      const auto count = static_cast<std::size_t>(numel(value.shape));
      std::vector<double> got(count);
      if (value.dtype == DType::F32) {
        std::vector<float> floats(count);
        program->read(name, std::as_writable_bytes(std::span(floats)));
        got.assign(floats.begin(), floats.end());
      } else {
        std::vector<std::int32_t> whole(count);
        program->read(name, std::as_writable_bytes(std::span(whole)));
        got.assign(whole.begin(), whole.end());
      }
      if (const Outcome outcome = compare(name, value.shape, got, outputs[i]); outcome.kind != Outcome::Passed) return outcome;
    }
  } catch (const Error& error) {
    // Refused, but by name: the sentence says which operator or input is in the way.
    const std::string sentence = error.what();
    const bool named = error.kind() == ErrorKind::Input;
    return {named ? Outcome::Refused : Outcome::Wrong, sentence};
  }
  return {};
}

}  // namespace

class OnnxNodes : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const QString archive = dataFolder() + "/onnx/node_tests_a.tar.gz";
    if (!QFile::exists(archive)) QSKIP(qPrintable("the ONNX node tests are not at " + archive + "; set STEPSCOPE_DATA"));
    QCOMPARE(QProcess::execute("tar", {"xzf", archive, "-C", folder_.path()}), 0);
  }

  void everyCaseIsRightOrRefused() {
    if (!QDir(folder_.path()).exists("onnx_backend_test")) QSKIP("without the archive there is nothing to run");
    int passed = 0, refused = 0;
    std::map<std::string, std::pair<int, int>> byOperator;  // passed, refused
    std::vector<std::string> wrong;
    for (const char* kind : {"node", "simple", "pytorch-operator", "pytorch-converted"}) {
      const fs::path group = fs::path(folder_.path().toStdString()) / "onnx_backend_test" / kind;
      std::vector<fs::path> cases;
      for (const auto& entry : fs::directory_iterator(group)) cases.push_back(entry.path());
      std::sort(cases.begin(), cases.end());
      for (const fs::path& one : cases) {
        const Outcome outcome = runCase(one);
        std::set<std::string> operators;
        try {
          for (const auto& node : onnx::readModel((one / "model.onnx").string()).nodes) operators.insert(node.opType);
        } catch (const Error&) {
          operators.insert("(not readable)");
        }
        if (outcome.kind == Outcome::Wrong) wrong.push_back(one.filename().string() + ": " + outcome.message);
        (outcome.kind == Outcome::Passed ? passed : refused) += outcome.kind == Outcome::Wrong ? 0 : 1;
        for (const std::string& op : operators) ++(outcome.kind == Outcome::Passed ? byOperator[op].first : byOperator[op].second);
        if (outcome.kind == Outcome::Refused && qEnvironmentVariableIsSet("STEPSCOPE_ONNX_REFUSALS")) qInfo("%s", outcome.message.c_str());
      }
    }
    std::string covered, uncovered;
    int operators = 0;
    for (const auto& [op, counts] : byOperator) {
      if (counts.first > 0) {
        ++operators;
        covered +=
            " " + op +
            (counts.second > 0 ? "(" + std::to_string(counts.first) + " of " + std::to_string(counts.first + counts.second) + ")" : "");
      } else {
        uncovered += " " + op;
      }
    }
    qInfo("%d cases right, %d refused by name, %d wrong; %d operators covered:%s", passed, refused, static_cast<int>(wrong.size()),
          operators, covered.c_str());
    qInfo("not covered:%s", uncovered.c_str());
    for (const std::string& message : wrong) qWarning("%s", message.c_str());
    QCOMPARE(static_cast<int>(wrong.size()), 0);
    QVERIFY(passed >= 355);
  }

  // Whoever adds an operator adds it to the list that messages and documentation use.
  void theListIsSorted() {
    const auto names = onnx::supportedOperators();
    QVERIFY(std::is_sorted(names.begin(), names.end()));
    QVERIFY(std::binary_search(names.begin(), names.end(), std::string("Conv")));
  }

 private:
  QTemporaryDir folder_;
};

QTEST_GUILESS_MAIN(OnnxNodes)
#include "node_tests.moc"
