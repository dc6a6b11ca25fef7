#include "profiler/trace/trace_file.h"

#include <zlib.h>

#include <QDataStream>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <random>

#include "core/base/error.h"
#include "profiler/trace/lanes.h"

using namespace stepscope;

namespace {

Trace sample() {
  Trace trace;
  trace.source = "run 14, steps 410-419";
  trace.begin = 5'000'000'000'000;
  trace.end = trace.begin + 2'000'000'000;
  trace.dropped = 3;
  for (const char* name : {"step", "conv2d", "naïve"}) trace.names.intern(name);
  trace.tracks = {{"Trainer", 0, false}, {"queue depth", 30, true}};
  TraceNode node{"conv2d", "conv2d", "layer1.0.conv1", "winograd", "oneDNN", "64x64x16x16", Category::Forward, 1'207'959'552, 8'388'608, {}};
  node.candidateMs = {{"direct", 12.7}, {"winograd", 7.25}};
  node.phase = "forward";
  trace.nodes = {node, TraceNode{}};
  trace.nodes[1].inputs = {0};
  trace.atPeak = {{"layer1.0.conv1", "activation", 4096}, {"", "input", 64}};
  trace.unrecordedStepNs = 20'100'000;
  trace.othersShare = 0.25;
  std::mt19937 random(1);
  std::vector<SpanRecord> records;
  std::int64_t now = trace.begin;
  for (int i = 0; i < 1000; ++i) {
    const std::int64_t duration = random() % 900000;
    records.push_back({now, duration, static_cast<std::uint32_t>(random() % 3), static_cast<std::int32_t>(random() % 3) - 1, 410 + i / 100,
                       static_cast<Category>(random() % 10)});
    now += duration + random() % 1000;
  }
  records.push_back({trace.begin, now - trace.begin, 0, -1, -1, Category::Step});
  trace.lanes = splitIntoLanes(records, 0);
  trace.counters = {{1, {trace.begin + 5, trace.begin + 90, trace.begin + 1'000'000'000}, {1, 2.5, -3}}};
  return trace;
}

void compare(const Trace& a, const Trace& b) {
  QVERIFY(a.source == b.source);
  QCOMPARE(a.begin, b.begin);
  QCOMPARE(a.end, b.end);
  QCOMPARE(a.dropped, b.dropped);
  QCOMPARE(a.names.size(), b.names.size());
  for (std::uint32_t i = 0; i < a.names.size(); ++i) QVERIFY(a.names.name(i) == b.names.name(i));
  QCOMPARE(a.tracks.size(), b.tracks.size());
  for (std::size_t i = 0; i < a.tracks.size(); ++i) {
    QVERIFY(a.tracks[i].name == b.tracks[i].name);
    QCOMPARE(a.tracks[i].sortOrder, b.tracks[i].sortOrder);
    QCOMPARE(a.tracks[i].counter, b.tracks[i].counter);
  }
  QCOMPARE(a.nodes.size(), b.nodes.size());
  for (std::size_t i = 0; i < a.nodes.size(); ++i) {
    const TraceNode &x = a.nodes[i], &y = b.nodes[i];
    QVERIFY(x.op == y.op && x.title == y.title && x.layer == y.layer && x.kernel == y.kernel && x.library == y.library && x.shapes == y.shapes);
    QVERIFY(x.category == y.category && x.flops == y.flops && x.bytes == y.bytes && x.candidateMs == y.candidateMs);
    QVERIFY(x.phase == y.phase && x.inputs == y.inputs);
  }
  QCOMPARE(a.unrecordedStepNs, b.unrecordedStepNs);
  QCOMPARE(a.othersShare, b.othersShare);
  QCOMPARE(a.atPeak.size(), b.atPeak.size());
  for (std::size_t i = 0; i < a.atPeak.size(); ++i)
    QVERIFY(a.atPeak[i].owner == b.atPeak[i].owner && a.atPeak[i].role == b.atPeak[i].role && a.atPeak[i].bytes == b.atPeak[i].bytes);
  QCOMPARE(a.lanes.size(), b.lanes.size());
  for (std::size_t i = 0; i < a.lanes.size(); ++i) {
    const TraceLane &x = a.lanes[i], &y = b.lanes[i];
    QVERIFY(x.track == y.track && x.depth == y.depth && x.start == y.start && x.duration == y.duration && x.name == y.name);
    QVERIFY(x.category == y.category && x.node == y.node && x.step == y.step);
  }
  QCOMPARE(a.counters.size(), b.counters.size());
  for (std::size_t i = 0; i < a.counters.size(); ++i)
    QVERIFY(a.counters[i].track == b.counters[i].track && a.counters[i].time == b.counters[i].time && a.counters[i].value == b.counters[i].value);
}

QByteArray bytesOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  QCOMPARE(file.write(bytes), bytes.size());
}

// The sentence of the error that loading gives; empty when it loads.
QString loadError(const QString& path) {
  try {
    loadTrace(path.toStdString());
    return {};
  } catch (const Error& error) {
    return QString::fromStdString(error.what());
  }
}

}  // namespace

class TraceFileTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    path_ = folder_->filePath("capture.sstrace");
  }

  void whatIsSavedIsLoaded() {
    const Trace trace = sample();
    saveTrace(trace, path_.toStdString());
    compare(trace, loadTrace(path_.toStdString()));
    QVERIFY(bytesOf(path_).size() < 1001 * 16 + 1000);                                       // narrow columns
    QCOMPARE(QDir(folder_->path()).entryList(QDir::Files), QStringList{"capture.sstrace"});  // nothing temporary is left
    saveTrace(Trace{}, path_.toStdString());
    compare(Trace{}, loadTrace(path_.toStdString()));
  }

  // A file as the first version wrote it, byte by byte: tracks without kinds, no processes, marks or arrows.
  void filesOfVersionOneOpen() {
    QByteArray payload;
    QDataStream out(&payload, QIODevice::WriteOnly);
    out.setByteOrder(QDataStream::LittleEndian);
    const auto text = [&](const QByteArray& bytes) {
      out << static_cast<quint32>(bytes.size());
      out.writeRawData(bytes.constData(), static_cast<int>(bytes.size()));
    };
    const auto column = [&](qint64 low, const QList<quint8>& offsets) {
      out << low << quint8{1};
      for (const quint8 offset : offsets) out << offset;
    };
    text("run 3, steps 5-6");
    out << qint64{1000} << qint64{1100} << qint64{2};  // begin, end, dropped
    out << quint64{2};
    text("step");
    text("conv2d");
    out << quint64{2};
    text("Trainer");
    out << qint32{0} << quint8{0};
    text("queue depth");
    out << qint32{30} << quint8{1};
    out << quint64{1};  // nodes
    for (const char* word : {"conv2d", "conv2d", "layer1", "direct", "oneDNN", "1x2"}) text(word);
    out << quint8{0} << qint64{77} << qint64{8} << quint64{1};
    text("direct");
    out << 1.5;
    out << quint64{1} << qint32{0} << qint32{0} << quint64{2};  // a lane of two spans
    column(0, {0, 60});                                         // starts: what is added to the one before
    column(0, {50, 30});
    column(0, {0, 1});
    column(0, {static_cast<quint8>(Category::Step), static_cast<quint8>(Category::Forward)});
    column(-1, {0, 1});
    column(5, {0, 0});
    out << quint64{1} << qint32{1} << quint64{2};  // a counter
    column(0, {10, 5});
    out << 3.0 << -0.5;
    QByteArray file("SSTRACE\n");
    QDataStream head(&file, QIODevice::Append);
    head.setByteOrder(QDataStream::LittleEndian);
    head << quint32{1} << static_cast<quint32>(crc32_z(0, reinterpret_cast<const Bytef*>(payload.constData()), static_cast<z_size_t>(payload.size())))
         << static_cast<quint64>(payload.size());
    write(path_, file + payload);

    const Trace trace = loadTrace(path_.toStdString());
    QCOMPARE(QString::fromStdString(trace.source), QString("run 3, steps 5-6"));
    QCOMPARE(trace.spanCount(), std::size_t{2});
    const TraceLane& lane = trace.lanes[0];
    QCOMPARE(lane.start, (std::vector<std::int64_t>{1000, 1060}));
    QCOMPARE(lane.duration, (std::vector<std::int64_t>{50, 30}));
    QVERIFY(trace.names.name(lane.name[1]) == "conv2d");
    QCOMPARE(lane.node, (std::vector<std::int32_t>{-1, 0}));
    QCOMPARE(lane.step, (std::vector<std::int32_t>{5, 5}));
    QVERIFY(lane.kindOf(0) == SpanKind::Annotation && lane.kindOf(1) == SpanKind::CpuOp);
    QCOMPARE(trace.nodes[0].flops, std::int64_t{77});
    QCOMPARE(trace.counters[0].time, (std::vector<std::int64_t>{1010, 1015}));
    QCOMPARE(trace.counters[0].value, (std::vector<double>{3.0, -0.5}));
    QCOMPARE(trace.dropped, std::int64_t{2});
    QCOMPARE(trace.notes.size(), std::size_t{1});
    // Saved again it is of today's version, and the same.
    saveTrace(trace, path_.toStdString());
    compare(trace, loadTrace(path_.toStdString()));
  }

  // Asked between blocks and columns; the first no ends it.
  void loadingCanBeGivenUp() {
    saveTrace(sample(), path_.toStdString());
    std::vector<std::uint64_t> asked;
    const auto whole = loadTrace(path_.toStdString(), [&](std::uint64_t done, std::uint64_t bytes) {
      asked.push_back(done);
      return done <= bytes;
    });
    QVERIFY(whole.has_value());
    QVERIFY(asked.size() > 10);
    QVERIFY(std::is_sorted(asked.begin(), asked.end()));
    for (std::size_t stop = 1; stop <= asked.size(); ++stop) {
      std::size_t asks = 0;
      QVERIFY(!loadTrace(path_.toStdString(), [&](std::uint64_t, std::uint64_t) { return ++asks < stop; }));
      QCOMPARE(asks, stop);
    }
  }

  void extremeValuesSurvive() {
    Trace trace;
    trace.tracks = {{"t", -5, false}};
    trace.names.intern("");
    trace.begin = 0;
    trace.end = kFarthestTime;
    TraceLane lane;
    lane.start = {0, 1, kFarthestTime - 1};
    lane.duration = {0, kFarthestTime - 2, 1};
    lane.name = {0, 0, 0};
    lane.category = {0, 9, 4};
    lane.node = {-1, -1, -1};
    lane.step = {-1, INT32_MAX, INT32_MIN};
    trace.lanes = {lane};
    trace.counters = {{0, {0, kFarthestTime}, {INFINITY, 1e-300}}};
    saveTrace(trace, path_.toStdString());
    compare(trace, loadTrace(path_.toStdString()));
    // Further times, which no clock tells, would overflow in whatever adds or subtracts two of them.
    for (const bool late : {true, false}) {
      Trace far = trace;
      if (late) far.counters[0].time.back() = kFarthestTime + 1;
      else far.begin = -kFarthestTime - 1;
      saveTrace(far, path_.toStdString());
      QVERIFY2(loadError(path_).contains(path_), qPrintable(loadError(path_)));
    }
  }

  // Counts that no file can have would overflow where those of several ranks are added.
  void countsAreBounded_data() {
    QTest::addColumn<qint64>("dropped");
    QTest::addColumn<qint64>("events");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<qint64>("noted");
    QTest::newRow("dropped below 0") << qint64{-1} << qint64{0} << QStringLiteral("odd") << qint64{1};
    QTest::newRow("dropped") << qint64{INT64_MAX} << qint64{0} << QStringLiteral("odd") << qint64{1};
    QTest::newRow("events") << qint64{0} << qint64{INT64_MAX} << QStringLiteral("odd") << qint64{1};
    QTest::newRow("a note of none") << qint64{0} << qint64{0} << QStringLiteral("odd") << qint64{0};
    QTest::newRow("a note of too many") << qint64{0} << qint64{0} << QStringLiteral("odd") << qint64{INT64_MAX};
    QTest::newRow("a note without a reason") << qint64{0} << qint64{0} << QString() << qint64{1};
  }
  void countsAreBounded() {
    QFETCH(qint64, dropped);
    QFETCH(qint64, events);
    QFETCH(QString, reason);
    QFETCH(qint64, noted);
    Trace trace = sample();
    trace.notes = {{"odd", 1, false}};
    saveTrace(trace, path_.toStdString());
    QVERIFY2(loadError(path_).isEmpty(), qPrintable(loadError(path_)));
    trace.dropped = dropped;
    trace.events = events;
    trace.notes = {{reason.toStdString(), noted, false}};
    saveTrace(trace, path_.toStdString());
    QVERIFY2(loadError(path_).contains(path_), qPrintable(loadError(path_)));
  }

  void errorsNameTheFile_data() {
    QTest::addColumn<QString>("damage");
    QTest::addColumn<QString>("says");
    QTest::newRow("missing") << "missing"
                             << "cannot be read";
    QTest::newRow("empty") << "empty"
                           << "damaged or cut short";
    QTest::newRow("another kind") << "magic"
                                  << "not a captured trace";
    QTest::newRow("newer version") << "version"
                                   << "newer version";
    QTest::newRow("one bit turned") << "bit"
                                    << "damaged or cut short";
    QTest::newRow("longer") << "longer"
                            << "damaged or cut short";
  }
  void errorsNameTheFile() {
    QFETCH(QString, damage);
    QFETCH(QString, says);
    saveTrace(sample(), path_.toStdString());
    QByteArray bytes = bytesOf(path_);
    if (damage == "missing") QFile::remove(path_);
    if (damage == "empty") write(path_, {});
    if (damage == "magic") bytes[0] = 'X', write(path_, bytes);
    if (damage == "version") bytes[8] = 99, write(path_, bytes);
    if (damage == "bit") bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4), write(path_, bytes);
    if (damage == "longer") write(path_, bytes + "x");
    const QString error = loadError(path_);
    QVERIFY2(error.contains(says) && error.contains("capture.sstrace"), qPrintable(error));
  }

