// Every optimizer over 100 steps, against torch.optim, the LAMB paper and 8-bit Adam as published (optimizers.json, made by
// make_optimizers.py): the graph computed in double by the reference, and by the CPU backend.
#include "core/backend/backend.h"
#include "core/backend/devices/devices.h"
#include "core/passes/step_graph.h"
#include "core/project/project.h"
#include "tests/dev/reference/formula.h"
#include "tests/dev/reference/interpreter.h"
#include "tests/support/compare_arrays.h"

#include <QtTest>
#include <cmath>
#include <set>

using namespace stepscope;
using reference::Bindings;
using reference::Tensor;
using namespace stepscope::test;

namespace {

const std::vector<std::pair<std::string, Shape>>& parameters() {
  static const std::vector<std::pair<std::string, Shape>> shapes = {{"a.weight", {2, 3}}, {"b.bias", {5}}, {"c.weight", {165, 100}}};
  return shapes;
}

// make_optimizers.py, salt_of().
std::uint32_t saltOf(const std::string& name) {
  std::uint32_t h = 0x811C9DC5U;
  for (const char c : name) h = (h ^ static_cast<unsigned char>(c)) * 0x01000193U;
  return h;
}

Tensor valuesOf(const std::string& name, const Shape& shape) {
  return reference::formulaTensor(saltOf(name), numel(shape));
}

TrainSpec specOf(const QJsonObject& settings) {
  Overrides overrides;
  for (auto it = settings.begin(); it != settings.end(); ++it) {
    std::string text = it.value().toString().toStdString();
    if (it.key() != "train.optimizer.groups") {
      const QByteArray json = QJsonDocument(QJsonArray{it.value()}).toJson(QJsonDocument::Compact);
      text = json.mid(1, json.size() - 2).toStdString();
    }
    overrides.emplace_back(it.key().toStdString(), text);
  }
  TrainSpec spec = parseProject("[data]\nkind = \"synthetic\"\n[model]\nname = \"mlp\"\n", "/optimizer/project.toml", overrides).train;
  spec.optimizer.scheduledMomentum = movesMomentum(spec.schedule);
  return spec;
}

Graph graphOf(const OptimizerSpec& spec) {
  AutodiffResult given;
  for (const auto& [name, shape] : parameters()) {
    const ValueId p = given.graph.addPersistent(Role::Parameter, name, DType::F32, shape, {});
    given.gradients.emplace_back(p, given.graph.addInput("grad " + name, DType::F32, shape));
  }
  Graph graph = optimize(given, spec).graph;
  graph.verify();
  return graph;
}

std::map<std::string, double> scalarsOf(const TrainSpec& spec, int step) {
  const ScheduleValue value = scheduleAt(spec.schedule, {spec.optimizer.learningRate, 1, 100}, step - 1);
  return {{"lr", value.rate}, {"step", step}, {"momentum", value.momentum}};
}

}  // namespace

class OptimizerTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void equalsPyTorch_data() {
    QTest::addColumn<QJsonObject>("json");
    QFile file(QStringLiteral(STEPSCOPE_SOURCE_DIR "/tests/torch/optimizers.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    std::set<QString> names;
    for (const auto& item : QJsonDocument::fromJson(file.readAll()).array()) {
      QTest::newRow(qPrintable(item.toObject()["name"].toString())) << item.toObject();
      names.insert(item.toObject()["settings"].toObject()["train.optimizer.name"].toString());
    }
    QCOMPARE(names.size(), optimizerDefs().size());  // every optimizer of the table
  }
  void equalsPyTorch() {
    QFETCH(QJsonObject, json);
    const TrainSpec spec = specOf(json["settings"].toObject());
    const Graph graph = graphOf(spec.optimizer);
    const Backend* backend = findBackend("cpu");
    QVERIFY(backend != nullptr);
    CompileOptions options;
    options.autotune = false;
    options.threads = json["name"].toString().contains("lamb") || json["name"].toString().contains("norm") ? 2 : 1;
    const auto program = backend->compile(graph, options);
    program->attach(std::make_shared<Arena>(program->plan().stateBytes), std::make_shared<Arena>(program->plan().stepBytes));

    Bindings state;
    for (const Value& value : graph.values()) {
      if (!isPersistent(value.role)) continue;
      Tensor start(static_cast<std::size_t>(numel(value.shape)), value.init.a);
      if (value.role == Role::Parameter) start = valuesOf(value.name, value.shape);
      if (value.dtype == DType::F32) {
        const std::vector<float> plain(start.begin(), start.end());
        program->write(value.name, std::as_bytes(std::span(plain)));
      }
      state[value.name] = std::move(start);
    }

    // Codes are computed in single precision on every side.
    const bool codes = json["name"].toString().contains("8bit");
    const Bound exact{.absolute = codes ? 1e-6 : 1e-10}, single{.absolute = 1e-6};
    double worstReference = 0, worst = 0;
    int row = 0;
    const QJsonArray steps = json["steps"].toArray();
    for (int step = 1; step <= 100; ++step) {
      Bindings bindings = state;
      for (const auto& [name, shape] : parameters()) {
        const Tensor gradient = valuesOf(name + " " + std::to_string(step), shape);
        bindings["grad " + name] = gradient;
        const std::vector<float> plain(gradient.begin(), gradient.end());
        std::memcpy(program->input("grad " + name).data(), plain.data(), plain.size() * sizeof(float));
      }
      for (const auto& [name, value] : scalarsOf(spec, step)) {
        if (graph.find(name) == kNone) continue;
        bindings[name] = {value};
        program->setScalar(name, value);
      }
      const reference::Result result = reference::interpret(graph, bindings);
      for (auto& [name, tensor] : state) tensor = result[name];
      program->run();
      if (steps[row].toInt() != step) continue;
      const QJsonArray after = json["after"].toArray()[row++].toArray();
      for (std::size_t i = 0; i < parameters().size(); ++i) {
        const auto& [name, shape] = parameters()[i];
        std::vector<float> ours(static_cast<std::size_t>(numel(shape)));
        program->read(name, std::as_writable_bytes(std::span(ours)));
        const std::size_t stride = ours.size() < 100 ? 1 : 1999;
        std::vector<double> theirs, sampled, sampledReference;
        for (const auto& value : after[static_cast<int>(i)].toArray()) theirs.push_back(value.toDouble());
        for (std::size_t at = 0; at < ours.size(); at += stride) {
          sampled.push_back(static_cast<double>(ours[at]));
          sampledReference.push_back(state.at(name)[at]);
        }
        const std::string what = name + " after step " + std::to_string(step);
        const Comparison reference = compareElements(sampledReference, theirs, exact), cpu = compareElements(sampled, theirs, single);
        VERIFY_COMPARISON(reference, what);
        VERIFY_COMPARISON(cpu, what);
        worstReference = std::max(worstReference, reference.worst * exact.absolute);
        worst = std::max(worst, cpu.worst * single.absolute);
        sampled.back() = std::nan("");
        QVERIFY(!compareElements(sampled, theirs, single).ok);
      }
    }
    QCOMPARE(row, static_cast<int>(steps.size()));
    // What the optimizer keeps between steps, after the last: the program's beside the reference's. (8-bit moments are codes, not numbers.)
    for (const Value& value : graph.values()) {
      if (value.role != Role::OptimizerState || value.dtype != DType::F32) continue;
      std::vector<float> kept(static_cast<std::size_t>(numel(value.shape)));
      program->read(value.name, std::as_writable_bytes(std::span(kept)));
      VERIFY_COMPARISON(compareToLargest(kept, state.at(value.name), 1e-5), value.name);
      for (const std::size_t place : {std::size_t{0}, kept.size() / 2, kept.size() - 1}) {
        std::vector<float> planted = kept;
        planted[place] = std::nanf("");
        QVERIFY(!compareToLargest(planted, state.at(value.name), 1e-5).ok);
      }
    }
    qInfo("reference %.1e, CPU %.1e", worstReference, worst);
  }

  void smallTensorsShareANode() {
    for (const OptimizerDef& def : optimizerDefs()) {
      OptimizerSpec spec;
      spec.kind = def.kind;
      const Graph graph = graphOf(spec);
      QCOMPARE(graph.nodes().size(), std::size_t{2});
      std::size_t updated = 0;
      for (const Node& node : graph.nodes()) updated += inputGroups(node).count;
      QCOMPARE(updated, std::size_t{3});
    }
  }

  void aPatternThatMatchesNothingIsRefused() {
    OptimizerSpec spec;
    spec.groups = {{.pattern = "layer9.*"}};
    try {
      graphOf(spec);
      QFAIL("accepted");
    } catch (const std::exception& error) {
      QVERIFY2(QString(error.what()).contains("layer9.*") && QString(error.what()).contains("a.weight"), error.what());
    }
  }

  void patterns() {
    QVERIFY(matches("*", ""));
    QVERIFY(matches("*.bias", "layer1.0.bias"));
    QVERIFY(!matches("*.bias", "layer1.0.bias2"));
    QVERIFY(matches("layer?.*.weight", "layer1.0.conv1.weight"));
    QVERIFY(!matches("layer?.weight", "layer12.weight"));
    QVERIFY(matches("a*b*c", "axxbyybc"));
    QVERIFY(!matches("a*b*c", "axxcyyb"));
    QVERIFY(!matches("", "a"));
    QVERIFY(matches("fc.weight", "fc.weight"));
  }

  void averages() {
    OptimizerSpec spec;
    spec.averageWeights = true;
    const Graph graph = graphOf(spec);
    const auto program = findBackend("cpu")->compile(graph, {});
    program->attach(std::make_shared<Arena>(program->plan().stateBytes), std::make_shared<Arena>(program->plan().stepBytes));
    std::vector<double> average(5, 0.0);
    for (int step = 1; step <= 5; ++step) {
      const double decay = step == 1 ? 0 : 0.75;
      const Tensor gradient = valuesOf("b.bias " + std::to_string(step), {5});
      const std::vector<float> plain(gradient.begin(), gradient.end());
      std::memcpy(program->input("grad b.bias").data(), plain.data(), 20);
      program->setScalar("lr", 0.1);
      program->setScalar("ema_decay", decay);
      program->run();
      std::vector<float> now(5), kept(5);
      program->read("b.bias", std::as_writable_bytes(std::span(now)));
      program->read("b.bias.ema", std::as_writable_bytes(std::span(kept)));
      for (std::size_t i = 0; i < 5; ++i) average[i] = decay * average[i] + (1 - decay) * static_cast<double>(now[i]);
      VERIFY_COMPARISON(compareElements(kept, average, {.absolute = 1e-6}), "average");
    }
  }
};

QTEST_GUILESS_MAIN(OptimizerTest)
#include "optimizer_test.moc"
