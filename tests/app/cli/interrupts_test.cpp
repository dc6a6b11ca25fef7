// What ends a command from outside: Ctrl+C, SIGTERM, and a terminal that is closed. The checkpoint is written, the exit code is the same everywhere,
// and that a second Ctrl+C ends at once is said at the first.
#include <signal.h>

#include <QtTest>

#include "command_line.h"
#include "core/store/run_store.h"
#include "core/train/checkpoint/checkpoint.h"
#include "tests/views/patience.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

QByteArray longProject() {
  QByteArray text = kSmallProject;
  return text.replace("epochs = 2", "epochs = 100000");
}

}  // namespace

class InterruptsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aTrainingIsSaved_data() {
    QTest::addColumn<int>("signal");
    QTest::newRow("SIGINT") << SIGINT;
    QTest::newRow("SIGTERM") << SIGTERM;
    QTest::newRow("SIGHUP") << SIGHUP;
  }
  void aTrainingIsSaved() {
    QFETCH(int, signal);
    const QTemporaryDir folder;
    const QString project = writeProject(folder, longProject());
    const std::string store = folder.filePath(".stepscope/runs.db").toStdString();
    QProcess train;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove("GOMP_SPINCOUNT");  // as a user starts it: the program starts itself again
    train.setProcessEnvironment(environment);
    train.start(STEPSCOPE_CLI, {"train", project});
    const auto begun = [&] {
      return QFile::exists(QString::fromStdString(store)) && RunReader(store).run(1) && !RunReader(store).points(1, "train_loss").empty();
    };
    QTRY_VERIFY_WITH_TIMEOUT(begun(), kPatience);
    // Who looks for it with ps or ends it with pkill finds it by its name.
    QFile name(QStringLiteral("/proc/%1/comm").arg(train.processId()));
    QVERIFY(name.open(QIODevice::ReadOnly));
    QCOMPARE(name.readAll().trimmed(), QByteArray("stepscope-cli"));
    ::kill(static_cast<pid_t>(train.processId()), signal);
    QVERIFY(train.waitForFinished(kPatience));
    const QByteArray err = train.readAllStandardError();
    QVERIFY2(train.exitStatus() == QProcess::NormalExit && train.exitCode() == 0, err);
    QCOMPARE(err.contains("a second Ctrl+C ends it at once"), signal == SIGINT);
    const RunInfo run = *RunReader(store).run(1);
    QVERIFY(run.status == RunStatus::Stopped);
    const std::string directory = folder.filePath(".stepscope/runs/1").toStdString();
    QCOMPARE(loadCheckpoint(directory, "last").step, run.step);
  }

  // The terminal of a process that was started by nohup is closed: it goes on.
  void whoIgnoresItGoesOn() {
    const QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    QProcess train;
    train.setChildProcessModifier([] { ::signal(SIGHUP, SIG_IGN); });
    train.start(STEPSCOPE_CLI, {"train", project, "--set", "train.epochs=200"});
    QVERIFY(train.waitForStarted(kPatience));
    for (int i = 0; i < 20 && train.state() == QProcess::Running; ++i) {
      ::kill(static_cast<pid_t>(train.processId()), SIGHUP);
      train.waitForFinished(50);
    }
    QVERIFY(train.state() == QProcess::NotRunning || train.waitForFinished(kPatience));
    QCOMPARE(train.exitCode(), 0);
    QVERIFY(RunReader(folder.filePath(".stepscope/runs.db").toStdString()).run(1)->status == RunStatus::Finished);
  }

  void othersEndAlike_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("lrtest") << QStringList{"lrtest", "PROJECT", "--steps", "1000000", "--least", "1e-7", "--most", "1e-6"};
    QTest::newRow("try") << QStringList{"try", "PROJECT", "batch_size=64", "--seconds", "600", "--set", "model.hidden=[3072,3072,3072]"};
  }
  void othersEndAlike() {
    QFETCH(QStringList, arguments);
    const QTemporaryDir folder;
    const QString project = writeProject(folder, longProject());
    arguments.replaceInStrings("PROJECT", project);
    QProcess process;
    process.start(STEPSCOPE_CLI, arguments);
    QVERIFY(process.waitForStarted(kPatience));
    process.waitForFinished(1500);  // it is at work, or about to be: either ends the same
    QVERIFY(process.state() == QProcess::Running);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(kPatience));
    const QByteArray all = process.readAllStandardOutput() + process.readAllStandardError();
    QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0, all);
    QVERIFY2(all.contains("a second Ctrl+C ends it at once"), all);
  }

  void theHelpSaysSo() {
    const QByteArray help = cli({"--help"}).out;
    QVERIFY2(help.contains("train, sweep, try and lrtest stop cleanly at Ctrl+C, SIGTERM or SIGHUP, and with 0"), help);
    QVERIFY(cli({"train", "--help"}).out.contains("SIGHUP"));
  }
};

QTEST_GUILESS_MAIN(InterruptsTest)
#include "interrupts_test.moc"
