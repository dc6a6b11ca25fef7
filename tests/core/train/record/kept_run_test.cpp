// What a run keeps of itself: spans of its switches with figures of the whole run, its log, environment and commit, how it ended.
#include <nlohmann/json.hpp>

#include "core/store/run_summary.h"
#include "core/train/record/git_commit.h"
#include "core/train/run/span_ledger.h"
#include "tests/core/train/trained.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

using namespace stepscope;
using namespace stepscope::test;

namespace {

// Turns to a small batch after step 6, so that the peak of the run is not that of its end.
OnEvent smallerAfter6(const Project& project) {
  return [project](Trainer& trainer, const Trained&, const TrainerEvent& event) {
    const auto* step = std::get_if<StepEvent>(&event);
    if (!step || step->step != 6) return;
    Switches next = project.switches;
    next.batchSize = 8;
    trainer.setSwitches(next);
  };
}

bool git(const QString& folder, const QStringList& words) {
  QProcess process;
  process.start("git", QStringList{"-C", folder, "-c", "user.name=a", "-c", "user.email=a@b"} + words);
  return process.waitForFinished(30000) && process.exitCode() == 0;
}

}  // namespace

class KeptRunTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theWholeRunAndItsSpans() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"switches.batch_size", "64"}, {"train.epochs", "2"}});
    const Trained trained = trainStepByStep(project, {}, smallerAfter6(project));
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    const RunReader store(project.storePath());
    const RunInfo run = store.run(trained.end.run).value();
    QCOMPARE(run.spans.size(), std::size_t{2});
    const RunSpan &first = run.spans[0], &second = run.spans[1];
    QCOMPARE(first.cause, std::string("start"));
    QCOMPARE(first.firstStep, std::int64_t{1});
    QCOMPARE(first.lastStep, std::int64_t{6});
    QCOMPARE(first.samples, std::int64_t{6 * 64});
    QCOMPARE(second.cause, std::string("batch size 64 -> 8"));
    QCOMPARE(second.firstStep, std::int64_t{7});
    QCOMPARE(second.lastStep, run.step);
    QCOMPARE(second.samples, (run.step - 6) * 8);
    for (const RunSpan& span : run.spans) {
      QVERIFY(span.seconds > 0 && span.stepMs > 0);
      QVERIFY(std::isnan(span.busyShare) || (span.busyShare >= 0 && span.busyShare <= 1));  // not told of so short a time
      QVERIFY(asPlanned(span.residentPeakBytes, span.plannedPeakBytes));
    }
    QVERIFY(first.plannedPeakBytes > second.plannedPeakBytes);
    QVERIFY(std::isfinite(second.validationLoss));
    // The whole run's, told alike by every way out.
    const RunSummary summary = summaryOf(run);
    QCOMPARE(summary.plannedPeakBytes, double(first.plannedPeakBytes));
    QCOMPARE(summary.residentPeakBytes, double(std::max(first.residentPeakBytes, second.residentPeakBytes)));
    QCOMPARE(finalOf(run, "predicted_peak_bytes"), summary.plannedPeakBytes);
    QCOMPARE(finalOf(run, "measured_peak_bytes"), summary.residentPeakBytes);
    QCOMPARE(double(trained.end.predictedPeakBytes), summary.plannedPeakBytes);
    QCOMPARE(double(trained.end.measuredPeakBytes), summary.residentPeakBytes);
    QCOMPARE(finalOf(run, "samples_per_second"), summary.samplesPerSecond);
    const std::vector<Setting> settings = settingsOf(run);
    const auto batch = std::find_if(settings.begin(), settings.end(), [](const Setting& one) { return one.key == "switches.batch_size"; });
    QCOMPARE(shown(*batch), std::string("64 → 8"));

    const std::vector<LogLine> log = store.log(run.id);
    const auto told = [&](const std::string& part) {
      return std::any_of(log.begin(), log.end(), [&](const LogLine& line) { return line.text.find(part) != std::string::npos; });
    };
    QVERIFY(log.front().text.find("begins with") != std::string::npos);
    QVERIFY(told("step 6: batch size 64 -> 8") && told("epoch 2") && log.back().text.starts_with("finished after step"));
    const auto environment = nlohmann::json::parse(store.artefact(run.id, "environment").value());
    QVERIFY(environment["libraries"].dump().find("SQLite") != std::string::npos);
    QVERIFY(!environment["system"].get<std::string>().empty());
    QVERIFY(store.artefact(run.id, "data").value_or("").find("fingerprint") != std::string::npos);
  }

  // The answers of the last validation: also of a network whose last layer has a name of its own, as in examples/shapes.
  void predictions_data() {
    QTest::addColumn<QString>("model");
    QTest::newRow("of the zoo") << "[model]\nname = \"mlp\"\n";
    QTest::newRow("layer by layer") << "[[model.layers]]\nname = \"flat\"\ntype = \"flatten\"\n"
                                       "[[model.layers]]\nname = \"head.linear\"\ntype = \"linear\"\nout_features = 10\n";
  }
  void predictions() {
    QFETCH(QString, model);
    QTemporaryDir folder;
    const std::string text = "[data]\nkind = \"synthetic\"\ncount = 320\nimage_size = 12\n[train]\nepochs = 1\n" + model.toStdString();
    const Project project = parseProject(text, folder.filePath("project.toml").toStdString());
    const Trained trained = train(project);
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    const auto kept = RunReader(project.storePath()).artefact(trained.end.run, "predictions");
    QVERIFY(kept.has_value());
    const auto json = nlohmann::json::parse(*kept);
    std::int64_t counted = 0;
    for (const auto& row : json["confusion"])
      for (const auto& count : row) counted += count.get<std::int64_t>();
    QVERIFY(counted > 0);
  }

  void aResumedRunKeepsItsPeak() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"switches.batch_size", "64"}, {"train.epochs", "2"}});
    Trained trained = trainStepByStep(project, {}, [&](Trainer& trainer, const Trained& so, const TrainerEvent& event) {
      smallerAfter6(project)(trainer, so, event);
      if (const auto* step = std::get_if<StepEvent>(&event); step && step->step == 9) trainer.stop();
    });
    QVERIFY(trained.end.status == RunStatus::Stopped);
    const RunInfo before = RunReader(project.storePath()).run(trained.end.run).value();
    QCOMPARE(howItEnded(before), std::string("stopped"));
    TrainerOptions options;
    options.resume = before.id;
    trained = train(project, options);
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    const RunInfo after = RunReader(project.storePath()).run(before.id).value();
    QCOMPARE(after.spans.size(), std::size_t{3});
    QCOMPARE(after.spans[1].lastStep, std::int64_t{9});
    QCOMPARE(after.spans[2].cause, std::string("resumed"));
    QCOMPARE(after.spans[2].firstStep, std::int64_t{10});
    QCOMPARE(after.spans[2].lastStep, after.step);
    QCOMPARE(summaryOf(after).plannedPeakBytes, summaryOf(before).plannedPeakBytes);
    QVERIFY(summaryOf(after).residentPeakBytes >= summaryOf(before).residentPeakBytes);
  }

  void medianOfManySteps() {
    RunningMedian median;
    QVERIFY(std::isnan(median.value()));
    for (const double value : {5.0, 1.0, 3.0}) median.add(value);
    QCOMPARE(median.value(), 3.0);
    RunningMedian many;
    for (int i = 0; i < 300'000; ++i) many.add(i % 1000);
    QVERIFY(std::abs(many.value() - 500) < 10);
  }

  void theCommitOfTheFolder() {
    QTemporaryDir folder;
    const std::string path = folder.path().toStdString(), file = path + "/project.toml";
    QVERIFY(!gitCommitOf(path, file));
    if (!git(folder.path(), {"init", "-q"})) QSKIP("git is not installed");
    const auto write = [&](const char* text) {
      QFile out(QString::fromStdString(file));
      return out.open(QIODevice::WriteOnly) && out.write(text) > 0;
    };
    QVERIFY(write("a"));
    QVERIFY(!gitCommitOf(path, file));  // no commit yet
    QVERIFY(git(folder.path(), {"commit", "-q", "--allow-empty", "-m", "one"}));
    QCOMPARE(gitCommitOf(path, file, 30)->clean, std::optional<bool>(false));  // the project file is in no commit
    QVERIFY(git(folder.path(), {"add", "project.toml"}) && git(folder.path(), {"commit", "-q", "-m", "two"}));
    const auto clean = gitCommitOf(path, file, 30);
    QCOMPARE(clean->commit.size(), std::size_t{40});
    QCOMPARE(clean->clean, std::optional<bool>(true));
    QVERIFY(write("b"));
    QCOMPARE(gitCommitOf(path, file, 30)->clean, std::optional<bool>(false));
  }
};

QTEST_GUILESS_MAIN(KeptRunTest)
#include "kept_run_test.moc"
