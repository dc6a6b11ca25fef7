// A project on disks as users have them, by mounts and not by permissions, which bind no administrator: one of 32 MB that becomes full while a run
// is recorded, and one that can only be read.
#include <signal.h>
#include <unistd.h>

#include <QSignalSpy>
#include <QtTest>

#include "command_line.h"
#include "core/store/run_store.h"
#include "core/train/checkpoint/checkpoint.h"
#include "temporary_disk.h"
#include "tests/views/patience.h"
#include "views/common/message_bar.h"
#include "views/curves/run_curves.h"
#include "views/runs/runs_store.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

// Takes what room there is, and as much again of what becomes free meanwhile.
void fill(QFile& ballast) {
  if (!ballast.isOpen() && !ballast.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered)) return;
  for (const int piece : {65'536, 4'096, 512})
    while (ballast.write(QByteArray(piece, 'x')) == piece) {
    }
}

bool inOrder(const std::vector<Point>& points) {
  for (std::size_t i = 1; i < points.size(); ++i)
    if (points[i].step != points[i - 1].step + 1) return false;
  return true;
}

}  // namespace

class RealDisksTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aDiskThatBecomesFull_data() {
    QTest::addColumn<bool>("roomIsMade");
    QTest::newRow("room is made") << true;
    QTest::newRow("the run ends before") << false;
  }
  void aDiskThatBecomesFull() {
    QFETCH(bool, roomIsMade);
    const QTemporaryDir folder;
    const Disk disk(folder.path(), "size=32m");
    if (!disk.mounted()) QSKIP("mounting a disk needs an administrator");
    QByteArray project = kSmallProject;
    const QString file = writeProject(folder, project.replace("epochs = 2", "epochs = 100000"));
    const std::string store = folder.filePath(".stepscope/runs.db").toStdString();
    QProcess training;
    training.setProcessChannelMode(QProcess::MergedChannels);
    training.start(STEPSCOPE_CLI, {"train", file});
    const auto end = qScopeGuard([&] {
      training.kill();
      training.waitForFinished();
    });
    QByteArray said;
    const auto points = [&]() -> std::vector<Point> {
      if (!QFile::exists(QString::fromStdString(store))) return {};
      const RunReader reader(store);
      const std::vector<RunInfo> runs = reader.runs();
      return runs.empty() ? std::vector<Point>() : reader.points(runs[0].id, "train_loss");
    };
    QTRY_VERIFY_WITH_TIMEOUT(points().size() > 20, kPatience);
    QFile ballast(folder.filePath("ballast"));
    const auto told = [&] {
      fill(ballast);
      said += training.readAll();
      const qsizetype at = said.indexOf("disk is full");
      return at > 0 && said.contains("the metrics are kept in memory");
    };
    QTRY_VERIFY2_WITH_TIMEOUT(told(), said.right(3000), kPatience);
    QVERIFY2(said.contains(folder.path().toUtf8() + "/.stepscope/runs.db") && said.contains("Free some disk space"), said.right(3000));
    QVERIFY2(training.state() == QProcess::Running, said.right(3000));
    // What was acknowledged is there while the disk is full, and after it.
    const std::vector<Point> kept = points();
    QVERIFY(kept.size() > 20 && inOrder(kept));
    if (roomIsMade) {
      ballast.remove();
      QTRY_VERIFY_WITH_TIMEOUT(points().size() > kept.size() + 20, kPatience);
    }
    ::kill(static_cast<pid_t>(training.processId()), SIGINT);
    QVERIFY2(training.waitForFinished(kPatience), said.right(3000));
    said += training.readAll();
    ballast.remove();
    const std::vector<Point> all = points();
    QVERIFY(inOrder(all) && all.size() >= kept.size());
    for (std::size_t i = 0; i < kept.size(); ++i) QVERIFY(all[i].step == kept[i].step && all[i].value == kept[i].value);
    QCOMPARE(said.contains("what cannot be saved now is lost"), !roomIsMade);
    QVERIFY2(roomIsMade || !said.contains("Resume it") || hasCheckpoint(folder.filePath(".stepscope/runs/1").toStdString(), "last"),
             said.right(3000));
    if (!roomIsMade) return;
    const RunInfo run = RunReader(store).runs().at(0);
    QVERIFY(run.status == RunStatus::Stopped);
    QCOMPARE(static_cast<std::int64_t>(all.size()), run.step);
  }

  void aDiskThatCanOnlyBeRead() {
    const QTemporaryDir folder, elsewhere;
    const Disk disk(folder.path(), "size=32m");
    if (!disk.mounted()) QSKIP("mounting a disk needs an administrator");
    const QString project = writeProject(folder, kSmallProject);
    const QString store = folder.filePath(".stepscope/runs.db");
    {
      RunWriter writer(store.toStdString());
      for (const char* name : {"first", "second"}) {
        RunInfo run;
        run.name = name;
        run.configuration = R"({"switches":{"batch_size":32}})";
        run.id = writer.createRun(run);
        for (int i = 1; i <= 50; ++i) writer.append(run.id, "train_loss", {i, i * 0.1, 1.0 / i});
        run.step = 50;
        run.status = RunStatus::Finished;
        writer.finish(run);
      }
    }
    QVERIFY(disk.becomesReadOnly());
    // Everything that only looks works.
    QCOMPARE(cli({"runs", "list", project, "--json"}).lines().size(), 2);
    const Said shown = cli({"runs", "show", project, "1", "--json"});
    QVERIFY2(shown.exitCode == 0, shown.err);
    QCOMPARE(shown.lines().at(0)["series"]["train_loss"]["values"].toArray().size(), 50);
    for (const QStringList& arguments : {QStringList{"runs", "compare", project, "1", "2"},
                                         {"store", "check", project},
                                         {"report", project, "1", "2", "--out", elsewhere.filePath("report.html")}}) {
      const Said said = cli(arguments);
      QVERIFY2(said.exitCode == 0, said.out + said.err);
    }
    // What writes says where it cannot, and what to do.
    for (const QStringList& arguments :
         {QStringList{"runs", "rename", project, "1", "other"}, {"runs", "delete", project, "1"}, {"train", project}}) {
      const Said said = cli(arguments);
      QVERIFY2(said.exitCode != 0 && said.err.contains(folder.path().toUtf8()), said.out + said.err);
      QVERIFY2(said.err.contains("write permission") || said.err.contains("read-only"), said.err);
    }
    // So does the window's table.
    RunsStore runs;
    QSignalSpy said(&runs, &RunsStore::message), loaded(&runs, &RunsStore::curvesLoaded);
    runs.open(store);
    QTRY_VERIFY_WITH_TIMEOUT(runs.runs().size() == 2, kPatience);
    runs.loadCurves({1, 2});
    QTRY_VERIFY_WITH_TIMEOUT(!loaded.isEmpty(), kPatience);
    const auto curves = loaded[0][0].value<std::vector<std::shared_ptr<RunCurves>>>();
    QCOMPARE(curves.size(), std::size_t{2});
    QCOMPARE(curves[0]->curve("train_loss").size(), std::size_t{50});
    // It says at once that nothing can be changed here, and why.
    QCOMPARE(said.size(), 1);
    const QString opened = plainText(said[0][0].value<Message>());
    QVERIFY2(opened.contains(folder.path()) && (opened.contains("write permission") || opened.contains("read-only")), qPrintable(opened));
    runs.rename(1, QStringLiteral("first"), QStringLiteral("other"));
    QTRY_VERIFY_WITH_TIMEOUT(said.size() > 1, kPatience);
    const Message message = said[1][0].value<Message>();
    const QString words = plainText(message);
    QVERIFY2(words.contains(folder.path()), qPrintable(words));
    QTRY_VERIFY_WITH_TIMEOUT(runs.runs().size() == 2, kPatience);
    QCOMPARE(RunReader(store.toStdString()).run(1)->name, std::string("first"));
  }
};

QTEST_MAIN(RealDisksTest)
#include "real_disks_test.moc"
