#include "profiler/analysis/step_breakdown.h"

#include <QtTest>
#include <cmath>
#include <random>

#include "profiler/analysis/breakdown_json.h"
#include "profiler/analysis/self_time.h"
#include "trace_builder.h"

using namespace stepscope;

namespace {

constexpr std::int64_t kMs = 1'000'000;

const CategoryTime* find(const StepBreakdown& breakdown, Category category) {
  for (const CategoryTime& time : breakdown.categories)
    if (time.category == category) return &time;
  return nullptr;
}

const OpTime* find(const StepBreakdown& breakdown, const std::string& title) {
  for (const OpTime& op : breakdown.ops)
    if (op.title == title) return &op;
  return nullptr;
}

// Two steps of 100 and 120 ms: data wait 2, two convolutions forward, one backward, an optimizer op, the rest between ops.
Trace twoSteps() {
  TraceBuilder b;
  b.node("conv2d", "conv1", Category::Forward, 4'000'000'000, 200'000'000)
      .node("conv2d", "conv2", Category::Forward, 2'000'000'000, 100'000'000)
      .node("conv2d backward weights", "conv2", Category::Backward, 6'000'000'000)
      .node("sgd", "conv2", Category::Optimizer)
      .node("reorder", "conv1", Category::Copy);
  for (int step = 0; step < 2; ++step) {
    const std::int64_t t = step * 200 * kMs, more = step * 20 * kMs;
    b.span("Trainer", "data wait", Category::Data, t, 2 * kMs, -1, step)
        .span("Trainer", "conv2d", Category::Forward, t + 3 * kMs, 20 * kMs, 0, step)
        .span("Trainer", "conv2d", Category::Forward, t + 23 * kMs, 10 * kMs, 1, step)
        .span("Trainer", "reorder", Category::Forward, t + 33 * kMs, 5 * kMs, 4, step)
        .span("Trainer", "conv2d backward weights", Category::Backward, t + 40 * kMs, 40 * kMs + more, 2, step)
        .span("Trainer", "sgd", Category::Optimizer, t + 80 * kMs + more, 12 * kMs, 3, step)
        .span("Trainer", "step", Category::Step, t, 100 * kMs + more, -1, step);
    b.span("Loader worker 1", "load batch", Category::Data, t, 90 * kMs, -1, step);
  }
  b.span("Trainer", "validation", Category::Validation, 350 * kMs, 500 * kMs);  // after the steps
  return b.build();
}

}  // namespace

class StepBreakdownTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void nothingCapturedIsNothing() {
    const StepBreakdown breakdown = breakDown(Trace{});
    QCOMPARE(breakdown.steps, 0);
    QVERIFY(breakdown.categories.empty() && breakdown.ops.empty());
    TraceBuilder loaderOnly;
    loaderOnly.span("Loader worker 1", "load batch", Category::Data, 0, 5);
    QCOMPARE(breakDown(loaderOnly.build()).steps, 0);
  }

  void exactFigures() {
    const StepBreakdown breakdown = breakDown(twoSteps());
    QCOMPARE(breakdown.steps, 2);
    QCOMPARE(breakdown.medianStepMs, 110.0);
    QCOMPARE(breakdown.p95StepMs, 119.0);
    const std::vector<std::pair<Category, double>> expected{{Category::Data, 2},       {Category::Forward, 30}, {Category::Backward, 50},
                                                            {Category::Optimizer, 12}, {Category::Copy, 5},     {Category::Idle, 11}};
    QCOMPARE(breakdown.categories.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      QCOMPARE(breakdown.categories[i].category, expected[i].first);
      QCOMPARE(breakdown.categories[i].msPerStep, expected[i].second);
      QCOMPARE(breakdown.categories[i].share, expected[i].second / 110);
    }
    QVERIFY(!find(breakdown, Category::Validation));  // outside every step
  }

  void opsAreOrderedAndRated() {
    const StepBreakdown breakdown = breakDown(twoSteps());
    QCOMPARE(breakdown.ops.size(), std::size_t{4});
    QCOMPARE(QString::fromStdString(breakdown.ops[0].title), QString("conv2d backward weights"));
    QCOMPARE(QString::fromStdString(breakdown.ops[3].title), QString("reorder"));
    const OpTime* conv = find(breakdown, "conv2d");
    QVERIFY(conv);
    QCOMPARE(conv->callsPerStep, 2.0);
    QCOMPARE(conv->msPerStep, 30.0);
    QCOMPARE(conv->share, 30.0 / 110);
    QCOMPARE(conv->gflops, 200.0);             // 6 GFLOP in 30 ms
    QCOMPARE(conv->gigabytesPerSecond, 10.0);  // 0.3 GB in 30 ms
    QCOMPARE(QString::fromStdString(conv->costliestLayer), QString("conv1"));
    QCOMPARE(find(breakdown, "conv2d backward weights")->gflops, 120.0);  // 12 GFLOP in 100 ms
    QCOMPARE(find(breakdown, "sgd")->gflops, 0.0);
  }

  void nestedSpansCountOnce() {
    TraceBuilder b;
    b.node("attention", "layer0", Category::Forward).node("softmax", "layer0", Category::Forward);
    b.span("Trainer", "softmax", Category::Forward, 20, 30, 1)
        .span("Trainer", "attention", Category::Forward, 10, 80, 0)
        .span("Trainer", "step", Category::Step, 0, 100);
    const StepBreakdown breakdown = breakDown(b.build());
    QCOMPARE(find(breakdown, Category::Forward)->share, 0.8);
    QCOMPARE(find(breakdown, Category::Idle)->share, 0.2);
    QCOMPARE(find(breakdown, "attention")->share, 0.5);
    QCOMPARE(find(breakdown, "softmax")->share, 0.3);
  }

  void spansThatCrossTheStepAreCut() {
    TraceBuilder b;
    b.span("Trainer", "step", Category::Step, 100, 100).span("Trainer", "data wait", Category::Data, 50, 80);
    const StepBreakdown breakdown = breakDown(b.build());
    QCOMPARE(find(breakdown, Category::Data)->share, 0.3);
    QCOMPARE(find(breakdown, Category::Idle)->share, 0.7);
  }

  // Whatever the spans, even crossing ones: the categories add up to the step. (No validation: a step with one is left out.)
  void categoriesSumToTheStep() {
    std::mt19937 random(3);
    for (int round = 0; round < 50; ++round) {
      TraceBuilder b;
      std::int64_t all = 0;
      for (int step = 0; step < 3; ++step) {
        const std::int64_t t = step * 100000, length = 50000 + static_cast<std::int64_t>(random() % 40000);
        b.span("Trainer", "step", Category::Step, t, length);
        all += length;
        for (int i = 0; i < 60; ++i)
          b.span("Trainer", "x", static_cast<Category>(random() % 5), t + static_cast<std::int64_t>(random() % 95000),
                 static_cast<std::int64_t>(random() % 5000));
      }
      const StepBreakdown breakdown = breakDown(b.build());
      double ms = 0, share = 0;
      for (const CategoryTime& time : breakdown.categories) {
        ms += time.msPerStep;
        share += time.share;
        QVERIFY(time.msPerStep >= 0);
      }
      QVERIFY(std::abs(share - 1) < 1e-9);
      QVERIFY(std::abs(ms - static_cast<double>(all) * 1e-6 / 3) < 1e-9);
    }
  }

  void selfTimesOfARange() {
    TraceBuilder b;
    b.span("Trainer", "inner", Category::Forward, 20, 30).span("Trainer", "outer", Category::Forward, 10, 80);
    const Trace trace = b.build();
    std::int64_t inner = -1, outer = -1;
    for (const SelfTime& self : selfTimes(trace, 0, 40, 60))
      (trace.names.name(trace.laneOf(self.span).name[self.span.index]) == "inner" ? inner : outer) = self.ns;
    QCOMPARE(inner, std::int64_t{10});
    QCOMPARE(outer, std::int64_t{10});
    QVERIFY(selfTimes(trace, 0, 95, 99).empty());
    QVERIFY(selfTimes(trace, 1, 0, 99).empty());
  }

  // What a run keeps of it, for when the trace is gone.
  void isKeptAsText() {
    const StepBreakdown made = breakDown(twoSteps());
    const auto kept = breakdownOf(breakdownJson(made, "here"));
    QVERIFY(kept.has_value());
    QCOMPARE(kept->source, std::string("here"));
    QCOMPARE(kept->breakdown.steps, made.steps);
    QCOMPARE(kept->breakdown.medianStepMs, made.medianStepMs);
    QCOMPARE(kept->breakdown.p95StepMs, made.p95StepMs);
    QVERIFY(made.categories.size() > 2 && made.ops.size() > 2);
    QCOMPARE(kept->breakdown.categories.size(), made.categories.size());
    for (std::size_t i = 0; i < made.categories.size(); ++i) {
      QCOMPARE(kept->breakdown.categories[i].category, made.categories[i].category);
      QCOMPARE(kept->breakdown.categories[i].msPerStep, made.categories[i].msPerStep);
      QCOMPARE(kept->breakdown.categories[i].share, made.categories[i].share);
    }
    QCOMPARE(kept->breakdown.ops.size(), made.ops.size());
    for (std::size_t i = 0; i < made.ops.size(); ++i) {
      const OpTime &a = kept->breakdown.ops[i], &b = made.ops[i];
      QCOMPARE(a.title, b.title);
      QCOMPARE(a.costliestLayer, b.costliestLayer);
      QVERIFY(a.category == b.category && a.callsPerStep == b.callsPerStep && a.msPerStep == b.msPerStep && a.share == b.share &&
              a.gflops == b.gflops && a.gigabytesPerSecond == b.gigabytesPerSecond);
    }
  }

  void damagedTextIsNone() {
    for (const char* text : {"", "no JSON", "{}", "[]", "7", R"({"steps": 0})", R"({"steps": "many"})", R"({"steps": 1e300})"})
      QVERIFY2(!breakdownOf(text), text);
    const auto kept = breakdownOf(R"({"steps": 5, "median_step_ms": "long", "categories": [3, {"name": "backward", "ms": 1.5}], "ops": {}})");
    QVERIFY(kept.has_value());
    QCOMPARE(kept->breakdown.medianStepMs, 0.0);
    QCOMPARE(kept->breakdown.categories.size(), std::size_t{1});
    QCOMPARE(kept->breakdown.categories[0].category, Category::Backward);
    QVERIFY(kept->breakdown.ops.empty());
  }

  void quantiles_data() {
    QTest::addColumn<QVector<double>>("values");
    QTest::addColumn<double>("q");
    QTest::addColumn<double>("expected");
    QTest::newRow("none") << QVector<double>{} << 0.5 << 0.0;
    QTest::newRow("one") << QVector<double>{7} << 0.95 << 7.0;
    QTest::newRow("odd") << QVector<double>{3, 1, 2} << 0.5 << 2.0;
    QTest::newRow("even") << QVector<double>{4, 1, 2, 3} << 0.5 << 2.5;
    QTest::newRow("p95 of 21") << QVector<double>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20} << 0.95 << 19.0;
  }
  void quantiles() {
    QFETCH(QVector<double>, values);
    QFETCH(double, q);
    QFETCH(double, expected);
    QCOMPARE(quantileOf(std::vector<double>(values.begin(), values.end()), q), expected);
  }
};

QTEST_GUILESS_MAIN(StepBreakdownTest)
#include "step_breakdown_test.moc"
