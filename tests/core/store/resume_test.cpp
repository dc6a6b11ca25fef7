// A resumed run: what lies behind its checkpoint is superseded, kept, and not shown.
#include "tests/core/store/store_fixture.h"

using namespace stepscope;

class ResumeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void superseded_data() {
    QTest::addColumn<int>("before");
    QTest::addColumn<int>("at");
    QTest::newRow("within the tail") << 500 << 300;
    QTest::newRow("within a chunk") << 3000 << 1500;
    QTest::newRow("at a chunk's end") << 3000 << 1024;
    QTest::newRow("at a chunk's start") << 3000 << 1025;
    QTest::newRow("at the end") << 3000 << 3000;
    QTest::newRow("behind the end") << 3000 << 9999;
    QTest::newRow("at the start") << 3000 << 0;
  }
  void superseded() {
    QFETCH(int, before);
    QFETCH(int, at);
    const QTemporaryDir folder;
    const std::string path = folder.filePath("runs.db").toStdString();
    RunId id = 0;
    {
      RunWriter writer(path);
      id = writer.createRun(newRun());
      for (int step = 1; step <= before; ++step) writer.append(id, "train_loss", {step, 0, 1});
      writer.mark(id, {at, 0, "checkpoint", "kept"});
      writer.mark(id, {at + 1, 0, "switch", "superseded"});
    }
    RunWriter writer(path);
    writer.reopenRun(id, at);
    const int kept = std::min(before, at);
    for (int step = kept + 1; step <= kept + 2000; ++step) writer.append(id, "train_loss", {step, 0, 2});
    RunInfo info = newRun("lenet5", RunStatus::Finished);
    info.id = id;
    writer.finish(info);

    const RunReader reader(path);
    const auto points = reader.points(id, "train_loss");
    QCOMPARE(points.size(), static_cast<std::size_t>(kept + 2000));
    for (std::size_t i = 0; i < points.size(); ++i) {
      QCOMPARE(points[i].step, static_cast<std::int64_t>(i + 1));
      QCOMPARE(points[i].value, static_cast<int>(i) < kept ? 1.0 : 2.0);
    }
    const auto markers = reader.markers(id);
    QCOMPARE(markers.size(), std::size_t{1});
    QCOMPARE(markers[0].label, std::string("kept"));
    // Nothing was thrown away.
    QCOMPARE(RawDatabase(path).value("SELECT sum(n) FROM series_chunk").toInt(), before + 2000);
    QCOMPARE(RawDatabase(path).value("SELECT count(*) FROM marker").toInt(), 2);
    QCOMPARE(RawDatabase(path).value("SELECT count(*) FROM series_chunk WHERE data_id NOT IN (SELECT id FROM chunk_data)").toInt(), 0);
    QCOMPARE(RawDatabase(path).value("SELECT count(*) FROM chunk_data WHERE id NOT IN (SELECT data_id FROM series_chunk)").toInt(), 0);
  }

  void restoresAndRunsAgain() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("runs.db").toStdString();
    RunWriter writer(path);
    RunInfo info = newRun();
    info.id = writer.createRun(info);
    info.status = RunStatus::Failed;
    info.message = "the disk was full";
    info.step = 900;
    writer.finish(info);
    writer.remove(info.id);
    writer.reopenRun(info.id, 800);
    const auto run = RunReader(path).run(info.id);
    QVERIFY(run && run->status == RunStatus::Running);
    QCOMPARE(run->message, std::string());
    QCOMPARE(run->step, std::int64_t{800});
  }
};

QTEST_GUILESS_MAIN(ResumeTest)
#include "resume_test.moc"
