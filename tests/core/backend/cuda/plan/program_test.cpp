// What steps of the GPU backend compute, on the emulated device against the interpreter: trajectories, optimizers, the loss scale, bf16 and
// f16, inputs that stay, parameters that programs share. Qt last: its macro "slots" would change the memory plan's header.
#include "core/backend/cuda/plan/program.h"
#include "core/base/error.h"
#include "tests/core/backend/cuda/emulated_steps.h"
#include "tests/core/backend/cuda/optimizer_graphs.h"
#include "tests/dev/op_cases/op_cases.h"

#include <QtTest>

using namespace stepscope;
using cuda::emulation;

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
    const Graph graph = trainingStep({.model = model.constData(), .sample = {channels, size, size}});
    const auto program = freshlyCompiled(graph);
    program->graph().verify();
    attach(*program);
    reference::Bindings state = reference::initialState(graph, 11);
    bindState(*program, graph, state);
    for (std::uint32_t step = 0; step < 3; ++step) {
      reference::Bindings batch = inputsOf(graph, step);
      bindInputs(*program, graph, batch);
      program->run();
      for (auto& [name, tensor] : state) batch[name] = tensor;
      const reference::Result expected = reference::interpret(graph, batch);
      const double loss = program->scalar("loss");
      QVERIFY2(std::abs(loss - expected.scalar("loss")) <= 2e-5 * std::abs(expected.scalar("loss")), qPrintable(QString::number(loss)));
      QCOMPARE(program->scalar("metric/accuracy"), expected.scalar("metric/accuracy"));
      for (auto& [name, tensor] : expected.state()) {
        const auto got = readFloats(*program, name, static_cast<std::int64_t>(tensor.size()));
        const double error = normalizedError(got, tensor);
        // Rounding alone stays under 1e-7. An input of a ReLU that is zero but for rounding may fall on the other side, and its gradient
        // goes through all layers before it: 2.4e-6 was seen in one step of three.
        QVERIFY2(error <= 1e-5, qPrintable(QString("step %1, %2: %3").arg(step).arg(name.c_str()).arg(error)));
        state[name].assign(got.begin(), got.end());
      }
    }
    QCOMPARE(program->measuredPeakBytes(), program->plan().peakBytes());
    QCOMPARE(program->kernels().size(), program->graph().nodes().size());
    QCOMPARE(emulation().graphLaunches, 2);  // the first step sets libraries up, the others are one launch each
    QVERIFY(dynamic_cast<cuda::CudaProgram*>(program.get())->whyNoGraph().empty());
  }
  void optimizersAgreeWithInterpreter_data() {
    QTest::addColumn<int>("index");
    const auto graphs = optimizerGraphs();
    for (std::size_t i = 0; i < graphs.size(); ++i) QTest::newRow(graphs[i].name.c_str()) << static_cast<int>(i);
  }
  void optimizersAgreeWithInterpreter() {
    QFETCH(int, index);
    const OptimizerGraph c = optimizerGraphs()[static_cast<std::size_t>(index)];
    const auto program = freshlyCompiled(c.graph);
    attach(*program);
    bindState(*program, c.graph, c.start);
    reference::Bindings state = c.start;
    for (int step = 1; step <= 4; ++step) {
      reference::Bindings bindings = state;
      for (const std::string& p : c.parameters)
        bindings["grad " + p] = reference::formulaTensor(reference::saltOf(p + std::to_string(step)), static_cast<std::int64_t>(state[p].size()));
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
          QVERIFY2(error <= (c.name.find("8bit") != std::string::npos ? 1e-6 : 1e-9), qPrintable(QString("%1: %2").arg(name.c_str()).arg(error)));
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
    const auto program = freshlyCompiled(g);
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
    g.addNode("grad_scaler_update", {scale, tracker, found}, {{"growth_factor", 2.0}, {"backoff_factor", 0.5}, {"growth_interval", std::int64_t{2}}},
              "scaler", Phase::Optimizer);
    const auto program = freshlyCompiled(g);
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
    const auto program = freshlyCompiled(g);
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
    const std::int64_t uploads = emulation().uploads;
    program->run();
    program->run();
    QCOMPARE(emulation().uploads, uploads);  // what nobody wrote does not travel again
    QCOMPARE(readFloats(*program, "y", 4), std::vector<float>(4, 21.0F));
  }

  // A batch in memory that the device reads by itself, in other memory, and in the program's own, in turns.
  void batchesAreReadWhereTheyAre() {
    const auto backend = cuda::makeBackend(cuda::emulatedDevice());
    Graph g;
    g.markOutput("y", g.add("relu", {g.addInput("x", DType::F32, {4})}, {}, "layer"));
    const auto program = backend->compile(g, {});
    attach(*program);
    constexpr std::int64_t kBytes = 4 * sizeof(float);
    const auto lent = backend->transferMemory(2 * kBytes);  // two batches
    QVERIFY(lent != nullptr);
    auto* const numbers = reinterpret_cast<float*>(lent.get());
    std::vector<float> ordinary(4);
    const auto bytesOf = [](const float* at) { return std::as_bytes(std::span(at, 4)); };
    float value = 0;
    const auto filled = [&](float* at) {
      std::fill(at, at + 4, ++value);
      return at;
    };
    const auto result = [&] {
      program->run();
      return readFloats(*program, "y", 4) == std::vector<float>(4, value);
    };
    for (int round = 0; round < 3; ++round) {
      program->bind("x", bytesOf(filled(numbers + 4 * (round % 2))));
      QVERIFY(result());
      std::fill(numbers, numbers + 8, -1.0F);  // it is the caller's again, and what was uploaded stays
      QVERIFY(result());
      program->bind("x", bytesOf(filled(ordinary.data())));
      QVERIFY(result());
      filled(reinterpret_cast<float*>(program->input("x").data()));
      QVERIFY(result());
      program->bind("x", bytesOf(filled(numbers)));
      program->bind("x", bytesOf(filled(ordinary.data())));  // the last counts
      QVERIFY(result());
    }
    QVERIFY_THROWS_EXCEPTION(Error, program->bind("x", bytesOf(numbers).first(8)));
    QVERIFY_THROWS_EXCEPTION(Error, program->bind("x", bytesOf(ordinary.data()).first(8)));
  }

  // What a device finds of its values, against a look at every number on the host.
  void findsWhatIsNotFinite_data() {
    QTest::addColumn<int>("type");
    for (const DType type : {DType::F32, DType::BF16, DType::F16}) QTest::newRow(std::string(nameOf(type)).c_str()) << static_cast<int>(type);
  }
  void findsWhatIsNotFinite() {
    QFETCH(int, type);
    constexpr std::int64_t kCount = 3001;
    Graph graph;
    const ValueId x = graph.addPersistent(Role::Buffer, "x", DType::F32, {kCount}, {});
    const ValueId y = static_cast<DType>(type) == DType::F32
                          ? graph.add("relu", {x}, {}, "layer")
                          : graph.add("cast", {x}, {{"to", std::string(nameOf(static_cast<DType>(type)))}}, "layer");
    graph.markOutput("y", y);
    const auto program = freshlyCompiled(graph);
    attach(*program);
    const auto found = [&] {
      program->write("x", std::as_bytes(std::span(numbers_)));
      program->run();
      const ValueId value = program->graph().outputs().at("y");
      const Finiteness told = program->finitenessOf(value);
      return std::pair{told, finitenessOf(program->graph().value(value).dtype, program->memory(value))};
    };
    const float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    for (const std::int64_t at : {std::int64_t{0}, std::int64_t{1234}, kCount - 1})
      for (const auto& [number, expected] : {std::pair{1.0F, Finiteness::Finite}, {infinity, Finiteness::Infinite}, {nan, Finiteness::NotANumber}}) {
        numbers_.assign(kCount, -0.5F);
        numbers_[static_cast<std::size_t>(at)] = number;
        QVERIFY(found() == std::pair(expected, expected));
      }
    numbers_[0] = infinity;  // a NaN is worse, wherever it is
    QVERIFY(found() == std::pair(Finiteness::NotANumber, Finiteness::NotANumber));
  }

  void evaluationSharesState() {
    const auto backend = cuda::makeBackend(cuda::emulatedDevice());
    const StepRecipe lenet{.model = "lenet5", .sample = {1, 28, 28}};
    const Graph graph = trainingStep(lenet), evaluation = evaluationStep(lenet);
    const auto train = backend->compile(graph, {});
    const auto validate = backend->compile(evaluation, {}, train.get());
    const auto state = train->makeArena(train->plan().stateBytes);
    const auto step = train->makeArena(std::max(train->plan().stepBytes, validate->plan().stepBytes));
    train->attach(state, step);
    validate->attach(state, step);
    bindState(*train, graph, reference::initialState(graph, 5));
    for (std::uint32_t n = 0; n < 4; ++n) {
      runStep(*train, graph, n);
      runStep(*validate, evaluation, 50 + n);
      reference::Bindings expectedInputs = inputsOf(evaluation, 50 + n);
      for (const Value& value : evaluation.values()) {
        if (!isPersistent(value.role)) continue;
        const auto floats = readFloats(*train, value.name, numel(value.shape));
        expectedInputs[value.name].assign(floats.begin(), floats.end());
      }
      const double expected = reference::interpret(evaluation, expectedInputs).scalar("loss");
      QVERIFY(std::abs(validate->scalar("loss") - expected) <= 1e-5 * std::abs(expected));
    }
  }

 private:
  std::vector<float> numbers_;
};

QTEST_GUILESS_MAIN(CudaProgramTest)
#include "program_test.moc"
