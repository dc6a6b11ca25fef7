// What analysis says of the real traces, against the figures that others computed of them.
#include "profiler/analysis/busy_time.h"
#include "profiler/analysis/range_statistics.h"
#include "profiler/analysis/self_time.h"
#include "profiler/io/import.h"
// Above Qt.
#include "tests/profiler/io/trace_files.h"

namespace stepscope {

using namespace stepscope::test;

namespace {

std::vector<TimeRange> gpuWork(const Trace& trace, std::int32_t device = -1) {
  return rangesWhere(trace, device, [](const TraceLane& lane, std::size_t i) { return isGpuWork(lane.kindOf(i)); });
}

double part(const std::vector<TimeRange>& ranges, std::int64_t of) {
  return static_cast<double>(lengthOf(ranges)) / static_cast<double>(of);
}

}  // namespace

class TraceAnalysisTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void ranges() {
    using Ranges = std::vector<TimeRange>;
    QVERIFY(united({{5, 9}, {1, 3}, {3, 4}, {8, 12}, {20, 20}}) == (Ranges{{1, 4}, {5, 12}}));
    QCOMPARE(lengthOf({{1, 4}, {5, 12}}), std::int64_t{10});
    QVERIFY(intersection({{1, 4}, {5, 12}}, {{0, 2}, {3, 6}, {11, 99}}) == (Ranges{{1, 2}, {3, 4}, {5, 6}, {11, 12}}));
    QVERIFY(difference({{1, 4}, {5, 12}}, {{0, 2}, {3, 6}, {11, 99}}) == (Ranges{{2, 3}, {6, 11}}));
    QVERIFY(difference({{1, 10}}, {}) == (Ranges{{1, 10}}));
    QVERIFY(gpuWork(Trace()).empty() && loaderWaits(Trace()).empty() && stepSpans(Trace()).empty());
  }

  void resNet_data() {
    QTest::addColumn<int>("workers");
    QTest::addColumn<qint64>("stepUs");
    QTest::addColumn<qint64>("busyUs");
    QTest::addColumn<qint64>("gpuSpanUs");
    QTest::addColumn<QList<double>>("percent");  // loader, loader while the GPU is idle, busy, busy within the steps
    QTest::newRow("no workers") << 0 << qint64{1'048'976} << qint64{603'558} << qint64{996'477} << QList<double>{39.6, 33.9, 60.6, 56.0};
    QTest::newRow("four workers") << 4 << qint64{838'152} << qint64{614'413} << qint64{801'550} << QList<double>{1.0, 0.85, 76.7, 72.4};
  }
  void resNet() {
    NEEDS_SHARED_TRACES();
    QFETCH(int, workers);
    QFETCH(qint64, stepUs);
    QFETCH(qint64, busyUs);
    QFETCH(qint64, gpuSpanUs);
    QFETCH(QList<double>, percent);
    const auto trace = importTrace(QString("%1/resnet50_num_workers_%2.pt.trace.json.gz").arg(sharedTraces()).arg(workers).toStdString());
    QVERIFY(trace);
    std::vector<TimeRange> steps;
    std::int64_t stepNs = 0;
    for (const SpanRef& step : stepSpans(*trace)) {
      const TraceLane& lane = trace->laneOf(step);
      steps.push_back({lane.start[step.index], lane.start[step.index] + lane.duration[step.index]});
      stepNs += lane.duration[step.index];
    }
    const std::vector<TimeRange> waits = loaderWaits(*trace), work = gpuWork(*trace);
    QCOMPARE(steps.size(), std::size_t{6});
    QCOMPARE(stepNs, std::int64_t{stepUs * 1000});
    QCOMPARE(lengthOf(work), std::int64_t{busyUs * 1000});
    const std::int64_t gpuSpan = work.back().end - work.front().begin;
    QCOMPARE(gpuSpan, std::int64_t{gpuSpanUs * 1000});
    const TimeRange training{steps.front().begin, steps.back().end};
    const QList<double> got{part(waits, stepNs), part(difference(waits, work), stepNs), part(work, gpuSpan),
                            part(intersection(work, {training}), training.end - training.begin)};
    for (int i = 0; i < 4; ++i) QVERIFY2(std::abs(got[i] * 100 - percent[i]) < 0.05, qPrintable(QString("%1: %2").arg(i).arg(got[i] * 100)));
  }

  // Waits stand beside their stream, and what frames the recording is no work of it.
  void waitsAndFrames() {
    NEEDS_SHARED_TRACES();
    const auto trace = importTrace((sharedTraces() + "/alexnet_cuda_sync.json.gz").toStdString());
    QVERIFY(trace);
    int waits = 0, work = 0;
    for (const TraceLane& lane : trace->lanes) {
      const TraceTrack& track = trace->tracks[static_cast<std::size_t>(lane.track)];
      for (std::size_t i = 0; i < lane.size(); ++i) {
        const bool wait = lane.kindOf(i) == SpanKind::Sync;
        QVERIFY(!wait || (track.kind == TrackKind::Annotation && track.name.ends_with(", waits")));
        QVERIFY(!isGpuWork(lane.kindOf(i)) || track.kind == TrackKind::Stream);
        waits += wait;
        work += isGpuWork(lane.kindOf(i));
      }
    }
    QVERIFY(waits == 41 && work > 79);
    const RangeStatistics all = rangeStatistics(*trace, trace->begin, trace->end, RangeGrouping::Name);
    QVERIFY(all.entries.size() > 50);
    for (const RangeEntry& entry : all.entries) QVERIFY(entry.name != "PyTorch Profiler (0)");
    const auto named = std::find_if(all.entries.begin(), all.entries.end(), [](const RangeEntry& e) { return e.name == "Stream Sync"; });
    QVERIFY(named != all.entries.end() && named->category == Category::Other && named->kind == SpanKind::Sync);
  }

  void nsight() {
    NEEDS_SHARED_TRACES();
    const auto trace = importTrace((sharedTraces() + "/h100_2gpu_1s.sqlite.gz").toStdString());
    QVERIFY(trace);
    QCOMPARE(lengthOf(gpuWork(*trace, 0)), std::int64_t{962'890'247});
    QCOMPARE(lengthOf(gpuWork(*trace, 1)), std::int64_t{962'810'705});
    QCOMPARE(lengthOf(gpuWork(*trace, 2)), std::int64_t{0});
  }
};

}  // namespace stepscope

QTEST_APPLESS_MAIN(stepscope::TraceAnalysisTest)
#include "analysis_test.moc"
