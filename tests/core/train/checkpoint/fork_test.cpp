// A fork: a new run that begins with what a checkpoint of another one holds.
#include "core/project/configuration_patch.h"
#include "core/store/run_origin.h"
#include "core/store/run_summary.h"
#include "core/train/checkpoint/checkpoint.h"
#include "core/train/checkpoint/checkpoint_care.h"
#include "tests/core/train/trained.h"

#include <QtTest>
#include <algorithm>
#include <cstring>
#include <filesystem>

using namespace stepscope;
using namespace stepscope::test;

namespace {

// Of the run, with these keys set on purpose.
TrainerOptions forkOf(const QTemporaryDir& folder, RunId run, const Overrides& changes = {}, const std::string& checkpoint = "last") {
  TrainerOptions options;
  options.fork = ForkPoint{run, checkpoint};
  if (!changes.empty()) options.configurationPatch = configurationPatch(smallProject(folder), smallProject(folder, changes), changes);
  return options;
}

std::string settingOf(const RunInfo& run, const std::string& key) {
  for (const Setting& setting : settingsOf(run))
    if (setting.key == key) return shown(setting);
  return {};
}

}  // namespace

class ForkTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Nothing was changed: the fork's steps are those that the run would have had, bit for bit.
  void theSameBits() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "3"}});
    const Trained whole = train(project), part = trainToStep(project, 13);
    QVERIFY(part.end.status == RunStatus::Stopped && part.end.steps == 13);
    const auto before = losses(project, part.end.run);
    const Trained fork = train(project, forkOf(folder, part.end.run));
    QVERIFY2(fork.end.status == RunStatus::Finished, fork.end.message.c_str());
    QVERIFY(fork.end.run != part.end.run);
    QCOMPARE(fork.start->firstStep, std::int64_t{13});
    const auto a = losses(project, whole.end.run), b = losses(project, fork.end.run);
    QCOMPARE(b.size(), a.size() - 13);
    for (std::size_t i = 0; i < b.size(); ++i) {
      QCOMPARE(b[i].step, a[i + 13].step);
      QVERIFY(std::memcmp(&b[i].value, &a[i + 13].value, sizeof(double)) == 0);
    }
    // The run itself is what it was.
    const RunReader store(project.storePath());
    QCOMPARE(losses(project, part.end.run).size(), before.size());
    QVERIFY(store.run(part.end.run)->status == RunStatus::Stopped);
    QCOMPARE(loadCheckpoint(project.runDirectory(part.end.run), "last").step, std::int64_t{13});

    const RunInfo run = store.run(fork.end.run).value();
    const auto origin = originOf(run.configuration);
    QVERIFY(origin.has_value());
    QCOMPARE(origin->run, part.end.run);
    QCOMPARE(origin->step, std::int64_t{13});
    QVERIFY(origin->checkpoint.starts_with("last."));
    QCOMPARE(settingOf(run, "forked_from"), store.run(part.end.run)->name + ", step 13");
    QCOMPARE(run.spans.front().cause, "forked from " + store.run(part.end.run)->name + ", step 13");
    QVERIFY(std::any_of(fork.markers.begin(), fork.markers.end(), [](const Marker& marker) { return marker.kind == "fork" && marker.step == 13; }));
    QCOMPARE(run.step, std::int64_t{30});
    QVERIFY(projectFromJson(run.configuration).train.epochs == 3);
  }

  // From the best as well, whatever lies beside the weights.
  void theSameBitsFromTheBest_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::newRow("nothing beside") << QString() << QString();
    QTest::newRow("averages") << "train.ema.decay"
                              << "0.9";
    QTest::newRow("fp16 and its scale") << "switches.amp"
                                        << "fp16";
    QTest::newRow("accumulation") << "switches.accumulation"
                                  << "2";
    QTest::newRow("LAMB") << "train.optimizer.name"
                          << "lamb";
  }
  void theSameBitsFromTheBest() {
    QFETCH(QString, key);
    QFETCH(QString, value);
    QTemporaryDir folder;
    Overrides settings{{"train.epochs", "3"}, {"train.monitor", "val_loss"}};
    if (!key.isEmpty()) settings.push_back({key.toStdString(), value.toStdString()});
    const Project project = smallProject(folder, settings);
    const Trained whole = train(project);
    QVERIFY2(whole.end.status == RunStatus::Finished, whole.end.message.c_str());
    const std::int64_t perEpoch = whole.end.steps / 3;
    const RunId part = trainToStep(project, perEpoch + 1).end.run;
    const std::int64_t best = loadCheckpoint(project.runDirectory(part), "best").step;
    QCOMPARE(best, perEpoch);  // of the only epoch that was validated
    const Trained fork = train(project, forkOf(folder, part, {}, "best"));
    QVERIFY2(fork.end.status == RunStatus::Finished, fork.end.message.c_str());
    const auto a = losses(project, whole.end.run), b = losses(project, fork.end.run);
    QCOMPARE(b.size(), a.size() - static_cast<std::size_t>(best));
    for (std::size_t i = 0; i < b.size(); ++i) QVERIFY(std::memcmp(&b[i].value, &a[i + static_cast<std::size_t>(best)].value, sizeof(double)) == 0);
    QCOMPARE(fork.end.validationLoss, whole.end.validationLoss);
  }

  void anotherLearningRate() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "2"}, {"train.schedule.name", "constant"}, {"train.schedule.warmup_epochs", "0"}});
    const Trained first = train(project);
    // At its end: there is nothing left to train, which is said with a cure.
    const Trained none = train(project, forkOf(folder, first.end.run, {{"train.optimizer.learning_rate", "0.001"}}));
    QVERIFY2(none.end.status == RunStatus::Failed && none.end.message.find("--set train.epochs=") != std::string::npos, none.end.message.c_str());
    const Trained fork = train(project, forkOf(folder, first.end.run, {{"train.optimizer.learning_rate", "0.00125"}, {"train.epochs", "4"}}));
    QVERIFY2(fork.end.status == RunStatus::Finished, fork.end.message.c_str());
    QCOMPARE(fork.steps.front().step, first.end.steps + 1);
    QCOMPARE(fork.steps.front().of("lr"), 0.00125);
    QVERIFY(first.steps.back().of("lr") != 0.00125);
    const RunReader store(project.storePath());
    QCOMPARE(settingOf(store.run(fork.end.run).value(), "train.optimizer.learning_rate"), std::string("0.00125"));
    // From the best of the first run; with another batch size, which fits.
    const Trained other = train(project, forkOf(folder, first.end.run, {{"switches.batch_size", "16"}, {"train.epochs", "3"}}, "best"));
    QVERIFY2(other.end.status == RunStatus::Finished, other.end.message.c_str());
    const std::int64_t best = loadCheckpoint(project.runDirectory(first.end.run), "best").step;
    QCOMPARE(other.start->firstStep, best);
    QVERIFY(originOf(store.run(other.end.run)->configuration)->checkpoint.starts_with("best."));
  }

  // A key that the project file says as it is asked for, but the run was started with something else.
  void whatIsSetCountsThoughTheFileSaysIt() {
    QTemporaryDir folder;
    const Project started = smallProject(folder, {{"train.epochs", "2"},
                                                  {"train.optimizer.learning_rate", "0.5"},
                                                  {"train.schedule.name", "constant"},
                                                  {"train.schedule.warmup_epochs", "0"}});
    const RunId run = trainToStep(started, 3).end.run;
    const double own = smallProject(folder).train.optimizer.learningRate;
    QVERIFY(own != 0.5);
    const Trained fork = train(smallProject(folder), forkOf(folder, run, {{"train.optimizer.learning_rate", std::to_string(own)}}));
    QVERIFY2(fork.end.status == RunStatus::Finished, fork.end.message.c_str());
    QCOMPARE(fork.steps.front().of("lr"), own);
    QCOMPARE(fork.end.epochs, std::int64_t{2});  // the run's, not the file's
  }

  void whatDoesNotFit() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "5"}});
    const RunId run = trainToStep(project, 12).end.run;
    const RunReader store(project.storePath());
    const auto runs = store.runs().size();
    const auto said = [&](const TrainerOptions& options) { return train(project, options).end.message; };
    const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
    const std::string other = optimizerDef(project.train.optimizer.kind).name == "adamw" ? "sgd" : "adamw";
    const std::string optimizer = said(forkOf(folder, run, {{"train.optimizer.name", other}}));
    QVERIFY2(has(optimizer, "train.optimizer.name") && has(optimizer, "does not fit") && has(optimizer, "Keep"), optimizer.c_str());
    const std::string average = said(forkOf(folder, run, {{"train.ema.decay", "0.9"}}));
    QVERIFY2(has(average, "does not fit the changed settings") && has(average, "learning rate"), average.c_str());
    const std::string name = said(forkOf(folder, run, {}, "last.999999"));
    QVERIFY2(has(name, "no checkpoint \"last.999999\"") && has(name, "It has last."), name.c_str());
    QVERIFY(has(said(forkOf(folder, 99)), "no such run"));
    QCOMPARE(store.runs().size(), runs);  // none of them began
  }

  // Killed before it saved anything of its own it begins again where it began; later it goes on by itself.
  void aForkGoesOn() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "3"}});
    const Trained whole = train(project), part = trainToStep(project, 12);
    TrainerOptions options = forkOf(folder, part.end.run);
    const Trained fork = trainToStep(project, 17, options);
    QVERIFY2(fork.end.status == RunStatus::Stopped, fork.end.message.c_str());
    std::filesystem::remove_all(project.runDirectory(fork.end.run));
    TrainerOptions resume;
    resume.resume = fork.end.run;
    const Trained again = train(project, resume);
    QVERIFY2(again.end.status == RunStatus::Finished, again.end.message.c_str());
    QCOMPARE(again.start->firstStep, std::int64_t{12});
    const auto a = losses(project, whole.end.run), b = losses(project, fork.end.run);
    QCOMPARE(b.size(), a.size() - 12);
    for (std::size_t i = 0; i < b.size(); ++i) QCOMPARE(b[i].value, a[i + 12].value);
    const Trained second = trainToStep(project, 17, forkOf(folder, part.end.run));
    // The run that it came from is gone.
    std::filesystem::remove_all(project.runDirectory(part.end.run));
    resume.resume = second.end.run;
    QCOMPARE(train(project, resume).start->firstStep, std::int64_t{17});
  }

  void patches() {
    const QTemporaryDir folder;
    const Overrides changes{{"train.checkpoints.keep_last", "2"}, {"train.epochs", "7"}};
    const std::string patch = configurationPatch(smallProject(folder), smallProject(folder, changes), changes);
    // The configuration of an old version knows nothing of [train.checkpoints].
    const std::string text = patched(R"({"train":{"epochs":1,"seed":5}})", patch);
    QVERIFY2(text.find(R"("keep_last":2)") != std::string::npos && text.find(R"("epochs":7)") != std::string::npos, text.c_str());
    QVERIFY(text.find(R"("seed":5)") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(ForkTest)
#include "fork_test.moc"
