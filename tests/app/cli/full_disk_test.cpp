// "Finished" means on disk. A disk that refuses from each of the writes of a training, an export or a report on, or only that one: a sentence,
// an exit code that says so, the step that is on disk, nothing half-written under a name that looks whole, and nothing lost that was saved.
// The calls are counted and refused before the C library (tests/support/full_disk.cpp); a real small disk besides, where one can be mounted.
#include <unistd.h>

#include <QDirIterator>
#include <QElapsedTimer>
#include <QRegularExpression>
#include <QtTest>
#include <map>

#include "command_line.h"
#include "core/base/error.h"
#include "core/store/run_store.h"
#include "core/train/checkpoint/checkpoint.h"
#include "core/train/checkpoint/checkpoint_list.h"
#include "temporary_disk.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

enum ExitCode { kDone = 0, kFailed = 1, kNotSaved = 3 };

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
[train.optimizer]
name = "sgd"
learning_rate = 0.05
[train.capture]
step = -1
[switches]
batch_size = 16
num_workers = 0
autotune = "off"
)";
constexpr std::int64_t kSteps = 8;

QStringList disk(const QString& folder, long at, bool once, const QString& count = {}) {
  QStringList environment{"LD_PRELOAD=" FULL_DISK_LIBRARY, "FULL_DISK=" + folder, "FULL_DISK_AT=" + QString::number(at)};
  if (once) environment << "FULL_DISK_ONCE=1";
  if (!count.isEmpty()) environment << "FULL_DISK_COUNT=" + count;
  return environment;
}

// How many calls a command makes that write there.
long writesOf(const QStringList& arguments, const QString& folder) {
  const QTemporaryDir elsewhere;
  const QString count = elsewhere.filePath("count");
  const Said said = cli(arguments, {}, disk(folder, 0, false, count));
  if (said.exitCode != kDone) qFatal("%s", qPrintable(said.out + said.err));
  QFile file(count);
  return file.open(QIODevice::ReadOnly) ? file.readAll().toLong() : 0;
}

// Every file below, with what it holds.
std::map<QString, QByteArray> contents(const QString& folder) {
  std::map<QString, QByteArray> found;
  QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
  while (files.hasNext()) {
    QFile file(files.next());
    if (file.open(QIODevice::ReadOnly)) found[QDir(folder).relativeFilePath(file.fileName())] = file.readAll();
  }
  return found;
}

bool copyFolder(const QString& from, const QString& to) {
  QProcess copy;
  copy.start("cp", {"-a", from + "/.", to});
  return copy.waitForFinished(60'000) && copy.exitCode() == 0;
}

// The step that the run would be resumed from, -1: none.
std::int64_t stepOnDisk(const std::string& directory) {
  for (const CheckpointInfo& info : listCheckpoints(directory))
    if (info.first) return info.step;  // the last before the best, as a run is resumed
  return -1;
}

}  // namespace

class FullDiskTest : public QObject {
  Q_OBJECT
  QTemporaryDir trained_;  // a project with a run that is saved

 private Q_SLOTS:
  void initTestCase() {
    const Said said = cli({"train", writeProject(trained_, kProject)});
    QVERIFY2(said.exitCode == kDone, said.out + said.err);
    QByteArray events;
    for (int i = 0; i < 3000; ++i)
      events += QStringLiteral(",{\"ph\":\"X\",\"name\":\"op %1\",\"ts\":%2,\"dur\":7,\"pid\":1,\"tid\":1}").arg(i % 50).arg(10 * i).toUtf8();
    QFile trace(trained_.filePath("trace.json"));
    QVERIFY(trace.open(QIODevice::WriteOnly) && trace.write("{\"traceEvents\":[" + events.mid(1) + "]}") > 0);
  }

