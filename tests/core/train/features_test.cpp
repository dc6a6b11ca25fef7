// What training does beyond steps: schedules as they were previewed, plateaus, early stopping.
#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/data/bind_batch.h"
#include "core/train/checkpoint/checkpoint.h"
#include "core/train/checkpoint/export_weights.h"
#include "core/train/checkpoint/program_state.h"
#include "core/train/rates/lr_range_test.h"
#include "core/train/steps/task_metrics.h"
#include "core/train/steps/validation.h"
#include "core/train/watch/metric_watch.h"
#include "tests/core/train/trained.h"

#include <QtTest>
#include <atomic>
#include <cmath>
#include <cstring>
#include <random>
#include <thread>

using namespace stepscope;
using namespace stepscope::test;

namespace {

// Arguments that make every schedule move within three epochs.
Overrides lively(const std::string& schedule) {
  Overrides overrides{{"train.schedule.name", schedule}, {"train.schedule.warmup_epochs", "0"}};
  const auto set = [&](const char* key, const char* value) { overrides.emplace_back("train.schedule." + std::string(key), value); };
  if (schedule == "step") set("step_epochs", "1");
  if (schedule == "multistep") set("milestones", "[0.5, 2]");
  if (schedule == "exponential") set("gamma", "0.7");
  if (schedule == "constant") set("factor", "0.5");
  if (schedule == "constant" || schedule == "linear" || schedule == "polynomial") set("length_epochs", "2");
  if (schedule == "cosine_warm_restarts") set("restart_epochs", "1.5");
  return overrides;
}

bool sameBits(double a, double b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

}  // namespace

class FeaturesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void previewIsWhatTheRunUses_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("optimizer");
    for (const ScheduleDef& def : scheduleDefs())
      QTest::newRow(def.name.c_str()) << QString::fromStdString(def.name) << (def.movesMomentum ? "adamw" : "sgd");
  }
  void previewIsWhatTheRunUses() {
    QFETCH(QString, name);
    QFETCH(QString, optimizer);
    QTemporaryDir folder;
    for (const char* warmup : {"0", "0.5"}) {
      Overrides overrides = lively(name.toStdString());
      overrides.emplace_back("train.optimizer.name", optimizer.toStdString());
      overrides.emplace_back("train.optimizer.learning_rate", "0.01");
      overrides.emplace_back("train.schedule.warmup_epochs", warmup);
      const Trained trained = train(smallProject(folder, overrides));
      QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
      QCOMPARE(trained.steps.size(), std::size_t{30});
      QCOMPARE(trained.start->learningRates.size(), std::size_t{30});
      const bool momentum = scheduleDefs().size() && findSchedule(name.toStdString())->movesMomentum;
      QCOMPARE(trained.start->momenta.size(), std::size_t{momentum ? 30U : 0U});
      double least = 1, most = 0;
      for (std::size_t i = 0; i < 30; ++i) {
        QVERIFY(sameBits(trained.steps[i].of("lr"), trained.start->learningRates[i]));
        if (momentum) QVERIFY(sameBits(trained.steps[i].of("momentum"), trained.start->momenta[i]));
        least = std::min(least, trained.steps[i].of("lr"));
        most = std::max(most, trained.steps[i].of("lr"));
      }
      QVERIFY(name == "reduce_on_plateau" || least < most);
    }
  }

  void plateauResumesExactly() {
    QTemporaryDir folder;
    // A threshold that nothing beats: every second epoch cuts the rate.
    const Project project = smallProject(folder, {{"train.schedule.name", "reduce_on_plateau"},
                                                  {"train.schedule.warmup_epochs", "0"},
                                                  {"train.schedule.patience", "1"},
                                                  {"train.schedule.factor", "0.5"},
                                                  {"train.schedule.threshold", "1000"},
                                                  {"train.schedule.threshold_mode", "abs"},
                                                  {"train.epochs", "9"}});
    const Trained whole = train(project);
    QVERIFY2(whole.end.status == RunStatus::Finished, whole.end.message.c_str());
    QCOMPARE(whole.steps.back().of("lr"), 0.05 / 8);  // cut after the epochs 3, 5, 7 and, too late to be used, 9
    QVERIFY(whole.start->scheduleWatchesMetric);
    Trained part = trainToStep(project, 43);
    QVERIFY(part.end.status == RunStatus::Stopped);
    const RunId run = part.end.run;
    TrainerOptions options;
    options.resume = run;
    part = train(project, options);
    QVERIFY2(part.end.status == RunStatus::Finished, part.end.message.c_str());
    const RunReader store(project.storePath());
    for (const char* key : {"lr", "train_loss", "val_loss"}) {
      const auto a = store.points(run, key), b = store.points(whole.end.run, key);
      QCOMPARE(a.size(), b.size());
      for (std::size_t i = 0; i < a.size(); ++i) QVERIFY(sameBits(a[i].value, b[i].value));
    }
  }

  void metricWatchCounts() {
    TrainSpec spec;
    spec.earlyStopping = {.patience = 2, .minDelta = 0.1};
    const Monitor loss{"val_loss", false};
    MetricWatch watch(spec, loss);
    int epoch = 0;
    const auto stops = [&](double metric) { return watch.observe(metric, ++epoch, 0.1, false).stop; };
    QVERIFY(!stops(1.0));
    QVERIFY(!stops(0.95));  // less than min_delta
    QVERIFY(!stops(0.85));
    QVERIFY(!stops(0.80));
    std::map<std::string, double> numbers;
    std::map<std::string, std::string> texts;
    watch.save(numbers, texts);
    QVERIFY(stops(std::nan("")));
    MetricWatch other(spec, loss);
    QCOMPARE(other.restore(numbers, texts, loss), std::string());
    QVERIFY(sameBits(other.best().value, 0.80));  // the best is told whatever min_delta is
    QCOMPARE(other.best().epoch, 4);
    QVERIFY(other.observe(0.8, 5, 0.1, false).stop);
    MetricWatch accuracy(spec, {"val_accuracy", true});
    QVERIFY(!accuracy.observe(0.5, 1, 0.1, false).stop);
    QVERIFY(!accuracy.observe(0.7, 2, 0.1, false).stop);
    QVERIFY(!accuracy.observe(0.7, 3, 0.1, false).stop);
    QVERIFY(accuracy.observe(0.6, 4, 0.1, false).stop);
    spec.earlyStopping.patience = 0;
    MetricWatch off(spec, loss);
    for (int i = 1; i <= 50; ++i) QVERIFY(!off.observe(1, i, 0.1, false).stop);
  }

  void stopsEarly() {
    QTemporaryDir folder;
    // No epoch improves by so much, so the second and the third count as bad.
    const Trained trained =
        train(smallProject(folder, {{"train.epochs", "50"}, {"train.early_stopping.patience", "2"}, {"train.early_stopping.min_delta", "1000"}}));
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    QCOMPARE(trained.end.epochs, 3);
    QVERIFY(std::any_of(trained.markers.begin(), trained.markers.end(), [](const Marker& m) { return m.kind == "early_stop"; }));
  }

  void theBestWeightsAreRestored() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "50"},
                                                  {"train.early_stopping.patience", "2"},
                                                  {"train.early_stopping.min_delta", "1000"},
                                                  {"train.early_stopping.restore_best", "true"}});
    const Trained trained = train(project);
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    const std::string directory = project.runDirectory(trained.end.run);
    const Checkpoint best = loadCheckpoint(directory, "best"), last = loadCheckpoint(directory, "last");
    QCOMPARE(best.model.size(), last.model.size());
    for (std::size_t i = 0; i < best.model.size(); ++i) QVERIFY(best.model[i].data == last.model[i].data);
  }

  // Resumed or not, the averages are the same bits; validation uses them, and what is exported of the best checkpoint.
  void averagesOfWeights() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.ema.decay", "0.9"}, {"train.ema.warmup", "true"}});
    const Trained whole = train(project);
    QVERIFY2(whole.end.status == RunStatus::Finished, whole.end.message.c_str());
    const Trained part = trainToStep(project, 13);
    QVERIFY(part.end.status == RunStatus::Stopped);
    TrainerOptions options;
    options.resume = part.end.run;
    const Trained rest = train(project, options);
    QVERIFY2(rest.end.status == RunStatus::Finished, rest.end.message.c_str());
    const auto tensors = [&](RunId run, const char* name) { return loadCheckpoint(project.runDirectory(run), name); };
    const Checkpoint a = tensors(whole.end.run, "last"), b = tensors(part.end.run, "last"), best = tensors(whole.end.run, "best");
    int averages = 0;
    for (std::size_t i = 0; i < a.optimizer.size(); ++i) {
      QVERIFY2(a.optimizer[i].data == b.optimizer[i].data, a.optimizer[i].name.c_str());
      averages += a.optimizer[i].name.ends_with(".ema");
    }
    QCOMPARE(averages, 6);
    // The best holds both, so that a run can go on from it.
    int others = 0;
    for (const SafeTensor& tensor : best.model)
      for (const SafeTensor& state : best.optimizer)
        if (state.name == tensor.name + ".ema") others += state.data != tensor.data;
    QVERIFY(others > 0);
    QCOMPARE(rest.end.validationLoss, whole.end.validationLoss);
    const Trained plain = train(smallProject(folder));
    QVERIFY(plain.end.validationLoss != whole.end.validationLoss);
    QCOMPARE(plain.steps.back().loss(), whole.steps.back().loss());  // the weights themselves are trained as ever
  }

  void aBrokenStepNamesLayerAndTensor() {
    QTemporaryDir folder;
    const Trained trained =
        train(smallProject(folder, {{"train.optimizer.learning_rate", "1e6"}, {"train.schedule.warmup_epochs", "0"}, {"train.epochs", "50"}}));
    QVERIFY(trained.end.status == RunStatus::Failed);
    const QString message = QString::fromStdString(trained.end.message);
    QVERIFY2(message.contains("first, the ") && message.contains("fc"), qPrintable(message));
    QVERIFY2(message.contains(QString("step %1").arg(trained.end.steps)), qPrintable(message));
  }

  void histogramsAreKept() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.histograms.every_steps", "10"}});
    const Trained trained = train(project);
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    const RunReader store(project.storePath());
    const RunId run = trained.end.run;
    QCOMPARE(store.histogramParameters(run).size(), std::size_t{6});
    for (const std::string& parameter : store.histogramParameters(run)) {
      for (const bool gradient : {false, true}) {
        const std::vector<HistogramRow> rows = store.histograms(run, parameter, gradient);
        QCOMPARE(rows.size(), std::size_t{3});
        for (std::size_t i = 0; i < rows.size(); ++i) {
          const Histogram& h = rows[i].histogram;
          QCOMPARE(rows[i].step, static_cast<std::int64_t>(10 * (i + 1)));
          std::int64_t sum = 0;
          for (const std::uint32_t bin : h.bins) sum += bin;
          QCOMPARE(sum, h.count);
          QVERIFY(h.least <= h.mean && h.mean <= h.most && h.notFinite == 0);
        }
      }
    }
    QVERIFY(store.histogramParameters(run + 1).empty());
    // They do not change what is computed.
    QCOMPARE(train(smallProject(folder)).steps.back().loss(), trained.steps.back().loss());
  }

  void rangeTestLeavesNoTrace_data() {
    QTest::addColumn<QString>("optimizer");
    QTest::addColumn<int>("cancelAt");
    QTest::newRow("sgd") << "sgd" << 0;
    QTest::newRow("adamw") << "adamw" << 0;
    QTest::newRow("8-bit, cancelled") << "adam8bit" << 15;
  }
  void rangeTestLeavesNoTrace() {
    QFETCH(QString, optimizer);
    QFETCH(int, cancelAt);
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.optimizer.name", optimizer.toStdString()}, {"train.ema.decay", "0.9"}});
    DataSpec spec = project.data;
    spec.augmentationSeed = project.train.seed;
    const DataSplits data = openData(spec);
    CompileOptions compile;
    compile.autotune = false;
    StepProgram program = compileStep(programOf(project, modelInputOf(data.train->info())), *findBackend("cpu"), compile);
    program.attach();
    initializeState(program, project.train.seed);
    DataLoader loader(data.train, {.batchSize = project.switches.batchSize, .workers = 0, .seed = 1});
    const auto bytes = [&] {
      const ProgramState state = readState(*program.train);
      std::vector<std::byte> all;
      for (const auto* part : {&state.model, &state.optimizer})
        for (const SafeTensor& tensor : *part) all.insert(all.end(), tensor.data.begin(), tensor.data.end());
      return all;
    };
    // Once from the first weights and once from others with moments of their own.
    for (int round = 0; round < 2; ++round) {
      const std::vector<std::byte> before = bytes();
      std::vector<double> rates;
      LrRangeOptions range;
      range.steps = 40;
      const LrRangeResult result =
          lrRangeTest(program, loader, project.train, range, [&](const LrRangePoint& point, std::int64_t step, std::int64_t) {
            rates.push_back(point.rate);
            return cancelAt == 0 || step < cancelAt;
          });
      QVERIFY(bytes() == before);
      QCOMPARE(result.cancelled, cancelAt > 0);
      QCOMPARE(result.points.size(), rates.size());
      QCOMPARE(rates[0], 1e-6);
      QVERIFY(std::abs(rates[10] / std::pow(10.0, -4.5) - 1) < 1e-9);
      loader.start(0);
      bindBatch(*program.train, *loader.next());
      program.train->setScalar("lr", 0.01);
      if (program.train->graph().find("step") != kNone) program.train->setScalar("step", 1);
      program.train->run();
      QVERIFY(bytes() != before);
    }
  }

  void rangeTestIsCancelledWithinAStep() {
    QTemporaryDir folder;
    const Project project = smallProject(folder);
    std::atomic<bool> cancel{true};
    LrRangeOptions range;
    range.steps = 1'000'000;
    range.cancel = &cancel;
    LrRangeResult result = lrRangeTest(project, range);  // before the data were open
    QVERIFY(result.cancelled && result.points.empty() && std::isnan(result.suggestion));

    const DataSplits data = openData(project.data);
    CompileOptions compile;
    compile.autotune = false;
    StepProgram program = compileStep(programOf(project, modelInputOf(data.train->info())), *findBackend("cpu"), compile);
    program.attach();
    initializeState(program, project.train.seed);
    DataLoader loader(data.train, {.batchSize = project.switches.batchSize, .workers = 0, .seed = 1});
    const auto weights = [&] {
      std::vector<std::byte> all;
      for (const SafeTensor& tensor : readState(*program.train).model) all.insert(all.end(), tensor.data.begin(), tensor.data.end());
      return all;
    };
    const std::vector<std::byte> before = weights();
    cancel = false;
    std::thread other;
    result = lrRangeTest(program, loader, project.train, range, [&](const LrRangePoint&, std::int64_t step, std::int64_t) {
      if (step == 5) other = std::thread([&cancel] { cancel = true; });  // somewhere within the steps that follow
      return true;
    });
    other.join();
    QVERIFY(result.cancelled);
    QVERIFY(result.points.size() >= 5 && result.points.size() < 100'000);
    QVERIFY(weights() == before);
    // Nobody looks on any more: the program runs whole steps again.
    loader.start(0);
    bindBatch(*program.train, *loader.next());
    program.train->setScalar("lr", 0.01);
    program.train->run();
    QVERIFY(weights() != before);
  }

  void suggestionIsTheSteepestFall() {
    std::vector<LrRangePoint> points;
    for (int i = 0; i < 100; ++i) {
      const double loss = 2 - 1 / (1 + std::exp(-(i - 60) / 4.0)) + (i > 80 ? 0.3 * (i - 80) : 0);
      points.push_back({std::pow(10, -6 + i * 0.06), loss, loss});
    }
    const LrRangeVerdict verdict = judgeRange(points);
    QVERIFY(verdict.conclusive);
    QVERIFY2(verdict.rate >= points[57].rate && verdict.rate <= points[63].rate, qPrintable(QString::number(verdict.rate)));
    QVERIFY(!judgeRange({points.begin(), points.begin() + 12}).conclusive);
    for (LrRangePoint& point : points) point.loss = point.smoothed = 1;
    QVERIFY(!judgeRange(points).conclusive && std::isnan(judgeRange(points).rate));  // never falls
    QVERIFY(std::isnan(valleyRate(points)) && std::isnan(valleyRate({})));
  }

  // Losses that go up and down and learn nothing suggest nothing, whatever the numbers drawn; with a fall in them it is found in the noise.
  void noiseSuggestsNothing() {
    for (int seed = 0; seed < 100; ++seed) {
      std::mt19937 random(static_cast<unsigned>(seed));
      std::normal_distribution<double> noise(0, 0.1);
      std::vector<LrRangePoint> flat, falling;
      for (int i = 0; i < 200; ++i) {
        const double rate = std::pow(10, -6 + i * 0.03), loss = 1.4 + noise(random);
        flat.push_back({rate, loss, loss});
        const double fallen = loss - 0.7 / (1 + std::exp(-(i - 110) / 8.0)) + (i > 160 ? 0.2 * (i - 160) : 0);
        falling.push_back({rate, fallen, fallen});
      }
      QVERIFY2(!judgeRange(flat).conclusive, qPrintable(QString::number(seed)));
      const LrRangeVerdict found = judgeRange(falling);
      QVERIFY2(found.conclusive && found.rate > falling[90].rate && found.rate < falling[130].rate, qPrintable(QString::number(seed)));
    }
  }

  // The rates that fastai's valley() takes for the same losses.
  void valleyIsTheMiddleOfTheLongestFall() {
    const auto ofLosses = [](const std::vector<double>& losses) {
      std::vector<LrRangePoint> points;
      for (std::size_t i = 0; i < losses.size(); ++i) points.push_back({static_cast<double>(i + 1), losses[i], losses[i]});
      return valleyRate(points);
    };
    std::vector<double> losses;
    for (int i = 0; i < 40; ++i) losses.push_back(2 + (i % 2 ? 0.01 : -0.01));  // noise
    losses[12] = 1.5;                                                           // one deep notch: the steepest fall
    for (int i = 0; i < 30; ++i) losses.push_back(1.98 - 0.05 * i);             // the fall
    for (int i = 0; i < 20; ++i) losses.push_back(0.6 + 0.2 * i);
    QCOMPARE(ofLosses(losses), 53.0);
    losses.clear();
    for (int i = 0; i < 20; ++i) losses.push_back(10 - i);
    QCOMPARE(ofLosses(losses), 9.0);
  }

  void wrongRangesAreRefused() {
    LrRangeOptions wrong;
    wrong.most = 1e-9;
    QVERIFY_THROWS_EXCEPTION(Error, checkLrRange(wrong));
  }

  // torch.nn.utils.clip_grad_norm_ divides by the norm and 1e-6: of gradients as small as that it is half of what is divided by.
  void clippingHasPyTorchsEpsilon() {
    Graph graph;
    const ValueId gradient = graph.addInput("gradient", DType::F32, {2});
    const NodeId node = graph.addNode("clip_grad_norm", {gradient}, {{"max_norm", 5e-7}}, "gradients", Phase::Optimizer);
    const std::vector<ValueId> made = graph.node(node).outputs;
    graph.markOutput("norm", made[0]);
    graph.markOutput("factor", made[1]);
    StepProgram step;
    step.train = requireBackend("cpu").compile(graph, {});
    step.attach();
    const float values[] = {6e-7F, 8e-7F};
    std::memcpy(step.train->input("gradient").data(), values, sizeof values);
    step.train->run();
    QVERIFY(std::abs(step.train->scalar("norm") - 1e-6) < 1e-12);
    QVERIFY(std::abs(step.train->scalar("factor") - 5e-7 / (1e-6 + 1e-6)) < 1e-6);
  }

  // A weight that the loss does not reach is never changed and has no average (of equal values it would be the same): the others have theirs.
  void averagesBesideAWeightWithoutGradient() {
    QTemporaryDir folder;
    const Project project = parseProject(R"([data]
kind = "synthetic"
count = 128
image_size = 8
validation_split = 0.25
[[model.layers]]
type = "flatten"
name = "flat"
[[model.layers]]
type = "linear"
name = "a"
out_features = 16
[[model.layers]]
type = "linear"
name = "unused"
input = "a"
out_features = 7
[[model.layers]]
type = "linear"
name = "head"
input = "a"
out_features = 10
[train]
epochs = 2
ema.decay = 0.9
[train.capture]
step = -1
[switches]
batch_size = 32
num_workers = 0
autotune = "off"
)",
                                         folder.filePath("project.toml").toStdString(), {});
    const Trained trained = train(project);
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    const std::string directory = project.runDirectory(trained.end.run);
    const Checkpoint last = loadCheckpoint(directory, "last"), best = loadCheckpoint(directory, "best");
    std::vector<std::string> averages;
    for (const SafeTensor& state : last.optimizer)
      if (state.name.ends_with(".ema")) averages.push_back(state.name);
    std::sort(averages.begin(), averages.end());
    const std::vector<std::string> wanted{"a.bias.ema", "a.weight.ema", "head.bias.ema", "head.weight.ema"};
    QVERIFY(averages == wanted);
    Checkpoint averaged = best;
    QVERIFY(putAverages(averaged));
    for (std::size_t i = 0; i < best.model.size(); ++i)
      QCOMPARE(averaged.model[i].data == best.model[i].data, best.model[i].name.starts_with("unused."));
    TrainerOptions options;
    options.resume = trained.end.run;
    options.configurationPatch = R"([{"op":"replace","path":"/train/epochs","value":3}])";
    QVERIFY(train(project, options).end.status == RunStatus::Finished);
  }
};

QTEST_GUILESS_MAIN(FeaturesTest)
#include "features_test.moc"
