#include "profiler/trace/recorder.h"

#include <QtTest>
#include <atomic>
#include <thread>

#include "profiler/trace/lanes.h"

using namespace stepscope;

namespace {

SpanRecord record(std::int64_t start, std::int64_t duration, std::uint32_t name = 0) {
  return {start, duration, name, -1, -1, Category::Other};
}

// Sorted, and no span of a lane begins before the one before it ended.
bool wellFormed(const TraceLane& lane) {
  for (std::size_t i = 1; i < lane.size(); ++i)
    if (lane.start[i] < lane.start[i - 1] + lane.duration[i - 1]) return false;
  return lane.duration.size() == lane.size() && lane.name.size() == lane.size() && lane.category.size() == lane.size() &&
         lane.node.size() == lane.size() && lane.step.size() == lane.size();
}

using Spans = QVector<QPair<int, int>>;
using Lanes = QVector<QVector<int>>;

}  // namespace

class RecorderTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void namesAreInternedOnce() {
    NameTable names;
    QCOMPARE(names.intern("conv2d"), 0u);
    QCOMPARE(names.intern("relu"), 1u);
    QCOMPARE(names.intern("conv2d"), 0u);
    QCOMPARE(names.size(), std::size_t{2});
    QVERIFY(names.name(1) == "relu");
  }

  void everyCategoryHasItsOwnName() {
    QStringList seen;
    for (int i = 0; i <= static_cast<int>(Category::Other); ++i) {
      const QString name = QString::fromStdString(std::string(nameOf(static_cast<Category>(i))));
      QVERIFY(!name.isEmpty() && name != "?" && !seen.contains(name));
      seen << name;
    }
  }

  void nothingIsRecordedWhileOff() {
    Recorder recorder;
    SpanRing& ring = recorder.track("Trainer", 0);
    SpanRing& depth = recorder.track("queue depth", 1, true);
    { Span span(&recorder, &ring, recorder.intern("step"), Category::Step); }
    { Span span(nullptr, nullptr, 0, Category::Step); }
    depth.sample(nowNs(), 2);
    const Trace trace = recorder.take({}, "off");
    QCOMPARE(trace.spanCount(), std::size_t{0});
    QVERIFY(trace.tracks.empty());
    QCOMPARE(trace.begin, std::int64_t{0});
    QCOMPARE(trace.end, std::int64_t{0});
  }

  void spansCarryWhatTheyWereGiven() {
    Recorder recorder;
    recorder.enable(true);
    SpanRing& ring = recorder.track("Trainer", 0);
    const std::uint32_t step = recorder.intern("step"), conv = recorder.intern("conv2d");
    recorder.setStep(418);
    const std::int64_t before = nowNs();
    {
      Span outer(&recorder, &ring, step, Category::Step);
      { Span inner(&recorder, &ring, conv, Category::Forward, 7); }
      { Span inner(&recorder, &ring, conv, Category::Backward, 8); }
    }
    const std::int64_t after = nowNs();
    std::vector<TraceNode> nodes(9);
    nodes[7].category = Category::Copy;  // the node knows better than the span
    const Trace trace = recorder.take(nodes, "run 14, step 418");
    QCOMPARE(trace.tracks.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(trace.tracks[0].name), QString("Trainer"));
    QCOMPARE(trace.lanes.size(), std::size_t{2});
    QCOMPARE(trace.lanes[0].depth, 0);
    QCOMPARE(trace.lanes[1].depth, 1);
    QCOMPARE(trace.lanes[0].size(), std::size_t{1});
    QCOMPARE(trace.lanes[1].size(), std::size_t{2});
    QVERIFY(trace.names.name(trace.lanes[0].name[0]) == "step");
    QCOMPARE(trace.lanes[0].step[0], 418);
    QCOMPARE(trace.lanes[1].node[0], 7);
    QCOMPARE(trace.lanes[1].node[1], 8);
    QCOMPARE(trace.lanes[1].category[0], static_cast<std::uint8_t>(Category::Copy));
    QCOMPARE(trace.lanes[1].category[1], static_cast<std::uint8_t>(Category::Backward));
    QVERIFY(trace.begin >= before && trace.end <= after);
    QCOMPARE(trace.begin, trace.lanes[0].start[0]);
    QCOMPARE(trace.end, trace.lanes[0].start[0] + trace.lanes[0].duration[0]);
    QCOMPARE(trace.nodes.size(), std::size_t{9});
    QCOMPARE(QString::fromStdString(trace.source), QString("run 14, step 418"));
    QCOMPARE(recorder.take({}, "").spanCount(), std::size_t{0});  // taken once
  }

  void aTrackIsFoundAgainByName() {
    Recorder recorder;
    SpanRing& a = recorder.track("Loader worker 1", 10);
    SpanRing& b = recorder.track("Loader worker 2", 11);
    QVERIFY(&a != &b);
    QCOMPARE(&recorder.track("Loader worker 1", 10), &a);
  }

  // Two loaders may both have a "Loader worker 1": each thread has its own ring, the trace one track.
  void threadsOfOneNameShareATrackButNoRing() {
    Recorder recorder;
    SpanRing& mine = recorder.track("Loader worker 1", 10);
    SpanRing* theirs = nullptr;
    std::thread([&] {
      theirs = &recorder.track("Loader worker 1", 10);
      theirs->write(record(20, 5));
      theirs->write(record(2, 5));
    }).join();
    QVERIFY(theirs != &mine);
    mine.write(record(10, 5));
    mine.write(record(0, 5));
    const Trace trace = recorder.take({}, "");
    QCOMPARE(trace.tracks.size(), std::size_t{1});
    QCOMPARE(trace.lanes.size(), std::size_t{2});
    QCOMPARE(trace.lanes[0].start, (std::vector<std::int64_t>{0, 10, 20}));
    QCOMPARE(trace.lanes[1].start, (std::vector<std::int64_t>{2}));
  }

  void tracksAreOrdered() {
    Recorder recorder;
    recorder.enable(true);
    recorder.track("queue depth", 30, true).sample(5, 1);
    recorder.track("Loader worker 1", 20).write(record(1, 2));
    recorder.track("Trainer", 0).write(record(2, 2));
    recorder.track("silent", 5);
    const Trace trace = recorder.take({}, "");
    QCOMPARE(trace.tracks.size(), std::size_t{3});
    QCOMPARE(QString::fromStdString(trace.tracks[0].name), QString("Trainer"));
    QCOMPARE(QString::fromStdString(trace.tracks[1].name), QString("Loader worker 1"));
    QCOMPARE(QString::fromStdString(trace.tracks[2].name), QString("queue depth"));
    QVERIFY(trace.tracks[2].counter && !trace.tracks[0].counter);
    QCOMPARE(trace.counters.size(), std::size_t{1});
    QCOMPARE(trace.counters[0].track, 2);
    QCOMPARE(trace.begin, std::int64_t{1});
    QCOMPARE(trace.end, std::int64_t{5});
  }

  void nesting_data() {
    QTest::addColumn<Spans>("spans");  // start, duration, in the order they ended
    QTest::addColumn<Lanes>("lanes");  // the starts of each lane
    QTest::newRow("side by side") << Spans{{0, 5}, {5, 5}, {12, 1}} << Lanes{{0, 5, 12}};
    QTest::newRow("nested") << Spans{{2, 2}, {4, 3}, {1, 8}, {0, 10}} << Lanes{{0}, {1}, {2, 4}};
    QTest::newRow("same start") << Spans{{0, 2}, {0, 10}} << Lanes{{0}, {0}};
    QTest::newRow("equal spans") << Spans{{3, 4}, {3, 4}} << Lanes{{3}, {3}};
    QTest::newRow("no time at all") << Spans{{3, 0}, {3, 0}, {3, 2}} << Lanes{{3}, {3, 3}};
    QTest::newRow("crossing") << Spans{{0, 10}, {5, 10}, {12, 2}} << Lanes{{0}, {5}, {12}};
    QTest::newRow("none") << Spans{} << Lanes{};
  }
  void nesting() {
    QFETCH(Spans, spans);
    QFETCH(Lanes, lanes);
    std::vector<SpanRecord> records;
    for (const auto& [start, duration] : spans) records.push_back(record(start, duration));
    const std::vector<TraceLane> got = splitIntoLanes(records, 3);
    QCOMPARE(static_cast<int>(got.size()), static_cast<int>(lanes.size()));
    for (int i = 0; i < lanes.size(); ++i) {
      const TraceLane& lane = got[static_cast<std::size_t>(i)];
      QVERIFY(wellFormed(lane));
      QCOMPARE(lane.track, 3);
      QCOMPARE(lane.depth, i);
      QVector<int> starts;
      for (const std::int64_t start : lane.start) starts << static_cast<int>(start);
      QCOMPARE(starts, lanes[i]);
    }
  }

  void theOuterOfTwoEqualSpansIsTheOneThatEndedLater() {
    const std::vector<TraceLane> lanes = splitIntoLanes({record(3, 4, 1), record(3, 4, 2)}, 0);
    QCOMPARE(lanes[0].name[0], 2u);
    QCOMPARE(lanes[1].name[0], 1u);
  }

  void aFullRingDropsTheNewestAndCounts() {
    Recorder recorder(16);
    SpanRing& ring = recorder.track("Trainer", 0);
    for (int i = 0; i < 21; ++i) ring.write(record(i * 10, 5));
    Trace trace = recorder.take({}, "");
    QCOMPARE(trace.spanCount(), std::size_t{16});
    QCOMPARE(trace.lanes[0].start.back(), std::int64_t{150});
    QCOMPARE(trace.dropped, std::int64_t{5});
    ring.write(record(1000, 5));
    trace = recorder.take({}, "");
    QCOMPARE(trace.spanCount(), std::size_t{1});
    QCOMPARE(trace.dropped, std::int64_t{0});  // counted once
  }

  void ringsWrapAround() {
    Recorder recorder(16);
    SpanRing& ring = recorder.track("Trainer", 0);
    std::int64_t time = 0;
    for (int round = 0; round < 10; ++round) {
      for (int i = 0; i < 11; ++i) ring.write(record(time++ * 10, 5));
      recorder.collect();
    }
    const Trace trace = recorder.take({}, "");
    QCOMPARE(trace.spanCount(), std::size_t{110});
    QCOMPARE(trace.dropped, std::int64_t{0});
    for (std::size_t i = 0; i < 110; ++i) QCOMPARE(trace.lanes[0].start[i], static_cast<std::int64_t>(i) * 10);
  }

  void clearForgets() {
    Recorder recorder(4);
    recorder.enable(true);
    SpanRing& ring = recorder.track("Trainer", 0);
    SpanRing& depth = recorder.track("queue depth", 1, true);
    for (int i = 0; i < 9; ++i) ring.write(record(i, 1));
    depth.sample(3, 1);
    recorder.clear();
    const Trace trace = recorder.take({}, "");
    QCOMPARE(trace.spanCount(), std::size_t{0});
    QVERIFY(trace.counters.empty());
    QCOMPARE(trace.dropped, std::int64_t{0});
  }

  void samplesAreSortedByTime() {
    Recorder recorder;
    recorder.enable(true);
    SpanRing& depth = recorder.track("queue depth", 1, true);
    depth.sample(5, 1);
    depth.sample(3, 2);
    depth.sample(9, 3);
    const Trace trace = recorder.take({}, "");
    QCOMPARE(trace.counters[0].time, (std::vector<std::int64_t>{3, 5, 9}));
    QCOMPARE(trace.counters[0].value, (std::vector<double>{2, 1, 3}));
  }

  // Four writers, a collector and a taker at once: every span is either in a trace or counted as dropped.
  void manyThreads() {
    constexpr int kThreads = 4, kOuter = 4000;
    Recorder recorder(1024);
    recorder.enable(true);
    std::atomic<int> running{kThreads};
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t)
      threads.emplace_back([&, t] {
        SpanRing& ring = recorder.track("worker " + std::to_string(t), t);
        SpanRing& depth = recorder.track("queue depth", 100, true);
        const std::uint32_t outer = recorder.intern("outer"), inner = recorder.intern("inner " + std::to_string(t));
        for (int i = 0; i < kOuter; ++i) {
          recorder.setStep(i);
          Span a(&recorder, &ring, outer, Category::Data);
          { Span b(&recorder, &ring, inner, Category::Copy, t); }
          if (i % 64 == 0) depth.sample(nowNs(), i);
        }
        --running;
      });
    std::thread collector([&] {
      while (running > 0) recorder.collect();
    });
    std::size_t spans = 0, samples = 0;
    std::int64_t dropped = 0;
    bool sound = true;
    const auto add = [&](const Trace& trace) {
      spans += trace.spanCount();
      dropped += trace.dropped;
      for (const TraceLane& lane : trace.lanes) {
        sound = sound && wellFormed(lane);
        for (const std::uint32_t name : lane.name) sound = sound && name < trace.names.size();
      }
      for (const TraceCounter& counter : trace.counters) samples += counter.time.size();
    };
    while (running > 0) add(recorder.take({}, ""));
    for (std::thread& thread : threads) thread.join();
    collector.join();
    add(recorder.take({}, ""));
    QVERIFY(sound);
    QCOMPARE(static_cast<std::int64_t>(spans) + dropped, std::int64_t{kThreads} * kOuter * 2);
    QCOMPARE(samples, std::size_t{kThreads} * ((kOuter + 63) / 64));
  }

  // A recorder that runs on: the last spans can be looked at again and again, what is older is thrown away.
  void windowsOfARecorderThatRunsOn() {
    Recorder recorder;
    recorder.enable(true);
    SpanRing& ring = recorder.track("Trainer", 0);
    SpanRing& queue = recorder.track("queue", 10, true);
    const std::uint32_t name = recorder.intern("op");
    for (int i = 0; i < 10; ++i) {
      ring.write({i * 100, 50, name, -1, i, Category::Forward});
      queue.sample(i * 100, i);
    }
    for (int round = 0; round < 2; ++round) {
      const Trace all = recorder.window({}, "all", 0);
      QCOMPARE(all.spanCount(), std::size_t{10});
      const Trace late = recorder.window({}, "late", 700);
      QCOMPARE(late.spanCount(), std::size_t{3});
      QCOMPARE(late.begin, std::int64_t{700});
      QCOMPARE(late.counters[0].time.size(), std::size_t{3});
    }
    recorder.forget(551);
    QCOMPARE(recorder.window({}, "kept", 0).spanCount(), std::size_t{4});
    ring.write({1000, 50, name, -1, 10, Category::Forward});
    const Trace rest = recorder.take({}, "rest");
    QCOMPARE(rest.spanCount(), std::size_t{5});
    QCOMPARE(rest.begin, std::int64_t{600});
    QCOMPARE(recorder.take({}, "empty").spanCount(), std::size_t{0});
  }
};

QTEST_GUILESS_MAIN(RecorderTest)
#include "recorder_test.moc"