  // What the end says of the checkpoint "best" is what lies there, whichever write the disk refused.
  void bestIsWhatIsOnDisk() {
    static const QRegularExpression best("epoch (\\d+) was the best"),
        holds("the checkpoint \"best\" holds those of epoch (\\d+)|checkpoint \"best\" holds those of epoch (\\d+)");
    const QTemporaryDir project;
    // So fast that the last epoch is not the best.
    const QByteArray text = QByteArray(kProject).replace("learning_rate = 0.05", "learning_rate = 5.0").replace("epochs = 2", "epochs = 3\nseed = 2");
    writeProject(project, text);
    const auto epochOnDisk = [](const QString& folder) {
      for (const CheckpointInfo& info : listCheckpoints(QString(folder + "/.stepscope/runs/1").toStdString()))
        if (info.kind == "best" && info.first && info.problem.empty()) return info.epoch;
      return std::int64_t{0};
    };
    long writes = 0;
    {
      const QTemporaryDir folder;
      QVERIFY(copyFolder(project.path(), folder.path()));
      writes = writesOf({"train", folder.filePath("project.toml")}, folder.path());
      QVERIFY(epochOnDisk(folder.path()) > 0);
    }
    int older = 0, same = 0, silent = 0;
    for (const bool once : {true, false})
      for (long at = 1; at <= writes; at += once ? 8 : 24) {
        const QTemporaryDir folder;
        QVERIFY(copyFolder(project.path(), folder.path()));
        const Said said = cli({"train", folder.filePath("project.toml")}, {}, disk(folder.path(), at, once));
        const QString all = QString::fromUtf8(said.out + said.err);
        const QRegularExpressionMatch told = best.match(all), there = holds.match(all);
        const std::int64_t onDisk = epochOnDisk(folder.path());
        if (!told.hasMatch()) {
          ++silent;
          continue;
        }
        const std::int64_t epoch = told.captured(1).toLongLong();
        if (there.hasMatch()) {
          const std::int64_t named = (there.captured(1) + there.captured(2)).toLongLong();
          QVERIFY2(named == onDisk, qPrintable(all));
          QVERIFY2(named == epoch || all.contains("Its weights are not on disk"), qPrintable(all));
        }
        QVERIFY2(!all.contains("Its weights are not on disk") || (onDisk > 0 && onDisk != epoch), qPrintable(all));
        ++(onDisk == epoch ? same : older);
      }
    QVERIFY2(same > 0, qPrintable(QString("of %1 writes: %2 with the best on disk, %3 with another or none, %4 said nothing")
                                      .arg(writes)
                                      .arg(same)
                                      .arg(older)
                                      .arg(silent)));
    qInfo("%ld writes: best on disk %d, another or none %d, not told %d", writes, same, older, silent);
  }

