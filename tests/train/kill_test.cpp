// kill -9 at random moments of a real training process, then everything is opened again: the store is whole, at most a second of metrics is
// gone, and the run resumes. STEPSCOPE_KILLS says how often (10); kill_loop.sh does it 50 times.
#include <signal.h>
#include <sqlite3.h>

#include <QtTest>

#include "core/base/clock.h"
#include "core/base/philox.h"
#include "core/store/run_store.h"
#include "core/train/checkpoint.h"
#include "tests/cli/command_line.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

QByteArray integrityOf(const QString& store) {
  sqlite3* database = nullptr;
  QByteArray answer;
  if (sqlite3_open_v2(store.toUtf8().constData(), &database, SQLITE_OPEN_READWRITE, nullptr) == SQLITE_OK) {
    sqlite3_exec(
        database, "PRAGMA integrity_check",
        [](void* out, int, char** values, char**) {
          *static_cast<QByteArray*>(out) += values[0];
          return 0;
        },
        &answer, nullptr);
  }
  sqlite3_close(database);
  return answer;
}

}  // namespace

class KillTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void nothingSavedIsLost() {
    const int kills = qEnvironmentVariableIntValue("STEPSCOPE_KILLS") > 0 ? qEnvironmentVariableIntValue("STEPSCOPE_KILLS") : 10;
    QTemporaryDir folder;
    const QString project = writeProject(folder, QByteArray(kSmallProject).replace("epochs = 2", "epochs = 100000"));
    const QString store = folder.filePath(".stepscope/runs.db");
    PhiloxStream random(static_cast<std::uint64_t>(QDateTime::currentMSecsSinceEpoch()), 0);
    int corrupt = 0, fromCheckpoint = 0, killedEarly = 0;
    double worstLoss = 0;
    RunId run = 0;
    for (int i = 0; i < kills; ++i) {
      QStringList arguments{"train", project, "--json"};
      if (run > 0) arguments << "--resume" << QString::number(run);
      QProcess process;
      process.start(STEPSCOPE_CLI, arguments);
      QVERIFY(process.waitForStarted());
      // Some die while they still prepare, most while they train or write a checkpoint.
      const std::int64_t life = 20 + random.below(random.below(4) == 0 ? 300 : 3000);
      QElapsedTimer clock;
      clock.start();
      QByteArray out;
      double startedAt = -1;
      while (clock.elapsed() < life) {
        process.waitForReadyRead(1);
        out += process.readAllStandardOutput();
        if (startedAt < 0 && out.contains("\"start\"")) startedAt = static_cast<double>(clock.nsecsElapsed()) * 1e-9;
        QVERIFY2(process.state() == QProcess::Running, process.readAllStandardError());
      }
      ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
      const double killedAt = static_cast<double>(clock.nsecsElapsed()) * 1e-9;
      QVERIFY(process.waitForFinished(10'000));
      out += process.readAllStandardOutput();

      if (QFile::exists(store)) {
        const QByteArray integrity = integrityOf(store);
        if (integrity != "ok") ++corrupt;
        QVERIFY2(integrity == "ok", integrity);
      }
      if (startedAt < 0) {
        ++killedEarly;
        continue;
      }
      const QJsonObject start = QJsonDocument::fromJson(out.left(out.indexOf('\n'))).object();
      run = start["run"].toInt();
      const std::int64_t firstStep = start["first_step"].toInteger();
      const RunReader reader(store.toStdString());
      QVERIFY(reader.run(run).has_value());
      const std::vector<Point> points = reader.points(run, "train_loss");
      // Seconds of training at the start of this life: those of the point the checkpoint was made at.
      double base = 0, last = 0;
      for (const Point& point : points) {
        QVERIFY(std::isfinite(point.value));
        if (point.step <= firstStep) base = point.wall;
        last = point.wall;
      }
      for (std::size_t k = 1; k < points.size(); ++k) QCOMPARE(points[k].step, points[k - 1].step + 1);
      const double lost = killedAt - startedAt - (std::max(last, base) - base);
      worstLoss = std::max(worstLoss, lost);
      if (lost > 1)
        qInfo("life %d: began at %.3f s, killed at %.3f s, trained from %.3f s, last point at %.3f s, step %lld", i, startedAt, killedAt,
              base, last, points.empty() ? 0LL : static_cast<long long>(points.back().step));
      if (firstStep > 0) ++fromCheckpoint;
    }
    // The last life ends well: resume works to the end.
    if (run > 0) {
      const std::int64_t epochs = RunReader(store.toStdString()).run(run)->epoch;
      const Said said =
          cli({"train", project, "--json", "--resume", QString::number(run), "--set", QString("train.epochs=%1").arg(epochs + 50)});
      QVERIFY2(said.exitCode == 0, said.err);
      QVERIFY2(said.out.contains("\"finished\""), said.out);
      const auto points = RunReader(store.toStdString()).points(run, "train_loss");
      for (std::size_t k = 0; k < points.size(); ++k) QCOMPARE(points[k].step, static_cast<std::int64_t>(k) + 1);
    }
    qInfo("%d kills: %d corrupt stores, at most %.2f s of metrics lost, %d resumed from a checkpoint, %d killed before the run began",
          kills, corrupt, worstLoss, fromCheckpoint, killedEarly);
    QCOMPARE(corrupt, 0);
    // The promise is one second. Among other tests on a busy machine the kill itself comes late, so there the figure is only told.
    if (qEnvironmentVariableIsSet("STEPSCOPE_KILLS")) QVERIFY2(worstLoss <= 1.0, qPrintable(QString::number(worstLoss)));
  }
};

QTEST_GUILESS_MAIN(KillTest)
#include "kill_test.moc"
