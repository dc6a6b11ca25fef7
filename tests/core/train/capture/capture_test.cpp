// Which steps are captured, and the ring of the last steps that somebody follows.
#include "core/base/clock.h"
#include "core/graph/node_keys.h"
#include "core/project/capture_schedule.h"
#include "core/train/trainer.h"
#include "profiler/analysis/self_time.h"
#include "profiler/trace/node_keys.h"
#include "tests/core/train/trained.h"

#include <QtTest>
#include <map>
#include <set>
#include <variant>

using namespace stepscope;
using namespace stepscope::test;

namespace {

std::set<int> stepsOf(const Trace& trace) {
  std::set<int> steps;
  for (const SpanRef& span : stepSpans(trace)) steps.insert(trace.laneOf(span).step[span.index]);
  return steps;
}

}  // namespace

class CaptureTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Held against what torch.profiler.schedule(wait, warmup, active, repeat, skip_first) of PyTorch 2.11 gives for steps 0 to 15:
  // . NONE, w WARMUP, r RECORD, s RECORD_AND_SAVE (the last active step).
  void scheduleIsPyTorchs_data() {
    QTest::addColumn<QList<int>>("arguments");  // skip_first, wait, warmup, active, repeat
    QTest::addColumn<QString>("phases");
    QTest::newRow("once") << QList<int>{3, 0, 0, 2, 1} << "...rs...........";
    QTest::newRow("wait and warm up") << QList<int>{1, 2, 1, 3, 1} << "...wrrs.........";
    QTest::newRow("twice") << QList<int>{0, 1, 1, 2, 2} << ".wrs.wrs........";
    QTest::newRow("without end") << QList<int>{2, 1, 1, 1, 0} << "...ws.ws.ws.ws.w";
    QTest::newRow("all") << QList<int>{0, 0, 0, 4, 0} << "rrrsrrrsrrrsrrrs";
    QTest::newRow("never") << QList<int>{-1, 0, 0, 4, 0} << "................";
  }
  void scheduleIsPyTorchs() {
    QFETCH(QList<int>, arguments);
    QFETCH(QString, phases);
    const CaptureSchedule schedule{arguments[0], arguments[1], arguments[2], arguments[3], arguments[4]};
    bool inWindow = false;
    for (int step = 0; step < phases.size(); ++step) {
      const QChar expected = phases[step];
      const CaptureSchedule::Phase phase = schedule.phase(step);
      QCOMPARE(phase == CaptureSchedule::Phase::Idle, expected == '.');
      QCOMPARE(phase == CaptureSchedule::Phase::Warmup, expected == 'w');
      QCOMPARE(schedule.windowBegins(step), !inWindow && (expected == 'r' || expected == 's'));
      inWindow = expected == 'r';
    }
  }

  void windowsRepeat() {
    QTemporaryDir folder;
    const Trained trained = train(smallProject(folder, {{"train.capture.step", "2"},
                                                        {"train.capture.wait", "1"},
                                                        {"train.capture.warmup", "1"},
                                                        {"train.capture.steps", "3"},
                                                        {"train.capture.repeat", "2"}}));
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    QCOMPARE(trained.captures.size(), std::size_t{2});
    QCOMPARE(stepsOf(*trained.captures[0].trace), (std::set<int>{5, 6, 7}));
    QCOMPARE(stepsOf(*trained.captures[1].trace), (std::set<int>{10, 11, 12}));
    QCOMPARE(trained.captures[1].breakdown->steps, 3);
    QVERIFY(!trained.captures[0].asked);
  }

  // Nodes of a trace meet those of the graph by their keys, and know what they wait for.
  void nodesAreThoseOfTheGraph() {
    QTemporaryDir folder;
    const Trained trained = train(smallProject(folder, {{"train.capture.step", "2"}, {"train.capture.steps", "1"}, {"train.epochs", "1"}}));
    QCOMPARE(trained.captures.size(), std::size_t{1});
    const Trace& trace = *trained.captures[0].trace;
    const Graph& graph = trained.plans.back()->graph;
    const std::vector<NodeKey> keys = nodeKeys(trace);
    QVERIFY(keys == nodeKeys(graph));
    QCOMPARE(std::set<NodeKey>(keys.begin(), keys.end()).size(), graph.nodes().size());  // each its own
    std::size_t inputs = 0;
    for (std::size_t i = 0; i < trace.nodes.size(); ++i) {
      inputs += trace.nodes[i].inputs.size();
      for (const std::int32_t input : trace.nodes[i].inputs) QVERIFY(input < static_cast<std::int32_t>(i));  // nodes are in execution order
    }
    QVERIFY(inputs + 3 >= graph.nodes().size());  // nearly every node reads what another made
    std::int64_t atPeak = 0;
    for (const TraceMemory& memory : trace.atPeak) atPeak += memory.bytes;
    const MemoryPlan& plan = trained.plans.back()->plan;
    QVERIFY(atPeak > plan.stateBytes / 2 && atPeak <= plan.peakBytes());
  }

  // The first steps that are recorded set recording up: two of them are thrown away unless the project says otherwise.
  void aWindowOpensWarm() {
    QTemporaryDir folder;
    const Trained trained = train(smallProject(folder, {{"train.capture.step", "6"}, {"train.capture.steps", "3"}}));
    QCOMPARE(trained.captures.size(), std::size_t{1});
    const Trace& trace = *trained.captures[0].trace;
    QCOMPARE(stepsOf(trace), (std::set<int>{9, 10, 11}));
    // The steps before it were not recorded: their median stands beside it.
    QVERIFY(trace.unrecordedStepNs > 0);
    QVERIFY(trace.othersShare >= -1 && trace.othersShare <= 1);
  }

  void aWindowThatIsAskedForOpensWarmToo() {
    QTemporaryDir folder;
    const Trained trained = trainStepByStep(smallProject(folder), {}, [](Trainer& trainer, const Trained& so, const TrainerEvent& event) {
      if (std::holds_alternative<StepEvent>(event) && so.steps.size() == 8) trainer.capture(2);
    });
    QCOMPARE(trained.captures.size(), std::size_t{1});
    QCOMPARE(stepsOf(*trained.captures[0].trace), (std::set<int>{11, 12}));
    QVERIFY(trained.captures[0].asked);
  }

  void aShortRunIsCapturedAtItsEnd() {
    QTemporaryDir folder;
    for (const auto& [epochs, steps] : {std::pair<const char*, std::set<int>>{"1", {8, 9, 10}}}) {
      const Trained trained = train(smallProject(folder, {{"train.epochs", epochs}, {"train.capture.step", "500"}, {"train.capture.steps", "3"}}));
      QCOMPARE(trained.captures.size(), std::size_t{1});
      QCOMPARE(stepsOf(*trained.captures[0].trace), steps);
    }
    // One step alone: better without a warm-up than nothing.
    const Trained one = train(smallProject(folder, {{"train.epochs", "1"}, {"switches.batch_size", "320"}, {"train.capture.step", "500"}}));
    QCOMPARE(one.captures.size(), std::size_t{1});
    QCOMPARE(stepsOf(*one.captures[0].trace), (std::set<int>{1}));
    QCOMPARE(one.captures[0].trace->unrecordedStepNs, 0);  // there was none: not known
  }

  // A switch that makes another program: what was asked for is recorded of the new one, warm.
  void aWindowWaitsForTheProgram() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "4"}});
    const Trained trained = trainStepByStep(project, {}, [&](Trainer& trainer, const Trained& so, const TrainerEvent& event) {
      if (!std::holds_alternative<StepEvent>(event)) return;
      if (so.steps.size() == 5) trainer.capture(2);
      if (so.steps.size() == 6) {
        Switches next = project.switches;
        next.batchSize = 64;
        trainer.setSwitches(next);
      }
    });
    QCOMPARE(trained.captures.size(), std::size_t{1});
    QCOMPARE(stepsOf(*trained.captures[0].trace), (std::set<int>{9, 10}));
    QCOMPARE(trained.captures[0].trace->unrecordedStepNs, 0);  // of this program none
  }

  // Histograms of a step within the window wait for the step behind it.
  void histogramsAreGatheredBehindTheWindow() {
    QTemporaryDir folder;
    const Project project = smallProject(
        folder, {{"train.capture.step", "3"}, {"train.capture.steps", "4"}, {"train.histograms.every_steps", "7"}, {"train.epochs", "1"}});
    const Trained trained = train(project);
    QCOMPARE(stepsOf(*trained.captures.at(0).trace), (std::set<int>{6, 7, 8, 9}));
    const RunReader store(project.storePath());
    const auto rows = store.histograms(trained.end.run, store.histogramParameters(trained.end.run).at(0), false);
    QCOMPARE(rows.size(), std::size_t{1});
    QCOMPARE(rows[0].step, 10);
  }

  // A window across the end of an epoch has whole steps and the validation between them, outside.
  void validationIsBetweenSteps() {
    QTemporaryDir folder;
    const Trained trained = train(smallProject(folder, {{"train.epochs", "2"}, {"train.capture.step", "6"}, {"train.capture.steps", "6"}}));
    const Trace& trace = *trained.captures.at(0).trace;
    QCOMPARE(stepsOf(trace), (std::set<int>{9, 10, 11, 12, 13, 14}));
    int validations = 0;
    std::map<int, int> nodes;
    for (const TraceLane& lane : trace.lanes)
      for (std::size_t i = 0; i < lane.size(); ++i) {
        validations += trace.names.name(lane.name[i]) == "validation";
        if (lane.node[i] >= 0) ++nodes[lane.step[i]];
      }
    QCOMPARE(validations, 1);
    for (int step = 9; step <= 14; ++step) QCOMPARE(nodes[step], nodes[9]);
    QCOMPARE(nodes.count(-1), std::size_t{0});
  }

  void theLastStepsCanBeFollowed() {
    QTemporaryDir folder;
    Project project = smallProject(folder, {{"train.capture.step", "3"}, {"train.capture.steps", "2"}, {"train.epochs", "100000"}});
    Trainer trainer(project, {});
    trainer.follow(4);
    int lives = 0, last = 0;
    bool captured = false, ended = false;
    const std::int64_t begun = nowNs();
    while (!ended && nowNs() - begun < 60'000'000'000) {
      trainer.events().wait(50);
      for (const TrainerEvent& event : trainer.events().drain()) {
        if (const auto* live = std::get_if<LiveEvent>(&event)) {
          const std::set<int> steps = stepsOf(*live->trace);
          QVERIFY(!steps.empty() && steps.size() <= 4);
          QCOMPARE(*steps.rbegin() - *steps.begin() + 1, static_cast<int>(steps.size()));  // without a gap
          QVERIFY(*steps.rbegin() > last);                                                 // and each time later ones
          last = *steps.rbegin();
          QVERIFY(!live->trace->nodes.empty());
          if (++lives == 3) trainer.stop();
          trainer.wantLive();
        } else if (const auto* capture = std::get_if<CaptureEvent>(&event)) {
          // The schedule's window is whole although the ring runs on beside it.
          QCOMPARE(stepsOf(*capture->trace), (std::set<int>{6, 7}));
          captured = true;
        } else if (std::holds_alternative<EndEvent>(event)) {
          ended = true;
        }
      }
    }
    trainer.join();
    QVERIFY(ended && captured);
    QVERIFY(lives >= 3);
  }

  void nothingIsToldToWhoDoesNotFollow() {
    QTemporaryDir folder;
    const Trained trained = train(smallProject(folder, {}));
    QCOMPARE(trained.lives, 0);
  }
};

QTEST_GUILESS_MAIN(CaptureTest)
#include "capture_test.moc"
