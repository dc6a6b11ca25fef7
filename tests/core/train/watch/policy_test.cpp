// The best, the metric that is watched, and values that are not finite: one policy, told by a small model of it, and held against what a run
// leaves behind.
#include "core/base/error.h"
#include "core/schedule/plateau.h"
#include "core/store/run_store.h"
#include "core/train/checkpoint/checkpoint.h"
#include "core/train/checkpoint/checkpoint_list.h"
#include "core/train/checkpoint/checkpoint_score.h"
#include "core/train/watch/dropped_samples.h"
#include "core/train/watch/metric_watch.h"
#include "core/train/watch/monitor.h"
#include "tests/core/train/trained.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(), kInf = std::numeric_limits<double>::infinity();

// Epochs of a validated run, some of them not finite.
std::vector<double> someEpochs(std::mt19937& random) {
  std::uniform_real_distribution<double> value(0, 1);
  std::uniform_int_distribution<int> kind(0, 9);
  std::vector<double> epochs(12);
  for (double& epoch : epochs) {
    const int k = kind(random);
    epoch = k == 0 ? kNaN : k == 1 ? kInf : k == 2 ? -kInf : std::round(value(random) * 8) / 8;  // equal ones among them
  }
  return epochs;
}

// What Keras's EarlyStopping does with the finite epochs, and with the others as with any that is not better.
struct Expected {
  std::int64_t stopsAfter = 0, best = 0;  // epochs from 1; 0: never, none
};
Expected expected(const std::vector<double>& epochs, bool larger, std::int64_t patience, double delta) {
  Expected result;
  double best = kNaN, least = kNaN;
  std::int64_t wait = 0;
  for (std::size_t i = 0; i < epochs.size(); ++i) {
    const double x = epochs[i];
    const auto beats = [&](double than, double by) { return std::isfinite(x) && (std::isnan(than) || (larger ? x - by > than : x + by < than)); };
    if (beats(best, 0)) {
      best = x;
      result.best = static_cast<std::int64_t>(i) + 1;
    }
    if (beats(least, delta)) {
      least = x;
      wait = 0;
    } else if (++wait >= patience) {
      result.stopsAfter = static_cast<std::int64_t>(i) + 1;
      return result;
    }
  }
  return result;
}

bool anyOf(const std::vector<std::string>& texts, const std::string& part) {
  return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) { return text.find(part) != std::string::npos; });
}

std::string markerOf(const Trained& trained, const std::string& kind) {
  for (const Marker& marker : trained.markers)
    if (marker.kind == kind) return marker.label;
  return {};
}

// A JSON Patch that sets these keys. (Not as raw strings: moc reads this file, and loses its way in some of them.)
std::string changed(const std::vector<std::pair<std::string, std::string>>& keys) {
  std::string patch = "[";
  for (const auto& [path, value] : keys)
    patch += (patch.size() > 1 ? "," : "") + ("{\"op\":\"replace\",\"path\":\"" + path) + "\",\"value\":" + value + "}";
  return patch + "]";
}

// Twelve epochs in which the loss of the validation falls and rises again: what is kept and restored can be read from the epochs.
const Overrides kRestless = {{"train.epochs", "12"},
                             {"train.optimizer.learning_rate", "0.6"},
                             {"train.schedule.name", "constant"},
                             {"train.schedule.warmup_epochs", "0"},
                             {"model.dropout", "0"}};

Overrides with(Overrides base, const Overrides& more) {
  base.insert(base.end(), more.begin(), more.end());
  return base;
}

// Rows of one number and what follows from it. The validation of `odd` has one more, whose squared error no float holds; that of `sound` has not.
bool writeTables(const QTemporaryDir& folder) {
  for (const char* name : {"train", "sound", "odd", "other"}) {
    QFile table(folder.filePath(QString("%1.csv").arg(name)));
    if (!table.open(QIODevice::WriteOnly)) return false;
    table.write("x,y\n");
    for (int i = 0; i < 32; ++i) {
      const double x = 1e-3 * (i % 8 - 3.5);
      table.write(QByteArray::number(x) + "," + QByteArray::number(2 * x + (QByteArray(name) == "other" ? 1 : 0)) + "\n");
    }
    if (QByteArray(name) == "odd") table.write("1e27,0\n");
  }
  return true;
}

