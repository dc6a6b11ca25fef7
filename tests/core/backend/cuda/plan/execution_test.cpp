// How a step runs on the GPU: as one launch or kernel by kernel, with and without a profiler, without the host waiting; and what is said
// when the device or the data fail. On the emulated device. Qt last: its macro "slots" would change the memory plan's header.
#include "core/backend/cuda/plan/program.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "profiler/trace/recorder.h"
#include "tests/core/backend/cuda/emulated_steps.h"

#include <map>
#include <set>
#include <tuple>

#include <QtTest>

using namespace stepscope;
using cuda::emulation;

namespace {

QString sentenceOf(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return QString::fromUtf8(error.what());
  }
  return {};
}

}  // namespace

class CudaExecutionTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { emulation() = {}; }
  void cleanup() {
    QCOMPARE(emulation().allocations, 0);
    QCOMPARE(emulation().hostAllocations, 0);
    QCOMPARE(emulation().events, 0);
    QCOMPARE(emulation().graphs, 0);
    QCOMPARE(emulation().plans, 0);
  }

  // Every kernel appears once, on the track of its stream, with the node and step that started it: of the first step, which runs kernel by
  // kernel, with an arrow from its call; of the others, which are one CUDA graph, by the node that was pushed when the graph was recorded.
  void recordingShowsKernelsByNode_data() {
    QTest::addColumn<bool>("watches");
    QTest::addColumn<bool>("attributes");
    QTest::addColumn<int>("graphLaunches");
    QTest::newRow("graphs are attributed") << true << true << 2;
    QTest::newRow("another profiler is subscribed") << false << true << 0;
    QTest::newRow("a driver that does not tell") << true << false << 1;
  }
  void recordingShowsKernelsByNode() {
    QFETCH(bool, watches);
    QFETCH(bool, attributes);
    QFETCH(int, graphLaunches);
    emulation().watchesGraphs = watches;
    emulation().attributesGraphs = attributes;
    emulation().libraries = false;
    const Graph graph = lenetStep();
    const auto program = started(graph);
    Recorder recorder;
    recorder.enable(true);
    for (int n = 0; n < 3; ++n) {
      bindInputs(*program, graph, inputsOf(graph, 0));
      recorder.setStep(n);
      program->run(&recorder);
    }
    QCOMPARE(emulation().graphLaunches, std::int64_t{graphLaunches});
    QCOMPARE(emulation().collectorStops, 0);
    program->settleRecording(recorder);
    program->run();  // ends the collecting
    QCOMPARE(emulation().collectorStops, 1);
    const Trace trace = recorder.take(std::vector<TraceNode>(program->graph().nodes().size()), "test");
    std::map<int, std::int64_t> kernels;
    std::map<int, std::set<int>> nodes;
    std::int64_t calls = 0;
    for (const TraceLane& lane : trace.lanes) {
      const TraceTrack& track = trace.tracks[static_cast<std::size_t>(lane.track)];
      for (std::size_t i = 0; i < lane.size(); ++i) {
        calls += lane.kindOf(i) == SpanKind::Runtime;
        if (lane.kindOf(i) != SpanKind::Kernel) continue;
        QCOMPARE(track.name, std::string("GPU stream 7"));
        QVERIFY(track.kind == TrackKind::Stream);
        ++kernels[lane.step[i]];
        nodes[lane.step[i]].insert(lane.node[i]);
        const std::string json = trace.arguments->json(lane.argumentsOf(i));
        QVERIFY2(json.find("\"grid\":[") != std::string::npos && json.find("est. achieved occupancy %") != std::string::npos, json.c_str());
      }
    }
    QCOMPARE(static_cast<int>(kernels.size()), 3);
    for (int n = 0; n < 3; ++n) {
      QCOMPARE(kernels[n], kernels[0]);
      const bool told = attributes || n != 1;
      QCOMPARE(nodes[n].count(-1), std::size_t{told ? 0U : 1U});
      for (std::size_t k = 0; told && k < program->kernels().size(); ++k)
        if (program->kernels()[k].kernel == "own") QVERIFY2(nodes[n].count(static_cast<int>(k)), std::to_string(k).c_str());
    }
    QCOMPARE(calls, kernels[0] * (3 - graphLaunches) + graphLaunches);
    QCOMPARE(static_cast<std::int64_t>(trace.flows.size()), 3 * kernels[0]);  // every kernel has the call that started it
    QCOMPARE(static_cast<int>(trace.devices.size()), 1);
    QCOMPARE(trace.devices[0].name, std::string("emulated device"));
    const bool noted = std::any_of(trace.notes.begin(), trace.notes.end(),
                                   [](const TraceNote& note) { return note.reason == "kernels of a CUDA graph without a layer"; });
    QCOMPARE(noted, !attributes);
  }

  // CUPTI detached and attached again may have forgotten the clock that it was given.
  void recordsOfTheWallClockAreBroughtToOurs() {
    const Graph graph = lenetStep();
    const auto program = started(graph);
    emulation().wallClock = true;
    Recorder recorder;
    recorder.enable(true);
    const std::int64_t begin = nowNs();
    for (int n = 0; n < 2; ++n) {
      bindInputs(*program, graph, inputsOf(graph, 0));
      program->run(&recorder);
    }
    const std::int64_t end = nowNs();
    const Trace trace = recorder.take(std::vector<TraceNode>(program->graph().nodes().size()), "test");
    int kernels = 0;
    constexpr std::int64_t kSlackNs = 3'600'000'000'000;  // the wall clock is decades away, and the two are read one after the other
    for (const TraceLane& lane : trace.lanes)
      for (std::size_t i = 0; i < lane.size(); ++i) {
        if (lane.kindOf(i) != SpanKind::Kernel) continue;
        ++kernels;
        QVERIFY(lane.start[i] > begin - kSlackNs && lane.start[i] + lane.duration[i] < end + kSlackNs);
      }
    QVERIFY(kernels > 20);
  }

  void withoutPermissionNodesAreWaitedFor() {
    emulation().canCollect = false;
    const Graph graph = lenetStep();
    const auto program = started(graph);
    Recorder recorder;
    recorder.enable(true);
    for (int n = 0; n < 2; ++n) {
      bindInputs(*program, graph, inputsOf(graph, 0));
      program->run(&recorder);
    }
    QCOMPARE(dynamic_cast<cuda::CudaProgram*>(program.get())->whyNoKernels(), std::string("no permission for counters"));
    const Trace trace = recorder.take(std::vector<TraceNode>(program->graph().nodes().size()), "test");
    QCOMPARE(static_cast<int>(trace.tracks.size()), 1);
    QVERIFY(trace.lanes[0].size() > 20);
    QVERIFY2(!trace.notes.empty() && trace.notes[0].reason.find("no permission for counters") != std::string::npos, "the reason is not told");
  }

  // Another program runs between the recorded steps, as a validation step does, and weights are read: nothing of that is theirs.
  void workOfOthersIsInNoStep() {
    emulation().libraries = false;
    const Graph graph = lenetStep(), other = evaluationStep({.model = "lenet5", .sample = {1, 28, 28}, .batch = 2});
    const auto backend = cuda::makeBackend(cuda::emulatedDevice());
    const auto program = backend->compile(graph, {}), validation = backend->compile(other, {}, program.get());
    start(*program, graph);
    start(*validation, other);
    Recorder recorder;
    recorder.enable(true);
    for (int n = 0; n < 6; ++n) {
      if (n == 3 || n == 4) runStep(*validation, other, 0);
      bindInputs(*program, graph, inputsOf(graph, 0));
      recorder.setStep(n);
      program->run(&recorder);
    }
    QCOMPARE(emulation().collectorStops, 0);
    program->settleRecording(recorder);
    const Trace trace = recorder.take(std::vector<TraceNode>(program->graph().nodes().size()), "test");
    std::map<int, int> kernels;
    int overheads = 0, waits = 0;
    for (const TraceLane& lane : trace.lanes)
      for (std::size_t i = 0; i < lane.size(); ++i) {
        kernels[lane.step[i]] += lane.kindOf(i) == SpanKind::Kernel;
        overheads += lane.kindOf(i) == SpanKind::Overhead;
        waits += trace.names.name(lane.name[i]) == "wait for the GPU";
        if (lane.kindOf(i) == SpanKind::Kernel) QVERIFY(lane.node[i] >= 0);
      }
    QVERIFY(kernels[0] > 10);
    for (const auto& [step, count] : kernels) QCOMPARE(count, kernels[0]);
    QCOMPARE(kernels.size(), std::size_t{6});
    // What recording takes has its own spans, beside the step's wait.
    QVERIFY(overheads > 0);
    QCOMPARE(waits, 6);
    QVERIFY(trace.notes.empty() || std::none_of(trace.notes.begin(), trace.notes.end(),
                                                [](const TraceNote& note) { return note.reason == "kernels of a CUDA graph without a layer"; }));
  }

  void twoRecordingsInOneProcess_data() {
    QTest::addColumn<bool>("wrong");
    QTest::newRow("CUPTI 13.1 Update 1") << false;
    QTest::newRow("CUPTI 13.0") << true;
  }
  void twoRecordingsInOneProcess() {
    QFETCH(bool, wrong);
    emulation().libraries = false;
    const Graph graph = lenetStep();
    const auto program = started(graph);
    std::int64_t first = 0;
    for (int round = 0; round < 2; ++round) {
      emulation().wrongLaunches = wrong && round == 1;
      Recorder recorder;
      recorder.enable(true);
      for (int n = 0; n < 3; ++n) {
        bindInputs(*program, graph, inputsOf(graph, 0));
        recorder.setStep(n);
        program->run(&recorder);
      }
      program->run();
      QCOMPARE(emulation().collectorStarts, round + 1);
      QCOMPARE(emulation().collectorStops, round + 1);
      const Trace trace = recorder.take(std::vector<TraceNode>(program->graph().nodes().size()), "test");
      std::int64_t kernels = 0;
      for (const TraceLane& lane : trace.lanes)
        for (std::size_t i = 0; i < lane.size(); ++i) {
          if (lane.kindOf(i) != SpanKind::Kernel) continue;
          ++kernels;
          QVERIFY(lane.node[i] >= 0);
        }
      if (round == 0) first = kernels;
      QCOMPARE(kernels, first);
      QCOMPARE(static_cast<std::int64_t>(trace.flows.size()), kernels);  // each is joined with the call that started it
    }
  }

  // CUPTI is taken down when a recording ends: what it watched being made is gone by then, however the recording ends.
  void noGraphOutlivesTheCollector_data() {
    QTest::addColumn<int>("how");
    QTest::newRow("a step that is not recorded") << 0;
    QTest::newRow("the program goes first") << 1;
    QTest::newRow("another program has run meanwhile") << 2;
    QTest::newRow("the profiler fails") << 3;
  }
  void noGraphOutlivesTheCollector() {
    QFETCH(int, how);
    const Graph graph = lenetStep();
    const auto backend = cuda::makeBackend(cuda::emulatedDevice());
    auto program = backend->compile(graph, {}), other = backend->compile(graph, {});
    start(*program, graph);
    start(*other, graph);
    for (int round = 0; round < 2; ++round) {
      Recorder recorder;
      recorder.enable(true);
      for (std::uint32_t n = 0; n < 4; ++n) {
        if (how == 2) runStep(*other, graph, n);
        emulation().drainFails = how == 3 && n == 3;
        bindInputs(*program, graph, inputsOf(graph, n));
        program->run(&recorder);
        QVERIFY(how == 3 || emulation().watchedGraphs > 0 || n < 1);
      }
      emulation().drainFails = false;
      if (how == 1) break;
      runStep(*program, graph, 0);
      QCOMPARE(emulation().collectorStops, round + 1);
      const std::int64_t launched = emulation().graphLaunches;
      runStep(*program, graph, 0);
      QCOMPARE(emulation().graphLaunches, launched + 1);  // recorded again, without the collector
    }
    program.reset();
    QVERIFY(emulation().collectorStops > 0);
    QCOMPARE(emulation().graphsBehindCollector, std::int64_t{0});
    other.reset();
    QCOMPARE(emulation().graphs, std::int64_t{0});
  }

  // The lock of a recording is given back whatever happens in it.
  void aThrowWhileAGraphIsRecordedEndsTheRecording() {
    const Graph graph = lenetStep();
    const auto program = started(graph), undisturbed = started(graph);
    runStep(*program, graph, 0);
    runStep(*undisturbed, graph, 0);
    emulation().throwsWhileRecording = true;
    QVERIFY_EXCEPTION_THROWN(runStep(*program, graph, 1), std::bad_alloc);
    emulation().throwsWhileRecording = false;
    QCOMPARE(emulation().graphs, std::int64_t{0});
    // The step goes on, kernel by kernel.
    runStep(*program, graph, 1);
    runStep(*undisturbed, graph, 1);
    QCOMPARE(program->scalar("loss"), undisturbed->scalar("loss"));
  }

  // The step's results are there whatever the profiler does.
  void aFailingProfilerIsToldAndTrainingGoesOn_data() {
    QTest::addColumn<bool>("pushing");
    QTest::newRow("while a step is started") << true;
    QTest::newRow("when its records are read") << false;
  }
  void aFailingProfilerIsToldAndTrainingGoesOn() {
    QFETCH(bool, pushing);
    const Graph graph = lenetStep();
    const auto program = started(graph), undisturbed = started(graph);
    Recorder recorder;
    recorder.enable(true);
    (pushing ? emulation().pushFails : emulation().drainFails) = true;
    for (std::uint32_t n = 0; n < 3; ++n) {
      bindInputs(*program, graph, inputsOf(graph, n));
      program->run(&recorder);
      runStep(*undisturbed, graph, n);
      QCOMPARE(program->scalar("loss"), undisturbed->scalar("loss"));
    }
    const Trace trace = recorder.take(std::vector<TraceNode>(program->graph().nodes().size()), "test");
    const auto told =
        std::count_if(trace.notes.begin(), trace.notes.end(), [](const TraceNote& note) { return note.reason.starts_with(kProfilerFailed); });
    QCOMPARE(told, 1);
    // The next recording tries again.
    emulation().pushFails = emulation().drainFails = false;
    program->run();
    recorder.clear();
    bindInputs(*program, graph, inputsOf(graph, 0));
    program->run(&recorder);
    const Trace again = recorder.take(std::vector<TraceNode>(program->graph().nodes().size()), "test");
    QVERIFY(std::any_of(again.lanes.begin(), again.lanes.end(), [](const TraceLane& lane) {
      for (std::size_t i = 0; i < lane.size(); ++i)
        if (lane.kindOf(i) == SpanKind::Kernel) return true;
      return false;
    }));
    program->run();
  }

  void aDeviceThatIsLostWhileRecordingIsSaid() {
    const Graph graph = lenetStep();
    const auto program = started(graph);
    Recorder recorder;
    recorder.enable(true);
    bindInputs(*program, graph, inputsOf(graph, 0));
    program->run(&recorder);
    emulation().loseNow = true;
    const QString said = sentenceOf([&] { program->run(&recorder); });
    QVERIFY2(said.contains(QStringLiteral("the GPU was lost")), qPrintable(said));
  }

  // Records are asked for now and then, not after every step: each span is of the same step and node as when they are asked for every time,
  // and what another program did between two steps is in none.
  void stepsAreReadTogether_data() {
    QTest::addColumn<bool>("others");
    QTest::newRow("alone") << false;
    QTest::newRow("another program runs between them") << true;
  }
  void stepsAreReadTogether() {
    QFETCH(bool, others);
    const Graph graph = lenetStep();
    constexpr int kSteps = 12;
    using Spans = std::multiset<std::tuple<int, int, std::string>>;
    std::int64_t tookNs = 0;
    const auto recorded = [&](bool everyTime, std::int64_t& reads) {
      const auto program = started(graph), other = started(graph);
      Recorder recorder;
      recorder.enable(true);
      const std::int64_t begin = nowNs();
      for (int n = 0; n < kSteps; ++n) {
        if (others && n % 4 == 3) runStep(*other, graph, 0);
        bindInputs(*program, graph, inputsOf(graph, n));
        recorder.setStep(n);
        program->run(&recorder);
        if (everyTime) program->settleRecording(recorder);
      }
      tookNs = nowNs() - begin;
      program->settleRecording(recorder);
      const Trace trace = recorder.take(std::vector<TraceNode>(program->graph().nodes().size()), "test");
      Spans spans;
      reads = 0;
      for (const TraceLane& lane : trace.lanes)
        for (std::size_t i = 0; i < lane.size(); ++i) {
          if (lane.kindOf(i) == SpanKind::Kernel) spans.insert({lane.step[i], lane.node[i], std::string(trace.names.name(lane.name[i]))});
          reads += std::string(trace.names.name(lane.name[i])) == "profiler: read the GPU's records";
        }
      return spans;
    };
    std::int64_t often = 0, seldom = 0;
    const Spans expected = recorded(true, often), together = recorded(false, seldom);
    QVERIFY(together == expected);
    std::map<int, int> kernels;
    for (const auto& [step, node, name] : together) {
      ++kernels[step];
      QVERIFY2(node >= 0, name.c_str());
    }
    QCOMPARE(static_cast<int>(kernels.size()), kSteps);
    for (const auto& [step, count] : kernels) QCOMPARE(count, kernels.begin()->second);
    QVERIFY2(seldom <= often, qPrintable(QString::number(seldom)));
    // The first three steps, and the last ones together: where the machine was quick enough for it.
    if (tookNs < 200'000'000 && !others) QCOMPARE(seldom, std::int64_t{4});
  }

  void withoutGraphsTheReasonIsKept() {
    emulation().canCapture = false;
    const Graph graph = lenetStep();
    const auto program = started(graph);
    for (std::uint32_t n = 0; n < 3; ++n) {
      runStep(*program, graph, n);
    }
    QVERIFY(std::isfinite(program->scalar("loss")));
    QCOMPARE(emulation().graphLaunches, 0);
    QCOMPARE(dynamic_cast<cuda::CudaProgram*>(program.get())->whyNoGraph(), std::string("the device cannot record graphs"));
  }

  void theHostWaitsOnlyForResults() {
    const Graph graph = lenetStep();
    const auto program = started(graph);
    const std::int64_t before = emulation().synchronisations;
    for (std::uint32_t n = 0; n < 5; ++n) {
      runStep(*program, graph, n);
    }
    QCOMPARE(emulation().synchronisations, before);
    program->scalar("loss");
    QVERIFY(emulation().synchronisations > before);
  }

  // What the trainer's watch asks for: a step as a whole, whose update is skipped on the device when the loss is not finite.
  void aStepThatIsNotLookedIntoIsOneLaunch() {
    struct Watch : StepObserver {
      bool looks = false;
      int seen = 0;
      void before(NodeId) override { ++seen; }
      bool everyNode() const override { return looks; }
    } watch;
    const Graph graph = lenetStep();
    const auto program = freshlyCompiled(graph);
    QVERIFY(program->guardsUpdates());
    attach(*program);
    bindState(*program, graph, reference::initialState(graph, 5));
    program->observe(&watch);
    const auto step = [&](std::uint32_t n, double x) {
      reference::Bindings batch = inputsOf(graph, n);
      if (!std::isfinite(x)) batch["x"][7] = x;
      bindInputs(*program, graph, batch);
      program->run();
      return program->scalar("loss");
    };
    const auto weights = [&] { return readFloats(*program, "conv1.weight", 6 * 25); };
    for (std::uint32_t n = 0; n < 3; ++n) step(n, 0);
    QCOMPARE(emulation().graphLaunches, std::int64_t{2});
    QCOMPARE(watch.seen, 0);
    const auto before = weights();
    QVERIFY(!std::isfinite(step(3, std::nan(""))));
    QCOMPARE(weights(), before);
    step(4, 0);
    QVERIFY(weights() != before);
    watch.looks = true;
    step(5, 0);
    QVERIFY(watch.seen > 20);
    QCOMPARE(emulation().graphLaunches, std::int64_t{4});
    program->observe(nullptr);
  }

  // --- what goes wrong ---

  void aGpuThatIsTooOldIsRefused() {
    emulation().computeCapability = 75;
    const QString sentence = sentenceOf([] { freshlyCompiled(trainingStep({.model = "mlp"})); });
    for (const char* part : {"emulated device has compute capability 7.5", "8.0 (A100) and newer", "--device cpu"})
      QVERIFY2(sentence.contains(QLatin1String(part)), qPrintable(sentence));
  }

  void outOfMemory() {
    const Graph graph = lenetStep(64);
    const auto program = freshlyCompiled(graph);
    emulation().memoryBytes = 1 << 20;
    const QString sentence = sentenceOf([&] { program->makeArena(program->plan().stepBytes); });
    QVERIFY2(
        sentence.contains("GPU memory") && sentence.contains("MiB") && sentence.contains("emulated device") && sentence.contains("smaller batch"),
        qPrintable(sentence));
  }

  void deviceLost() {
    const Graph graph = lenetStep();
    const auto program = started(graph);
    bindInputs(*program, graph, inputsOf(graph, 0));
    emulation().loseAfter = 3;
    const QString sentence = sentenceOf([&] {
      program->run();
      program->scalar("loss");
    });
    QVERIFY2(sentence.contains("GPU was lost") && sentence.contains("Resume the run"), qPrintable(sentence));
  }

  void indexOutsideTheTable() {
    Graph g;
    const ValueId table = g.addPersistent(Role::Parameter, "table", DType::F32, {4, 3}, {});
    const ValueId indices = g.addInput("x", DType::I32, {2});
    g.markOutput("y", g.add("embedding", {table, indices}, {{"padding_idx", std::int64_t{-1}}}, "words"));
    const auto program = freshlyCompiled(g);
    attach(*program);
    const std::int32_t wrong[] = {1, 4};
    std::memcpy(program->input("x").data(), wrong, sizeof(wrong));
    program->run();
    const QString sentence = sentenceOf([&] { readFloats(*program, "y", 6); });
    QVERIFY2(sentence.contains("words") && sentence.contains("outside the table"), qPrintable(sentence));
  }

  void labelBeyondTheClasses_data() {
    QTest::addColumn<int>("label");
    QTest::addColumn<bool>("right");
    QTest::newRow("the last class") << 9 << true;
    QTest::newRow("a padded row") << -1 << true;
    QTest::newRow("one beyond") << 10 << false;
    QTest::newRow("far beyond") << (1 << 30) << false;
  }
  void labelBeyondTheClasses() {
    QFETCH(int, label);
    QFETCH(bool, right);
    const Graph graph = lenetStep();
    const auto program = started(graph);
    bindInputs(*program, graph, inputsOf(graph, 0));
    const std::int32_t labels[] = {3, label};
    std::memcpy(program->input("labels").data(), labels, sizeof(labels));
    program->run();
    const QString sentence = sentenceOf([&] { program->scalar("loss"); });
    QCOMPARE(sentence.isEmpty(), right);
    if (!right) QVERIFY2(sentence.contains("beyond the model's outputs") && sentence.contains("number of classes"), qPrintable(sentence));
  }

  void tooManyDimensions() {
    Graph g;
    const ValueId x = g.addInput("x", DType::F32, {2, 1, 2, 1, 2, 1, 2, 1, 2});
    g.markOutput("y", g.add("relu", {x}, {}, "deep"));
    const auto backend = cuda::makeBackend(cuda::emulatedDevice());
    QVERIFY(!backend->supports(g, g.nodes()[0]));
    const QString sentence = sentenceOf([&] { backend->compile(g, {}); });
    QVERIFY2(sentence.startsWith("deep") && sentence.contains("relu") && sentence.contains("--device cpu"), qPrintable(sentence));
  }
};

QTEST_GUILESS_MAIN(CudaExecutionTest)
#include "execution_test.moc"
