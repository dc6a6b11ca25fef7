// Sampled hardware counters: onto the host's clock and the tracks of a recording, and what remains when they may not be had.
// Qt last: its macro "slots" would change the memory plan's header.
#include "core/backend/cuda/base/counter_samples.h"
#include "core/backend/cuda/cuda_backend.h"
#include "core/backend/cuda/plan/program.h"
#include "core/backend/cuda/recording/gpu_recording.h"
#include "profiler/trace/recorder.h"
#include "tests/core/backend/cuda/emulated_device.h"
#include "tests/core/backend/program_runner.h"

#include <QtTest>

using namespace stepscope;
using cuda::CounterClock;
using cuda::CounterSample;
using cuda::CounterTracks;
using cuda::emulation;

namespace {

std::vector<std::pair<std::int64_t, double>> samplesOf(const Trace& trace, const std::string& track) {
  std::vector<std::pair<std::int64_t, double>> samples;
  for (const TraceCounter& counter : trace.counters)
    if (trace.tracks[static_cast<std::size_t>(counter.track)].name == track)
      for (std::size_t i = 0; i < counter.time.size(); ++i) samples.emplace_back(counter.time[i], counter.value[i]);
  return samples;
}

}  // namespace

class CountersTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { emulation() = {}; }

  // Of three readings, 900, 120 and 400 ns after their samples ended, the second knows best.
  void theSoonestReadingTellsTheClock() {
    CounterClock clock;
    QVERIFY(!clock.toHost(5));
    clock.read(1'000, 51'900);
    QCOMPARE(*clock.toHost(1'000), std::int64_t{51'900});
    clock.read(2'000, 52'120);
    clock.read(3'000, 53'400);
    QCOMPARE(*clock.toHost(1'000), std::int64_t{51'120});
  }

  // What CUPTI tells of memory: a step of the counter a record, from what was used before, never below nothing; and a mark with the size.
  void memoryRecordsBecomeACounter() {
    Recorder recorder;
    recorder.enable(true);
    const Graph graph;
    cuda::GpuRecording recording(recorder, graph, {}, 1000);
    const auto take = [&](std::int64_t at, std::int64_t bytes, cuda::GpuMemory where) {
      cuda::GpuRecord record;
      record.kind = cuda::GpuRecordKind::Memory;
      record.start = record.end = at;
      record.bytes = bytes;
      record.memory = where;
      record.name = bytes > 0 ? "allocate" : "give back";
      recording.take(record);
    };
    take(100, 512, cuda::GpuMemory::Device);
    take(200, 64, cuda::GpuMemory::Pinned);
    take(300, -512, cuda::GpuMemory::Device);
    take(400, -4096, cuda::GpuMemory::Managed);  // from long before the recording
    take(500, 8, cuda::GpuMemory::Other);        // of no counter
    const Trace trace = recorder.take({}, "test");
    using Samples = std::vector<std::pair<std::int64_t, double>>;
    QVERIFY((samplesOf(trace, "GPU memory, allocated") == Samples{{99, 1000}, {100, 1512}, {299, 1512}, {300, 1000}, {399, 1000}, {400, 0}}));
    QVERIFY((samplesOf(trace, "pinned memory, allocated") == Samples{{199, 0}, {200, 64}}));
    int marks = 0;
    for (const TraceLane& lane : trace.lanes)
      if (trace.tracks[static_cast<std::size_t>(lane.track)].name == "CUDA memory") marks += static_cast<int>(lane.size());
    QCOMPARE(marks, 5);
  }

  void samplesBecomeTracks() {
    Recorder recorder;
    recorder.enable(true);
    CounterClock clock;
    clock.read(10'000, 110'000);
    CounterTracks tracks;
    const double nan = std::nan("");
    const std::vector<CounterSample> samples{
        {0, 1000, {99, 99, 99, 99, 99}},       // the first: of the time before the recording
        {1000, 2000, {50, 25, 75, 2e9, -1}},   // this GPU does not tell what it receives
        {2000, 3000, {60, nan, 80, 3e9, -1}},  // nor this once
        {2500, 3500, {1, 1, 1, 1, 1}},         // overlaps the one before
        {4000, 4000, {1, 1, 1, 1, 1}},         // of no time
        {5000, 6000, {0, 0, 0, 0, 0}},
    };
    for (const CounterSample& sample : samples) tracks.put(sample, clock, recorder);
    QCOMPARE(tracks.written(), std::int64_t{3});
    QCOMPARE(tracks.leftOut(), std::int64_t{3});
    const Trace trace = recorder.take({}, "test");
    using Samples = std::vector<std::pair<std::int64_t, double>>;
    QCOMPARE(samplesOf(trace, "SM active"), (Samples{{101'500, 50}, {102'500, 60}, {105'500, 0}}));
    QCOMPARE(samplesOf(trace, "tensor cores active"), (Samples{{101'500, 25}, {105'500, 0}}));
    QCOMPARE(samplesOf(trace, "DRAM throughput").size(), std::size_t{3});
    QCOMPARE(samplesOf(trace, "PCIe sent, sampled").size(), std::size_t{3});
    QCOMPARE(samplesOf(trace, "PCIe received, sampled"), (Samples{{105'500, 0}}));
  }

  void recordings_data() {
    QTest::addColumn<bool>("permitted");
    QTest::addColumn<bool>("fails");
    QTest::addColumn<QString>("why");
    QTest::newRow("permitted") << true << false << QString();
    QTest::newRow("not permitted") << false << false << QStringLiteral("no permission for counters");
    QTest::newRow("taken away in mid-run") << true << true << QStringLiteral("the hardware is busy");
  }
  void recordings() {
    QFETCH(bool, permitted);
    QFETCH(bool, fails);
    QFETCH(QString, why);
    emulation().canSample = permitted;
    emulation().samplingFails = fails;
    Graph g;
    const ValueId a = g.addInput("a", DType::F32, {64});
    g.markOutput("y", g.add("exp", {a}, {}, "layer"));
    const auto program = cuda::makeBackend(cuda::emulatedDevice())->compile(g, {});
    program->attach(program->makeArena(program->plan().stateBytes), program->makeArena(program->plan().stepBytes));
    Recorder recorder;
    recorder.enable(true);
    for (int n = 0; n < 3; ++n) program->run(&recorder);
    program->settleRecording(recorder);
    program->run();
    QCOMPARE(QString::fromStdString(dynamic_cast<cuda::CudaProgram*>(program.get())->whyNoCounters()), why);
    const Trace trace = recorder.take(std::vector<TraceNode>(1), "test");
    std::int64_t kernels = 0;
    for (const TraceLane& lane : trace.lanes)
      for (std::size_t i = 0; i < lane.size(); ++i) kernels += lane.kindOf(i) == SpanKind::Kernel;
    QCOMPARE(kernels, std::int64_t{3});  // with or without counters
    const auto active = samplesOf(trace, "SM active");
    QCOMPARE(active.empty(), !why.isEmpty());
    QCOMPARE(emulation().counterStops, std::int64_t{permitted ? 1 : 0});
    for (const auto& [time, value] : active) {
      QCOMPARE(value, 80.0);
      QVERIFY(std::abs(time - nowNs()) < std::int64_t{1800} * 1'000'000'000);  // on our clock, not the GPU's
    }
    if (!why.isEmpty()) return;
    QVERIFY(std::any_of(trace.notes.begin(), trace.notes.end(),
                        [](const TraceNote& note) { return note.reason.find("overflowed") != std::string::npos; }));
  }
};

QTEST_GUILESS_MAIN(CountersTest)
#include "counters_test.moc"
