// Ops, layers, kernels, streams and shapes counted: on traces with numbers known by hand, and on a published one.
#include "profiler/analysis/ops/op_table.h"
#include "profiler/io/import.h"
#include "tests/profiler/analysis/trace_builder.h"

#include <QFile>
#include <QtTest>
#include <numeric>

using namespace stepscope;

namespace {

constexpr auto kKernel = SpanKind::Kernel;
constexpr auto kCall = SpanKind::Runtime;

const OpRow* find(const OpTable& table, const std::string& name) {
  for (const OpRow& row : table.rows)
    if (row.name == name) return &row;
  return nullptr;
}

// As PyTorch writes it: conv2d holds cudnn_convolution, which launches; add launches itself.
Trace nested() {
  TraceBuilder b;
  for (int step = 0; step < 2; ++step) {
    const std::int64_t t = step * 1000;
    const auto id = static_cast<std::uint32_t>(10 * step);
    b.gpu("Trainer", "cudaLaunchKernel", kCall, t + 120, 10, id + 1, -1, step);
    b.gpu("Trainer", "aten::cudnn_convolution", SpanKind::CpuOp, t + 110, 50, 0, -1, step);
    b.gpu("Trainer", "aten::conv2d", SpanKind::CpuOp, t + 100, 80, 0, -1, step);
    b.gpu("Trainer", "cudaLaunchKernel", kCall, t + 210, 10, id + 2, -1, step);
    b.gpu("Trainer", "aten::add", SpanKind::CpuOp, t + 200, 40, 0, -1, step);
    b.span("Trainer", "step", Category::Step, t, 900, -1, step);
    b.gpu("GPU stream 7", "sm80_xmma_fprop_implicit_gemm_f16f16_16816", kKernel, t + 130, 300 + 100 * step, id + 1, -1, step);
    b.gpu("GPU stream 7", "add_kernel", kKernel, t + 550, 100, id + 2, -1, step);
    b.gpu("GPU stream 7", "add_kernel", kKernel, t + 700, 50, 0, -1, step);  // nobody knows who started it
  }
  return b.build();
}

}  // namespace

class OpTableTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void opsOnAGpu() {
    const OpTable table = opTable(nested(), OpGrouping::Op);
    QVERIFY(table.onGpu);
    QCOMPARE(table.totalNs, std::int64_t{700 + 200 + 100});
    const OpRow *outer = find(table, "aten::conv2d"), *inner = find(table, "aten::cudnn_convolution"), *add = find(table, "aten::add"),
                *none = find(table, "");
    QVERIFY(outer && inner && add && none);
    QCOMPARE(inner->gpuSelfNs, std::int64_t{700});
    QCOMPARE(inner->gpuTotalNs, std::int64_t{700});
    QCOMPARE(inner->tensorCoreNs, std::int64_t{700});
    QVERIFY(inner->tensorCoreEligible && !add->tensorCoreEligible);
    QCOMPARE(inner->share, 0.7);
    QVERIFY(inner->nsOfStep == (std::vector<std::int64_t>{300, 400}));
    QCOMPARE(outer->gpuSelfNs, std::int64_t{0});
    QCOMPARE(outer->gpuTotalNs, std::int64_t{700});
    QCOMPARE(outer->hostTotalNs, std::int64_t{160});
    QCOMPARE(outer->hostSelfNs, std::int64_t{60});
    QCOMPARE(outer->calls, std::int64_t{2});
    QCOMPARE(add->gpuSelfNs, std::int64_t{200});
    QCOMPARE(add->hostSelfNs, std::int64_t{80});
    QCOMPARE(none->gpuSelfNs, std::int64_t{100});
    QCOMPARE(table.rows.front().name, inner->name);
  }

  void kernelsAndStreams() {
    const OpTable kernels = opTable(nested(), OpGrouping::Kernel);
    QCOMPARE(kernels.rows.size(), std::size_t{2});
    QCOMPARE(kernels.rows[0].gpuCalls, std::int64_t{2});
    QCOMPARE(kernels.meanNsOf(kernels.rows[0]), 350.0);
    QCOMPARE(kernels.rows[0].shortestNs, std::int64_t{300});
    QCOMPARE(kernels.rows[0].longestNs, std::int64_t{400});
    const OpTable streams = opTable(nested(), OpGrouping::Stream);
    QCOMPARE(streams.rows.size(), std::size_t{1});
    QCOMPARE(streams.rows[0].name, std::string("GPU stream 7"));
    QCOMPARE(streams.rows[0].gpuSelfNs, std::int64_t{1000});
    const OpTable host = opTable(nested(), OpGrouping::Op, true);
    QVERIFY(!host.onGpu);
    QCOMPARE(host.totalNs, std::int64_t{160 + 80});
  }

  // Our own recording on the CPU: by layer, by kernel, by node; the loader's own threads do not count.
  void onTheCpu() {
    TraceBuilder b;
    b.node("conv2d", "block.conv", Category::Forward, 1000, 100)
        .node("relu", "block.act", Category::Forward)
        .node("conv2d", "block.conv", Category::Forward, 500);
    for (int step = 0; step < 2; ++step) {
      const std::int64_t t = step * 1000;
      b.span("Trainer", "data wait", Category::Data, t, 10, -1, step);
      b.span("Trainer", "conv2d", Category::Forward, t + 10, 100, 0, step);
      b.span("Trainer", "relu", Category::Forward, t + 110, 50, 1, step);
      b.span("Trainer", "conv2d", Category::Forward, t + 160, 200, 2, step);
      b.span("Trainer", "step", Category::Step, t, 400, -1, step);
    }
    b.span("Loader worker 1", "load batch", Category::Data, 0, 1300);
    const Trace trace = b.build();
    const OpTable ops = opTable(trace, OpGrouping::Op);
    QVERIFY(!ops.onGpu);
    QCOMPARE(ops.rows.size(), std::size_t{3});
    QCOMPARE(ops.rows[0].name, std::string("conv2d"));
    QCOMPARE(ops.rows[0].calls, std::int64_t{4});
    QCOMPARE(ops.rows[0].hostSelfNs, std::int64_t{600});
    QCOMPARE(ops.rows[0].flops, 3000.0);
    QCOMPARE(ops.rows[0].costliestLayer, std::string("block.conv"));
    const OpTable layers = opTable(trace, OpGrouping::Layer);
    QVERIFY(find(layers, "block.conv") && find(layers, "block.conv")->hostSelfNs == 600);
    const OpTable nodes = opTable(trace, OpGrouping::Node);
    QVERIFY(find(nodes, "block.conv conv2d forward") && find(nodes, "block.conv conv2d forward")->hostSelfNs == 200);
    QVERIFY(find(nodes, "block.conv conv2d forward #1") && find(nodes, "block.conv conv2d forward #1")->hostSelfNs == 400);
  }

  // 10 kernels of two layers by turns, and a sample in the middle of each; memory is no rate.
  void countersAreJoinedToWhatRan() {
    TraceBuilder b;
    b.node("conv2d", "conv1", Category::Forward).node("linear", "head", Category::Forward);
    for (int k = 0; k < 10; ++k) {
      b.gpu("GPU stream 7", k % 2 == 0 ? "conv" : "gemm", SpanKind::Kernel, 100 * k, 80, 0, k % 2, 0);
      b.sample("SM active", 100 * k + 40, k % 2 == 0 ? 90 : 30).sample("SM active", 100 * k + 90, 1).sample("GPU memory", 100 * k + 40, 7);
    }
    const Trace trace = b.build();
    for (const OpGrouping by : {OpGrouping::Layer, OpGrouping::Kernel, OpGrouping::Node}) {
      const OpTable table = opTable(trace, by);
      QCOMPARE(table.rows.size(), std::size_t{2});
      for (const OpRow& row : table.rows) {
        QCOMPARE(row.counters.size(), std::size_t{1});
        QCOMPARE(row.counters[0].first, std::string("SM active"));
        const bool first = row.name.find("conv") != std::string::npos;
        QCOMPARE(row.counters[0].second, first ? 90.0 : 30.0);
      }
    }
    // Two samples are too few.
    TraceBuilder few;
    few.gpu("GPU stream 7", "conv", SpanKind::Kernel, 0, 80).sample("SM active", 10, 5).sample("SM active", 20, 5);
    QVERIFY(opTable(few.build(), OpGrouping::Kernel).rows[0].counters.empty());
  }

  void whatIsMissingIsSaid() {
    for (const OpGrouping by : {OpGrouping::Op, OpGrouping::Layer, OpGrouping::Kernel, OpGrouping::Stream, OpGrouping::Shape, OpGrouping::Node}) {
      const OpTable table = opTable(Trace{}, by);
      QVERIFY(table.rows.empty() && !table.missing.empty());
    }
    QVERIFY(!opTable(nested(), OpGrouping::Layer).missing.empty());
    QVERIFY(!opTable(nested(), OpGrouping::Node).missing.empty());
  }

  void published() {
    const QString path = qEnvironmentVariable("STEPSCOPE_DATA", QStringLiteral(STEPSCOPE_SOURCE_DIR "/../shared/data")) +
                         "/traces/resnet50_num_workers_0.pt.trace.json.gz";
    if (!QFile::exists(path)) QSKIP("The test inputs are absent: set STEPSCOPE_DATA to their folder");
    const Trace trace = *importTrace(path.toStdString(), {});
    const OpTable kernels = opTable(trace, OpGrouping::Kernel), ops = opTable(trace, OpGrouping::Op), shapes = opTable(trace, OpGrouping::Shape);
    std::int64_t calls = 0;
    for (const OpRow& row : kernels.rows) calls += row.gpuCalls;
    QCOMPARE(calls, std::int64_t{8772 + 12 + 312});
    QCOMPARE(ops.totalNs, kernels.totalNs);  // every kernel is told under some op
    QCOMPARE(shapes.totalNs, kernels.totalNs);
    QVERIFY(!find(ops, ""));
    QVERIFY(shapes.rows.size() > ops.rows.size());
    const OpRow* convolution = find(ops, "aten::cudnn_convolution");
    QVERIFY(convolution && convolution->tensorCoreEligible && convolution->gpuSelfNs > 0);
    QCOMPARE(std::accumulate(convolution->nsOfStep.begin(), convolution->nsOfStep.end(), std::int64_t{0}), convolution->gpuSelfNs);
  }
};

QTEST_GUILESS_MAIN(OpTableTest)
#include "op_table_test.moc"
