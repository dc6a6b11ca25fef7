// Trying a switch on the running model: the run goes on as if nothing had been tried, until what was tried is kept.
#include "core/base/clock.h"
#include "core/project/switches.h"
#include "core/train/trial/try_project.h"
#include "tests/core/train/trained.h"

#include <QtTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

// Short, whatever else the machine does; kernels are not chosen by timing, so that two runs have the same bits.
TrainerOptions shortTrials() {
  TrainerOptions options;
  options.autotune = false;
  options.useKernelCache = false;
  options.trial.seconds = 0.05;
  options.trial.mostPairs = 3;
  return options;
}

Project project(const QTemporaryDir& folder, const Overrides& more = {}) {
  Overrides overrides{{"train.epochs", "4"}, {"train.optimizer.name", "adamw"}};
  overrides.insert(overrides.end(), more.begin(), more.end());
  return smallProject(folder, overrides);
}

std::vector<double> losses(const Trained& trained) {
  std::vector<double> all;
  for (const StepEvent& step : trained.steps) all.push_back(step.loss());
  return all;
}

std::vector<TrialResult> keptTrials(const Project& project, RunId run) {
  return trialsOf(RunReader(project.storePath()).artefact(run, "trials").value_or(""));
}

// Tries key = text after the step, once.
OnEvent tryAfter(std::size_t step, const Switches& with, const OnEvent& more = {}) {
  return [step, with, more](Trainer& trainer, const Trained& so, const TrainerEvent& event) {
    if (std::holds_alternative<StepEvent>(event) && so.steps.size() == step) trainer.tryOut(with);
    if (more) more(trainer, so, event);
  };
}

const TrialResult* lastResult(const Trained& trained) {
  for (auto trial = trained.trials.rbegin(); trial != trained.trials.rend(); ++trial)
    if (trial->result) return trial->result.get();
  return nullptr;
}

}  // namespace

class TrialTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theRunGoesOnAsIfNothingHadBeenTried_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("sameLoss");  // bit for bit; else it is another or cannot be compared
    QTest::newRow("a larger batch") << "batch_size"
                                    << "80" << false;
    QTest::newRow("bf16") << "amp"
                          << "bf16" << false;
    QTest::newRow("fp16") << "amp"
                          << "fp16" << false;
    QTest::newRow("no workers") << "num_workers"
                                << "0" << true;
    QTest::newRow("accumulation") << "accumulation"
                                  << "2" << false;
    QTest::newRow("checkpointing") << "checkpointing"
                                   << "blocks" << true;
  }
  void theRunGoesOnAsIfNothingHadBeenTried() {
    QFETCH(QString, key);
    QFETCH(QString, text);
    QFETCH(bool, sameLoss);
    QTemporaryDir folder, other;
    // One thread both ways, so that a trial without workers computes the same bits.
    const Overrides alone{{"train.threads", "1"}};
    const Project given = project(folder, alone);
    const Switches with = turned(given.switches, key.toStdString(), text.toStdString());
    const Trained tried = trainStepByStep(given, shortTrials(), tryAfter(13, with));
    const Trained untried = train(project(other, alone), shortTrials());
    QVERIFY2(tried.end.status == RunStatus::Finished, tried.end.message.c_str());
    QCOMPARE(losses(tried), losses(untried));
    QVERIFY(tried.end.bestValidation == untried.end.bestValidation);

    const TrialResult* result = lastResult(tried);
    QVERIFY(result);
    QVERIFY2(result->outcome != TrialOutcome::Failed && result->outcome != TrialOutcome::Cancelled, result->sentence().c_str());
    QCOMPARE(QString::fromStdString(result->key), key);
    QCOMPARE(QString::fromStdString(result->to), text);
    QCOMPARE(result->change, describeChange(given.switches, with));
    QCOMPARE(result->step, 13);
    QCOMPARE(result->pairs, 3);
    QVERIFY(result->with.predictedPeakBytes > 0 && result->without.predictedPeakBytes > 0 && result->with.measuredPeakBytes > 0);
    QCOMPARE(result->without.samples, 32);
    QCOMPARE(result->with.samples, key == "batch_size" ? 80 : key == "accumulation" ? 64 : 32);
    if (result->outcome != TrialOutcome::CoresBusy) QVERIFY(result->figures && result->figures->ratio > 0);
    if (sameLoss) {
      QVERIFY(result->lossDifference);
      QCOMPARE(*result->lossDifference, 0.0);
    } else if (key == "amp") {
      QVERIFY(result->lossDifference && *result->lossDifference < 0.05);
    } else {
      QVERIFY(!result->lossDifference);
    }
    // It is told while it goes on, and kept with the run.
    QVERIFY(tried.trials.size() >= 3 && !tried.trials.front().result);
    const auto kept = keptTrials(given, tried.end.run);
    QCOMPARE(kept.size(), std::size_t{1});
    QCOMPARE(trialJson(kept[0]), trialJson(*result));
    QVERIFY(std::any_of(tried.markers.begin(), tried.markers.end(), [](const Marker& marker) { return marker.kind == "trial"; }));
    QVERIFY(std::none_of(tried.markers.begin(), tried.markers.end(), [](const Marker& marker) { return marker.kind == "switch"; }));
  }

  void whatWasTriedCanBeKept() {
    QTemporaryDir folder;
    const Project given = project(folder);
    const Switches with = turned(given.switches, "batch_size", "64");
    const Trained trained = trainStepByStep(given, shortTrials(), tryAfter(5, with, [](Trainer& trainer, const Trained&, const TrainerEvent& e) {
                                              const auto* trial = std::get_if<TrialEvent>(&e);
                                              if (trial && trial->result && trial->result->choice == TrialResult::Choice::Open)
                                                trainer.endTrial(true);
                                            }));
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    QVERIFY(trained.switches.back() == with);
    QVERIFY(std::any_of(trained.markers.begin(), trained.markers.end(),
                        [](const Marker& marker) { return marker.kind == "switch" && marker.label == "batch size 32 -> 64"; }));
    const auto kept = keptTrials(given, trained.end.run);
    QCOMPARE(kept.size(), std::size_t{1});
    QVERIFY(kept[0].choice == TrialResult::Choice::Kept);
  }

  void orPutBack() {
    QTemporaryDir folder;
    const Project given = project(folder);
    const Trained trained = trainStepByStep(
        given, shortTrials(), tryAfter(5, turned(given.switches, "batch_size", "64"), [](Trainer& trainer, const Trained&, const TrainerEvent& e) {
          const auto* trial = std::get_if<TrialEvent>(&e);
          if (trial && trial->result && trial->result->choice == TrialResult::Choice::Open) trainer.endTrial(false);
        }));
    QCOMPARE(trained.end.steps, 40);
    const auto kept = keptTrials(given, trained.end.run);
    QCOMPARE(kept.size(), std::size_t{1});
    QVERIFY(kept[0].choice == TrialResult::Choice::PutBack);
    for (const Switches& running : trained.switches) QVERIFY(running == given.switches);
  }

  // What would take back a switch that was turned since is not done.
  void nothingIsKeptOverASwitchTurnedSince() {
    QTemporaryDir folder;
    const Project given = project(folder);
    const Switches since = turned(given.switches, "num_workers", "0");
    bool asked = false;
    const Trained trained = trainStepByStep(
        given, shortTrials(), tryAfter(5, turned(given.switches, "batch_size", "64"), [&](Trainer& trainer, const Trained&, const TrainerEvent& e) {
          const auto* trial = std::get_if<TrialEvent>(&e);
          if (trial && trial->result && !asked) trainer.setSwitches(since);
          const auto* marker = std::get_if<MarkerEvent>(&e);
          if (marker && marker->marker.kind == "switch" && !asked) {
            asked = true;
            trainer.endTrial(true);
          }
        }));
    QVERIFY(asked);
    QVERIFY(trained.switches.back() == since);
    QCOMPARE(trained.warnings.size(), std::size_t{1});
    QVERIFY2(trained.warnings[0].find("Try it again") != std::string::npos, trained.warnings[0].c_str());
  }

  void aTrialCanBeCancelled_data() {
    QTest::addColumn<int>("how");
    QTest::newRow("by itself") << 0;
    QTest::newRow("by a pause") << 1;
    QTest::newRow("by a stop") << 2;
    QTest::newRow("by another") << 3;
  }
  void aTrialCanBeCancelled() {
    QFETCH(int, how);
    QTemporaryDir folder, other;
    const Project given = project(folder);
    TrainerOptions options = shortTrials();
    options.trial.seconds = 3600;
    options.trial.mostPairs = 1'000'000;
    const Switches with = turned(given.switches, "batch_size", "64");
    std::int64_t cancelled = 0, ended = 0;
    const Trained trained = trainStepByStep(given, options, tryAfter(7, with, [&](Trainer& trainer, const Trained& so, const TrainerEvent& e) {
                                              const auto* trial = std::get_if<TrialEvent>(&e);
                                              if (trial && !trial->result && cancelled == 0 && trial->what.starts_with("measuring")) {
                                                cancelled = nowNs();
                                                if (how == 0) trainer.cancelTrial();
                                                if (how == 1) trainer.pause();
                                                if (how == 2) trainer.stop();
                                                if (how == 3) trainer.tryOut(given.switches);
                                              }
                                              if (trial && trial->result && ended == 0) ended = nowNs();
                                              const auto* state = std::get_if<StateEvent>(&e);
                                              if (state && state->state == TrainerState::Paused) trainer.resume();
                                              (void)so;
                                            }));
    QVERIFY(cancelled > 0 && ended >= cancelled);
    qInfo() << "ended" << static_cast<double>(ended - cancelled) * 1e-6 << "ms after it was cancelled";
    const auto first = std::find_if(trained.trials.begin(), trained.trials.end(), [](const TrialEvent& t) { return t.result != nullptr; });
    QVERIFY(first != trained.trials.end() && first->result->outcome == TrialOutcome::Cancelled);
    if (how == 3) {  // nothing would change: it says so
      QVERIFY(trained.trials.back().result->outcome == TrialOutcome::Failed);
    }
    QVERIFY(trained.end.status == (how == 2 ? RunStatus::Stopped : RunStatus::Finished));
    QVERIFY(keptTrials(given, trained.end.run).empty());
    const std::vector<double> untried = losses(train(project(other), shortTrials()));
    const std::vector<double> so = losses(trained);
    QVERIFY(std::equal(so.begin(), so.end(), untried.begin()));
    if (how == 2) {  // and what it saved goes on exactly
      TrainerOptions resume = shortTrials();
      resume.resume = trained.end.run;
      const std::vector<double> rest = losses(train(given, resume));
      QCOMPARE(rest.size(), untried.size() - so.size());
      QVERIFY(std::equal(rest.begin(), rest.end(), untried.begin() + static_cast<std::ptrdiff_t>(so.size())));
    }
  }

  void whilePaused() {
    QTemporaryDir folder;
    const Project given = project(folder);
    bool asked = false;
    const Trained trained = trainStepByStep(given, shortTrials(), [&](Trainer& trainer, const Trained& so, const TrainerEvent& event) {
      if (std::holds_alternative<StepEvent>(event) && so.steps.size() == 3) trainer.pause();
      const auto* state = std::get_if<StateEvent>(&event);
      if (state && state->state == TrainerState::Paused && !asked) {
        asked = true;
        trainer.tryOut(turned(given.switches, "batch_size", "64"));
      }
      const auto* trial = std::get_if<TrialEvent>(&event);
      if (trial && trial->result) {
        QCOMPARE(so.steps.size(), std::size_t{3});
        trainer.resume();
      }
    });
    QVERIFY(asked);
    QVERIFY(trained.end.status == RunStatus::Finished);
    QVERIFY(lastResult(trained) && lastResult(trained)->pairs == 3);
  }

  void whatCannotBeHadIsSaid() {
    QTemporaryDir folder;
    const Project given = project(folder);
    Switches with = given.switches;
    with.batchSize = 5000;
    const Trained trained = trainStepByStep(given, shortTrials(), tryAfter(2, with));
    QCOMPARE(trained.end.steps, 40);
    const TrialResult* result = lastResult(trained);
    QVERIFY(result && result->outcome == TrialOutcome::Failed);
    QVERIFY2(result->sentence().find("320 samples") != std::string::npos, result->sentence().c_str());
    QVERIFY(keptTrials(given, trained.end.run).empty());
  }

  void withoutAWindow() {
    QTemporaryDir folder;
    const Project given = project(folder);
    const Trained trained = train(given, shortTrials());
    TryOptions options;
    options.limits = shortTrials().trial;
    QVERIFY(tryProject(given, "batch_size", "64", options).pairs == 3);
    QVERIFY(keptTrials(given, trained.end.run).empty());
    options.run = trained.end.run;
    const TrialResult result = tryProject(given, "num_workers", "0", options);
    QCOMPARE(result.step, 40);
    QCOMPARE(keptTrials(given, trained.end.run).size(), std::size_t{1});
    // The run itself is as it was.
    QVERIFY(RunReader(given.storePath()).run(trained.end.run)->status == RunStatus::Finished);
    const auto refusal = [&](const std::string& key, const std::string& text, RunId run) {
      options.run = run;
      try {
        tryProject(given, key, text, options);
      } catch (const Error& error) {
        return QString::fromUtf8(error.what());
      }
      return QString("nothing was refused");
    };
    QVERIFY(refusal("amp", "int4", 0).contains("bf16"));
    QVERIFY(refusal("warp", "1", 0).contains("batch_size"));
    QVERIFY(refusal("batch_size", "0", 0).contains("1 to 65536"));
    QVERIFY(refusal("batch_size", "1000", 0).contains("320 samples"));
    QVERIFY(refusal("batch_size", "16", 77).contains("there is no such run"));
  }
};

QTEST_GUILESS_MAIN(TrialTest)
#include "trial_test.moc"
