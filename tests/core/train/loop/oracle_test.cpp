// The trainer beside one that shares no code with it: what changes from step to step, and what an epoch tells of itself. (A resumed run
// beside an unbroken one shows nothing of a fault that both have.)
#include "core/backend/devices/devices.h"
#include "core/graph/graph.h"
#include "core/program/step_program.h"
#include "core/train/checkpoint/checkpoint.h"
#include "core/train/checkpoint/program_state.h"
#include "core/train/rates/lr_range_test.h"
#include "core/train/steps/step_scalars.h"
#include "core/train/steps/task_metrics.h"
#include "tests/core/train/loop/by_hand.h"
#include "tests/core/train/trained.h"

#include <QtTest>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

using namespace stepscope;
using namespace stepscope::test;

namespace {

void write(const QTemporaryDir& folder, const char* name, const std::string& text) {
  std::ofstream(folder.filePath(QString::fromUtf8(name)).toStdString(), std::ios::binary) << text;
}

// Three classes of points that overlap, and a noisy line: what both trainers read.
std::string classesCsv(const Rows& rows) {
  std::string text = "u,v,w,kind\n";
  for (std::size_t i = 0; i < rows.x.size(); ++i) {
    for (const double value : rows.x[i]) text += QString::number(value, 'f', 6).toStdString() + ",";
    text += std::string(1, "abc"[rows.answer[i]]) + "\n";
  }
  return text;
}

Project classesProject(const QTemporaryDir& folder, const Overrides& overrides) {
  const Rows train = drawRows(96, 1), validation = drawRows(40, 2);
  write(folder, "train.csv", classesCsv(train));
  write(folder, "val.csv", classesCsv(validation));
  return parseProject(R"([data]
kind = "table"
path = "train.csv"
validation_path = "val.csv"
[[model.layers]]
type = "linear"
name = "l1"
out_features = 16
bias = false
[[model.layers]]
type = "batch_norm"
name = "bn"
[[model.layers]]
type = "relu"
[[model.layers]]
type = "linear"
name = "l2"
out_features = 3
[train]
epochs = 12
threads = 1
[train.optimizer]
name = "adamw"
learning_rate = 0.05
weight_decay = 0.1
decay_norm_and_bias = false
[train.loss]
label_smoothing = 0.1
class_weights = [1, 2, 0.5]
[train.clip]
norm = 0.2
[train.schedule]
name = "cosine"
warmup_epochs = 3
warmup_factor = 0.1
[train.capture]
step = -1
[switches]
batch_size = 96
num_workers = 0
autotune = "off"
)",
                      folder.filePath("project.toml").toStdString(), overrides);
}

std::map<std::string, std::vector<double>> numbersOf(const std::vector<SafeTensor>& tensors) {
  std::map<std::string, std::vector<double>> numbers;
  for (const SafeTensor& tensor : tensors) {
    if (tensor.dtype != DType::F32) continue;
    std::vector<float> values(tensor.data.size() / sizeof(float));
    std::memcpy(values.data(), tensor.data.data(), tensor.data.size());
    numbers[tensor.name].assign(values.begin(), values.end());
  }
  return numbers;
}

std::map<std::string, std::vector<double>> firstWeights(const Project& project) {
  const DataSplits data = openData(project.data);
  CompileOptions options;
  options.autotune = false;
  StepProgram program = compileStep(programOf(project, modelInputOf(data.train->info())), *findBackend("cpu"), options);
  program.attach();
  initializeState(program, project.train.seed);
  return numbersOf(readState(*program.train).model);
}

bool close(double a, double b, double relative) {
  return std::abs(a - b) <= relative * std::max(1e-3, std::abs(b));
}

