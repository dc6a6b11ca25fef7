// Whole steps of the GPU backend on the emulated device: trajectories, optimizers, bf16 and f16, the step as a CUDA graph, uploads, memory,
// and what is said when the device fails.
// Qt last: its macro "slots" would change the memory plan's header.
#include "core/backend/cuda/program.h"
#include "core/backend/cuda/cuda_backend.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/graph/op.h"
#include "core/models/model.h"
#include "core/passes/step_graph.h"
#include "profiler/trace/recorder.h"
#include "tests/backend/program_runner.h"
#include "tests/cuda/emulated_device.h"
#include "tests/cuda/optimizer_graphs.h"
#include "tests/graph/op_cases.h"

#include <functional>
#include <map>
#include <set>

#include <QtTest>

using namespace stepscope;
using cuda::emulation;

namespace {

Graph trainingGraph(const char* model, const Shape& sample, std::int64_t batch) {
  ModelSpec spec;
  spec.name = model;
  OptimizerSpec sgd;
  sgd.momentum = 0.9;
  return buildTrainingStep(buildModel(spec, {sample, 10}, batch, true), sgd).graph;
}
Graph evaluationGraph(const char* model, const Shape& sample, std::int64_t batch) {
  ModelSpec spec;
  spec.name = model;
  return buildEvaluationStep(buildModel(spec, {sample, 10}, batch, false)).graph;
}

reference::Bindings batchOf(const Shape& sample, std::int64_t batch, std::uint32_t step) {
  Shape x = sample;
  x.insert(x.begin(), batch);
  reference::Bindings b;
  b["x"] = reference::formulaTensor(100 + step, numel(x));
  b["labels"] = reference::formulaLabels(200 + step, batch, 10);
  b["lr"] = {0.05};
  b["step"] = {static_cast<double>(step + 1)};
  b["seed"] = {static_cast<double>(step + 7)};
  return b;
}

void attach(Program& program) {
  program.attach(program.makeArena(program.plan().stateBytes), program.makeArena(program.plan().stepBytes));
}

QString sentenceOf(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return QString::fromUtf8(error.what());
  }
  return {};
}

}  // namespace

class CudaProgramTest : public QObject {
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

  void stepsAgreeWithInterpreter_data() {
    QTest::addColumn<QByteArray>("model");
    QTest::addColumn<int>("channels");
    QTest::addColumn<int>("size");
    QTest::addColumn<bool>("libraries");
    QTest::newRow("lenet5") << QByteArray("lenet5") << 1 << 28 << true;
    QTest::newRow("lenet5, own kernels") << QByteArray("lenet5") << 1 << 28 << false;
    QTest::newRow("resnet20") << QByteArray("resnet20") << 3 << 16 << true;
  }
  void stepsAgreeWithInterpreter() {
    QFETCH(QByteArray, model);
    QFETCH(int, channels);
    QFETCH(int, size);
    QFETCH(bool, libraries);
    emulation().libraries = libraries;
    const Shape sample{channels, size, size};
    const Graph graph = trainingGraph(model.constData(), sample, 3);
    const auto program = cuda::makeBackend(cuda::emulatedDevice())->compile(graph, {});
    program->graph().verify();
    attach(*program);
    reference::Bindings state = reference::initialState(graph, 11);
    bindState(*program, graph, state);
    for (std::uint32_t step = 0; step < 3; ++step) {
      reference::Bindings batch = batchOf(sample, 3, step);
      bindInputs(*program, graph, batch);
      program->run();
      for (auto& [name, tensor] : state) batch[name] = tensor;
      const reference::Result expected = reference::interpret(graph, batch);
      const double loss = program->scalar("loss");
      QVERIFY2(std::abs(loss - expected.scalar("loss")) <= 2e-5 * std::abs(expected.scalar("loss")), qPrintable(QString::number(loss)));
      QCOMPARE(program->scalar("correct"), expected.scalar("correct"));
      for (auto& [name, tensor] : expected.state()) {
        const auto got = readFloats(*program, name, static_cast<std::int64_t>(tensor.size()));
        QVERIFY2(normalizedError(got, tensor) <= 1e-7, name.c_str());
        state[name].assign(got.begin(), got.end());
      }
    }
    QCOMPARE(program->measuredPeakBytes(), program->plan().peakBytes());
    QCOMPARE(program->kernels().size(), program->graph().nodes().size());
    QCOMPARE(emulation().graphLaunches, 2);  // the first step sets libraries up, the others are one launch each
    QVERIFY(dynamic_cast<cuda::CudaProgram*>(program.get())->whyNoGraph().empty());
  }

