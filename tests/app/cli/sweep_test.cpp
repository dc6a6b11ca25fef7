// `sweep` as a user has it: values that are lists, draws without doubles, who signs an error, and what --continue goes on with after Ctrl+C.
#include <signal.h>

#include <QtTest>
#include <set>

#include "command_line.h"
#include "core/store/run_store.h"
#include "tests/views/patience.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

QByteArray projectOf(int epochs) {
  QByteArray text = kSmallProject;
  return text.replace("epochs = 2", "epochs = " + QByteArray::number(epochs));
}

}  // namespace

class SweepCommandTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void listsAreValues() {
    const QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    const Said said = cli({"sweep", project, "--vary", "model.hidden=[3],[4,5]", "--vary", "switches.batch_size=16,32", "--list", "--json"});
    QVERIFY2(said.exitCode == 0, said.err);
    std::set<QString> hidden;
    for (const QJsonObject& line : said.lines()) hidden.insert(line["set"].toObject()["model.hidden"].toString());
    QCOMPARE(said.lines().size(), 4);
    QCOMPARE(hidden, (std::set<QString>{"[3]", "[4,5]"}));
    const Said trained = cli({"sweep", project, "--vary", "model.hidden=[3],[4,5]", "--set", "train.epochs=1"});
    QVERIFY2(trained.exitCode == 0, trained.out + trained.err);
    const RunReader store(folder.filePath(".stepscope/runs.db").toStdString());
    QVERIFY(store.run(1)->configuration.find("\"hidden\":3,") != std::string::npos);  // a list of one
    QVERIFY(store.run(2)->configuration.find("\"hidden\":[4,5]") != std::string::npos);
  }

  void drawsHoldNoDoubles() {
    const QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    const auto drawn = [&](const QStringList& more) {
      const Said said = cli(QStringList{"sweep", project, "--list", "--json"} + more);
      std::set<QByteArray> different;
      for (const QJsonObject& line : said.lines()) different.insert(QJsonDocument(line).toJson(QJsonDocument::Compact));
      if (said.exitCode != 0 || different.size() != static_cast<std::size_t>(said.lines().size())) return std::pair(-1, said.err);
      return std::pair(static_cast<int>(different.size()), said.err);
    };
    const auto [two, told] = drawn({"--vary", "switches.batch_size=16,32", "--random", "3"});
    QCOMPARE(two, 2);
    QVERIFY2(told.contains("no more than 2 combinations"), told);
    for (int seed = 1; seed <= 5; ++seed)
      QCOMPARE(drawn({"--vary", "switches.batch_size=16,32", "--vary", "train.seed=1,2,3", "--random", "5", "--seed", QString::number(seed)}).first,
               5);
  }

  void errorsAreSignedByWhoGaveTheValue() {
    const QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    const Said vary = cli({"sweep", project, "--vary", "switches.batch_size=16,many"});
    QVERIFY2(vary.exitCode == 1 && vary.err.contains("--vary switches.batch_size: ") && !vary.err.contains("--set"), vary.err);
    const Said set = cli({"sweep", project, "--set", "train.seed=x", "--vary", "switches.batch_size=16,32"});
    QVERIFY2(set.exitCode == 1 && set.err.contains("--set train.seed"), set.err);
    const QTemporaryDir other;
    const QString declared = writeProject(other, kSmallProject + "[[sweep.values]]\nkey = \"switches.batch_size\"\nvalues = [\"16\", \"many\"]\n");
    const Said own = cli({"sweep", declared});
    QVERIFY2(own.exitCode == 1 && own.err.contains("sweep switches.batch_size: ") && !own.err.contains("--set"), own.err);
  }

  // The run that Ctrl+C stopped is told and goes on, then those that waited.
  void continuesTheRunThatWasStopped() {
    const QTemporaryDir folder;
    const QString project = writeProject(folder, projectOf(300));
    QProcess sweep;
    sweep.start(STEPSCOPE_CLI, {"sweep", project, "--vary", "train.seed=1,2"});
    const std::string store = folder.filePath(".stepscope/runs.db").toStdString();
    const auto begun = [&] {
      if (!QFile::exists(QString::fromStdString(store))) return false;
      const RunReader reader(store);
      return reader.run(1) && !reader.points(1, "train_loss").empty();
    };
    QTRY_VERIFY_WITH_TIMEOUT(begun(), kPatience);
    ::kill(static_cast<pid_t>(sweep.processId()), SIGINT);
    QVERIFY(sweep.waitForFinished(kPatience));
    QCOMPARE(sweep.exitCode(), 0);
    QVERIFY(sweep.readAllStandardError().contains("a second Ctrl+C ends it at once"));
    QVERIFY(RunReader(store).run(1)->status == RunStatus::Stopped);
    const std::int64_t before = RunReader(store).run(1)->step;
    const Said said = cli({"sweep", project, "--continue"});
    QVERIFY2(said.exitCode == 0, said.out + said.err);
    QVERIFY2(said.out.contains("1 of 2: seed 1, run 1 goes on") && said.out.contains("2 of 2: seed 2"), said.out);
    const RunReader reader(store);
    QCOMPARE(reader.runs().size(), std::size_t{2});
    for (const RunInfo& run : reader.runs()) QVERIFY(run.status == RunStatus::Finished && run.epoch == 300);
    QVERIFY(before < reader.run(1)->step);
    QCOMPARE(static_cast<std::int64_t>(reader.points(1, "train_loss").size()), reader.run(1)->step);
    // Nothing is left: the exit code that the help says.
    const Said nothing = cli({"sweep", project, "--continue"});
    QVERIFY2(nothing.exitCode == 4 && nothing.err.contains("waits"), nothing.err);
    QVERIFY(cli({"--help"}).out.contains("nothing was left to do"));
  }
};

QTEST_GUILESS_MAIN(SweepCommandTest)
#include "sweep_test.moc"