// Samples and answers of which everything may be asked twice: training and validation read the same file, nothing is drawn, and a rate that
// is too small to change a weight.
Project stillProject(const QTemporaryDir& folder, bool regression, const Overrides& more) {
  const Rows rows = drawRows(90, 7);
  std::string text = "u,v,w,y\n";
  for (std::size_t i = 0; i < rows.x.size(); ++i) {
    for (const double value : rows.x[i]) text += QString::number(value, 'f', 6).toStdString() + ",";
    text += regression ? QString::number(40 + 9 * rows.x[i][0] - 3.5 * rows.x[i][1], 'f', 5).toStdString() : std::string(1, "abc"[rows.answer[i]]);
    text += "\n";
  }
  write(folder, "same.csv", text);
  Overrides overrides{{"train.optimizer.learning_rate", "1e-30"}};
  overrides.insert(overrides.end(), more.begin(), more.end());
  return parseProject(
      "[data]\nkind = \"table\"\npath = \"same.csv\"\nvalidation_path = \"same.csv\"\n[model]\nname = \"mlp\"\nhidden = "
      "[8]\n[train]\nepochs = "
      "3\nthreads = 1\n[train.optimizer]\nname = \"sgd\"\n[train.schedule]\nname = \"constant\"\n[train.capture]\nstep = -1\n[switches]\n"
      "batch_size = 16\nnum_workers = 0\nautotune = \"off\"\n",
      folder.filePath("project.toml").toStdString(), overrides);
}

}  // namespace

class OracleTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Losses, rates, accuracies, predictions and averages of twelve steps, computed in double from the formulas of the papers.
  void equalsATrainerByHand_data() {
    QTest::addColumn<double>("decay");
    QTest::addColumn<bool>("warmup");
    QTest::newRow("weights") << 0.0 << false;
    QTest::newRow("averages") << 0.8 << false;
    QTest::newRow("averages that warm up") << 0.9 << true;
  }
  void equalsATrainerByHand() {
    QFETCH(double, decay);
    QFETCH(bool, warmup);
    QTemporaryDir folder;
    const Project project =
        classesProject(folder, {{"train.ema.decay", QString::number(decay).toStdString()}, {"train.ema.warmup", warmup ? "true" : "false"}});
    ByHand hand(drawRows(96, 1), drawRows(40, 2), firstWeights(project), decay, warmup);
    const Trained trained = train(project);
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    QCOMPARE(trained.steps.size(), std::size_t{12});
    QCOMPARE(trained.epochs.size(), std::size_t{12});
    std::set<double> accuracies;
    for (int t = 0; t < 12; ++t) {
      const double rate = t < 3 ? 0.05 * (0.1 + 0.9 * t / 3) : 0.05 * (1 + std::cos(M_PI * (t - 3) / 9)) / 2;
      const HandStep expected = hand.step(rate);
      const auto i = static_cast<std::size_t>(t);
      const EpochEvent& epoch = trained.epochs[i];
      const QByteArray where = QString("step %1: loss %2, validation %3; by hand %4, %5")
                                   .arg(t + 1)
                                   .arg(epoch.of("train_loss"), 0, 'g', 9)
                                   .arg(epoch.of("val_loss"), 0, 'g', 9)
                                   .arg(expected.loss, 0, 'g', 9)
                                   .arg(expected.validationLoss, 0, 'g', 9)
                                   .toUtf8();
      QVERIFY2(close(trained.steps[i].of("lr"), rate, 1e-12), where);
      QVERIFY2(close(trained.steps[i].loss(), expected.loss, 2e-6), where);
      QVERIFY2(close(metricOf(trained.steps[i].figures, "train_"), expected.accuracy, 1e-12), where);
      QVERIFY2(close(epoch.of("train_loss"), expected.loss, 2e-6), where);
      QVERIFY2(close(metricOf(epoch.figures, "train_"), expected.accuracy, 1e-12), where);
      QVERIFY2(close(epoch.of("val_loss"), expected.validationLoss, 2e-5), where);
      QVERIFY2(close(metricOf(epoch.figures, "val_"), expected.validationAccuracy, 1e-12), where);
      accuracies.insert(expected.accuracy);
    }
    QVERIFY(accuracies.size() > 3);  // else any constant would do
    const Checkpoint last = loadCheckpoint(project.runDirectory(trained.end.run), "last");
    const auto state = numbersOf(last.optimizer);
    auto weights = numbersOf(last.model);
    for (const auto& [name, values] : hand.weights()) {
      for (std::size_t i = 0; i < values.size(); ++i)
        QVERIFY2(close(weights.at(name)[i], values[i], 2e-3),
                 (name + " " + std::to_string(weights.at(name)[i]) + " " + std::to_string(values[i])).c_str());
    }
    if (decay > 0) {
      for (const auto& [name, values] : hand.averages())
        for (std::size_t i = 0; i < values.size(); ++i) QVERIFY2(close(state.at(name + ".ema")[i], values[i], 2e-3), name.c_str());
    }
    const auto kept = nlohmann::json::parse(*RunReader(project.storePath()).artefact(trained.end.run, "predictions"));
    QCOMPARE(kept["samples"].get<int>(), 40);
    for (std::size_t truth = 0; truth < 3; ++truth)
      for (std::size_t answer = 0; answer < 3; ++answer) QCOMPARE(kept["confusion"][truth][answer].get<int>(), hand.confusion()[truth][answer]);
  }

  // At a rate of nothing, moved and mirrored pictures change what training loses and nothing of what validation does. So does a range test.
  void augmentationIsOfTrainingAlone() {
    QTemporaryDir folder;
    const auto projectWith = [&](const char* augmentation) {
      const std::string text =
          std::string("[data]\nkind = \"shapes\"\npath = \"shapes\"\ncount = 96\nimage_size = 16\n") + augmentation +
          "[model]\nname = \"mlp\"\nhidden = [8]\n[train]\nepochs = 2\nthreads = 1\n[train.optimizer]\nname = \"sgd\"\n"
          "learning_rate = 1e-30\n[train.schedule]\nname = \"constant\"\n[train.capture]\nstep = -1\n[switches]\nbatch_size = 16\n"
          "num_workers = 1\nautotune = \"off\"\n";
      return parseProject(text, folder.filePath("project.toml").toStdString(), {});
    };
    const Project plain = projectWith(""), moved = projectWith("flip = true\ncrop_padding = 3\n");
    const Trained a = train(plain), b = train(moved);
    QVERIFY2(a.end.status == RunStatus::Finished && b.end.status == RunStatus::Finished, b.end.message.c_str());
    QCOMPARE(a.epochs.size(), std::size_t{2});
    for (std::size_t e = 0; e < 2; ++e) {
      QCOMPARE(b.epochs[e].of("val_loss"), a.epochs[e].of("val_loss"));
      QVERIFY(b.epochs[e].of("train_loss") != a.epochs[e].of("train_loss"));
    }
    LrRangeOptions range;
    range.steps = 20;
    const LrRangeResult plainRange = lrRangeTest(plain, range), movedRange = lrRangeTest(moved, range);
    QVERIFY(plainRange.points.at(0).loss != movedRange.points.at(0).loss);
  }

  // At a rate of nothing, a training epoch tells of the samples what validation tells of them.
  void anEpochTellsWhatValidationTells_data() {
    QTest::addColumn<bool>("regression");
    QTest::addColumn<QString>("accumulation");
    for (const bool regression : {false, true})
      for (const char* accumulation : {"1", "4"})
        QTest::addRow("%s, accumulation %s", regression ? "regression" : "classes", accumulation) << regression << accumulation;
  }
  void anEpochTellsWhatValidationTells() {
    QFETCH(bool, regression);
    QFETCH(QString, accumulation);
    QTemporaryDir folder;
    const Project project = stillProject(folder, regression, {{"switches.accumulation", accumulation.toStdString()}});
    // Broken off within the second epoch and resumed.
    const Trained part = trainToStep(project, accumulation == "1" ? 8 : 3);
    QVERIFY(part.end.status == RunStatus::Stopped);
    TrainerOptions options;
    options.resume = part.end.run;
    const Trained rest = train(project, options);
    QVERIFY2(rest.end.status == RunStatus::Finished, rest.end.message.c_str());
    const Trained whole = train(project);
    QVERIFY2(whole.end.status == RunStatus::Finished, whole.end.message.c_str());
    std::vector<EpochEvent> epochs = part.epochs;
    epochs.insert(epochs.end(), rest.epochs.begin(), rest.epochs.end());
    QCOMPARE(epochs.size(), std::size_t{3});
    epochs.insert(epochs.end(), whole.epochs.begin(), whole.epochs.end());
    const std::int64_t left = 90 % 16;  // the last incomplete batch is no part of a training epoch
    for (const EpochEvent& epoch : epochs) {
      // What is left out is another part of the samples in each epoch, so the two may differ by as much as it weighs.
      const double most = static_cast<double>(left) / 90;
      QVERIFY2(std::abs(epoch.of("train_loss") / epoch.of("val_loss") - 1) < 3 * most,
               qPrintable(QString("%1 %2").arg(epoch.of("train_loss")).arg(epoch.of("val_loss"))));
      QVERIFY2(std::abs(metricOf(epoch.figures, "train_") / metricOf(epoch.figures, "val_") - 1) < 3 * most,
               qPrintable(QString("%1 %2").arg(metricOf(epoch.figures, "train_")).arg(metricOf(epoch.figures, "val_"))));
    }
    // Each epoch is the mean over its steps, each step weighing the samples it held.
    std::vector<StepEvent> steps = whole.steps;
    const std::size_t perEpoch = steps.size() / 3;
    for (std::size_t e = 0; e < 3; ++e) {
      double loss = 0, metric = 0, samples = 0;
      for (std::size_t i = e * perEpoch; i < (e + 1) * perEpoch; ++i) {
        const bool shortGroup = accumulation == "4" && i + 1 == (e + 1) * perEpoch;
        const double held = accumulation == "1" ? 16 : shortGroup ? 16 : 64;
        loss += held * steps[i].loss();
        metric += held * (regression ? metricOf(steps[i].figures, "train_") * metricOf(steps[i].figures, "train_")
                                     : metricOf(steps[i].figures, "train_"));  // RMSE: squares are what is averaged
        samples += held;
      }
      QVERIFY2(close(whole.epochs[e].of("train_loss"), loss / samples, 1e-6), qPrintable(QString::number(e)));
      const double mean = regression ? std::sqrt(metric / samples) : metric / samples;
      QVERIFY2(close(metricOf(whole.epochs[e].figures, "train_"), mean, 1e-6),
               qPrintable(QString("%1 %2").arg(metricOf(whole.epochs[e].figures, "train_")).arg(mean)));
    }
  }

  // Whatever is a function of the samples and weights is the same, resumed or not: every series but those of time.
  void resumedRunsTellTheSameOfEverything_data() {
    QTest::addColumn<QString>("amp");
    QTest::addColumn<QString>("accumulation");
    QTest::newRow("f32") << "off"
                         << "1";
    QTest::newRow("accumulated") << "off"
                                 << "3";
    QTest::newRow("fp16") << "fp16"
                          << "1";
  }
  void resumedRunsTellTheSameOfEverything() {
    QFETCH(QString, amp);
    QFETCH(QString, accumulation);
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"switches.amp", amp.toStdString()},
                                                  {"switches.accumulation", accumulation.toStdString()},
                                                  {"train.optimizer.name", "adamw"},
                                                  {"train.optimizer.learning_rate", "0.003"},
                                                  {"train.clip.norm", "1"},
                                                  {"train.ema.decay", "0.9"}});
    const Trained whole = train(project);
    QVERIFY2(whole.end.status == RunStatus::Finished, whole.end.message.c_str());
    const Trained part = trainToStep(project, accumulation == "1" ? 13 : 5);
    QVERIFY(part.end.status == RunStatus::Stopped);
    TrainerOptions options;
    options.resume = part.end.run;
    const Trained rest = train(project, options);
    QVERIFY2(rest.end.status == RunStatus::Finished, rest.end.message.c_str());
    const RunReader store(project.storePath());
    const std::set<std::string> ofTime{"samples_per_second", "step_ms", "data_wait_ms"};
    int compared = 0;
    for (const SeriesInfo& series : store.series(whole.end.run)) {
      if (ofTime.contains(series.key) || series.key.starts_with("system/")) continue;
      const auto a = store.points(whole.end.run, series.key), b = store.points(rest.end.run, series.key);
      QVERIFY2(a.size() == b.size(), series.key.c_str());
      for (std::size_t i = 0; i < a.size(); ++i)
        QVERIFY2(a[i].step == b[i].step && std::memcmp(&a[i].value, &b[i].value, sizeof a[i].value) == 0,
                 (series.key + " at step " + std::to_string(a[i].step)).c_str());
      ++compared;
    }
    QVERIFY2(compared >= 6, qPrintable(QString::number(compared)));  // loss and metric of both parts, rate, norm of the gradients
    std::vector<EpochEvent> epochs = part.epochs;
    epochs.insert(epochs.end(), rest.epochs.begin(), rest.epochs.end());
    QCOMPARE(epochs.size(), whole.epochs.size());
    for (std::size_t e = 0; e < epochs.size(); ++e) {
      QCOMPARE(epochs[e].of("train_loss"), whole.epochs[e].of("train_loss"));
      QCOMPARE(metricOf(epochs[e].figures, "train_"), metricOf(whole.epochs[e].figures, "train_"));
      QCOMPARE(epochs[e].of("val_loss"), whole.epochs[e].of("val_loss"));
      QCOMPARE(metricOf(epochs[e].figures, "val_"), metricOf(whole.epochs[e].figures, "val_"));
    }
  }

  // Adam's first update moves every weight whose gradient is not tiny by the learning rate, since both moments are corrected for one step:
  // also where steps before it were skipped by the loss scaler.
  void correctionCountsUpdatesNotSteps() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"switches.amp", "fp16"},
                                                  {"train.grad_scaler.init_scale", "1e8"},
                                                  {"train.optimizer.name", "adam"},
                                                  {"train.optimizer.learning_rate", "0.001"},
                                                  {"train.optimizer.momentum", "0"},
                                                  {"train.optimizer.weight_decay", "0"},
                                                  {"train.schedule.name", "constant"},
                                                  {"train.schedule.factor", "1"},
                                                  {"train.schedule.warmup_epochs", "0"}});
    std::int64_t updated = 0, skippedBefore = 0;
    const Trained trained = trainStepByStep(project, {}, [&](Trainer& trainer, const Trained&, const TrainerEvent& event) {
      const auto* step = std::get_if<StepEvent>(&event);
      if (!step || updated > 0 || step->of("skipped_steps") == static_cast<double>(step->step)) return;
      updated = step->step;
      skippedBefore = static_cast<std::int64_t>(step->of("skipped_steps"));
      trainer.stop();
    });
    QVERIFY2(trained.end.status == RunStatus::Stopped, trained.end.message.c_str());
    QVERIFY2(skippedBefore >= 2, qPrintable(QString::number(skippedBefore)));
    const auto before = firstWeights(project);
    const auto after = numbersOf(loadCheckpoint(project.runDirectory(trained.end.run), "last").model);
    int moved = 0;
    for (const auto& [name, values] : before) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        const double change = std::abs(after.at(name)[i] - values[i]);
        QVERIFY2(change < 0.001 * 1.01, (name + " moved by " + std::to_string(change)).c_str());
        moved += change > 0.001 * 0.9;
      }
    }
    QVERIFY2(moved > 100, qPrintable(QString::number(moved)));
  }

  // Numbers from an implementation of Philox4x32-10 in Python that gives the known answers of Random123's kat_vectors.
  void seedsOfDropout_data() {
    QTest::addColumn<int>("seed");
    QTest::addColumn<int>("step");
    QTest::addColumn<int>("batch");
    QTest::addColumn<double>("expected");
    QTest::addRow("seed 1, step 0, batch 0") << 1 << 0 << 0 << 312120119361688.0;
    QTest::addRow("seed 1, step 1, batch 0") << 1 << 1 << 0 << 2459950583883912.0;
    QTest::addRow("seed 1, step 2, batch 0") << 1 << 2 << 0 << 3847268163010994.0;
    QTest::addRow("seed 1, step 1, batch 1") << 1 << 1 << 1 << 2953551145381737.0;
    QTest::addRow("seed 1, step 1, batch 7") << 1 << 1 << 7 << 3077770737385407.0;
    QTest::addRow("seed 2, step 1, batch 0") << 2 << 1 << 0 << 522113340440329.0;
    QTest::addRow("seed 12345, step 100000, batch 3") << 12345 << 100000 << 3 << 31335831283441.0;
  }
  void seedsOfDropout() {
    QFETCH(int, seed);
    QFETCH(int, step);
    QFETCH(int, batch);
    QFETCH(double, expected);
    QCOMPARE(dropoutSeed(static_cast<std::uint64_t>(seed), step, batch), expected);
  }

  // The masks themselves: at a rate of nothing and with all samples in a batch, only they change from step to step.
  void everyStepDropsOthers() {
    QTemporaryDir folder;
    const Trained trained = train(smallProject(folder, {{"train.optimizer.learning_rate", "1e-30"},
                                                        {"train.optimizer.momentum", "0"},
                                                        {"train.schedule.name", "constant"},
                                                        {"train.epochs", "6"},
                                                        {"switches.batch_size", "256"}}));
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    std::set<double> losses;
    for (const StepEvent& step : trained.steps) losses.insert(std::round(step.loss() * 1e5));
    QCOMPARE(losses.size(), trained.steps.size());
    std::set<double> validations;
    for (const EpochEvent& epoch : trained.epochs) validations.insert(epoch.of("val_loss"));
    QCOMPARE(validations.size(), std::size_t{1});  // where nothing is dropped
  }

  void scalarsOfAStep() {
    Graph graph;
    for (const char* name : {"lr", "momentum", "step", "ema_decay"}) graph.addScalar(name, DType::F32);
    graph.addScalar("seed", DType::I64);
    const ValueId x = graph.addInput("x", DType::F32, {1});
    graph.markOutput("y", graph.node(graph.addNode("neg", {x}, {}, "y", Phase::Forward)).outputs[0]);
    StepProgram program;
    program.train = requireBackend("cpu").compile(graph, {});
    program.attach();
    TrainSpec train;
    train.seed = 5;
    train.average.decay = 0.99;
    train.average.warmup = true;
    // Of 10 steps before this one 3 were skipped: it is the eighth update. Ten steps are done: (1 + 10) / (10 + 10).
    setStepScalars(*program.train, train, {.rate = 0.25, .momentum = 0.75}, 10, 3, 2);
    QCOMPARE(program.train->scalar("lr"), 0.25);
    QCOMPARE(program.train->scalar("momentum"), 0.75);
    QCOMPARE(program.train->scalar("step"), 8.0);
    QCOMPARE(program.train->scalar("seed"), dropoutSeed(5, 10, 2));
    QVERIFY(std::abs(program.train->scalar("ema_decay") - 11.0 / 20.0) < 1e-7);
    // The first step copies; then (1 + t) / (10 + t) after t = 1, 2, ... updates of the average, until the decay itself.
    const double expected[] = {0, 2.0 / 11, 3.0 / 12, 4.0 / 13};
    for (int done = 0; done < 4; ++done) QCOMPARE(averageDecay(train.average, done + 1), expected[done]);
    QCOMPARE(averageDecay(train.average, 100'000), 0.99);
    train.average.warmup = false;
    QCOMPARE(averageDecay(train.average, 2), 0.99);
  }
};

QTEST_GUILESS_MAIN(OracleTest)
#include "oracle_test.moc"
