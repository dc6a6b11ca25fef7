// What is imported is there whole or not at all: a disk that refuses from each of the writes of an import on, disks that have room for a part of it,
// and files of runs in which a bit was turned. What is told is what is there, and the cure that is printed ends well.
#include <unistd.h>

#include <QRandomGenerator>
#include <QtTest>

#include "command_line.h"
#include "core/base/error.h"
#include "core/exchange/event.h"
#include "core/exchange/record_file.h"
#include "core/store/run_store.h"
#include "temporary_disk.h"
#include "tests/core/exchange/event_folder.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr int kDone = 0, kFailed = 1, kNotSaved = 3, kPoints = 3000, kFolders = 4;

const QByteArray kProject = R"([data]
kind = "synthetic"
count = 64
image_size = 6
validation_split = 0.5
classes = 3
[model]
name = "mlp"
hidden = [8]
[train]
epochs = 2
threads = 1
[switches]
batch_size = 16
num_workers = 0
autotune = "off"
)";

QStringList refusing(const QString& folder, long at, const QString& count = {}) {
  QStringList environment{"LD_PRELOAD=" FULL_DISK_LIBRARY, "FULL_DISK=" + folder, "FULL_DISK_AT=" + QString::number(at)};
  if (!count.isEmpty()) environment << "FULL_DISK_COUNT=" + count;
  return environment;
}

std::vector<RunInfo> runsOf(const QString& project) {
  const QString store = QFileInfo(project).absolutePath() + "/.stepscope/runs.db";
  return QFile::exists(store) ? RunReader(store.toStdString()).runs() : std::vector<RunInfo>();
}

QStringList foldersOf(const QString& project) {
  return QDir(QFileInfo(project).absolutePath() + "/.stepscope/runs").entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
}

}  // namespace

class WholeImportsTest : public QObject {
  Q_OBJECT
  QTemporaryDir source_;
  QString events() const { return source_.filePath("logs"); }
  QString runFile() const { return source_.filePath("x.stepscope-run"); }
  QByteArray shown_;  // of the run in the file
  QByteArray weights_;

  // Names of the runs that are there, each of which is whole and finished.
  static QStringList wholeRuns(const QString& project, bool& whole) {
    QStringList names;
    whole = true;
    const RunReader reader((QFileInfo(project).absolutePath() + "/.stepscope/runs.db").toStdString());
    for (const RunInfo& run : runsOf(project)) {
      names << QString::fromStdString(run.name);
      whole = whole && run.status == RunStatus::Finished && run.step == kPoints - 1 && reader.points(run.id, "loss").size() == kPoints;
    }
    whole = whole && reader.binned().empty();
    names.sort();
    return names;
  }

  // All that is told of a run but what a copy has anew.
  QByteArray showsOf(const QString& project, RunId run) const {
    const Said said = cli({"runs", "show", project, QString::number(run), "--json"});
    if (said.lines().isEmpty()) return said.err;
    QJsonObject object = said.lines().at(0);
    object.remove("run");
    object.remove("directory");
    QJsonArray checkpoints;
    for (const auto& value : object["checkpoints"].toArray()) {
      QJsonObject checkpoint = value.toObject();
      for (const char* own : {"path", "run"}) checkpoint.remove(own);
      checkpoints.append(checkpoint);
    }
    object["checkpoints"] = checkpoints;
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
  }