  void trainingIsRefusedAtEachWrite_data() {
    QTest::addColumn<bool>("once");
    QTest::addColumn<int>("first");
    // In parts: one write in fifteen of each, and every one with STEPSCOPE_EVERY_WRITE=1, which takes six minutes.
    for (const int first : {1, 2, 3}) QTest::addRow("from there on, %d of 3", first) << false << first;
    QTest::newRow("once") << true << 1;
  }
  void trainingIsRefusedAtEachWrite() {
    QFETCH(bool, once);
    QFETCH(int, first);
    long writes = 0;
    {
      const QTemporaryDir folder;
      QVERIFY(copyFolder(trained_.path(), folder.path()));
      writes = writesOf({"train", folder.filePath("project.toml")}, folder.path());
    }
    QVERIFY(writes > 40);
    int whole = 0, notSaved = 0, failed = 0;
    const int stride = qEnvironmentVariableIsSet("STEPSCOPE_EVERY_WRITE") ? 3 : 15;
    for (long at = first; at <= writes; at += stride) {
      const QTemporaryDir folder;
      QVERIFY(copyFolder(trained_.path(), folder.path()));
      const auto before = contents(folder.filePath(".stepscope/runs/1"));
      const Said said = cli({"train", folder.filePath("project.toml")}, {}, disk(folder.path(), at, once));
      const QByteArray all = "write " + QByteArray::number(static_cast<int>(at)) + " of " + QByteArray::number(static_cast<int>(writes)) +
                             ": exit code " + QByteArray::number(said.exitCode) + "\n" + said.out + said.err;
      QVERIFY2(said.exitCode == kDone || said.exitCode == kFailed || said.exitCode == kNotSaved, all);
      whole += said.exitCode == kDone;
      failed += said.exitCode == kFailed;
      notSaved += said.exitCode == kNotSaved;
      // What was saved is there.
      QVERIFY2(contents(folder.filePath(".stepscope/runs/1")) == before, all);
      const std::string store = folder.filePath(".stepscope/runs.db").toStdString(), directory = folder.filePath(".stepscope/runs/2").toStdString();
      const RunReader reader(store);
      const auto saved = reader.run(1);
      QVERIFY2(saved && saved->status == RunStatus::Finished && reader.points(1, "train_loss").size() == kSteps, all);
      for (const CheckpointInfo& info : listCheckpoints(directory)) {  // no checkpoint looks whole and is not
        QVERIFY2(info.problem.empty(), all);
        verifyCheckpoint(info.path);
      }
      QFile report(folder.filePath(".stepscope/runs/2/report.html"));
      if (report.open(QIODevice::ReadOnly)) QVERIFY2(report.readAll().trimmed().endsWith("</html>"), all);
      const auto second = reader.run(2);
      const std::int64_t step = stepOnDisk(directory);
      if (said.exitCode == kDone) {
        QVERIFY2(step == kSteps && report.isOpen(), all);
        QVERIFY2(second && second->status == RunStatus::Finished && reader.points(2, "train_loss").size() == kSteps, all);
        continue;
      }
      // A sentence with the place and a cure.
      QVERIFY2(said.err.contains(folder.path().toUtf8()), all);
      if (step != kSteps && second && second->step == kSteps) {
        QVERIFY2(said.exitCode == kNotSaved && said.err.contains("The weights of step 8 are not on disk"), all);
        QVERIFY2(step < 0 ? said.err.contains("no checkpoint of the run is on disk")
                          : said.err.contains("on disk is step " + QByteArray::number(static_cast<int>(step))),
                 all);
        QVERIFY2(second->status == RunStatus::Unsaved || second->status == RunStatus::Interrupted, all);
      }
      if (second) QVERIFY2(second->status != RunStatus::Finished || step == kSteps, all);
    }
    qInfo("%ld writes: %d runs whole, %d not saved, %d failed before they began", writes, whole, notSaved, failed);
    QVERIFY((once ? whole : notSaved) > (stride == 3 ? 10 : 2));  // what is refused once is tried again
  }

  // The folder of the run is full, the store is not: the run is told as one that is not saved, and the cure that is printed helps.
  void theCureHelps() {
    long writes = 0;
    {
      const QTemporaryDir folder;
      QVERIFY(copyFolder(trained_.path(), folder.path()));
      writes = writesOf({"train", folder.filePath("project.toml")}, folder.filePath(".stepscope/runs/2"));
    }
    int begunAgain = 0, goneOn = 0;
    for (long at = 1; at <= writes && (begunAgain == 0 || goneOn == 0); ++at) {
      const QTemporaryDir folder;
      QVERIFY(copyFolder(trained_.path(), folder.path()));
      const QString project = folder.filePath("project.toml");
      const std::string directory = folder.filePath(".stepscope/runs/2").toStdString();
      const Said said = cli({"train", project}, {}, disk(folder.filePath(".stepscope/runs/2"), at, false));
      QVERIFY2(said.exitCode == kNotSaved, said.out + said.err);
      const std::int64_t step = stepOnDisk(directory);
      if (step == kSteps) break;
      if (step < 0 ? begunAgain++ > 0 : goneOn++ > 0) continue;
      const RunInfo run = *RunReader(folder.filePath(".stepscope/runs.db").toStdString()).run(2);
      QCOMPARE(nameOf(run.status), std::string("finished, not saved"));
      QVERIFY(run.step == kSteps && run.message.find("The weights of step 8 are not on disk") != std::string::npos);
      for (const QStringList& look : {QStringList{"runs", "list", project}, {"runs", "show", project, "2"}})
        QVERIFY2(cli(look).out.contains("finished, not saved"), said.err);
      const QString page = folder.filePath("page.html");
      QCOMPARE(cli({"report", project, "2", "--out", page}).exitCode, static_cast<int>(kDone));
      QFile report(page);
      QVERIFY(report.open(QIODevice::ReadOnly));
      QVERIFY(report.readAll().contains("finished, not saved"));
      QVERIFY2(step < 0 ? said.err.contains("and train again") : said.err.contains("resume the run from there (--resume 2)"), said.err);
      const Said cured = cli(step < 0 ? QStringList{"train", project} : QStringList{"train", project, "--resume", "2"});
      QVERIFY2(cured.exitCode == kDone, cured.out + cured.err);
      const int ended = step < 0 ? 3 : 2;
      QCOMPARE(stepOnDisk(folder.filePath(QStringLiteral(".stepscope/runs/%1").arg(ended)).toStdString()), kSteps);
      QVERIFY(RunReader(folder.filePath(".stepscope/runs.db").toStdString()).run(ended)->status == RunStatus::Finished);
    }
    QVERIFY(begunAgain > 0 && goneOn > 0);
  }

