// What decides how long a step takes, and what it would take without: on traces whose answer is known by hand, and on published ones.
#include "profiler/analysis/path/critical_path.h"
#include "profiler/io/import.h"
#include "tests/profiler/analysis/trace_builder.h"

#include <cmath>
#include <map>

#include <QFile>
#include <QtTest>

using namespace stepscope;

namespace {

constexpr auto kKernel = SpanKind::Kernel;
constexpr auto kCall = SpanKind::Runtime;

QString dataFile(const QString& name) {
  return qEnvironmentVariable("STEPSCOPE_DATA", QStringLiteral(STEPSCOPE_SOURCE_DIR "/../shared/data")) + "/traces/" + name;
}

SpanChange unchanged() {
  return {[](const TraceLane&, std::size_t, TimeClass) { return 1.0; }, true};
}

// The path in words: "host conv2d 0-100;".
std::string told(const Trace& trace, const std::vector<PathPart>& parts) {
  constexpr const char* kKinds[] = {"host", "gpu", "launch", "queue", "return"};
  std::string text;
  for (const PathPart& part : parts) {
    text += kKinds[static_cast<int>(part.kind)];
    if (part.span.lane >= 0) text += " " + std::string(trace.names.name(trace.laneOf(part.span).name[part.span.index]));
    text += " " + std::to_string(part.range.begin) + "-" + std::to_string(part.range.end) + ";";
  }
  return text;
}

// Times in us, so that gaps are those of a GPU.
constexpr std::int64_t kUs = 1000;

// A step whose kernels keep the GPU busy longer than the host: launches at 10, 20, 30, kernels of 100 us each, a sync that waits to the
// end.
Trace boundByGpu() {
  TraceBuilder b;
  for (int k = 0; k < 3; ++k) {
    b.gpu("CUDA calls", "cudaLaunchKernel", kCall, (10 + 10 * k) * kUs, 5 * kUs, static_cast<std::uint32_t>(k + 1));
    b.gpu("GPU stream 7", k == 1 ? "relu" : "gemm", kKernel, (15 + 100 * k) * kUs, 100 * kUs, static_cast<std::uint32_t>(k + 1), -1, 0);
  }
  b.gpu("CUDA calls", "cudaStreamSynchronize", kCall, 40 * kUs, 280 * kUs);  // to 320, the GPU is done at 315
  b.span("Trainer", "step", Category::Step, 0, 330 * kUs, -1, 0);
  return b.build();
}

}  // namespace

class CriticalPathTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void nothingHasNoPath() {
    const Trace empty;
    QCOMPARE(StepReplay(empty).steps(), std::size_t{0});
    QCOMPARE(StepReplay(empty).stepNs(unchanged()), 0.0);
    QVERIFY(criticalPath(empty).parts.empty());
  }

  // Our own training on the CPU: everything is on the trainer's thread.
  void onTheCpu() {
    TraceBuilder b;
    b.node("conv2d", "conv1", Category::Forward).node("relu", "act", Category::Forward).node("conv2d", "conv2", Category::Forward);
    for (int step = 0; step < 2; ++step) {
      const std::int64_t t = step * 1000;
      b.span("Trainer", "data wait", Category::Data, t, 100, -1, step);
      b.span("Trainer", "conv2d", Category::Forward, t + 100, 300, 0, step);
      b.span("Trainer", "relu", Category::Forward, t + 410, 200, 1, step);
      b.span("Trainer", "conv2d", Category::Forward, t + 610, 200, 2, step);
      b.span("Trainer", "step", Category::Step, t, 900, -1, step);
    }
    b.span("Loader worker 1", "load batch", Category::Data, 0, 1900);
    const Trace trace = b.build();
    const StepReplay replay(trace);
    QCOMPARE(replay.steps(), std::size_t{2});
    QCOMPARE(replay.recordedStepNs(), 900.0);
    QCOMPARE(replay.stepNs(unchanged()), 900.0);
    QCOMPARE(replay.stepNs(withoutNode(1)), 700.0);
    QCOMPARE(replay.stepNs(withoutLayer(trace, "conv1")), 600.0);
    QCOMPARE(replay.stepNs(withoutOp(trace, "conv2d")), 400.0);
    QCOMPARE(replay.stepNs(withoutClass(TimeClass::DataLoader)), 800.0);
    QCOMPARE(replay.stepNs(scaledBy(withoutOp(trace, "conv2d"), 0.5)), 650.0);
    QCOMPARE(replay.stepNs(withoutName(trace, "load batch")), 900.0);  // beside the steps
    const CriticalPath path = criticalPath(trace);
    std::int64_t all = 0;
    for (const PathPart& part : path.parts) all += part.range.end - part.range.begin;
    QCOMPARE(all, std::int64_t{1900});  // with what lies between the steps
    QCOMPARE(path.rows.front().name, std::string("conv2d"));
    QCOMPARE(path.rows.front().nsPerStep, 500.0);
    double ofSteps = 0;  // without what lies between the steps
    for (const PathRow& row : path.rows) ofSteps += row.nsPerStep;
    QCOMPARE(ofSteps, 900.0);
    const std::vector<Gain> gains = gainsOf(trace, replay, path);
    QCOMPARE(gains.front().name, std::string("conv2d"));
    QCOMPARE(gains.front().gainNs, 500.0);
    // Ops of the host are the step itself, and no cause.
    for (const Gain& gain : gains) QVERIFY(!gain.ofClass || gain.timeClass == TimeClass::DataLoader);
  }

  // Each batch takes 600 to load; without the wait a step would take 400. Two workers deliver one in 300, one alone in 600.
  void theLoaderDeliversOnlySoMuch_data() {
    QTest::addColumn<QString>("track");
    QTest::addColumn<int>("workers");
    QTest::addColumn<double>("step");
    QTest::newRow("one worker more") << "Loader worker 1" << 2 << 400.0;
    QTest::newRow("a first worker") << "Loader" << 1 << 600.0;
  }
  void theLoaderDeliversOnlySoMuch() {
    QFETCH(QString, track);
    QFETCH(int, workers);
    QFETCH(double, step);
    TraceBuilder b;
    b.node("conv2d", "conv1", Category::Forward);
    for (int k = 0; k < 3; ++k) {
      const std::int64_t t = k * 1000;
      b.span("Trainer", "data wait", Category::Data, t, 600, -1, k).span("Trainer", "conv2d", Category::Forward, t + 600, 400, 0, k);
      b.span("Trainer", "step", Category::Step, t, 1000, -1, k).span(track.toStdString().c_str(), "load batch", Category::Data, t, 600);
    }
    const Trace trace = b.build();
    const StepReplay replay(trace);
    const std::vector<Gain> gains = gainsOf(trace, replay, criticalPath(trace, replay));
    const auto more = std::find_if(gains.begin(), gains.end(), [](const Gain& gain) { return gain.workers > 0; });
    // The wait for data is all of its class, which stands for it.
    for (const Gain& gain : gains) QVERIFY2(gain.name != "data wait", "the same cause twice");
    QVERIFY(std::any_of(gains.begin(), gains.end(), [](const Gain& gain) { return gain.ofClass && gain.timeClass == TimeClass::DataLoader; }));
    QVERIFY(more != gains.end());
    QCOMPARE(more->workers, workers);
    QCOMPARE(more->stepNs, step);
    QCOMPARE(more->gainNs, 1000 - step);
  }

  void boundByTheGpu() {
    const Trace trace = boundByGpu();
    const StepReplay replay(trace);
    QCOMPARE(replay.recordedStepNs(), 330.0 * kUs);
    QCOMPARE(replay.stepNs(unchanged()), 330.0 * kUs);
    QCOMPARE(told(trace, replay.criticalPath()),
             std::string("host 0-10000;launch gemm 10000-15000;gpu gemm 15000-115000;gpu relu 115000-215000;gpu gemm 215000-315000;"
                         "return cudaStreamSynchronize 315000-320000;host 320000-330000;"));
    QCOMPARE(replay.stepNs(withoutName(trace, "relu")), 230.0 * kUs);
    // Without kernels: 40 of launches, a sync that takes 5 by itself, 10 behind it; the last launch was at 30 and takes 5.
    QCOMPARE(replay.stepNs(withoutClass(TimeClass::Kernel)), 55.0 * kUs);
    // Without launches there are no kernels either: what lies between them, the sync by itself and the rest are left.
    QCOMPARE(replay.stepNs(withoutName(trace, "cudaLaunchKernel")), (25.0 + 5.0 + 10.0) * kUs);
  }

  // Kernels of 10 us that are launched every 50: the host decides, and no kernel helps.
  void boundByLaunches() {
    TraceBuilder b;
    for (int k = 0; k < 4; ++k) {
      b.gpu("CUDA calls", "cudaLaunchKernel", kCall, (50 * k) * kUs, 5 * kUs, static_cast<std::uint32_t>(k + 1));
      b.span("Trainer", "aten::add", Category::Forward, (50 * k + 6) * kUs, 40 * kUs);
      b.gpu("GPU stream 7", "add", kKernel, (50 * k + 8) * kUs, 10 * kUs, static_cast<std::uint32_t>(k + 1), -1, 0);
    }
    b.span("Trainer", "step", Category::Step, 0, 200 * kUs, -1, 0);
    const Trace trace = b.build();
    const StepReplay replay(trace);
    QCOMPARE(replay.stepNs(unchanged()), 200.0 * kUs);
    QCOMPARE(replay.stepNs(withoutName(trace, "add")), 200.0 * kUs);
    QCOMPARE(replay.stepNs(withoutClass(TimeClass::Kernel)), 200.0 * kUs);
    for (const PathPart& part : replay.criticalPath()) QVERIFY(part.kind == PathKind::Host);
  }

  // A copy that its own call waits for, as `.item()` makes one each step: 50 ms of data, a kernel of 40 ms, a copy of 10 us. What comes before
  // the copy gains as much as it takes.
  void copiesThatAreWaitedFor() {
    constexpr std::int64_t kMs = 1000 * kUs;
    TraceBuilder b;
    for (int n = 0; n < 3; ++n) {
      const std::int64_t at = n * 100 * kMs;
      const auto first = static_cast<std::uint32_t>(2 * n + 1);
      b.span("Trainer", "data wait", Category::Data, at, 50 * kMs);
      b.gpu("CUDA calls", "cudaLaunchKernel", kCall, at + 50 * kMs, 10 * kUs, first);
      b.gpu("GPU stream 7", "gemm", kKernel, at + 50 * kMs + 20 * kUs, 40 * kMs, first, -1, n);
      b.gpu("CUDA calls", "cudaMemcpyAsync", kCall, at + 51 * kMs, 39 * kMs + 50 * kUs, first + 1);
      b.gpu("GPU stream 7", "Memcpy DtoH (Device -> Pageable)", SpanKind::Memcpy, at + 90 * kMs + 25 * kUs, 10 * kUs, first + 1, -1, n);
      b.span("Trainer", "step", Category::Step, at, 100 * kMs, -1, n);
    }
    const Trace trace = b.build();
    const StepReplay replay(trace);
    QCOMPARE(replay.recordedStepNs(), 100.0 * kMs);
    QCOMPARE(replay.stepNs(unchanged()), 100.0 * kMs);
    QCOMPARE(replay.stepNs(withoutClass(TimeClass::DataLoader)), 50.0 * kMs);
    // Of the kernel's 40 ms the host needs 0.98 for itself, from the launch to the copy.
    const double left = replay.stepNs(withoutClass(TimeClass::Kernel)) / kMs;
    QVERIFY2(left > 60.9 && left < 61.1, qPrintable(QString::number(left)));
    QVERIFY(std::abs(replay.stepNs(withoutClass(TimeClass::Memcpy)) - 99.99 * kMs) < 0.05 * kMs);
  }

  // Kernels of one stream that overlap, as dependent launches do on newer GPUs: the second begins when the first is half done.
  void kernelsOfAStreamThatOverlap() {
    TraceBuilder b;
    for (std::uint32_t k = 1; k <= 3; ++k) b.gpu("CUDA calls", "cudaLaunchKernel", kCall, k * kUs, 1 * kUs, k);
    b.gpu("GPU stream 7", "gemm", kKernel, 10 * kUs, 100 * kUs, 1, -1, 0);
    b.gpu("GPU stream 7", "norm", kKernel, 60 * kUs, 100 * kUs, 2, -1, 0);   // in the first, which ends at 110
    b.gpu("GPU stream 7", "relu", kKernel, 160 * kUs, 100 * kUs, 3, -1, 0);  // behind the second
    b.span("Trainer", "step", Category::Step, 0, 20 * kUs, -1, 0);
    const Trace trace = b.build();
    const StepReplay replay(trace);
    QCOMPARE(replay.recordedStepNs(), 260.0 * kUs);
    QCOMPARE(replay.stepNs(unchanged()), 260.0 * kUs);
    QCOMPARE(told(trace, replay.criticalPath()),
             std::string("host 0-1000;launch gemm 1000-10000;gpu gemm 10000-60000;gpu norm 60000-160000;gpu relu 160000-260000;"));
    QCOMPARE(replay.stepNs(withoutName(trace, "gemm")), 210.0 * kUs);  // both others as long as they are
    QCOMPARE(replay.stepNs(withoutName(trace, "norm")), 210.0 * kUs);  // relu behind gemm
    QCOMPARE(replay.stepNs(scaledBy(withoutName(trace, "gemm"), 0.5)), 235.0 * kUs);
  }

  // What something takes of the path bounds what a step gains without it, and a step that waited for its data gains the wait: steps that we
  // recorded on an H200, which read their loss back.
  void gainsAreBoundedByThePath_data() {
    QTest::addColumn<QString>("file");
    for (const char* name : {"resnet50_amp", "resnet50_checkpointed", "resnet50_starved", "resnet50_fp16"})
      QTest::newRow(name) << QStringLiteral(STEPSCOPE_SOURCE_DIR "/examples/traces/%1.sstrace").arg(QString::fromUtf8(name));
  }
  void gainsAreBoundedByThePath() {
    QFETCH(QString, file);
    const Trace trace = *importTrace(file.toStdString());
    const StepReplay replay(trace);
    const double recorded = replay.recordedStepNs();
    QVERIFY(std::abs(replay.stepNs(unchanged()) / recorded - 1) < 1e-6);
    std::map<TimeClass, double> path;
    for (const PathPart& part : replay.criticalPath()) path[part.timeClass] += static_cast<double>(part.range.end - part.range.begin);
    for (const TimeClass timeClass : {TimeClass::DataLoader, TimeClass::Kernel, TimeClass::Memcpy, TimeClass::Runtime}) {
      const double gain = 1 - replay.stepNs(withoutClass(timeClass)) / recorded;
      const double share = path[timeClass] / static_cast<double>(replay.steps()) / recorded;
      QVERIFY2(gain >= 0, qPrintable(QString::number(gain)));
      if (timeClass == TimeClass::DataLoader) QVERIFY2(std::abs(gain - share) < 0.02, qPrintable(QString("%1 of %2").arg(gain).arg(share)));
      QVERIFY2(gain <= share + 0.02, qPrintable(QString("%1 of %2").arg(gain).arg(share)));
      if (timeClass == TimeClass::Kernel) QVERIFY2(gain > 0.9 * share, qPrintable(QString("%1 of %2").arg(gain).arg(share)));
    }
  }

  // Work of one stream that waits for another's, as an event makes it: its start shows it.
  void streamsWaitForEachOther() {
    TraceBuilder b;
    b.gpu("CUDA calls", "cudaLaunchKernel", kCall, 0, 5 * kUs, 1);
    b.gpu("CUDA calls", "cudaLaunchKernel", kCall, 5 * kUs, 5 * kUs, 2);
    b.gpu("GPU stream 7", "gemm", kKernel, 10 * kUs, 400 * kUs, 1, -1, 0);
    b.gpu("GPU stream 8", "ncclDevKernel_AllReduce", kKernel, 412 * kUs, 100 * kUs, 2, -1, 0);
    b.span("Trainer", "step", Category::Step, 0, 520 * kUs, -1, 0);
    const Trace trace = b.build();
    const StepReplay replay(trace);
    QCOMPARE(replay.stepNs(unchanged()), 520.0 * kUs);
    // The host ends at 520 by itself: what the GPU would need shows in the path of the GPU.
    Trace shorter = trace;
    for (TraceLane& lane : shorter.lanes)
      for (std::size_t i = 0; i < lane.size(); ++i)
        if (lane.category[i] == static_cast<std::uint8_t>(Category::Step)) lane.duration[i] = 100 * kUs;
    const StepReplay tail(shorter);
    QCOMPARE(tail.recordedStepNs(), 512.0 * kUs);
    QCOMPARE(tail.stepNs(unchanged()), 512.0 * kUs);
    QCOMPARE(tail.stepNs(withoutName(trace, "gemm")), 112.0 * kUs);
    QCOMPARE(told(shorter, tail.criticalPath()), std::string("launch gemm 0-10000;gpu gemm 10000-410000;queue ncclDevKernel_AllReduce 410000-412000;"
                                                             "gpu ncclDevKernel_AllReduce 412000-512000;"));
  }

  // A collective is launched just before what it waits for ends: only the event tells that it waited.
  void eventsAreWaitedFor() {
    TraceBuilder b;
    b.gpu("CUDA calls", "cudaLaunchKernel", kCall, 0, 5 * kUs, 1).gpu("CUDA calls", "cudaLaunchKernel", kCall, 405 * kUs, 5 * kUs, 2);
    b.gpu("GPU stream 7", "gemm", kKernel, 10 * kUs, 400 * kUs, 1, -1, 0);
    b.gpu("GPU stream 8", "ncclDevKernel_AllReduce", kKernel, 412 * kUs, 100 * kUs, 2, -1, 0);
    b.span("Trainer", "step", Category::Step, 0, 420 * kUs, -1, 0);
    Trace trace = b.build();
    const std::string launched = told(trace, StepReplay(trace).criticalPath());
    QVERIFY2(launched.find("launch ncclDevKernel_AllReduce") != std::string::npos, launched.c_str());
    const auto spanOf = [&](std::string_view name) {
      for (std::size_t l = 0; l < trace.lanes.size(); ++l)
        for (std::size_t i = 0; i < trace.lanes[l].size(); ++i)
          if (trace.names.name(trace.lanes[l].name[i]) == name) return SpanRef{static_cast<std::int32_t>(l), static_cast<std::uint32_t>(i)};
      return SpanRef();
    };
    trace.flows.from.push_back(spanOf("gemm"));
    trace.flows.to.push_back(spanOf("ncclDevKernel_AllReduce"));
    trace.flows.kind.push_back(static_cast<std::uint8_t>(FlowKind::Other));
    sortFlows(trace.flows);
    const StepReplay replay(trace);
    const std::string waited = told(trace, replay.criticalPath());
    QVERIFY2(waited.find("gpu gemm 10000-410000;queue ncclDevKernel_AllReduce 410000-412000;") != std::string::npos, waited.c_str());
    QCOMPARE(replay.stepNs(unchanged()), 512.0 * kUs);
  }

  // The backward pass is on a thread of its own while the main thread waits for it.
  void threadsHandOver() {
    TraceBuilder b;
    b.span("Trainer", "aten::mm", Category::Forward, 0, 100);
    b.span("autograd", "MmBackward", Category::Backward, 110, 200);
    b.span("Trainer", "aten::add_", Category::Optimizer, 320, 50);
    b.span("Trainer", "step", Category::Step, 0, 380, -1, 0);
    Trace trace = b.build();
    for (TraceLane& lane : trace.lanes)
      for (std::size_t i = 0; i < lane.size(); ++i)
        if (lane.category[i] != static_cast<std::uint8_t>(Category::Step)) lane.kind[i] = static_cast<std::uint8_t>(SpanKind::CpuOp);
    const StepReplay replay(trace);
    QCOMPARE(replay.stepNs(unchanged()), 380.0);
    QCOMPARE(replay.stepNs(withoutName(trace, "MmBackward")), 180.0);
  }

  void oddTraces() {
    TraceBuilder b;  // a launch without its kernel, a kernel before its launch, kernels that nobody launched
    b.gpu("CUDA calls", "cudaLaunchKernel", kCall, 100, 20, 1);
    b.gpu("CUDA calls", "cudaLaunchKernel", kCall, 200, 20, 2);
    b.gpu("GPU stream 7", "early", kKernel, 190, 100, 2);
    b.gpu("GPU stream 7", "nobody's", kKernel, 300, 0);
    b.gpu("GPU stream 7", "nobody's", kKernel, 300, 50);
    const Trace trace = b.build();
    const StepReplay replay(trace);
    QCOMPARE(replay.steps(), std::size_t{1});
    QCOMPARE(replay.stepNs(unchanged()), replay.recordedStepNs());
    std::int64_t at = 100;
    for (const PathPart& part : replay.criticalPath()) {
      QVERIFY(part.range.begin >= at);
      at = part.range.end;
    }
    QCOMPARE(at, std::int64_t{350});
    QVERIFY(criticalPath(trace).lacking.size() > 0);
  }

  // Without a change the replay is the recording; without the wait for data the starved training is much faster, the fed one is not.
  void published_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<double>("least");  // gain without the wait, of the step
    QTest::addColumn<double>("most");
    QTest::newRow("workers 0") << QString("resnet50_num_workers_0.pt.trace.json.gz") << 0.30 << 0.40;
    QTest::newRow("workers 4") << QString("resnet50_num_workers_4.pt.trace.json.gz") << 0.0 << 0.02;
    QTest::newRow("alexnet") << QString("alexnet_cuda_sync.json.gz") << 0.0 << 0.001;
  }
  void published() {
    QFETCH(QString, file);
    QFETCH(double, least);
    QFETCH(double, most);
    if (!QFile::exists(dataFile(file))) QSKIP("The test inputs are absent: set STEPSCOPE_DATA to their folder");
    const Trace trace = *importTrace(dataFile(file).toStdString(), {});
    const StepReplay replay(trace);
    const double recorded = replay.recordedStepNs();
    QVERIFY2(std::abs(replay.stepNs(unchanged()) / recorded - 1) < 0.002, qPrintable(QString::number(replay.stepNs(unchanged()) / recorded)));
    const double gain = 1 - replay.stepNs(withoutClass(TimeClass::DataLoader)) / recorded;
    QVERIFY2(gain >= least && gain <= most, qPrintable(QString::number(gain)));
    std::int64_t at = INT64_MIN, length = 0;
    for (const PathPart& part : replay.criticalPath()) {
      QVERIFY(part.range.begin >= at);
      at = part.range.end;
      length += part.range.end - part.range.begin;
    }
    QVERIFY(std::abs(static_cast<double>(length) / static_cast<double>(replay.steps()) / recorded - 1) < 0.01);
  }
};

QTEST_GUILESS_MAIN(CriticalPathTest)
#include "critical_path_test.moc"
