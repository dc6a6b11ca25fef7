#include "profiler/analysis/span_facts.h"

#include <QtTest>

#include "trace_builder.h"

using namespace stepscope;

namespace {

Trace threeSteps() {
  TraceBuilder b;
  b.node("conv2d", "conv1", Category::Forward, 4000, 800).node("conv2d", "conv2", Category::Forward).node("relu", "relu1", Category::Forward);
  for (int step = 0; step < 3; ++step) {
    const std::int64_t t = step * 1000;
    b.span("Trainer", "data wait", Category::Data, t, 10 + step, -1, step)
        .span("Trainer", "conv2d", Category::Forward, t + 100, 20 + 10 * step, 0, step)
        .span("Trainer", "conv2d", Category::Forward, t + 200, 50, 1, step)
        .span("Trainer", "step", Category::Step, t, 300, -1, step);
  }
  b.span("Loader worker 1", "data wait", Category::Data, 0, 999);
  return b.build();
}

}  // namespace

class SpanFactsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void ofAnOp() {
    const Trace trace = threeSteps();
    const SpanFacts facts = spanFacts(trace, {1, 7});  // the depth-1 lane: wait, conv1, conv2 of each step; conv1 of the third
    QCOMPARE(QString::fromStdString(facts.title), QString("conv2d"));
    QCOMPARE(facts.node, 0);
    QCOMPARE(facts.step, 2);
    QCOMPARE(facts.durationNs, std::int64_t{40});
    QCOMPARE(facts.samples, 3);
    QCOMPARE(facts.medianNs, 30.0);
    QCOMPARE(facts.rank, 2);
    QCOMPARE(facts.ofLayers, 2);
    QCOMPARE(facts.shareOfStep, 0.1);
    QCOMPARE(facts.gflops, 100.0);
    QCOMPARE(facts.gigabytesPerSecond, 20.0);
    QCOMPARE(QString::fromStdString(facts.track), QString("Trainer"));
  }

  void ofASpanWithoutNode() {
    const SpanFacts facts = spanFacts(threeSteps(), {1, 3});
    QCOMPARE(QString::fromStdString(facts.title), QString("data wait"));
    QCOMPARE(facts.node, -1);
    QCOMPARE(facts.samples, 3);  // not the one of the other track
    QCOMPARE(facts.medianNs, 11.0);
    QCOMPARE(facts.rank, 0);
    QCOMPARE(facts.gflops, 0.0);
  }

  // A node of a GPU has two kernels: its rate is that of both together, whichever is asked for.
  void ofAKernel() {
    TraceBuilder b;
    b.node("conv2d", "conv1", Category::Forward, 4000);
    for (int step = 0; step < 3; ++step) {
      b.gpu("GPU stream 7", "fprop", SpanKind::Kernel, step * 1000, 30, 0, 0, step);
      b.gpu("GPU stream 7", "sum", SpanKind::Kernel, step * 1000 + 30, 10, 0, 0, step);
      b.span("Trainer", "step", Category::Step, step * 1000, 400, -1, step);
    }
    const Trace trace = b.build();
    const std::optional<SpanFacts> node = nodeFacts(trace, 0);
    QCOMPARE(node->samples, 3);
    QCOMPARE(node->medianNs, 40.0);
    QCOMPARE(node->gflops, 100.0);
    QCOMPARE(node->shareOfStep, 0.1);
    for (std::int32_t lane = 0; lane < static_cast<std::int32_t>(trace.lanes.size()); ++lane)
      if (trace.lanes[static_cast<std::size_t>(lane)].size() == 6) {
        const SpanFacts facts = spanFacts(trace, {lane, 1});
        QCOMPARE(facts.durationNs, std::int64_t{10});
        QCOMPARE(facts.nodeNs, std::int64_t{40});
        QCOMPARE(facts.gflops, 100.0);
      }
  }

  void ofANode() {
    const Trace trace = threeSteps();
    const std::optional<SpanFacts> facts = nodeFacts(trace, 1);
    QVERIFY(facts.has_value());
    QCOMPARE(facts->durationNs, std::int64_t{50});
    QCOMPARE(facts->rank, 1);
    QVERIFY(!nodeFacts(trace, 2).has_value());  // never ran
    QVERIFY(!nodeFacts(trace, 3).has_value());
    QVERIFY(!nodeFacts(trace, -1).has_value());
  }
};

QTEST_GUILESS_MAIN(SpanFactsTest)
#include "span_facts_test.moc"
