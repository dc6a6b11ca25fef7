// The real traces, held against a second reader and against the figures that others computed.
#include "profiler/analysis/self_time.h"
#include "profiler/io/chrome_arguments.h"
#include "profiler/io/import.h"
#include "tests/profiler/io/simple_reader.h"
// Above Qt.
#include "tests/profiler/io/trace_files.h"

namespace stepscope {

using namespace stepscope::test;

class SamplesTest : public QObject {
  Q_OBJECT

 private:
  static Trace open(const std::string& path) {
    std::optional<Trace> trace = importTrace(path);
    return trace ? std::move(*trace) : Trace();
  }
  static std::int64_t count(const Trace& trace, SpanKind kind) {
    std::int64_t n = 0;
    for (const TraceLane& lane : trace.lanes)
      for (std::size_t i = 0; i < lane.size(); ++i) n += lane.kindOf(i) == kind;
    return n;
  }

 private Q_SLOTS:
  void equalsASecondReader_data() {
    QTest::addColumn<QString>("file");
    for (const char* name : {"alexnet_cuda_sync.json.gz", "resnet50_num_workers_0.pt.trace.json.gz", "resnet50_num_workers_4.pt.trace.json.gz"})
      QTest::newRow(name) << QString(name);
  }
  // As packed, unpacked, as a bare array, and with different numbers of threads: always the same.
  void equalsASecondReader() {
    NEEDS_SHARED_TRACES();
    QFETCH(QString, file);
    const QTemporaryDir folder;
    const std::string packed = (sharedTraces() + "/" + file).toStdString();
    const std::string text = readAll(packed);
    const Figures expected = figuresOfJson(text);
    const std::string plain = writeFile(folder, "plain.json", text);
    std::vector<std::pair<std::string, int>> ways = {{packed, 1}, {plain, 3}};
    if (text.size() < 1'000'000) {
      ways.emplace_back(writeFile(folder, "bare", nlohmann::json::parse(text).at("traceEvents").dump()), 2);
      ways.emplace_back(packed, 2);
    }
    for (const auto& [path, readers] : ways) {
      ImportOptions options;
      options.readers = readers;
      const std::optional<Trace> trace = importTrace(path, options);
      QVERIFY(trace);
      QCOMPARE(QString::fromStdString(broken(*trace)), QString());
      QCOMPARE(trace->events, expected.events);
      QCOMPARE(trace->dropped, std::int64_t{0});
      Figures got;
      for (const NamedSpan& span : spansOf(*trace)) {
        ++got.spans;
        got.durationNs += span.duration;
        auto& [n, sum] = got.byName[span.name];
        ++n;
        sum += span.duration;
      }
      for (const TraceMarks& marks : trace->marks) got.marks += static_cast<std::int64_t>(marks.size());
      QCOMPARE(got.spans, expected.spans);
      QCOMPARE(got.marks, expected.marks);
      QCOMPARE(got.durationNs, expected.durationNs);
      for (const auto& [name, sums] : expected.byName) QVERIFY2(got.byName[name] == sums, name.c_str());
      QVERIFY2(trace->residentBytes() <= 48 * static_cast<std::size_t>(trace->events), qPrintable(QString::number(trace->residentBytes())));
    }
  }

  void kinds_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<qint64>("kernels");
    QTest::addColumn<qint64>("copies");
    QTest::addColumn<qint64>("sets");
    QTest::addColumn<qint64>("waits");
    QTest::newRow("workers 0") << QString("resnet50_num_workers_0.pt.trace.json.gz") << qint64{8772} << qint64{12} << qint64{312} << qint64{0};
    QTest::newRow("workers 4") << QString("resnet50_num_workers_4.pt.trace.json.gz") << qint64{8868} << qint64{12} << qint64{378} << qint64{0};
    QTest::newRow("alexnet") << QString("alexnet_cuda_sync.json.gz") << qint64{79} << qint64{16} << qint64{3} << qint64{41};
    QTest::newRow("nsight") << QString("h100_2gpu_1s.sqlite.gz") << qint64{3442} << qint64{904} << qint64{22} << qint64{244};
  }
  void kinds() {
    NEEDS_SHARED_TRACES();
    QFETCH(QString, file);
    QFETCH(qint64, kernels);
    QFETCH(qint64, copies);
    QFETCH(qint64, sets);
    QFETCH(qint64, waits);
    const Trace trace = open((sharedTraces() + "/" + file).toStdString());
    QCOMPARE(count(trace, SpanKind::Kernel), std::int64_t{kernels});
    QCOMPARE(count(trace, SpanKind::Memcpy), std::int64_t{copies});
    QCOMPARE(count(trace, SpanKind::Memset), std::int64_t{sets});
    QCOMPARE(count(trace, SpanKind::Sync), std::int64_t{waits});
  }

