// The trainer end to end on small data: what it tells, what the store keeps, and what its commands do.
#include "core/backend/devices/devices.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/program/planned_memory.h"
#include "core/train/checkpoint/checkpoint.h"
#include "tests/core/train/trained.h"

#include <QtTest>
#include <bit>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>

using namespace stepscope;
using namespace stepscope::test;

class TrainerTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void trainsToTheEnd() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.capture.step", "5"}, {"train.capture.steps", "3"}});
    const Trained trained = train(project);
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    QVERIFY(trained.start.has_value());
    QCOMPARE(trained.start->stepsPerEpoch, 10);
    QCOMPARE(trained.start->totalSteps, 30);
    QCOMPARE(trained.start->learningRates.size(), std::size_t{30});
    QCOMPARE(trained.steps.size(), std::size_t{30});
    QCOMPARE(trained.epochs.size(), std::size_t{3});
    QCOMPARE(trained.end.steps, 30);
    QCOMPARE(trained.end.epochs, 3);
    for (std::size_t i = 0; i < trained.steps.size(); ++i) {
      const StepEvent& step = trained.steps[i];
      QCOMPARE(step.step, static_cast<std::int64_t>(i) + 1);
      QCOMPARE(step.totalSteps, 30);
      QCOMPARE(step.stepInEpoch, static_cast<std::int64_t>(i % 10) + 1);
      QCOMPARE(step.of("lr"), trained.start->learningRates[i]);
      QVERIFY(std::isfinite(step.loss()));
      QVERIFY(metricOf(step.figures, "train_") >= 0 && metricOf(step.figures, "train_") <= 1);
    }
    // The mean of an epoch is that of its steps: no batch is short here.
    double sum = 0;
    for (std::size_t i = 20; i < 30; ++i) sum += trained.steps[i].loss();
    QVERIFY(std::abs(trained.epochs[2].of("train_loss") - sum / 10) < 1e-9);
    QVERIFY(trained.steps.back().loss() < trained.steps.front().loss());
    QVERIFY(trained.end.validationMetric > 0.5);  // five classes
    QCOMPARE(trained.end.predictedPeakBytes, trained.start->predictedPeakBytes);
    QVERIFY(asPlanned(trained.end.measuredPeakBytes, trained.end.predictedPeakBytes));
    QCOMPARE(trained.plans.size(), std::size_t{1});

    const RunReader store(project.storePath());
    const auto run = store.run(trained.end.run);
    QVERIFY(run.has_value());
    QVERIFY(run->status == RunStatus::Finished);
    QCOMPARE(run->step, 30);
    QCOMPARE(run->epoch, 3);
    for (const char* key : {"train_loss", "train_accuracy", "lr", "samples_per_second", "step_ms", "data_wait_ms"})
      QCOMPARE(store.points(trained.end.run, key).size(), std::size_t{30});
    for (const char* key : {"val_loss", "val_accuracy"}) QCOMPARE(store.points(trained.end.run, key).size(), std::size_t{3});
    const auto kept = losses(project, trained.end.run);
    for (std::size_t i = 0; i < kept.size(); ++i) QCOMPARE(kept[i].value, trained.steps[i].loss());
    // What is told live and what is kept are the same entries, and there are no others.
    std::map<std::string, std::vector<std::pair<std::int64_t, double>>> told;
    for (const StepEvent& step : trained.steps)
      for (const auto& [key, value] : step.figures.entries) told[key].emplace_back(step.step, value);
    for (const EpochEvent& epoch : trained.epochs)
      for (const auto& [key, value] : epoch.figures.entries)
        if (key.starts_with("val_")) told[key].emplace_back(epoch.step, value);
    QVERIFY(told.size() >= 8);
    for (const SeriesInfo& series : store.series(trained.end.run)) {
      if (series.key.starts_with("system/")) continue;
      std::vector<std::pair<std::int64_t, double>> points;
      for (const Point& point : store.points(trained.end.run, series.key)) points.emplace_back(point.step, point.value);
      QVERIFY2(points == told[series.key], series.key.c_str());
      told.erase(series.key);
    }
    QVERIFY2(told.empty(), told.empty() ? "" : told.begin()->first.c_str());
    for (const char* name : {"memory_plan", "breakdown", "environment"}) QVERIFY2(store.artefact(trained.end.run, name).has_value(), name);

    QCOMPARE(trained.captures.size(), std::size_t{1});
    QCOMPARE(trained.captures[0].breakdown->steps, 3);
    QVERIFY(trained.captures[0].trace->spanCount() > 0);
    QCOMPARE(trained.captures[0].trace->source, run->name + ", steps 8-10");
    const std::string directory = project.runDirectory(trained.end.run);
    QCOMPARE(loadCheckpoint(directory, "last").step, 30);
    QVERIFY(hasCheckpoint(directory, "best"));
  }

  void aShortRunIsCapturedAtItsEnd() {
    QTemporaryDir folder;
    const Trained trained = train(smallProject(folder, {{"train.capture.step", "500"}, {"train.capture.steps", "4"}}));
    QCOMPARE(trained.captures.size(), std::size_t{1});
    QCOMPARE(trained.captures[0].breakdown->steps, 4);
  }

  void theSameSeedGivesTheSameRun() {
    QTemporaryDir folder;
    const Trained first = train(smallProject(folder)), second = train(smallProject(folder, {{"switches.num_workers", "3"}}));
    const Trained other = train(smallProject(folder, {{"train.seed", "2"}}));
    QCOMPARE(first.steps.size(), second.steps.size());
    for (std::size_t i = 0; i < first.steps.size(); ++i) QCOMPARE(first.steps[i].loss(), second.steps[i].loss());
    QVERIFY(first.steps[0].loss() != other.steps[0].loss());
    for (std::size_t i = 0; i < first.epochs.size(); ++i) QCOMPARE(first.epochs[i].of("val_loss"), second.epochs[i].of("val_loss"));
  }

  // The validation loss is the mean over all samples although the last batch is short.
  void validationWeighsAShortBatch() {
    QTemporaryDir folder;
    std::vector<double> results;
    for (const char* batch : {"32", "30", "7"}) {
      // A vanishing rate leaves the weights as they start, so every batch size validates the same model.
      const Trained trained =
          train(smallProject(folder, {{"switches.batch_size", batch}, {"train.epochs", "1"}, {"train.optimizer.learning_rate", "1e-30"}}));
      QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
      results.push_back(trained.epochs.at(0).of("val_loss"));
    }
    QVERIFY(std::abs(results[1] / results[0] - 1) < 1e-6);
    QVERIFY(std::abs(results[2] / results[0] - 1) < 1e-6);
  }

  void pauseAndGoOn() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "40"}});
    std::size_t stepsAtPause = 0;
    const Trained trained = trainStepByStep(project, {}, [&](Trainer& trainer, const Trained& so, const TrainerEvent& event) {
      if (std::holds_alternative<StepEvent>(event) && so.steps.size() == 20) trainer.pause();
      const auto* state = std::get_if<StateEvent>(&event);
      if (state && state->state == TrainerState::Paused) {
        stepsAtPause = so.steps.size();
        QVERIFY(!trainer.events().wait(100));  // nothing moves meanwhile
        QVERIFY(trainer.state() == TrainerState::Paused);
        trainer.resume();
      }
    });
    QVERIFY(trained.end.status == RunStatus::Finished);
    QVERIFY(stepsAtPause >= 20 && stepsAtPause < 400);
    QCOMPARE(trained.steps.size(), std::size_t{400});
    QVERIFY(std::any_of(trained.markers.begin(), trained.markers.end(), [](const Marker& marker) { return marker.kind == "pause"; }));
  }

  void stopWhilePaused() {
    QTemporaryDir folder;
    const Trained trained =
        trainStepByStep(smallProject(folder, {{"train.epochs", "1000"}}), {}, [&](Trainer& trainer, const Trained& so, const TrainerEvent& event) {
          if (std::holds_alternative<StepEvent>(event) && so.steps.size() == 1) trainer.pause();
          const auto* state = std::get_if<StateEvent>(&event);
          if (state && state->state == TrainerState::Paused) trainer.stop();
        });
    QVERIFY(trained.end.status == RunStatus::Stopped);
  }

  void aSwitchTurnedDuringTraining() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "30"}});
    bool turned = false;
    const Trained trained = trainStepByStep(project, {}, [&](Trainer& trainer, const Trained& so, const TrainerEvent& event) {
      if (!turned && std::holds_alternative<StepEvent>(event) && so.steps.size() >= 13) {
        turned = true;
        trainer.setSwitches({80, 2});
      }
    });
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    // The threads are the cores less one worker, and stay so.
    QCOMPARE(trained.warnings.size(), std::size_t{1});
    QVERIFY2(trained.warnings[0].rfind("2 loader workers and ", 0) == 0, trained.warnings[0].c_str());
    const auto marker = std::find_if(trained.markers.begin(), trained.markers.end(), [](const Marker& one) { return one.kind == "switch"; });
    QVERIFY(marker != trained.markers.end());
    QCOMPARE(marker->label, std::string("batch size 32 -> 80, loader workers 1 -> 2"));
    QCOMPARE(trained.plans.size(), std::size_t{2});
    QCOMPARE(trained.plans.back()->batchSize, 80);
    const Graph& running = trained.plans.back()->graph;
    QCOMPARE(running.value(running.find("x")).shape[0], 80);
    // Not necessarily more than before: the kernels that are fastest at 80 may keep fewer copies of the weights than those at 32.
    QCOMPARE(trained.end.predictedPeakBytes, trained.plans.back()->predictedPeakBytes);
    QVERIFY(asPlanned(trained.end.measuredPeakBytes, trained.end.predictedPeakBytes));
    // Every sample of the epoch once: the rest of the running epoch in batches of 80, then 4 a epoch.
    const std::int64_t inEpoch = marker->step % 10;
    const std::int64_t expected = marker->step + (10 - inEpoch) * 32 / 80 + (29 - marker->step / 10) * 4;
    QCOMPARE(trained.end.steps, inEpoch == 0 ? marker->step + (30 - marker->step / 10) * 4 : expected);
    QCOMPARE(trained.steps.back().totalSteps, trained.end.steps);
    // The rate goes on where it was.
    for (std::size_t i = 1; i < trained.steps.size(); ++i)
      if (trained.steps[i].epoch > 1) QVERIFY(trained.steps[i].of("lr") <= trained.steps[i - 1].of("lr") + 1e-12);
    QVERIFY(trained.end.validationMetric > 0.5);
  }

  // What the planner says before a switch is turned is what runs afterwards.
  void thePredictionOfASwitchHolds() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "20"}});
    std::int64_t predicted = 0;
    const Trained trained = trainStepByStep(project, {}, [&](Trainer& trainer, const Trained& so, const TrainerEvent& event) {
      if (predicted != 0 || !std::holds_alternative<StepEvent>(event) || so.steps.size() < 5) return;
      const Backend* backend = findBackend("cpu");
      KernelChoices choices = KernelChoices::load(KernelChoices::defaultPath("cpu"));
      Project turned = project;
      turned.switches = {64, 1};
      predicted = predictPeakBytes(programOf(turned, {{3, 12, 12}, 5}, true), computeThreads(turned, *backend), *backend, choices);
      trainer.setSwitches({64, 1});
    });
    QVERIFY(predicted > 0);
    QCOMPARE(trained.plans.back()->batchSize, 64);
    QCOMPARE(trained.plans.back()->predictedPeakBytes, predicted);
    QVERIFY(asPlanned(trained.end.measuredPeakBytes, predicted));
  }

  void aSwitchThatCannotBeTurnedChangesNothing_data() {
    QTest::addColumn<bool>("budget");
    QTest::addColumn<QStringList>("said");
    QTest::newRow("a batch larger than the data") << false << QStringList{"switches.batch_size", "320 samples"};
    QTest::newRow("a budget smaller than the parameters")
        << true << QStringList{"switches.checkpoint_budget", "1.0 MiB is smaller than the parameters", "Give a budget of at least"};
  }
  void aSwitchThatCannotBeTurnedChangesNothing() {
    QFETCH(bool, budget);
    QFETCH(QStringList, said);
    QTemporaryDir folder;
    Project project = smallProject(folder, {{"train.epochs", "20"}});
    if (budget) project.model.integers["hidden"] = {512, 512};
    bool turned = false;
    const Trained trained = trainStepByStep(project, {}, [&](Trainer& trainer, const Trained&, const TrainerEvent& event) {
      if (turned || !std::holds_alternative<StepEvent>(event)) return;
      turned = true;
      Switches next = project.switches;
      if (budget) {
        next.checkpointing = Checkpointing::Mode::Budget;
        next.checkpointBudgetMiB = 1;
      } else {
        next.batchSize = 5000;
      }
      trainer.setSwitches(next);
    });
    QVERIFY(trained.end.status == RunStatus::Finished);
    QCOMPARE(trained.end.steps, 200);
    QCOMPARE(trained.warnings.size(), std::size_t{1});
    for (const QString& part : said) QVERIFY2(QString::fromStdString(trained.warnings[0]).contains(part), trained.warnings[0].c_str());
    // Who asked is told what runs, and the run's own record has no change.
    QCOMPARE(trained.switches.size(), std::size_t{2});
    for (const Switches& running : trained.switches) QVERIFY(running == project.switches);
    QVERIFY(std::none_of(trained.markers.begin(), trained.markers.end(), [](const Marker& one) { return one.kind == "switch"; }));
    QCOMPARE(trained.plans.size(), std::size_t{1});
  }

  void captureOnDemand() {
    QTemporaryDir folder;
    bool asked = false;
    const Trained trained =
        trainStepByStep(smallProject(folder, {{"train.epochs", "20"}}), {}, [&](Trainer& trainer, const Trained& so, const TrainerEvent& event) {
          if (!asked && std::holds_alternative<StepEvent>(event) && so.steps.size() >= 3) {
            asked = true;
            trainer.capture(6);
          }
        });
    QCOMPARE(trained.captures.size(), std::size_t{1});
    QCOMPARE(trained.captures[0].breakdown->steps, 6);
    double share = 0;
    for (const CategoryTime& category : trained.captures[0].breakdown->categories) share += category.share;
    QVERIFY(std::abs(share - 1) < 1e-6);
  }

  // The steps recorded until then are the capture, which is closed after the loaders.
  void stoppedWithinACapture() {
    QTemporaryDir folder;
    std::size_t asked = 0;
    const Trained trained =
        trainStepByStep(smallProject(folder, {{"train.epochs", "20"}}), {}, [&](Trainer& trainer, const Trained& so, const TrainerEvent& event) {
          if (!std::holds_alternative<StepEvent>(event) || so.steps.size() < 3) return;
          if (asked == 0) {
            asked = so.steps.size();
            trainer.capture(1000);
          } else if (so.steps.size() == asked + 6) {
            trainer.stop();
          }
        });
    QVERIFY2(trained.end.status == RunStatus::Stopped, trained.end.message.c_str());
    QCOMPARE(trained.captures.size(), std::size_t{1});
    QVERIFY(trained.captures[0].breakdown->steps > 0 && trained.captures[0].breakdown->steps < 1000);
    QCOMPARE(trained.captures[0].facts->stepsPerEpoch, trained.start->stepsPerEpoch);
  }

  void aLossThatIsNoNumberEndsTheRun() {
    QTemporaryDir folder;
    const Project project =
        smallProject(folder, {{"train.optimizer.learning_rate", "1e6"}, {"train.schedule.warmup_epochs", "0"}, {"train.epochs", "50"}});
    const Trained trained = train(project);
    QVERIFY(trained.end.status == RunStatus::Failed);
    QVERIFY2(trained.end.message.find("learning_rate") != std::string::npos && trained.end.message.find("step ") != std::string::npos,
             trained.end.message.c_str());
    QVERIFY(trained.states.back().state == TrainerState::Failed);
    const auto kept = losses(project, trained.end.run);
    QCOMPARE(kept.size(), trained.steps.size());
    QVERIFY(!std::isfinite(kept.back().value));
    const RunReader store(project.storePath());
    QVERIFY(store.run(trained.end.run)->status == RunStatus::Failed);
    QCOMPARE(store.run(trained.end.run)->message, trained.end.message);
    // Weights that are lost never become a checkpoint.
    const std::string directory = project.runDirectory(trained.end.run);
    if (hasCheckpoint(directory, "last")) {
      for (const SafeTensor& tensor : loadCheckpoint(directory, "last").model)
        for (std::size_t i = 0; i + 4 <= tensor.data.size(); i += 4) {
          float value;
          std::memcpy(&value, tensor.data.data() + i, 4);
          QVERIFY(std::isfinite(value));
        }
    }
  }

  void errorsAreSentences_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("device");
    QTest::addColumn<QStringList>("names");
    QTest::newRow("batch larger than the data") << "switches.batch_size"
                                                << "400"
                                                << "cpu" << QStringList{"switches.batch_size", "320"};
    QTest::newRow("unknown device") << "train.epochs"
                                    << "1"
                                    << "gpu" << QStringList{"gpu", "cpu"};
    QTest::newRow("unknown model") << "model.name"
                                   << "mlpp"
                                   << "cpu" << QStringList{"mlpp", "mlp"};
  }
  void errorsAreSentences() {
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(QString, device);
    QFETCH(QStringList, names);
    QTemporaryDir folder;
    QString message;
    try {
      TrainerOptions options;
      options.device = device.toStdString();
      const Trained trained = train(smallProject(folder, {{key.toStdString(), value.toStdString()}}), options);
      QVERIFY(trained.end.status == RunStatus::Failed);
      QCOMPARE(trained.end.run, RunId{0});
      message = QString::fromStdString(trained.end.message);
    } catch (const Error& error) {  // the project file's own checks may know it already
      message = error.what();
    }
    for (const QString& name : names) QVERIFY2(message.contains(name), qPrintable(message));
    QVERIFY(message.endsWith('.'));
  }

  void aFolderThatCannotBeWrittenIsTold() {
    QTemporaryDir folder;
    QFile inTheWay(folder.filePath(".stepscope"));
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    inTheWay.close();
    const Trained trained = train(smallProject(folder));
    QVERIFY(trained.end.status == RunStatus::Failed);
    QVERIFY2(QString::fromStdString(trained.end.message).contains(folder.path()), trained.end.message.c_str());
  }

  // A checkpoint that cannot be written is a warning; training goes on, and tries again.
  void aCheckpointThatCannotBeWrittenDoesNotEndTheRun() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "3"}});
    // The folder of run 1's checkpoints cannot be made: a file is in its place.
    QVERIFY(QDir().mkpath(folder.filePath(".stepscope/runs")));
    QFile inTheWay(QString::fromStdString(project.runDirectory(1)));
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    inTheWay.close();
    const Trained trained = train(project);
    QCOMPARE(trained.end.run, RunId{1});
    // It trains to its last step, and says at the end that nothing of it is on disk.
    QVERIFY2(trained.end.status == RunStatus::Unsaved && !trained.end.saved, trained.end.message.c_str());
    QVERIFY2(trained.end.message.find(project.runDirectory(1)) != std::string::npos, trained.end.message.c_str());
    QCOMPARE(trained.end.steps, 30);
  }

  void theDestructorStops() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "100000"}});
    {
      Trainer trainer(project, {});
      bool stepped = false;
      const auto trained = [&] {
        trainer.events().wait(20);
        for (const TrainerEvent& event : trainer.events().drain()) stepped = stepped || std::holds_alternative<StepEvent>(event);
        return stepped;
      };
      QTRY_VERIFY_WITH_TIMEOUT(trained(), 120'000);
    }
    const auto runs = RunReader(project.storePath()).runs();
    QCOMPARE(runs.size(), std::size_t{1});
    QVERIFY(runs[0].status == RunStatus::Stopped);
  }

  // Not a limit, but a figure to read: how long stop() takes.
  void stopLatency() {
    QTemporaryDir folder;
    std::int64_t asked = 0;
    const Trained trained =
        train(smallProject(folder, {{"train.epochs", "100000"}}), {}, [&](Trainer& trainer, const Trained& so, const TrainerEvent& event) {
          if (asked == 0 && std::holds_alternative<StepEvent>(event) && so.steps.size() >= 50) {
            asked = nowNs();
            trainer.stop();
          }
        });
    QVERIFY(trained.end.status == RunStatus::Stopped);
    qInfo("stop() to the end of the run: %.1f ms", static_cast<double>(nowNs() - asked) * 1e-6);
  }
};

QTEST_GUILESS_MAIN(TrainerTest)
#include "trainer_test.moc"
