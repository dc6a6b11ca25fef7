// The norms of gradients that the optimizers' kernels tell: held against sums in double over the gradients as the kernels read them, for every
// optimizer; and that telling them changes no bit of what is trained. What a run keeps of them.
#include "core/passes/gradient_norms.h"

#include <QFile>
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
#include "core/train/check/constant_answer.h"
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
    // To the entropy of the batch's answers and no further: that is what an answer which is the same for every sample comes to.
    QVERIFY(!judgeLearning(line(2, 1.05), 0.1, {}, 1.05).passed);
    QVERIFY(judgeLearning(line(2, 1.05), 0.1, {}, 1.05).sentence.find("how often each answer occurs") != std::string::npos);
    QVERIFY(judgeLearning(line(2, 0.9), 0.1, {}, 1.05).passed);
    QVERIFY(judgeLearning(line(2, 1.05), 0.1, {}, 0.0).passed);  // one class only: there is nothing to beat
  }

  // By hand and by numpy: entropy of 3 and 1, of 0.7 and 0.3 (weights 7/3 : 1), smoothing; variance, mean distance from the median, Huber's loss.
  void constantAnswers() {
    SampleInfo info;
    info.classNames = {"a", "b"};
    info.task = Task::Classification;
    std::vector<std::int32_t> labels{0, 0, 0, 1};
    const auto bytes = [](auto& values) { return std::as_writable_bytes(std::span(values)); };
    const auto entropy = [](double p) { return -p * std::log(p) - (1 - p) * std::log(1 - p); };
    LossSpec loss;
    QVERIFY(std::abs(lossOfConstantAnswer(loss, info, bytes(labels), 4) - entropy(0.75)) < 1e-12);
    loss.classWeights = {1, 7};
    QVERIFY(std::abs(lossOfConstantAnswer(loss, info, bytes(labels), 4) - entropy(0.3)) < 1e-12);
    loss.classWeights = {};
    loss.labelSmoothing = 0.2;  // 0.8 * 0.75 + 0.1
    QVERIFY(std::abs(lossOfConstantAnswer(loss, info, bytes(labels), 4) - entropy(0.7)) < 1e-12);
    labels[3] = -1;  // padding does not count
    QCOMPARE(lossOfConstantAnswer(LossSpec{}, info, bytes(labels), 4), 0.0);
    info.task = Task::Regression;
    info.targetNames = {"y"};
    std::vector<float> targets{1, 2, 3, 10};
    QVERIFY(std::abs(lossOfConstantAnswer(LossSpec{}, info, bytes(targets), 4) - 12.5) < 1e-6);
    loss = LossSpec{};
    loss.kind = LossSpec::Kind::L1;
    QVERIFY(std::abs(lossOfConstantAnswer(loss, info, bytes(targets), 4) - 2.5) < 1e-6);
    loss.kind = LossSpec::Kind::Huber;  // least at 2.5: (1 + 0.125 + 0.125 + 7) / 4
    QVERIFY(std::abs(lossOfConstantAnswer(loss, info, bytes(targets), 4) - 2.0625) < 1e-6);
    info.task = Task::LanguageModel;
    QVERIFY(std::isnan(lossOfConstantAnswer(LossSpec{}, info, bytes(labels), 4)));
  }

  // Answers of which one comes far more often than the others, and a model that no input reaches: the loss falls all the same, to the entropy of the
  // answers. The same model with its inputs learns the batch by heart.
  void aModelThatOnlyLearnsHowOftenEachAnswerComes() {
    QTemporaryDir folder;
    QFile table(folder.filePath("table.csv"));
    QVERIFY(table.open(QIODevice::WriteOnly));
    table.write("x,y,target\n");
    for (int i = 0; i < 400; ++i)
      table.write(QByteArray::number(std::sin(i * 1.7)) + "," + QByteArray::number(std::cos(i * 2.9)) + "," +
                  (i % 10 == 0  ? "rare"
                   : i % 10 < 3 ? "some"
                                : "often") +
                  "\n");
    table.close();
    const auto project = [&](const std::string& init) {
      return parseProject(
          "[project]\nname = \"prior\"\n[data]\nkind = \"table\"\npath = \"table.csv\"\n[model]\nname = \"mlp\"\nhidden = [64, 64]\n" + init +
              "[train]\nepochs = 1\n[train.optimizer]\nname = \"adam\"\nlearning_rate = 0.02\n[switches]\nbatch_size = 40\nnum_workers = 0\n",
          folder.filePath("project.toml").toStdString());
    };
    const LearnCheck whole = checkLearning(project({}));
    QVERIFY2(whole.passed && whole.losses.back() < 0.9 * whole.constant, whole.sentence.c_str());
    // Weights of 0: every relu answers 0 and gets no gradient, and only the last bias learns.
    const LearnCheck blind = checkLearning(project("[model.init]\nlinear = \"constant\"\nvalue = 0\nbias = \"zeros\"\n"));
    QVERIFY2(blind.fall >= 0.2 && blind.losses.back() > 0.97 * blind.constant && blind.losses.size() > 50, blind.sentence.c_str());
    QVERIFY2(!blind.passed && blind.sentence.starts_with("It has only learned how often each answer occurs"), blind.sentence.c_str());
  }
};

QTEST_GUILESS_MAIN(GradientNormsTest)
#include "gradient_norms_test.moc"
