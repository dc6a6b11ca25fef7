// Launches, copies, communication, slow steps and flame graphs: on traces with numbers known by hand.
#include "profiler/analysis/diff/slow_steps.h"
#include "profiler/analysis/gpu/communication.h"
#include "profiler/analysis/gpu/copies.h"
#include "profiler/analysis/gpu/launch_statistics.h"
#include "profiler/analysis/ops/flame_graph.h"
#include "tests/profiler/analysis/trace_builder.h"

#include <QtTest>

using namespace stepscope;

namespace {

constexpr auto kKernel = SpanKind::Kernel;
constexpr auto kCall = SpanKind::Runtime;

const FlameNode* find(const std::vector<FlameNode>& tree, const std::string& name) {
  for (const FlameNode& node : tree)
    if (node.name == name) return &node;
  return nullptr;
}

}  // namespace

class DetailsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void launches() {
    TraceBuilder b;
    b.gpu("CUDA calls", "cudaLaunchKernel", kCall, 0, 10'000, 1);
    b.gpu("CUDA calls", "cudaLaunchKernel", kCall, 10'000, 60'000, 2);  // long
    b.gpu("CUDA calls", "cudaLaunchKernel", kCall, 80'000, 10'000, 3);
    b.gpu("GPU stream 7", "a", kKernel, 15'000, 100'000, 1);            // 5 us late
    b.gpu("GPU stream 7", "b", kKernel, 115'000, 20'000, 2);            // 45 us late, shorter than its launch
    b.gpu("GPU stream 7", "c", kKernel, 300'000, 20'000, 3);            // 210 us late
    b.gpu("CUDA calls", "cudaLaunchKernel", kCall, 400'000, 5'000, 9);  // leads nowhere
    const LaunchStatistics statistics = launchStatistics(b.build());
    QCOMPARE(statistics.launches, std::int64_t{3});
    QCOMPARE(statistics.medianDelayNs, 45'000.0);
    QCOMPARE(statistics.lateStarts, std::int64_t{1});
    QCOMPARE(statistics.longCalls, std::int64_t{1});
    QCOMPARE(statistics.shortKernels, std::int64_t{1});
    QCOMPARE(statistics.longestQueue, std::int64_t{3});
    QCOMPARE(statistics.meanQueue, (115.0 + 125.0 + 240.0) / 320.0);
    QVERIFY(!statistics.queueWasFull);
    QCOMPARE(launchStatistics(Trace{}).launches, std::int64_t{0});
    // A damaged file, or a clock that is behind: all work is over where its call begins.
    TraceBuilder early;
    early.gpu("CUDA calls", "cudaLaunchKernel", kCall, 500'000, 10'000, 1);
    early.gpu("GPU stream 7", "a", kKernel, 100'000, 20'000, 1);
    const LaunchStatistics none = launchStatistics(early.build());
    QCOMPARE(none.launches, std::int64_t{1});
    QCOMPARE(none.longestQueue, std::int64_t{0});
  }

  // A CUDA graph: one call of 100 us that starts three kernels of 10 us, the first 50 us after its end.
  void aGraphIsOneLaunch() {
    TraceBuilder b;
    b.gpu("Trainer", "cudaGraphLaunch", SpanKind::Runtime, 0, 100'000, 1);
    for (int k = 0; k < 3; ++k) b.gpu("GPU stream 7", "gemm", SpanKind::Kernel, 150'000 + k * 20'000, 10'000, 1);
    const LaunchStatistics statistics = launchStatistics(b.build());
    QCOMPARE(statistics.launches, std::int64_t{1});
    QCOMPARE(statistics.kernels, std::int64_t{3});
    QCOMPARE(statistics.longCalls, std::int64_t{1});
    QCOMPARE(statistics.shortKernels, std::int64_t{0});
    QCOMPARE(statistics.medianDelayNs, 50'000.0);
  }

  void copyKinds_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("direction");
    QTest::addColumn<int>("memory");
    const auto row = [](const char* name, CopyDirection direction, HostMemory memory) {
      QTest::newRow(name) << QString(name) << static_cast<int>(direction) << static_cast<int>(memory);
    };
    row("Memcpy HtoD (Pageable -> Device)", CopyDirection::HostToDevice, HostMemory::Pageable);
    row("Memcpy DtoH (Device -> Pinned)", CopyDirection::DeviceToHost, HostMemory::Pinned);
    row("Memcpy DtoD (Device -> Device)", CopyDirection::DeviceToDevice, HostMemory::None);
    row("Memcpy Host-to-Device (Pinned -> Device)", CopyDirection::HostToDevice, HostMemory::Pinned);
    row("MemcpyH2D", CopyDirection::HostToDevice, HostMemory::Unknown);
    row("MemcpyH2D (pageable -> device)", CopyDirection::HostToDevice, HostMemory::Pageable);
    row("copy.7 (device -> pinned)", CopyDirection::DeviceToHost, HostMemory::Pinned);
    row("CopyHostToDevice", CopyDirection::HostToDevice, HostMemory::Unknown);
    row("CopyDeviceToHost", CopyDirection::DeviceToHost, HostMemory::Unknown);
    row("copy.7", CopyDirection::Unknown, HostMemory::Unknown);
  }
  void copyKinds() {
    QFETCH(QString, name);
    QFETCH(int, direction);
    QFETCH(int, memory);
    const CopyKind kind = copyKindOf(name.toStdString());
    QCOMPARE(static_cast<int>(kind.direction), direction);
    QCOMPARE(static_cast<int>(kind.memory), memory);
  }

  void copies() {
    TraceBuilder b;
    b.gpu("CUDA calls", "cudaMemcpyAsync", kCall, 0, 150, 1);  // waits
    b.gpu("CUDA calls", "cudaMemcpyAsync", kCall, 200, 10, 2);
    b.gpu("GPU stream 7", "Memcpy HtoD (Pageable -> Device)", SpanKind::Memcpy, 40, 100, 1, -1, -1, R"({"bytes": 1000})");
    b.gpu("GPU stream 7", "Memcpy HtoD (Pageable -> Device)", SpanKind::Memcpy, 240, 100, 2, -1, -1, R"({"bytes": 3000})");
    b.gpu("GPU stream 7", "Memcpy DtoH (Device -> Pinned)", SpanKind::Memcpy, 400, 10);
    const std::vector<CopyRow> rows = copyTable(b.build());
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows[0].calls, std::int64_t{2});
    QCOMPARE(rows[0].bytes, std::int64_t{4000});
    QCOMPARE(rows[0].bytesPerSecond(), 4000 / 200e-9);
    QCOMPARE(rows[0].waited, std::int64_t{1});
    QCOMPARE(rows[1].bytes, std::int64_t{-1});  // not told
    QCOMPARE(rows[1].bytesPerSecond(), 0.0);
    QVERIFY(copyTable(Trace{}).empty());
  }

  void communication() {
    TraceBuilder b;
    b.gpu("GPU stream 7", "gemm", kKernel, 0, 100).gpu("GPU stream 7", "gemm", kKernel, 150, 100);
    b.gpu("GPU stream 8", "ncclDevKernel_AllReduce_Sum_f32_RING_LL", kKernel, 80, 100);
    b.gpu("GPU stream 8", "ncclDevKernel_AllGather", kKernel, 300, 20);
    const CommunicationFacts facts = communicationFacts(b.build());
    QCOMPARE(facts.ns, std::int64_t{120});
    QCOMPARE(facts.hiddenNs, std::int64_t{20 + 30});
    QCOMPARE(facts.exposedNs(), std::int64_t{70});
    QCOMPARE(facts.kernelNs, std::int64_t{200});
    QCOMPARE(facts.calls, std::int64_t{2});
    QCOMPARE(facts.rows[0].ns, std::int64_t{100});
    QVERIFY(!communicationFacts(Trace{}).overlap());
  }

  // nccl-tests, doc/PERFORMANCE.md: 2 (n - 1) / n and (n - 1) / n of the algorithm bandwidth.
  void busFactors() {
    QCOMPARE(*busFactor("allreduce", 8), 1.75);
    QCOMPARE(*busFactor("gloo:all_reduce", 2), 1.0);
    QCOMPARE(*busFactor("_allgather_base", 4), 0.75);
    QCOMPARE(*busFactor("_reduce_scatter_base", 4), 0.75);
    QCOMPARE(*busFactor("all_to_all", 8), 0.875);
    for (const char* one : {"broadcast", "_broadcast_oop", "send", "recv", "reduce"}) QCOMPARE(*busFactor(one, 8), 1.0);
    for (const char* none : {"allreduce_coalesced", "all_to_allv", "barrier", "scatter", "gather", ""}) QVERIFY2(!busFactor(none, 8), none);
    QVERIFY(!busFactor("allreduce", 1) && !busFactor("allreduce", 0));
  }

  // Two all-reduces of 4 MB over 8 ranks in 100 and 300 us: 8 MB in 400 us are 20 GB/s, on the bus 35; the best of them is 40 and 70.
  void bandwidths() {
    TraceBuilder b;
    const char* const arguments =
        R"({"Collective name":"allreduce","In msg nelems":1000000,"Out msg nelems":1000000,"dtype":"Float","Group size":8})";
    b.gpu("GPU stream 8", "ncclDevKernel_AllReduce_Sum_f32_RING_LL", kKernel, 0, 100'000, 0, -1, -1, arguments);
    b.gpu("GPU stream 8", "ncclDevKernel_AllReduce_Sum_f32_RING_LL", kKernel, 200'000, 300'000, 0, -1, -1, arguments);
    b.gpu("GPU stream 8", "ncclDevKernel_SendRecv", kKernel, 600'000, 1000);
    const CommunicationFacts facts = communicationFacts(b.build());
    const CommunicationFacts::Row& row = facts.rows[0];
    QCOMPARE(row.bytes, std::int64_t{8'000'000});
    QCOMPARE(row.algorithmBandwidth(), 20e9);
    QCOMPARE(row.busBandwidth(), 35e9);
    QCOMPARE(row.bestBusBandwidth(), 70e9);
    QCOMPARE(facts.rows[1].busBandwidth(), 0.0);  // its size is not told
    QCOMPARE(facts.rows[1].bestBusBandwidth(), 0.0);
  }

  void slowStepsAndWhy() {
    TraceBuilder b;
    std::int64_t t = 0;
    for (int step = 0; step < 9; ++step) {
      const std::int64_t wait = step == 4 ? 500 : 10, begin = t;
      b.span("Trainer", "data wait", Category::Data, t, wait, -1, step);
      t += wait;
      b.span("Trainer", "conv2d", Category::Copy, t, 100 + step % 2, -1, step);
      t += 102;
      b.span("Trainer", "step", Category::Step, begin, t - begin, -1, step);
    }
    const std::vector<SlowStep> slow = slowSteps(b.build(), 2);
    QCOMPARE(slow.size(), std::size_t{2});
    QCOMPARE(slow[0].number, 4);
    QVERIFY(slow[0].outlier && !slow[1].outlier);
    QCOMPARE(slow[0].overNs, 490.0);
    QCOMPARE(slow[0].overByClass[static_cast<std::size_t>(TimeClass::DataLoader)], std::int64_t{490});
    QCOMPARE(slow[0].ops.front().name, std::string("data wait"));
    QCOMPARE(slow[0].ops.front().overNs, 490.0);
    QVERIFY(slowSteps(Trace{}).empty());
  }

  void flames() {
    TraceBuilder b;
    b.gpu("Trainer", "cudaLaunchKernel", kCall, 20, 10, 1);
    b.gpu("Trainer", "aten::mm", SpanKind::CpuOp, 10, 40);
    b.gpu("Trainer", "aten::linear", SpanKind::CpuOp, 0, 100);
    b.gpu("Trainer", "aten::linear", SpanKind::CpuOp, 200, 50);
    b.span("Trainer", "step", Category::Step, 0, 300);
    b.gpu("GPU stream 7", "gemm", kKernel, 60, 70, 1);
    b.gpu("GPU stream 7", "nobody's", kKernel, 150, 30);
    const Trace trace = b.build();
    const std::vector<FlameNode> host = hostFlames(trace, {0, 1000});
    QCOMPARE(host[0].totalNs, std::int64_t{150});
    QCOMPARE(find(host, "Trainer")->totalNs, std::int64_t{150});
    QCOMPARE(find(host, "aten::linear")->calls, std::int64_t{2});
    QCOMPARE(find(host, "aten::linear")->selfNs, std::int64_t{110});
    QCOMPARE(find(host, "aten::mm")->selfNs, std::int64_t{30});
    QCOMPARE(find(host, "aten::mm")->depth, 3);
    QCOMPARE(find(host, "cudaLaunchKernel")->totalNs, std::int64_t{10});
    QVERIFY(!find(host, "step"));
    const std::vector<FlameNode> device = deviceFlames(trace, {0, 1000});
    QCOMPARE(device[0].totalNs, std::int64_t{100});
    QCOMPARE(find(device, "aten::linear")->totalNs, std::int64_t{70});
    QCOMPARE(find(device, "aten::linear")->selfNs, std::int64_t{0});
    QCOMPARE(find(device, "gemm")->depth, 3);
    QCOMPARE(find(device, "nobody's")->parent, 0);
    QCOMPARE(hostFlames(Trace{}, {0, 1}).size(), std::size_t{1});
  }
};

QTEST_GUILESS_MAIN(DetailsTest)
#include "details_test.moc"
