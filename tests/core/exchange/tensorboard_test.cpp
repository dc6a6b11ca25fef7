// Folders of TensorBoard as runs, and runs as such folders: every point, restarts, damage, growing files.
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/error.h"
#include "core/base/philox.h"
#include "core/exchange/points_file.h"
#include "core/exchange/tensorboard_export.h"
#include "core/exchange/tensorboard_import.h"
#include "core/exchange/wire.h"
#include "tests/core/exchange/event_folder.h"

using namespace stepscope;

namespace {

std::string startEvent(double wallTime, std::int64_t step) {
  std::string log, event;
  WireWriter(log).varint(1, 1);
  WireWriter fields(event);
  fields.real(1, wallTime);
  fields.varint(2, static_cast<std::uint64_t>(step));
  fields.bytes(7, log);
  return event;
}

QString notesOf(const ImportedRun& run) {
  QString notes;
  for (const std::string& note : run.notes) notes += QString::fromStdString(note) + "\n";
  return notes;
}

std::vector<double> valuesOf(const std::vector<Point>& points) {
  std::vector<double> values;
  for (const Point& point : points) values.push_back(point.value);
  return values;
}

}  // namespace

class TensorBoardTest : public QObject {
  Q_OBJECT
  std::unique_ptr<QTemporaryDir> folder_;
  QString at(const QString& name) const { return folder_->filePath(name); }
  std::string store() const { return at("runs.db").toStdString(); }

  std::vector<ImportedRun> import(const QString& name) const {
    RunWriter writer(store());
    TensorBoardImport import(at(name).toStdString(), writer, {});
    import.read();
    return import.finish();
  }

 private Q_SLOTS:
  void init() { folder_ = std::make_unique<QTemporaryDir>(); }