  // Threads written once as a number and once as a string are one; kernels stand on their stream; every launch finds its work.
  void structureOfResNet() {
    NEEDS_SHARED_TRACES();
    const Trace trace = open((sharedTraces() + "/resnet50_num_workers_0.pt.trace.json.gz").toStdString());
    std::map<std::string, std::int64_t> perTrack;
    for (const TraceLane& lane : trace.lanes)
      perTrack[trace.tracks[static_cast<std::size_t>(lane.track)].name] += static_cast<std::int64_t>(lane.size());
    QCOMPARE(perTrack.at("stream 7"), std::int64_t{9096});
    QCOMPARE(perTrack.size(), std::size_t{4});  // two threads, a stream, the profiler's own
    const auto arrows = [&](FlowKind kind) { return std::count(trace.flows.kind.begin(), trace.flows.kind.end(), static_cast<std::uint8_t>(kind)); };
    QCOMPARE(arrows(FlowKind::Launch), std::ptrdiff_t{9096});
    // By the sequence numbers, for the file draws none: 178 nodes of a step's graph, six steps.
    QCOMPARE(arrows(FlowKind::ForwardBackward), std::ptrdiff_t{6 * 178});
    QCOMPARE(trace.flows.size(), std::size_t{9096 + 6 * 178});
    const auto stream = std::find_if(trace.tracks.begin(), trace.tracks.end(), [](const TraceTrack& t) { return t.kind == TrackKind::Stream; });
    QVERIFY(stream != trace.tracks.end());
    QCOMPARE(stream->device, 0);
    QCOMPARE(stream->id, std::int64_t{7});
    QCOMPARE(trace.devices.size(), std::size_t{4});
    QCOMPARE(QString::fromStdString(trace.devices[0].name), QString("Tesla V100-DGXS-32GB"));

    const std::vector<SpanRef> steps = stepSpans(trace);
    QCOMPARE(steps.size(), std::size_t{6});
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const TraceLane& lane = trace.laneOf(steps[i]);
      sum += lane.duration[steps[i].index];
      QCOMPARE(lane.step[steps[i].index], static_cast<std::int32_t>(5 + i));
    }
    QCOMPARE(sum, std::int64_t{1'048'976'000});

    // An arrow joins one correlation, and the kernel has the step and the colour of its launch.
    std::uint32_t arrow = 5000;
    while (trace.flows.kind[arrow] != static_cast<std::uint8_t>(FlowKind::Launch)) ++arrow;
    const SpanRef from = trace.flows.from[arrow], to = trace.flows.to[arrow];
    const TraceLane &launch = trace.laneOf(from), &work = trace.laneOf(to);
    QVERIFY(launch.kindOf(from.index) == SpanKind::Runtime && isGpuWork(work.kindOf(to.index)));
    const auto correlation = [&](const TraceLane& lane, std::uint32_t i) {
      for (const TraceArgument& argument : argumentsOf(trace, lane.argumentsOf(i)))
        if (argument.name == "correlation") return argument.value;
      return std::string("none");
    };
    QVERIFY(correlation(launch, from.index) != "none");
    QCOMPARE(correlation(launch, from.index), correlation(work, to.index));
    QCOMPARE(work.step[to.index], launch.step[from.index]);
    QVERIFY(!flowsFrom(trace, from).empty() && !flowsTo(trace, to).empty());
    QCOMPARE(flowsTo(trace, to).front(), arrow);
  }

  // Arguments come from the packed file, in any order, as the second reader sees them.
  void argumentsAreReadAgain() {
    NEEDS_SHARED_TRACES();
    const std::string path = (sharedTraces() + "/resnet50_num_workers_4.pt.trace.json.gz").toStdString();
    const Trace trace = open(path);
    std::map<std::pair<std::string, std::int64_t>, nlohmann::json> expected;
    const nlohmann::json root = nlohmann::json::parse(readAll(path));
    for (const auto& event : root.at("traceEvents"))
      if (event.at("ph") == "X" && event.contains("args")) expected[{event.at("name"), event.at("ts").get<std::int64_t>() * 1000}] = event.at("args");
    std::vector<NamedSpan> spans = spansOf(trace);
    std::size_t at = 7, checked = 0;
    for (int i = 0; i < 400; ++i) {
      at = (at + 104'729) % spans.size();
      const TraceLane& lane = trace.laneOf(spans[at].ref);
      const auto known = expected.find({spans[at].name, spans[at].start});
      if (known == expected.end()) continue;
      if (spans[at].duration == 0) continue;  // two of one name may start together
      const nlohmann::json got = nlohmann::json::parse(trace.arguments->json(lane.argumentsOf(spans[at].ref.index)));
      if (got.value("correlation", 0) != known->second.value("correlation", 0)) continue;
      QVERIFY(got == known->second);
      ++checked;
    }
    QVERIFY2(checked > 300, qPrintable(QString::number(checked)));
  }

  void nsight() {
    NEEDS_SHARED_TRACES();
    const QTemporaryDir folder;
    const std::string packed = (sharedTraces() + "/h100_2gpu_1s.sqlite.gz").toStdString();
    const std::string plain = writeFile(folder, "plain.sqlite", readAll(packed));
    for (const std::string& path : {packed, plain}) {
      const Trace trace = open(path);
      QCOMPARE(QString::fromStdString(broken(trace)), QString());
      QCOMPARE(trace.dropped, std::int64_t{0});
      std::map<std::int32_t, std::pair<std::int64_t, std::int64_t>> kernels;  // by GPU: count, ns
      std::int64_t ns = 0, ranges = 0;
      for (const TraceLane& lane : trace.lanes)
        for (std::size_t i = 0; i < lane.size(); ++i) {
          ns += lane.duration[i];
          ranges += lane.kindOf(i) == SpanKind::Annotation;
          if (lane.kindOf(i) != SpanKind::Kernel) continue;
          auto& [n, sum] = kernels[trace.tracks[static_cast<std::size_t>(lane.track)].device];
          ++n;
          sum += lane.duration[i];
        }
      QVERIFY(kernels[0] == std::pair(std::int64_t{1721}, std::int64_t{22'385'163}));
      QVERIFY(kernels[1] == std::pair(std::int64_t{1721}, std::int64_t{22'444'359}));
      QCOMPARE(ranges, std::int64_t{16'782});
      std::int64_t expectedNs = 0, expectedRows = 0;
      for (const char* table :
           {"CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_MEMCPY", "CUPTI_ACTIVITY_KIND_MEMSET", "CUPTI_ACTIVITY_KIND_RUNTIME",
            "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", "NVTX_EVENTS", "CUPTI_ACTIVITY_KIND_OVERHEAD"}) {
        expectedNs += sqliteNumber(plain, std::string("SELECT sum(end - start) FROM ") + table);
        expectedRows += sqliteNumber(plain, std::string("SELECT count(*) FROM ") + table);
      }
      QCOMPARE(ns, expectedNs);
      QCOMPARE(trace.events, expectedRows);
      std::int64_t launched = 0;
      for (const char* table : {"KERNEL", "MEMCPY", "MEMSET"})
        launched += sqliteNumber(plain, std::string("SELECT count(*) FROM CUPTI_ACTIVITY_KIND_") + table +
                                            " g WHERE EXISTS (SELECT 1 FROM CUPTI_ACTIVITY_KIND_RUNTIME r WHERE r.correlationId = g.correlationId "
                                            "AND r.globalTid / 16777216 = g.globalPid / 16777216)");
      QCOMPARE(static_cast<std::int64_t>(trace.flows.size()), launched);

      // Copies are named by the file's own enumeration: kind 0 is pageable memory here.
      std::map<std::string, int> copies;
      for (const NamedSpan& span : spansOf(trace))
        if (span.name.starts_with("Memcpy")) ++copies[span.name];
      QCOMPARE(copies["Memcpy Device-to-Device (Device -> Device)"], 450);
      for (const NamedSpan& span : spansOf(trace)) {
        if (!span.name.starts_with("Memcpy Device-to-Device")) continue;
        const auto arguments = argumentsOf(trace, trace.laneOf(span.ref).argumentsOf(span.ref.index));
        const auto has = [&](const char* name, const char* value) {
          return std::any_of(arguments.begin(), arguments.end(), [&](const TraceArgument& a) { return a.name == name && a.value == value; });
        };
        QVERIFY(has("srcKind", "Device") && has("copyKind", "Device-to-Device"));
        break;
      }
    }
  }
};

}  // namespace stepscope

QTEST_APPLESS_MAIN(stepscope::SamplesTest)
#include "samples_test.moc"
