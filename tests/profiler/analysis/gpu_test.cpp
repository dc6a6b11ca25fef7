// Why a GPU was idle and what its kernels achieve: on traces with numbers known by hand, and on traces of real GPUs.
#include "profiler/analysis/gpu_idle.h"
#include "profiler/analysis/kernel_table.h"
#include "profiler/io/import.h"
#include "tests/profiler/analysis/trace_builder.h"

#include <map>
#include <set>
#include <string>

#include <QFile>
#include <QtTest>

using namespace stepscope;

namespace {

QString dataFile(const char* name) {
  const QString given = qEnvironmentVariable("STEPSCOPE_DATA");
  return (given.isEmpty() ? QStringLiteral(STEPSCOPE_SOURCE_DIR "/../shared/data") : given) + QStringLiteral("/traces/") + QString::fromUtf8(name);
}

constexpr auto kKernel = SpanKind::Kernel;
constexpr auto kCall = SpanKind::Runtime;

}  // namespace

class GpuAnalysisTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Kernels at 0-100, 200-300, 500-600, 600-700 and 900-1000, 1200-1300.
  void everyMomentHasOneReason() {
    TraceBuilder b;
    b.span("Trainer", "train step", Category::Step, 0, 1400, -1, 0);
    b.span("Trainer", "data wait", Category::Data, 320, 100);
    // 100-200: launched at 150-170, so 70 of the host and 30 between.
    b.gpu("CUDA calls", "cudaLaunchKernel", kCall, 150, 20, 2);
    b.gpu("GPU stream 7", "a", kKernel, 0, 100, 1);
    b.gpu("GPU stream 7", "b", kKernel, 200, 100, 2);
    // 300-500: a copy from 440 to 480, the loader from 320 to 420, launched long ago: the rest is between.
    b.gpu("CUDA calls", "cudaLaunchKernel", kCall, 250, 10, 3);
    b.gpu("GPU stream 8", "Memcpy HtoD", SpanKind::Memcpy, 440, 40);
    b.gpu("GPU stream 7", "a", kKernel, 500, 100, 3);
    b.gpu("GPU stream 7", "a", kKernel, 600, 100);
    // 700-900: launched after the gap began and still under way when the kernel began, as clocks may differ.
    b.gpu("CUDA calls", "cudaLaunchKernel", kCall, 880, 50, 5);
    b.gpu("GPU stream 7", "c", kKernel, 900, 100, 5);
    // 1000-1200: nobody knows who started it.
    b.gpu("GPU stream 7", "d", kKernel, 1200, 100);
    const GpuIdle idle = gpuIdle(b.build());
    QCOMPARE(idle.spanNs, std::int64_t{1300});
    QCOMPARE(idle.busyNs, std::int64_t{600});
    QCOMPARE(idle.gaps, std::int64_t{4});
    QCOMPARE(idle.of(IdleReason::Host), std::int64_t{70 + 200});
    QCOMPARE(idle.of(IdleReason::Data), std::int64_t{100});
    QCOMPARE(idle.of(IdleReason::Copy), std::int64_t{40});
    QCOMPARE(idle.of(IdleReason::Between), std::int64_t{30 + 60});
    QCOMPARE(idle.of(IdleReason::Unknown), std::int64_t{200});
    QCOMPARE(static_cast<int>(idle.longest.size()), 4);
    QCOMPARE(idle.longest[0].range, (TimeRange{300, 500}));  // the first of three as long
    QVERIFY(idle.longest[0].reason == IdleReason::Data);
    QCOMPARE(idle.longest[3].range, (TimeRange{100, 200}));
    QVERIFY(idle.longest[3].reason == IdleReason::Host);
  }

  // While the trainer copies its batch on the host no launch is late. An op of PyTorch that copies is the host's own work.
  void theTrainerCopiesItsBatch() {
    TraceBuilder b;
    b.span("Trainer", "train step", Category::Step, 0, 400, -1, 0);
    b.span("Trainer", "copy batch", Category::Copy, 110, 60);
    b.gpu("CUDA calls", "cudaLaunchKernel", kCall, 180, 10, 2);
    b.gpu("GPU stream 7", "a", kKernel, 0, 100, 1);
    b.gpu("GPU stream 7", "b", kKernel, 200, 100, 2);
    const Trace trace = b.build();
    GpuIdle idle = gpuIdle(trace);
    QCOMPARE(idle.of(IdleReason::Copy), std::int64_t{60});
    QCOMPARE(idle.of(IdleReason::Host), std::int64_t{30});
    QCOMPARE(idle.of(IdleReason::Between), std::int64_t{10});
    QCOMPARE(gpuIdle(trace, 0).of(IdleReason::Copy), std::int64_t{60});

    TraceBuilder foreign;
    foreign.span("Trainer", "train step", Category::Step, 0, 400, -1, 0);
    foreign.gpu("Trainer", "aten::copy_", SpanKind::CpuOp, 110, 60);
    foreign.gpu("CUDA calls", "cudaLaunchKernel", kCall, 180, 10, 2);
    foreign.gpu("GPU stream 7", "a", kKernel, 0, 100, 1);
    foreign.gpu("GPU stream 7", "b", kKernel, 200, 100, 2);
    idle = gpuIdle(foreign.build());
    QCOMPARE(idle.of(IdleReason::Copy), std::int64_t{0});
    QCOMPARE(idle.of(IdleReason::Host), std::int64_t{90});
  }

  // What the profiler tells of its own overhead is no fault of the host.
  void theProfilerHoldsThingsUp() {
    TraceBuilder b;
    b.gpu("CUDA calls", "cudaLaunchKernel", kCall, 180, 10, 2);
    b.gpu("Profiler", "Buffer Flush", SpanKind::Overhead, 110, 50);
    b.gpu("GPU stream 7", "a", kKernel, 0, 100, 1);
    b.gpu("GPU stream 7", "b", kKernel, 200, 100, 2);
    const GpuIdle idle = gpuIdle(b.build());
    QCOMPARE(idle.of(IdleReason::Profiler), std::int64_t{50});
    QCOMPARE(idle.of(IdleReason::Host), std::int64_t{40});
    QCOMPARE(idle.of(IdleReason::Between), std::int64_t{10});
  }

  void tensorCoresByName_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("uses");
    QTest::addColumn<double>("peak");  // of f32 1, bf16 2, f16 3
    QTest::newRow("bf16") << "sm80_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x32" << true << 2.0;
    QTest::newRow("f16") << "turing_fp16_s1688gemm_fp16_128x128_ldg8_f2f_nn" << true << 3.0;
    QTest::newRow("nvjet") << "nvjet_hsh_128x256_64x4_2x1_v_bz_coopA_TNN" << true << 3.0;
    QTest::newRow("tf32") << "sm80_xmma_gemm_f32f32_tf32f32_f32_nn_n_tilesize128x128x16" << true << 0.0;
    QTest::newRow("ffma") << "sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize64x64x8_stage3_warpsize1x4x1_ffma_aligna4" << false << 1.0;
    QTest::newRow("simt") << "cutlass_80_simt_sgemm_128x128_8x4_nn_align1" << false << 1.0;
    QTest::newRow("sm90 alone") << "sm90_reduce_kernel" << false << 1.0;
    QTest::newRow("f32") << "volta_sgemm_128x64_nn" << false << 1.0;
  }
  void tensorCoresByName() {
    QFETCH(QString, name);
    QFETCH(bool, uses);
    QFETCH(double, peak);
    KernelRow row;
    row.name = name.toStdString();
    row.tensorCores = usesTensorCores(row.name);
    QCOMPARE(row.tensorCores, uses);
    QCOMPARE(arithmeticPeak(row, {1, 2, 3, 1}), peak);
  }

  // Kernels that overlap leave no gap; the one that ends last counts.
  void overlappingStreams() {
    TraceBuilder b;
    b.gpu("GPU stream 7", "long", kKernel, 0, 1000);
    b.gpu("GPU stream 8", "short", kKernel, 100, 100);
    b.gpu("GPU stream 8", "later", kKernel, 1100, 100);
    const GpuIdle idle = gpuIdle(b.build());
    QCOMPARE(idle.gaps, std::int64_t{1});
    QCOMPARE(idle.idleNs(), std::int64_t{100});
    QCOMPARE(idle.busyNs, std::int64_t{1100});
  }

  void aTraceWithoutKernels() {
    TraceBuilder b;
    b.span("Trainer", "train step", Category::Step, 0, 100, -1, 0);
    const Trace trace = b.build();
    QCOMPARE(gpuIdle(trace).spanNs, std::int64_t{0});
    QVERIFY(kernelTable(trace).empty());
    QVERIFY(computingDevices(trace).empty());
  }

  void manyGapsKeepTheLongest() {
    TraceBuilder b;
    std::int64_t at = 0;
    for (int i = 0; i < 400; ++i) {
      b.gpu("GPU stream 7", "k", kKernel, at, 10);
      at += 10 + 1 + (i * 37) % 400;  // every gap from 1 to 400 once
    }
    const GpuIdle idle = gpuIdle(b.build());
    QCOMPARE(idle.gaps, std::int64_t{399});
    QCOMPARE(static_cast<int>(idle.longest.size()), 50);
    for (std::size_t i = 1; i < idle.longest.size(); ++i)
      QVERIFY(idle.longest[i - 1].range.end - idle.longest[i - 1].range.begin >= idle.longest[i].range.end - idle.longest[i].range.begin);
    QVERIFY(idle.longest.back().range.end - idle.longest.back().range.begin >= 350);
  }

  void kernelsByName() {
    TraceBuilder b;
    b.node("conv2d", "layer1.conv", Category::Forward, 8000, 400).node("conv2d", "layer2.conv", Category::Forward, 1000, 100);
    // Node 0 in two steps: a product of 300 ns and a sum of 100 ns. Node 1: a product of 100 ns.
    for (int step = 0; step < 2; ++step) {
      b.gpu("GPU stream 7", "sm90_xmma_gemm", kKernel, step * 1000, 300, 0, 0, step,
            R"({"registers per thread":128,"shared memory":1024,"blocks per SM":2.0,"est. achieved occupancy %":50})");
      b.gpu("GPU stream 7", "reduce", kKernel, step * 1000 + 300, 100, 0, 0, step);
      b.gpu("GPU stream 7", "sm90_xmma_gemm", kKernel, step * 1000 + 500, 100, 0, 1, step,
            R"({"registers per thread":64,"shared memory":0,"blocks per SM":0.5,"est. achieved occupancy %":10})");
    }
    const Trace trace = b.build();
    const std::vector<KernelRow> rows = kernelTable(trace);
    QCOMPARE(static_cast<int>(rows.size()), 2);
    const KernelRow& product = rows[0];
    QCOMPARE(product.name, std::string("sm90_xmma_gemm"));
    QVERIFY(product.tensorCores && !rows[1].tensorCores);
    QCOMPARE(product.calls, std::int64_t{4});
    QCOMPARE(product.totalNs, std::int64_t{800});
    QCOMPARE(product.shortestNs, std::int64_t{100});
    QCOMPARE(product.longestNs, std::int64_t{300});
    QCOMPARE(product.share, 0.8);
    QCOMPARE(product.occupancy, (600 * 0.5 + 200 * 0.1) / 800);
    QCOMPARE(product.blocksPerMultiprocessor, (600 * 2.0 + 200 * 0.5) / 800);
    QCOMPARE(product.registers, std::int64_t{128});
    QCOMPARE(product.sharedBytes, std::int64_t{1024});
    QCOMPARE(product.costliestLayer, std::string("layer1.conv"));
    // Of node 0's work three quarters in each step, of node 1's all.
    QCOMPARE(product.flops, 2 * (8000 * 0.75 + 1000));
    QCOMPARE(product.bytes, 2 * (400 * 0.75 + 100));
    QCOMPARE(product.flopsPerSecond(), product.flops / 800e-9);
    QCOMPARE(rows[1].occupancy, -1.0);
    QCOMPARE(rows[1].flops, 2 * 8000 * 0.25);
    // 14000 FLOP in 800 ns at a peak of 35 GFLOP/s take 400 ns at the least.
    QCOMPARE(rooflineShare(product, {1e9, 35e9, 35e9, 1e12}), 0.5);
    QVERIFY(!boundByMemory(product, {1e9, 35e9, 35e9, 1e12}));
    QVERIFY(boundByMemory(product, {1e9, 35e15, 35e15, 1e9}));
    QCOMPARE(rooflineShare(product, {}), 0.0);
    // Only what lies in the range as a whole.
    QCOMPARE(kernelTable(trace, 0, 350)[0].calls, std::int64_t{1});
  }

  // Kernels count by where they begin, as the kinds of work are counted: what ran before the steps is not in their shares.
  void kernelsOfTheSteps() {
    TraceBuilder b;
    b.gpu("GPU stream 7", "ampere_h16816gemm", kKernel, 0, 800);
    b.gpu("GPU stream 7", "reduce", kKernel, 1000, 100, 0, -1, 0);
    b.gpu("GPU stream 7", "ampere_h16816gemm", kKernel, 1150, 50, 0, -1, 0);  // ends in the second range
    b.gpu("GPU stream 7", "reduce", kKernel, 1200, 50, 0, -1, 1);
    const Trace trace = b.build();
    const auto shareOnTensorCores = [](const std::vector<KernelRow>& rows) {
      double share = 0;
      for (const KernelRow& row : rows) share += row.tensorCores ? row.share : 0;
      return share;
    };
    QCOMPARE(shareOnTensorCores(kernelTable(trace)), 0.85);
    QCOMPARE(shareOnTensorCores(kernelTable(trace, {{1000, 1160}, {1190, 1300}})), 0.25);
    QCOMPARE(shareOnTensorCores(kernelTable(trace, std::vector<TimeRange>())), 0.85);
    QVERIFY(kernelTable(trace, {{5000, 6000}}).empty());
  }

  // The launches of a recording become arrows, the driver's call within the runtime's none.
  void launchesBecomeArrows() {
    TraceBuilder b;
    b.gpu("CUDA calls", "cudaLaunchKernel", kCall, 100, 50, 5);
    b.gpu("CUDA calls", "cuLaunchKernel", kCall, 110, 30, 5);
    b.gpu("GPU stream 7", "k", kKernel, 200, 10, 5);
    b.gpu("CUDA calls", "cudaGraphLaunch", kCall, 300, 50, 6);
    for (int i = 0; i < 3; ++i) b.gpu("GPU stream 7", "of a graph", kKernel, 400 + i * 20, 10, 6);
    b.gpu("GPU stream 7", "without a call", kKernel, 500, 10, 9);
    const Trace trace = b.build();
    QCOMPARE(trace.flows.size(), std::size_t{4});
    for (std::size_t f = 0; f < trace.flows.size(); ++f) {
      const SpanRef from = trace.flows.from[f], to = trace.flows.to[f];
      const TraceLane &call = trace.laneOf(from), &work = trace.laneOf(to);
      QVERIFY(call.kindOf(from.index) == kCall && work.kindOf(to.index) == kKernel);
      const bool graph = work.start[to.index] >= 400;
      QCOMPARE(trace.names.name(call.name[from.index]), graph ? std::string_view("cudaGraphLaunch") : std::string_view("cudaLaunchKernel"));
      QVERIFY(flowsTo(trace, to).size() == 1);
    }
    for (const TraceTrack& track : trace.tracks) QCOMPARE(track.kind == TrackKind::Stream, track.name == "GPU stream 7");
  }

  void realTraces_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::newRow("ResNet-50, loader in the trainer") << QByteArray("resnet50_num_workers_0.pt.trace.json.gz");
    QTest::newRow("ResNet-50, four workers") << QByteArray("resnet50_num_workers_4.pt.trace.json.gz");
    QTest::newRow("AlexNet") << QByteArray("alexnet_cuda_sync.json.gz");
    QTest::newRow("two H100, Nsight Systems") << QByteArray("h100_2gpu_1s.sqlite.gz");
  }
  void realTraces() {
    QFETCH(QByteArray, file);
    const QString path = dataFile(file.constData());
    if (!QFile::exists(path)) QSKIP("the sample traces are not here");
    const Trace trace = *importTrace(path.toStdString());
    const auto devices = computingDevices(trace);
    QVERIFY(!devices.empty());
    std::int64_t kernels = 0, kernelNs = 0;
    for (const TraceLane& lane : trace.lanes)
      for (std::size_t i = 0; i < lane.size(); ++i)
        if (lane.kindOf(i) == SpanKind::Kernel) {
          ++kernels;
          kernelNs += lane.duration[i];
        }
    std::int64_t calls = 0, ns = 0;
    double share = 0;
    for (const KernelRow& row : kernelTable(trace)) {
      calls += row.calls;
      ns += row.totalNs;
      share += row.share;
      QVERIFY(row.shortestNs <= row.longestNs && row.occupancy <= 1);
    }
    QCOMPARE(calls, kernels);
    QCOMPARE(ns, kernelNs);
    QVERIFY(std::abs(share - 1) < 1e-9);
    for (const std::int32_t device : devices) {
      const GpuIdle idle = gpuIdle(trace, device);
      std::int64_t sum = 0;
      for (const std::int64_t part : idle.reasonNs) {
        QVERIFY(part >= 0);
        sum += part;
      }
      QCOMPARE(sum, idle.idleNs());
      QVERIFY(idle.busyNs > 0 && idle.busyNs <= idle.spanNs);
    }
  }

  // torch-tb-profiler's own samples: a loader in the trainer's process starves the GPU, four workers do not.
  // Steps of resnet50 that we recorded on an H200 (tests/gpu/contact D): every kernel knows its step and its layer, steps start the same
  // kernels, and the table has what a plain count of the calls has. One conv2d alone is in the network 53 times.
  void oursFromAnH200_data() {
    QTest::addColumn<QString>("file");
    for (const char* name : {"resnet50_amp", "resnet50_checkpointed", "resnet50_starved", "resnet50_fp16"})
      QTest::newRow(name) << QStringLiteral(STEPSCOPE_SOURCE_DIR "/examples/traces/%1.sstrace").arg(QString::fromUtf8(name));
  }
  void oursFromAnH200() {
    QFETCH(QString, file);
    const Trace trace = *importTrace(file.toStdString());
    QCOMPARE(trace.dropped, std::int64_t{0});
    std::map<std::int32_t, std::map<std::string, std::int64_t>> calls;  // by step and kernel
    std::map<std::string, std::int64_t> ns;
    std::set<std::int32_t> convolutions;
    std::int64_t astray = 0;
    for (const TraceLane& lane : trace.lanes)
      for (std::size_t i = 0; i < lane.size(); ++i) {
        if (lane.kindOf(i) != SpanKind::Kernel) continue;
        const std::string name(trace.names.name(lane.name[i]));
        ++calls[lane.step[i]][name];
        ns[name] += lane.duration[i];
        astray += lane.step[i] < 0 || lane.node[i] < 0;
        if (lane.node[i] >= 0 && trace.nodes[static_cast<std::size_t>(lane.node[i])].op == "conv2d") convolutions.insert(lane.node[i]);
      }
    QCOMPARE(astray, std::int64_t{0});
    QCOMPARE(calls.size(), std::size_t{3});
    for (const auto& [step, kernels] : calls) QVERIFY2(kernels == calls.begin()->second, qPrintable(QString::number(step)));
    QVERIFY2(convolutions.size() >= 53, qPrintable(QString::number(convolutions.size())));
    for (const KernelRow& row : kernelTable(trace)) {
      std::int64_t all = 0;
      for (const auto& [step, kernels] : calls)
        if (const auto it = kernels.find(row.name); it != kernels.end()) all += it->second;
      QCOMPARE(row.calls, all);
      QCOMPARE(row.lengthNs, ns[row.name]);
    }
  }

  void theStarvedGpuWaitsForData() {
    const QString starved = dataFile("resnet50_num_workers_0.pt.trace.json.gz"), fed = dataFile("resnet50_num_workers_4.pt.trace.json.gz");
    if (!QFile::exists(starved) || !QFile::exists(fed)) QSKIP("the sample traces are not here");
    const auto shareOfData = [](const QString& path) {
      const GpuIdle idle = gpuIdle(*importTrace(path.toStdString()));
      return static_cast<double>(idle.of(IdleReason::Data)) / static_cast<double>(idle.spanNs);
    };
    QVERIFY2(shareOfData(starved) > 0.25, qPrintable(QString::number(shareOfData(starved))));
    QVERIFY2(shareOfData(fed) < 0.05, qPrintable(QString::number(shareOfData(fed))));
  }
};

QTEST_GUILESS_MAIN(GpuAnalysisTest)
#include "gpu_test.moc"
