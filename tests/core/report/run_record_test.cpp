// What is kept with a run: every row of it, and that the words, the report and the store say the same.
#include <nlohmann/json.hpp>

#include "core/report/report.h"
#include "core/report/run_record.h"
#include "core/store/run_summary.h"
#include "core/train/checkpoint/checkpoint_list.h"
#include "tests/core/train/trained.h"

#include <QtTest>
#include <algorithm>
#include <map>
#include <new>

using namespace stepscope;
using namespace stepscope::test;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

class RunRecordTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyRow() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "2"},
                                                  {"train.seed", "17"},
                                                  {"train.capture.step", "4"},
                                                  {"train.capture.steps", "2"},
                                                  {"train.histograms.every_epochs", "1"}});
    bool tried = false;
    const Trained trained = trainStepByStep(project, {}, [&](Trainer& trainer, const Trained&, const TrainerEvent& event) {
      const auto* step = std::get_if<StepEvent>(&event);
      if (!step || step->step != 12 || std::exchange(tried, true)) return;
      Switches other = project.switches;
      other.batchSize = 16;
      trainer.setSwitches(other);
    });
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    const RunId id = trained.end.run;
    {
      RunWriter writer(project.storePath());
      writer.setTags(id, {"baseline"});
      writer.setNote(id, "the first one");
      writer.flush();
    }
    const RunReader store(project.storePath());
    const RunInfo run = store.run(id).value();
    // Resolved: also what no file says.
    const auto configuration = nlohmann::json::parse(run.configuration);
    QCOMPARE(configuration["train"]["checkpoints"]["keep_last"].get<int>(), 2);
    QCOMPARE(configuration["train"]["seed"].get<int>(), 17);
    QCOMPARE(run.spans.size(), std::size_t{2});
    QCOMPARE(run.tags, std::vector<std::string>{"baseline"});
    QCOMPARE(run.note, std::string("the first one"));
    QCOMPARE(howItEnded(run), std::string("finished"));
    for (const char* key : {"train_loss", "lr", "step_ms", "data_wait_ms"})
      QCOMPARE(store.points(id, key).size(), static_cast<std::size_t>(run.step));
    QVERIFY(!store.histogramParameters(id).empty());
    QVERIFY(!store.histograms(id, store.histogramParameters(id)[0], true).empty());
    for (const char* name : {"environment", "data", "memory_plan", "breakdown", "capture", "switches"}) QVERIFY2(store.artefact(id, name), name);
    const auto environment = nlohmann::json::parse(store.artefact(id, "environment").value());
    const std::string libraries = environment["libraries"].dump();
    QVERIFY2(has(libraries, "SQLite") && has(libraries, "zlib"), libraries.c_str());
    QVERIFY(!listCheckpoints(project.runDirectory(id)).empty());
    QVERIFY(store.log(id).size() > 3);

    std::map<std::string, std::string> rows;
    for (const auto& [name, value] : recordOf(store, id, project.runDirectory(id))) rows[name] = value;
    QVERIFY2(has(rows["trained on"], environment["device"].get<std::string>()) && has(rows["trained on"], "thread"), rows["trained on"].c_str());
    QVERIFY(has(rows["with"], "SQLite"));
    const std::string fingerprint = nlohmann::json::parse(store.artefact(id, "data").value())["train"]["fingerprint"];
    QVERIFY2(has(rows["training data"], "320 samples") && has(rows["training data"], fingerprint), rows["training data"].c_str());
    QVERIFY2(has(rows["seeds"], "training 17"), rows["seeds"].c_str());
    QVERIFY2(has(rows["checkpoints"], "the newest of step " + std::to_string(run.step)) && has(rows["checkpoints"], "the best of step"),
             rows["checkpoints"].c_str());
    for (const char* part : {"series", "points", "histograms", "captured steps", "memory plan", "lines of log"})
      QVERIFY2(has(rows["kept"], part), (rows["kept"] + " lacks " + part).c_str());

    const std::string report = reportOf(project.storePath(), {id});
    for (const std::string& part : {fingerprint, environment["device"].get<std::string>(), std::string("keep_last"), std::string("batch size 32"),
                                    std::string("begins with"), rows["checkpoints"], rows["kept"]})
      QVERIFY2(has(report, part), part.c_str());
  }

  // Of a run of nothing there is nothing to say, and no row.
  void whatWasNotKeptHasNoRow() {
    QTemporaryDir folder;
    const std::string path = folder.filePath("runs.db").toStdString();
    RunWriter writer(path);
    RunInfo info;
    info.configuration = "broken";
    const RunId id = writer.createRun(info);
    QVERIFY(recordOf(RunReader(path), id).empty());
    QVERIFY(recordOf(RunReader(path), 99).empty());
  }

  void howARunEnded() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.optimizer.learning_rate", "1000000"}, {"train.schedule.name", "constant"}});
    TrainerOptions options;
    const Trained crashed = train(project, options);
    const RunReader store(project.storePath());
    const RunInfo run = store.run(crashed.end.run).value();
    QCOMPARE(howItEnded(run), std::string("failed"));
    QVERIFY2(has(run.message, "learning_rate"), run.message.c_str());
    QVERIFY(store.log(run.id).back().level == LogLine::Level::Error && has(store.log(run.id).back().text, run.message));
    options.onStep = [](const StepEvent& step) {
      if (step.step == 3) throw std::bad_alloc();
    };
    const Trained full = train(smallProject(folder), options);
    const RunInfo second = store.run(full.end.run).value();
    QCOMPARE(howItEnded(second), std::string("out of memory"));
    QVERIFY(has(second.message, "not enough memory"));
    QVERIFY(has(reportOf(project.storePath(), {second.id}), "out of memory"));
  }

  void fingerprintsSayWhatTheyCover() {
    QCOMPARE(coveredBy("table:3:1:50:00ff00ff"), std::string("every value"));
    QVERIFY(has(coveredBy("images:3x32x32:4:1797:5f3a"), "names"));
    QVERIFY(coveredBy("").empty());
  }
};

QTEST_GUILESS_MAIN(RunRecordTest)
#include "run_record_test.moc"
