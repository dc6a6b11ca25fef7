// The scaling of the loss against torch.amp.GradScaler over scripted sequences of overflows (grad_scaler.json, made by
// make_grad_scaler.py): scale and growth tracker exactly, the weights to 1e-6. And that a step scaled so trains as one that is not.
#include "core/backend/backend.h"
#include "core/backend/devices/devices.h"
#include "core/passes/step_graph.h"
#include "core/project/project.h"
#include "tests/core/backend/program_runner.h"
#include "tests/dev/reference/formula.h"
#include "tests/support/compare_arrays.h"

#include <QtTest>
#include <cmath>
#include <limits>

using namespace stepscope;

namespace {

// make_grad_scaler.py: the loss is sum(w * x).
Graph forwardGraph() {
  Graph graph;
  const ValueId w = graph.addPersistent(Role::Parameter, "w", DType::F32, {4}, {});
  const ValueId x = graph.addInput("x", DType::F32, {4});
  graph.markOutput("loss", graph.add("sum", {graph.add("mul", {w, x}, {}, "product")}, {{"axes", Shape{0}}, {"keepdim", false}}, "sum"));
  return graph;
}

OptimizerSpec specOf(const QJsonObject& settings) {
  Overrides overrides;
  for (auto it = settings.begin(); it != settings.end(); ++it) {
    const QByteArray json = QJsonDocument(QJsonArray{it.value()}).toJson(QJsonDocument::Compact);
    overrides.emplace_back(it.key().toStdString(), json.mid(1, json.size() - 2).toStdString());
  }
  return parseProject("[data]\nkind = \"synthetic\"\n[model]\nname = \"mlp\"\n", "/grad_scaler/project.toml", overrides).train.optimizer;
}

std::unique_ptr<Program> compiled(const Graph& graph) {
  auto program = findBackend("cpu")->compile(graph, {{.autotune = false}, 2});
  program->graph().verify();
  attachAlone(*program);
  return program;
}

void writeFloats(Program& program, const char* name, const std::vector<float>& values) {
  program.write(name, std::as_bytes(std::span(values)));
}

std::vector<float> formulaFloats(std::uint32_t salt) {
  const reference::Tensor values = reference::formulaTensor(salt, 4);
  return {values.begin(), values.end()};
}

float badValue(const QString& name) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  return name == "nan" ? std::numeric_limits<float>::quiet_NaN() : name == "inf" ? kInfinity : -kInfinity;
}

}  // namespace

class GradScalerTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void equalsPyTorch_data() {
    QTest::addColumn<QJsonObject>("json");
    QFile file(QStringLiteral(STEPSCOPE_SOURCE_DIR "/tests/torch/grad_scaler.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    for (const auto& item : QJsonDocument::fromJson(file.readAll()).array())
      QTest::newRow(qPrintable(item.toObject()["name"].toString())) << item.toObject();
  }
  void equalsPyTorch() {
    QFETCH(QJsonObject, json);
    OptimizerSpec spec = specOf(json["settings"].toObject());
    spec.scalesLoss = true;
    const auto program = compiled(buildTrainingStep(forwardGraph(), spec).graph);
    writeFloats(*program, "w", formulaFloats(1));
    const auto start = static_cast<float>(spec.gradScaler.initScale);
    writeFloats(*program, kLossScale, {start});
    const QJsonObject bad = json["bad"].toObject();
    const QJsonArray scales = json["scale"].toArray(), trackers = json["tracker"].toArray(), weights = json["w"].toArray();
    int skipped = 0;
    for (int step = 1; step <= scales.size(); ++step) {
      std::vector<float> x = formulaFloats(static_cast<std::uint32_t>(step) + 1);
      const QString name = bad[QString::number(step)].toString();
      if (!name.isEmpty()) x[static_cast<std::size_t>(step % 4)] = badValue(name);
      std::memcpy(program->input("x").data(), x.data(), 16);
      program->setScalar("lr", spec.learningRate);
      if (program->graph().find("step") != kNone) program->setScalar("step", step - skipped);
      program->run();
      if (program->scalar(kFoundInf) != 0) ++skipped;
      QCOMPARE(program->scalar(kLossScale), static_cast<double>(static_cast<float>(scales[step - 1].toDouble())));
      QCOMPARE(program->scalar(kGrowthTracker), trackers[step - 1].toDouble());
      const std::vector<float> w = readFloats(*program, "w", 4);
      std::vector<double> theirs;
      for (const auto& value : weights[step - 1].toArray()) theirs.push_back(value.toDouble());
      VERIFY_COMPARISON(test::compareElements(w, theirs, {.absolute = 1e-6, .relative = 1e-6}), "w after step " + std::to_string(step));
    }
    QVERIFY(skipped >= bad.size());
  }

  // With a scale that is a power of two the same bits as without scaling: nothing is rounded differently.
  void scalesWithoutATrace() {
    OptimizerSpec spec;
    spec.learningRate = 0.05;
    spec.momentum = 0.9;
    const auto plain = compiled(buildTrainingStep(forwardGraph(), spec).graph);
    spec.scalesLoss = true;
    const auto scaled = compiled(buildTrainingStep(forwardGraph(), spec).graph);
    writeFloats(*scaled, kLossScale, {65536.0F});
    for (Program* program : {plain.get(), scaled.get()}) {
      writeFloats(*program, "w", formulaFloats(1));
      for (std::uint32_t step = 1; step <= 8; ++step) {
        const std::vector<float> x = formulaFloats(step + 1);
        std::memcpy(program->input("x").data(), x.data(), 16);
        program->setScalar("lr", spec.learningRate);
        program->run();
      }
    }
    QCOMPARE(readFloats(*scaled, "w", 4), readFloats(*plain, "w", 4));
    QCOMPARE(scaled->scalar("loss"), plain->scalar("loss"));
    QCOMPARE(scaled->scalar(kScaledLoss), 65536 * plain->scalar("loss"));
    QCOMPARE(scaled->scalar(kGrowthTracker), 8.0);
  }

  void refusesSenselessSettings() {
    for (const auto& [key, value] :
         {std::pair{"growth_factor", "1"}, {"backoff_factor", "1"}, {"backoff_factor", "0"}, {"growth_interval", "0"}, {"init_scale", "0"}}) {
      const std::string name = std::string("train.grad_scaler.") + key;
      try {
        parseProject("[data]\nkind = \"synthetic\"\n[model]\nname = \"mlp\"\n", "/grad_scaler/project.toml", {{name, value}});
        QFAIL(name.c_str());
      } catch (const Error& error) {
        QVERIFY2(std::string(error.what()).find(name) != std::string::npos, error.what());
      }
    }
  }
};

QTEST_GUILESS_MAIN(GradScalerTest)
#include "grad_scaler_test.moc"
