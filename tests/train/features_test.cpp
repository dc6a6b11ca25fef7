// What training does beyond steps: schedules as they were previewed, plateaus, early stopping.
#include "core/base/error.h"
#include "core/train/checkpoint.h"
#include "core/train/metric_watch.h"
#include "tests/train/trained.h"

#include <QtTest>
#include <cmath>

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

 private slots:
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
        QVERIFY(sameBits(trained.steps[i].learningRate, trained.start->learningRates[i]));
        if (momentum) QVERIFY(sameBits(trained.steps[i].momentum, trained.start->momenta[i]));
        least = std::min(least, trained.steps[i].learningRate);
        most = std::max(most, trained.steps[i].learningRate);
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
    QCOMPARE(whole.steps.back().learningRate, 0.05 / 8);  // cut after the epochs 3, 5, 7 and, too late to be used, 9
    QVERIFY(whole.start->scheduleWatchesMetric);
    Trained part = train(project, {}, [&](Trainer& trainer, const Trained&, const TrainerEvent& event) {
      const auto* step = std::get_if<StepEvent>(&event);
      if (step && step->step >= 43) trainer.stop();
    });
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
    MetricWatch watch(spec);
    const auto stops = [&](double metric) { return watch.observe(metric, true, 0.1, false).stop; };
    QVERIFY(!stops(1.0));
    QVERIFY(!stops(0.95));  // less than min_delta
    QVERIFY(!stops(0.85));
    QVERIFY(!stops(0.80));
    std::map<std::string, double> numbers;
    watch.save(numbers);
    QVERIFY(stops(std::nan("")));
    MetricWatch other(spec);
    other.restore(numbers);
    QVERIFY(other.observe(0.8, true, 0.1, false).stop);
    QVERIFY(sameBits(other.best(), 0.85));
    MetricWatch accuracy(spec);
    QVERIFY(!accuracy.observe(0.5, false, 0.1, false).stop);
    QVERIFY(!accuracy.observe(0.7, false, 0.1, false).stop);
    QVERIFY(!accuracy.observe(0.7, false, 0.1, false).stop);
    QVERIFY(accuracy.observe(0.6, false, 0.1, false).stop);
    spec.earlyStopping.patience = 0;
    MetricWatch off(spec);
    for (int i = 0; i < 50; ++i) QVERIFY(!off.observe(1, true, 0.1, false).stop);
  }

  void stopsEarly() {
    QTemporaryDir folder;
    // No epoch improves by so much, so the second and the third count as bad.
    const Trained trained = train(
        smallProject(folder, {{"train.epochs", "50"}, {"train.early_stopping.patience", "2"}, {"train.early_stopping.min_delta", "1000"}}));
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    QCOMPARE(trained.end.epochs, 3);
    QVERIFY(std::any_of(trained.markers.begin(), trained.markers.end(), [](const Marker& m) { return m.kind == "early_stop"; }));
  }
};

QTEST_GUILESS_MAIN(FeaturesTest)
#include "features_test.moc"
