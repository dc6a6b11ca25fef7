// How a graph is laid out for the GPU: channels last where the tensor cores want it, what that does to parameters and to programs that
// share them, and sums beside a convolution's output. On the emulated device.
// Qt last: its macro "slots" would change the memory plan's header.
#include "core/backend/cuda/plan/lowering.h"
#include "core/backend/cuda/plan/image_order.h"
#include "tests/core/backend/cuda/emulated_steps.h"

#include <QtTest>

using namespace stepscope;
using cuda::emulation;

namespace {

int reorders(const Graph& graph) {
  return count(graph, [](const Node& node) { return node.op->name == "reorder"; });
}
Layout layoutOf(const Program& program, const char* value) {
  return program.graph().value(program.graph().find(value)).layout;
}

// What one program tried the next need not.
std::unique_ptr<Program> compiled(const Graph& graph, const CompileOptions& options, const Program* stateFrom = nullptr) {
  static const auto backend = cuda::makeBackend(cuda::emulatedDevice());
  return backend->compile(graph, options, stateFrom);
}

}  // namespace

class CudaLoweringTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { emulation() = {}; }

  void autoTakesChannelsLastForNarrowTypes_data() {
    QTest::addColumn<int>("low");
    QTest::addColumn<int>("images");
    QTest::addColumn<bool>("last");
    QTest::newRow("f32") << static_cast<int>(DType::F32) << static_cast<int>(ImageLayout::Auto) << false;
    QTest::newRow("bf16") << static_cast<int>(DType::BF16) << static_cast<int>(ImageLayout::Auto) << true;
    QTest::newRow("f16") << static_cast<int>(DType::F16) << static_cast<int>(ImageLayout::Auto) << true;
    QTest::newRow("f32, on") << static_cast<int>(DType::F32) << static_cast<int>(ImageLayout::ChannelsLast) << true;
    QTest::newRow("bf16, off") << static_cast<int>(DType::BF16) << static_cast<int>(ImageLayout::ChannelsFirst) << false;
  }
  void autoTakesChannelsLastForNarrowTypes() {
    QFETCH(int, low);
    QFETCH(int, images);
    QFETCH(bool, last);
    const Graph graph = trainingStep({.model = "resnet20", .low = static_cast<DType>(low), .sample = {3, 8, 8}});
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
    const Graph graph = trainingStep({.model = model.constData(), .sample = {3, size, size}});
    std::vector<std::vector<double>> losses;
    for (const ImageLayout images : {ImageLayout::ChannelsFirst, ImageLayout::ChannelsLast}) {
      CompileOptions options;
      options.images = images;
      const auto program = compiled(graph, options);
      start(*program, graph, 11);
      auto& list = losses.emplace_back();
      for (int step = 0; step < steps; ++step) {
        runStep(*program, graph, static_cast<std::uint32_t>(step));
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
    const auto adam = compiled(trainingStep({.model = "resnet20", .optimizer = OptimizerSpec::Kind::AdamW}), options);
    const auto blocks = compiled(trainingStep({.model = "resnet20", .optimizer = OptimizerSpec::Kind::AdamW8bit}), options);
    QVERIFY(layoutOf(*adam, "layer3.1.conv1.weight") == Layout::ChannelsLast);
    QVERIFY(layoutOf(*blocks, "layer3.1.conv1.weight") == Layout::Plain);
    QVERIFY(layoutOf(*blocks, "layer1.0.conv1.weight") == Layout::ChannelsLast);  // too small for blocks
    int last = 0;
    for (const Value& value : adam->graph().values()) last += value.role == Role::OptimizerState && value.layout == Layout::ChannelsLast;
    QVERIFY(last > 30);
  }

  // Weights are written and read row-major whatever their layout, also by a program that shares them.
  void stateIsSharedAcrossPrograms() {
    const StepRecipe recipe{.model = "resnet20", .low = DType::BF16};
    const Graph graph = trainingStep(recipe), evaluation = evaluationStep(recipe);
    const auto train = compiled(graph, {});
    const auto validate = compiled(evaluation, {}, train.get());
    const auto state = train->makeArena(train->plan().stateBytes);
    const auto step = train->makeArena(std::max(train->plan().stepBytes, validate->plan().stepBytes));
    train->attach(state, step);
    validate->attach(state, step);
    const reference::Bindings initial = reference::initialState(graph, 5);
    bindState(*train, graph, initial);
    const char* const name = "layer2.0.conv1.weight";
    const auto floats = readFloats(*validate, name, static_cast<std::int64_t>(initial.at(name).size()));
    for (std::size_t i = 0; i < floats.size(); ++i) QCOMPARE(floats[i], static_cast<float>(initial.at(name)[i]));
    runStep(*train, graph, 0);
    runStep(*validate, evaluation, 1);
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
    const Graph graph = trainingStep({.model = "resnet20", .low = narrow ? DType::BF16 : DType::F32});
    CompileOptions options;
    options.images = ImageLayout::ChannelsLast;
    const auto program = compiled(graph, options);
    program->graph().verify();
    const int plain = count(program->graph(), [](const Node& node) { return node.op->id == OpId::BatchNorm; });
    const int summed = count(program->graph(), [](const Node& node) { return node.op->id == OpId::BatchNormOfSums; });
    QVERIFY(plain + summed > 15);
    QCOMPARE(narrow && canFuse ? plain : summed, 0);
    QCOMPARE(count(program->graph(), [](const Node& node) { return node.op->id == OpId::Conv2dSums; }), summed);
    const std::string notes = notesOf(*program);
    QCOMPARE(notes.find("convolutions before a batch norm") != std::string::npos, narrow);
    QCOMPARE(notes.find("cuDNN has no such kernel for the others") != std::string::npos, narrow && !canFuse);

    // The running statistics tell what the norms saw: the same with and without the sums.
    start(*program, graph);
    runStep(*program, graph, 0);
    emulation().fusedConvolutions = false;
    const auto apart = compiled(graph, options);
    start(*apart, graph);
    runStep(*apart, graph, 0);
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
  void nothingIsLeft() {
    QCOMPARE(emulation().allocations, std::int64_t{0});
    QCOMPARE(emulation().events, std::int64_t{0});
    QCOMPARE(emulation().plans, std::int64_t{0});
  }
};

QTEST_GUILESS_MAIN(CudaLoweringTest)
#include "lowering_test.moc"
