#include "profiler/analysis/range_statistics.h"

#include <QtTest>
#include <random>

#include "trace_builder.h"

using namespace stepscope;

namespace {

const RangeEntry* named(const RangeStatistics& statistics, const std::string& name) {
  for (const RangeEntry& entry : statistics.entries)
    if (entry.name == name) return &entry;
  return nullptr;
}

// A step with two ops, one of which calls a kernel; a worker beside it.
Trace small() {
  TraceBuilder b;
  b.node("conv2d", "layer1", Category::Forward).node("sgd", "layer1", Category::Optimizer);
  b.span("Trainer", "kernel", Category::Forward, 20, 10)
      .span("Trainer", "conv2d", Category::Forward, 10, 40, 0)
      .span("Trainer", "sgd_kernel", Category::Optimizer, 60, 20, 1)
      .span("Trainer", "step", Category::Step, 0, 100)
      .span("Loader worker 1", "load", Category::Data, 0, 30)
      .span("Loader worker 1", "load", Category::Data, 40, 50);
  return b.build();
}

}  // namespace

class RangeStatisticsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void wholeTrace() {
    const RangeStatistics all = rangeStatistics(small(), 0, 100, RangeGrouping::Name);
    QCOMPARE(all.spans, std::int64_t{5});
    QVERIFY(!named(all, "step"));
    const RangeEntry* load = named(all, "load");
    QVERIFY(load);
    QCOMPARE(load->count, std::int64_t{2});
    QCOMPARE(load->totalNs, std::int64_t{80});
    QCOMPARE(load->meanNs(), 40.0);
    QCOMPARE(load->shortestNs, std::int64_t{30});
    QCOMPARE(load->longestNs, std::int64_t{50});
    QCOMPARE(load->category, Category::Data);
    const RangeEntry* conv = named(all, "conv2d");
    QVERIFY(conv);
    QCOMPARE(conv->totalNs, std::int64_t{40});
    QCOMPARE(conv->selfNs, std::int64_t{30});  // its kernel runs for 10
    QVERIFY(named(all, "sgd"));                // an op by its title
    QCOMPARE(all.entries.front().name, std::string("load"));
  }

  void spansAreCutAtTheEdges() {
    const RangeStatistics part = rangeStatistics(small(), 25, 45, RangeGrouping::Name);
    QCOMPARE(named(part, "conv2d")->totalNs, std::int64_t{20});
    QCOMPARE(named(part, "conv2d")->selfNs, std::int64_t{15});
    QCOMPARE(named(part, "conv2d")->longestNs, std::int64_t{40});
    QCOMPARE(named(part, "load")->totalNs, std::int64_t{10});
    QVERIFY(!named(part, "sgd"));
    QCOMPARE(rangeStatistics(small(), 45, 45, RangeGrouping::Name).spans, std::int64_t{0});
  }

  void byCategoryAndLayer() {
    const RangeStatistics categories = rangeStatistics(small(), 0, 100, RangeGrouping::Category);
    QCOMPARE(named(categories, "forward")->count, std::int64_t{2});
    QCOMPARE(named(categories, "forward")->selfNs, std::int64_t{40});
    const RangeStatistics layers = rangeStatistics(small(), 0, 100, RangeGrouping::Layer);
    QCOMPARE(named(layers, "layer1")->count, std::int64_t{2});
    QCOMPARE(named(layers, "")->count, std::int64_t{3});
    QCOMPARE(rangeStatistics(Trace(), 0, 100, RangeGrouping::Name).entries.size(), std::size_t{0});
  }

  // Self times of one thread sum to its busy time, whatever nests.
  void selfTimesSumToTheBusyTime() {
    std::mt19937 random(3);
    TraceBuilder b;
    std::int64_t now = 0, busy = 0;
    for (int i = 0; i < 500; ++i) {
      const std::int64_t inner = 1 + random() % 50, middle = inner + random() % 40, outer = middle + 2 + random() % 30;
      b.span("t", "inner" + std::to_string(random() % 5), Category::Other, now + 1, inner)
          .span("t", "middle", Category::Other, now + 1, middle)
          .span("t", "outer", Category::Other, now, outer);
      busy += outer;
      now += outer + static_cast<std::int64_t>(random() % 20);
    }
    const RangeStatistics all = rangeStatistics(b.build(), 0, now, RangeGrouping::Name);
    std::int64_t self = 0;
    for (const RangeEntry& entry : all.entries) self += entry.selfNs;
    QCOMPARE(self, busy);
  }
};

QTEST_GUILESS_MAIN(RangeStatisticsTest)
#include "range_statistics_test.moc"
