#include <fstream>
#include <random>
#include <sstream>

#include "core/base/csv_writer.h"
#include "core/base/error.h"
#include "profiler/io/export.h"
#include "profiler/io/import.h"
#include "profiler/trace/lanes.h"
#include "profiler/trace/trace_file.h"
#include "tests/profiler/io/equal_traces.h"
#include "tests/profiler/io/perfetto_rules.h"
#include "tests/profiler/io/simple_reader.h"
// Above Qt.
#include "tests/profiler/io/trace_files.h"

namespace stepscope {

using namespace stepscope::test;

// As a run of ours records it: nested spans on three threads, kernels that overlap on a stream, a counter, marks, arrows, nodes.
static Trace recording(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::int64_t n) { return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n)); };
  Trace trace;
  trace.source = "run 14, steps 410-419";
  trace.nodes.resize(3);
  trace.nodes[1] = {"conv2d",     "conv2d backward",  "layer1.\"0\"\n.conv", "winograd", "onednn",
                    "1x2x3 -> 4", Category::Backward, 1'000'000'007,         12,         {{"direct", 0.1}, {"winograd", 1.0 / 3}}};
  trace.tracks = {{.name = "Trainer", .sortOrder = 0},
                  {.name = "Loader worker 1, \"quoted\"", .sortOrder = 7},
                  {.name = "stream 0", .sortOrder = 9, .kind = TrackKind::Stream, .device = 0, .id = 0},
                  {.name = "queue depth", .sortOrder = 30, .counter = true}};
  trace.begin = 8'123'456'789'000;
  for (std::int32_t track = 0; track < 3; ++track) {
    std::vector<SpanRecord> records;
    for (int i = 0; i < 400; ++i) {
      SpanRecord record;
      // Many equal starts and ends, no length, long ones around short ones.
      record.start = trace.begin + below(500) * 7;
      record.duration = below(4) == 0 ? 0 : below(track == 2 ? 9 : 300);
      record.name = trace.names.intern("span " + std::to_string(below(20)) + (below(9) == 0 ? "\t\"\\\x01 \xC3\xA9" : ""));
      record.node = static_cast<std::int32_t>(below(4)) - 1;
      record.step = static_cast<std::int32_t>(below(5)) - 1;
      record.category = static_cast<Category>(below(10));
      records.push_back(record);
    }
    for (TraceLane& lane : splitIntoLanes(records, track)) trace.lanes.push_back(std::move(lane));
  }
  trace.end = trace.begin + 5000;
  trace.counters.push_back({3, {trace.begin, trace.begin + 5, trace.begin + 5}, {0.1, -3e300, 7}});
  TraceMarks marks;
  marks.track = 1;
  marks.time = {trace.begin + 3, trace.begin + 4000};
  marks.name = {trace.names.intern("epoch ends"), trace.names.intern("span 1")};
  trace.marks.push_back(marks);
  for (int i = 0; i < 50; ++i) {
    const auto any = [&] {
      const auto lane = static_cast<std::size_t>(below(static_cast<std::int64_t>(trace.lanes.size())));
      return SpanRef{static_cast<std::int32_t>(lane), static_cast<std::uint32_t>(below(static_cast<std::int64_t>(trace.lanes[lane].size())))};
    };
    trace.flows.from.push_back(any());
    trace.flows.to.push_back(any());
    trace.flows.kind.push_back(static_cast<std::uint8_t>(below(3)));
  }
  sortFlows(trace.flows);
  trace.dropped = 3;
  trace.notes.push_back({"the ring of a thread was full", 3});
  return trace;
}

class ExportTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void recordingsComeBackEqual_data() {
    QTest::addColumn<unsigned>("seed");
    QTest::addColumn<QString>("name");
    for (unsigned seed = 1; seed <= 6; ++seed)
      for (const char* name : {"run.json", "run.json.gz", "run.sstrace"}) QTest::addRow("%u %s", seed, name) << seed << QString(name);
  }
  void recordingsComeBackEqual() {
    QFETCH(unsigned, seed);
    QFETCH(QString, name);
    const QTemporaryDir folder;
    const Trace trace = recording(seed);
    const std::string path = folder.filePath(name).toStdString();
    if (name.endsWith(".sstrace")) saveTrace(trace, path);
    else QVERIFY(exportChrome(trace, path));
    QVERIFY(!QFile::exists(QString::fromStdString(path) + ".tmp"));
    const std::optional<Trace> back = importTrace(path);
    QVERIFY(back);
    QCOMPARE(QString::fromStdString(difference(trace, *back, true)), QString());
    if (!name.endsWith(".sstrace")) QCOMPARE(QString::fromStdString(breachOfPerfettosRules(readAll(path))), QString());
  }

  void importedTracesComeBackEqual_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("name");
    for (const char* name : {"out.json.gz", "out.sstrace"})
      for (const char* file : {"alexnet_cuda_sync.json.gz", "h100_2gpu_1s.sqlite.gz"})
        QTest::addRow("%s %s", file, name) << QString(file) << QString(name);
  }
  void importedTracesComeBackEqual() {
    NEEDS_SHARED_TRACES();
    QFETCH(QString, file);
    QFETCH(QString, name);
    const QTemporaryDir folder;
    const std::optional<Trace> trace = importTrace((sharedTraces() + "/" + file).toStdString());
    QVERIFY(trace);
    const std::string path = folder.filePath(name).toStdString();
    if (name.endsWith(".sstrace")) saveTrace(*trace, path);
    else QVERIFY(exportChrome(*trace, path));
    const std::optional<Trace> back = importTrace(path);
    QVERIFY(back);
    QCOMPARE(QString::fromStdString(difference(*trace, *back, true)), QString());
    if (!name.endsWith(".sstrace")) QCOMPARE(QString::fromStdString(breachOfPerfettosRules(readAll(path))), QString());
  }

  // What other tools know a trace by: the numbers of threads and streams, and its rank.
  void numbersAndRankAreKept() {
    const QTemporaryDir folder;
    const std::string in = writeFile(folder, "in.json",
                                     R"({"distributedInfo":{"backend":"nccl","rank":3,"world_size":8,)"
                                     R"("pg_config":[{"pg_name":"0","pg_desc":"rank of 2","pg_size":8},{"pg_name":"1","pg_size":2}]},"traceEvents":[)"
                                     R"({"ph":"X","cat":"cpu_op","name":"a","pid":4321,"tid":4400,"ts":1,"dur":5},)"
                                     R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":3,"dur":5,"args":{"device":0,"stream":7}},)"
                                     R"({"ph":"X","cat":"kernel","name":"k","pid":1,"tid":7,"ts":3,"dur":5,"args":{"device":1,"stream":7}}]})");
    const std::optional<Trace> trace = importTrace(in);
    QVERIFY(trace);
    const std::string out = folder.filePath("out.json").toStdString();
    QVERIFY(exportChrome(*trace, out));
    const nlohmann::json root = nlohmann::json::parse(readAll(out));
    QCOMPARE(root["distributedInfo"]["rank"].get<int>(), 3);
    QCOMPARE(root["distributedInfo"]["world_size"].get<int>(), 8);
    QCOMPARE(root["distributedInfo"]["backend"].get<std::string>(), std::string("nccl"));
    const auto& groups = root["distributedInfo"]["pg_config"];
    QCOMPARE(groups.size(), std::size_t{2});
    QCOMPARE(groups[0]["pg_desc"].get<std::string>(), std::string("rank of 2"));
    QCOMPARE(groups[1]["pg_size"].get<int>(), 2);
    QStringList ids;
    for (const auto& event : root["traceEvents"])
      if (event["ph"] == "X") ids << QString("%1/%2").arg(event["pid"].get<int>()).arg(event["tid"].get<int>());
    ids.sort();
    QCOMPARE(ids.join(' '), QString("0/7 1/7 4321/4400"));
    const std::optional<Trace> back = importTrace(out);
    QVERIFY(back);
    QCOMPARE(QString::fromStdString(difference(*trace, *back, true)), QString());
  }

  // The validator itself must see what is wrong.
  void theValidatorSees_data() {
    QTest::addColumn<QByteArray>("events");
    QTest::addColumn<QString>("breach");
    const QByteArray names =
        R"({"ph":"M","pid":1,"tid":1,"name":"process_name","args":{"name":"p"}},{"ph":"M","pid":1,"tid":1,"name":"thread_name","args":{"name":"t"}},)";
    QTest::newRow("nothing") << names + R"({"ph":"X","pid":1,"tid":1,"name":"a","ts":1,"dur":2})" << QString();
    QTest::newRow("order") << names + R"({"ph":"X","pid":1,"tid":1,"name":"a","ts":3,"dur":2},{"ph":"X","pid":1,"tid":1,"name":"a","ts":1,"dur":1})"
                           << QString("not sorted by ts");
    QTest::newRow("overlap") << names + R"({"ph":"X","pid":1,"tid":1,"name":"a","ts":1,"dur":2},{"ph":"X","pid":1,"tid":1,"name":"b","ts":2,"dur":2})"
                             << QString("slices of a thread overlap without nesting");
    QTest::newRow("name") << QByteArray(R"({"ph":"X","pid":1,"tid":1,"name":"a","ts":1,"dur":2})") << QString("a thread without a name");
    QTest::newRow("begin") << names + R"({"ph":"B","pid":1,"tid":1,"name":"a","ts":1})" << QString("a begin without an end");
    QTest::newRow("arrow")
        << names + R"({"ph":"X","pid":1,"tid":1,"name":"a","ts":1,"dur":2},{"ph":"s","pid":1,"tid":1,"name":"a","cat":"c","id":1,"ts":1})"
        << QString("an arrow with one end");
  }
  void theValidatorSees() {
    QFETCH(QByteArray, events);
    QFETCH(QString, breach);
    QCOMPARE(QString::fromStdString(breachOfPerfettosRules("{\"traceEvents\":[" + events.toStdString() + "]}")), breach);
  }

  void cancelLeavesNothing() {
    const QTemporaryDir folder;
    Trace trace = recording(1);
    for (int i = 0; i < 6; ++i) {  // enough events for the question to be asked
      const std::vector<TraceCounter> once = trace.counters;
      for (int k = 0; k < 400; ++k) trace.counters.push_back(once.front());
    }
    QVERIFY(!exportChrome(trace, folder.filePath("a.json").toStdString(), [] { return false; }));
    QVERIFY(QDir(folder.path()).isEmpty());
  }
  void nowhereToWrite() {
    try {
      exportChrome(recording(1), "/proc/nowhere/a.json");
      QFAIL("no error");
    } catch (const Error& error) {
      QVERIFY(QString(error.what()).contains("/proc/nowhere/a.json"));
    }
  }

  void csv() {
    std::ostringstream out;
    CsvWriter writer(out);
    writer.row("plain", "with, comma", "with \"quotes\"", "two\nlines", "");
    writer.row(-7, std::uint64_t{18'446'744'073'709'551'615u}, 0.1, 1.0 / 0.0, std::string_view("x"));
    QCOMPARE(QString::fromStdString(out.str()),
             QString("plain,\"with, comma\",\"with \"\"quotes\"\"\",\"two\nlines\",\r\n-7,18446744073709551615,0.1,,x\r\n"));
    const QTemporaryDir folder;
    const Trace trace = recording(2);
    const std::string path = folder.filePath("spans.csv").toStdString();
    exportSpansCsv(trace, path);
    const QByteArray text = QByteArray::fromStdString(readAll(path));
    QVERIFY(text.startsWith("track,process,name,kind,category,layer,step,depth,start_ns,duration_ns\r\n"));
    QCOMPARE(static_cast<std::size_t>(text.count("\r\n")), trace.spanCount() + 1);
  }
};

}  // namespace stepscope

QTEST_APPLESS_MAIN(stepscope::ExportTest)
#include "export_test.moc"