  QByteArray weightsOf(const QString& project, RunId run) const {
    const QTemporaryDir folder;
    const Said said = cli({"checkpoints", "export", project, QString::number(run), "--out", folder.filePath("w.safetensors")});
    QFile file(folder.filePath("w.safetensors"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : said.err;
  }

 private Q_SLOTS:
  void initTestCase() {
    for (int folder = 0; folder < kFolders; ++folder) {
      std::string bytes = framed({versionEvent(1000)});
      for (int i = 0; i < kPoints; ++i) appendRecord(bytes, scalarEvent(1001 + i, i, "loss", 1.0f / static_cast<float>(i + 1), i == 0));
      writeBytes(events() + QStringLiteral("/r%1/events.out.tfevents.1").arg(folder), bytes);
    }
    const QString project = writeProject(source_, kProject);
    Said said = cli({"train", project});
    QVERIFY2(said.exitCode == kDone, said.err);
    said = cli({"runs", "export", project, "1", "--to", "file", runFile()});
    QVERIFY2(said.exitCode == kDone, said.err);
    shown_ = showsOf(project, 1);
    weights_ = weightsOf(project, 1);
    QVERIFY(weights_.size() > 100);
  }

  void aRefusedImport_data() {
    QTest::addColumn<bool>("events");
    QTest::newRow("event files") << true;
    QTest::newRow("a file of a run") << false;
  }
  void aRefusedImport() {
    QFETCH(bool, events);
    const auto import = [&](const QString& project) { return QStringList{"runs", "import", events ? this->events() : runFile(), project}; };
    long writes = 0;
    {
      const QTemporaryDir folder, elsewhere;
      const QString project = writeProject(folder, kProject);
      const Said said = cli(import(project), {}, refusing(folder.path(), 0, elsewhere.filePath("count")));
      QVERIFY2(said.exitCode == kDone, said.err);
      QFile count(elsewhere.filePath("count"));
      QVERIFY(count.open(QIODevice::ReadOnly));
      writes = count.readAll().toLong();
    }
    QVERIFY(writes > 15);
    int refused = 0, some = 0;
    const long stride = qEnvironmentVariableIsSet("STEPSCOPE_EVERY_WRITE") ? 1 : std::max(1L, writes / 24);
    for (long at = 1; at <= writes; at += stride) {
      const QTemporaryDir folder;
      const QString project = writeProject(folder, kProject);
      Said said = cli(import(project), {}, refusing(folder.path(), at));
      const QByteArray all =
          "write " + QByteArray::number(static_cast<int>(at)) + ": exit code " + QByteArray::number(said.exitCode) + '\n' + said.out + said.err;
      QVERIFY2(said.exitCode == kDone || said.exitCode == kNotSaved, all);
      QVERIFY2((said.exitCode == kDone) == said.err.isEmpty(), all);
      QVERIFY2(!said.err.contains("is kept and saved") && !said.err.contains(".tmp-"), all);
      refused += said.exitCode == kNotSaved;
      const std::vector<RunInfo> runs = runsOf(project);
      bool whole = true;
      if (events && !runs.empty()) {
        const QStringList names = wholeRuns(project, whole);
        QVERIFY2(whole, all);
        some += names.size() < kFolders;
        // A commit that a disk reports as failed may be on it all the same: then one run more is there, and as whole.
        if (said.exitCode == kNotSaved)
          QVERIFY2(said.err.contains(QByteArray::number(names.size()) + " of 4 runs are imported") ||
                       said.err.contains(QByteArray::number(names.size() - 1) + " of 4 runs are imported"),
                   all);
      }
      if (!events && said.exitCode == kNotSaved) {
        QVERIFY2(runs.empty() && foldersOf(project).isEmpty(), all + foldersOf(project).join(' ').toUtf8());
        QVERIFY2(said.err.contains("nothing was imported") || !QFile::exists(folder.filePath(".stepscope/runs.db-lock")) ||
                     said.err.contains(".stepscope"),
                 all);
      }
      // Room is made: the import is made again, and nothing is there twice.
      if (said.exitCode == kDone) continue;
      said = cli(import(project));
      QVERIFY2(said.exitCode == kDone, all + said.out + said.err);
      if (events) {
        QCOMPARE(wholeRuns(project, whole), (QStringList{"r0", "r1", "r2", "r3"}));
        QVERIFY2(whole, all);
      } else {
        QCOMPARE(runsOf(project).size(), std::size_t{1});
        QCOMPARE(showsOf(project, runsOf(project)[0].id), shown_);
        QCOMPARE(weightsOf(project, runsOf(project)[0].id), weights_);
      }
    }
    qInfo("%ld writes, %d refused, %d with a part of the runs", writes, refused, some);
    QVERIFY(refused > 5);
  }

  void aSmallDisk_data() {
    QTest::addColumn<bool>("events");
    QTest::addColumn<int>("kib");
    for (const int kib : {200, 300, 400, 500, 700}) QTest::addRow("event files, %d KiB", kib) << true << kib;
    for (const int kib : {100, 250, 400}) QTest::addRow("a file of a run, %d KiB", kib) << false << kib;
  }
  void aSmallDisk() {
    QFETCH(bool, events);
    QFETCH(int, kib);
    const QTemporaryDir folder;
    const Disk disk(folder.path(), "size=" + std::to_string(kib) + "k");
    if (!disk.mounted()) QSKIP("mounting a disk needs an administrator");
    const QString project = writeProject(folder, kProject);
    const QStringList import{"runs", "import", events ? this->events() : runFile(), project};
    Said said = cli(import);
    const QByteArray all = said.out + said.err;
    QVERIFY2(said.exitCode == kDone || said.exitCode == kNotSaved, all);
    bool whole = true;
    if (events && !runsOf(project).empty()) wholeRuns(project, whole);
    if (!events && said.exitCode == kNotSaved) QVERIFY2(runsOf(project).empty() && foldersOf(project).isEmpty(), all);
    QVERIFY2(whole, all);
    QVERIFY(disk.grows("size=64m"));
    if (said.exitCode == kNotSaved) said = cli(import);
    QVERIFY2(said.exitCode == kDone, said.err);
    if (events) QCOMPARE(wholeRuns(project, whole), (QStringList{"r0", "r1", "r2", "r3"}));
    else QCOMPARE(weightsOf(project, 1), weights_);
    QVERIFY(whole);
  }

  // Killed at any moment: what is in the store is whole.
  void aKilledImport() {
    const QTemporaryDir folder;
    const QString project = writeProject(folder, kProject);
    for (int i = 0; i < 12; ++i) {
      QProcess import;
      import.start(STEPSCOPE_CLI, {"runs", "import", i % 2 ? events() : runFile(), project});
      QVERIFY(import.waitForStarted());
      import.waitForFinished(10 * (i + 1));
      import.kill();
      import.waitForFinished();
      if (!QFile::exists(folder.filePath(".stepscope/runs.db"))) continue;
      { RunWriter next(folder.filePath(".stepscope/runs.db").toStdString()); }  // removes what was left
      for (const RunInfo& run : runsOf(project)) {
        const bool ofEvents = run.model == "TensorBoard";
        const RunReader reader(folder.filePath(".stepscope/runs.db").toStdString());
        if (ofEvents) QVERIFY(run.status == RunStatus::Finished && reader.points(run.id, "loss").size() == kPoints);
        else QCOMPARE(showsOf(project, run.id), shown_);
      }
    }
    // What an import unpacked before it was killed is no run, and the next one removes it.
    QVERIFY(cli({"runs", "import", runFile(), project}).exitCode == kDone);
    for (const QString& name : foldersOf(project)) QVERIFY2(!name.contains("tmp"), qPrintable(name));
  }

  // One bit turned at places all over the file: refused with a sentence, or what came in is what was written.
  void aBitIsTurned() {
    QFile file(runFile());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    QRandomGenerator random(20261127);
    int refused = 0, taken = 0;
    for (int i = 0; i < 60; ++i) {
      const QTemporaryDir folder;
      const QString project = writeProject(folder, kProject), damaged = folder.filePath("d.stepscope-run");
      QByteArray turned = bytes;
      const qsizetype at = i < 12 ? random.bounded(100) : random.bounded(static_cast<int>(bytes.size()));
      turned[at] = static_cast<char>(turned[at] ^ (1 << random.bounded(8)));
      QFile out(damaged);
      QVERIFY(out.open(QIODevice::WriteOnly) && out.write(turned) == turned.size());
      out.close();
      const Said said = cli({"runs", "import", damaged, project});
      const QByteArray all = "byte " + QByteArray::number(static_cast<int>(at)) + ": " + said.out + said.err;
      if (said.exitCode == kDone) {
        ++taken;
        QVERIFY2(showsOf(project, 1) == shown_ && weightsOf(project, 1) == weights_, all);
        continue;
      }
      ++refused;
      QVERIFY2(said.exitCode == kFailed && said.err.contains("d.stepscope-run") && said.err.count('\n') == 1, all);
      QVERIFY2(said.err.contains("Copy the file again") || said.err.contains("Update Stepscope") || said.err.contains("export PROJECT RUN"), all);
      QVERIFY2(!said.err.contains("backup") && !said.err.contains("repair"), all);
      QVERIFY2(runsOf(project).empty() && foldersOf(project).isEmpty(), all);
    }
    qInfo("%d refused, %d taken as they were", refused, taken);
    QVERIFY(refused > 30);
  }

  void aFileThatIsCutOff() {
    QFile file(runFile());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    for (const qsizetype length : {qsizetype{0}, qsizetype{1}, qsizetype{100}, qsizetype{511}, qsizetype{512}, qsizetype{3000}, qsizetype{4096},
                                   bytes.size() / 2, bytes.size() - 1}) {
      const QTemporaryDir folder;
      const QString project = writeProject(folder, kProject), cut = folder.filePath("cut.stepscope-run");
      QFile out(cut);
      QVERIFY(out.open(QIODevice::WriteOnly) && out.write(bytes.left(length)) == length);
      out.close();
      const Said said = cli({"runs", "import", cut, project});
      QVERIFY2(said.exitCode == kFailed && said.err.contains("cut.stepscope-run"), QByteArray::number(length) + said.err);
      QVERIFY2(said.err.contains("Copy the file again") || said.err.contains("export PROJECT RUN"), said.err);
      QVERIFY2(!said.err.contains("backup") && !said.err.contains("repair") && !said.err.contains("move it away"), said.err);
      QVERIFY(runsOf(project).empty());
    }
  }

  // Files without a value: no run is made, and that is told.
  void filesWithoutAValue() {
    const QTemporaryDir folder;
    const QString project = writeProject(folder, kProject);
    writeBytes(folder.filePath("zero/events.out.tfevents.1"), {});
    writeBytes(folder.filePath("version/events.out.tfevents.1"), framed({versionEvent(1000)}));
    for (const char* name : {"zero", "version"}) {
      const Said said = cli({"runs", "import", folder.filePath(name), project});
      QVERIFY2(said.exitCode == kFailed && said.err.contains("no run was made"), said.out + said.err);
      QVERIFY2(!said.out.contains("run 0"), said.out);
      QVERIFY(runsOf(project).empty());
    }
    // Beside one that holds some it is told, and no failure.
    writeBytes(folder.filePath("both/zero/events.out.tfevents.1"), {});
    writeBytes(folder.filePath("both/one/events.out.tfevents.1"), framed({versionEvent(1000), scalarEvent(1001, 1, "loss", 3, true)}));
    const Said said = cli({"runs", "import", folder.filePath("both"), project});
    QVERIFY2(said.exitCode == kDone && said.out.contains("no run was made"), said.out + said.err);
    QVERIFY2(said.out.contains("1 metric, 1 point, 0 histograms"), said.out);
    QCOMPARE(runsOf(project).size(), std::size_t{1});
    // The training writes its first value: the folder is imported again.
    writeBytes(folder.filePath("version/events.out.tfevents.1"), framed({versionEvent(1000), scalarEvent(1001, 1, "loss", 3, true)}));
    QCOMPARE(cli({"runs", "import", folder.filePath("version"), project}).exitCode, kDone);
    QCOMPARE(runsOf(project).size(), std::size_t{2});
  }
};

QTEST_GUILESS_MAIN(WholeImportsTest)
#include "whole_imports_test.moc"