  void everyFolderIsARun() {
    const std::string version = versionEvent(1000);
    writeBytes(at("logs/a/events.out.tfevents.1.host"),
               framed({version, scalarEvent(1001, 1, "loss", 3, true), scalarEvent(1002, 2, "loss", 2, false)}));
    writeBytes(at("logs/a/events.out.tfevents.2.host"), framed({versionEvent(1003), scalarEvent(1004, 3, "loss", 1, true)}));
    writeBytes(at("logs/a/deep/events.out.tfevents.1.host"), framed({version, scalarEvent(1001, 5, "lr", 0.5f, true)}));
    writeBytes(at("logs/notes.txt"), "no events");
    const std::vector<ImportedRun> told = import("logs");
    QCOMPARE(told.size(), std::size_t{2});
    QCOMPARE(told[0].name, std::string("a"));
    QCOMPARE(told[0].files, 2);
    QCOMPARE(told[0].points, 3);
    QCOMPARE(told[1].name, std::string("a/deep"));
    QVERIFY(told[0].notes.empty());

    const RunReader reader(store());
    const RunInfo run = reader.run(told[0].id).value();
    QVERIFY(run.status == RunStatus::Finished);
    QCOMPARE(run.createdMs, 1000'000);
    QCOMPARE(run.step, 3);
    QCOMPARE(run.seconds, 4.0);
    const std::vector<Point> points = reader.points(run.id, "loss");
    QCOMPARE(valuesOf(points), (std::vector<double>{3, 2, 1}));
    QCOMPARE(points[1].wall, 2.0);
    QCOMPARE(points[2].step, 3);
  }

  // TensorBoard's rule: a start at step s supersedes what stands there and later.
  void restart() {
    writeBytes(at("logs/events.out.tfevents.1"), framed({versionEvent(1000), startEvent(1000, 0), scalarEvent(1001, 1, "loss", 5, true),
                                                         scalarEvent(1002, 2, "loss", 4, false), scalarEvent(1003, 3, "loss", 3, false)}));
    writeBytes(at("logs/events.out.tfevents.2"), framed({versionEvent(1010), startEvent(1010, 2), scalarEvent(1011, 2, "loss", 40, true)}));
    const std::vector<ImportedRun> told = import("logs");
    QCOMPARE(told.at(0).points, 2);  // what is there, not what was read
    QVERIFY2(notesOf(told[0]).contains("2 points"), qPrintable(notesOf(told[0])));
    QCOMPARE(valuesOf(RunReader(store()).points(told[0].id, "loss")), (std::vector<double>{5, 40}));
  }

  // Within a file the rule is TensorBoard's for everything that the file wrote.
  void restartWithinAFile() {
    writeBytes(at("logs/events.out.tfevents.1"),
               framed({versionEvent(1000), scalarEvent(1001, 1, "loss", 5, true), scalarEvent(1001, 1, "lr", 1, true),
                       scalarEvent(1002, 2, "loss", 4, false), scalarEvent(1002, 2, "lr", 1, false), startEvent(1003, 2),
                       scalarEvent(1004, 2, "loss", 3, false)}));
    const ImportedRun told = import("logs").at(0);
    QCOMPARE(told.points, 3);
    QCOMPARE(valuesOf(RunReader(store()).points(told.id, "loss")), (std::vector<double>{5, 3}));
    QCOMPARE(RunReader(store()).points(told.id, "lr").size(), std::size_t{1});
  }

  // Two programs that write into one folder: a start of one is no restart of the other.
  void secondWriter() {
    std::string a = framed({versionEvent(1000), startEvent(1000, 0)}), b = framed({versionEvent(1005), startEvent(1005, 0)});
    for (int i = 0; i < 20; ++i) {
      appendRecord(a, scalarEvent(1001 + i, i, "loss", static_cast<float>(i), i == 0));
      appendRecord(b, scalarEvent(1006 + i, i, "accuracy", static_cast<float>(i), i == 0));
      appendRecord(b, scalarEvent(1006 + i, i, "loss", static_cast<float>(-i), i == 0));
    }
    writeBytes(at("logs/events.out.tfevents.1.a"), a);
    writeBytes(at("logs/events.out.tfevents.2.b"), b);
    const ImportedRun told = import("logs").at(0);
    QCOMPARE(told.points, 60);
    const RunReader reader(store());
    QCOMPARE(reader.points(told.id, "loss").size(), std::size_t{40});
    QCOMPARE(reader.points(told.id, "accuracy").size(), std::size_t{20});
    QVERIFY2(notesOf(told).contains("tfevents.2.b") && notesOf(told).contains("points of both"), qPrintable(notesOf(told)));
    // Its start names a later step, but the first still writes: it supersedes nothing.
    std::string beside = framed({versionEvent(1005), startEvent(1005, 10)});
    for (int i = 10; i < 30; ++i) appendRecord(beside, scalarEvent(1006 + i, i, "loss", static_cast<float>(-i), i == 10));
    writeBytes(at("beside/events.out.tfevents.1.a"), a);
    writeBytes(at("beside/events.out.tfevents.2.b"), beside);
    QCOMPARE(import("beside").at(0).points, 40);
    // One after the other, from the beginning again: nothing tells that the second is the first one's restart, and nothing is lost.
    writeBytes(at("again/events.out.tfevents.1.a"), a);
    std::string later = framed({versionEvent(2000), startEvent(2000, 0)});
    for (int i = 0; i < 5; ++i) appendRecord(later, scalarEvent(2001 + i, i, "loss", 7, i == 0));
    writeBytes(at("again/events.out.tfevents.2.c"), later);
    const ImportedRun anew = import("again").at(0);
    QCOMPARE(anew.points, 25);
    QVERIFY2(notesOf(anew).contains("folders of their own"), qPrintable(notesOf(anew)));
    // A resume that says nothing of itself (SummaryWriter without purge_step).
    std::string unsaid = framed({versionEvent(2000)});
    for (int i = 10; i < 30; ++i) appendRecord(unsaid, scalarEvent(2001 + i, i, "loss", 7, i == 10));
    writeBytes(at("unsaid/events.out.tfevents.1.a"), a);
    writeBytes(at("unsaid/events.out.tfevents.2.c"), unsaid);
    const ImportedRun resumed = import("unsaid").at(0);
    QCOMPARE(resumed.points, 40);
    QVERIFY2(notesOf(resumed).contains("\"loss\" from 19 to 10") && notesOf(resumed).contains("purge_step"), qPrintable(notesOf(resumed)));
  }

  // Whatever was written, what is told is what is there, and what is missing is told.
  void toldIsStored() {
    for (std::uint64_t round = 0; round < 60; ++round) {
      PhiloxStream random(5, round);
      const QString name = QString("random-%1").arg(round);
      const std::uint32_t files = 1 + random.below(3);
      const bool starts = round % 3 != 0;
      std::int64_t points = 0, histograms = 0;
      std::set<std::pair<std::string, std::int64_t>> places;
      double wall = 1000;
      for (std::uint32_t f = 0; f < files; ++f) {
        std::string bytes = framed({versionEvent(wall)});
        std::int64_t step = f > 0 ? random.below(40) : 0u;
        if (starts && f > 0) appendRecord(bytes, startEvent(wall, step));
        for (std::uint32_t i = 0, n = 20 + random.below(60); i < n; ++i) {
          wall += 1;
          step += random.below(3);
          if (starts && random.below(30) == 0) appendRecord(bytes, startEvent(wall, step -= std::min<std::int64_t>(step, random.below(10))));
          const std::string tag = std::string("tag ") + static_cast<char>('a' + random.below(4));
          if (random.below(5) == 0) {
            appendRecord(bytes, histogramEvent(wall, step, tag + " spread", {0, 1, 3, 1, 1, {0.5, 1}, {1, 2}}, i == 0));
            ++histograms;
            places.emplace(tag + " spread", step);
          } else {
            appendRecord(bytes, scalarEvent(wall, step, tag, static_cast<float>(i), i == 0));
            ++points;
          }
        }
        if (random.below(3) == 0) wall -= 30;  // the next file began before this one ended
        writeBytes(at(QString("%1/events.out.tfevents.%2").arg(name).arg(f)), bytes);
      }
      const ImportedRun told = import(name).at(0);
      const RunReader reader(store());
      std::int64_t stored = 0, kept = 0;
      for (const SeriesInfo& series : reader.series(told.id)) {
        QCOMPARE(static_cast<std::int64_t>(reader.points(told.id, series.key).size()), series.count);
        stored += series.count;
      }
      for (const std::string& parameter : reader.histogramParameters(told.id))
        kept += static_cast<std::int64_t>(reader.histograms(told.id, parameter, false).size());
      QCOMPARE(told.points, stored);
      QCOMPARE(told.histograms, kept);
      const auto superseded = QRegularExpression("earlier step: (\\d+) points and (\\d+) histograms").match(notesOf(told));
      QCOMPARE(stored + superseded.captured(1).toLongLong(), points);
      QVERIFY(kept + superseded.captured(2).toLongLong() <= histograms);
      if (!starts) QCOMPARE(kept, static_cast<std::int64_t>(places.size()));
      if (!starts) QVERIFY(!superseded.hasMatch());
    }
  }

  // SummaryWriter.add_hparams() writes into a folder of its own, named by the time: they are the settings of the run around it.
  void hyperparametersJoinTheirRun() {
    std::string session, content, entry, value;
    WireWriter(value).real(2, 0.25);
    WireWriter entries(entry);
    entries.bytes(1, "lr");
    entries.bytes(2, value);
    WireWriter(session).bytes(1, entry);
    WireWriter(content).bytes(3, session);
    writeBytes(at("logs/run/events.out.tfevents.1"), framed({versionEvent(1000), scalarEvent(1001, 1, "loss", 5, true)}));
    writeBytes(at("logs/run/1700000000.25/events.out.tfevents.2"),
               framed({versionEvent(1002), hyperparametersEvent(1002, content), scalarEvent(1003, 0, "hparam/accuracy", 0.5f, true)}));
    writeBytes(at("logs/run/20240101/events.out.tfevents.3"), framed({versionEvent(1002), scalarEvent(1003, 0, "loss", 0.5f, true)}));
    const std::vector<ImportedRun> told = import("logs");
    QCOMPARE(told.size(), std::size_t{2});
    QCOMPARE(told[0].name, std::string("run"));
    QCOMPARE(told[0].files, 2);
    QCOMPARE(told[0].points, 2);
    QCOMPARE(told[1].name, std::string("run/20240101"));
    const RunReader reader(store());
    const RunInfo run = reader.run(told[0].id).value();
    const nlohmann::json configuration = nlohmann::json::parse(run.configuration);
    QCOMPARE(configuration.at("hyperparameters").at("lr").get<double>(), 0.25);
    QVERIFY(configuration.contains("source"));
    QCOMPARE(reader.points(run.id, "hparam/accuracy").size(), std::size_t{1});
    // They go along, out and in again.
    exportToTensorBoard(reader, run, at("out").toStdString());
    const ImportedRun back = import("out").at(0);
    QCOMPARE(nlohmann::json::parse(reader.run(back.id)->configuration).at("hyperparameters").at("lr").get<double>(), 0.25);
    // Looked at again, it is the same run.
    RunWriter writer(store());
    TensorBoardImport again(at("logs").toStdString(), writer, {});
    again.goOnIn(RunReader(store()));
    again.read();
    const std::vector<ImportedRun> known = again.finish();
    QCOMPARE(known.at(0).id, told[0].id);
    QVERIFY(known[0].known);
    QCOMPARE(known[0].points, 2);
  }

  void oddClocks() {
    writeBytes(at("logs/events.out.tfevents.1"),
               framed({versionEvent(1000), scalarEvent(1001, 1, "loss", 5, true), scalarEvent(1e18, 2, "loss", 4, false)}));
    writeBytes(at("far/events.out.tfevents.1"), framed({versionEvent(1e18), scalarEvent(1e18, 1, "loss", 5, true)}));
    for (const char* name : {"logs", "far"}) {
      const ImportedRun told = import(name).at(0);
      QVERIFY2(notesOf(told).contains("clock"), qPrintable(notesOf(told)));
      QCOMPARE(RunReader(store()).run(told.id)->seconds, 0.0);
      QVERIFY(RunReader(store()).run(told.id)->createdMs < 4'000'000'000'000);
    }
  }

  void damageIsNamed() {
    std::string bytes = framed({versionEvent(1000), scalarEvent(1001, 1, "loss", 5, true), scalarEvent(1002, 2, "loss", 4, false),
                                scalarEvent(std::numeric_limits<double>::quiet_NaN(), 3, "loss", 3, false), scalarEvent(1004, 4, "loss", 2, false)});
    const std::size_t second = framed({versionEvent(1000)}).size();
    bytes[second + 20] ^= 1;
    writeBytes(at("logs/events.out.tfevents.1"), bytes.substr(0, bytes.size() - 3));
    const std::vector<ImportedRun> told = import("logs");
    QCOMPARE(told.at(0).points, 1);
    const std::string notes = told[0].notes.at(0) + told[0].notes.at(1) + told[0].notes.at(2);
    for (const char* word :
         {"tfevents.1", "damaged records that were left out: 1", "records without a time that were left out: 1", "middle of a record"})
      QVERIFY2(notes.find(word) != std::string::npos, notes.c_str());
  }

  void nothingToImport() {
    QDir().mkpath(at("empty"));
    for (const char* name : {"empty", "missing"}) {
      RunWriter writer(store());
      bool refused = false;
      try {
        TensorBoardImport import(at(name).toStdString(), writer, {});
      } catch (const Error& error) {
        refused = error.kind() == ErrorKind::Input && std::string(error.what()).find("--logdir") != std::string::npos;
      }
      QVERIFY(refused);
    }
    QVERIFY(RunReader(store()).runs().empty());
  }

  // A training elsewhere: what it has written is there after each look, new folders too.
  void growingFolder() {
    const std::string first = framed({versionEvent(1000), scalarEvent(1001, 1, "loss", 5, true)});
    const std::string second = framed({scalarEvent(1002, 2, "loss", 4, false)});
    writeBytes(at("logs/events.out.tfevents.1"), first + second.substr(0, 11));
    RunWriter writer(store());
    TensorBoardImport import(at("logs").toStdString(), writer, {});
    QVERIFY(import.read() > 0);
    writer.flush();
    const RunId run = RunReader(store()).runs().at(0).id;
    QVERIFY(RunReader(store()).run(run)->status == RunStatus::Running);
    QCOMPARE(valuesOf(RunReader(store()).points(run, "loss")), (std::vector<double>{5}));
    QCOMPARE(import.read(), std::uint64_t{0});
    writeBytes(at("logs/events.out.tfevents.1"), second.substr(11), QIODevice::Append);
    writeBytes(at("logs/late/events.out.tfevents.9"), first);
    QCOMPARE(import.read(), std::uint64_t{first.size() + second.size()});
    writer.flush();
    QCOMPARE(valuesOf(RunReader(store()).points(run, "loss")), (std::vector<double>{5, 4}));
    QCOMPARE(RunReader(store()).runs().size(), std::size_t{2});
    QCOMPARE(import.finish().size(), std::size_t{2});
    QVERIFY(RunReader(store()).run(run)->status == RunStatus::Finished);
  }

  // Closed files in one go: every point, and no row of a series that still waits to become part of a chunk.
  void manyPoints() {
    std::string bytes = framed({versionEvent(1000)});
    for (int i = 0; i < 20000; ++i) {
      appendRecord(bytes, scalarEvent(1001 + i, i, "loss", static_cast<float>(i), i == 0));
      if (i < 1500) appendRecord(bytes, scalarEvent(1001 + i, i, "short", static_cast<float>(-i), i == 0));
    }
    writeBytes(at("logs/events.out.tfevents.1"), bytes);
    RunWriter writer(store());
    TensorBoardImport import(at("logs").toStdString(), writer, {});
    QCOMPARE(import.read({}, TensorBoardImport::Until::Finished), std::uint64_t{bytes.size()});
    const RunId run = import.finish().at(0).id;
    const RunReader reader(store());
    for (const auto& [key, count, sign] : {std::tuple{"loss", 20000, 1}, std::tuple{"short", 1500, -1}}) {
      const std::vector<Point> points = reader.points(run, key);
      QCOMPARE(points.size(), static_cast<std::size_t>(count));
      for (int i = 0; i < count; ++i) {
        QCOMPARE(points[static_cast<std::size_t>(i)].step, std::int64_t{i});
        QCOMPARE(points[static_cast<std::size_t>(i)].value, static_cast<double>(sign * i));
      }
      QCOMPARE(reader.series(run).at(sign > 0 ? 0 : 1).count, std::int64_t{count});
    }
    // It may still go on: a restart in another file, followed.
    writeBytes(at("logs/events.out.tfevents.2"), framed({versionEvent(30000), startEvent(30001, 100), scalarEvent(30002, 100, "loss", 7, true)}));
    TensorBoardImport again(at("logs").toStdString(), writer, {});
    again.read();
    const RunId second = again.finish().at(0).id;
    QCOMPARE(RunReader(store()).points(second, "loss").size(), std::size_t{101});
  }

  // Watched, stopped, watched again: one run, no point twice, none lost. Other files in the same place are another run.
  void watchedTwice() {
    const auto look = [this](int records) {
      std::string bytes = framed({versionEvent(1000)});
      for (int i = 0; i < records; ++i) appendRecord(bytes, scalarEvent(1001.25 + i, i, "loss", static_cast<float>(i), i == 0));
      writeBytes(at("logs/a/events.out.tfevents.1"), bytes);
      RunWriter writer(store());
      TensorBoardImport import(at("logs").toStdString(), writer, {});
      import.goOnIn(RunReader(store()));
      import.read();
      return import.finish().at(0);
    };
    const ImportedRun first = look(3000);
    QVERIFY(!first.known);
    const std::vector<Point> before = RunReader(store()).points(first.id, "loss");
    const ImportedRun second = look(4500);
    QCOMPARE(second.id, first.id);
    QVERIFY(second.known);
    QCOMPARE(second.points, std::int64_t{4500});
    const RunReader reader(store());
    const std::vector<Point> points = reader.points(first.id, "loss");
    QCOMPARE(points.size(), std::size_t{4500});
    for (int i = 0; i < 4500; ++i) {
      const Point& point = points[static_cast<std::size_t>(i)];
      QCOMPARE(point.step, std::int64_t{i});
      QCOMPARE(point.value, static_cast<double>(i));
      QCOMPARE(point.wall, 1001.25 + i - 1000);
    }
    QCOMPARE(before.size(), std::size_t{3000});
    QCOMPARE(reader.runs().size(), std::size_t{1});
    QCOMPARE(reader.run(first.id)->step, std::int64_t{4499});
    QVERIFY(reader.run(first.id)->status == RunStatus::Finished);
    QVERIFY(look(4500).known);
    QCOMPARE(reader.points(first.id, "loss").size(), std::size_t{4500});
    QVERIFY(!look(20).known);  // shorter than what was read: somebody began anew
    QCOMPARE(reader.runs().size(), std::size_t{2});
  }

  // Broken off while it reads again what the store has: nothing of it is lost.
  void watchedTwiceAndBrokenOff() {
    std::string bytes = framed({versionEvent(1000)});
    for (int i = 0; i < 60000; ++i) appendRecord(bytes, scalarEvent(1001 + i, i, "loss", 1, i == 0));
    writeBytes(at("logs/events.out.tfevents.1"), bytes);
    const RunId run = import("logs").at(0).id;
    for (const bool whole : {false, true}) {
      RunWriter writer(store());
      TensorBoardImport again(at("logs").toStdString(), writer, {});
      again.goOnIn(RunReader(store()));
      again.read([whole](std::uint64_t) { return whole; });
      QCOMPARE(again.finish().at(0).id, run);
      QCOMPARE(RunReader(store()).points(run, "loss").size(), std::size_t{60000});
      QCOMPARE(RunReader(store()).run(run)->step, std::int64_t{59999});
      QCOMPARE(RunReader(store()).run(run)->seconds, 60000.0);
    }
  }

  void cancelled() {
    std::string bytes = framed({versionEvent(1000)});
    for (int i = 0; i < 60000; ++i) appendRecord(bytes, scalarEvent(1001 + i, i, "loss", 1, i == 0));
    writeBytes(at("logs/events.out.tfevents.1"), bytes);
    RunWriter writer(store());
    TensorBoardImport import(at("logs").toStdString(), writer, {});
    const std::uint64_t read = import.read([](std::uint64_t) { return false; });
    QVERIFY(read > 0 && read < bytes.size());
  }

  // Out and in again: the same points (values as float32), histograms and pictures.
  void thereAndBack() {
    RunId id = 0;
    const double values[] = {0.5, 0.1, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), -1e30};
    {
      RunWriter writer(store());
      RunInfo info;
      info.name = "mine";
      info.createdMs = 1700000000000;
      id = writer.createRun(info);
      std::vector<Point> points;
      for (int i = 0; i < 5000; ++i) points.push_back({i, i * 0.25, values[i % 5]});
      writer.append(id, "train_loss", points);
      writer.append(id, "größe/µ", {{1, 2, 3}});
      Histogram histogram = histogramOf(std::vector<float>{1, 2, 3, 4});
      writer.addHistograms(id, {{"conv1.weight", false, 10, histogram}, {"conv1.weight", true, 10, histogram}});
      writer.setArtefact(id, "images", R"([{"tag":"p","step":3,"width":1,"height":2,"base64":"UE5H"}])");
      info.id = id;
      info.status = RunStatus::Finished;
      writer.finish(info);
    }
    const RunReader reader(store());
    const std::string file = exportToTensorBoard(reader, reader.run(id).value(), at("out").toStdString());
    QVERIFY(QFile::exists(QString::fromStdString(file)));
    const std::vector<ImportedRun> told = import("out");
    QCOMPARE(told.size(), std::size_t{1});
    QVERIFY(told[0].notes.empty());
    const RunId back = told[0].id;
    const std::vector<Point> before = reader.points(id, "train_loss"), after = reader.points(back, "train_loss");
    QCOMPARE(after.size(), before.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
      QCOMPARE(after[i].step, before[i].step);
      QCOMPARE(after[i].wall, before[i].wall);
      const auto a = static_cast<float>(after[i].value), b = static_cast<float>(before[i].value);
      QVERIFY(a == b || (std::isnan(a) && std::isnan(b)));
    }
    QCOMPARE(reader.points(back, "größe/µ").size(), std::size_t{1});
    for (const char* tag : {"weights/conv1.weight", "gradients/conv1.weight"}) {
      const std::vector<HistogramRow> rows = reader.histograms(back, tag, false);
      QCOMPARE(rows.size(), std::size_t{1});
      QCOMPARE(rows[0].histogram.bins, histogramOf(std::vector<float>{1, 2, 3, 4}).bins);
    }
    const nlohmann::json pictures = nlohmann::json::parse(reader.artefact(back, "images").value());
    QCOMPARE(pictures.at(0).at("base64").get<std::string>(), std::string("UE5H"));

    exportToCsv(reader, reader.run(id).value(), at("points.csv").toStdString());
    exportToJsonLines(reader, reader.run(id).value(), at("points.jsonl").toStdString());
    QFile csv(at("points.csv")), lines(at("points.jsonl"));
    QVERIFY(csv.open(QIODevice::ReadOnly) && lines.open(QIODevice::ReadOnly));
    const QList<QByteArray> rows = csv.readAll().split('\n'), objects = lines.readAll().split('\n');
    QCOMPARE(rows.size(), 5003);  // a head, the points of two metrics, and nothing behind the last line end
    QVERIFY(rows.contains("train_loss,1,0.25,0.1\r"));
    QVERIFY(rows.contains("train_loss,2,0.5,nan\r"));
    QCOMPARE(objects.size(), 5003);
    for (int i = 0; i + 1 < objects.size(); ++i) QVERIFY2(nlohmann::json::accept(objects[i].toStdString()), objects[i]);
    QVERIFY(objects.contains(R"({"metric":"train_loss","step":3,"seconds":0.75,"value":"Infinity"})"));
  }