  void aGpuThatIsTooOldIsRefused() {
    emulation().computeCapability = 75;
    const QString sentence = sentenceOf([] { cuda::makeBackend(cuda::emulatedDevice())->compile(trainingGraph("mlp", {1, 4, 4}, 2), {}); });
    for (const char* part : {"emulated device is of compute capability 7.5", "8.0 (A100) and newer", "--device cpu"})
      QVERIFY2(sentence.contains(QLatin1String(part)), qPrintable(sentence));
  }

  void optimizersAgreeWithInterpreter_data() {
    QTest::addColumn<int>("index");
    const auto graphs = optimizerGraphs();
    for (std::size_t i = 0; i < graphs.size(); ++i) QTest::newRow(graphs[i].name.c_str()) << static_cast<int>(i);
  }
  void optimizersAgreeWithInterpreter() {
    QFETCH(int, index);
    const OptimizerGraph c = optimizerGraphs()[static_cast<std::size_t>(index)];
    const auto program = cuda::makeBackend(cuda::emulatedDevice())->compile(c.graph, {});
    attach(*program);
    bindState(*program, c.graph, c.start);
    reference::Bindings state = c.start;
    for (int step = 1; step <= 4; ++step) {
      reference::Bindings bindings = state;
      for (const std::string& p : c.parameters)
        bindings["grad " + p] =
            reference::formulaTensor(reference::saltOf(p + std::to_string(step)), static_cast<std::int64_t>(state[p].size()));
      bindings["lr"] = {0.01};
      bindings["step"] = {static_cast<double>(step)};
      bindings["factor"] = {0.5};
      bindInputs(*program, c.graph, bindings);
      program->run();
      const reference::Result expected = reference::interpret(c.graph, bindings);
      for (auto& [name, tensor] : state) {
        tensor = expected[name];
        const Value& value = c.graph.value(c.graph.find(name));
        if (value.dtype == DType::U8) {
          std::vector<std::byte> codes(tensor.size());
          program->read(name, codes);
          // A moment at the middle between two values may round to either; that must stay rare.
          std::size_t different = 0;
          for (std::size_t i = 0; i < codes.size(); ++i) different += std::abs(static_cast<double>(codes[i]) - tensor[i]) > 1;
          QVERIFY2(different == 0, name.c_str());
        } else {
          const double error = normalizedError(readFloats(*program, name, static_cast<std::int64_t>(tensor.size())), tensor);
          QVERIFY2(error <= (c.name.find("8bit") != std::string::npos ? 1e-6 : 1e-9),
                   qPrintable(QString("%1: %2").arg(name.c_str()).arg(error)));
        }
      }
    }
  }