  void exportsAreRefusedAtEachWrite_data() {
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QString>("file");
    QTest::newRow("report") << QStringList{"report", "PROJECT", "1", "--out", "FILE"} << "report.html";
    QTest::newRow("printed report") << QStringList{"report", "PROJECT", "1", "--out", "FILE"} << "report.pdf";
    QTest::newRow("timeline") << QStringList{"trace", "convert", "TRACE", "FILE"} << "trace.json";
    QTest::newRow("packed timeline") << QStringList{"trace", "convert", "TRACE", "FILE"} << "trace.json.gz";
    QTest::newRow("spans") << QStringList{"trace", "convert", "TRACE", "FILE"} << "trace.csv";
    QTest::newRow("weights") << QStringList{"checkpoints", "export", "PROJECT", "1", "--out", "FILE"} << "weights.safetensors";
    QTest::newRow("csv") << QStringList{"runs", "export", "PROJECT", "1", "FILE", "--to", "csv"} << "run.csv";
    QTest::newRow("json lines") << QStringList{"runs", "export", "PROJECT", "1", "FILE", "--to", "jsonl"} << "run.jsonl";
    QTest::newRow("file") << QStringList{"runs", "export", "PROJECT", "1", "FILE", "--to", "file"} << "run.stepscope-run";
    QTest::newRow("event files") << QStringList{"runs", "export", "PROJECT", "1", "FILE", "--to", "tensorboard"} << "events";
  }
  void exportsAreRefusedAtEachWrite() {
    QFETCH(QStringList, command);
    QFETCH(QString, file);
    const auto into = [&](const QString& folder) {
      QStringList arguments = command;
      arguments.replaceInStrings("PROJECT", trained_.filePath("project.toml"));
      arguments.replaceInStrings("TRACE", trained_.filePath("trace.json"));
      return arguments.replaceInStrings("FILE", folder + "/" + file);
    };
    const QTemporaryDir counted;
    const long writes = writesOf(into(counted.path()), counted.path());
    QVERIFY(writes > 1);
    const auto whole = contents(counted.path());
    const bool named = whole.contains(file) && !file.endsWith("safetensors");  // by the name that was asked for; weights replace nothing
    for (const bool once : {false, true})
      for (long at = 1; at <= writes; ++at) {
        const QTemporaryDir folder;
        // One of the same name stands there already: it stays until the new one is whole.
        const bool earlier = named && at % 2 == 1;
        const std::map<QString, QByteArray> before =
            earlier ? std::map<QString, QByteArray>{{file, "made earlier"}} : std::map<QString, QByteArray>();
        if (earlier) {
          QFile old(folder.filePath(file));
          QVERIFY(old.open(QIODevice::WriteOnly) && old.write("made earlier") == 12);
        }
        const Said said = cli(into(folder.path()), {}, disk(folder.path(), at, once));
        const QByteArray all = "write " + QByteArray::number(static_cast<int>(at)) + ": " + said.out + said.err;
        // A write that is refused once may be made up for: then the file is that of an export on a sound disk.
        if (once && said.exitCode == kDone) {
          const auto made = contents(folder.path());
          // A PDF names the time it was made.
          const bool complete = file.endsWith(".pdf") ? made.size() == 1 && made.at(file).trimmed().endsWith("%%EOF") : made == whole;
          QVERIFY2(complete, all);
          continue;
        }
        QVERIFY2(said.exitCode == kNotSaved, all);
        QVERIFY2(said.err.contains(folder.path().toUtf8()) && said.err.count('\n') == 1, all);
        QByteArray left;
        for (const auto& [name, bytes] : contents(folder.path())) left += name.toUtf8() + ' ';
        QVERIFY2(contents(folder.path()) == before, all + left);
      }
  }

