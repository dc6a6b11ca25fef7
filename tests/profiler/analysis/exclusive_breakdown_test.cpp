// Where the time of steps goes by kind of work: on traces with numbers known by hand, and on two published ones with known shares.
#include "profiler/analysis/exclusive_breakdown.h"
#include "profiler/analysis/facts/fact_sheet.h"
#include "profiler/analysis/self_time.h"
#include "profiler/analysis/step_breakdown.h"
#include "profiler/io/import.h"
#include "tests/profiler/analysis/trace_builder.h"

#include <QFile>
#include <QtTest>
#include <numeric>

using namespace stepscope;

namespace {

constexpr auto kKernel = SpanKind::Kernel;
constexpr auto kCall = SpanKind::Runtime;

QString dataFile(const QString& name) {
  return qEnvironmentVariable("STEPSCOPE_DATA", QStringLiteral(STEPSCOPE_SOURCE_DIR "/../shared/data")) + "/traces/" + name;
}

bool lacks(const ExclusiveBreakdown& breakdown, Lacking what) {
  return std::find(breakdown.lacking.begin(), breakdown.lacking.end(), what) != breakdown.lacking.end();
}

void sumsToTheWall(const ExclusiveBreakdown& breakdown) {
  QCOMPARE(std::accumulate(breakdown.ns.begin(), breakdown.ns.end(), std::int64_t{0}), breakdown.wallNs);
  NsByClass sums{};
  for (const NsByClass& step : breakdown.nsOfStep)
    for (std::size_t c = 0; c < kTimeClasses; ++c) sums[c] += step[c];
  if (!breakdown.nsOfStep.empty()) QVERIFY(sums == breakdown.ns);
}

// One step of 1000 in which everything overlaps something.
Trace everything() {
  TraceBuilder b;
  b.node("conv2d", "conv1", Category::Forward);
  b.span("Trainer", "data wait", Category::Data, 0, 100);  // 0-100, of it 0-20 while the GPU works
  b.gpu("GPU stream 7", "gemm", kKernel, 0, 20, 0, -1, 0);
  b.span("Trainer", "conv2d", Category::Forward, 100, 300, 0, 0);                        // an op: 100-400
  b.gpu("CUDA calls", "cudaLaunchKernel", kCall, 150, 50, 1);                            // 150-200
  b.gpu("GPU stream 7", "gemm", kKernel, 180, 100, 1, 0, 0);                             // 180-280
  b.gpu("GPU stream 8", "Memcpy HtoD (Pageable -> Device)", SpanKind::Memcpy, 260, 60);  // 260-320: 280-320 alone
  b.gpu("GPU stream 8", "Memset (Device)", SpanKind::Memset, 500, 10);
  b.gpu("GPU stream 9", "ncclDevKernel_AllReduce_Sum_f32", kKernel, 590, 60, 0, -1, 0);  // 590-650, of it 590-600 behind a kernel
  b.gpu("GPU stream 7", "relu", kKernel, 550, 50, 0, -1, 0);
  b.gpu("Profiler", "Buffer Flush", SpanKind::Overhead, 700, 30);
  b.span("Trainer", "step", Category::Step, 0, 1000, -1, 0);
  b.span("Loader worker 1", "load batch", Category::Data, 0, 900);
  return b.build();
}

}  // namespace

class ExclusiveBreakdownTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyMomentHasOneClass() {
    const ExclusiveBreakdown breakdown = exclusiveBreakdown(everything());
    QCOMPARE(breakdown.wallNs, std::int64_t{1000});
    const std::array<std::int64_t, kTimeClasses> expected{
        100 + 50,  // kernel: 180-280, 550-600; the one at 0 is behind the wait for data
        40,        // memcpy
        10,        // memset
        50,        // communication: 600-650
        30,        // runtime: 150-180
        100,       // data_loader
        50 + 80,   // cpu: 100-150, 320-400
        30,        // profiler
        1000 - 150 - 40 - 10 - 50 - 30 - 100 - 130 - 30,
    };
    for (std::size_t c = 0; c < kTimeClasses; ++c)
      QVERIFY2(breakdown.ns[c] == expected[c],
               qPrintable(QString("%1: %2, not %3").arg(QString::fromUtf8(nameOf(static_cast<TimeClass>(c)))).arg(breakdown.ns[c]).arg(expected[c])));
    sumsToTheWall(breakdown);
    QCOMPARE(breakdown.loaderWhileGpuBusyNs, std::int64_t{20});
    QCOMPARE(breakdown.gpus.size(), std::size_t{1});
    QCOMPARE(breakdown.gpus[0].busyNs, std::int64_t{20 + 140 + 10 + 100});
    QCOMPARE(breakdown.gpus[0].firstToLastNs, std::int64_t{650});
    QCOMPARE(*breakdown.gpuBusyInSteps(), 0.27);
    for (std::size_t c = 0; c < kTimeClasses; ++c) QVERIFY(breakdown.known[c]);
    QVERIFY(breakdown.lacking.empty());
  }

  // The phases of the same moments: the GPU's work counts, not only the trainer's thread.
  void phasesSeeTheGpu() {
    TraceBuilder b;
    b.node("conv2d", "conv1", Category::Forward, 1000).node("conv2d backward", "conv1", Category::Backward, 3000);
    for (int step = 0; step < 2; ++step) {
      const std::int64_t t = 1000 * step;
      b.span("Trainer", "start the step's graph", Category::Other, t, 50, -1, step);
      b.gpu("GPU stream 7", "fprop", kKernel, t + 100, 200, 0, 0, step);
      b.gpu("GPU stream 7", "sum", kKernel, t + 300, 100, 0, 0, step);
      b.gpu("GPU stream 7", "dgrad", kKernel, t + 400, 500, 0, 1, step);
      b.span("Trainer", "step", Category::Step, t, 1000, -1, step);
    }
    const StepBreakdown breakdown = breakDown(b.build());
    const std::vector<std::pair<Category, double>> expected{
        {Category::Forward, 300}, {Category::Backward, 500}, {Category::Other, 50}, {Category::Idle, 150}};
    QCOMPARE(breakdown.categories.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      QCOMPARE(breakdown.categories[i].category, expected[i].first);
      QCOMPARE(breakdown.categories[i].msPerStep * 1e6, expected[i].second);
    }
    QCOMPARE(breakdown.ops.size(), std::size_t{2});
    QCOMPARE(breakdown.ops[1].title, std::string("conv2d"));
    QCOMPARE(breakdown.ops[1].callsPerStep, 1.0);  // of the node, not of its kernels
    QCOMPARE(breakdown.ops[1].gflops, 1000 / 300.0);
  }

  void stepsLastUntilTheirLastKernel() {
    TraceBuilder b;
    const int kernels[] = {10, 10, 7};
    for (int step = 0; step < 3; ++step) {
      const std::int64_t t = 1000 * step;
      for (int k = 0; k < kernels[step]; ++k) b.gpu("GPU stream 7", "k", kKernel, t + 200 + 100 * k, 100, 0, -1, step);
      b.span("Trainer", "step", Category::Step, t, 1000, -1, step);
    }
    StepWindows windows = stepWindows(b.build());
    QVERIFY(windows.cutLast);  // 7 < 0.8 x 10
    QCOMPARE(windows.steps.size(), std::size_t{2});
    QCOMPARE(windows.steps[0].whole, (TimeRange{0, 1200}));
    QCOMPARE(windows.steps[0].host, (TimeRange{0, 1000}));
    QCOMPARE(windows.steps[1].whole, (TimeRange{1200, 2200}));
    QCOMPARE(windows.steps[1].kernels, std::int64_t{10});
    QCOMPARE(medianStepNs(windows), 1100.0);
  }

  // A validation of 600 ns in the third of four steps: that step is left out, from the steps and from the span that the GPU's busy time is of.
  void stepsWithAValidationAreLeftOut() {
    const auto of = [](std::vector<std::pair<int, std::int64_t>> validations, int steps = 4) {
      TraceBuilder b;
      for (int step = 0; step < steps; ++step) {
        const std::int64_t t = 1000 * step;
        b.gpu("GPU stream 7", "k", kKernel, t + 100, 400, 0, -1, step);
        for (const auto& [at, ns] : validations)
          if (at == step) b.span("Trainer", "validation", Category::Validation, t + 300, ns, -1, step);
        b.span("Trainer", "step", Category::Step, t, 1000, -1, step);
      }
      return b.build();
    };
    const Trace trace = of({{2, 600}, {3, 50}});  // 50 of 1000 ns are no validation's step
    const StepWindows windows = stepWindows(trace);
    QCOMPARE(windows.steps.size(), std::size_t{3});
    QCOMPARE(windows.steps[2].number, std::int32_t{3});
    QCOMPARE(windows.withValidation, (std::vector<TimeRange>{{2000, 3000}}));
    const FactSheet sheet = factSheet(trace);
    QCOMPARE(sheet.steps, std::size_t{3});
    QCOMPARE(sheet.meanNs, 1000.0);
    QCOMPARE(sheet.wallNs, std::int64_t{3000});
    QCOMPARE(*sheet.gpuBusy(), 0.4);  // 3 x 400 of 3000
    QCOMPARE(sheet.validation.ns, std::int64_t{650});
    QCOMPARE(sheet.validation.leftOutNs, std::int64_t{1000});
    QCOMPARE(sheet.validation.inStepsNs, std::int64_t{50});
    QCOMPARE(sentenceOf(sheet.validation),
             std::string("1 step of 1 µs is left out, since it holds a validation; the steps that count hold 50 ns of validation"));
    // Were all left out, there would be no step.
    const FactSheet every = factSheet(of({{0, 600}, {1, 600}}, 2));
    QCOMPARE(every.steps, std::size_t{2});
    QCOMPARE(every.validation.inStepsNs, std::int64_t{1200});
    QVERIFY(sentenceOf(factSheet(of({})).validation).empty());
    const FactSheet two = factSheet(of({{1, 500}, {2, 500}}));
    QCOMPARE(sentenceOf(two.validation), std::string("2 steps of 2 µs together are left out, since each holds a validation"));
  }

  void cpuStepsKeepTheirEnds() {
    TraceBuilder b;
    for (int step = 0; step < 3; ++step) b.span("Trainer", "step", Category::Step, 1000 * step, 900, -1, step);
    const Trace trace = b.build();
    const StepWindows windows = stepWindows(trace);
    QVERIFY(!windows.cutLast);
    QCOMPARE(windows.steps.size(), std::size_t{3});
    QCOMPARE(medianStepNs(windows), 900.0);
    const ExclusiveBreakdown breakdown = exclusiveBreakdown(trace);
    QCOMPARE(breakdown.span, (TimeRange{0, 2900}));
    QCOMPARE(breakdown.wallNs, std::int64_t{2700});  // not what lies between them
  }

  void ourOwnRecordings() {
    TraceBuilder b;
    b.node("conv2d", "conv1", Category::Forward).node("reorder", "conv1", Category::Copy);
    b.span("Trainer", "data wait", Category::Data, 0, 10, -1, 0);
    b.span("Trainer", "copy batch", Category::Copy, 10, 5, -1, 0);
    b.span("Trainer", "conv2d", Category::Forward, 20, 50, 0, 0);
    b.span("Trainer", "reorder", Category::Copy, 70, 10, 1, 0);
    b.span("Trainer", "step", Category::Step, 0, 100, -1, 0);
    b.span("Loader worker 1", "load batch", Category::Data, 0, 90);
    const ExclusiveBreakdown breakdown = exclusiveBreakdown(b.build());
    QCOMPARE(breakdown.of(TimeClass::DataLoader), std::int64_t{10});
    QCOMPARE(breakdown.of(TimeClass::Cpu), std::int64_t{65});
    QCOMPARE(breakdown.of(TimeClass::Other), std::int64_t{25});
    QCOMPARE(*breakdown.share(TimeClass::Kernel), 0.0);  // no GPU was used: nothing, and that is known
    QVERIFY(!breakdown.gpuBusyFirstToLast() && !breakdown.gpuBusyInSteps());
    sumsToTheWall(breakdown);
  }

  void whatIsMissingIsSaid() {
    QCOMPARE(exclusiveBreakdown(Trace{}).wallNs, std::int64_t{0});
    QVERIFY(!exclusiveBreakdown(Trace{}).share(TimeClass::Other));
    {
      TraceBuilder b;  // no steps, no ops
      b.gpu("GPU stream 7", "k", kKernel, 0, 60).gpu("GPU stream 7", "k", kKernel, 90, 10);
      const ExclusiveBreakdown breakdown = exclusiveBreakdown(b.build());
      QVERIFY(lacks(breakdown, Lacking::Steps) && lacks(breakdown, Lacking::HostOps) && lacks(breakdown, Lacking::Launches));
      QCOMPARE(*breakdown.share(TimeClass::Kernel), 0.7);
      QVERIFY(!breakdown.share(TimeClass::DataLoader) && !breakdown.share(TimeClass::Cpu) && !breakdown.share(TimeClass::Runtime));
      QCOMPARE(*breakdown.gpuBusyFirstToLast(), 0.7);
      QVERIFY(!breakdown.gpuBusyInSteps());
      sumsToTheWall(breakdown);
    }
    {
      TraceBuilder b;  // calls to a GPU of which nothing is recorded
      b.gpu("CUDA calls", "cudaLaunchKernel", kCall, 10, 20, 77);
      b.span("Trainer", "step", Category::Step, 0, 100, -1, 0);
      const ExclusiveBreakdown breakdown = exclusiveBreakdown(b.build());
      QVERIFY(lacks(breakdown, Lacking::GpuWork));
      QVERIFY(!breakdown.share(TimeClass::Kernel) && !breakdown.share(TimeClass::Memcpy));
      QCOMPARE(*breakdown.share(TimeClass::Runtime), 0.2);
    }
    {
      TraceBuilder b;  // steps that overlap, one within another
      b.span("Other", "step", Category::Step, 0, 50, -1, 0);
      Trace trace = b.build();
      TraceLane second = trace.lanes[0];
      second.start = {40, 60};
      second.duration = {60, 10};
      for (auto* column : {&second.node, &second.step}) column->resize(2, 1);
      second.name.resize(2, second.name[0]);
      second.category.resize(2, second.category[0]);
      second.kind.resize(2, second.kind[0]);
      second.depth = 1;
      trace.lanes.push_back(second);
      trace.end = 100;
      const ExclusiveBreakdown breakdown = exclusiveBreakdown(trace);
      QCOMPARE(breakdown.windows.steps.size(), std::size_t{2});
      QCOMPARE(breakdown.wallNs, std::int64_t{100});
      sumsToTheWall(breakdown);
    }
  }

  void communicationByName_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("is");
    for (const char* name : {"ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevComm*)", "ncclKernel_SendRecv_RING_SIMPLE", "c10d::allreduce_",
                             "nccl:all_gather", "all-reduce.1", "gloo:broadcast", "reduce_scatter_tensor"})
      QTest::newRow(name) << QString(name) << true;
    for (const char* name : {"volta_sgemm_128x64_nn", "aten::add", "reduce_kernel", "aten::gather", "void at::native::scatter"})
      QTest::newRow(name) << QString(name) << false;
  }
  void communicationByName() {
    QFETCH(QString, name);
    QFETCH(bool, is);
    QCOMPARE(namesCommunication(name.toStdString()), is);
  }

  // Segments of a track: the deepest span of each moment, also where a span outlives its parent.
  void segmentsOfATrack() {
    TraceBuilder b;
    b.span("T", "inner", Category::Forward, 10, 20).span("T", "zero", Category::Forward, 40, 0).span("T", "outer", Category::Forward, 0, 50);
    b.span("T", "late", Category::Forward, 45, 20).span("T", "step", Category::Step, 0, 100);
    const Trace trace = b.build();
    std::string told;
    for (const SelfSegment& segment : selfSegments(trace, 0, 5, 60))
      told += std::string(trace.names.name(trace.laneOf(segment.span).name[segment.span.index])) + " " + std::to_string(segment.begin) + "-" +
              std::to_string(segment.end) + ";";
    QCOMPARE(told, std::string("outer 5-10;inner 10-30;outer 30-45;late 45-60;"));
  }

  // Figures of the README beside the traces, computed with another reader.
  void published_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<double>("loader");
    QTest::addColumn<double>("loaderAlone");
    QTest::addColumn<double>("firstToLast");
    QTest::addColumn<double>("inSteps");
    QTest::newRow("workers 0") << QString("resnet50_num_workers_0.pt.trace.json.gz") << 39.6 << 33.9 << 60.6 << 56.0;
    QTest::newRow("workers 4") << QString("resnet50_num_workers_4.pt.trace.json.gz") << 1.0 << 0.85 << 76.7 << 72.4;
  }
  void published() {
    QFETCH(QString, file);
    QFETCH(double, loader);
    QFETCH(double, loaderAlone);
    QFETCH(double, firstToLast);
    QFETCH(double, inSteps);
    if (!QFile::exists(dataFile(file))) QSKIP("The test inputs are absent: set STEPSCOPE_DATA to their folder");
    const ExclusiveBreakdown breakdown = exclusiveBreakdown(*importTrace(dataFile(file).toStdString(), {}));
    const auto near = [](double share, double percent) { return std::abs(100 * share - percent) < 0.1; };
    QVERIFY(near(*breakdown.share(TimeClass::DataLoader), loader));
    QVERIFY(
        near(*breakdown.share(TimeClass::DataLoader) - static_cast<double>(breakdown.loaderWhileGpuBusyNs) / static_cast<double>(breakdown.wallNs),
             loaderAlone));
    QVERIFY(near(*breakdown.gpuBusyFirstToLast(), firstToLast));
    QVERIFY(near(*breakdown.gpuBusyInSteps(), inSteps));
    QCOMPARE(breakdown.windows.steps.size(), std::size_t{6});
    QVERIFY(!breakdown.windows.cutLast);
    sumsToTheWall(breakdown);
  }
};

QTEST_GUILESS_MAIN(ExclusiveBreakdownTest)
#include "exclusive_breakdown_test.moc"
