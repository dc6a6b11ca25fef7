// The norms of gradients that the optimizers' kernels tell: held against sums in double over the gradients as the kernels read them, for every
// optimizer; and that telling them changes no bit of what is trained. What a run keeps of them.
#include "core/passes/gradient_norms.h"

#include <QtTest>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "core/backend/devices/devices.h"
#include "core/base/philox.h"
#include "core/models/model.h"
#include "core/program/step_program.h"
#include "core/train/check/learn_check.h"
#include "core/train/checkpoint/program_state.h"
#include "tests/core/train/trained.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

// One weight of more than 16 Ki elements, which is updated alone, an odd one, and small ones, which share an update.
Graph model() {
  ModelSpec spec;
  spec.name = "mlp";
  spec.integers["hidden"] = {181, 9};
  return buildModel(spec, {{100}, 3, DType::F32, Task::Classification}, 8, true);
}

StepProgram compiled(const Graph& step, int threads) {
  KernelChoices choices;
  CompileOptions options;
  options.threads = threads;
  options.mayTime = false;
  options.choices = &choices;
  StepProgram program;
  program.train = findBackend("cpu")->compile(step, options);
  program.attach();
  initializeState(program, 7);
  return program;
}

void bind(Program& program, int step) {
  PhiloxStream random(11, static_cast<std::uint64_t>(step), 3);
  for (float& x : floatsOf(program.input("x"))) x = 4 * random.uniform() - 2;
  for (std::int32_t& label : integersOf(program.input("labels"))) label = static_cast<std::int32_t>(3 * random.uniform());
  const Graph& graph = program.graph();
  program.setScalar("lr", 0.01);
  if (graph.find("step") != kNone) program.setScalar("step", step + 1);
}

std::vector<std::byte> stateOf(const StepProgram& program) {
  std::vector<std::byte> bytes;
  const Graph& graph = program.train->graph();
  for (const Value& value : graph.values()) {
    if (!isPersistent(value.role) || value.aliasOf != kNone || value.producer != kNone) continue;
    std::vector<std::byte> one(static_cast<std::size_t>(numel(value.shape) * sizeOf(value.dtype)));
    program.train->read(value.name, one);
    bytes.insert(bytes.end(), one.begin(), one.end());
  }
  return bytes;
}

// The gradients as the updates find them.
class Norms : public StepObserver {
 public:
  explicit Norms(const Program& program) : program_(program) {}
  void before(NodeId id) override {
    const Node& node = program_.graph().node(id);
    if (node.phase != Phase::Optimizer || !updatesParameters(node.op->update)) return;
    const InputGroups groups = inputGroups(node);
    for (std::size_t first = 0; first < groups.end(); first += groups.size) {
      const auto bytes = program_.memory(node.inputs[first + 1]);
      double sum = 0;
      for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4) {
        float value = 0;
        std::memcpy(&value, bytes.data() + i, 4);
        sum += static_cast<double>(value) * static_cast<double>(value);
      }
      of[program_.graph().value(node.inputs[first]).name] = std::sqrt(sum);
    }
  }
  std::map<std::string, double> of;

 private:
  const Program& program_;
};

}  // namespace

class GradientNormsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyOptimizer_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("threads");
    for (const OptimizerDef& def : optimizerDefs())
      for (const int threads : {1, 2})
        QTest::newRow(qPrintable(QString::fromStdString(std::string(def.name)) + QString::number(threads))) << static_cast<int>(def.kind) << threads;
  }
  void everyOptimizer() {
    QFETCH(int, kind);
    QFETCH(int, threads);
    OptimizerSpec spec;
    spec.kind = static_cast<OptimizerSpec::Kind>(kind);
    spec.weightDecay = 0.01;
    spec.momentum = spec.kind == OptimizerSpec::Kind::Sgd ? 0.9 : 0;
    const Graph plain = buildTrainingStep(model(), spec).graph;
    Graph telling = plain;
    tellGradientNorms(telling);
    telling.verify();
    const StepProgram without = compiled(plain, threads), with = compiled(telling, threads);
    const std::vector<GradientNorm> norms = gradientNorms(with.train->graph());
    QVERIFY(gradientNorms(without.train->graph()).empty());
    QCOMPARE(norms.size(), std::size_t{6});
    QVERIFY(norms.front().matrix && norms.front().elements == 18100);  // the first layer first
    QVERIFY(!norms.back().matrix && norms.back().elements == 3);
    for (int step = 0; step < 4; ++step) {
      Norms seen(*with.train);
      bind(*with.train, step);
      bind(*without.train, step);
      with.train->observe(&seen);
      with.train->run();
      with.train->observe(nullptr);
      without.train->run();
      for (const GradientNorm& norm : norms) {
        std::vector<float> told(static_cast<std::size_t>(numel(with.train->graph().value(norm.norms).shape)));
        with.train->read(norm.norms, std::as_writable_bytes(std::span(told)));
        const double known = seen.of.at(norm.parameter);
        QVERIFY(known > 0);
        QVERIFY2(std::abs(static_cast<double>(told[norm.index]) - known) <= 1e-5 * known, norm.parameter.c_str());
      }
      QVERIFY(stateOf(with) == stateOf(without));
    }
  }

  // What clipping by norm tells is of the same gradients.
  void asClippingTellsIt() {
    QTemporaryDir folder;
    const Overrides clipped{{"train.clip.norm", "1000000"}};
    const Trained plain = train(smallProject(folder)), far = train(smallProject(folder, clipped));
    QVERIFY(plain.end.status == RunStatus::Finished && far.end.status == RunStatus::Finished);
    QCOMPARE(plain.steps.size(), std::size_t{30});
    for (std::size_t i = 0; i < plain.steps.size(); ++i) {
      QCOMPARE(plain.steps[i].loss(), far.steps[i].loss());
      QVERIFY(std::abs(plain.steps[i].of("grad_norm") - far.steps[i].of("grad_norm")) <= 1e-5 * far.steps[i].of("grad_norm"));
    }
    const RunReader store(smallProject(folder).storePath());
    QCOMPARE(store.points(plain.end.run, "grad_norm").size(), std::size_t{30});
  }

  void whatARunKeeps() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "12"}});
    const Trained trained = train(project);
    const auto kept = RunReader(project.storePath()).artefact(trained.end.run, "learning");
    QVERIFY(kept);
    const auto json = nlohmann::json::parse(*kept);
    QCOMPARE(json["answers"].size(), std::size_t{5});
    for (const auto& count : json["answers"]) QVERIFY(count.get<int>() > 0);
    QCOMPARE(json["inputs"]["values"].get<int>(), 32 * 3 * 12 * 12);
    QVERIFY(std::abs(json["inputs"]["deviation"].get<double>() - 0.7) < 0.2);
    const auto& gradients = json["gradients"];
    QCOMPARE(gradients["parameters"].size(), std::size_t{6});
    QVERIFY(gradients["rows"].size() > 32 && gradients["rows"].size() <= 64);
    QCOMPARE(gradients["every"].get<int>(), 2);
    // A row and the global norm of its step are of the same gradients; four digits are kept.
    for (const auto& row : gradients["rows"]) {
      double squares = 0;
      for (std::size_t i = 1; i < row.size(); ++i) squares += row[i].get<double>() * row[i].get<double>();
      const double norm = trained.steps[row[0].get<std::size_t>() - 1].of("grad_norm");
      QVERIFY(std::abs(std::sqrt(squares) - norm) <= 2e-3 * norm);
    }
    QVERIFY(json["units"]["vectors"].size() == 3);
  }

  void checkOfOneBatch() {
    QTemporaryDir folder;
    const LearnCheck good = checkLearning(smallProject(folder));
    QVERIFY2(good.passed, good.sentence.c_str());
    QCOMPARE(good.losses.size(), std::size_t{50});
    const LearnCheck low = checkLearning(smallProject(folder, {{"train.optimizer.learning_rate", "0.00000001"}}));
    QVERIFY2(!low.passed && !low.cure.empty(), low.sentence.c_str());
    const LearnCheck high = checkLearning(smallProject(folder, {{"train.optimizer.learning_rate", "1000"}}));
    QVERIFY2(!high.passed, high.sentence.c_str());
    const LearnCheck dead =
        checkLearning(smallProject(folder, {{"model.init.linear", "constant"}, {"model.init.value", "-0.1"}, {"model.dropout", "0"}}));
    QVERIFY2(!dead.passed, dead.sentence.c_str());
    QVERIFY(!std::filesystem::exists(smallProject(folder).storePath()));
    // By hand: from 2 to 1.5 is a quarter, from 2 to 1.7 is 0.15.
    const auto line = [](double from, double to) {
      std::vector<double> losses(50, to);
      losses[0] = from;
      return losses;
    };
    QVERIFY(judgeLearning(line(2, 1.5), 0.1).passed);
    QVERIFY(!judgeLearning(line(2, 1.7), 0.1).passed);
    QCOMPARE(judgeLearning(line(2, 1.5), 0.1).fall, 0.25);
    QVERIFY(!judgeLearning(line(2, std::nan("")), 0.1).passed);
  }
};

QTEST_GUILESS_MAIN(GradientNormsTest)
#include "gradient_norms_test.moc"
