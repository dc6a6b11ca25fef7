// A trace as PyTorch's profiler writes it, made here, so that every clone reads one whole: held against the second reader and against what
// was put in.
#include "profiler/analysis/self_time.h"
#include "profiler/io/chrome_arguments.h"
#include "profiler/io/import.h"
#include "tests/profiler/io/simple_reader.h"
// Above Qt.
#include "tests/profiler/io/trace_files.h"

namespace stepscope {

using namespace stepscope::test;
using nlohmann::json;

namespace {

constexpr int kSteps = 40, kLayers = 60;

// Training steps on two threads: a layer's operation launches a kernel on a stream from within it; at a step's end something is copied
// back, set and waited for. Times have three decimals.
class Profile {
 public:
  Profile() {
    for (int step = 0; step < kSteps; ++step) {
      const std::int64_t begin = 1'000'000 + step * 2'000'000LL;
      span("user_annotation", "ProfilerStep#" + std::to_string(5 + step), kTrainer, begin, 1'900'000);
      for (int layer = 0; layer < kLayers; ++layer) {
        const bool backward = layer % 2 == 1;
        const std::int64_t at = begin + 1'001 + layer * 30'003;
        const std::int64_t thread = backward ? kAutograd : kTrainer;
        span("cpu_op", backward ? "autograd::engine::evaluate_function: ConvolutionBackward0" : "aten::conv2d", thread, at, 20'017,
             {{"External id", correlation_ + 1}, {"Input Dims", json::array({json::array({8, layer, 3, 3})})}});
        work("cudaLaunchKernel", "kernel", "sgemm_" + std::to_string(layer % 7), thread, at + 1'003, 21'000 + layer,
             {{"grid", json::array({layer, 1, 1})}, {"block", json::array({128, 1, 1})}});
      }
      work("cudaMemcpyAsync", "gpu_memcpy", "Memcpy DtoH (Device -> Pinned)", kTrainer, begin + 1'850'000, 901, {{"bytes", 4096 + step}});
      work("cudaMemsetAsync", "gpu_memset", "Memset (Device)", kTrainer, begin + 1'860'000, 402, {{"bytes", 64}});
      span("cuda_runtime", "cudaStreamSynchronize", kTrainer, begin + 1'870'000, 20'000);
      span("cuda_sync", "Stream Synchronize", kStream, begin + 1'880'000, 9'000, {{"stream", kStream}}, kDevice);
    }
    events_.push_back({{"ph", "i"}, {"s", "g"}, {"name", "Iteration Start: PyTorch Profiler"}, {"pid", "Traces"}, {"tid", "Trace"}, {"ts", 1000.0}});
    name("process_name", 4321, 0, "python");
    name("thread_name", kDevice, kStream, "stream 7");
  }

  std::string text() const {
    return json{{"schemaVersion", 1},
                {"deviceProperties", json::array({{{"id", 0}, {"name", "Made GPU"}, {"totalGlobalMem", 16'000'000'000LL}}})},
                {"traceEvents", events_}}
        .dump();
  }
  const json& events() const { return events_; }

  static constexpr int kTrainer = 4321, kAutograd = 4400, kStream = 7, kDevice = 0;

 private:
  void span(const char* category, const std::string& name, std::int64_t thread, std::int64_t ns, std::int64_t length, json arguments = json::object(),
            int process = 4321) {
    events_.push_back({{"ph", "X"},
                       {"cat", category},
                       {"name", name},
                       {"pid", process},
                       {"tid", thread},
                       {"ts", static_cast<double>(ns) / 1000},
                       {"dur", static_cast<double>(length) / 1000},
                       {"args", std::move(arguments)}});
  }
  // A launch and what it launches, one behind the other on the stream.
  void work(const char* launch, const char* category, const std::string& name, std::int64_t thread, std::int64_t ns, std::int64_t length,
            json arguments) {
    ++correlation_;
    span("cuda_runtime", launch, thread, ns, 5'005, {{"correlation", correlation_}});
    arguments["correlation"] = correlation_;
    arguments["stream"] = kStream;
    arguments["device"] = kDevice;
    span(category, name, kStream, ns + 6'007, length, std::move(arguments), kDevice);
  }
  void name(const char* what, int process, int thread, const char* is) {
    events_.push_back({{"ph", "M"}, {"name", what}, {"pid", process}, {"tid", thread}, {"ts", 0.0}, {"args", {{"name", is}}}});
  }

  json events_ = json::array();
  int correlation_ = 100;
};

std::int64_t count(const Trace& trace, SpanKind kind) {
  std::int64_t n = 0;
  for (const TraceLane& lane : trace.lanes)
    for (std::size_t i = 0; i < lane.size(); ++i) n += lane.kindOf(i) == kind;
  return n;
}

}  // namespace

class MadeTraceTest : public QObject {
  Q_OBJECT

 private:
  Profile profile_;
  QTemporaryDir folder_;

 private Q_SLOTS:
  void equalsASecondReader_data() {
    QTest::addColumn<QString>("way");
    QTest::addColumn<int>("readers");
    for (const char* way : {"plain", "packed", "bare"})
      for (const int readers : {1, 2, 3}) QTest::addRow("%s, %d readers", way, readers) << QString(way) << readers;
  }
  void equalsASecondReader() {
    QFETCH(QString, way);
    QFETCH(int, readers);
    const std::string text = way == "bare" ? profile_.events().dump() : profile_.text();
    const std::string path = writeFile(folder_, qPrintable(way), way == "packed" ? gzipped(text) : text);
    const Figures expected = figuresOfJson(text);
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
    QVERIFY(got.byName == expected.byName);
  }

  void whatWasPutInIsThere() {
    const std::optional<Trace> trace = importTrace(writeFile(folder_, "whole.json", profile_.text()));
    QVERIFY(trace);
    QCOMPARE(count(*trace, SpanKind::Kernel), std::int64_t{kSteps * kLayers});
    QCOMPARE(count(*trace, SpanKind::Memcpy), std::int64_t{kSteps});
    QCOMPARE(count(*trace, SpanKind::Memset), std::int64_t{kSteps});
    QCOMPARE(count(*trace, SpanKind::Sync), std::int64_t{kSteps});
    QCOMPARE(trace->flows.size(), static_cast<std::size_t>(kSteps * (kLayers + 2)));  // a launch and its work each
    const auto stream = std::find_if(trace->tracks.begin(), trace->tracks.end(), [](const TraceTrack& t) { return t.kind == TrackKind::Stream; });
    QVERIFY(stream != trace->tracks.end());
    QCOMPARE(stream->device, Profile::kDevice);
    QCOMPARE(stream->id, std::int64_t{Profile::kStream});
    QCOMPARE(trace->devices.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(trace->devices[0].name), QString("Made GPU"));
    const std::vector<SpanRef> steps = stepSpans(*trace);
    QCOMPARE(steps.size(), std::size_t{kSteps});
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const TraceLane& lane = trace->laneOf(steps[i]);
      QCOMPARE(lane.duration[steps[i].index], std::int64_t{1'900'000});
      QCOMPARE(lane.step[steps[i].index], static_cast<std::int32_t>(5 + i));
    }
    for (std::size_t f = 0; f < trace->flows.size(); ++f) {
      const SpanRef from = trace->flows.from[f], to = trace->flows.to[f];
      const TraceLane &launch = trace->laneOf(from), &work = trace->laneOf(to);
      QVERIFY(launch.kindOf(from.index) == SpanKind::Runtime && isGpuWork(work.kindOf(to.index)));
      QCOMPARE(work.start[to.index], launch.start[from.index] + 6'007);  // each work begins that long behind its own launch
      QCOMPARE(work.step[to.index], launch.step[from.index]);
    }
  }

  // Arguments are read from the file when they are asked for, packed or not, in any order.
  void argumentsAreReadAgain() {
    std::map<std::pair<std::string, std::int64_t>, json> expected;
    for (const json& event : profile_.events())
      if (event.at("ph") == "X") expected[{event.at("name"), std::llround(event.at("ts").get<double>() * 1000)}] = event.at("args");
    for (const bool packed : {false, true}) {
      const std::string path = writeFile(folder_, packed ? "again.json.gz" : "again.json", packed ? gzipped(profile_.text()) : profile_.text());
      const std::optional<Trace> trace = importTrace(path);
      QVERIFY(trace);
      const std::vector<NamedSpan> spans = spansOf(*trace);
      std::size_t at = 7;
      for (int i = 0; i < 400; ++i) {
        at = (at + 104'729) % spans.size();
        const TraceLane& lane = trace->laneOf(spans[at].ref);
        const auto known = expected.find({spans[at].name, spans[at].start});
        QVERIFY2(known != expected.end(), spans[at].name.c_str());
        if (known->second.empty()) continue;
        QVERIFY2(json::parse(trace->arguments->json(lane.argumentsOf(spans[at].ref.index))) == known->second, spans[at].name.c_str());
      }
    }
  }
};

}  // namespace stepscope

QTEST_APPLESS_MAIN(stepscope::MadeTraceTest)
#include "made_trace_test.moc"