  void clipsAndAverages() {
    Graph g;
    std::vector<ValueId> gradients, groups;
    reference::Bindings bindings;
    for (int t = 0; t < 30; ++t) {
      const std::string name = "g" + std::to_string(t);
      const Shape shape{t * 300 + 1};
      bindings[name] = reference::formulaTensor(reference::saltOf(name), shape[0]);
      gradients.push_back(g.addInput(name, DType::F32, shape));
      bindings["average " + name] = reference::formulaTensor(7, shape[0]);
      groups.push_back(g.addPersistent(Role::Buffer, "average " + name, DType::F32, shape, {}));
      groups.push_back(gradients.back());
    }
    const NodeId clip = g.addNode("clip_grad_norm", gradients, {{"max_norm", 2.0}}, "clip", Phase::Optimizer);
    const std::vector<ValueId> made = g.node(clip).outputs;
    g.markOutput("norm", made[0]);
    g.markOutput("factor", made[1]);
    groups.push_back(g.addScalar("decay", DType::F32));
    bindings["decay"] = {0.75};
    g.addNode("weight_average", groups, {{"tensors", std::int64_t{30}}}, "average", Phase::Optimizer);
    const auto program = cuda::makeBackend(cuda::emulatedDevice())->compile(g, {});
    attach(*program);
    bindState(*program, g, bindings);
    bindInputs(*program, g, bindings);
    program->run();
    const reference::Result expected = reference::interpret(g, bindings);
    QVERIFY(std::abs(program->scalar("norm") / expected.scalar("norm") - 1) < 1e-5);
    QVERIFY(std::abs(program->scalar("factor") / expected.scalar("factor") - 1) < 1e-5);
    for (int t = 0; t < 30; ++t) {
      const std::string name = "average g" + std::to_string(t);
      QVERIFY(normalizedError(readFloats(*program, name, t * 300 + 1), expected[name]) < 1e-12);
    }
  }

  // torch.amp.GradScaler: an overflow skips the update and halves the scale, and so many good steps double it.
  void scalesTheLoss() {
    Graph g;
    const ValueId scale = g.addPersistent(Role::Buffer, "scale", DType::F32, {}, {}),
                  tracker = g.addPersistent(Role::Buffer, "tracker", DType::I32, {}, {});
    const ValueId p = g.addPersistent(Role::Parameter, "p", DType::F32, {5000}, {}), gradient = g.addInput("g", DType::F32, {5000});
    const ValueId lr = g.addScalar("lr", DType::F32);
    const NodeId check = g.addNode("non_finite_check", {scale, gradient}, {}, "scaler", Phase::Optimizer);
    const ValueId found = g.node(check).outputs[0], inverse = g.node(check).outputs[1];
    g.addNode("sgd", {p, gradient, kNone, lr, kNone, kNone, inverse, found},
              {{"momentum", 0.0}, {"dampening", 0.0}, {"nesterov", false}, {"weight_decay", 0.0}}, "sgd", Phase::Optimizer);
    g.addNode("grad_scaler_update", {scale, tracker, found},
              {{"growth_factor", 2.0}, {"backoff_factor", 0.5}, {"growth_interval", std::int64_t{2}}}, "scaler", Phase::Optimizer);
    const auto program = cuda::makeBackend(cuda::emulatedDevice())->compile(g, {});
    attach(*program);
    reference::Bindings state{{"scale", {1024}}, {"tracker", {0}}, {"p", reference::formulaTensor(3, 5000)}};
    bindState(*program, g, state);
    const double expectedScales[] = {1024, 512, 512, 1024, 512};
    for (int step = 0; step < 5; ++step) {
      reference::Bindings bindings = state;
      bindings["lr"] = {0.1};
      bindings["g"] = reference::formulaTensor(static_cast<std::uint32_t>(50 + step), 5000, 100.0);
      if (step == 1) bindings["g"][4999] = HUGE_VAL;
      if (step == 4) bindings["g"][0] = std::nan("");
      bindInputs(*program, g, bindings);
      program->run();
      const reference::Result expected = reference::interpret(g, bindings);
      for (auto& [name, tensor] : state) tensor = expected[name];
      QCOMPARE(readFloats(*program, "scale", 1)[0], static_cast<float>(expectedScales[step]));
      QCOMPARE(state["scale"][0], expectedScales[step]);
      QVERIFY(normalizedError(readFloats(*program, "p", 5000), state["p"]) < 1e-12);
    }
  }