Project tableProject(const QTemporaryDir& folder, const char* validation, const Overrides& overrides = {}) {
  return parseProject(std::string("[data]\nkind = \"table\"\npath = \"train.csv\"\nvalidation_path = \"") + validation +
                          ".csv\"\ntarget = \"y\"\n[model]\nname = \"tabular_mlp\"\nhidden = [8]\nbatch_norm = 0\n[train]\nepochs = 2\n"
                          "[train.optimizer]\nname = \"sgd\"\nlearning_rate = 0.05\n[train.capture]\nstep = -1\n"
                          "[switches]\nbatch_size = 16\nnum_workers = 0\nautotune = \"off\"\n",
                      folder.filePath("project.toml").toStdString(), overrides);
}

}  // namespace

class PolicyTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatIsNotFiniteIsNeverTheBest() {
    for (const double odd : {kNaN, kInf, -kInf}) {
      for (const Task task : {Task::Classification, Task::Regression, Task::LanguageModel}) {
        const Metric& metric = infoOf(task).best;
        QVERIFY(!metric.isBetter(odd, kNaN) && !metric.isBetter(odd, 0.5));
        QVERIFY(metric.isBetter(0.5, odd));
      }
      for (const bool larger : {false, true}) {
        const Monitor monitor{"val_loss", larger};
        QVERIFY(!monitor.isBetter(odd, kNaN) && !monitor.isBetter(odd, 0.5) && monitor.isBetter(0.5, odd));
        const CheckpointScore score{"val_loss", odd, larger}, sound{"val_loss", 0.5, larger};
        QVERIFY(!score.known() && !score.isBetter(sound) && sound.isBetter(score));
        ScheduleSpec spec;
        spec.name = "reduce_on_plateau";
        Plateau plateau;
        observe(plateau, spec, 0.1, odd, !larger);
        QVERIFY(!std::isfinite(plateau.best) && plateau.bad == 1);
        observe(plateau, spec, 0.1, 0.5, !larger);
        QCOMPARE(plateau.best, 0.5);
      }
    }
  }

  // Over many rows of epochs, in one go and taken up again after every one of them.
  void watchesAsKerasDoes() {
    std::mt19937 random(7);
    for (int round = 0; round < 400; ++round) {
      const std::vector<double> epochs = someEpochs(random);
      TrainSpec spec;
      const bool larger = round % 2 == 0;
      spec.earlyStopping = {.patience = 1 + round % 4, .minDelta = round % 3 == 0 ? 0.25 : 0};
      const Monitor monitor{larger ? "val_accuracy" : "val_loss", larger};
      const Expected wanted = expected(epochs, larger, spec.earlyStopping.patience, spec.earlyStopping.minDelta);
      MetricWatch watch(spec, monitor);
      Expected got;
      for (std::size_t i = 0; i < epochs.size() && got.stopsAfter == 0; ++i) {
        std::map<std::string, double> numbers;
        std::map<std::string, std::string> texts;
        watch.save(numbers, texts);
        watch = MetricWatch(spec, monitor);
        QVERIFY(watch.restore(numbers, texts, {"train_loss", false}).empty());
        if (watch.observe(epochs[i], static_cast<std::int64_t>(i) + 1, 0.1, false).stop) got.stopsAfter = static_cast<std::int64_t>(i) + 1;
      }
      got.best = watch.best().epoch;
      QCOMPARE(got.stopsAfter, wanted.stopsAfter);
      QCOMPARE(got.best, wanted.best);
      QCOMPARE(watch.stopped(), wanted.stopsAfter > 0);
    }
  }

  void anotherMetricIsWatchedAnew() {
    TrainSpec spec;
    spec.earlyStopping.patience = 2;
    spec.schedule.name = "reduce_on_plateau";
    MetricWatch accuracy(spec, {"val_accuracy", true});
    for (int epoch = 1; epoch <= 14; ++epoch) accuracy.observe(0.9, epoch, 0.1, false);
    const double cut = accuracy.reducedRate(0.1);
    QVERIFY(cut < 0.1 && accuracy.stopped());
    std::map<std::string, double> numbers;
    std::map<std::string, std::string> texts;
    accuracy.save(numbers, texts);
    MetricWatch loss(spec, {"val_loss", false});
    QCOMPARE(loss.restore(numbers, texts, {"val_loss", false}), std::string("val_accuracy"));
    QVERIFY(!loss.stopped() && loss.best().epoch == 0);
    QCOMPARE(loss.reducedRate(0.1), cut);
    QVERIFY(!loss.observe(2.3, 15, 0.1, false).stop);  // 0.9 of an accuracy would be a better loss
    QCOMPARE(loss.best().value, 2.3);
    // A checkpoint of an old version does not tell: what its run was set to watch counts.
    MetricWatch old(spec, {"val_loss", false});
    QCOMPARE(old.restore(numbers, {}, {"val_accuracy", true}), std::string("val_accuracy"));
    MetricWatch same(spec, {"val_accuracy", true});
    QCOMPARE(same.restore(numbers, {}, {"val_accuracy", true}), std::string());
    QVERIFY(same.stopped());
  }

  void aResumedRunWatchesAnew() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.monitor", "val_accuracy"}, {"train.early_stopping.patience", "3"}});
    const Trained part = trainToStep(project, 25);
    QVERIFY(part.end.status == RunStatus::Stopped);
    TrainerOptions options;
    options.resume = part.end.run;
    options.configurationPatch = changed({{"/train/monitor", "\"val_loss\""}});
    const Trained rest = train(project, options);
    QVERIFY2(rest.end.status == RunStatus::Finished, rest.end.message.c_str());
    QVERIFY(anyOf(rest.warnings, "val_loss is watched from here on, instead of val_accuracy"));
    const Checkpoint last = loadCheckpoint(project.runDirectory(part.end.run), "last");
    QCOMPARE(last.texts.at("monitor.metric"), std::string("val_loss"));
    QCOMPARE(last.texts.at("monitor.mode"), std::string("smallest"));
    // Nothing of it is said where nothing was changed.
    const Trained first = trainToStep(project, 25);
    TrainerOptions plainly;
    plainly.resume = first.end.run;
    QVERIFY(!anyOf(train(project, plainly).warnings, "is watched from here on"));
  }

  // The weights that a run ends with are those of the epoch that was the best by what it watches, whatever the measure of its task is, and
  // whether it ended early or not.
  void theMonitoredBestIsRestored_data() {
    QTest::addColumn<QString>("monitor");
    QTest::addColumn<bool>("validated");
    QTest::addColumn<QString>("patience");
    QTest::newRow("loss") << "val_loss" << true << "0";
    QTest::newRow("accuracy") << "val_accuracy" << true << "0";
    QTest::newRow("early") << "val_loss" << true << "3";
    QTest::newRow("training loss, without validation data") << "val_loss" << false << "0";
    QTest::newRow("training accuracy") << "train_accuracy" << true << "0";
  }
  void theMonitoredBestIsRestored() {
    QFETCH(QString, monitor);
    QFETCH(bool, validated);
    QFETCH(QString, patience);
    QTemporaryDir folder;
    const Project project = smallProject(folder, with(kRestless, {{"train.monitor", monitor.toStdString()},
                                                                  {"data.validation_split", validated ? "0.25" : "0"},
                                                                  {"train.early_stopping.patience", patience.toStdString()},
                                                                  {"train.early_stopping.restore_best", "true"}}));
    const Trained trained = train(project);
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    const bool loss = monitor.endsWith("_loss"), validation = validated && monitor.startsWith("val_");
    std::int64_t best = 0;
    double value = kNaN, last = kNaN;
    for (const EpochEvent& epoch : trained.epochs) {
      last = epoch.of((validation ? "val_" : "train_") + monitor.mid(monitor.indexOf('_') + 1).toStdString());
      if (best > 0 && !(loss ? last < value : last > value)) continue;
      best = epoch.epoch;
      value = last;
    }
    const std::string name = std::string(validation ? "val_" : "train_") + (loss ? "loss" : "accuracy");
    QCOMPARE(trained.end.best.metric, name);
    QCOMPARE(trained.end.best.epoch, best);
    QCOMPARE(trained.end.best.value, value);
    QCOMPARE(trained.end.best.last, last);
    QVERIFY(trained.end.best.restored);
    const std::string marker = markerOf(trained, "restore");
    QVERIFY2(marker.find("epoch " + std::to_string(best) + ",") != std::string::npos && marker.find(name) != std::string::npos, marker.c_str());
    const std::string directory = project.runDirectory(trained.end.run);
    const Checkpoint kept = loadCheckpoint(directory, "best"), end = loadCheckpoint(directory, "last");
    QCOMPARE(kept.epoch, best);
    QCOMPARE(kept.score.metric, name);
    QCOMPARE(end.epoch, static_cast<std::int64_t>(trained.epochs.size()));
    QCOMPARE(end.score.value, value);  // of the weights that it holds
    for (std::size_t i = 0; i < kept.model.size(); ++i) QVERIFY(kept.model[i].data == end.model[i].data);
    QCOMPARE(anyOf(trained.warnings, "watches train_loss in its place"), !validated);
  }

  void thatNothingWasRestoredIsTold() {
    QTemporaryDir folder;
    QVERIFY(writeTables(folder));
    const Trained trained = train(tableProject(folder, "odd", {{"train.early_stopping.restore_best", "true"}}));
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    QVERIFY(markerOf(trained, "restore").empty() && !trained.end.best.restored && trained.end.best.epoch == 0);
    QVERIFY(anyOf(trained.warnings, "the run ends with the weights of its last step"));
  }

  void aBestThatCannotBeRestoredIsRefused() {
    QTemporaryDir folder;
    Overrides set = {{"train.early_stopping.restore_best", "true"}, {"train.checkpoints.metric", "val_accuracy"}};
    const Trained refused = train(smallProject(folder, set));
    QVERIFY(refused.end.status == RunStatus::Failed && refused.end.message.find("train.checkpoints.metric = \"auto\"") != std::string::npos);
    set.back().second = "auto";  // the cure
    QVERIFY(train(smallProject(folder, set)).end.status == RunStatus::Finished);
  }

  void theMarkerNamesTheMetricThatWasWatched() {
    QTemporaryDir folder;
    const Trained trained = train(smallProject(folder, {{"train.epochs", "20"},
                                                        {"data.validation_split", "0"},
                                                        {"train.early_stopping.patience", "2"},
                                                        {"train.early_stopping.min_delta", "1000"}}));
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    QCOMPARE(markerOf(trained, "early_stop"), std::string("train_loss has not improved for 2 epochs"));
  }

  // A validation that comes to no number is stored and told as what it is, and is never the best.
  void aValidationThatIsNotFinite() {
    QTemporaryDir folder;
    QVERIFY(writeTables(folder));
    const Project project = tableProject(folder, "odd", {{"train.early_stopping.patience", "5"}, {"train.epochs", "9"}});
    const Trained trained = train(project);
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    QCOMPARE(trained.epochs.size(), std::size_t{5});  // none of them is an improvement
    for (const EpochEvent& epoch : trained.epochs) QVERIFY(epoch.validated() && !std::isfinite(epoch.of("val_loss")) && !epoch.best);
    QVERIFY(trained.end.validated && !std::isfinite(trained.end.validationLoss) && std::isnan(trained.end.bestValidation));
    const std::string told = "the validation loss is ";
    QCOMPARE(std::count_if(trained.warnings.begin(), trained.warnings.end(), [&](const std::string& text) { return text.starts_with(told); }), 1);
    QVERIFY(anyOf(trained.warnings, "first in its samples 33 to 33") && !markerOf(trained, "not_finite").empty());
    const RunReader store(project.storePath());
    const RunInfo run = *store.run(trained.end.run);
    QVERIFY(hasFinal(run, "val_loss") && !std::isfinite(finalOf(run, "val_loss")) && !hasFinal(run, "best_val_rmse"));
    QVERIFY(!hasCheckpoint(project.runDirectory(trained.end.run), "best"));
    const std::vector<Point> points = store.points(trained.end.run, "val_loss");
    QCOMPARE(points.size(), std::size_t{5});
    for (const Point& point : points) QVERIFY(!std::isfinite(point.value));
  }

  // The second of two steps spoils the weights: their validation loss is no number, while the accuracy is one and, with some seeds, higher than
  // the one before. It is not the best, and the checkpoint of the first epoch stays.
  void anAccuracyThatIsFiniteByChance() {
    int met = 0;
    for (int seed = 1; seed <= 40 && met < 2; ++seed) {
      QTemporaryDir folder;
      const Project project = smallProject(folder, {{"data.count", "32"},
                                                    {"data.validation_split", "0.5"},
                                                    {"train.epochs", "2"},
                                                    {"train.seed", std::to_string(seed)},
                                                    {"train.optimizer.learning_rate", "1e6"},
                                                    {"train.schedule.name", "constant"},
                                                    {"train.schedule.warmup_epochs", "0"},
                                                    {"switches.batch_size", "32"},
                                                    {"switches.num_workers", "0"}});
      const Trained trained = train(project);
      if (trained.epochs.size() != 2 || trained.end.status != RunStatus::Finished) continue;
      const EpochEvent &first = trained.epochs[0], &second = trained.epochs[1];
      if (!std::isfinite(first.of("val_loss")) || std::isfinite(second.of("val_loss")) || second.of("val_accuracy") <= first.of("val_accuracy"))
        continue;
      ++met;
      QVERIFY(first.best && !second.best);
      QCOMPARE(trained.end.bestValidation, first.of("val_accuracy"));
      const Checkpoint kept = loadCheckpoint(project.runDirectory(trained.end.run), "best");
      QCOMPARE(kept.epoch, 1);
      QCOMPARE(kept.score.value, first.of("val_accuracy"));
    }
    QVERIFY(met > 0);
  }

  // Of two epochs the second comes to no number: the first stays the best, on disk and in every figure, and does not stand for the last.
  void theBestBeforeStays() {
    QTemporaryDir folder;
    QVERIFY(writeTables(folder));
    const Project sound =
        tableProject(folder, "sound", {{"train.epochs", "1"}, {"model.hidden", "[8, 8, 8, 8, 8, 8]"}, {"model.activation", "silu"}});
    const Trained first = train(sound);
    QVERIFY2(first.end.status == RunStatus::Finished, first.end.message.c_str());
    TrainerOptions options;
    options.resume = first.end.run;
    // A single update, after which the squares are too large for f32; the loss of the step before it is sound.
    options.configurationPatch = changed({{"/train/epochs", "2"}, {"/switches/batch_size", "32"}, {"/train/optimizer/learning_rate", "1e6"}});
    const Trained second = train(sound, options);
    QVERIFY2(second.end.status == RunStatus::Finished, second.end.message.c_str());
    QCOMPARE(second.epochs.size(), std::size_t{1});
    QVERIFY(!std::isfinite(second.epochs[0].of("val_loss")) && !second.epochs[0].best);
    const std::string directory = sound.runDirectory(first.end.run);
    QCOMPARE(loadCheckpoint(directory, "best").epoch, 1);
    const RunInfo run = *RunReader(sound.storePath()).run(first.end.run);
    QVERIFY(!std::isfinite(finalOf(run, "val_loss")));  // no older value stands for it
    QCOMPARE(finalOf(run, "best_val_rmse"), first.end.bestValidation);
    QCOMPARE(second.end.best.epoch, 1);
    QCOMPARE(second.end.best.value, first.epochs[0].of("val_loss"));
  }

  // What was the best on other data is none: neither for the figures, nor for early stopping, nor on the disk.
  void theBestOfOtherData() {
    QTemporaryDir folder;
    QVERIFY(writeTables(folder));
    const Project sound = tableProject(folder, "sound", {{"train.epochs", "1"}, {"train.early_stopping.restore_best", "true"}});
    const Trained first = train(sound);
    QVERIFY2(first.end.status == RunStatus::Finished, first.end.message.c_str());
    TrainerOptions options;
    options.resume = first.end.run;
    options.configurationPatch =
        changed({{"/train/epochs", "3"}, {"/data/validation_path", "\"" + folder.filePath("other.csv").toStdString() + "\""}});
    const Trained second = train(sound, options);
    QVERIFY2(second.end.status == RunStatus::Finished, second.end.message.c_str());
    QVERIFY(anyOf(second.warnings, "the validation data is not what it was"));
    QVERIFY(second.epochs[0].of("val_loss") > first.epochs[0].of("val_loss") && second.epochs[0].best);
    QVERIFY(second.end.best.epoch >= 2);
    QVERIFY(loadCheckpoint(sound.runDirectory(first.end.run), "best").epoch >= 2);
    // The same data again: nothing is said, and nothing starts anew.
    options.configurationPatch = changed({{"/train/epochs", "4"}});
    const Trained third = train(sound, options);
    QVERIFY(!anyOf(third.warnings, "the validation data is not what it was"));
    QVERIFY(std::isfinite(third.end.best.value));
  }

  // Who follows the advice of a run that broke gets on: it does not name a checkpoint whose weights were ruined before.
  void theAdviceOfABrokenRun() {
    int resumed = 0, again = 0;
    for (const char* rate : {"3", "30", "300", "3e3", "3e4", "1e6"}) {
      QTemporaryDir folder;
      const Project project = smallProject(folder, {{"train.epochs", "40"},
                                                    {"train.optimizer.name", "sgd"},
                                                    {"train.optimizer.learning_rate", rate},
                                                    {"train.schedule.name", "constant"},
                                                    {"train.schedule.warmup_epochs", "0"}});
      const Trained broken = train(project);
      if (broken.end.status != RunStatus::Failed) continue;
      const std::string& message = broken.end.message;
      if (message.find("resume the run from its last checkpoint") == std::string::npos) {
        QVERIFY2(message.find("start the run again") != std::string::npos, message.c_str());
        ++again;
        continue;
      }
      ++resumed;
      TrainerOptions options;
      options.resume = broken.end.run;
      options.configurationPatch = changed({{"/train/optimizer/learning_rate", "0.001"}});
      const Trained more = train(project, options);
      QVERIFY2(more.end.status == RunStatus::Finished, more.end.message.c_str());
      QVERIFY2(more.epochs.back().of("train_loss") < 20, qPrintable(QString("at %1: %2").arg(rate).arg(more.epochs.back().of("train_loss"))));
    }
    qInfo("%d to be resumed, %d to be started again", resumed, again);
    QVERIFY(again > 0);
  }

  void nothingIsLeft() {
    QTemporaryDir folder;
    const Project project = smallProject(folder);
    const Trained whole = train(project);
    const RunInfo before = *RunReader(project.storePath()).run(whole.end.run);
    TrainerOptions options;
    options.resume = whole.end.run;
    const Trained again = train(project, options);
    QVERIFY(again.end.nothingLeft && again.steps.empty());
    QVERIFY2(again.end.message.find("--set train.epochs=6") != std::string::npos, again.end.message.c_str());
    const RunInfo after = *RunReader(project.storePath()).run(whole.end.run);
    QVERIFY(after.status == before.status && after.step == before.step && after.finals == before.finals && after.seconds == before.seconds);
    options.configurationPatch = changed({{"/train/epochs", "6"}});  // the cure
    const Trained more = train(project, options);
    QVERIFY2(more.end.status == RunStatus::Finished && !more.end.nothingLeft, more.end.message.c_str());
    QCOMPARE(more.end.epochs, 6);
  }

  // A run that was stopped, too: told to end before where it stands it has nothing left to do, and stays stopped.
  void fewerEpochsThanAreDone() {
    QTemporaryDir folder, other;
    const std::int64_t stepsPerEpoch = train(smallProject(other, {{"train.epochs", "1"}})).end.steps;
    const Project project = smallProject(folder, {{"train.epochs", "3"}});
    const Trained stopped = trainToStep(project, 2 * stepsPerEpoch + 1);
    QVERIFY(stopped.end.status == RunStatus::Stopped && stopped.end.epochs == 2);
    TrainerOptions options;
    options.resume = stopped.end.run;
    options.configurationPatch = changed({{"/train/epochs", "1"}});
    const Trained again = train(project, options);
    QVERIFY2(again.end.nothingLeft && again.steps.empty(), again.end.message.c_str());
    QVERIFY(again.end.status == RunStatus::Stopped);
    QCOMPARE(RunReader(project.storePath()).run(stopped.end.run)->status, RunStatus::Stopped);
  }

  // A run that stopped early does not train one more epoch when it is resumed; with more patience it goes on, and counts on.
  void aRunThatStoppedEarlyStays() {
    QTemporaryDir folder;
    const Project project =
        smallProject(folder, {{"train.epochs", "20"}, {"train.early_stopping.patience", "2"}, {"train.early_stopping.min_delta", "1000"}});
    const Trained first = train(project);
    QCOMPARE(first.end.epochs, 3);
    TrainerOptions options;
    options.resume = first.end.run;
    const Trained again = train(project, options);
    QVERIFY(again.end.nothingLeft && again.epochs.empty());
    QVERIFY2(again.end.message.find("--set train.early_stopping.patience=4") != std::string::npos, again.end.message.c_str());
    options.configurationPatch = changed({{"/train/early_stopping/patience", "4"}});  // the cure
    const Trained more = train(project, options);
    QVERIFY2(more.end.status == RunStatus::Finished, more.end.message.c_str());
    QCOMPARE(more.end.epochs, 5);
    options.configurationPatch = changed({{"/train/early_stopping/patience", "0"}});
    const Trained all = train(project, options);
    QVERIFY2(all.end.status == RunStatus::Finished, all.end.message.c_str());
    QCOMPARE(all.end.epochs, 20);
    // A fork of it has a patience of its own.
    TrainerOptions fork;
    fork.fork = ForkPoint{first.end.run, "best"};
    const Trained forked = train(project, fork);
    QVERIFY2(forked.end.status == RunStatus::Finished && forked.end.steps > forked.start->firstStep, forked.end.message.c_str());
  }

  void whatEachEpochLeavesOut() {
    QCOMPARE(droppedSamples(65, 64), 1);
    QVERIFY(describeDropped(64, 32).empty());
    const std::string text = describeDropped(65, 64);
    QVERIFY2(text.find("1 of 65 samples") != std::string::npos && text.find("switches.batch_size; 65 leaves out 0") != std::string::npos,
             text.c_str());
    // What it proposes is never worse, for any size.
    for (std::int64_t samples = 1; samples < 200; ++samples)
      for (std::int64_t batch = 1; batch <= samples; ++batch) {
        const std::string said = describeDropped(samples, batch);
        QCOMPARE(said.empty(), samples % batch == 0);
        const std::size_t at = said.find("batch_size; ");
        if (at != std::string::npos) QVERIFY(samples % std::stoll(said.substr(at + 12)) < samples % batch);
      }
    QTemporaryDir folder;
    const Trained trained =
        train(smallProject(folder, {{"train.epochs", "1"}, {"data.count", "65"}, {"data.validation_split", "0"}, {"switches.batch_size", "64"}}));
    QVERIFY2(trained.start, trained.end.message.c_str());
    QCOMPARE(trained.start->droppedSamples, 1);
    QCOMPARE(trained.start->trainSamples - trained.start->droppedSamples, trained.start->stepsPerEpoch * 64);
  }

  void theRateIsTold() {
    QTemporaryDir folder;
    const Trained cut = train(smallProject(folder, {{"train.epochs", "4"},
                                                    {"train.optimizer.learning_rate", "1e-9"},
                                                    {"train.schedule.name", "reduce_on_plateau"},
                                                    {"train.schedule.warmup_epochs", "0"},
                                                    {"train.schedule.patience", "1"},
                                                    {"train.schedule.eps", "0"},
                                                    {"train.schedule.threshold", "0.9"}}));
    QVERIFY2(cut.end.status == RunStatus::Finished, cut.end.message.c_str());
    QVERIFY2(markerOf(cut, "rate").starts_with("learning rate cut to 1e-10: val_loss"), markerOf(cut, "rate").c_str());
  }
};

QTEST_GUILESS_MAIN(PolicyTest)
#include "policy_test.moc"
