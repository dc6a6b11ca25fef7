// Gradients gathered over several batches: the update of one large batch, PyTorch's trajectory, resuming and switching between batches.
#include "core/train/steps/accumulation.h"
#include "core/backend/devices/devices.h"
#include "core/base/philox.h"
#include "core/passes/step_graph.h"
#include "core/train/checkpoint/checkpoint.h"
#include "core/train/checkpoint/program_state.h"
#include "core/train/watch/step_watch.h"
#include "tests/core/train/trained.h"
#include "tests/dev/reference/formula.h"
#include "tests/support/compare_arrays.h"

#include <QtTest>
#include <chrono>
#include <cmath>
#include <cstring>
#include <thread>

using namespace stepscope;
using namespace stepscope::test;

namespace {

ModelSpec layered(const QString& kind) {
  ModelSpec spec;
  if (kind == "weighted classes") {
    spec.loss.classWeights = {1, 0.25, 3, 0, 2};
    spec.loss.labelSmoothing = 0.1;
  }
  const auto layer = [&](const char* type, std::map<std::string, std::int64_t> integers = {}) {
    LayerSpec one;
    one.type = type;
    one.integers = std::move(integers);
    spec.layers.push_back(std::move(one));
  };
  if (kind == "pictures") {
    layer("conv2d", {{"out_channels", 12}, {"kernel_size", 3}, {"padding", 1}});
    layer("relu");
    layer("max_pool", {{"kernel_size", 2}, {"stride", 2}});
    layer("conv2d", {{"out_channels", 16}, {"kernel_size", 3}});
    layer("relu");
    layer("flatten");
    layer("linear", {{"out_features", 5}});
  } else {
    layer("linear", {{"out_features", 16}});
    layer("relu");
    layer("linear", {{"out_features", kind == "regression" ? 3 : 5}});
  }
  return spec;
}

ModelInput inputOf(const QString& kind) {
  ModelInput input{{12}, 5};
  if (kind == "pictures") input.sample = {3, 10, 10};
  if (kind == "regression") {
    input.classes = 3;
    input.task = Task::Regression;
  }
  return input;
}

struct HostBatch {
  std::vector<float> x;
  std::vector<std::byte> labels;
};

// Batch `index` of make_accumulation.py; of every odd one each third answer does not count.
HostBatch hostBatch(const ModelInput& input, std::int64_t samples, std::uint32_t index) {
  HostBatch batch;
  const reference::Tensor x = reference::formulaTensor(1000 + index, samples * numel(input.sample));
  batch.x.assign(x.begin(), x.end());
  const bool regression = input.task == Task::Regression;
  const std::int64_t answers = samples * (regression ? input.classes : 1);
  const reference::Tensor y = regression ? reference::formulaTensor(2000 + index, answers) : reference::formulaLabels(2000 + index, answers, 5);
  batch.labels.resize(static_cast<std::size_t>(answers) * 4);
  for (std::size_t i = 0; i < y.size(); ++i) {
    const bool counts = index % 2 == 0 || i % 3 != 0;
    const float target = counts ? static_cast<float>(y[i]) : std::nanf("");
    const std::int32_t label = counts ? static_cast<std::int32_t>(y[i]) : -1;
    std::memcpy(batch.labels.data() + 4 * i, regression ? static_cast<const void*>(&target) : &label, 4);
  }
  return batch;
}

// Trains on batches of the test's own.
class Steps {
 public:
  Steps(const ModelSpec& model, const ModelInput& input, std::int64_t batch, std::int64_t accumulation, const QString& optimizer) {
    project_.model = model;
    project_.switches.batchSize = batch;
    project_.switches.accumulation = accumulation;
    OptimizerSpec& spec = project_.train.optimizer;
    if (optimizer.startsWith("sgd")) spec.momentum = 0.9;
    if (optimizer == "adamw") spec.kind = OptimizerSpec::Kind::AdamW, spec.weightDecay = 0.01;
    if (optimizer == "8-bit") spec.kind = OptimizerSpec::Kind::Adam8bit;
    if (optimizer.contains("clipped")) spec.clipNorm = 0.05;
    if (optimizer.contains("fp16")) project_.switches.amp = Switches::Amp::Fp16, spec.gradScaler.initScale = 1024, spec.gradScaler.growthInterval = 2;
    if (optimizer.contains("bf16")) project_.switches.amp = Switches::Amp::Bf16;
    rate_ = optimizer.startsWith("sgd") ? 0.1 : 0.01;
    CompileOptions options;
    options.autotune = false;  // one kernel for both batch sizes
    program_ = compileStep(programOf(project_, input), *findBackend("cpu"), options);
    program_.attach();
    initializeState(program_, 7);
    watch_ = std::make_unique<StepWatch>(*program_.train);
  }

