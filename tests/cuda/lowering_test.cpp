// How a graph is laid out for the GPU: channels last where the tensor cores want it, what that does to parameters and to programs that
// share them, sums beside a convolution's output, and kernels chosen by timing. On the emulated device.
// Qt last: its macro "slots" would change the memory plan's header.
#include <algorithm>
#include <functional>
#include <optional>

#include "core/backend/cuda/cuda_backend.h"
#include "core/backend/cuda/image_order.h"
#include "core/backend/cuda/lowering.h"
#include "core/backend/cuda/plan_tuner.h"
#include "core/backend/cuda/program.h"
#include "core/graph/op.h"
#include "core/models/model.h"
#include "core/passes/step_graph.h"
#include "tests/backend/program_runner.h"
#include "tests/cuda/emulated_device.h"
#include "tests/graph/op_cases.h"
#include "tests/reference/formula.h"

#include <QtTest>

using namespace stepscope;
using cuda::emulation;

namespace {

const Shape kSample{3, 16, 16};

StepOptions mixed(DType low) {
  StepOptions options;
  options.lowType = low;
  options.ampClassOf = [](const OpDef& op) { return op.ampCuda; };
  return options;
}

Graph trainingGraph(const char* model, std::optional<DType> low, OptimizerSpec::Kind optimizer = OptimizerSpec::Kind::Sgd,
                    const Shape& sample = kSample) {
  ModelSpec spec;
  spec.name = model;
  OptimizerSpec rule;
  rule.kind = optimizer;
  if (optimizer == OptimizerSpec::Kind::Sgd) rule.momentum = 0.9;
  const Graph forward = buildModel(spec, {sample, 10}, 3, true);
  return buildTrainingStep(forward, rule, low ? mixed(*low) : StepOptions{}).graph;
}

reference::Bindings batchOf(std::uint32_t step, const Shape& sample = kSample) {
  reference::Bindings b;
  b["x"] = reference::formulaTensor(100 + step, 3 * numel(sample));
  b["labels"] = reference::formulaLabels(200 + step, 3, 10);
  b["lr"] = {0.05};
  b["step"] = {static_cast<double>(step + 1)};
  b["seed"] = {static_cast<double>(step + 7)};
  return b;
}

void attach(Program& program) {
  program.attach(program.makeArena(program.plan().stateBytes), program.makeArena(program.plan().stepBytes));
}

int count(const Graph& graph, const std::function<bool(const Node&)>& test) {
  return static_cast<int>(std::count_if(graph.nodes().begin(), graph.nodes().end(), test));
}
int reorders(const Graph& graph) {
  return count(graph, [](const Node& node) { return node.op->name == "reorder"; });
}
Layout layoutOf(const Program& program, const char* value) {
  return program.graph().value(program.graph().find(value)).layout;
}

std::unique_ptr<Program> compiled(const Graph& graph, const CompileOptions& options, const Program* stateFrom = nullptr) {
  static const auto backend = cuda::makeBackend(cuda::emulatedDevice());
  return backend->compile(graph, options, stateFrom);
}

std::string joined(const std::vector<std::string>& notes) {
  std::string text;
  for (const std::string& note : notes) text += note + "\n";
  return text;
}

// A training step of a small model of any kind, and its inputs by their shapes.
Graph stepOf(const char* model, int low) {
  ModelSpec spec;
  spec.name = model;
  ModelInput input{kSample, 10};
  if (spec.name == "gpt") {
    spec.integers = {{"layers", {2}}, {"width", {32}}, {"heads", {2}}};
    input.sample = {16};
    input.classes = 24;
    input.dtype = DType::I32;
    input.task = Task::LanguageModel;
  }
  if (spec.name == "mlp") {
    spec.integers = {{"hidden", {40, 24}}};
    input.sample = {1, 6, 6};
  }
  OptimizerSpec sgd;
  sgd.momentum = 0.9;
  const StepOptions options = low == 0 ? StepOptions{} : mixed(low == 1 ? DType::BF16 : DType::F16);
  return buildTrainingStep(buildModel(spec, input, 3, true), sgd, options).graph;
}
reference::Bindings inputsOf(const Graph& graph, std::uint32_t step) {
  reference::Bindings inputs;
  for (const Value& value : graph.values()) {
    if (value.role == Role::Input && value.dtype == DType::I32)
      inputs[value.name] = reference::formulaLabels(7 + step, numel(value.shape), 10);
    if (value.role == Role::Input && value.dtype != DType::I32)
      inputs[value.name] = reference::formulaTensor(70 + step, numel(value.shape));
    if (value.role == Role::Scalar) inputs[value.name] = {value.name == "lr" ? 0.01 : static_cast<double>(step + 1)};
  }
  return inputs;
}

}  // namespace

class CudaLoweringTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { emulation() = {}; }

  void autoTakesChannelsLastForNarrowTypes_data() {
    QTest::addColumn<int>("low");  // 0: f32
    QTest::addColumn<int>("images");
    QTest::addColumn<bool>("last");
    QTest::newRow("f32") << 0 << static_cast<int>(ImageLayout::Auto) << false;
    QTest::newRow("bf16") << 1 << static_cast<int>(ImageLayout::Auto) << true;
    QTest::newRow("f16") << 2 << static_cast<int>(ImageLayout::Auto) << true;
    QTest::newRow("f32, on") << 0 << static_cast<int>(ImageLayout::ChannelsLast) << true;
    QTest::newRow("bf16, off") << 1 << static_cast<int>(ImageLayout::ChannelsFirst) << false;
  }
  void autoTakesChannelsLastForNarrowTypes() {
    QFETCH(int, low);
    QFETCH(int, images);
    QFETCH(bool, last);
    const Graph graph = trainingGraph("resnet20", low == 0 ? std::nullopt : std::optional(low == 1 ? DType::BF16 : DType::F16));
    CompileOptions options;
    options.images = static_cast<ImageLayout>(images);
    const auto program = compiled(graph, options);
    program->graph().verify();
    for (const Value& value : program->graph().values()) {
      if (cuda::liesBothWays(value.shape)) QVERIFY2(value.layout == Layout::Plain, value.name.c_str());
      if (!last) QVERIFY2(value.layout == Layout::Plain, value.name.c_str());
    }
    QCOMPARE(layoutOf(*program, "layer1.0.conv1.weight") == Layout::ChannelsLast, last);
    // Only the batch comes as the loader made it: layers, their weights and the optimizer agree among themselves.
    QCOMPARE(reorders(program->graph()), last ? 1 : 0);
  }

  // Trajectories in NHWC are those in NCHW, which the interpreter was held against.
  void layoutsGiveTheSameLosses_data() {
    QTest::addColumn<QByteArray>("model");
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("steps");
    QTest::newRow("resnet20") << QByteArray("resnet20") << 16 << 2;
    // These halve their images five times: larger ones, so that a batch norm has more than a few numbers, and one step, since their many
    // norms of few numbers make much of the last digit.
    QTest::newRow("squeeze and excitation") << QByteArray("mobilenet_v3_small") << 64 << 1;
    QTest::newRow("concatenation and shuffle") << QByteArray("shufflenet_v2_x1_0") << 64 << 1;
  }
  void layoutsGiveTheSameLosses() {
    QFETCH(QByteArray, model);
    QFETCH(int, size);
    QFETCH(int, steps);
    const Shape sample{3, size, size};
    const Graph graph = trainingGraph(model.constData(), std::nullopt, OptimizerSpec::Kind::Sgd, sample);
    std::vector<std::vector<double>> losses;
    for (const ImageLayout images : {ImageLayout::ChannelsFirst, ImageLayout::ChannelsLast}) {
      CompileOptions options;
      options.images = images;
      const auto program = compiled(graph, options);
      attach(*program);
      bindState(*program, graph, reference::initialState(graph, 11));
      auto& list = losses.emplace_back();
      for (int step = 0; step < steps; ++step) {
        bindInputs(*program, graph, batchOf(static_cast<std::uint32_t>(step), sample));
        program->run();
        list.push_back(program->scalar("loss"));
      }
      QCOMPARE(program->measuredPeakBytes(), program->plan().peakBytes());
    }
    for (std::size_t n = 0; n < losses[0].size(); ++n)
      QVERIFY2(std::abs(losses[1][n] / losses[0][n] - 1) < 1e-4, qPrintable(QString::number(losses[1][n] / losses[0][n] - 1)));
  }

  // Blocks of 256 count elements in row-major order: what a checkpoint holds must not depend on the layout.
  void statesThatCountElementsStayRowMajor() {
    CompileOptions options;
    options.images = ImageLayout::ChannelsLast;
    const auto adam = compiled(trainingGraph("resnet20", std::nullopt, OptimizerSpec::Kind::AdamW), options);
    const auto blocks = compiled(trainingGraph("resnet20", std::nullopt, OptimizerSpec::Kind::AdamW8bit), options);
    QVERIFY(layoutOf(*adam, "layer3.1.conv1.weight") == Layout::ChannelsLast);
    QVERIFY(layoutOf(*blocks, "layer3.1.conv1.weight") == Layout::Plain);
    QVERIFY(layoutOf(*blocks, "layer1.0.conv1.weight") == Layout::ChannelsLast);  // too small for blocks
    int last = 0;
    for (const Value& value : adam->graph().values()) last += value.role == Role::OptimizerState && value.layout == Layout::ChannelsLast;
    QVERIFY(last > 30);
  }

  // Weights are written and read row-major whatever their layout, also by a program that shares them.
  void stateIsSharedAcrossPrograms() {
    ModelSpec spec;
    spec.name = "resnet20";
    const Graph graph = trainingGraph("resnet20", DType::BF16);
    const Graph evaluation = buildEvaluationStep(buildModel(spec, {kSample, 10}, 3, false), mixed(DType::BF16)).graph;
    const auto train = compiled(graph, {});
    const auto validate = compiled(evaluation, {}, train.get());
    const auto state = train->makeArena(train->plan().stateBytes);
    const auto step = train->makeArena(std::max(train->plan().stepBytes, validate->plan().stepBytes));
    train->attach(state, step);
    validate->attach(state, step);
    const reference::Bindings start = reference::initialState(graph, 5);
    bindState(*train, graph, start);
    const char* const name = "layer2.0.conv1.weight";
    const auto floats = readFloats(*validate, name, static_cast<std::int64_t>(start.at(name).size()));
    for (std::size_t i = 0; i < floats.size(); ++i) QCOMPARE(floats[i], static_cast<float>(start.at(name)[i]));
    bindInputs(*train, graph, batchOf(0));
    train->run();
    bindInputs(*validate, evaluation, batchOf(1));
    validate->run();
    QVERIFY(std::isfinite(validate->scalar("loss")));
  }

  // The convolutions before a batch norm sum its channels up where the library can; else, and in f32, the norm reads its input twice.
  void sumsBesideConvolutions_data() {
    QTest::addColumn<bool>("narrow");
    QTest::addColumn<bool>("canFuse");
    QTest::newRow("bf16") << true << true;
    QTest::newRow("bf16, the library refuses") << true << false;
    QTest::newRow("f32") << false << true;
  }
  void sumsBesideConvolutions() {
    QFETCH(bool, narrow);
    QFETCH(bool, canFuse);
    emulation().fusedConvolutions = canFuse;
    const Graph graph = trainingGraph("resnet20", narrow ? std::optional(DType::BF16) : std::nullopt);
    CompileOptions options;
    options.images = ImageLayout::ChannelsLast;
    const auto program = compiled(graph, options);
    program->graph().verify();
    const int norms = count(program->graph(), [](const Node& node) { return node.op->name == "batch_norm"; });
    const int summed = count(program->graph(), [](const Node& node) {
      return node.op->name == "batch_norm" && node.inputs.size() == cuda::kStatisticsInput + 2;
    });
    QVERIFY(norms > 15);
    QCOMPARE(summed, narrow && canFuse ? norms : 0);
    const std::string notes = joined(program->notes());
    QCOMPARE(notes.find("convolutions before a batch norm") != std::string::npos, narrow);
    QCOMPARE(notes.find("cuDNN has no such kernel for the others") != std::string::npos, narrow && !canFuse);

    // The running statistics tell what the norms saw: the same with and without the sums.
    attach(*program);
    bindState(*program, graph, reference::initialState(graph, 5));
    bindInputs(*program, graph, batchOf(0));
    program->run();
    emulation().fusedConvolutions = false;
    const auto apart = compiled(graph, options);
    attach(*apart);
    bindState(*apart, graph, reference::initialState(graph, 5));
    bindInputs(*apart, graph, batchOf(0));
    apart->run();
    for (const Value& value : graph.values()) {
      if (value.role != Role::Buffer || value.name.find("running") == std::string::npos) continue;
      const auto a = readFloats(*program, value.name, numel(value.shape)), b = readFloats(*apart, value.name, numel(value.shape));
      double difference = 0, size = 0;
      for (std::size_t i = 0; i < a.size(); ++i) {
        difference += std::pow(static_cast<double>(a[i]) - b[i], 2);
        size += std::pow(static_cast<double>(b[i]), 2);
      }
      QVERIFY2(difference <= 1e-4 * size, value.name.c_str());
    }
  }

  // --- neighbours that run as one kernel of a library ---

  void neighboursRunAsOneKernel_data() {
    QTest::addColumn<QByteArray>("model");
    QTest::addColumn<int>("low");  // 0: f32, 1: bf16, 2: f16
    QTest::addColumn<QByteArray>("group");
    QTest::addColumn<int>("times");
    QTest::newRow("gelu, forward") << QByteArray("gpt") << 0 << QByteArray("linear, gelu") << 2;
    QTest::newRow("gelu, bf16") << QByteArray("gpt") << 1 << QByteArray("linear, gelu") << 2;
    QTest::newRow("gelu, backward") << QByteArray("gpt") << 1 << QByteArray("linear backward input, gelu backward, bias gradient") << 2;
    QTest::newRow("bias gradients") << QByteArray("gpt") << 0 << QByteArray("linear backward weights, bias gradient") << -1;
    QTest::newRow("relu") << QByteArray("mlp") << 0 << QByteArray("linear with relu, linear backward input, relu backward, bias gradient")
                          << 2;
    QTest::newRow("relu, f16") << QByteArray("mlp") << 2
                               << QByteArray("linear with relu, linear backward input, relu backward, bias gradient") << 2;
    QTest::newRow("norm") << QByteArray("resnet20") << 2 << QByteArray("conv2d backward input, batch norm backward") << -1;
  }
  // The steps are those that the kernels by themselves make, and what was planned is what is used.
  void neighboursRunAsOneKernel() {
    QFETCH(QByteArray, model);
    QFETCH(int, low);
    QFETCH(QByteArray, group);
    QFETCH(int, times);
    const Graph graph = stepOf(model.constData(), low);
    CompileOptions options;
    options.autotune = false;
    std::vector<std::vector<double>> losses;
    for (const bool together : {true, false}) {
      emulation() = {};
      emulation().epilogues = emulation().fusedConvolutions = together;
      const auto program = compiled(graph, options);
      program->graph().verify();
      const std::string ending = "(" + group.toStdString() + ")";
      const auto found = std::count_if(program->kernels().begin(), program->kernels().end(), [&](const NodeKernel& kernel) {
        return kernel.library.size() > ending.size() && kernel.library.ends_with(ending);
      });
      const std::string notes = joined(program->notes());
      if (!together) {
        QCOMPARE(static_cast<int>(found), 0);
      } else if (times >= 0) {
        QCOMPARE(static_cast<int>(found), group.startsWith("linear with relu") ? 2 * times : times);
      } else {
        QVERIFY2(found > 2, notes.c_str());
      }
      QCOMPARE(notes.find("run as one kernel of a library: " + group.toStdString()) != std::string::npos, together);
      attach(*program);
      bindState(*program, graph, reference::initialState(graph, 3));
      auto& list = losses.emplace_back();
      // Plain loops stand in for the library: convolutions take their time.
      for (std::uint32_t step = 0; step < (group.startsWith("conv2d") ? 1U : 3U); ++step) {
        bindInputs(*program, graph, inputsOf(graph, step));
        program->run();
        list.push_back(program->scalar("loss"));
      }
      QCOMPARE(program->measuredPeakBytes(), program->plan().peakBytes());
    }
    const double bound = low == 0 ? 1e-5 : 3e-2;
    for (std::size_t n = 0; n < losses[0].size(); ++n)
      QVERIFY2(std::abs(losses[0][n] / losses[1][n] - 1) < bound, qPrintable(QString::number(losses[0][n] / losses[1][n] - 1)));
  }

  // A kernel that gives other numbers than ours never runs, and the report says so. What was found out is not tried again.
  void aWrongKernelIsLeftOut() {
    emulation().wrongBiasGradients = true;
    const Graph graph = stepOf("mlp", 0);
    KernelChoices choices;
    CompileOptions options;
    options.choices = &choices;
    options.autotune = false;
    const auto backend = cuda::makeBackend(cuda::emulatedDevice());  // which knows nothing yet
    const auto program = backend->compile(graph, options);
    const std::string notes = joined(program->notes());
    QVERIFY2(notes.find("is left out") != std::string::npos && notes.find("it differs from ours in") != std::string::npos, notes.c_str());
    QVERIFY(notes.find("run as one kernel of a library") == std::string::npos);
    const std::int64_t runs = emulation().planRuns;
    QVERIFY(runs > 0);
    backend->compile(graph, options);
    QCOMPARE(emulation().planRuns, runs);
    attach(*program);
    bindState(*program, graph, reference::initialState(graph, 3));
    bindInputs(*program, graph, inputsOf(graph, 0));
    program->run();
    QVERIFY(std::isfinite(program->scalar("loss")));
  }

  // A training that runs is not disturbed: what is not known to be right is not taken.
  void nothingIsTriedWhileItMayNot() {
    const Graph graph = stepOf("mlp", 0);
    CompileOptions options;
    options.mayTime = false;
    cuda::Emulation& e = emulation();
    // A device that knows nothing yet.
    const auto program = cuda::makeBackend(cuda::emulatedDevice())->compile(graph, options);
    QCOMPARE(e.planRuns, std::int64_t{0});
    for (const NodeKernel& kernel : program->kernels()) QVERIFY(kernel.library.find('(') == std::string::npos);
  }

  void sumsOfEpiloguesAreLeftWhereOrderMatters() {
    CompileOptions options;
    options.deterministic = true;
    const auto program = compiled(stepOf("gpt", 1), options);
    const std::string notes = joined(program->notes());
    QVERIFY2(notes.find("linear, gelu") != std::string::npos && notes.find("bias gradient") == std::string::npos, notes.c_str());
  }

  // Norms and averages are ours unless timing finds the library's faster, which must then give what ours give.
  void normsCompete_data() {
    QTest::addColumn<double>("ownMs");
    QTest::addColumn<bool>("wrong");
    QTest::addColumn<bool>("autotune");
    QTest::addColumn<bool>("taken");
    QTest::newRow("the library is faster") << 5.0 << false << true << true;
    QTest::newRow("ours is faster") << 0.001 << false << true << false;
    QTest::newRow("faster, but wrong") << 5.0 << true << true << false;
    QTest::newRow("without autotune") << 5.0 << false << false << false;
  }
  void normsCompete() {
    QFETCH(double, ownMs);
    QFETCH(bool, wrong);
    QFETCH(bool, autotune);
    QFETCH(bool, taken);
    emulation().epilogues = false;
    emulation().ownKernelMs = static_cast<float>(ownMs);
    emulation().wrongNorms = wrong;
    const Graph graph = stepOf("gpt", 0);
    KernelChoices choices;
    CompileOptions options;
    options.choices = &choices;
    options.autotune = autotune;
    const auto backend = cuda::makeBackend(cuda::emulatedDevice());
    const auto program = backend->compile(graph, options);
    int library = 0;
    for (std::size_t n = 0; n < program->kernels().size(); ++n)
      library += program->graph().nodes()[n].op->name == "layer_norm" && program->kernels()[n].library.starts_with("emulated");
    QCOMPARE(library > 0, taken);
    const std::string notes = joined(program->notes());
    QCOMPARE(notes.find("layer norm: it differs from ours in") != std::string::npos, wrong && autotune);
    // What was chosen is chosen again, without timing.
    const std::int64_t runs = emulation().planRuns;
    const auto again = backend->compile(graph, options);
    QCOMPARE(emulation().planRuns, runs);
    for (std::size_t n = 0; n < again->kernels().size(); ++n) QCOMPARE(again->kernels()[n].library, program->kernels()[n].library);
    attach(*program);
    bindState(*program, graph, reference::initialState(graph, 3));
    bindInputs(*program, graph, inputsOf(graph, 0));
    program->run();
    const double loss = program->scalar("loss");
    emulation().libraries = false;
    const auto own = compiled(graph, {});
    attach(*own);
    bindState(*own, graph, reference::initialState(graph, 3));
    bindInputs(*own, graph, inputsOf(graph, 0));
    own->run();
    QVERIFY(std::abs(loss / own->scalar("loss") - 1) < 1e-5);
  }

  // Batch norm, residual and relu as one kernel each way, which hand bits on; only where timing finds that faster and the numbers are ours.
  void normsWithReluCompete_data() {
    QTest::addColumn<int>("low");
    QTest::addColumn<double>("ownMs");
    QTest::addColumn<bool>("taken");
    QTest::newRow("bf16, the library is faster") << 1 << 5.0 << true;
    QTest::newRow("bf16, ours is faster") << 1 << 0.001 << false;
    QTest::newRow("f32 in NHWC") << 0 << 5.0 << true;
    QTest::newRow("f16, whose convolutions sum up") << 2 << 5.0 << false;
  }
  void normsWithReluCompete() {
    QFETCH(int, low);
    QFETCH(double, ownMs);
    QFETCH(bool, taken);
    emulation().ownKernelMs = static_cast<float>(ownMs);
    const Graph graph = stepOf("resnet20", low);
    CompileOptions options;
    options.images = ImageLayout::ChannelsLast;
    const auto backend = cuda::makeBackend(cuda::emulatedDevice());
    const auto program = backend->compile(graph, options);
    program->graph().verify();
    const std::string notes = joined(program->notes());
    QVERIFY2((notes.find("run as one kernel of a library: batch norm with relu, its backward") != std::string::npos) == taken,
             notes.c_str());
    if (!taken) return;
    attach(*program);
    bindState(*program, graph, reference::initialState(graph, 3));
    bindInputs(*program, graph, inputsOf(graph, 0));
    program->run();
    QCOMPARE(program->measuredPeakBytes(), program->plan().peakBytes());
    emulation().libraries = false;
    const auto own = compiled(graph, options);
    attach(*own);
    bindState(*own, graph, reference::initialState(graph, 3));
    bindInputs(*own, graph, inputsOf(graph, 0));
    own->run();
    QVERIFY(std::abs(program->scalar("loss") / own->scalar("loss") - 1) < (low == 0 ? 1e-5 : 3e-2));
    // What backward gave is in the parameters.
    for (const Value& value : graph.values()) {
      if (value.role != Role::Parameter || low != 0) continue;
      const auto a = readFloats(*program, value.name, numel(value.shape)), b = readFloats(*own, value.name, numel(value.shape));
      for (std::size_t i = 0; i < a.size(); ++i) QVERIFY2(std::abs(a[i] - b[i]) <= 1e-4F * (1 + std::abs(b[i])), value.name.c_str());
    }
  }

  // Largest numbers of windows: values and places are those that our own kernel finds, or the library's kernel is left out.
  void maxPoolsCompete_data() {
    QTest::addColumn<bool>("wrong");
    QTest::newRow("right") << false;
    QTest::newRow("other places") << true;
  }
  void maxPoolsCompete() {
    QFETCH(bool, wrong);
    emulation().ownKernelMs = 5;
    emulation().wrongIndices = wrong;
    Graph g;
    const ValueId x = g.addInput("x", DType::F32, {2, 16, 8, 8});
    const ValueId y = g.add("max_pool2d", {x}, {{"kernel", Shape{3, 3}}, {"stride", Shape{2, 2}}, {"padding", Shape{1, 1}}}, "pool");
    g.markOutput("y", y);
    const auto program = cuda::makeBackend(cuda::emulatedDevice())->compile(g, {});
    QCOMPARE(program->kernels()[0].kernel == "own", wrong);
    QCOMPARE(joined(program->notes()).find("max pool: it differs from ours in") != std::string::npos, wrong);
  }

  // Masks of keys go to the library as a bias: the same numbers, also in rows that see no key.
  void maskedAttentionIsTheLibrarys_data() {
    QTest::addColumn<bool>("causal");
    QTest::newRow("all") << false;
    QTest::newRow("causal") << true;
  }
  void maskedAttentionIsTheLibrarys() {
    QFETCH(bool, causal);
    Graph forward;
    const Shape shape{2, 5, 8};
    const ValueId q = forward.addPersistent(Role::Parameter, "q", DType::F32, shape, {}),
                  k = forward.addPersistent(Role::Parameter, "k", DType::F32, shape, {}),
                  v = forward.addPersistent(Role::Parameter, "v", DType::F32, shape, {});
    const ValueId mask = forward.addInput("mask", DType::U8, {2, 5});
    const ValueId y = forward.add("attention", {q, k, v, mask}, {{"heads", std::int64_t{2}}, {"causal", causal}}, "attention");
    forward.markOutput("loss", forward.add("mse_loss", {y, forward.addInput("target", DType::F32, shape)}, {}, "loss"));
    AutodiffResult both = autodiff(forward);
    std::vector<std::string> outputs{"loss"};
    for (const auto& [parameter, gradient] : both.gradients) {
      outputs.push_back("gradient of " + both.graph.value(parameter).name);
      both.graph.markOutput(outputs.back(), gradient);
    }
    std::vector<std::vector<float>> results;
    for (const bool libraries : {true, false}) {
      emulation().libraries = libraries;
      const auto program = cuda::makeBackend(cuda::emulatedDevice())->compile(both.graph, {});
      int library = 0;
      for (std::size_t n = 0; n < program->kernels().size(); ++n)
        library += program->graph().nodes()[n].op->name.starts_with("attention") && program->kernels()[n].kernel != "own";
      QVERIFY2(library == (libraries ? 2 : 0), joined(program->notes()).c_str());
      attach(*program);
      for (const char* name : {"q", "k", "v"}) {
        const auto numbers = reference::formulaTensor(static_cast<std::uint32_t>(name[0]), numel(shape));
        const std::vector<float> floats(numbers.begin(), numbers.end());
        program->write(name, std::as_bytes(std::span(floats)));
      }
      // The first sample's first key is masked, so that its first causal row sees nothing; the second's are all.
      const std::uint8_t seen[] = {0, 1, 1, 0, 1, 0, 0, 0, 0, 0};
      std::memcpy(program->input("mask").data(), seen, sizeof(seen));
      program->run();
      auto& all = results.emplace_back();
      for (const std::string& output : outputs) {
        const auto part = readFloats(*program, output, output == "loss" ? 1 : numel(shape));
        all.insert(all.end(), part.begin(), part.end());
      }
    }
    QCOMPARE(results[0].size(), results[1].size());
    for (std::size_t i = 0; i < results[0].size(); ++i)
      QVERIFY2(std::abs(results[0][i] - results[1][i]) < 1e-6F, qPrintable(QString::number(i)));
  }

  // --- autotune ---

  void theFastestAlternativeIsTakenAndKept() {
    emulation().epilogues = false;
    emulation().alternatives = {"slow", "cannot", "fast", "as fast"};
    emulation().alternativeMs = {2.0F, -1.0F, 0.5F, 0.495F};  // within the noise the earlier one stays
    KernelChoices choices;
    CompileOptions options;
    options.choices = &choices;
    const Graph graph = trainingGraph("lenet5", std::nullopt);
    const auto program = compiled(graph, options);
    int fast = 0;
    for (const NodeKernel& kernel : program->kernels()) {
      if (kernel.library.find("emulated ") != 0) continue;
      QCOMPARE(kernel.library, std::string("emulated fast"));
      QCOMPARE(static_cast<int>(kernel.candidateMs.size()), 3);
      ++fast;
    }
    QVERIFY(fast > 5);
    QVERIFY(!choices.entries().empty());
    for (const auto& [key, kernel] : choices.entries()) {
      if (key.find("max_pool2d") != std::string::npos) continue;  // there ours compete
      QCOMPARE(kernel, std::string("emulated fast"));
      QVERIFY2(key.find("emulated device") != std::string::npos && key.find("driver 13.0") != std::string::npos, key.c_str());
    }
    // The next program of these shapes times nothing.
    const std::int64_t runs = emulation().planRuns;
    const auto again = compiled(graph, options);
    QCOMPARE(emulation().planRuns, runs);
    QCOMPARE(again->kernels().size(), program->kernels().size());
    for (std::size_t n = 0; n < again->kernels().size(); ++n) QCOMPARE(again->kernels()[n].library, program->kernels()[n].library);
  }

  void withoutAutotuneNothingIsTimed_data() {
    QTest::addColumn<bool>("autotune");
    QTest::addColumn<bool>("mayTime");
    QTest::newRow("autotune off") << false << true;
    QTest::newRow("may not time") << true << false;
  }
  void withoutAutotuneNothingIsTimed() {
    emulation().epilogues = false;
    QFETCH(bool, autotune);
    QFETCH(bool, mayTime);
    emulation().alternatives = {"slow", "fast"};
    emulation().alternativeMs = {2.0F, 0.5F};
    CompileOptions options;
    options.autotune = autotune;
    options.mayTime = mayTime;
    const auto program = compiled(trainingGraph("lenet5", std::nullopt), options);
    QCOMPARE(emulation().planRuns, std::int64_t{0});
    for (const NodeKernel& kernel : program->kernels()) QVERIFY(kernel.library != "emulated fast");
  }

  // A large network is not kept waiting: what was not timed takes the library's first, and is timed by the next run.
  void timingEndsWhenItTakesTooLong() {
    emulation().alternatives = {"slow", "fast"};
    emulation().alternativeMs = {2.0F, 0.5F};
    cuda::Device device(cuda::emulatedDevice(), 0);
    const Graph graph = trainingGraph("lenet5", std::nullopt);
    KernelChoices choices;
    CompileOptions options;
    options.choices = &choices;
    for (const double seconds : {0.0, 1e6}) {
      cuda::PlanTuner tuner(device, options, seconds);
      const cuda::Library library{&cuda::emulatedDevice(), device.context(), false, false, ImageLayout::Auto, false, &tuner};
      const cuda::Lowered lowered = cuda::lower(graph, library);
      const bool told = joined(tuner.notes()).find("took as long as it may") != std::string::npos;
      QCOMPARE(told, seconds == 0.0);
      int fast = 0;
      for (const NodeKernel& kernel : lowered.kernels) fast += kernel.library == "emulated fast";
      QCOMPARE(fast > 5, seconds > 0);
    }
  }

  // A file written elsewhere or by hand: a sentence, and a choice of our own.
  void aForeignChoiceIsChosenAgain() {
    emulation().epilogues = false;
    emulation().alternatives = {"slow", "fast"};
    emulation().alternativeMs = {2.0F, 0.5F};
    KernelChoices choices;
    CompileOptions options;
    options.choices = &choices;
    const Graph graph = trainingGraph("lenet5", std::nullopt);
    compiled(graph, options);
    const std::size_t entries = choices.entries().size();
    KernelChoices foreign;
    for (const auto& [key, kernel] : choices.entries()) foreign.set(key, "cuDNN eng99");
    options.choices = &foreign;
    const auto program = compiled(graph, options);
    const std::string notes = joined(program->notes());
    QVERIFY2(notes.find("not among those that the libraries offer (cuDNN eng99)") != std::string::npos, notes.c_str());
    QCOMPARE(foreign.entries().size(), entries);
    for (const auto& [key, kernel] : foreign.entries())
      if (key.find("max_pool2d") == std::string::npos) QCOMPARE(kernel, std::string("emulated fast"));
  }

  void noMemoryForTimingTakesTheFirst() {
    emulation().epilogues = false;
    emulation().alternatives = {"slow", "fast"};
    emulation().alternativeMs = {2.0F, 0.5F};
    emulation().memoryBytes = 64;
    const auto program = compiled(trainingGraph("lenet5", std::nullopt), {});
    int first = 0;
    for (const NodeKernel& kernel : program->kernels()) {
      QVERIFY(kernel.library != "emulated fast");
      first += kernel.library == "emulated slow";
    }
    QVERIFY(first > 5);
    QVERIFY2(joined(program->notes()).find("could not be timed") != std::string::npos, joined(program->notes()).c_str());
  }

  void nothingIsLeft() {
    QCOMPARE(emulation().allocations, std::int64_t{0});
    QCOMPARE(emulation().events, std::int64_t{0});
    QCOMPARE(emulation().plans, std::int64_t{0});
  }
};

QTEST_GUILESS_MAIN(CudaLoweringTest)
#include "lowering_test.moc"