  // Every op case with its floating operands in a narrow type, as autocast on a GPU or harsher.
  void narrowTypes_data() {
    QTest::addColumn<bool>("half");
    QTest::newRow("bf16") << false;
    QTest::newRow("f16") << true;
  }
  void narrowTypes() {
    QFETCH(bool, half);
    const DType low = half ? DType::F16 : DType::BF16;
    const auto everythingLow = [](const OpDef& op) {
      return op.name == "softmax_cross_entropy" || op.ampCuda == AmpClass::F32 ? AmpClass::F32 : AmpClass::Low;
    };
    const auto backend = cuda::makeBackend(cuda::emulatedDevice());
    int nodes = 0;
    for (const OpCase& c : opCases()) {
      reference::Bindings inputs = c.inputs;
      for (const Value& value : c.graph.values()) {  // as the narrow type holds them, so that maxima and signs are the same
        if (value.producer != kNone || value.dtype != DType::F32) continue;
        for (double& v : inputs.at(value.name))
          v = half ? cuda::fromF16(cuda::toF16(static_cast<float>(v))) : cuda::fromBf16(cuda::toBf16(static_cast<float>(v)));
      }
      const AutodiffResult exact = autodiff(c.graph);
      const reference::Result expected = reference::interpret(exact.graph, inputs);
      AutodiffResult narrow = autodiff(amp(c.graph, low, everythingLow).graph);
      for (const auto& [parameter, gradient] : narrow.gradients)
        narrow.graph.markOutput("gradient of " + narrow.graph.value(parameter).name, gradient);
      for (const Node& node : narrow.graph.nodes())
        for (const ValueId v : node.outputs) nodes += narrow.graph.value(v).dtype == low;
      const auto program = backend->compile(narrow.graph, {});
      attach(*program);
      bindState(*program, narrow.graph, inputs);
      bindInputs(*program, narrow.graph, inputs);
      program->run();
      for (const auto& [parameter, gradient] : exact.gradients) {
        const std::string name = "gradient of " + exact.graph.value(parameter).name;
        const reference::Tensor& tensor = expected[gradient];
        const double error = normalizedError(readFloats(*program, name, static_cast<std::int64_t>(tensor.size())), tensor);
        QVERIFY2(error <= 4e-4, qPrintable(QString("%1, %2: %3").arg(c.name.c_str(), name.c_str()).arg(error)));
      }
    }
    QVERIFY(nodes > 300);
  }

  void conversionsRoundToNearestEven() {
    // Exhaustive one way; the other way each value, its neighbours and the middles between them.
    for (std::uint32_t bits = 0; bits < 65536; ++bits) {
      const auto half = static_cast<cuda::Half>(bits);
      const float b = cuda::fromBf16(half), h = cuda::fromF16(half);
      if (b == b) QCOMPARE(cuda::toBf16(b), half);
      if (h != h) {
        QVERIFY(cuda::fromF16(cuda::toF16(h)) != cuda::fromF16(cuda::toF16(h)));
        continue;
      }
      QCOMPARE(cuda::toF16(h), half);
      if ((bits & 0x7fff) >= 0x7bff) continue;
      const float next = cuda::fromF16(static_cast<cuda::Half>(bits + 1)), middle = (h + next) / 2;
      const cuda::Half even = static_cast<cuda::Half>(bits % 2 == 0 ? bits : bits + 1);
      QCOMPARE(cuda::toF16(middle), even);
      QCOMPARE(cuda::toF16(std::nextafter(middle, next)), static_cast<cuda::Half>(bits + 1));
      QCOMPARE(cuda::toF16(std::nextafter(middle, h)), half);
    }
    QCOMPARE(cuda::fromF16(cuda::toF16(70000.0F)), HUGE_VALF);
    QCOMPARE(cuda::fromF16(cuda::toF16(-1e30F)), -HUGE_VALF);
  }

