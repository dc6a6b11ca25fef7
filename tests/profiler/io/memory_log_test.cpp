// What an allocator did: the report on lists made by hand, the [memory] events of PyTorch's traces, snapshots saved as JSON. Of a recorded trace of
// PyTorch 2.11 the figures are those of a few lines of Python.
#include "profiler/io/memory_log.h"

#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "profiler/trace/trace_file.h"
#include "tests/profiler/io/trace_files.h"

using namespace stepscope;
using Json = nlohmann::json;

namespace {

constexpr std::int64_t kMiB = 1 << 20;

Json memoryEvent(double us, std::int64_t bytes, std::uint64_t address, std::int64_t total) {
  return {
      {"ph", "i"},
      {"s", "t"},
      {"name", "[memory]"},
      {"cat", "cpu_instant_event"},
      {"pid", 7},
      {"tid", 8},
      {"ts", us},
      {"args",
       {{"Device Type", 1}, {"Device Id", 0}, {"Bytes", bytes}, {"Addr", address}, {"Total Allocated", total}, {"Total Reserved", 4 * kMiB * 100}}}};
}

// Six steps; each allocates an activation in aten::relu that is freed, and a piece in aten::clone of `kept` MiB that is not.
std::string leaking(int kept) {
  Json events = Json::array();
  std::int64_t total = 100 * kMiB;
  std::uint64_t address = 0x7f0000000000;
  for (int step = 0; step < 6; ++step) {
    const double t = 1000.0 * step;
    events.push_back(
        {{"ph", "X"}, {"cat", "user_annotation"}, {"name", "ProfilerStep#" + std::to_string(step)}, {"pid", 7}, {"tid", 8}, {"ts", t}, {"dur", 900}});
    events.push_back({{"ph", "X"}, {"cat", "python_function"}, {"name", "train.py(31): step"}, {"pid", 7}, {"tid", 8}, {"ts", t + 1}, {"dur", 800}});
    events.push_back({{"ph", "X"}, {"cat", "cpu_op"}, {"name", "aten::relu"}, {"pid", 7}, {"tid", 8}, {"ts", t + 10}, {"dur", 100}});
    events.push_back({{"ph", "X"}, {"cat", "cpu_op"}, {"name", "aten::clone"}, {"pid", 7}, {"tid", 8}, {"ts", t + 200}, {"dur", 100}});
    events.push_back(memoryEvent(t + 20, 50 * kMiB, address, total += 50 * kMiB));
    if (kept > 0) events.push_back(memoryEvent(t + 220, kept * kMiB, address + 0x100000000 * (step + 1), total += kept * kMiB));
    events.push_back(memoryEvent(t + 500, -50 * kMiB, address, total -= 50 * kMiB));
  }
  return Json{{"traceEvents", std::move(events)}}.dump();
}

}  // namespace

class MemoryLogTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

 private Q_SLOTS:
  void whatWasAliveAtThePeak() {
    const MemoryRecording recording = readMemory(test::writeFile(folder_, "leak.json", leaking(8)));
    QCOMPARE(recording.logs.size(), std::size_t{1});
    QCOMPARE(recording.steps.size(), std::size_t{6});
    const MemoryReport report = memoryReport(recording.logs.front(), recording.steps);
    QCOMPARE(report.device, std::string("GPU 0"));
    QVERIFY(report.hasAddresses && !report.fromStart);
    QCOMPARE(report.peakBytes, (100 + 50 + 6 * 8) * kMiB);  // in the last step, after its clone
    QCOMPARE(report.peakTime, std::int64_t{5220000});
    QCOMPARE(report.peakReserved, 400 * kMiB);
    QCOMPARE(report.atPeak.size(), std::size_t{3});
    QCOMPARE(report.atPeak[0].place, std::string("before the recording"));
    QCOMPARE(report.atPeak[0].bytes, 100 * kMiB);
    QCOMPARE(report.atPeak[1].place, std::string("aten::relu, train.py(31): step"));
    QCOMPARE(report.atPeak[1].bytes, 50 * kMiB);
    QCOMPARE(report.atPeak[2].bytes, 48 * kMiB);
    QCOMPARE(report.atPeak[2].count, std::int64_t{6});
  }

  void whatGrows() {
    const MemoryRecording recording = readMemory(test::writeFile(folder_, "grows.json", leaking(8)));
    const MemoryReport report = memoryReport(recording.logs.front(), recording.steps);
    QCOMPARE(report.atStepEnds.size(), std::size_t{6});
    QCOMPARE(report.growthPerStep, 8.0 * kMiB);
    QCOMPARE(report.growing.front().place, std::string("aten::clone, train.py(31): step"));
    QCOMPARE(report.growing.front().bytesPerStep, 8.0 * kMiB);
    const std::vector<std::string> sentences = sentencesOf(report);
    QVERIFY(std::any_of(sentences.begin(), sentences.end(),
                        [](const std::string& s) { return s.find("grows by 8 MiB in every step") != std::string::npos; }));
  }

  void whatStaysTheSameDoesNotGrow() {
    const MemoryRecording recording = readMemory(test::writeFile(folder_, "still.json", leaking(0)));
    const MemoryReport report = memoryReport(recording.logs.front(), recording.steps);
    QCOMPARE(report.growthPerStep, 0.0);
    QVERIFY(report.growing.empty());
  }

  // The totals do not count what another allocator of the device reports: neither does the report.
  void otherAllocatorsAreLeftOut() {
    Json events =
        Json::array({memoryEvent(1, 384, 77, 0), memoryEvent(2, 1000, 88, 1000), memoryEvent(3, 500, 99, 1000), memoryEvent(4, -1000, 88, 0)});
    const MemoryRecording recording =
        readMemory(test::writeFile(folder_, "others.json", Json{{"baseTimeNanoseconds", 5000}, {"traceEvents", events}}.dump()));
    const MemoryReport report = memoryReport(recording.logs.front(), {});
    QCOMPARE(report.peakBytes, std::int64_t{1000});
    QCOMPARE(report.peakTime, std::int64_t{7000});
    QCOMPARE(report.atPeak.size(), std::size_t{1});
    QCOMPARE(report.atPeak.front().bytes, std::int64_t{1000});
  }

  // Optimizer state in the first step is no leak; three steps are too few to say.
  void fewStepsAndFirstStepsAreNoLeak() {
    MemoryLog log;
    log.events = {{10, 100, 1, -1, -1, 0},  {1010, 1000, 2, -1, -1, 0}, {2010, 1, 3, -1, -1, 0},
                  {2020, -1, 3, -1, -1, 0}, {5000, 1, 4, -1, -1, 0},    {5001, -1, 4, -1, -1, 0}};
    QCOMPARE(memoryReport(log, {{0, 900}, {1000, 1900}, {2000, 2900}, {3000, 3900}, {4000, 4900}}).growthPerStep, 0.0);
    log.events = {{10, 100, 1, -1, -1, 0}, {1010, 100, 2, -1, -1, 0}, {2010, 100, 3, -1, -1, 0}};
    QCOMPARE(memoryReport(log, {{0, 900}, {1000, 1900}, {2000, 2900}}).growthPerStep, 0.0);
  }

  void withoutAddresses() {
    MemoryLog log;
    log.device = "GPU 0";
    log.places.push_back("aten::empty");
    log.events = {{10, 100, 0, -1, -1, 1}, {20, 50, 0, -1, -1, 1}, {30, -100, 0, -1, -1, 0}};
    const MemoryReport report = memoryReport(log, {});
    QCOMPARE(report.peakBytes, std::int64_t{150});
    QVERIFY(report.fromStart && !report.hasAddresses && report.atPeak.empty());
    QCOMPARE(report.allocations.front().bytes, std::int64_t{150});
  }

  // What torch.cuda.memory._snapshot() holds, as JSON: at the end 30 of 60 MiB are allocated, in two segments.
  void snapshots() {
    const auto frames = Json::array({{{"filename", "/env/lib/python3.11/site-packages/torch/nn/functional.py"}, {"line", 5}, {"name", "linear"}},
                                     {{"filename", "train.py"}, {"line", 12}, {"name", "forward"}}});
    const Json snapshot{
        {"segments", Json::array({{{"device", 0},
                                   {"total_size", 40 * kMiB},
                                   {"allocated_size", 30 * kMiB},
                                   {"blocks", Json::array({{{"size", 30 * kMiB}, {"state", "active_allocated"}},
                                                           {{"size", 6 * kMiB}, {"state", "inactive"}},
                                                           {{"size", 4 * kMiB}, {"state", "inactive"}}})}},
                                  {{"device", 0},
                                   {"total_size", 20 * kMiB},
                                   {"allocated_size", 0},
                                   {"blocks", Json::array({{{"size", 20 * kMiB}, {"state", "inactive"}}})}}})},
        {"device_traces",
         Json::array({Json::array({{{"action", "segment_alloc"}, {"addr", 0}, {"size", 60 * kMiB}, {"time_us", 1}},
                                   {{"action", "alloc"}, {"addr", 140000000000000}, {"size", 20 * kMiB}, {"time_us", 2}, {"frames", frames}},
                                   {{"action", "alloc"}, {"addr", 140000100000000}, {"size", 10 * kMiB}, {"time_us", 3}, {"frames", frames}},
                                   {{"action", "free_requested"}, {"addr", 140000100000000}, {"size", 10 * kMiB}, {"time_us", 4}},
                                   {{"action", "free_completed"}, {"addr", 140000100000000}, {"size", 10 * kMiB}, {"time_us", 5}},
                                   {{"action", "oom"}, {"device_free", 5}, {"size", 99}, {"time_us", 6}}})})}};
    const MemoryRecording recording = readMemory(test::writeFile(folder_, "snapshot.json", snapshot.dump()));
    QCOMPARE(recording.logs.size(), std::size_t{1});
    const MemoryReport report = memoryReport(recording.logs.front(), {});
    QCOMPARE(report.peakBytes, 40 * kMiB);  // 10 that were there before, 20 and 10
    QCOMPARE(report.atPeak[0].place, std::string("train.py(12): forward"));
    QCOMPARE(report.atPeak[0].bytes, 30 * kMiB);
    QCOMPARE(report.atPeak[1].bytes, 10 * kMiB);
    QCOMPARE(report.segmentBytes, 60 * kMiB);
    QCOMPARE(report.unusedBytes, 30 * kMiB);
    QCOMPARE(report.largestFree, 20 * kMiB);
    QCOMPARE(report.fragmentation(), 1.0 - 20.0 / 30.0);
    QCOMPARE(report.outOfMemory, std::int64_t{1});
  }

  // Other formats of traces: what they hold instead, and what to record.
  void otherFormats() {
    const auto refusal = [&](const char* name, std::string_view content) -> std::string {
      try {
        readMemory(test::writeFile(folder_, name, content));
        return "it was read";
      } catch (const Error& error) {
        return error.what();
      }
    };
    const auto says = [](const std::string& text, std::initializer_list<const char*> parts) {
      return std::all_of(parts.begin(), parts.end(), [&](const char* part) { return text.find(part) != std::string::npos; }) &&
             text.find("no JSON") == std::string::npos;
    };
    const std::string nsight = refusal("n.sqlite", std::string_view("SQLite format 3\0 ...", 20)),
                      packed = refusal("n.sqlite.gz", test::gzipped(std::string_view("SQLite format 3\0 ...", 20))),
                      xplane = refusal("x.xplane.pb", std::string_view("\x0A\x0B\x12\x09/host:CPU", 13)), pickle = refusal("p.pickle", "\x80\x04...");
    for (const std::string& text : {nsight, packed})
      QVERIFY2(says(text, {"Nsight Systems", "--cuda-memory-usage=true", "profile_memory=True"}), text.c_str());
    QVERIFY2(says(xplane, {"XProf", "profile_memory=True"}), xplane.c_str());
    QVERIFY2(says(pickle, {"pickle", "json.dump"}), pickle.c_str());

    // A recording of ours knows what was in memory at its peak.
    Trace own;
    own.atPeak = {{"conv1", "parameter", 3000}, {"conv1", "activation", 500}, {"", "batch", 200}};
    const std::string file = folder_.filePath("own.sstrace").toStdString();
    saveTrace(own, file);
    const MemoryRecording recording = readMemory(file);
    QCOMPARE(recording.peaks.size(), std::size_t{1});
    const MemoryReport& report = recording.peaks.front();
    QCOMPARE(report.peakBytes, std::int64_t{3700});
    QCOMPARE(report.atPeak.size(), std::size_t{3});
    QCOMPARE(report.atPeak[0].place, std::string("conv1, parameter"));
    QCOMPARE(report.atPeak[2].place, std::string("batch"));
    QCOMPARE(sentencesOf(report).front(), std::string("The training step held 3.61 KiB at most."));
    saveTrace(Trace{}, file);
    const std::string without = refusal("own2.sstrace", [&] {
      QFile read(QString::fromStdString(file));
      return read.open(QIODevice::ReadOnly) ? read.readAll().toStdString() : std::string();
    }());
    QVERIFY2(says(without, {"a recording of Stepscope", "Train again"}), without.c_str());
  }

  void whatHoldsNoMemoryIsTold_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("no events") << QByteArray("{\"traceEvents\": [{\"ph\": \"X\", \"name\": \"a\", \"pid\": 1, \"tid\": 1, \"ts\": 1, \"dur\": 1}]}");
    QTest::newRow("empty list") << QByteArray("[]");
    QTest::newRow("cut off") << QByteArray("{\"traceEvents\": [{\"ph\"");
    QTest::newRow("no JSON") << QByteArray("hello");
    QTest::newRow("other JSON") << QByteArray("{\"a\": 1}");
    QTest::newRow("empty snapshot") << QByteArray("{\"segments\": [], \"device_traces\": []}");
    QTest::newRow("strange snapshot") << QByteArray("{\"segments\": 5, \"device_traces\": [5, {}]}");
  }
  void whatHoldsNoMemoryIsTold() {
    QFETCH(QByteArray, content);
    try {
      readMemory(test::writeFile(folder_, "none.json", content.toStdString()));
      QFAIL("it was read");
    } catch (const Error& error) {
      QVERIFY(std::string(error.what()).find("profile_memory=True") != std::string::npos);
    }
  }
};

QTEST_APPLESS_MAIN(MemoryLogTest)
#include "memory_log_test.moc"
