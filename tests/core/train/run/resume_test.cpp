// A run that was broken off and resumed has the same losses, bit for bit, as one that was not.
#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/base/philox.h"
#include "core/graph/op.h"
#include "core/train/checkpoint/checkpoint.h"
#include "core/train/checkpoint/program_state.h"
#include "core/train/watch/step_watch.h"
#include "tests/core/train/trained.h"

#include <QtTest>
#include <filesystem>
#include <nlohmann/json.hpp>

using namespace stepscope;
using namespace stepscope::test;

namespace {

void compareBits(const std::vector<Point>& broken, const std::vector<Point>& whole) {
  QCOMPARE(broken.size(), whole.size());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    QCOMPARE(broken[i].step, whole[i].step);
    const double a = broken[i].value, b = whole[i].value;
    QVERIFY2(std::memcmp(&a, &b, sizeof a) == 0,
             qPrintable(QString("step %1: %2, unbroken %3").arg(whole[i].step).arg(a, 0, 'g', 17).arg(b, 0, 'g', 17)));
  }
}

Project shapesProject(const QTemporaryDir& folder, const Overrides& overrides = {}) {
  static constexpr const char* kText = R"([data]
kind = "shapes"
path = "shapes"
count = 160
image_size = 32
flip = true
crop_padding = 4
[[model.layers]]
type = "conv2d"
out_channels = 8
kernel_size = 3
padding = 1
[[model.layers]]
type = "batch_norm"
[[model.layers]]
type = "relu"
[[model.layers]]
type = "max_pool"
kernel_size = 4
stride = 4
[[model.layers]]
type = "flatten"
[[model.layers]]
type = "dropout"
p = 0.3
[[model.layers]]
type = "linear"
out_features = 8
[train]
epochs = 4
[train.optimizer]
name = "adamw"
learning_rate = 0.003
[train.capture]
step = -1
[switches]
batch_size = 16
num_workers = 2
)";
  return parseProject(kText, folder.filePath("project.toml").toStdString(), overrides);
}

// Cancels the step in which it watches once this node has run.
class Late : public StepWatch {
 public:
  Late(Program& program, std::atomic<bool>& cancel, NodeId last) : StepWatch(program, &cancel), cancel_(cancel), last_(last) {}
  bool after(NodeId node) override {
    if (node == last_) cancel_ = true;
    return StepWatch::after(node);
  }

 private:
  std::atomic<bool>& cancel_;
  NodeId last_;
};

std::map<std::string, std::vector<std::byte>> bytesOf(const Program& program) {
  std::map<std::string, std::vector<std::byte>> bytes;
  const ProgramState state = readState(program);
  for (const std::vector<SafeTensor>* part : {&state.model, &state.optimizer})
    for (const SafeTensor& tensor : *part) bytes[tensor.name] = tensor.data;
  return bytes;
}

}  // namespace

class ResumeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Wherever a step is broken off before its update, parameters, running statistics and the optimizer's state are what they were; from the
  // update on it runs to its end.
  void brokenOffStepsLeaveNoTrace() {
    QTemporaryDir folder;
    const Project project = shapesProject(folder);
    CompileOptions options;
    options.autotune = false;
    options.threads = 1;
    StepProgram program = compileStep(programOf(project, {{3, 32, 32}, 8}), *findBackend("cpu"), options);
    program.attach();
    initializeState(program, 1);
    Program& step = *program.train;
    for (std::byte& byte : step.input("x")) byte = std::byte{0x3F};  // 0.747
    step.setScalar("lr", 0.01);
    step.setScalar("step", 1);
    const auto before = bytesOf(step);
    const auto nodes = static_cast<NodeId>(step.graph().nodes().size());
    int broken = 0, ended = 0;
    for (NodeId last = 0; last < nodes; ++last) {
      if (step.graph().node(last).op->aliases) continue;
      std::atomic<bool> cancel{false};
      Late watch(step, cancel, last);
      watch.begin();
      step.run(nullptr);
      QVERIFY(cancel);
      if (watch.brokenOff()) {
        ++broken;
        QVERIFY2(ended == 0, "a step was broken off after its update began");
        watch.undo();
        for (const auto& [name, bytes] : bytesOf(step))
          QVERIFY2(bytes == before.at(name), (name + " after " + step.graph().node(last).scope).c_str());
      } else {
        ++ended;
        QVERIFY(bytesOf(step) != before);
      }
    }
    QVERIFY(broken > 10 && ended > 0);
  }

  // Of measured kernels the choice is the run's: two runs on one machine may choose differently. The unbroken one is then a copy of the run
  // after its first step, which has its choices.
  void sameBits_data() {
    QTest::addColumn<bool>("pictures");
    QTest::addColumn<bool>("autotune");
    QTest::newRow("mlp with dropout, SGD with momentum, warm-up and cosine") << false << false;
    QTest::newRow("convolution, batch norm, dropout, AdamW, augmented pictures") << true << false;
    QTest::newRow("the same pictures, kernels measured") << true << true;
  }
  void sameBits() {
    QFETCH(bool, pictures);
    QFETCH(bool, autotune);
    QTemporaryDir folder, copy;
    const auto project = [&](const Overrides& overrides, const QTemporaryDir& in) {
      return pictures ? shapesProject(in, overrides) : smallProject(in, overrides);
    };
    const Overrides longer = pictures ? Overrides{} : Overrides{{"train.epochs", "12"}};
    TrainerOptions options;
    options.autotune = autotune;
    RunId run = 0;
    std::int64_t breaks = 0, reached = 0;
    Trained last;
    if (autotune) {
      last = trainToStep(project(longer, folder), 1, options);
      QCOMPARE(last.end.steps, 1);
      run = last.end.run;
      reached = 1;
      ++breaks;
      std::filesystem::copy(folder.path().toStdString(), copy.path().toStdString(), std::filesystem::copy_options::recursive);
    }
    TrainerOptions unbroken = options;
    if (run > 0) unbroken.resume = run;
    const Trained whole = train(project(longer, copy), unbroken);
    QVERIFY2(whole.end.status == RunStatus::Finished, whole.end.message.c_str());

    const auto seed = static_cast<std::uint64_t>(QDateTime::currentMSecsSinceEpoch());
    qInfo("seed %llu", static_cast<unsigned long long>(seed));
    PhiloxStream random(seed, 0);
    // Three breaks at random steps, most of them in the middle of an epoch; each resume with another number of workers.
    for (int workers = static_cast<int>(breaks) + 1; workers <= 4; ++workers) {
      if (run > 0) {
        options.resume = run;
        options.configurationPatch = nlohmann::json::array({{{"op", "replace"}, {"path", "/switches/num_workers"}, {"value", workers % 3}}}).dump();
      }
      const std::int64_t stopAfter = reached + 1 + random.below(static_cast<std::uint32_t>(whole.end.steps / 4));
      last = workers < 4 ? trainToStep(project(longer, folder), stopAfter, options) : train(project(longer, folder), options);
      QVERIFY2(last.warnings.empty(), last.warnings.empty() ? "" : last.warnings[0].c_str());
      run = last.end.run;
      reached = last.end.steps;
      if (last.end.status == RunStatus::Stopped) ++breaks;
      if (last.end.status == RunStatus::Finished) break;
      QCOMPARE(reached, stopAfter);
    }
    QCOMPARE(breaks, 3);
    QVERIFY2(last.end.status == RunStatus::Finished, last.end.message.c_str());
    QCOMPARE(last.end.steps, whole.end.steps);
    const RunReader broken(project({}, folder).storePath()), store(project({}, copy).storePath());
    for (const char* key : {"train_loss", "train_accuracy", "lr", "val_loss", "val_accuracy"})
      compareBits(broken.points(run, key), store.points(whole.end.run, key));
    QCOMPARE(last.epochs.back().of("train_loss"), whole.epochs.back().of("train_loss"));
    QCOMPARE(last.end.bestValidation, whole.end.bestValidation);
    // And the same weights.
    const auto a = loadCheckpoint(project({}, folder).runDirectory(run), "last"),
               b = loadCheckpoint(project({}, copy).runDirectory(whole.end.run), "last");
    QCOMPARE(a.model.size(), b.model.size());
    for (std::size_t i = 0; i < a.model.size(); ++i) QVERIFY2(a.model[i].data == b.model[i].data, a.model[i].name.c_str());
    for (std::size_t i = 0; i < a.optimizer.size(); ++i) QVERIFY2(a.optimizer[i].data == b.optimizer[i].data, a.optimizer[i].name.c_str());
  }

  // Turned in one life, resumed in the next: the batch size is that of the checkpoint.
  void aTurnedSwitchSurvives() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "30"}});
    bool turned = false;
    const Trained first = trainStepByStep(project, {}, [&](Trainer& trainer, const Trained& so, const TrainerEvent& event) {
      if (!std::holds_alternative<StepEvent>(event)) return;
      if (!turned) trainer.setSwitches({64, 0});
      turned = true;
      if (so.plans.size() == 2 && so.steps.size() > 40) trainer.stop();
    });
    QVERIFY(first.end.status == RunStatus::Stopped);
    TrainerOptions options;
    options.resume = first.end.run;
    const Trained second = train(project, options);
    QVERIFY2(second.end.status == RunStatus::Finished, second.end.message.c_str());
    QCOMPARE(second.plans.at(0)->batchSize, 64);
    QCOMPARE(second.plans.at(0)->predictedPeakBytes, first.plans.back()->predictedPeakBytes);
    QCOMPARE(second.start->firstStep, first.end.steps);
  }

  void aFinishedRunGoesOnWithMoreEpochs() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.schedule.name", "constant"}});
    const Trained first = train(project);
    QCOMPARE(first.end.steps, 30);
    TrainerOptions options;
    options.resume = first.end.run;
    options.configurationPatch = R"([{"op": "replace", "path": "/train/epochs", "value": 5}])";
    const Trained second = train(project, options);
    QVERIFY2(second.end.status == RunStatus::Finished, second.end.message.c_str());
    QCOMPARE(second.end.steps, 50);
    QCOMPARE(losses(project, first.end.run).size(), std::size_t{50});
  }

  // A run that died before its first checkpoint begins again.
  void withoutACheckpoint() {
    QTemporaryDir folder;
    const Project project = smallProject(folder);
    const Trained first = train(project);
    QVERIFY(QDir(QString::fromStdString(project.runDirectory(first.end.run))).removeRecursively());
    TrainerOptions options;
    options.resume = first.end.run;
    const Trained second = train(project, options);
    QVERIFY2(second.end.status == RunStatus::Finished, second.end.message.c_str());
    QCOMPARE(second.warnings.size(), std::size_t{1});
    QCOMPARE(second.steps.size(), std::size_t{30});
    QCOMPARE(losses(project, first.end.run).size(), std::size_t{30});
    for (std::size_t i = 0; i < 30; ++i) QCOMPARE(second.steps[i].loss(), first.steps[i].loss());
  }

  void aDamagedCheckpointIsNamed() {
    QTemporaryDir folder;
    const Project project = smallProject(folder);
    const Trained first = train(project);
    QFile weights(QString::fromStdString(checkpointPath(project.runDirectory(first.end.run), "last")) + "/model.safetensors");
    QVERIFY2(weights.exists(), qPrintable(weights.fileName()));
    QVERIFY(weights.open(QIODevice::ReadWrite));
    weights.seek(weights.size() / 2);
    weights.write("damage");
    weights.close();
    TrainerOptions options;
    options.resume = first.end.run;
    const Trained second = train(project, options);
    QVERIFY2(second.end.status == RunStatus::Finished, second.end.message.c_str());  // from the one before
    QVERIFY(!second.warnings.empty());
    QVERIFY2(second.warnings[0].find("model.safetensors") != std::string::npos, second.warnings[0].c_str());
    const auto kept = losses(project, first.end.run);
    QCOMPARE(kept.size(), std::size_t{30});
    for (std::size_t i = 0; i < 30; ++i) QCOMPARE(kept[i].value, first.steps[i].loss());
  }

  void theSecondTrainingOfALivingRunIsRefused() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "100000"}});
    EndEvent refused;
    bool tried = false;
    const Trained first = train(project, {}, [&](Trainer& trainer, const Trained& so, const TrainerEvent& event) {
      if (tried || !std::holds_alternative<StepEvent>(event)) return;
      tried = true;
      TrainerOptions options;
      options.resume = so.start->run;
      refused = train(project, options).end;
      trainer.stop();
    });
    QVERIFY(refused.status == RunStatus::Failed);
    QVERIFY2(refused.message.find("another process") != std::string::npos, refused.message.c_str());
    QVERIFY(first.end.status == RunStatus::Stopped);
    QVERIFY(RunReader(project.storePath()).run(first.end.run)->status == RunStatus::Stopped);
  }

  void anUnknownRunIsNamed() {
    QTemporaryDir folder;
    TrainerOptions options;
    options.resume = 77;
    const Trained trained = train(smallProject(folder), options);
    QVERIFY(trained.end.status == RunStatus::Failed);
    QVERIFY2(trained.end.message.find("run 77") != std::string::npos, trained.end.message.c_str());
  }
};

QTEST_GUILESS_MAIN(ResumeTest)
#include "resume_test.moc"
