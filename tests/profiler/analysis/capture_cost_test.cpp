// What recording cost, as it is told beside a capture.
#include "profiler/analysis/capture_cost.h"
#include "tests/profiler/analysis/trace_builder.h"

#include <QtTest>

using namespace stepscope;

namespace {

// Steps of so many ms.
Trace stepsOf(const std::vector<std::int64_t>& ms) {
  TraceBuilder trace;
  std::int64_t at = 1'000'000;
  for (std::size_t i = 0; i < ms.size(); ++i) {
    trace.span("Trainer", "step", Category::Step, at, ms[i] * 1'000'000, -1, static_cast<std::int32_t>(i));
    at += ms[i] * 1'000'000;
  }
  return trace.build();
}

}  // namespace

class CaptureCostTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void recordedStandsBesideUnrecorded() {
    Trace trace = stepsOf({22, 21, 90, 20, 21});
    trace.unrecordedStepNs = 20'000'000;
    trace.othersShare = 0.02;
    const CaptureCost cost = captureCost(trace);
    QCOMPARE(cost.recordedMs, 21.0);  // the median: one slow step is not what recording costs
    QCOMPARE(cost.unrecordedMs, 20.0);
    QVERIFY(std::abs(cost.share() - 0.05) < 1e-9);
    QCOMPARE(describe(cost), std::string("recorded 21 ms, unrecorded 20 ms"));
    trace.othersShare = 0.34;
    QCOMPARE(describe(captureCost(trace)), std::string("recorded 21 ms, unrecorded 20 ms, other programs took 34 % of the cores"));
  }

  void whatIsNotKnownIsNotSaid() {
    QVERIFY(describe(captureCost(Trace{})).empty());
    QCOMPARE(captureCost(Trace{}).share(), 0.0);
    QVERIFY(captureCost(Trace{}).othersShare < 0);
    Trace foreign = stepsOf({20, 20});
    QVERIFY(describe(captureCost(foreign)).empty());
    Trace without = stepsOf({});
    without.unrecordedStepNs = 1000;
    QVERIFY(describe(captureCost(without)).empty());
  }
};

QTEST_GUILESS_MAIN(CaptureCostTest)
#include "capture_cost_test.moc"