  // What goes through standard output is the result of a command as well.
  void anOutputThatIsRefused() {
    if (!QFile::exists("/dev/full")) QSKIP("the system has no /dev/full");
    QProcess process;
    process.setStandardOutputFile("/dev/full");
    process.start(STEPSCOPE_CLI, {"runs", "show", trained_.filePath("project.toml"), "1", "--json"});
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitCode(), static_cast<int>(kNotSaved));
    QVERIFY(process.readAllStandardError().contains("could not be written"));
  }

  // Disks that have room for a part of a file: none is cut, and the one that stood there stays.
  void exportsOnASmallDisk_data() {
    QTest::addColumn<int>("kib");
    for (const int kib : {8, 20, 40, 60, 100, 200, 300}) QTest::addRow("%d KiB", kib) << kib;
  }
  void exportsOnASmallDisk() {
    QFETCH(int, kib);
    for (const QString& file :
         {QStringLiteral("report.html"), QStringLiteral("report.pdf"), QStringLiteral("weights.safetensors"), QStringLiteral("trace.json")}) {
      const QTemporaryDir folder;
      const Disk small(folder.path(), qPrintable(QStringLiteral("size=%1k").arg(kib)));
      if (!small.mounted()) QSKIP("mounting a disk needs an administrator");
      const QString path = folder.filePath(file), project = trained_.filePath("project.toml");
      const bool earlier = !file.endsWith("safetensors");  // weights are written over nothing
      if (earlier) {
        QFile old(path);
        QVERIFY(old.open(QIODevice::WriteOnly) && old.write("made earlier") == 12);
      }
      const Said said = cli(file.endsWith("safetensors") ? QStringList{"checkpoints", "export", project, "1", "--out", path}
                            : file.startsWith("trace")   ? QStringList{"trace", "convert", trained_.filePath("trace.json"), path}
                                                         : QStringList{"report", project, "1", "--out", path});
      const QByteArray all = file.toUtf8() + ": " + said.out + said.err;
      QVERIFY2(said.exitCode == kDone || said.exitCode == kNotSaved, all);
      const auto left = contents(folder.path());
      const bool same = earlier ? left.size() == 1 && left.at(file) == "made earlier" : left.empty();
      QVERIFY2(same == (said.exitCode == kNotSaved) && left.size() <= 1, all);
      if (file.endsWith("pdf") && said.exitCode == kDone)
        QVERIFY2(left.at(file).contains("startxref") && left.at(file).trimmed().endsWith("%%EOF"), all);
      if (said.exitCode == kNotSaved) QVERIFY2(said.err.contains(path.toUtf8()) && said.err.count('\n') == 1 && !said.err.contains(".tmp-"), all);
    }
  }

  // A disk of 1.5 MB and many epochs: the run goes on when it is full, and says at its end what is on it.
  void aSmallDisk() {
    const QTemporaryDir folder;
    const Disk small(folder.path(), "size=1500k");
    if (!small.mounted()) QSKIP("mounting a disk needs an administrator");
    QByteArray text = kProject;
    const QString project = writeProject(folder, text.replace("epochs = 2", "epochs = 4000"));
    const Said said = cli({"train", project});
    const QByteArray all = said.out + said.err;
    QVERIFY2(said.exitCode == kNotSaved, all);
    const std::string directory = folder.filePath(".stepscope/runs/1").toStdString();
    const RunReader reader(folder.filePath(".stepscope/runs.db").toStdString());
    const RunInfo run = *reader.run(1);
    QVERIFY2(run.status == RunStatus::Unsaved, all);
    QCOMPARE(run.step, 16000);
    const std::int64_t step = stepOnDisk(directory);
    if (step < 16000) QVERIFY2(said.err.contains("on disk is step " + QByteArray::number(static_cast<int>(step))), all);
    for (const CheckpointInfo& info : listCheckpoints(directory)) verifyCheckpoint(info.path);
    // What is in the curves is in order, from the first step on.
    const std::vector<Point> points = reader.points(1, "train_loss");
    for (std::size_t i = 0; i < points.size(); ++i) QCOMPARE(points[i].step, static_cast<std::int64_t>(i) + 1);
  }
};

QTEST_GUILESS_MAIN(FullDiskTest)
#include "full_disk_test.moc"