  void bind(const HostBatch& batch, std::size_t part = 0) {
    Program& program = *program_.train;
    const std::span<std::byte> x = program.input("x"), labels = program.input("labels");
    std::memcpy(x.data() + part * batch.x.size() * 4, batch.x.data(), batch.x.size() * 4);
    std::memcpy(labels.data() + part * batch.labels.size(), batch.labels.data(), batch.labels.size());
  }
  void run(const std::vector<HostBatch>& group) {
    Progress progress;
    Program& program = *program_.train;
    program.setScalar("lr", rate_);
    ++step_;
    if (program.graph().find("step") != kNone) program.setScalar("step", static_cast<double>(step_));
    for (std::size_t i = 0; i < group.size(); ++i) {
      bind(group[i]);
      if (program.graph().find("batch_share") != kNone)
        program.setScalar("batch_share", gather(progress, countedAnswers(program.graph(), group[i].labels)));
      watch_->begin(i + 1 == group.size());
      program.run();
    }
  }
  void runWhole(const std::vector<HostBatch>& group) {
    for (std::size_t i = 0; i < group.size(); ++i) bind(group[i], i);
    Program& program = *program_.train;
    program.setScalar("lr", rate_);
    ++step_;
    if (program.graph().find("step") != kNone) program.setScalar("step", static_cast<double>(step_));
    watch_->begin();
    program.run();
  }
  StepProgram& program() { return program_; }
  std::vector<double> read(const std::string& name) const {
    std::vector<float> values(static_cast<std::size_t>(numel(program_.train->graph().value(program_.train->graph().find(name)).shape)));
    program_.train->read(name, std::as_writable_bytes(std::span(values)));
    return {values.begin(), values.end()};
  }
  std::vector<std::string> parameters() const {
    std::vector<std::string> names;
    for (const Value& value : program_.train->graph().values())
      if (value.role == Role::Parameter && value.aliasOf == kNone) names.push_back(value.name);
    return names;
  }

 private:
  Project project_;
  StepProgram program_;
  std::unique_ptr<StepWatch> watch_;
  double rate_ = 0.1;
  std::int64_t step_ = 0;
};

void compareBits(const std::vector<Point>& broken, const std::vector<Point>& whole) {
  QCOMPARE(broken.size(), whole.size());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    QCOMPARE(broken[i].step, whole[i].step);
    QVERIFY(std::memcmp(&broken[i].value, &whole[i].value, sizeof(double)) == 0);
  }
}

}  // namespace

// The first batch of a step is broken off when a stop comes, and is not learned from; the later ones are kept. So the stop waits for one to
// four of the five batches that the step before took so long for.
void stopAmongBatches(Trainer& trainer, const StepEvent& before, int attempt) {
  const double batches = 1.5 + attempt % 3;
  std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(before.of("step_ms") / 5 * batches));
  trainer.stop();
}

class AccumulationTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void equalsOneLargeBatch_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("optimizer");
    QTest::addColumn<int>("batches");
    QTest::newRow("perceptron, 4 batches") << "classes"
                                           << "sgd" << 4;
    QTest::newRow("perceptron, a short last group") << "classes"
                                                    << "sgd" << 3;
    QTest::newRow("perceptron, clipped by norm") << "classes"
                                                 << "sgd clipped" << 4;
    QTest::newRow("weighted classes, smoothed labels") << "weighted classes"
                                                       << "sgd" << 4;
    QTest::newRow("weighted classes, a short last group") << "weighted classes"
                                                          << "sgd" << 3;
    QTest::newRow("regression, missing targets") << "regression"
                                                 << "sgd" << 4;
    QTest::newRow("convolutions") << "pictures"
                                  << "sgd" << 4;
    QTest::newRow("convolutions in bf16") << "pictures"
                                          << "sgd bf16" << 4;
    QTest::newRow("convolutions in fp16") << "pictures"
                                          << "sgd fp16" << 4;
    QTest::newRow("convolutions in fp16, clipped by norm") << "pictures"
                                                           << "sgd fp16 clipped" << 4;
    QTest::newRow("convolutions, 8-bit moments") << "pictures"
                                                 << "8-bit" << 4;
  }
  // The gradients are compared before and the weights after the update. Adam's first update has the size of the rate whatever the gradient,
  // so that there only the gradients say something.
  void equalsOneLargeBatch() {
    QFETCH(QString, kind);
    QFETCH(QString, optimizer);
    QFETCH(int, batches);
    const ModelSpec model = layered(kind);
    const ModelInput input = inputOf(kind);
    Steps parts(model, input, 8, 4, optimizer), whole(model, input, 8 * batches, 1, optimizer);
    std::uint32_t index = 0;
    for (int update = 0; update < 2; ++update) {
      std::vector<HostBatch> group;
      for (int i = 0; i < batches; ++i) group.push_back(hostBatch(input, 8, index++));
      parts.run(group);
      whole.runWhole(group);
    }
    // The narrow types round the gradient of each batch's loss in its own place.
    const double bound = optimizer == "8-bit" ? 1e-4 : optimizer.contains("bf16") ? 1e-2 : optimizer.contains("fp16") ? 2e-3 : 1e-6;
    double worst = 0;
    for (const std::string& name : whole.parameters()) {
      std::vector<double> weights = parts.read(name);
      const Comparison compared = compareNorms(weights, whole.read(name), bound);
      VERIFY_COMPARISON(compared, name);
      worst = std::max(worst, compared.worst);
      weights.front() = std::nan("");
      QVERIFY(!compareNorms(weights, whole.read(name), bound).ok);
    }
    qInfo("relative distance %.1e", worst);
    QVERIFY(whole.parameters().size() >= 4);
  }

  // torch.amp.GradScaler beside accumulation: the gradients of all batches of a group have one scale, they are unscaled and looked at once,
  // before the update, and an overflow in any batch of it skips that update alone.
  void fp16ChecksOnceAGroup() {
    const ModelInput input = inputOf("pictures");
    Steps steps(layered("pictures"), input, 8, 4, "sgd fp16");
    Program& program = *steps.program().train;
    const auto tracker = [&] {
      std::int32_t value = -1;
      program.read(kGrowthTracker, std::as_writable_bytes(std::span(&value, 1)));
      return value;
    };
    const auto weights = [&] {
      std::vector<double> all;
      for (const std::string& name : steps.parameters())
        for (const double w : steps.read(name)) all.push_back(w);
      return all;
    };
    const double scale = steps.read(kLossScale).at(0);
    // Which batch of a group overflows (-1: none); scale and tracker after it, with a growth interval of 2.
    struct Group {
      int overflow;
      double factor;
      std::int32_t tracker;
    };
    std::uint32_t index = 0;
    for (const Group& expected : {Group{-1, 1, 1}, {-1, 2, 0}, {1, 1, 0}, {-1, 1, 1}, {0, 0.5, 0}, {3, 0.25, 0}, {-1, 0.25, 1}, {-1, 0.5, 0}}) {
      std::vector<HostBatch> group;
      for (int i = 0; i < 4; ++i) {
        group.push_back(hostBatch(input, 8, index++));
        if (i == expected.overflow) group.back().x[5] = 1e30F;  // an infinity in fp16
      }
      const std::vector<double> before = weights();
      steps.run(group);
      QCOMPARE(steps.read(kLossScale).at(0), expected.factor * scale);
      QCOMPARE(tracker(), expected.tracker);
      const std::vector<double> after = weights();
      QCOMPARE(after == before, expected.overflow >= 0);
      for (const double w : after) QVERIFY(std::isfinite(w));
    }
  }

  void equalsPyTorch_data() {
    QTest::addColumn<QJsonObject>("json");
    QFile file(QStringLiteral(STEPSCOPE_SOURCE_DIR "/tests/torch/accumulation.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    for (const auto& item : QJsonDocument::fromJson(file.readAll()).array())
      QTest::newRow(qPrintable(item.toObject()["optimizer"].toString())) << item.toObject();
  }
  void equalsPyTorch() {
    QFETCH(QJsonObject, json);
    const ModelInput input = inputOf("classes");
    Steps steps(layered("classes"), input, 8, 4, json["optimizer"].toString());
    Program& program = *steps.program().train;
    for (const std::string& name : steps.parameters()) {
      const reference::Tensor start =
          reference::formulaTensor(reference::saltOf(name), numel(program.graph().value(program.graph().find(name)).shape), 0.5);
      const std::vector<float> plain(start.begin(), start.end());
      program.write(name, std::as_bytes(std::span(plain)));
    }
    program.stateChanged();
    std::uint32_t index = 0;
    for (const int batches : {4, 4, 4, 4, 4, 2}) {
      std::vector<HostBatch> group;
      for (int i = 0; i < batches; ++i) group.push_back(hostBatch(input, 8, index++));
      steps.run(group);
    }
    const QJsonObject weights = json["weights"].toObject();
    QCOMPARE(static_cast<std::size_t>(weights.size()), steps.parameters().size());
    for (const std::string& name : steps.parameters()) {
      std::vector<double> theirs;
      for (const auto& value : weights[QString::fromStdString(name)].toArray()) theirs.push_back(value.toDouble());
      VERIFY_COMPARISON(compareNorms(steps.read(name), theirs, 5e-6), name);
    }
  }

  // Steps, schedule and epoch's loss count updates; 320 samples in batches of 32 are groups of 4, 4 and 2.
  void countsUpdates() {
    QTemporaryDir folder;
    const Trained trained = train(smallProject(folder, {{"switches.accumulation", "4"}}));
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    QCOMPARE(trained.start->stepsPerEpoch, 3);
    QCOMPARE(trained.start->totalSteps, 9);
    QCOMPARE(trained.steps.size(), std::size_t{9});
    QCOMPARE(trained.start->learningRates.size(), std::size_t{9});
    for (std::size_t i = 0; i < 9; ++i) {
      const StepEvent& step = trained.steps[i];
      QCOMPARE(step.step, static_cast<std::int64_t>(i + 1));
      QCOMPARE(step.stepInEpoch, static_cast<std::int64_t>(i % 3 + 1));
      QCOMPARE(step.totalSteps, 9);
      QCOMPARE(step.of("lr"), trained.start->learningRates[i]);
    }
    QCOMPARE(trained.epochs.size(), std::size_t{3});
    const double mean = (128 * trained.steps[0].loss() + 128 * trained.steps[1].loss() + 64 * trained.steps[2].loss()) / 320;
    VERIFY_COMPARISON(compareNumbers(trained.epochs[0].of("train_loss"), mean, {.absolute = 1e-12}), "the epoch's loss");
    QVERIFY(trained.epochs[2].of("train_loss") < trained.epochs[0].of("train_loss"));
  }

  // Broken off in the middle of groups, most of the time: after the first of an epoch's two updates the next five batches begin at once.
  void resumesBetweenBatches() {
    QTemporaryDir folder;
    // Pictures large enough that a stop finds the trainer among the batches of a step.
    const Overrides slow = {{"train.epochs", "12"}, {"switches.accumulation", "5"}, {"data.image_size", "96"}};
    const Project project = smallProject(folder, slow);
    const Trained whole = train(project);
    QVERIFY2(whole.end.status == RunStatus::Finished, whole.end.message.c_str());
    QCOMPARE(whole.end.steps, 24);
    RunId run = 0;
    int breaks = 0;
    Trained last;
    for (int life = 0; life < 40; ++life) {
      TrainerOptions options;
      if (run > 0) options.resume = run;
      last = train(project, options, [&](Trainer& trainer, const Trained&, const TrainerEvent& event) {
        const auto* step = std::get_if<StepEvent>(&event);
        if (step && breaks < 3 && step->stepInEpoch == 1) stopAmongBatches(trainer, *step, life);
      });
      run = last.end.run;
      if (last.end.status != RunStatus::Stopped) break;
      const Checkpoint checkpoint = loadCheckpoint(project.runDirectory(run), "last");
      const bool between = checkpoint.numbers.contains("accumulation.batches");
      if (between) ++breaks;
      const auto holds = [](const SafeTensor& tensor) { return tensor.name.ends_with(kGradientSuffix); };
      QCOMPARE(std::any_of(checkpoint.optimizer.begin(), checkpoint.optimizer.end(), holds), between);
    }
    QVERIFY2(last.end.status == RunStatus::Finished, last.end.message.c_str());
    QVERIFY(breaks > 0);
    const RunReader store(project.storePath());
    for (const char* key : {"train_loss", "train_accuracy", "lr", "val_loss"}) compareBits(store.points(run, key), store.points(whole.end.run, key));
    const Checkpoint a = loadCheckpoint(project.runDirectory(run), "last"), b = loadCheckpoint(project.runDirectory(whole.end.run), "last");
    for (std::size_t i = 0; i < a.model.size(); ++i) QVERIFY2(a.model[i].data == b.model[i].data, a.model[i].name.c_str());

    // A checkpoint between batches whose run goes on without accumulation loses no more than their gradients, and says so.
    QTemporaryDir other;
    Overrides gentle = slow;  // the rate of five batches makes single ones diverge
    gentle.emplace_back("train.optimizer.learning_rate", "0.0005");
    const Project again = smallProject(other, gentle);
    for (int attempt = 0; attempt < 40; ++attempt) {
      const Trained part = train(again, {}, [&](Trainer& trainer, const Trained&, const TrainerEvent& event) {
        if (const auto* step = std::get_if<StepEvent>(&event)) stopAmongBatches(trainer, *step, attempt);
      });
      if (!loadCheckpoint(again.runDirectory(part.end.run), "last").numbers.contains("accumulation.batches")) continue;
      TrainerOptions options;
      options.resume = part.end.run;
      options.configurationPatch = R"([{"op": "replace", "path": "/switches/accumulation", "value": 1}])";
      const Trained rest = train(again, options);
      QVERIFY2(rest.end.status == RunStatus::Finished, rest.end.message.c_str());
      QCOMPARE(rest.warnings.size(), std::size_t{1});
      QVERIFY2(rest.warnings[0].find("dropped") != std::string::npos, rest.warnings[0].c_str());
      return;
    }
    QFAIL("no run was stopped between batches");
  }

  void aSwitchWaitsForTheUpdate_data() {
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("to");
    QTest::newRow("off") << 5 << 1;
    QTest::newRow("on") << 1 << 5;
    QTest::newRow("another number") << 10 << 2;
  }
  void aSwitchWaitsForTheUpdate() {
    QFETCH(int, from);
    QFETCH(int, to);
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "60"}, {"switches.accumulation", std::to_string(from)}});
    bool turned = false;
    const Trained trained = train(project, {}, [&](Trainer& trainer, const Trained&, const TrainerEvent& event) {
      if (turned || !std::holds_alternative<StepEvent>(event)) return;
      turned = true;
      Switches next = project.switches;
      next.accumulation = to;
      trainer.setSwitches(next);
    });
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    QVERIFY(trained.warnings.empty());
    std::int64_t at = -1;
    for (const Marker& marker : trained.markers) {
      if (marker.kind != "switch") continue;
      at = marker.step;
      QVERIFY2(marker.label.find("ccumulation " + std::to_string(from) + " -> " + std::to_string(to)) != std::string::npos, marker.label.c_str());
    }
    QVERIFY(at >= 1);
    // Every batch is in exactly one update: before the marker `from` batches each, afterwards `to`, less only where an epoch ends.
    std::int64_t expected = 0, batches = 0;
    for (std::int64_t epoch = 0; epoch < 60; ++epoch) {
      for (std::int64_t left = 10; left > 0; ++expected) {
        const std::int64_t group = std::min<std::int64_t>(left, expected < at ? from : to);
        left -= group;
        batches += group;
      }
    }
    QCOMPARE(batches, 600);
    QCOMPARE(trained.end.steps, expected);
    QCOMPARE(trained.steps.back().step, expected);
    QVERIFY(std::isfinite(trained.steps.back().loss()));
  }

  void sharesOfTheMean() {
    Progress progress;
    QCOMPARE(gather(progress, 0), 1.0);  // the first copies, whatever it has
    QCOMPARE(gather(progress, 6), 1.0);  // nothing counted before it
    QCOMPARE(gather(progress, 2), 0.25);
    QCOMPARE(gather(progress, 0), 0.0);
    Switches switches;
    switches.accumulation = 4;
    QVERIFY(!endsGroup(switches, 3, 1));
    QVERIFY(endsGroup(switches, 3, 0));
    QVERIFY(endsGroup(switches, 4, 7));
    QCOMPARE(updatesOf(10, switches), 3);
    QCOMPARE(updatesOf(0, switches), 0);
  }
};

QTEST_GUILESS_MAIN(AccumulationTest)
#include "accumulation_test.moc"
