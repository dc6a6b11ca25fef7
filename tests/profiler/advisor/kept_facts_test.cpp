// What the advisor takes from a run in the store: steps of the captured switches alone.
#include "profiler/advisor/kept_facts.h"

#include <algorithm>

#include "core/store/run_store.h"
#include "tests/profiler/analysis/trace_builder.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope;

class KeptFactsTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir folder_;
  RunId run_ = 0;
  std::string store() const { return folder_.filePath("runs.db").toStdString(); }

  // The captured steps begin with this one.
  static std::shared_ptr<const Trace> captured(std::int32_t first) {
    TraceBuilder b;
    for (int k = 0; k < 3; ++k) b.span("Trainer", "step", Category::Step, k * 10'000'000, 10'000'000, -1, first + k);
    return std::make_shared<const Trace>(b.build());
  }

 private Q_SLOTS:
  // 100 steps of 24 ms, then 60 of 49 ms with twice the batch.
  void initTestCase() {
    RunWriter writer(store());
    RunInfo info;
    info.model = "lenet5";
    info.status = RunStatus::Running;
    info.configuration = "{}";
    run_ = info.id = writer.createRun(info);
    for (int step = 1; step <= 160; ++step) writer.append(run_, "step_ms", Point{step, 0, step <= 100 ? 24.0 : 49.0});
    writer.mark(run_, {100, 0, "switch", "batch size 32 -> 64"});
    writer.flush();
  }

  void stepsOfTheCapturedSwitches_data() {
    QTest::addColumn<int>("first");  // -1: no capture
    QTest::addColumn<double>("ms");
    QTest::addColumn<int>("steps");
    QTest::newRow("captured before the change") << 23 << 24.0 << 98;
    QTest::newRow("captured after it") << 120 << 49.0 << 58;
    QTest::newRow("no capture: the newest") << -1 << 49.0 << 58;
  }
  void stepsOfTheCapturedSwitches() {
    QFETCH(int, first);
    QFETCH(double, ms);
    QFETCH(int, steps);
    const AdviceFacts facts = runFacts(store(), run_, first < 0 ? nullptr : captured(first), nullptr);
    QVERIFY(facts.run.has_value());
    QCOMPARE(facts.run->stepMs.size(), static_cast<std::size_t>(steps));
    QVERIFY(std::all_of(facts.run->stepMs.begin(), facts.run->stepMs.end(), [&](double one) { return one == ms; }));
  }

  // Written by what ends a span, where the run has no marker.
  void spansToo() {
    RunWriter writer(store());
    RunInfo info = RunReader(store()).run(run_).value();
    RunSpan early, late;
    early.lastStep = 130;
    late.firstStep = 131;
    late.lastStep = 160;
    early.busyShare = 0.02;
    late.busyShare = 0.3;
    info.spans = {early, late};
    writer.update(info);
    writer.flush();
    QCOMPARE(runFacts(store(), run_, captured(140), nullptr).run->stepMs.size(), std::size_t{28});
    QCOMPARE(runFacts(store(), run_, captured(110), nullptr).run->stepMs.size(), std::size_t{28});
    // Each with how busy the cores were while they ran.
    QCOMPARE(runFacts(store(), run_, captured(110), nullptr).run->coresTaken, std::optional(0.02));
    QCOMPARE(runFacts(store(), run_, captured(140), nullptr).run->coresTaken, std::optional(0.3));
  }

  // As environmentJson() writes it: a run on a GPU has the driver, and names of instruction sets say nothing ("SME" is one of a CPU).
  void aRunOnAGpuHasADriver() {
    RunWriter writer(store());
    const auto onGpu = [&](const char* environment) {
      writer.setArtefact(run_, "environment", environment);
      writer.flush();
      return runFacts(store(), run_, captured(110), nullptr).machine.value().gpu;
    };
    QVERIFY(onGpu(R"({"device": "NVIDIA H200", "isa": "compute 9.0", "driver": "CUDA 13.0"})"));
    QVERIFY(!onGpu(R"({"device": "AMD EPYC 9B45", "isa": "AVX-512"})"));
    QVERIFY(!onGpu(R"({"device": "Neoverse", "isa": "SME2"})"));
  }

  // The newest span is written at the ends of epochs: how busy the cores were after it is not known yet.
  void stepsAfterTheSpanWasWritten() {
    RunWriter writer(store());
    RunInfo info = RunReader(store()).run(run_).value();
    RunSpan early, late;
    early.lastStep = 130;
    late.firstStep = 131;
    late.lastStep = 150;
    late.busyShare = 0.01;
    info.spans = {early, late};
    writer.update(info);
    writer.flush();
    QCOMPARE(runFacts(store(), run_, captured(140), nullptr).run->stepMs.size(), std::size_t{18});
    QVERIFY(!runFacts(store(), run_, captured(110), nullptr).run->coresTaken);
  }
};

QTEST_GUILESS_MAIN(KeptFactsTest)
#include "kept_facts_test.moc"