  // A file much larger than its header says, as a damaged disk may show it: no memory is taken for it.
  void aHugeFileIsRefusedBeforeItIsRead() {
    saveTrace(sample(), path_.toStdString());
    QFile file(path_);
    if (!file.resize(qint64{1} << 42)) QSKIP("this file system has no sparse files");
    const QString error = loadError(path_);
    QVERIFY2(error.contains("damaged or cut short"), qPrintable(error));
    QVERIFY(QFile::remove(path_));
  }

  void everyCutIsNoticed() {
    saveTrace(sample(), path_.toStdString());
    const QByteArray bytes = bytesOf(path_);
    for (int size = 0; size < bytes.size(); size += 97) {
      write(path_, bytes.left(size));
      QVERIFY(!loadError(path_).isEmpty());
    }
  }

  // With a checksum made to fit, the contents are still not believed: counts, indices and orders are checked.
  void hostileContentsAreRefused() {
    saveTrace(sample(), path_.toStdString());
    const QByteArray good = bytesOf(path_);
    std::mt19937 random(7);
    int refused = 0;
    for (int round = 0; round < 1000; ++round) {
      QByteArray bytes = good;
      const int edits = 1 + static_cast<int>(random() % 3);
      for (int k = 0; k < edits; ++k) {
        // Mostly in the first part, where the counts are.
        const int at = 24 + static_cast<int>(random() % static_cast<unsigned>(round % 2 ? 700 : bytes.size() - 24));
        bytes[at] = static_cast<char>(random() % 4 ? random() : 0xFF);
      }
      const quint32 crc = crcOf(bytes.mid(24));
      std::memcpy(bytes.data() + 12, &crc, 4);
      write(path_, bytes);
      if (!loadError(path_).isEmpty()) ++refused;  // anything but an Error ends the test
    }
    QVERIFY(refused > 100);
  }

