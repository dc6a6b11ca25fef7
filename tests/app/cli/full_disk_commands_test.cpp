// A disk without any room: what each command that writes says and how it ends. Nothing is lost by it, no text of a library is shown, and the same
// command with room does what was asked.
#include <unistd.h>

#include <QtTest>

#include "command_line.h"
#include "core/store/care/store_tools.h"
#include "core/store/run_store.h"
#include "temporary_disk.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr int kDone = 0, kNotSaved = 3;

// Not a byte is left.
void fill(QFile& ballast) {
  if (!ballast.open(QIODevice::WriteOnly | QIODevice::Unbuffered)) return;
  for (const int piece : {65'536, 4'096, 1})
    while (ballast.write(QByteArray(piece, 'x')) == piece) {
    }
}

void makeStore(const QString& project) {
  RunWriter writer((QFileInfo(project).absolutePath() + "/.stepscope/runs.db").toStdString());
  for (const char* name : {"first", "second"}) {
    RunInfo run;
    run.name = name;
    run.configuration = R"({"switches":{"batch_size":32}})";
    run.id = writer.createRun(run);
    for (int i = 1; i <= 5000; ++i) writer.append(run.id, "train_loss", {i, i * 0.1, 1.0 / i});
    run.step = 5000;
    run.status = RunStatus::Finished;
    writer.finish(run);
  }
}

}  // namespace

class FullDiskCommandsTest : public QObject {
  Q_OBJECT

  static void holdsNoLibraryText(const QByteArray& err) {
    for (const char* raw : {"database or disk is full", "disk image is malformed", "cannot write to file", "SQL", "Input/output", "I/O error"})
      QVERIFY2(!err.contains(raw), err);
    QVERIFY2(err.count('\n') == 1 && (err.startsWith("stepscope-cli: ") || err.startsWith("stepscope-dev: ")), err);
    QVERIFY2(!err.contains(".tmp-") && !err.contains("-tmp-") && !err.contains("is kept and saved"), err);
  }

