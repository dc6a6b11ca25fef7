// Dialects and damage: what is readable is shown, what is not is counted with its reason, and nothing ends in a crash.
#include <sqlite3.h>

#include <atomic>
#include <chrono>
#include <random>
#include <thread>

#include "core/base/error.h"
#include "profiler/io/chrome_arguments.h"
#include "profiler/io/decimal_time.h"
#include "profiler/io/export.h"
#include "profiler/io/import.h"
#include "profiler/io/object_end.h"
#include "profiler/io/text_source.h"
#include "profiler/trace/trace_file.h"
#include "tests/profiler/io/dialects.h"
#include "tests/profiler/io/simple_reader.h"
// Above Qt.
#include "tests/profiler/io/trace_files.h"

namespace stepscope {

using namespace stepscope::test;

class BadInputTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir folder_;
  Trace open(std::string_view text, const char* name = "trace.json") {
    const std::optional<Trace> trace = importTrace(writeFile(folder_, name, text));
    return trace ? *trace : Trace();
  }
  static std::string events(const std::string& list) { return "{\"traceEvents\":[" + list + "]}"; }
  // The sentence of the error; empty if there was none.
  QString sentence(std::string_view text, const char* name = "trace.json") {
    try {
      open(text, name);
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  }

 private Q_SLOTS:
  void decimalTimes_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("valid");
    QTest::addColumn<qint64>("ns");
    const auto row = [](const char* text, qint64 ns) { QTest::newRow(text) << QByteArray(text) << true << ns; };
    const auto bad = [](const char* text) { QTest::newRow(text) << QByteArray(text) << false << qint64{0}; };
    row("0", 0);
    row("1623142623460111", 1'623'142'623'460'111'000);
    row("1623142623460111.257", 1'623'142'623'460'111'257);
    row("\"1623142623460111.257\"", 1'623'142'623'460'111'257);
    row("-1.5", -1500);
    row("12.3456789", 12'346);  // the nearest nanosecond
    row("0.0004", 0);
    row("0.0005", 1);
    row("1e3", 1'000'000);
    row("1.6E+15", 1'600'000'000'000'000'000);
    row("15e-4", 2);
    row("0.00000000000000000000000001", 0);
    row("9223372036854775.807", INT64_MAX);
    row(" 7 \n", 7000);
    bad("9223372036854775.808");
    bad("1e30");
    bad("99999999999999999999999");
    bad("NaN");
    bad("Infinity");
    bad("N/A");
    bad("");
    bad("-");
    bad("1.2.3");
    bad("1e");
    bad("null");
  }
  void decimalTimes() {
    QFETCH(QByteArray, text);
    QFETCH(bool, valid);
    QFETCH(qint64, ns);
    const auto got = nanosecondsOf(text.toStdString());
    QCOMPARE(got.has_value(), valid);
    if (valid) QCOMPARE(*got, std::int64_t{ns});
  }

  // Against a scanner that looks at one byte after the other.
  void objectEnds() {
    std::mt19937 random(7);
    const char alphabet[] = "{}\"\\a[],: \n";
    for (int round = 0; round < 20'000; ++round) {
      std::string text = "{";
      const int length = static_cast<int>(random() % 300);
      for (int i = 0; i < length; ++i) text += alphabet[random() % (round % 2 ? 11 : 5)];
      std::size_t expected = kNoEnd;
      int depth = 0;
      bool inside = false;
      for (std::size_t i = 0; i < text.size() && expected == kNoEnd; ++i) {
        const char c = text[i];
        if (c == '\\') {
          ++i;  // escapes stand in strings only; outside them the scanner skips all the same
        } else if (c == '"') {
          inside = !inside;
        } else if (!inside && c == '{') {
          ++depth;
        } else if (!inside && c == '}' && --depth == 0) {
          expected = i + 1;
        }
      }
      // A backslash before a brace outside a string is no JSON: the two may differ there.
      bool strange = false, quoted = false;
      for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        if (text[i] == '\\') {
          strange = strange || !quoted;
          ++i;
        } else if (text[i] == '"') {
          quoted = !quoted;
        }
      }
      if (strange) continue;
      QCOMPARE(objectEnd(text), expected);
    }
  }