  void placesThatCannotBeWritten() {
    RunWriter writer(store());
    const RunId id = writer.createRun({});
    writer.flush();
    const RunReader reader(store());
    writeBytes(at("file"), "x");
    for (const auto& write :
         std::vector<std::function<void()>>{[&] { exportToTensorBoard(reader, *reader.run(id), at("file/sub").toStdString()); },
                                            [&] { exportToCsv(reader, *reader.run(id), at("no/such/folder.csv").toStdString()); }}) {
      bool refused = false;
      try {
        write();
      } catch (const Error& error) {
        refused = error.kind() == ErrorKind::Resource && !error.cure().empty();
      }
      QVERIFY(refused);
    }
  }

  // Files of PyTorch's SummaryWriter and of a TensorFlow estimator, against what an independent reader found in them.
  void publishedFiles() {
    QString data = qEnvironmentVariable("STEPSCOPE_DATA");
    if (data.isEmpty()) data = QStringLiteral(STEPSCOPE_SOURCE_DIR "/../shared/data");
    const QString archive = data + "/tfevents/tfevents.tar.gz";
    if (!QFile::exists(archive)) QSKIP("tfevents.tar.gz is not there; set STEPSCOPE_DATA to the folder of test inputs");
    QCOMPARE(QProcess::execute("tar", {"-xzf", archive, "-C", folder_->path()}), 0);
    QFile table(at("tfevents/EXPECTED.tsv"));
    QVERIFY(table.open(QIODevice::ReadOnly));
    // A folder each, as each file is a run of its own.
    std::map<QString, RunId> runs;
    const RunReader reader(store());
    int checked = 0;
    for (const QByteArray& line : table.readAll().split('\n')) {
      const QList<QByteArray> cells = line.split('\t');
      if (cells.size() < 9 || line.startsWith('#')) continue;
      const QString name = cells[0];
      if (!runs.contains(name)) {
        const QString alone = QString("alone-%1").arg(runs.size());
        QDir().mkpath(at(alone));
        QVERIFY(QFile::copy(at("tfevents/" + name), at(alone + "/" + QFileInfo(name).fileName())));
        const std::vector<ImportedRun> told = import(alone);
        QCOMPARE(told.size(), std::size_t{1});
        runs[name] = told[0].id;
      }
      if (cells[3] != "simple_value") continue;
      const std::vector<Point> points = reader.points(runs[name], cells[2].toStdString());
      QCOMPARE(static_cast<int>(points.size()), cells[4].toInt());
      QCOMPARE(points.front().step, cells[5].toLongLong());
      QCOMPARE(static_cast<float>(points.front().value), cells[6].toFloat());
      QCOMPARE(points.back().step, cells[7].toLongLong());
      QCOMPARE(static_cast<float>(points.back().value), cells[8].toFloat());
      ++checked;
    }
    QCOMPARE(checked, 26);
  }
};

QTEST_GUILESS_MAIN(TensorBoardTest)
#include "tensorboard_test.moc"
