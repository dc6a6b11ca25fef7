// The ONNX project's own node tests, forward through our graph and the CPU backend: what can be imported is right, what cannot is refused
// by its operator.
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "core/onnx/importer.h"
#include "tests/core/onnx/run_model.h"

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

constexpr int kRight = 656;
// Cases of operators that there are which are refused: element types and shapes that the graph does not have, and random draws.
const char* const kLimits[] = {"test_cast",
                               "test_celu_bfloat16",
                               "test_training_dropout",
                               "test_identity_sequence",
                               "test_equal_string",
                               "test_mod_mixed_sign_f",
                               "test_sin",
                               "test_cos",
                               "test_hannwindow_symmetric_expanded"};

struct Outcome {
  // Known: right, but nothing was left to run, since everything was computed while importing.
  enum Kind { Passed, Known, Refused, Wrong } kind = Passed;
  std::string message;
};

Outcome runCase(const fs::path& folder) {
  try {
    const onnx::OnnxModel model = onnx::readModel((folder / "model.onnx").string());
    const fs::path set = folder / "test_data_set_0";
    std::map<std::string, onnx::Tensor, std::less<>> inputs;
    std::vector<onnx::Tensor> outputs;
    for (std::size_t i = 0; i < model.inputs.size(); ++i)
      inputs[model.inputs[i].name] = onnx::readTensor((set / ("input_" + std::to_string(i) + ".pb")).string());
    for (std::size_t i = 0; i < model.outputs.size(); ++i)
      outputs.push_back(onnx::readTensor((set / ("output_" + std::to_string(i) + ".pb")).string()));
    const testing::Ran ran = testing::runModel(model, inputs);
    if (ran.outputs.size() != outputs.size()) return {Outcome::Wrong, "has another number of outputs"};
    for (std::size_t i = 0; i < outputs.size(); ++i)
      if (const std::string difference = testing::differenceOf(ran.outputs[i], outputs[i]); !difference.empty()) return {Outcome::Wrong, difference};
    return {ran.known ? Outcome::Known : Outcome::Passed, {}};
  } catch (const Error& error) {
    // Refused, but by name: the sentence says which operator or input is in the way.
    const std::string sentence = error.what();
    const bool named = error.kind() == ErrorKind::Input;
    return {named ? Outcome::Refused : Outcome::Wrong, sentence};
  }
}

}  // namespace

class OnnxNodes : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const QString archive = dataFolder() + "/onnx/node_tests_a.tar.gz";
    if (!QFile::exists(archive)) return;  // the functions that want it say so
    QCOMPARE(QProcess::execute("tar", {"xzf", archive, "-C", folder_.path()}), 0);
  }

  void everyCaseIsRightOrRefused() {
    if (!QDir(folder_.path()).exists("onnx_backend_test")) QSKIP("without the archive there is nothing to run");
    int passed = 0, known = 0, refused = 0;
    std::map<std::string, std::pair<int, int>> byOperator;  // passed, refused
    std::vector<std::string> wrong, limits;
    const std::vector<std::string> ours = onnx::supportedOperators();
    for (const char* kind : {"node", "simple", "pytorch-operator", "pytorch-converted"}) {
      const fs::path group = fs::path(folder_.path().toStdString()) / "onnx_backend_test" / kind;
      std::vector<fs::path> cases;
      for (const auto& entry : fs::directory_iterator(group)) cases.push_back(entry.path());
      std::sort(cases.begin(), cases.end());
      for (const fs::path& one : cases) {
        const Outcome outcome = runCase(one);
        std::set<std::string> operators;
        try {
          for (const auto& node : onnx::readModel((one / "model.onnx").string()).nodes)
            operators.insert(node.domain.empty() ? node.opType : node.domain + "." + node.opType);
        } catch (const Error&) {
          operators.insert("(not readable)");
        }
        const bool right = outcome.kind == Outcome::Passed || outcome.kind == Outcome::Known;
        const std::string name = one.filename().string();
        if (outcome.kind == Outcome::Wrong) wrong.push_back(name + ": " + outcome.message);
        if (outcome.kind == Outcome::Known) ++known;
        if (right) ++passed;
        if (outcome.kind == Outcome::Refused) {
          ++refused;
          const bool allOurs = std::all_of(operators.begin(), operators.end(),
                                           [&](const std::string& op) { return std::binary_search(ours.begin(), ours.end(), op); });
          if (allOurs) limits.push_back(name + ": " + outcome.message.substr(outcome.message.find(": ") + 2));
          if (qEnvironmentVariableIsSet("STEPSCOPE_ONNX_REFUSALS")) qInfo("%s", outcome.message.c_str());
        }
        for (const std::string& op : operators) ++(right ? byOperator[op].first : byOperator[op].second);
      }
    }
    std::string whole, part, none;
    int wholes = 0, parts = 0, nones = 0;
    for (const auto& [op, counts] : byOperator) {
      const auto& [good, bad] = counts;
      if (bad == 0) {
        ++wholes;
        whole += " " + op;
      } else if (good > 0 || std::binary_search(ours.begin(), ours.end(), op)) {
        ++parts;
        part += " " + op + " (" + std::to_string(good) + " of " + std::to_string(good + bad) + ")";
      } else {
        ++nones;
        none += " " + op;
      }
    }
    qInfo("%d cases right (%d of them known before anything runs), %d refused by name, %d wrong", passed, known, refused,
          static_cast<int>(wrong.size()));
    qInfo("%d operators covered in all their cases:%s", wholes, whole.c_str());
    qInfo("%d covered in some (of the cases they are in, alone or beside others):%s", parts, part.c_str());
    qInfo("%d not covered:%s", nones, none.c_str());
    for (const std::string& limit : limits) qInfo("limit of an operator that there is: %s", limit.c_str());
    for (const std::string& message : wrong) qWarning("%s", message.c_str());
    QCOMPARE(static_cast<int>(wrong.size()), 0);
    QVERIFY(passed >= kRight);
    // Of the operators that stand for ops of ours, only these limits: what numpy's generator drew cannot be drawn again.
    for (const std::string& limit : limits) {
      const std::string name = limit.substr(0, limit.find(':'));
      QVERIFY2(std::any_of(std::begin(kLimits), std::end(kLimits), [&](const char* known) { return name.starts_with(known); }), limit.c_str());
    }
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