  void dialects() {
    const Trace trace = open(events(kDialects));
    QCOMPARE(QString::fromStdString(broken(trace)), QString());
    std::map<std::string, NamedSpan> spans;
    for (const NamedSpan& span : spansOf(trace)) spans[span.name] = span;
    QCOMPARE(spans.at("cudaLaunchKernel").start, std::int64_t{10'250});
    QCOMPARE(spans.at("cudaLaunchKernel").duration, std::int64_t{3'500});
    QCOMPARE(QString::fromStdString(spans.at("cudaLaunchKernel").track), QString("main"));
    QVERIFY(spans.contains("k\xC3\xA9rnel \"q\""));
    QCOMPARE(QString::fromStdString(spans.at("overlapping").track), QString("stream 7"));
    QCOMPARE(spans.at("overlapping").depth, 1);
    QCOMPARE(spans.at("no dur").duration, std::int64_t{0});
    QCOMPARE(spans.at("outer").duration, std::int64_t{10'000});
    QCOMPARE(spans.at("inner").depth, 1);
    QCOMPARE(spans.at("left open").duration, std::int64_t{20'000});  // up to the last mark
    QCOMPARE(QString::fromStdString(spans.at("request").track), QString("net"));
    QCOMPARE(noted(trace, "an end (E) without a begin"), std::int64_t{1});
    QCOMPARE(noted(trace, "a begin (B) without an end"), std::int64_t{1});
    QCOMPARE(noted(trace, "phase O"), std::int64_t{1});
    QCOMPARE(noted(trace, "the end of an arrow without its beginning"), std::int64_t{1});
    QCOMPARE(noted(trace, "without dur"), std::int64_t{1});
    QCOMPARE(trace.dropped, std::int64_t{2});
    QCOMPARE(trace.events, std::int64_t{22});
    QCOMPARE(trace.flows.size(), std::size_t{2});
    QCOMPARE(trace.counters.size(), std::size_t{2});
    const TraceCounter& used = trace.counters[0];
    QCOMPARE(QString::fromStdString(trace.tracks[static_cast<std::size_t>(used.track)].name), QString("memory used"));
    QVERIFY(used.time == (std::vector<std::int64_t>{5000, 11'000}) && used.value == (std::vector<double>{0.5, 1.5}));
  }

  // As XProf writes it for JAX: no categories, an empty last record, the work of a GPU on threads named after its streams.
  void jax() {
    std::string text =
        "{'ph':'M','pid':1,'name':'process_name','args':{'name':'/device:GPU:1'}},"
        "{'ph':'M','pid':1,'tid':14,'name':'thread_name','args':{'name':'Stream #14(Compute,MemcpyD2D)'}},"
        "{'ph':'M','pid':1,'tid':2,'name':'thread_name','args':{'name':'XLA Ops'}},"
        "{'ph':'M','pid':1,'tid':3,'name':'thread_name','args':{'name':'Steps'}},"
        "{'ph':'M','pid':701,'name':'process_name','args':{'name':'/host:CPU'}},"
        "{'ph':'M','pid':701,'tid':99,'name':'thread_name','args':{'name':'Stream #1, said by a host'}},"
        "{'ph':'X','pid':1,'tid':14,'ts':1000.125,'dur':12.5,'name':'fusion_3','args':{'hlo_op':'fusion.3'}},"
        "{'ph':'X','pid':1,'tid':14,'ts':1020.125,'dur':2.5,'name':'MemcpyD2D'},"
        "{'ph':'X','pid':1,'tid':14,'ts':1030,'dur':1,'name':'Memset'},"
        "{'ph':'X','pid':1,'tid':2,'ts':1000.125,'dur':12.5,'name':'fusion.3'},"
        "{'ph':'X','pid':1,'tid':3,'ts':1000,'dur':40,'name':'7'},"
        "{'ph':'X','pid':701,'tid':99,'ts':990.0,'dur':100.0,'name':'PjitFunction(step)'},"
        "{}";
    std::replace(text.begin(), text.end(), '\'', '"');
    const Trace trace = open(events(text));
    std::map<std::string, SpanKind> kinds;
    for (const TraceLane& lane : trace.lanes)
      for (std::size_t i = 0; i < lane.size(); ++i) {
        const TraceTrack& track = trace.tracks[static_cast<std::size_t>(lane.track)];
        kinds[std::string(trace.names.name(lane.name[i]))] = lane.kindOf(i);
        QCOMPARE(track.kind == TrackKind::Stream, isGpuWork(lane.kindOf(i)));
        if (track.kind != TrackKind::Stream) continue;
        QCOMPARE(QString::fromStdString(track.name), QString("stream 14"));
        QCOMPARE(track.device, 1);
        QCOMPARE(lane.step[i], 7);
      }
    QCOMPARE(kinds.at("fusion_3"), SpanKind::Kernel);
    QCOMPARE(kinds.at("MemcpyD2D"), SpanKind::Memcpy);
    QCOMPARE(kinds.at("Memset"), SpanKind::Memset);
    QCOMPARE(kinds.at("fusion.3"), SpanKind::Other);
    QCOMPARE(kinds.at("PjitFunction(step)"), SpanKind::Other);
    QCOMPARE(trace.events, std::int64_t{12});
    QCOMPARE(trace.dropped, std::int64_t{0});  // the empty record is no error
  }

  void baseTimeIsAdded() {
    const Trace trace = open(
        "{\"traceEvents\":[{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":1.5,\"dur\":1}],\"baseTimeNanoseconds\":"
        "1700000000000000000}");
    QCOMPARE(trace.begin, std::int64_t{1'700'000'000'000'001'500});
    QCOMPARE(trace.lanes[0].start[0], trace.begin);
  }

  // Each list of events holds "good" twice and something else in between.
  void lenient_data() {
    QTest::addColumn<QByteArray>("between");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<int>("spans");
    const auto row = [](const char* name, const QByteArray& between, const char* reason, int spans = 2) {
      QTest::newRow(name) << between << QString(reason) << spans;
    };
    row("nothing", "", "");
    row("two commas", ",", "");
    row("NaN in arguments",
        "{\"ph\":\"X\",\"name\":\"n\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1,\"args\":{\"occupancy\":NaN,\"x\":-Infinity,\"y\":N/A}},", "", 3);
    row("ts NaN", "{\"ph\":\"X\",\"name\":\"n\",\"pid\":1,\"tid\":1,\"ts\":NaN,\"dur\":1},", "ts is not a number");
    row("ts Infinity", "{\"ph\":\"X\",\"name\":\"n\",\"pid\":1,\"tid\":1,\"ts\":Infinity,\"dur\":1},", "ts is not a number");
    row("no ts", "{\"ph\":\"X\",\"name\":\"n\",\"pid\":1,\"tid\":1,\"dur\":1},", "ts is missing");
    row("dur NaN", "{\"ph\":\"X\",\"name\":\"n\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":NaN},", "dur is not a number");
    row("negative", "{\"ph\":\"X\",\"name\":\"n\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":-5},", "duration is negative");
    row("too long", "{\"ph\":\"X\",\"name\":\"n\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":9e12},", "duration is more than 7 days");
    row("far away", "{\"ph\":\"X\",\"name\":\"n\",\"pid\":1,\"tid\":1,\"ts\":-9e14,\"dur\":1},", "more than 7 days from the rest");
    row("absurd", "{\"ph\":\"X\",\"name\":\"n\",\"pid\":1,\"tid\":1,\"ts\":1e300,\"dur\":1},", "ts is not a number");
    row("counter far away", "{\"ph\":\"C\",\"name\":\"n\",\"pid\":1,\"tid\":1,\"ts\":8e15,\"args\":{\"v\":1}},", "more than 7 days from the rest");
    row("counter NaN", "{\"ph\":\"C\",\"name\":\"n\",\"pid\":1,\"tid\":1,\"ts\":8,\"args\":{\"v\":NaN}},", "a value of a counter is not a number");
    row("no phase", "{\"name\":\"n\",\"pid\":1,\"tid\":1,\"ts\":1},", "ph is missing");
    row("strange phase", "{\"ph\":\"\\u0001\",\"name\":\"n\",\"pid\":1,\"tid\":1,\"ts\":1},", "phase");
    row("number", "17,", "is not an object");
    row("null", "null,", "is not an object");
    row("string", "\"a } string, ] {\",", "is not an object");
    row("array", "[1,[2]],", "is not an object");
    row("empty object", "{},", "missing");
    row("control characters", "{\"ph\":\"X\",\"name\":\"a\tb\x01\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1},", "were replaced", 3);
    row("no UTF-8", "{\"ph\":\"X\",\"name\":\"a\xFF\xFEz\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1},", "were replaced", 3);
    row("bad escape", "{\"ph\":\"X\",\"name\":\"\\q\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1},", "", 3);
    row("no colon", "{\"ph\" \"X\"},", "not valid JSON");
    row("no comma within", "{\"ph\":\"X\" \"name\":\"n\"},", "not valid JSON");
    row("missing comma", "{\"ph\":\"X\",\"name\":\"n\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1}", "", 3);
  }
  void lenient() {
    QFETCH(QByteArray, between);
    QFETCH(QString, reason);
    QFETCH(int, spans);
    const std::string good = "{\"ph\":\"X\",\"name\":\"good\",\"pid\":1,\"tid\":1,\"ts\":2,\"dur\":3}";
    const Trace trace = open(events(good + "," + between.toStdString() + good));
    QCOMPARE(QString::fromStdString(broken(trace)), QString());
    QString notes;
    for (const TraceNote& note : trace.notes) notes += QString("%1 x %2; ").arg(note.count).arg(note.reason.c_str());
    QVERIFY2(static_cast<int>(trace.spanCount()) == spans, qPrintable(QString("%1 spans; %2").arg(trace.spanCount()).arg(notes)));
    if (reason.isEmpty()) QCOMPARE(notes, QString());
    else QVERIFY2(noted(trace, reason.toStdString()) == 1, qPrintable(notes));
  }

  // Cut at every length, plain and packed: never a crash, and never fewer events than the whole ones before the cut.
  void cutOff() {
    std::string text = "{\"schemaVersion\":1,\"deviceProperties\":[{\"id\":0}],\"traceEvents\":[";
    std::vector<std::size_t> begins, ends;
    for (int i = 0; i < 6; ++i) {
      text += std::string(i ? ",\n" : "") + std::string("{\"ph\":\"X\",\"name\":\"e") + std::to_string(i) +
              "\",\"pid\":1,\"tid\":1,\"ts\":" + std::to_string(i * 10) + ",\"dur\":3,\"args\":{\"text\":\"a } in a string\"}}";
      ends.push_back(text.size());
      begins.push_back(text.rfind("{\"ph\""));
    }
    const std::size_t list = text.find("[{\"ph\"") + 1;
    text += "],\"traceName\":\"x\"}";
    for (std::size_t size = 1; size < text.size(); ++size) {
      const std::string part = text.substr(0, size);
      if (size < list) {
        QVERIFY(!sentence(part).isEmpty());
        continue;
      }
      const Trace trace = open(part);
      const auto whole = static_cast<std::size_t>(std::count_if(ends.begin(), ends.end(), [&](std::size_t end) { return end <= size; }));
      QCOMPARE(trace.spanCount(), whole);
      bool within = false;
      for (std::size_t i = 0; i < ends.size(); ++i) within = within || (begins[i] < size && size < ends[i]);
      QCOMPARE(noted(trace, "the last event is cut off"), std::int64_t{within ? 1 : 0});
      if (within) QVERIFY(trace.endsEarly);
    }
  }
  void cutOffGzip() {
    std::string list;
    for (int i = 0; i < 20'000; ++i)
      list += std::string(i ? "," : "") + std::string("{\"ph\":\"X\",\"name\":\"e") + std::to_string(i * 7919 % 1000) +
              "\",\"pid\":1,\"tid\":1,\"ts\":" + std::to_string(i * 10) + ",\"dur\":3}";
    const std::string packed = gzipped(events(list));
    const Trace half = open(packed.substr(0, packed.size() / 2), "half.json.gz");
    QVERIFY(half.spanCount() > 5000 && half.spanCount() < 15'000);
    QCOMPARE(noted(half, "the gzip data is cut off"), std::int64_t{1});
    QVERIFY(half.endsEarly);
    std::string damaged = packed;
    for (std::size_t i = damaged.size() / 2; i < damaged.size() / 2 + 40; ++i) damaged[i] = static_cast<char>(damaged[i] ^ 0x5A);
    const Trace until = open(damaged, "damaged.json.gz");
    QVERIFY(until.spanCount() > 5000);
    QVERIFY(!until.notes.empty());
    QVERIFY(sentence(packed.substr(0, 12), "start.json.gz").contains("the gzip data is cut off"));
    // Several packed members are one text, and arguments are found in each.
    const std::string text = events(list);
    const std::string members = gzipped(text.substr(0, 400'000)) + gzipped(text.substr(400'000));
    const Trace joined = open(members, "members.json.gz");
    QCOMPARE(joined.spanCount(), std::size_t{20'000});
    QVERIFY(joined.notes.empty());
  }

  void refused_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("part");
    QTest::newRow("empty") << QByteArray() << QString("the file is empty");
    QTest::newRow("text") << QByteArray("hello") << QString("this is not a trace");
    QTest::newRow("binary") << QByteArray(200'000, '\x7F') << QString("this is not a trace");
    QTest::newRow("zeros") << QByteArray(200'000, '\0') << QString("this is not a trace");
    QTest::newRow("other JSON") << QByteArray("{\"a\":[1,2,{\"traceEvents\":[]}]}") << QString("no list \"traceEvents\"");
    QTest::newRow("gzip of nothing") << QByteArray::fromStdString(gzipped("")) << QString("the gzip file holds nothing");
    QTest::newRow("no events") << QByteArray("{}\n") << QString("has recorded nothing");
    QTest::newRow("no events, packed") << QByteArray::fromStdString(gzipped("{}")) << QString("has recorded nothing");
    QTest::newRow("a header without events") << QByteArray(R"({"displayTimeUnit":"ns","metadata":{"highres-ticks":true}})")
                                             << QString("Record the trace again");
    QTest::newRow("gzip of text") << QByteArray::fromStdString(gzipped("hello")) << QString("this is not a trace");
    QTest::newRow("recording cut short") << QByteArray("SSTRACE\n\1\0\0\0", 12) << QString("damaged or cut short");
    QTest::newRow("SQLite cut short") << QByteArray("SQLite format 3\0 and nothing", 28) << QString("SQLite");
    QTest::newRow("own header") << QByteArray("{\"stepscope\":{\"version\":1},\"traceEvents\":[{\"ph\":\"X\"}]}") << QString("\"stepscope\"");
  }
  void refused() {
    QFETCH(QByteArray, content);
    QFETCH(QString, part);
    const QString got = sentence(content.toStdString(), "bad");
    QVERIFY2(got.contains(part) && got.contains("bad"), qPrintable(got));
  }
  void missingFile() {
    try {
      importTrace("/nowhere/trace.json");
      QFAIL("no error");
    } catch (const Error& error) {
      QVERIFY(QString(error.what()).contains("/nowhere/trace.json: there is no such file"));
    }
  }
  void emptyList() {
    const Trace trace = open("{\"traceEvents\":[]}");
    QCOMPARE(trace.eventCount(), std::int64_t{0});
    QVERIFY(trace.notes.empty());
    QVERIFY2(sentence("[]").contains("recorded nothing"), qPrintable(sentence("[]")));  // any JSON list could be one
  }

  // A begin and its end may lie farther apart than 64 bits of nanoseconds hold.
  void endsFarAway_data() {
    QTest::addColumn<QByteArray>("begin");
    QTest::addColumn<QByteArray>("end");
    QTest::newRow("synchronous") << QByteArray("B") << QByteArray("E");
    QTest::newRow("asynchronous") << QByteArray("b") << QByteArray("e");
  }
  void endsFarAway() {
    QFETCH(QByteArray, begin);
    QFETCH(QByteArray, end);
    const std::string good = "{\"ph\":\"X\",\"name\":\"good\",\"pid\":1,\"tid\":2,\"ts\":-9e15,\"dur\":3}";
    const std::string rest = "\",\"name\":\"far\",\"cat\":\"c\",\"id\":7,\"pid\":1,\"tid\":1,\"ts\":";
    const Trace trace =
        open(events(good + "," + good + ",{\"ph\":\"" + begin.toStdString() + rest + "-9e15},{\"ph\":\"" + end.toStdString() + rest + "9e15}"));
    QCOMPARE(QString::fromStdString(broken(trace)), QString());
    QCOMPARE(trace.spanCount(), std::size_t{2});
    QCOMPARE(noted(trace, "duration is more than 7 days"), std::int64_t{1});
  }

  void nestedTenThousandDeep() {
    std::string deep = "{\"ph\":\"X\",\"name\":\"deep\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1,\"args\":{\"x\":";
    deep += std::string(10'000, '[') + std::string(10'000, ']') + "}}";
    std::string objects = "{\"ph\":\"X\",\"name\":\"objects\",\"pid\":1,\"tid\":1,\"ts\":5,\"dur\":1,\"args\":";
    for (int i = 0; i < 10'000; ++i) objects += "{\"x\":";
    objects += "1" + std::string(10'000, '}') + "}";
    const Trace trace = open(events(deep + "," + objects + ",{\"ph\":\"X\",\"name\":\"good\",\"pid\":1,\"tid\":1,\"ts\":9,\"dur\":1}"));
    QVERIFY(trace.spanCount() + static_cast<std::size_t>(trace.dropped) == 3);
    QVERIFY(trace.spanCount() >= 1);
    for (const NamedSpan& span : spansOf(trace)) argumentsOf(trace, trace.laneOf(span.ref).argumentsOf(span.ref.index));
    // Calls ten thousand deep.
    std::string calls;
    for (int i = 0; i < 10'000; ++i)
      calls += std::string(i ? "," : "") + std::string("{\"ph\":\"B\",\"name\":\"f\",\"pid\":1,\"tid\":1,\"ts\":") + std::to_string(i) + "}";
    for (int i = 0; i < 10'000; ++i) calls += ",{\"ph\":\"E\",\"pid\":1,\"tid\":1,\"ts\":" + std::to_string(20'000 + i) + "}";
    const Trace stack = open(events(calls));
    QCOMPARE(stack.spanCount(), std::size_t{1000});
    QCOMPARE(noted(stack, "nested more than 1,000 deep"), std::int64_t{9000});
  }

  void anEventWithoutEnd() {
    const std::string text = "{\"traceEvents\":[{\"ph\":\"X\",\"name\":\"good\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1},{\"ph\":\"X\",\"args\":{" +
                             std::string(20'000'000, ' ');
    const Trace trace = open(text);
    QCOMPARE(trace.spanCount(), std::size_t{1});
    QCOMPARE(trace.dropped, std::int64_t{1});
  }

  // Ten million with STEPSCOPE_SLOW_TESTS=1, which writes a file of 700 MB.
  void manyNames() {
    const bool slow = qEnvironmentVariableIntValue("STEPSCOPE_SLOW_TESTS") != 0;
    const int count = slow ? 10'000'000 : 60'000;
    const QString path = folder_.filePath("names.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QByteArray block = "[";
    for (int i = 0; i < count; ++i) {
      block += "{\"ph\":\"X\",\"name\":\"request number " + QByteArray::number(i) + "\",\"pid\":1,\"tid\":1,\"ts\":" + QByteArray::number(i) +
               ",\"dur\":1},\n";
      if (block.size() > 1'000'000) {
        file.write(block);
        block.clear();
      }
    }
    file.write(block);
    file.close();
    const std::optional<Trace> trace = importTrace(path.toStdString());
    QVERIFY(trace);
    QCOMPARE(trace->spanCount(), static_cast<std::size_t>(count));
    const int kept = std::min(count, 1 << 20);
    QVERIFY(static_cast<int>(trace->names.size()) >= kept && static_cast<int>(trace->names.size()) <= kept + 2);
    if (slow) QVERIFY(noted(*trace, "a name beyond the first million") >= count - kept - 2);
    QVERIFY(trace->residentBytes() <= static_cast<std::size_t>(count) * 48 + static_cast<std::size_t>(count) * 64);
    QVERIFY(QFile::remove(path));
  }

  void manyThreads() {
    std::string list;
    for (int i = 0; i < 70'000; ++i)
      list += std::string(i ? "," : "") + std::string("{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":") + std::to_string(i) +
              ",\"ts\":" + std::to_string(i) + ",\"dur\":1}";
    const Trace trace = open(events(list));
    QCOMPARE(trace.spanCount(), std::size_t{70'000});
    QVERIFY(trace.tracks.size() <= 65'535);
    QVERIFY(noted(trace, "65,535") > 0);
  }

  // A writer is still at work: what was there when the file was opened is shown.
  void growingFile() {
    const std::string path =
        writeFile(folder_, "growing.json", "[" + std::string("{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1},"));
    std::atomic<bool> stop{false};
    std::thread writer([&] {
      QFile file(QString::fromStdString(path));
      if (!file.open(QIODevice::Append)) return;
      for (int i = 2; !stop && i < 2'000'000; ++i) {
        file.write(QByteArray("{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"dur\":1,\"ts\":") + QByteArray::number(i) + "},\n");
        if (i % 100 == 0) file.flush();
      }
    });
    std::size_t last = 0;
    for (int i = 0; i < 8; ++i) {
      const std::optional<Trace> trace = importTrace(path);
      const std::size_t spans = trace ? trace->spanCount() : 0;
      if (spans < last || spans == 0) {
        stop = true;
        writer.join();
        QFAIL("events were lost");
      }
      last = spans;
    }
    stop = true;
    writer.join();
    // A file that has changed since gives no wrong arguments.
    const std::optional<Trace> trace = importTrace(path);
    QFile file(QString::fromStdString(path));
    QVERIFY(file.open(QIODevice::Append));
    file.write("   ");
    file.close();
    QVERIFY_EXCEPTION_THROWN(argumentsOf(*trace, trace->lanes[0].argumentsOf(0)), Error);
  }

  void cancel() {
    std::string list;
    for (int i = 0; i < 200'000; ++i)
      list += std::string(i ? "," : "") + std::string("{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":") + std::to_string(i) + ",\"dur\":1}";
    const std::string path = writeFile(folder_, "long.json", events(list));
    ImportOptions options;
    options.progress = [](const ImportProgress&) { return false; };
    QVERIFY(!importTrace(path, options));
    int calls = 0;
    options.progress = [&](const ImportProgress& progress) {
      ++calls;
      return progress.bytes > 0 && progress.bytesRead <= progress.bytes;
    };
    const auto trace = importTrace(path, options);
    QVERIFY(trace && trace->spanCount() == 200'000 && calls > 0);
  }

  // A recording of ours that somebody packed: its arguments are found, and errors name the packed file.
  void packedRecording() {
    const Trace imported = open(events("{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1,\"args\":{\"key\":\"value\"}}"));
    const std::string path = writeFile(folder_, "recording.sstrace", "");
    saveTrace(imported, path);
    const std::string bytes = readAll(path);
    const Trace back = open(gzipped(bytes), "recording.sstrace.gz");
    QCOMPARE(back.spanCount(), std::size_t{1});
    const std::vector<TraceArgument> arguments = argumentsOf(back, back.lanes[0].argumentsOf(0));
    QVERIFY(arguments.size() == 1 && arguments[0].name == "key" && arguments[0].value == "value");
    std::string damaged = bytes;
    damaged[bytes.size() / 2] = static_cast<char>(damaged[bytes.size() / 2] ^ 1);
    QVERIFY(sentence(gzipped(damaged), "damaged.sstrace.gz").contains("damaged.sstrace.gz: the captured trace is damaged"));
  }
  // The description of an empty recording counts too.
  void emptyRecordingAsJson() {
    Trace empty;
    empty.source = "a run";
    empty.dropped = 3;
    empty.notes = {{"the ring of a thread was full", 3, true}};
    const std::string path = writeFile(folder_, "empty.json", "");
    exportChrome(empty, path);
    const auto back = importTrace(path);
    QVERIFY(back && back->source == "a run" && back->dropped == 3 && back->notes.size() == 1);
  }
  // Events that no recording of ours has, put into one.
  void ownHeaderWithForeignEvents() {
    const std::string header =
        "{\"stepscope\":{\"version\":1,\"source\":\"\",\"begin\":0,\"end\":9000,\"events\":1,\"arguments\":false,\"dropped\":0,\"threads\":"
        "[-1,0],"
        "\"tracks\":[{\"name\":\"Trainer\",\"order\":0,\"counter\":false,\"kind\":0,\"process\":-1,\"device\":-1,\"id\":-1}]},"
        "\"traceEvents\":[";
    std::string list;
    for (const char* phase : {"B", "E", "b", "e", "n", "i", "s", "f", "C", "b"})
      list += std::string(list.empty() ? "" : ",") + "{\"ph\":\"" + phase +
              "\",\"name\":\"a\",\"cat\":\"c\",\"id\":7,\"pid\":1,\"tid\":1,\"ts\":5,\"args\":{\"v\":1}}";
    const Trace trace = open(header + list + "]}");
    QCOMPARE(QString::fromStdString(broken(trace)), QString());
    QCOMPARE(trace.tracks.size(), std::size_t{1});
    QVERIFY(trace.spanCount() >= 2);
  }

  // A description of our own that contradicts the events behind it.
  void ownHeaderOfAnotherTime() {
    const std::string text =
        "{\"stepscope\":{\"version\":1,\"source\":\"\",\"begin\":900,\"end\":-5,\"events\":1,\"arguments\":false,\"dropped\":0,\"threads\":"
        "[-1,0],"
        "\"tracks\":[{\"name\":\"Trainer\",\"order\":0,\"counter\":false,\"kind\":0,\"process\":-1,\"device\":-1,\"id\":-1}]},"
        "\"traceEvents\":[{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":5,\"dur\":2}]}";
    const Trace trace = open(text);
    QCOMPARE(QString::fromStdString(broken(trace)), QString());
    QCOMPARE(trace.spanCount(), std::size_t{1});
    QCOMPARE(trace.begin, std::int64_t{5000});
    QCOMPARE(trace.end, std::int64_t{7000});
  }

  // Any bytes, above all slightly wrong ones, in every format.
  void damagedBytes_data() {
    QTest::addColumn<QString>("file");
    QTest::newRow("json") << QString("alexnet_cuda_sync.json.gz");
    QTest::newRow("sqlite") << QString("h100_2gpu_1s.sqlite.gz");
  }
  void damagedBytes() {
    NEEDS_SHARED_TRACES();
    QFETCH(QString, file);
    const std::string whole = readAll((sharedTraces() + "/" + file).toStdString());
    std::mt19937 random(3);
    for (int round = 0; round < 20; ++round) {
      std::string text = whole;
      const int damages = 1 + static_cast<int>(random() % 30);
      for (int i = 0; i < damages; ++i)
        text[random() % text.size()] = static_cast<char>(random() % 4 ? "{}[]\",:\\"[random() % 8] : static_cast<char>(random()));
      if (round % 5 == 0) text.resize(random() % text.size() + 1);
      try {
        const Trace trace = open(text, "damaged");
        QCOMPARE(QString::fromStdString(broken(trace)), QString());
        for (std::size_t l = 0; l < trace.lanes.size() && l < 20; ++l)
          if (trace.lanes[l].size() > 0) argumentsOf(trace, trace.lanes[l].argumentsOf(0));
      } catch (const Error& error) {
        QVERIFY(QString(error.what()).contains("damaged"));
      }
    }
  }
};

}  // namespace stepscope

QTEST_APPLESS_MAIN(stepscope::BadInputTest)
#include "bad_input_test.moc"
