// kill -9 at random moments of a real training process, then everything is opened again: the store is whole, at most a second of metrics is
// gone, and the run resumes from its newest checkpoint. STEPSCOPE_KILLS says how often (10); kill_loop.sh does it 50 times.
// STEPSCOPE_KILL_SEED repeats the moments of a run that failed; the times between the processes' own threads remain its own.
#include <signal.h>
#include <sqlite3.h>

#include <QtTest>

#include "core/base/clock.h"
#include "core/base/philox.h"
#include "core/store/run_store.h"
#include "core/train/checkpoint/checkpoint.h"
#include "tests/app/cli/command_line.h"

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

// When a process dies. All but the first wait for something it did, so that a slow machine changes nothing; then comes a short random delay.
enum class Moment { Preparing, Training, Saving, Saved };
constexpr const char* kMoments[] = {"preparing", "training", "saving", "saved"};

// A training process and what it has said.
class Life {
 public:
  explicit Life(const QStringList& arguments) {
    clock_.start();
    process_.start(STEPSCOPE_CLI, arguments);
  }
  ~Life() {
    if (process_.state() == QProcess::NotRunning) return;
    process_.kill();
    process_.waitForFinished();
  }
  // Until `happened`; no test waits longer than this for a process that hangs. Throws when the process ends by itself.
  template <typename Condition>
  void waitFor(const char* what, Condition happened) {
    const QDeadlineTimer end(std::chrono::minutes(3));
    while (!happened()) {
      process_.waitForReadyRead(1);
      listen();
      if (process_.state() == QProcess::NotRunning) throw std::runtime_error("it ended: " + process_.readAllStandardError().toStdString());
      if (end.hasExpired()) throw std::runtime_error(std::string("three minutes passed without ") + what);
    }
  }
  void pass(std::int64_t milliseconds) {
    const QDeadlineTimer end(milliseconds);
    waitFor("a moment", [&] { return end.hasExpired(); });
  }
  void kill() {
    ::kill(static_cast<pid_t>(process_.processId()), SIGKILL);
    killedAt = seconds();
    process_.waitForFinished(-1);
    out += process_.readAllStandardOutput();
  }
  bool started() const { return startedAt >= 0; }
  QJsonObject start() const { return QJsonDocument::fromJson(out.left(out.indexOf('\n'))).object(); }

  QByteArray out;
  double startedAt = -1, killedAt = -1;  // seconds

 private:
  double seconds() const { return static_cast<double>(clock_.nsecsElapsed()) * 1e-9; }
  void listen() {
    out += process_.readAllStandardOutput();
    if (startedAt < 0 && out.contains("\"start\"") && out.contains('\n')) startedAt = seconds();
  }
  QProcess process_;
  QElapsedTimer clock_;
};

// The folders that hold, or are to become, what a run resumes from: "last.000007", "last.tmp-...".
QStringList checkpointsIn(const QString& directory, bool whole) {
  QStringList found = QDir(directory).entryList({"last*"}, QDir::Dirs);
  found.removeIf([&](const QString& name) { return name.contains(".tmp-") == whole; });
  return found;
}

void live(Life& life, Moment moment, const QString& runs, PhiloxStream& random) {
  if (moment == Moment::Preparing) return life.pass(static_cast<std::int64_t>(random.below(300)));
  life.waitFor("the start", [&] { return life.started(); });
  const QString directory = runs + "/" + QString::number(life.start()["run"].toInt());
  const QStringList before = checkpointsIn(directory, true);
  const auto epochs = static_cast<qsizetype>(random.below(40));
  const auto delay = static_cast<std::int64_t>(random.below(30));
  switch (moment) {
    case Moment::Preparing: break;
    case Moment::Training: life.waitFor("epochs", [&] { return life.out.count("\"epoch\",") > epochs; }); break;
    case Moment::Saving:  // its window is short: where it is missed, the checkpoint is there
      return life.waitFor("a checkpoint being written",
                          [&] { return !checkpointsIn(directory, false).isEmpty() || checkpointsIn(directory, true) != before; });
    case Moment::Saved: life.waitFor("a checkpoint", [&] { return checkpointsIn(directory, true) != before; }); break;
  }
  life.pass(delay);
}

// The step that a resumed run has to begin after: that of its newest whole checkpoint, 0 without one.
std::int64_t stepToResume(const QString& directory) {
  return hasCheckpoint(directory.toStdString(), "last") ? loadCheckpoint(directory.toStdString(), "last").step : 0;
}

}  // namespace

class KillTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void nothingSavedIsLost() {
    const int kills = qEnvironmentVariableIntValue("STEPSCOPE_KILLS") > 0 ? qEnvironmentVariableIntValue("STEPSCOPE_KILLS") : 10;
    QTemporaryDir folder;
    const QString project = writeProject(folder, QByteArray(kSmallProject).replace("epochs = 2", "epochs = 100000"));
    const QString runs = folder.filePath(".stepscope/runs"), store = folder.filePath(".stepscope/runs.db");
    const QByteArray given = qgetenv("STEPSCOPE_KILL_SEED");
    const std::uint64_t seed = given.isEmpty() ? static_cast<std::uint64_t>(QDateTime::currentMSecsSinceEpoch()) : given.toULongLong();
    qInfo("moments drawn with STEPSCOPE_KILL_SEED=%llu", static_cast<unsigned long long>(seed));
    PhiloxStream random(seed, 0);
    int corrupt = 0, fromCheckpoint = 0, killedEarly = 0;
    double worstLoss = 0;
    RunId run = 0;
    for (int i = 0; i < kills; ++i) {
      QStringList arguments{"train", project, "--json"};
      if (run > 0) arguments << "--resume" << QString::number(run);
      const std::int64_t expectedStep = run > 0 ? stepToResume(runs + "/" + QString::number(run)) : 0;
      // The first leaves a checkpoint and the second goes on from it; the others are drawn.
      const auto drawn = static_cast<Moment>(random.below(4));
      const Moment moment = i == 0 ? Moment::Saved : i == 1 ? Moment::Training : drawn;
      const QByteArray title = QByteArray("life ") + QByteArray::number(i) + ", " + kMoments[static_cast<int>(moment)];
      Life life(arguments);
      try {
        live(life, moment, runs, random);
      } catch (const std::exception& error) {
        QFAIL((title + ": " + error.what()).constData());
      }
      life.kill();

      if (QFile::exists(store)) {
        const QByteArray integrity = integrityOf(store);
        if (integrity != "ok") ++corrupt;
        QVERIFY2(integrity == "ok", integrity);
      }
      if (!life.started()) {
        ++killedEarly;
        continue;
      }
      const QJsonObject start = life.start();
      QVERIFY2(run == 0 || run == start["run"].toInt(), title.constData());
      run = start["run"].toInt();
      const std::int64_t firstStep = start["first_step"].toInteger();
      QVERIFY2(firstStep == expectedStep,
               (title + ": began after step " + QByteArray::number(firstStep) + ", its checkpoint is of step " + QByteArray::number(expectedStep))
                   .constData());
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
      const double lost = life.killedAt - life.startedAt - (std::max(last, base) - base);
      worstLoss = std::max(worstLoss, lost);
      if (lost > 1)
        qInfo("%s: began at %.3f s, killed at %.3f s, trained from %.3f s, last point at %.3f s, step %lld", title.constData(), life.startedAt,
              life.killedAt, base, last, points.empty() ? 0LL : static_cast<long long>(points.back().step));
      if (firstStep > 0) ++fromCheckpoint;
    }
    // The last life ends well: resume works to the end.
    {
      QVERIFY(run > 0);
      const std::int64_t epochs = RunReader(store.toStdString()).run(run)->epoch;
      const Said said = cli({"train", project, "--json", "--resume", QString::number(run), "--set", QString("train.epochs=%1").arg(epochs + 50)});
      QVERIFY2(said.exitCode == 0, said.err);
      QVERIFY2(said.out.contains("\"finished\""), said.out);
      const auto points = RunReader(store.toStdString()).points(run, "train_loss");
      for (std::size_t k = 0; k < points.size(); ++k) QCOMPARE(points[k].step, static_cast<std::int64_t>(k) + 1);
    }
    qInfo("%d kills: %d corrupt stores, at most %.2f s of metrics lost, %d resumed from a checkpoint, %d killed before the run began", kills, corrupt,
          worstLoss, fromCheckpoint, killedEarly);
    QCOMPARE(corrupt, 0);
    QVERIFY2(fromCheckpoint > 0, "no life began from a checkpoint: nothing was resumed");
    // The promise is one second. Among other tests on a busy machine the kill itself comes late, so there the figure is only told.
    if (qEnvironmentVariableIsSet("STEPSCOPE_KILLS")) QVERIFY2(worstLoss <= 1.0, qPrintable(QString::number(worstLoss)));
  }
};

QTEST_GUILESS_MAIN(KillTest)
#include "kill_test.moc"
