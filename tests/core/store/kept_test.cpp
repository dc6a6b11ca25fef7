// What is kept with a run beside its curves: spans, log, the user's own, the bin; and that a list of runs is told only what changed.
#include <algorithm>

#include "core/store/run_summary.h"
#include "tests/core/store/store_fixture.h"

using namespace stepscope;

namespace {

RunSpan spanOf(std::int64_t first, std::int64_t last, const char* cause, const char* switches, double seconds, std::int64_t samples,
               std::int64_t planned, std::int64_t resident) {
  RunSpan span;
  span.firstStep = first;
  span.lastStep = last;
  span.cause = cause;
  span.switches = switches;
  span.seconds = seconds;
  span.samples = samples;
  span.plannedPeakBytes = planned;
  span.residentPeakBytes = resident;
  return span;
}

// 148 steps in f32 that took 210 MiB, then two in bf16 that took 104 (row 3 of the review).
RunInfo turned() {
  RunInfo run = newRun("resnet20", RunStatus::Running);
  run.configuration = R"({"file":"/a/project.toml","switches":{"amp":"off","batch_size":64},"train":{"epochs":3,"seed":7}})";
  run.seconds = 40;
  run.step = 150;
  run.spans = {spanOf(1, 148, "start", R"({"batch_size":64,"amp":"off"})", 29.6, 148 * 64, 206 << 20, 210 << 20),
               spanOf(149, 150, "mixed precision off -> bf16", R"({"batch_size":64,"amp":"bf16"})", 0.4, 128, 103 << 20, 104 << 20)};
  run.finals = {{"measured_peak_bytes", double(104 << 20)}, {"best_val_accuracy", 0.5}};
  return run;
}

std::vector<RunId> idsOf(const std::vector<RunRow>& rows) {
  std::vector<RunId> ids;
  for (const RunRow& row : rows) ids.push_back(row.info.id);
  return ids;
}

}  // namespace