  void inputsNotWrittenAgainStay() {
    Graph g;
    const ValueId a = g.addInput("a", DType::F32, {4}), b = g.addInput("b", DType::F32, {4});
    g.markOutput("y", g.add("mul", {a, b}, {}, "layer"));
    const auto program = cuda::makeBackend(cuda::emulatedDevice())->compile(g, {});
    attach(*program);
    const auto put = [&](const char* name, float value) {
      auto* floats = reinterpret_cast<float*>(program->input(name).data());
      std::fill(floats, floats + 4, value);
    };
    put("a", 2);
    put("b", 3);
    program->run();
    QCOMPARE(readFloats(*program, "y", 4), std::vector<float>(4, 6.0F));
    put("a", 5);
    program->run();
    put("a", 7);  // while the step before may still be running
    QCOMPARE(readFloats(*program, "y", 4), std::vector<float>(4, 15.0F));
    program->run();
    program->run();
    QCOMPARE(readFloats(*program, "y", 4), std::vector<float>(4, 21.0F));
  }

  void evaluationSharesState() {
    const Shape sample{1, 28, 28};
    const auto backend = cuda::makeBackend(cuda::emulatedDevice());
    const Graph graph = trainingGraph("lenet5", sample, 4), evaluation = evaluationGraph("lenet5", sample, 4);
    const auto train = backend->compile(graph, {});
    const auto validate = backend->compile(evaluation, {}, train.get());
    const auto state = train->makeArena(train->plan().stateBytes);
    const auto step = train->makeArena(std::max(train->plan().stepBytes, validate->plan().stepBytes));
    train->attach(state, step);
    validate->attach(state, step);
    bindState(*train, graph, reference::initialState(graph, 5));
    for (std::uint32_t n = 0; n < 4; ++n) {
      bindInputs(*train, graph, batchOf(sample, 4, n));
      train->run();
      const reference::Bindings batch = batchOf(sample, 4, 50 + n);
      bindInputs(*validate, evaluation, batch);
      validate->run();
      reference::Bindings expectedInputs = batch;
      for (const Value& value : evaluation.values()) {
        if (!isPersistent(value.role)) continue;
        const auto floats = readFloats(*train, value.name, numel(value.shape));
        expectedInputs[value.name].assign(floats.begin(), floats.end());
      }
      const double expected = reference::interpret(evaluation, expectedInputs).scalar("loss");
      QVERIFY(std::abs(validate->scalar("loss") - expected) <= 1e-5 * std::abs(expected));
    }
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
    const Shape sample{1, 28, 28};
    emulation().libraries = false;
    const Graph graph = trainingGraph("lenet5", sample, 2);
    const auto program = cuda::makeBackend(cuda::emulatedDevice())->compile(graph, {});
    attach(*program);
    bindState(*program, graph, reference::initialState(graph, 5));
    Recorder recorder;
    recorder.enable(true);
    for (int n = 0; n < 3; ++n) {
      bindInputs(*program, graph, batchOf(sample, 2, 0));
      recorder.setStep(n);
      program->run(&recorder);
    }
    QCOMPARE(emulation().graphLaunches, std::int64_t{graphLaunches});
    QCOMPARE(emulation().collectorStops, 0);
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
    const Shape sample{1, 28, 28};
    const Graph graph = trainingGraph("lenet5", sample, 2);
    const auto program = cuda::makeBackend(cuda::emulatedDevice())->compile(graph, {});
    attach(*program);
    bindState(*program, graph, reference::initialState(graph, 5));
    emulation().wallClock = true;
    Recorder recorder;
    recorder.enable(true);
    const std::int64_t begin = nowNs();
    for (int n = 0; n < 2; ++n) {
      bindInputs(*program, graph, batchOf(sample, 2, 0));
      program->run(&recorder);
    }
    const std::int64_t end = nowNs();
    const Trace trace = recorder.take(std::vector<TraceNode>(program->graph().nodes().size()), "test");
    int kernels = 0;
    constexpr std::int64_t kSlackNs = 1'000'000'000;  // the clocks are read one after the other
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
    const Shape sample{1, 28, 28};
    const Graph graph = trainingGraph("lenet5", sample, 2);
    const auto program = cuda::makeBackend(cuda::emulatedDevice())->compile(graph, {});
    attach(*program);
    bindState(*program, graph, reference::initialState(graph, 5));
    Recorder recorder;
    recorder.enable(true);
    for (int n = 0; n < 2; ++n) {
      bindInputs(*program, graph, batchOf(sample, 2, 0));
      program->run(&recorder);
    }
    QCOMPARE(dynamic_cast<cuda::CudaProgram*>(program.get())->whyNoKernels(), std::string("no permission for counters"));
    const Trace trace = recorder.take(std::vector<TraceNode>(program->graph().nodes().size()), "test");
    QCOMPARE(static_cast<int>(trace.tracks.size()), 1);
    QVERIFY(trace.lanes[0].size() > 20);
    QVERIFY2(!trace.notes.empty() && trace.notes[0].reason.find("no permission for counters") != std::string::npos,
             "the reason is not told");
  }

