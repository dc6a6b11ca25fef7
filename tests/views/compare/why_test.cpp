// Why two runs differ: captured steps of two stores' runs, node by node; one zoom for both timelines; memory plans; what is missing is told.
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "core/store/run_store.h"
#include "profiler/trace/trace_file.h"
#include "tests/views/patience.h"
#include "tests/views/pictures.h"
#include "tests/views/timeline/sample_trace.h"
#include "views/compare/cell_table.h"
#include "views/compare/why_card.h"
#include "views/curves/curve_panel.h"
#include "views/timeline/timeline_canvas.h"

using namespace stepscope;

namespace {

// Runs 1 and 2; the second one's steps begin later, and its first convolution takes 10 ms less.
struct Two {
  QTemporaryDir folder;
  QString store = folder.filePath(QStringLiteral("runs.db"));
  RunFacts a, b;
  Two() {
    RunWriter writer(store.toStdString());
    for (const char* name : {"slow", "fast"}) {
      RunInfo info;
      info.name = name;
      const RunId id = writer.createRun(info);
      writer.setArtefact(id, "memory_plan",
                         id == 1 ? R"({"nodes": [{"live_bytes": 100}, {"live_bytes": 300}, {"live_bytes": 200}]})"
                                 : R"({"nodes": [{"live_bytes": 100}, {"live_bytes": 150}]})");
      writer.flush();
    }
    a.info.id = 1;
    a.info.name = "slow";
    a.breakdownSamples = 64;
    b = a;
    b.info.id = 2;
    b.info.name = "fast";
  }
  void capture(RunId run, const Trace& trace) { saveTrace(trace, folder.filePath(QStringLiteral("runs/%1/capture.sstrace").arg(run)).toStdString()); }
};

Trace faster() {
  Trace trace = *sampleTrace();
  for (TraceLane& lane : trace.lanes)
    for (std::size_t i = 0; i < lane.size(); ++i)
      if (lane.node[i] == 0) lane.duration[i] -= 10 * kMs;
  return trace;
}

}  // namespace

class WhyTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void tellsNodeByNode();
  void oneZoomForBoth();
  void whatIsMissing();
  void memoryPlans();
};

void WhyTest::tellsNodeByNode() {
  Two two;
  two.capture(1, *sampleTrace());
  two.capture(2, faster());
  WhyModel model;
  WhyCard card(&model);
  card.resize(1000, 900);
  card.show();
  model.compare(two.store, &two.a, &two.b);
  QTRY_VERIFY_WITH_TIMEOUT(model.why() && model.why()->diff, kPatience);
  QVERIFY(!card.sentence().isEmpty());
  const QString table = card.table()->cells()->text();
  QVERIFY2(table.contains(QStringLiteral("−10")), qPrintable(table));
  QVERIFY(table.startsWith(QStringLiteral("what\tslow\tfast\n")));
  keepPictures(card, QStringLiteral("why"));
}

void WhyTest::oneZoomForBoth() {
  Two two;
  two.capture(1, *sampleTrace());
  two.capture(2, *sampleTrace());
  WhyModel model;
  WhyCard card(&model);
  card.resize(1000, 900);
  card.show();
  model.compare(two.store, &two.a, &two.b);
  QTRY_VERIFY_WITH_TIMEOUT(model.why() && model.why()->diff, kPatience);
  runQueued();
  card.timeline(0)->showTimes(10e6, 40e6, 0);
  QCOMPARE(card.timeline(1)->axis().begin, card.timeline(0)->axis().begin);
  QVERIFY(std::abs(card.timeline(1)->axis().length - card.timeline(0)->axis().length) < 1);
}

void WhyTest::whatIsMissing() {
  Two two;
  two.capture(1, *sampleTrace());
  WhyModel model;
  WhyCard card(&model);
  model.compare(two.store, &two.a, &two.b);
  QTRY_VERIFY_WITH_TIMEOUT(model.why() != nullptr, kPatience);
  QVERIFY(!model.why()->diff);
  QVERIFY2(model.why()->problem.startsWith(QStringLiteral("fast has no captured steps")), qPrintable(model.why()->problem));
  QFile broken(two.folder.filePath(QStringLiteral("runs/2/capture.sstrace")));
  QDir().mkpath(QFileInfo(broken.fileName()).path());
  QVERIFY(broken.open(QIODevice::WriteOnly));
  broken.write("no trace");
  broken.close();
  model.compare(two.store, nullptr, nullptr);
  QVERIFY(!model.why());
  model.compare(two.store, &two.a, &two.b);
  QTRY_VERIFY_WITH_TIMEOUT(model.why() != nullptr, kPatience);
  QVERIFY(!model.why()->problem.isEmpty());
}

void WhyTest::memoryPlans() {
  QCOMPARE(memoryLineOf(R"({"nodes": [{"live_bytes": 5}, {}, 3]})").y[0], 5.0);
  QVERIFY(std::isnan(memoryLineOf(R"({"nodes": [{"live_bytes": 5}, {}]})").y[1]));
  QVERIFY(memoryLineOf("damaged {").empty());
  Two two;
  WhyModel model;
  WhyCard card(&model);
  card.show();
  model.compare(two.store, &two.a, &two.b);
  QTRY_VERIFY_WITH_TIMEOUT(model.why() != nullptr, kPatience);
  QVERIFY(card.memory()->isVisible());
  QCOMPARE(card.memory()->line(0).y, (std::vector<double>{100, 300, 200}));
  QCOMPARE(card.memory()->line(1).y, (std::vector<double>{100, 150}));
}

QTEST_MAIN(WhyTest)
#include "why_test.moc"
