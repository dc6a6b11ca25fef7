// Runs, series, markers and artefacts go in by RunWriter and come out by RunReader.
#include <signal.h>

#include "core/base/clock.h"
#include "core/store/process_identity.h"
#include "tests/core/store/store_fixture.h"

using namespace stepscope;

class RunsTest : public QObject {
  Q_OBJECT
  std::unique_ptr<QTemporaryDir> folder_;
  std::string path_;

 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    QVERIFY(folder_->isValid());
    path_ = folder_->filePath(".stepscope/runs.db").toStdString();
  }

  void readerBeforeAnyWriter() {
    const RunReader reader(path_);
    QVERIFY(reader.runs().empty());
    QVERIFY(!reader.run(1));
    QVERIFY(reader.points(1, "lr").empty());
    const std::int64_t before = reader.dataVersion();
    RunWriter writer(path_);
    const RunId id = writer.createRun(newRun());
    QVERIFY(reader.dataVersion() != before);
    QCOMPARE(reader.runs().size(), std::size_t{1});
    QCOMPARE(reader.runs()[0].id, id);
  }

  void runRoundTrip() {
    RunWriter writer(path_);
    RunInfo info = newRun("resnet20");
    info.id = writer.createRun(info);
    const RunReader reader(path_);
    RunInfo read = *reader.run(info.id);
    QCOMPARE(read.name, "run " + std::to_string(info.id));
    QCOMPARE(read.model, info.model);
    QCOMPARE(read.configuration, info.configuration);
    QVERIFY(read.status == RunStatus::Running);
    QVERIFY(read.createdMs > 1'600'000'000'000);

    const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
    info.status = RunStatus::Failed;
    info.message = "the loss is not a number at step 3; lower the learning rate \xE2\x80\x94 \"now\"";
    info.seconds = 12.5;
    info.step = 300;
    info.epoch = 4;
    info.finals = {{"val_accuracy", 0.99}, {"train_loss", nan}, {"val_loss", inf}, {"x", -inf}, {"best_val_accuracy", 1.0 / 3}};
    writer.finish(info);
    read = *reader.run(info.id);
    QVERIFY(read.status == RunStatus::Failed);
    QCOMPARE(read.message, info.message);
    QCOMPARE(read.seconds, 12.5);
    QCOMPARE(read.step, std::int64_t{300});
    QCOMPARE(read.epoch, std::int64_t{4});
    QCOMPARE(read.finals.size(), std::size_t{5});
    QCOMPARE(read.finals[0].first, std::string("val_accuracy"));
    QVERIFY(read.finals[0].second == 0.99);
    QVERIFY(std::isnan(read.finals[1].second));
    QVERIFY(read.finals[2].second == inf && read.finals[3].second == -inf);
    QVERIFY(read.finals[4].second == 1.0 / 3);
    for (RunStatus status : {RunStatus::Running, RunStatus::Finished, RunStatus::Stopped, RunStatus::Failed, RunStatus::Interrupted}) {
      info.status = status;
      writer.update(info);
      writer.flush();
      QVERIFY(reader.run(info.id)->status == status);
    }
    QCOMPARE(nameOf(RunStatus::Interrupted), std::string("interrupted"));
  }

  void newestFirst() {
    RunWriter writer(path_);
    for (int i = 0; i < 5; ++i) writer.createRun(newRun("m" + std::to_string(i)));
    const auto runs = RunReader(path_).runs();
    QCOMPARE(runs.size(), std::size_t{5});
    for (std::size_t i = 0; i < 5; ++i) QCOMPARE(runs[i].model, "m" + std::to_string(4 - i));
  }

  void renameTrashRestore() {
    RunWriter writer(path_);
    const RunId a = writer.createRun(newRun()), b = writer.createRun(newRun());
    writer.append(a, "lr", {1, 0, 0.1});
    writer.rename(a, "with augmentation");
    writer.remove(b);
    writer.flush();
    const RunReader reader(path_);
    QCOMPARE(reader.runs().size(), std::size_t{1});
    QCOMPARE(reader.runs()[0].name, std::string("with augmentation"));
    QVERIFY(!reader.run(b));
    writer.restore(b);
    writer.remove(a);
    writer.flush();
    QCOMPARE(reader.runs().size(), std::size_t{1});
    QCOMPARE(reader.runs()[0].id, b);
    writer.restore(a);
    writer.flush();
    QCOMPARE(reader.points(a, "lr").size(), std::size_t{1});
    QVERIFY(!writer.takeError());
  }

  void unknownRunsAreNamed() {
    RunWriter writer(path_);
    const RunId id = writer.createRun(newRun());
    writer.append(999, "lr", {1, 0, 0.1});
    writer.append(id, "lr", {1, 0, 0.1});
    writer.flush();
    const auto error = writer.takeError();
    QVERIFY(error && QString::fromStdString(*error).contains("no run 999"));
    QVERIFY(!writer.takeError());
    // What was written beside it is there.
    QCOMPARE(RunReader(path_).points(id, "lr").size(), std::size_t{1});
    QVERIFY(errorOf([&] { writer.reopenRun(998, 0); }).contains("no run 998"));
    RunInfo info = newRun();
    info.id = 997;
    QVERIFY(errorOf([&] { writer.finish(info); }).contains("no run 997"));
    writer.mark(996, {1, 0, "switch", "x"});
    writer.flush();
    QVERIFY(writer.takeError());
  }

  void seriesOfEveryLength_data() {
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("flushEvery");
    for (int count : {1, 2, 63, 64, 65, 1023, 1024, 1025, 2048, 5000})
      for (int every : {0, 1000, 700}) QTest::addRow("%d points, flushed every %d", count, every) << count << every;
    QTest::newRow("one by one") << 60 << 1;
    QTest::newRow("more than one commit takes") << 150000 << 0;
  }
  void seriesOfEveryLength() {
    QFETCH(int, count);
    QFETCH(int, flushEvery);
    std::vector<Point> points;
    for (int i = 0; i < count; ++i) points.push_back({i * 3, i * 0.25, std::sin(i * 0.1)});
    if (count > 10) {
      points[3].value = std::numeric_limits<double>::quiet_NaN();
      points[5].value = std::numeric_limits<double>::infinity();
      points.back().value = -0.0;
    }
    RunId id = 0;
    {
      RunWriter writer(path_);
      id = writer.createRun(newRun());
      for (int i = 0; i < count; ++i) {
        writer.append(id, "train_loss", points[static_cast<std::size_t>(i)]);
        if (flushEvery && i % flushEvery == 0) writer.flush();
      }
      writer.flush();
      QVERIFY(samePoints(RunReader(path_).points(id, "train_loss"), points));
      RunInfo info = newRun("lenet5", RunStatus::Finished);
      info.id = id;
      writer.finish(info);
      QVERIFY(!writer.takeError());
    }
    const RunReader reader(path_);
    QVERIFY(samePoints(reader.points(id, "train_loss"), points));
    const auto series = reader.series(id);
    QCOMPARE(series.size(), std::size_t{1});
    QCOMPARE(series[0].key, std::string("train_loss"));
    QCOMPARE(series[0].count, std::int64_t{count});
    QCOMPARE(series[0].lastStep, points.back().step);
    QCOMPARE(series[0].lastValue, points.back().value);
    double least = std::numeric_limits<double>::quiet_NaN(), most = least;
    for (const Point& point : points) {
      if (!std::isfinite(point.value)) continue;
      least = std::fmin(least, point.value);
      most = std::fmax(most, point.value);
    }
    QVERIFY(series[0].min == least && series[0].max == most);
    QCOMPARE(RawDatabase(path_).value("SELECT count(*) FROM series_tail"), QString("0"));
  }

  void seriesGoesOnInAnotherWriter() {
    RunId id = 0;
    std::vector<Point> points;
    for (int session = 0; session < 4; ++session) {
      RunWriter writer(path_);
      if (session == 0) id = writer.createRun(newRun());
      for (int i = 0; i < 700; ++i) {
        points.push_back({static_cast<std::int64_t>(points.size()), 1, static_cast<double>(i)});
        writer.append(id, "lr", points.back());
      }
    }
    QVERIFY(samePoints(RunReader(path_).points(id, "lr"), points));
  }

  void onlyNaN() {
    RunWriter writer(path_);
    const RunId id = writer.createRun(newRun());
    for (int i = 0; i < 3; ++i) writer.append(id, "train_loss", {i, 0, std::numeric_limits<double>::quiet_NaN()});
    writer.flush();
    const auto series = RunReader(path_).series(id);
    QVERIFY(std::isnan(series[0].lastValue) && std::isnan(series[0].min) && std::isnan(series[0].max));
  }

  void markersAndArtefacts() {
    RunWriter writer(path_);
    const RunId id = writer.createRun(newRun());
    writer.mark(id, {12, 3.5, "switch", "batch size 64 -> 128"});
    writer.mark(id, {20, 4.5, "checkpoint", ""});
    writer.setArtefact(id, "memory_plan", "{}");
    writer.setArtefact(id, "memory_plan", std::string(1 << 20, 'x'));
    writer.setArtefact(id, "breakdown", std::string("a\0b", 3));
    writer.flush();
    const RunReader reader(path_);
    const auto markers = reader.markers(id);
    QCOMPARE(markers.size(), std::size_t{2});
    QCOMPARE(markers[0].step, std::int64_t{12});
    QCOMPARE(markers[0].wall, 3.5);
    QCOMPARE(markers[0].kind, std::string("switch"));
    QCOMPARE(markers[0].label, std::string("batch size 64 -> 128"));
    QCOMPARE(reader.artefact(id, "memory_plan")->size(), std::size_t{1 << 20});
    QCOMPARE(*reader.artefact(id, "breakdown"), std::string("a\0b", 3));
    QVERIFY(!reader.artefact(id, "absent"));
  }

  void metricsAreCommittedWithoutAsking() {
    RunWriter writer(path_);
    const RunId id = writer.createRun(newRun());
    const RunReader reader(path_);
    const std::int64_t commit = writer.lastCommitNs();
    writer.append(id, "lr", {1, 0, 0.1});
    QTRY_COMPARE_WITH_TIMEOUT(reader.points(id, "lr").size(), std::size_t{1}, 20000);
    QVERIFY(writer.lastCommitNs() > commit);
  }

  void aRunWithoutFinalsShowsItsLastValues() {
    RunWriter writer(path_);
    const RunId id = writer.createRun(newRun());
    writer.append(id, "train_loss", {1, 0, 0.75});
    writer.flush();
    const auto finals = RunReader(path_).run(id)->finals;
    QCOMPARE(finals.size(), std::size_t{1});
    QCOMPARE(finals[0].second, 0.75);
  }

  void aTrainerThatNeverFinished() {
    RunId id = 0;
    {
      RunWriter writer(path_);
      id = writer.createRun(newRun());
    }
    QVERIFY(RunReader(path_).run(id)->status == RunStatus::Interrupted);
  }

  void deadProcessesAreInterrupted() {
    QProcess child;
    child.start(STEPSCOPE_STORE_PROCESS, {"hold", QString::fromStdString(path_)});
    QVERIFY(child.waitForReadyRead(30000));
    const RunId id = QString(child.readLine()).split(' ').at(1).toLongLong();
    {
      const RunReader reader(path_);
      QVERIFY(reader.run(id)->status == RunStatus::Running);
      RunWriter writer(path_);
      QVERIFY(reader.run(id)->status == RunStatus::Running);  // it lives
      const QString refused = errorOf([&] { writer.reopenRun(id, 0); });
      QVERIFY2(refused.contains("is being trained by process " + QString::number(child.processId())), qPrintable(refused));
    }
    child.kill();
    QVERIFY(child.waitForFinished());
    const RunReader reader(path_);
    QVERIFY(reader.run(id)->status == RunStatus::Interrupted);  // as shown
    QCOMPARE(RawDatabase(path_).value("SELECT status FROM run"), QString("0"));
    RunWriter writer(path_);
    QCOMPARE(RawDatabase(path_).value("SELECT status FROM run"), QString("4"));  // and now as kept
    writer.reopenRun(id, 0);
    QVERIFY(reader.run(id)->status == RunStatus::Running);
  }

  void ownersThatCannotBeSeenAreLeftAlone() {
    RunId id = 0;
    {
      RunWriter writer(path_);
      id = writer.createRun(newRun());
      RunInfo info = newRun("lenet5", RunStatus::Finished);
      info.id = id;
      writer.finish(info);
    }
    const auto statusWith = [&](const std::string& change) {
      RawDatabase(path_).execute("UPDATE run SET status=0, " + change);
      RunWriter writer(path_);
      return RunReader(path_).run(id)->status;
    };
    const ProcessIdentity self = thisProcess();
    // Of another machine: unknown, whatever its heartbeat.
    QVERIFY(statusWith("owner_host='elsewhere', owner_pid=1, heartbeat_ms=0") == RunStatus::Running);
    QVERIFY(statusWith("owner_host='" + self.host + "', owner_namespace='pid:[1]', owner_pid=999999999") == RunStatus::Running);
    // This machine started anew since.
    QVERIFY(statusWith("owner_host='" + self.host + "', owner_boot='another'") == RunStatus::Interrupted);
    // A pid that is used again.
    QVERIFY(statusWith("owner_boot='" + self.boot + "', owner_namespace='" + self.pidNamespace + "', owner_pid=" + std::to_string(self.pid) +
                       ", owner_start=" + std::to_string(self.startTicks + 1)) == RunStatus::Interrupted);
    // The user asks to resume a run of a machine that has been silent for long.
    RawDatabase(path_).execute("UPDATE run SET status=0, owner_host='elsewhere', heartbeat_ms=0");
    RunWriter writer(path_);
    writer.reopenRun(id, 0);
    QCOMPARE(RawDatabase(path_).value("SELECT owner_pid FROM run").toLongLong(), qlonglong{self.pid});
  }

  void aReplacedFileIsSeen() {
    { RunWriter(path_).createRun(newRun("first")); }
    const RunReader reader(path_);
    QCOMPARE(reader.runs()[0].model, std::string("first"));
    const std::int64_t version = reader.dataVersion();
    for (const char* suffix : {"", "-wal", "-shm", "-lock", "-queue"}) QFile::remove(QString::fromStdString(path_) + suffix);
    QVERIFY(reader.runs().empty());
    { RunWriter(path_).createRun(newRun("second")); }
    QCOMPARE(reader.runs().at(0).model, std::string("second"));
    QVERIFY(reader.dataVersion() != version);
  }
};

QTEST_GUILESS_MAIN(RunsTest)
#include "runs_test.moc"
