// A writer that is killed at any moment: the store stays whole, what it acknowledged is there, and at most what it gathered is lost.
#include <signal.h>

#include "core/base/philox.h"
#include "tests/core/store/store_fixture.h"

using namespace stepscope;

class CrashTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void killedWriters() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("runs.db").toStdString();
    const auto seed = static_cast<std::uint64_t>(QDateTime::currentMSecsSinceEpoch());
    qInfo("seed %llu", static_cast<unsigned long long>(seed));
    PhiloxStream random(seed, 0);
    int acknowledgedRuns = 0;
    std::int64_t acknowledgedSteps = 0;
    for (int round = 0; round < 24; ++round) {
      QProcess child;
      child.start(STEPSCOPE_STORE_PROCESS, {"write", QString::fromStdString(path)});
      QVERIFY(child.waitForStarted());
      // Some are killed while they open the store, most while they write.
      const bool early = round % 4 == 0;
      if (early) {
        QThread::usleep(random.below(20000));
      } else {
        QVERIFY(child.waitForReadyRead(30000));
        QThread::usleep(random.below(300000));
      }
      ::kill(static_cast<pid_t>(child.processId()), SIGKILL);
      QVERIFY(child.waitForFinished(30000));
      RunId run = 0;
      std::int64_t acknowledged = 0;
      for (const QByteArray& line : child.readAllStandardOutput().split('\n')) {
        if (line.startsWith("run ")) run = line.mid(4).toLongLong();
        if (line.startsWith("step ")) acknowledged = line.mid(5).toLongLong();
      }
      if (run == 0) continue;
      ++acknowledgedRuns;
      acknowledgedSteps += acknowledged;

      QCOMPARE(RawDatabase(path).value("PRAGMA quick_check"), QString("ok"));
      const RunReader reader(path);
      QVERIFY(reader.run(run)->status == RunStatus::Interrupted);
      for (const char* key : {"train_loss", "lr"}) {
        const auto points = reader.points(run, key);
        QVERIFY2(points.size() >= static_cast<std::size_t>(acknowledged), qPrintable(QString("%1 of %2").arg(points.size()).arg(acknowledged)));
        for (std::size_t i = 0; i < points.size(); ++i) {
          QCOMPARE(points[i].step, static_cast<std::int64_t>(i + 1));
          if (*key == 't') QVERIFY(points[i].value == 1.0 / static_cast<double>(i + 1));
        }
      }
      QVERIFY(reader.markers(run).size() >= static_cast<std::size_t>(acknowledged / 100));
      // And the run can go on.
      RunWriter writer(path);
      writer.reopenRun(run, acknowledged);
      writer.append(run, "train_loss", {acknowledged + 1, 0, 7});
      writer.flush();
      QVERIFY(!writer.takeError());
      QCOMPARE(reader.points(run, "train_loss").size(), static_cast<std::size_t>(acknowledged + 1));
    }
    QCOMPARE(RawDatabase(path).value("PRAGMA integrity_check"), QString("ok"));
    QVERIFY(acknowledgedRuns >= 15);
    QVERIFY(acknowledgedSteps > 0);
  }
};

QTEST_GUILESS_MAIN(CrashTest)
#include "crash_test.moc"