  void aMissingFolderIsMade() {
    const std::string path = (folder_->path() + "/runs/2/capture.sstrace").toStdString();
    saveTrace(sample(), path);
    compare(sample(), loadTrace(path));
  }

  void aFolderThatCannotBeWrittenIsNamed() {
    write(folder_->path() + "/no such folder", "a file where the folder should be");
    try {
      saveTrace(sample(), (folder_->path() + "/no such folder/capture.sstrace").toStdString());
      QFAIL("no error");
    } catch (const Error& error) {
      QCOMPARE(error.kind(), ErrorKind::Resource);
      QVERIFY(QString::fromStdString(error.what()).contains("no such folder"));
    }
  }

  void aFullDiskLeavesTheOldFile() {
    if (!QFile::exists("/dev/full")) QSKIP("no /dev/full on this system");
    QVERIFY(QFile::link("/dev/full", path_ + ".tmp"));
    write(path_, "old");
    QVERIFY_EXCEPTION_THROWN(saveTrace(sample(), path_.toStdString()), Error);
    QCOMPARE(bytesOf(path_), QByteArray("old"));
  }

 private:
  static quint32 crcOf(const QByteArray& bytes) {
    quint32 crc = 0xFFFFFFFFu;
    for (const char c : bytes) {
      crc ^= static_cast<quint8>(c);
      for (int k = 0; k < 8; ++k) crc = crc & 1 ? (crc >> 1) ^ 0xEDB88320u : crc >> 1;
    }
    return ~crc;
  }
  std::unique_ptr<QTemporaryDir> folder_;
  QString path_;
};

QTEST_GUILESS_MAIN(TraceFileTest)
#include "trace_file_test.moc"