 private Q_SLOTS:
  void aCommandOnAFullDisk_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("rename") << QStringList{"runs", "rename", "PROJECT", "1", "other"};
    QTest::newRow("tag") << QStringList{"runs", "tag", "PROJECT", "1", "good"};
    QTest::newRow("note") << QStringList{"runs", "note", "PROJECT", "1", "words"};
    QTest::newRow("delete") << QStringList{"runs", "delete", "PROJECT", "1"};
    QTest::newRow("compact") << QStringList{"store", "compact", "PROJECT"};
    QTest::newRow("backup") << QStringList{"store", "backup", "PROJECT"};
    QTest::newRow("stepscope-dev bench --first") << QStringList{"bench", "mlp", "--batch", "2", "--first", "FOLDER/first.safetensors"};
    QTest::newRow("export csv") << QStringList{"runs", "export", "PROJECT", "1", "--to", "csv", "FOLDER/run.csv"};
    QTest::newRow("export file") << QStringList{"runs", "export", "PROJECT", "1", "--to", "file", "FOLDER/run.stepscope-run"};
    QTest::newRow("report") << QStringList{"report", "PROJECT", "1", "--out", "FOLDER/report.html"};
  }
  void aCommandOnAFullDisk() {
    QFETCH(QStringList, arguments);
    const QTemporaryDir folder;
    const Disk disk(folder.path(), "size=24m");
    if (!disk.mounted()) QSKIP("mounting a disk needs an administrator");
    const QString project = writeProject(folder, kSmallProject);
    makeStore(project);
    arguments.replaceInStrings("PROJECT", project).replaceInStrings("FOLDER", folder.path());
    // What an earlier call wrote there stays until the new one is whole.
    const QByteArray earlier("of an earlier call");
    const bool writes = arguments.last().startsWith(folder.path() + '/') && arguments.last() != project;
    if (writes) {
      QFile old(arguments.last());
      QVERIFY(old.open(QIODevice::WriteOnly) && old.write(earlier) == earlier.size());
    }
    QFile ballast(folder.filePath("ballast"));
    fill(ballast);
    const QString program = arguments.first() == "bench" ? STEPSCOPE_DEV : STEPSCOPE_CLI;
    const Said full = cli(arguments, {}, {}, program);
    QVERIFY2(full.exitCode == kNotSaved, full.out + full.err);
    QVERIFY2(full.err.contains(folder.path().toUtf8()) && full.err.contains("is"), full.err);
    holdsNoLibraryText(full.err);
    if (writes) {
      QFile old(arguments.last());
      QVERIFY(old.open(QIODevice::ReadOnly));
      QCOMPARE(old.readAll(), earlier);
    }
    {
      const RunReader store(folder.filePath(".stepscope/runs.db").toStdString());
      QCOMPARE(store.runs().size(), std::size_t{2});
      QVERIFY(store.run(1)->name == "first" && store.run(1)->note.empty() && store.run(1)->tags.empty());
      QCOMPARE(store.points(1, "train_loss").size(), std::size_t{5000});
    }
    ballast.close();
    QVERIFY(ballast.remove());
    const Said room = cli(arguments, {}, {}, program);
    QVERIFY2(room.exitCode == kDone, room.out + room.err);
  }

  // A damaged store on a full disk: only the room is missing, and that is what is said. With room all that can be read is saved.
  void aRepairOnAFullDisk() {
    const QTemporaryDir folder;
    const Disk disk(folder.path(), "size=24m");
    if (!disk.mounted()) QSKIP("mounting a disk needs an administrator");
    const QString project = writeProject(folder, kSmallProject), store = folder.filePath(".stepscope/runs.db");
    makeStore(project);
    for (const char* beside : {"runs.backup-1.db"}) QFile::remove(folder.filePath(".stepscope/") + beside);
    QFile file(store);
    QVERIFY(file.open(QIODevice::ReadWrite));
    const qint64 size = file.size();
    // In the points of a series, which lie in the last third of the file.
    QVERIFY(file.seek(size * 3 / 4) && file.write(QByteArray(64, '\x5a')) == 64);
    file.close();
    QVERIFY(!checkStore(store.toStdString()).problems.empty());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray damaged = file.readAll();
    file.close();
    QFile ballast(folder.filePath("ballast"));
    fill(ballast);
    for (int again = 0; again < 2; ++again) {
      const Said full = cli({"store", "repair", project});
      QVERIFY2(full.exitCode == kNotSaved, full.out + full.err);
      QVERIFY2(full.err.contains("disk is full") || full.err.contains("No space left"), full.err);
      QVERIFY2(!full.err.contains("nothing of it can be read") && full.err.contains("Free some disk space"), full.err);
      holdsNoLibraryText(full.err);
      QVERIFY(file.open(QIODevice::ReadOnly));
      QVERIFY(file.readAll() == damaged);
      file.close();
    }
    ballast.close();
    QVERIFY(ballast.remove());
    const Said room = cli({"store", "repair", project});
    QVERIFY2(room.exitCode == kDone && room.out.contains("2 runs"), room.out + room.err);
    QVERIFY2(!room.out.contains("malformed"), room.out);
    const RunReader reader(store.toStdString());
    QCOMPARE(reader.runs().size(), std::size_t{2});
    std::size_t points = 0;
    for (const RunId run : {1, 2}) points += reader.points(run, "train_loss").size();
    QVERIFY2(points >= 8000, QByteArray::number(static_cast<int>(points)));
  }

  void anOutputThatIsRefused_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("switches") << QStringList{"switches", "PROJECT"};
    QTest::newRow("runs list") << QStringList{"runs", "list", "PROJECT"};
    QTest::newRow("runs show") << QStringList{"runs", "show", "PROJECT", "1"};
    QTest::newRow("doctor") << QStringList{"doctor"};
  }
  void anOutputThatIsRefused() {
    QFETCH(QStringList, arguments);
    if (!QFile::exists("/dev/full")) QSKIP("the system has no /dev/full");
    const QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    makeStore(project);
    arguments.replaceInStrings("PROJECT", project);
    QProcess process;
    process.setStandardOutputFile("/dev/full");
    process.start(STEPSCOPE_CLI, arguments);
    QVERIFY(process.waitForFinished(60'000));
    const QByteArray err = process.readAllStandardError();
    QVERIFY2(process.exitCode() == kNotSaved, err);
    QVERIFY2(err.contains("the output could not be written completely: No space left on device"), err);
    holdsNoLibraryText(err);
  }
};

QTEST_GUILESS_MAIN(FullDiskCommandsTest)
#include "full_disk_commands_test.moc"