class KeptTest : public QObject {
  Q_OBJECT
  std::unique_ptr<QTemporaryDir> folder_;
  std::string path_;

 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    path_ = folder_->filePath("runs.db").toStdString();
  }

  void thePeakIsOfTheWholeRun() {
    RunWriter writer(path_);
    RunInfo run = turned();
    run.id = writer.createRun(run);
    run.status = RunStatus::Finished;
    writer.finish(run);
    const RunInfo kept = RunReader(path_).runs().at(0);
    const RunSummary summary = summaryOf(kept);
    QCOMPARE(summary.residentPeakBytes, double(210 << 20));
    QCOMPARE(summary.plannedPeakBytes, double(206 << 20));
    QCOMPARE(summary.seconds, 40.0);
    QCOMPARE(summary.stepMs, 200.0);
    QCOMPARE(summary.samplesPerSecond, 150 * 64 / 30.0);
    QCOMPARE(kept.spans.size(), std::size_t{2});
    QCOMPARE(kept.spans[1].residentPeakBytes, std::int64_t{104 << 20});
    QCOMPARE(kept.spans[1].steps(), std::int64_t{2});
    QVERIFY(std::isnan(kept.spans[0].stepMs) && std::isnan(kept.spans[0].validationLoss));
    const std::vector<Setting> settings = settingsOf(kept);
    const auto shownOf = [&](const std::string& key) {
      const auto found = std::find_if(settings.begin(), settings.end(), [&](const Setting& one) { return one.key == key; });
      return found == settings.end() ? std::string("-") : shown(*found);
    };
    QCOMPARE(shownOf("switches.amp"), std::string("off → bf16"));
    QCOMPARE(shownOf("switches.batch_size"), std::string("64"));
    QCOMPARE(shownOf("train.epochs"), std::string("3"));
    QCOMPARE(shownOf("file"), std::string("-"));
  }

  void spansAfterAResume() {
    const std::vector<RunSpan> spans = spansUntil(turned().spans, 74);
    QCOMPARE(spans.size(), std::size_t{1});
    QCOMPARE(spans[0].lastStep, std::int64_t{74});
    QCOMPARE(spans[0].samples, std::int64_t{74 * 64});
    QCOMPARE(spans[0].seconds, 14.8);
    QCOMPARE(spansUntil(turned().spans, 150).size(), std::size_t{2});
    QVERIFY(spansUntil(turned().spans, 0).empty());
  }

  void damagedTexts() {
    QVERIFY(spansOf("[{").empty() && spansOf("{}").empty() && spansOf("[3, null]").empty());
    QCOMPARE(spansOf(R"([{"first_step":"x","last_step":9,"switches":3}])").at(0).lastStep, std::int64_t{9});
    RunInfo run;
    run.configuration = "{ not JSON";
    QVERIFY(settingsOf(run).empty());
  }

  void howRunsEnd() {
    RunInfo run;
    const auto ended = [&](RunStatus status, bool outOfMemory) {
      run.status = status;
      run.outOfMemory = outOfMemory;
      return howItEnded(run);
    };
    QCOMPARE(ended(RunStatus::Finished, false), std::string("finished"));
    QCOMPARE(ended(RunStatus::Stopped, false), std::string("stopped"));
    QCOMPARE(ended(RunStatus::Failed, false), std::string("failed"));
    QCOMPARE(ended(RunStatus::Failed, true), std::string("out of memory"));
    QCOMPARE(ended(RunStatus::Interrupted, false), std::string("interrupted"));
  }

  void theUsersOwnAndTheLog() {
    RunWriter writer(path_);
    RunInfo run = turned();
    run.id = writer.createRun(run);
    writer.setNote(run.id, "with the new augmentation\nsecond line");
    writer.setTags(run.id, {"seed 2", "baseline", "", "baseline"});
    writer.setStarred(run.id, true);
    writer.setArchived(run.id, true);
    writer.setGroup(run.id, "sweep 1");
    writer.log(run.id, {0, LogLine::Level::Info, "begins"});
    writer.log(run.id, {0, LogLine::Level::Warning, "two pictures cannot be read"});
    writer.setSetting("views", "[1]");
    run.status = RunStatus::Finished;
    writer.finish(run);  // what the trainer writes leaves the user's own alone
    const RunReader reader(path_);
    const RunInfo kept = reader.runs().at(0);
    QCOMPARE(kept.note, std::string("with the new augmentation\nsecond line"));
    QCOMPARE(kept.tags, (std::vector<std::string>{"baseline", "seed 2"}));
    QVERIFY(kept.starred && kept.archived);
    QCOMPARE(kept.group, std::string("sweep 1"));
    const std::vector<LogLine> log = reader.log(run.id);
    QCOMPARE(log.size(), std::size_t{2});
    QVERIFY(log[1].level == LogLine::Level::Warning && log[1].unixMs > 0);
    QCOMPARE(log[1].text, std::string("two pictures cannot be read"));
    QCOMPARE(reader.setting("views").value_or(""), std::string("[1]"));
    writer.setSetting("views", "");
    writer.flush();
    QVERIFY(!reader.setting("views"));
  }

  void onlyWhatChangedIsTold() {
    RunWriter writer(path_);
    std::vector<RunId> runs;
    for (int i = 0; i < 60; ++i) {
      RunInfo info = newRun("lenet5", RunStatus::Running);
      info.id = writer.createRun(info);
      writer.append(info.id, "train_loss", {1, 0, double(i)});
      info.status = RunStatus::Finished;
      writer.finish(info);
      runs.push_back(info.id);
    }
    const RunReader reader(path_);
    const RunChanges all = reader.changes(0);
    QVERIFY(all.everything);
    QCOMPARE(all.changed.size(), std::size_t{60});
    QCOMPARE(all.changed.front().info.id, runs.back());  // newest first
    QCOMPARE(all.changed.front().series.at(0).lastValue, 59.0);
    QVERIFY(reader.changes(all.version).changed.empty());

    writer.rename(runs[3], "baseline");
    writer.remove(runs[5]);
    writer.append(runs[7], "val_loss", {1, 0, 0.5});
    writer.flush();
    const RunChanges some = reader.changes(all.version);
    QVERIFY(!some.everything);
    QCOMPARE(idsOf(some.changed), (std::vector<RunId>{runs[7], runs[3]}));
    QCOMPARE(some.changed[0].series.size(), std::size_t{2});
    QCOMPARE(some.gone, std::vector<RunId>{runs[5]});
    writer.restore(runs[5]);
    writer.flush();
    QCOMPARE(idsOf(reader.changes(some.version).changed), std::vector<RunId>{runs[5]});

    // Another file in its place is read anew, whatever its count.
    QFile::remove(QString::fromStdString(path_));
    for (const char* suffix : {"-wal", "-shm"}) QFile::remove(QString::fromStdString(path_) + suffix);
    RunWriter other(path_);
    other.createRun(newRun());
    other.flush();
    const RunChanges fresh = reader.changes(some.version);
    QVERIFY(fresh.everything);
    QCOMPARE(fresh.changed.size(), std::size_t{1});
  }

  void theBin() {
    RunWriter writer(path_);
    const RunId first = writer.createRun(newRun()), second = writer.createRun(newRun());
    for (int i = 0; i < 3000; ++i) writer.append(first, "train_loss", {i, 0, 1});
    writer.append(second, "train_loss", {1, 0, 1});
    writer.flush();
    const RunReader reader(path_);
    const std::int64_t before = reader.changes(0).version;
    writer.purge(first);  // not in the bin
    writer.flush();
    QVERIFY(writer.takeError().value_or("").find("not in the bin") != std::string::npos);
    QCOMPARE(reader.runs().size(), std::size_t{2});
    writer.remove(first);
    writer.flush();
    QCOMPARE(reader.binned().size(), std::size_t{1});
    QCOMPARE(reader.runs().size(), std::size_t{1});
    writer.purge(first);
    writer.flush();
    QVERIFY(reader.binned().empty());
    QCOMPARE(reader.changes(before).gone, std::vector<RunId>{first});
    const RawDatabase raw(path_);
    QCOMPARE(raw.value("SELECT count(*) FROM chunk_data"), QString("0"));
    QCOMPARE(raw.value("SELECT count(*) FROM series"), QString("1"));
    QCOMPARE(raw.value("SELECT count(*) FROM series_chunk"), QString("0"));
  }

  void manyPointsAtOnce() {
    RunWriter writer(path_);
    const RunId id = writer.createRun(newRun());
    std::vector<Point> truth;
    for (int i = 0; i < 150'000; ++i) truth.push_back({i, i * 0.1, std::sin(i * 0.01)});
    const auto part = [&](int from, int to) { return std::vector<Point>(truth.begin() + from, truth.begin() + to); };
    writer.append(id, "a", part(0, 70'000));
    writer.append(id, "a", part(70'000, 70'001));
    writer.append(id, "b", part(0, 100));
    writer.append(id, "a", part(70'001, 150'000));
    writer.append(id, "none", std::vector<Point>{});
    writer.append(999, "lost", part(0, 10));  // no such run: the others are kept
    writer.append(id, "b", {100, 10, 1});
    try {
      writer.flush();
    } catch (const Error&) {
    }
    const RunReader reader(path_);
    QVERIFY(samePoints(reader.points(id, "a"), truth));
    QCOMPARE(reader.points(id, "b").size(), std::size_t{101});
    QVERIFY(writer.takeError().value_or("").find("999") != std::string::npos);
  }

  void valuesThatAreNoNumbers() {
    const double nan = std::nan(""), infinite = std::numeric_limits<double>::infinity();
    RunWriter writer(path_);
    const RunId id = writer.createRun(newRun());
    for (int i = 0; i < 3000; ++i) writer.append(id, "loss", {i, 0, i == 7 ? nan : i == 1500 ? infinite : i == 2990 ? -infinite : 2.0});
    writer.append(id, "never", {1, 0, nan});
    writer.flush();
    const RunReader reader(path_);
    const std::vector<SeriesInfo> series = reader.series(id);
    QCOMPARE(series.at(0).notFinite, std::int64_t{3});
    QCOMPARE(series.at(0).max, 2.0);
    QCOMPARE(series.at(0).min, 2.0);
    QVERIFY(std::isnan(series.at(1).min) && series.at(1).notFinite == 1);
    for (const Bucket& bucket : reader.overview(id, "loss", 10)) QVERIFY(bucket.min == 2.0 && bucket.max == 2.0);
    const std::vector<Point> listed = reader.notFinite(id, "loss");
    QCOMPARE(listed.size(), std::size_t{3});
    QCOMPARE(listed[1].step, std::int64_t{1500});
    QCOMPARE(reader.notFinite(id, "loss", 2).size(), std::size_t{2});
    writer.reopenRun(id, 1000);
    QCOMPARE(reader.series(id).at(0).notFinite, std::int64_t{1});
  }

  void namesOfEveryScript() {
    RunWriter writer(path_);
    const RunId id = writer.createRun(newRun());
    // clang-format off
    const std::vector<std::string> keys = {"損失/検証", "потеря", "خسارة", "loss 🙂", "a\tb\nc", "quo\"te'; DROP TABLE run;--",
                                           std::string("zero\0inside", 11), "\xff\xfe not UTF-8", std::string(10'000, 'x'), " ",
                                           "\u202eloss\u202c/\u200bzero\u200dwidth", "lo\u00adss", "e\u0301", "\u00e9"};
    // clang-format on
    for (std::size_t i = 0; i < keys.size(); ++i) writer.append(id, keys[i], {1, 0, double(i)});
    writer.flush();
    const RunReader reader(path_);
    std::vector<std::string> kept;
    for (const SeriesInfo& series : reader.series(id)) kept.push_back(series.key);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      QVERIFY2(std::count(kept.begin(), kept.end(), keys[i]) == 1, keys[i].c_str());
      QCOMPARE(reader.points(id, keys[i]).at(0).value, double(i));
    }
    QCOMPARE(kept.size(), keys.size());
  }

  void clocksThatGoBack() {
    RunWriter writer(path_);
    RunInfo info = newRun("lenet5", RunStatus::Running);
    info.createdMs = 4'000'000'000'000;  // a clock that was wrong then
    const RunId future = writer.createRun(info);
    info.createdMs = -5;
    const RunId past = writer.createRun(info);
    writer.append(past, "loss", {5, 100, 1});
    writer.append(past, "loss", {4, 50, 2});  // step and time go back
    writer.append(past, "loss", {5, 51, 3});
    writer.flush();
    const RunReader reader(path_);
    QCOMPARE(idsOf(reader.changes(0).changed), (std::vector<RunId>{past, future}));  // by number, not by clock
    QCOMPARE(reader.points(past, "loss").size(), std::size_t{3});
    QCOMPARE(reader.points(past, "loss")[1].wall, 50.0);
    QCOMPARE(reader.overview(past, "loss", 1).at(0).last, 3.0);
  }

  void rowsOfOldVersions() {
    {
      RunWriter writer(path_);
      RunInfo info = newRun("lenet5", RunStatus::Running);
      info.id = writer.createRun(info);
      writer.setArtefact(info.id, "switches",
                         R"([{"step":0,"change":"start","batch_size":64,"predicted_peak_bytes":206,"measured_peak_bytes":210,"measured_step_ms":5},
                             {"step":148,"change":"mixed precision off -> bf16","batch_size":64,"predicted_peak_bytes":103,"measured_peak_bytes":104}])");
      info.step = 150;
      info.status = RunStatus::Finished;
      info.finals = {{"measured_peak_bytes", 104}};
      writer.finish(info);
    }
    // Back to version 2, as the program before wrote it.
    RawDatabase(path_).execute(
        "DROP TABLE run_change; DROP TABLE log; DROP TABLE setting; ALTER TABLE series DROP COLUMN not_finite; ALTER TABLE run DROP COLUMN spans;"
        "ALTER TABLE run DROP COLUMN out_of_memory; ALTER TABLE run DROP COLUMN note; ALTER TABLE run DROP COLUMN tags;"
        "ALTER TABLE run DROP COLUMN starred; ALTER TABLE run DROP COLUMN archived; ALTER TABLE run DROP COLUMN run_group;"
        "PRAGMA user_version=2");
    const RunReader reader(path_);  // looked at before anybody migrates it
    QCOMPARE(reader.changes(0).changed.size(), std::size_t{1});
    QVERIFY(reader.log(1).empty() && !reader.setting("views") && reader.runs().at(0).spans.empty());
    { RunWriter writer(path_); }
    const RunInfo run = reader.runs().at(0);
    QCOMPARE(run.spans.size(), std::size_t{2});
    QCOMPARE(run.spans[0].lastStep, std::int64_t{148});
    QCOMPARE(run.spans[1].lastStep, std::int64_t{150});
    QCOMPARE(summaryOf(run).residentPeakBytes, 210.0);
    QVERIFY(std::isnan(summaryOf(run).stepMs));  // was not kept
    QCOMPARE(reader.changes(0).changed.size(), std::size_t{1});
  }
};

QTEST_GUILESS_MAIN(KeptTest)
#include "kept_test.moc"
