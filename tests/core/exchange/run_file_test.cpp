// A run as one file: into another store and back with everything, and files of strangers.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "core/base/error.h"
#include "core/store/database.h"
#include "core/store/run_files.h"
#include "core/store/run_store.h"

using namespace stepscope;

class RunFileTest : public QObject {
  Q_OBJECT
  std::unique_ptr<QTemporaryDir> folder_;
  std::string at(const char* name) const { return folder_->filePath(name).toStdString(); }

  void write(const char* name, const QByteArray& bytes) const {
    QDir().mkpath(QFileInfo(folder_->filePath(name)).path());
    QFile file(folder_->filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
  }
  QByteArray read(const std::string& path) const {
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("<missing>");
  }

  // A run with some of everything, and another one beside it.
  RunId makeRun(bool running) const {
    RunWriter writer(at("a.db"));
    writer.createRun({});
    RunInfo info;
    info.name = "with everything";
    info.model = "lenet5";
    info.configuration = R"({"switches":{"batch_size":64}})";
    info.createdMs = 1234567;
    info.id = writer.createRun(info);
    std::vector<Point> points;
    for (int i = 0; i < 3000; ++i) points.push_back({i, i * 0.5, 1.0 / (i + 1)});
    writer.append(info.id, "train_loss", points);
    writer.append(info.id, "lr", {{1, 1, 0.1}});
    writer.mark(info.id, {10, 5, "switch", "batch size 64 -> 128"});
    writer.setArtefact(info.id, "memory_plan", "{}");
    writer.addHistograms(info.id, {{"conv1.weight", false, 10, histogramOf(std::vector<float>{1, 2, 3})}});
    writer.setNote(info.id, "the good one");
    writer.setTags(info.id, {"baseline", "paper"});
    info.status = running ? RunStatus::Running : RunStatus::Finished;
    info.step = 3000;
    info.finals = {{"val_loss", 0.25}};
    running ? writer.update(info) : writer.finish(info);
    writer.flush();
    if (running) writeRunFile(at("a.db"), info.id, at("a"), at("run.stepscope-run"), true);
    return info.id;
  }

 private Q_SLOTS:
  void init() { folder_ = std::make_unique<QTemporaryDir>(); }

  void thereAndBack() {
    const RunId id = makeRun(false);
    QByteArray large(40 << 20, 'x');  // more than a row holds
    large[large.size() - 1] = 'y';
    write("a/capture.sstrace", large);
    write("a/best.000001/model.safetensors", "weights");
    write("a/empty", "");
    writeRunFile(at("a.db"), id, at("a"), at("run.stepscope-run"), true);
    RunId copy = 0;
    {
      RunWriter other(at("b.db"));
      other.createRun({});
      other.createRun({});
      other.createRun({});
      copy = readRunFile(at("run.stepscope-run"), other);
    }
    unpackRunFile(at("run.stepscope-run"), at("b"));
    QCOMPARE(copy, 4);
    const RunReader from(at("a.db")), to(at("b.db"));
    const RunInfo before = from.run(id).value(), after = to.run(copy).value();
    QCOMPARE(after.name, before.name);
    QCOMPARE(after.configuration, before.configuration);
    QCOMPARE(after.createdMs, before.createdMs);
    QCOMPARE(after.finals, before.finals);
    QCOMPARE(after.note, std::string("the good one"));
    QCOMPARE(after.tags, before.tags);
    QVERIFY(after.status == RunStatus::Finished);
    for (const char* key : {"train_loss", "lr"}) {
      const std::vector<Point> a = from.points(id, key), b = to.points(copy, key);
      QCOMPARE(a.size(), b.size());
      for (std::size_t i = 0; i < a.size(); ++i) QVERIFY(a[i].step == b[i].step && a[i].wall == b[i].wall && a[i].value == b[i].value);
    }
    QCOMPARE(to.points(copy, "train_loss").size(), std::size_t{3000});
    QCOMPARE(to.overview(copy, "train_loss", 100).size(), from.overview(id, "train_loss", 100).size());
    QCOMPARE(to.markers(copy).at(0).label, from.markers(id).at(0).label);
    QCOMPARE(to.artefact(copy, "memory_plan").value(), std::string("{}"));
    QCOMPARE(to.histograms(copy, "conv1.weight", false).at(0).histogram, from.histograms(id, "conv1.weight", false).at(0).histogram);
    QCOMPARE(read(at("b/capture.sstrace")), large);
    QCOMPARE(read(at("b/best.000001/model.safetensors")), QByteArray("weights"));
    QCOMPARE(read(at("b/empty")), QByteArray());
    QVERIFY(to.run(1) && to.points(1, "train_loss").empty());

    writeRunFile(at("a.db"), id, at("a"), at("small.stepscope-run"), false);
    unpackRunFile(at("small.stepscope-run"), at("c"));
    QCOMPARE(read(at("c/best.000001/model.safetensors")), QByteArray("<missing>"));
  }

  // A run in training can be taken along; elsewhere nobody trains it.
  void runInTraining() {
    makeRun(true);
    RunWriter other(at("b.db"));
    const RunId copy = readRunFile(at("run.stepscope-run"), other);
    QVERIFY(RunReader(at("b.db")).run(copy)->status == RunStatus::Interrupted);
  }

  void filesOfStrangers_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("missing") << QByteArray();
    QTest::newRow("text") << QByteArray("hello, this is no database");
    QTest::newRow("cut off") << QByteArray("cut");
    QTest::newRow("several runs") << QByteArray("several");
    QTest::newRow("outside") << QByteArray("outside");
  }
  void filesOfStrangers() {
    QFETCH(QByteArray, content);
    const RunId id = makeRun(false);
    const std::string file = at("x.stepscope-run");
    writeRunFile(at("a.db"), id, at("a"), file, true);
    if (content.isEmpty()) QFile::remove(QString::fromStdString(file));
    else if (content == "cut") write("x.stepscope-run", read(file).left(9000));
    else if (content == "several")
      Connection(file, SQLITE_OPEN_READWRITE)
          .execute(
              "INSERT INTO run SELECT NULL, name, model, status, message, created_ms, seconds, step, epoch, "
              "configuration, finals, NULL, '', '', '', 0, 0, 0, '[]', 0, '', '[]', 0, 0, '' FROM run");
    else if (content == "outside") Connection(file, SQLITE_OPEN_READWRITE).execute("INSERT INTO file VALUES('../../escaped', 0, x'00')");
    else write("x.stepscope-run", content);
    bool refused = false;
    try {
      RunWriter other(at("b.db"));
      readRunFile(file, other);
      unpackRunFile(file, at("b/run"));
    } catch (const Error& error) {
      refused = std::string(error.what()).find("x.stepscope-run") != std::string::npos && !error.cure().empty();
    }
    QVERIFY(refused);
    QVERIFY(!QFile::exists(folder_->filePath("escaped")));
    if (content != "outside") QCOMPARE(RunReader(at("b.db")).runs().size(), std::size_t{0});
  }
};

QTEST_GUILESS_MAIN(RunFileTest)
#include "run_file_test.moc"
