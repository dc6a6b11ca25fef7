#include "profiler/trace/trace_file.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
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
  TraceNode node{"conv2d",      "conv2d",          "layer1.0.conv1", "winograd", "oneDNN",
                 "64x64x16x16", Category::Forward, 1'207'959'552,    8'388'608,  {}};
  node.candidateMs = {{"direct", 12.7}, {"winograd", 7.25}};
  trace.nodes = {node, TraceNode{}};
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
    QVERIFY(x.op == y.op && x.title == y.title && x.layer == y.layer && x.kernel == y.kernel && x.library == y.library &&
            x.shapes == y.shapes);
    QVERIFY(x.category == y.category && x.flops == y.flops && x.bytes == y.bytes && x.candidateMs == y.candidateMs);
  }
  QCOMPARE(a.lanes.size(), b.lanes.size());
  for (std::size_t i = 0; i < a.lanes.size(); ++i) {
    const TraceLane &x = a.lanes[i], &y = b.lanes[i];
    QVERIFY(x.track == y.track && x.depth == y.depth && x.start == y.start && x.duration == y.duration && x.name == y.name);
    QVERIFY(x.category == y.category && x.node == y.node && x.step == y.step);
  }
  QCOMPARE(a.counters.size(), b.counters.size());
  for (std::size_t i = 0; i < a.counters.size(); ++i)
    QVERIFY(a.counters[i].track == b.counters[i].track && a.counters[i].time == b.counters[i].time &&
            a.counters[i].value == b.counters[i].value);
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

 private slots:
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

  void extremeValuesSurvive() {
    Trace trace;
    trace.tracks = {{"t", -5, false}};
    trace.names.intern("");
    trace.begin = 0;
    trace.end = INT64_MAX;
    TraceLane lane;
    lane.start = {0, 1, INT64_MAX - 1};
    lane.duration = {0, INT64_MAX - 2, 1};
    lane.name = {0, 0, 0};
    lane.category = {0, 9, 4};
    lane.node = {-1, -1, -1};
    lane.step = {-1, INT32_MAX, INT32_MIN};
    trace.lanes = {lane};
    trace.counters = {{0, {0, INT64_MAX}, {INFINITY, 1e-300}}};
    saveTrace(trace, path_.toStdString());
    compare(trace, loadTrace(path_.toStdString()));
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
