// switches.num_workers = "auto": the number of workers by hand, when it is compared, and a run that begins so.
#include <QtTest>

#include "core/base/error.h"
#include "core/project/switches.h"
#include "core/store/run_store.h"
#include "core/train/loop/worker_pacing.h"
#include "tests/core/train/commands/commanded.h"

using namespace stepscope;
using namespace stepscope::test;

class AutoWorkersTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void plans_data() {
    QTest::addColumn<int>("cores");
    QTest::addColumn<int>("threads");
    QTest::addColumn<bool>("fixed");
    QTest::addColumn<double>("computeMs");
    QTest::addColumn<double>("readMs");
    QTest::addColumn<int>("workers");
    QTest::addColumn<int>("with");  // compute threads
    QTest::addColumn<double>("batchMs");
    // Two cores: 0 workers take 100 + 9 = 109 ms, 1 takes max(200, 9).
    QTest::newRow("a worker that is hardly busy") << 2 << 2 << false << 100.0 << 9.0 << 0 << 2 << 109.0;
    // 0: 100 + 200 = 300; 1: max(200, 200).
    QTest::newRow("reading takes as long as computing on one core") << 2 << 2 << false << 100.0 << 200.0 << 1 << 1 << 200.0;
    // The same, measured with one compute thread: 200 ms on one are 100 ms on two.
    QTest::newRow("measured with a worker") << 2 << 1 << false << 200.0 << 9.0 << 0 << 2 << 109.0;
    // 0: 80 + 40 = 120; 1: max(80 * 8 / 7, 40) = 91.4; 2: max(80 * 8 / 6, 20) = 106.7.
    QTest::newRow("eight cores, one worker") << 8 << 8 << false << 80.0 << 40.0 << 1 << 7 << 80.0 * 8 / 7;
    // 1: 400; 2: 200; 3: max(128, 133.3); 4: max(160, 100).
    QTest::newRow("eight cores, three workers") << 8 << 8 << false << 80.0 << 400.0 << 3 << 5 << 400.0 / 3;
    // 0: 100 + 2 = 102 is within 3 % of 1: max(100 * 64 / 63, 2) = 101.6.
    QTest::newRow("not worth a worker") << 64 << 64 << false << 100.0 << 2.0 << 0 << 64 << 102.0;
    // Six of eight cores compute, whatever the loader does: 1: max(50, 120), 2: max(50, 60).
    QTest::newRow("fixed compute threads") << 8 << 6 << true << 50.0 << 120.0 << 2 << 6 << 60.0;
    QTest::newRow("fixed, no core is free") << 4 << 4 << true << 50.0 << 120.0 << 0 << 4 << 170.0;
    QTest::newRow("one core") << 1 << 1 << false << 50.0 << 120.0 << 0 << 1 << 170.0;
    QTest::newRow("nothing was read") << 8 << 8 << false << 50.0 << 0.0 << 0 << 8 << 50.0;
  }
  void plans() {
    QFETCH(int, cores);
    QFETCH(int, threads);
    QFETCH(bool, fixed);
    QFETCH(double, computeMs);
    QFETCH(double, readMs);
    const WorkerPlan plan = planWorkers({cores, threads, fixed, computeMs, readMs});
    QTEST(plan.workers, "workers");
    QTEST(plan.threads, "with");
    QTEST(plan.batchMs, "batchMs");
  }

  void comparesWhenEnoughWasMeasured() {
    constexpr std::int64_t kMs = 1'000'000;
    WorkerPacing pacing;
    const auto see = [&](int batches, std::int64_t ns) {
      for (int i = 0; i < batches; ++i) pacing.sawBatch(ns);
    };
    see(100, 10 * kMs);
    QVERIFY(!pacing.due());  // the number was given
    pacing.adapt(true);
    pacing.restart();
    see(9, 100 * kMs);
    QVERIFY(!pacing.due());
    see(1, 100 * kMs);
    QVERIFY(pacing.due());
    QCOMPARE(pacing.computeMs(), 100.0);
    // Reading 4 ms: 0 workers stay the best, and the next comparison waits for 20 batches.
    QVERIFY(!pacing.better({2, 2, false, pacing.computeMs(), 4}, 0));
    see(19, 100 * kMs);
    QVERIFY(!pacing.due());
    see(1, 100 * kMs);
    QVERIFY(pacing.due());
    // 0 workers: 100 + 150; 1: 200. A fifth less.
    const auto plan = pacing.better({2, 2, false, 100, 150}, 0);
    QVERIFY(plan && plan->workers == 1 && plan->threads == 1);
    // Short batches: ten times as many are not yet 0.3 s.
    pacing.restart();
    see(200, kMs);
    QVERIFY(!pacing.due());
    see(100, kMs);
    QVERIFY(pacing.due());
    // Predicted to save less than a tenth: it stays.
    QVERIFY(!pacing.better({2, 2, false, 100, 108}, 0));
    // Three changes at most.
    for (int change = 1; change < 3; ++change) {
      see(5000, kMs);
      QVERIFY(pacing.due());
      QVERIFY(pacing.better({2, 2, false, 100, 150}, 0));
      see(5000, kMs);
    }
    QVERIFY(!pacing.due());
  }

  void theSwitchTakesIt() {
    Switches switches = turned({}, "num_workers", "auto");
    QVERIFY(switches.autoWorkers);
    QCOMPARE(switches.numWorkers, std::int64_t{0});
    switches = turned(switches, "num_workers", "3");
    QVERIFY(!switches.autoWorkers);
    QCOMPARE(switches.numWorkers, std::int64_t{3});
    try {
      turned({}, "num_workers", "automatic");
      QFAIL("taken");
    } catch (const Error& error) {
      QVERIFY2(QString(error.what()).contains("or \"auto\""), error.what());
    }
    // Kept in a configuration and in a project file.
    const QTemporaryDir folder;
    const Project project = tinyProject(folder, {{"switches.num_workers", "auto"}});
    QVERIFY(project.switches.autoWorkers);
    QVERIFY(projectFromJson(toJson(project)).switches == project.switches);
  }

  // A run says which number it uses, begins with 0, and computes what a run with 0 computes. With deterministic results nothing is measured.
  void aRun_data() {
    QTest::addColumn<bool>("deterministic");
    QTest::newRow("deterministic") << true;
    QTest::newRow("not deterministic") << false;
  }
  void aRun() {
    QFETCH(bool, deterministic);
    const QTemporaryDir folder, other;
    const std::string value = deterministic ? "on" : "off";
    const Overrides sets{{"switches.num_workers", "auto"}, {"switches.deterministic", value}};
    const Project project = tinyProject(folder, sets);
    const Commanded run(project, tinyOptions(), {});
    QCOMPARE(run.end().status, RunStatus::Finished);
    const Project kept = projectFromJson(RunReader(project.storePath()).run(run.end().run)->configuration);
    QVERIFY(!kept.switches.autoWorkers);
    const bool worker = deterministic && kept.switches.numWorkers == 1;  // at least four cores
    QVERIFY(worker || kept.switches.numWorkers == 0);
    const Commanded wanted(tinyProject(other, {{"switches.num_workers", worker ? "1" : "0"}, {"switches.deterministic", value}}), tinyOptions(), {});
    QCOMPARE(run.losses(), wanted.losses());
  }
};

QTEST_GUILESS_MAIN(AutoWorkersTest)
#include "auto_workers_test.moc"