  void withoutGraphsTheReasonIsKept() {
    emulation().canCapture = false;
    const Shape sample{1, 28, 28};
    const Graph graph = trainingGraph("lenet5", sample, 2);
    const auto program = cuda::makeBackend(cuda::emulatedDevice())->compile(graph, {});
    attach(*program);
    bindState(*program, graph, reference::initialState(graph, 5));
    for (std::uint32_t n = 0; n < 3; ++n) {
      bindInputs(*program, graph, batchOf(sample, 2, n));
      program->run();
    }
    QVERIFY(std::isfinite(program->scalar("loss")));
    QCOMPARE(emulation().graphLaunches, 0);
    QCOMPARE(dynamic_cast<cuda::CudaProgram*>(program.get())->whyNoGraph(), std::string("the device cannot record graphs"));
  }

  void theHostWaitsOnlyForResults() {
    const Shape sample{1, 28, 28};
    const Graph graph = trainingGraph("lenet5", sample, 2);
    const auto program = cuda::makeBackend(cuda::emulatedDevice())->compile(graph, {});
    attach(*program);
    bindState(*program, graph, reference::initialState(graph, 5));
    const std::int64_t before = emulation().synchronisations;
    for (std::uint32_t n = 0; n < 5; ++n) {
      bindInputs(*program, graph, batchOf(sample, 2, n));
      program->run();
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
    const Shape sample{1, 28, 28};
    const Graph graph = trainingGraph("lenet5", sample, 2);
    const auto program = cuda::makeBackend(cuda::emulatedDevice())->compile(graph, {});
    QVERIFY(program->guardsUpdates());
    attach(*program);
    bindState(*program, graph, reference::initialState(graph, 5));
    program->observe(&watch);
    const auto step = [&](std::uint32_t n, double x) {
      reference::Bindings batch = batchOf(sample, 2, n);
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

  void outOfMemory() {
    const Graph graph = trainingGraph("lenet5", {1, 28, 28}, 64);
    const auto program = cuda::makeBackend(cuda::emulatedDevice())->compile(graph, {});
    emulation().memoryBytes = 1 << 20;
    const QString sentence = sentenceOf([&] { program->makeArena(program->plan().stepBytes); });
    QVERIFY2(sentence.contains("GPU memory") && sentence.contains("MiB") && sentence.contains("emulated device") &&
                 sentence.contains("smaller batch"),
             qPrintable(sentence));
  }

  void deviceLost() {
    const Shape sample{1, 28, 28};
    const Graph graph = trainingGraph("lenet5", sample, 2);
    const auto program = cuda::makeBackend(cuda::emulatedDevice())->compile(graph, {});
    attach(*program);
    bindState(*program, graph, reference::initialState(graph, 5));
    bindInputs(*program, graph, batchOf(sample, 2, 0));
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
    const auto program = cuda::makeBackend(cuda::emulatedDevice())->compile(g, {});
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
    const Shape sample{1, 28, 28};
    const Graph graph = trainingGraph("lenet5", sample, 2);
    const auto program = cuda::makeBackend(cuda::emulatedDevice())->compile(graph, {});
    attach(*program);
    bindState(*program, graph, reference::initialState(graph, 5));
    bindInputs(*program, graph, batchOf(sample, 2, 0));
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

QTEST_GUILESS_MAIN(CudaProgramTest)
#include "program_test.moc"
