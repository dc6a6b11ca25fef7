// Chains of elementwise ops in one kernel: which nodes become one, that the type put together for the compiler and the code for the host
// say the same, and that the numbers are those of the ops apart.
// Qt last: its macro "slots" would change the memory plan's header.
#include <algorithm>
#include <cmath>

#include "core/backend/cuda/cuda_backend.h"
#include "core/backend/cuda/fusion/element_chain.h"
#include "core/graph/op.h"
#include "tests/core/backend/cuda/emulated_device.h"
#include "tests/core/backend/program_runner.h"
#include "tests/dev/reference/formula.h"

#include <QtTest>

using namespace stepscope;
using cuda::emulation;

namespace {

const Shape kShape{2, 3, 4, 8};

struct Made {
  Graph graph;
  reference::Bindings inputs;
  ValueId input(const std::string& name, const Shape& shape) {
    inputs[name] = reference::formulaTensor(reference::saltOf(name), numel(shape));
    return graph.addInput(name, DType::F32, shape);
  }
  ValueId op(const char* name, std::vector<ValueId> from, Attributes attrs = {}) {
    return graph.add(name, std::move(from), std::move(attrs), "layer");
  }
};

// relu(a + b) * sigmoid(clamp(a, -0.25, 0.5)) - c, where c has one number a channel.
Made example(const Shape& shape) {
  Made m;
  const ValueId a = m.input("a", shape), b = m.input("b", shape), c = m.input("c", {shape[1], 1, 1});
  const ValueId sum = m.op("relu", {m.op("add", {a, b})});
  const ValueId gate = m.op("sigmoid", {m.op("clamp", {a}, {{"min", -0.25}, {"max", 0.5}})});
  m.graph.markOutput("y", m.op("sub", {m.op("mul", {sum, gate}), c}));
  return m;
}

std::vector<float> run(const Made& m, ImageLayout images, Shape shape, const Program** keep = nullptr) {
  static std::unique_ptr<Program> program;
  CompileOptions options;
  options.images = images;
  program = cuda::makeBackend(cuda::emulatedDevice())->compile(m.graph, options);
  program->attach(program->makeArena(program->plan().stateBytes), program->makeArena(program->plan().stepBytes));
  bindInputs(*program, m.graph, m.inputs);
  program->run();
  if (keep) *keep = program.get();
  return readFloats(*program, "y", numel(shape));
}

// The kernel as NVRTC would compile it, run on the host.
template <class Expression, int inputs>
void runType(const cuda::ChainOperands& operands) {
  const cuda::Chain<Expression, inputs> kernel{operands};
  float shared = 0;
  kernel(cuda::Team{0, 1, 0, 1, &shared});
}

}  // namespace

class CudaChainTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { emulation() = {}; }

  void oneKernelForAll_data() {
    QTest::addColumn<int>("width");
    QTest::newRow("eights") << 8;
    QTest::newRow("no multiple of eight") << 7;
  }
  void oneKernelForAll() {
    QFETCH(int, width);
    Shape shape = kShape;
    shape[3] = width;
    const Made m = example(shape);
    const Program* program = nullptr;
    const auto got = run(m, ImageLayout::Auto, shape, &program);
    QCOMPARE(static_cast<int>(program->graph().nodes().size()), 1);
    QCOMPARE(program->kernels()[0].kernel, std::string("fused"));
    QCOMPARE(program->kernels()[0].library, std::string("stepscope: add, relu, clamp, sigmoid, multiply, subtract"));
    QVERIFY(program->notes()[0].find("6 elementwise ops run as 1 kernel") != std::string::npos);
    QVERIFY(normalizedError(got, reference::interpret(m.graph, m.inputs)["y"]) < 1e-12);
    QCOMPARE(emulation().launches, std::int64_t{1});
  }

  // The expression that the compiler gets, and the same written by hand.
  void typeAndCodeSayTheSame() {
    using namespace cuda;
    const Made m = example(kShape);
    const ElementChains chains = findChains(m.graph);
    QCOMPARE(chains.count, 1);
    const auto chain = chains.endingAt.back();
    QVERIFY(chain != nullptr);
    QCOMPARE(chain->type, std::string("stepscope::cuda::Chain<stepscope::cuda::Apply2<stepscope::cuda::Sub, 0, "
                                      "stepscope::cuda::Apply2<stepscope::cuda::Mul, 1, stepscope::cuda::Apply1<stepscope::cuda::Relu, 2, "
                                      "stepscope::cuda::Apply2<stepscope::cuda::Add, 3, stepscope::cuda::Arg<0>, stepscope::cuda::Arg<1>>>, "
                                      "stepscope::cuda::Apply1<stepscope::cuda::Sigmoid, 4, stepscope::cuda::Apply1<stepscope::cuda::Clamp, 5, "
                                      "stepscope::cuda::Arg<0>>>>, stepscope::cuda::Arg<2>>, 3>"));
    using Expression =
        Apply2<Sub, 0, Apply2<Mul, 1, Apply1<Relu, 2, Apply2<Add, 3, Arg<0>, Arg<1>>>, Apply1<Sigmoid, 4, Apply1<Clamp, 5, Arg<0>>>>, Arg<2>>;
    for (const bool bf16 : {false, true})
      for (const Int count : {Int{192}, Int{191}}) {
        alignas(16) float a[192], b[192], c[192], byType[192], byCode[192];
        alignas(16) Half narrow[192];
        for (int i = 0; i < 192; ++i) {
          a[i] = 0.01F * static_cast<float>(i) - 1;
          b[i] = 0.5F - 0.003F * static_cast<float>(i * i % 101);
          c[i] = 0.1F * static_cast<float>(i % 7);
          narrow[i] = toBf16(b[i]);
        }
        ChainOperands s;
        s.inputs = 3;
        s.x[0] = {a, kF32};
        s.x[1] = bf16 ? In{narrow, kBF16} : In{b, kF32};
        s.x[2] = {c, kF32};
        s.straight[0] = s.straight[1] = s.straight[2] = s.allStraight = true;
        s.count = count;
        std::copy(chain->attributes.begin(), chain->attributes.end(), s.attributes);
        std::copy(chain->code.begin(), chain->code.end(), s.code);
        s.y = {byType, kF32};
        runType<Expression, 3>(s);
        s.y = {byCode, kF32};
        runChainOnHost(&s, Team{0, 1, 0, 1, nullptr});
        for (Int i = 0; i < count; ++i) QCOMPARE(byType[i], byCode[i]);
      }
  }

  void imagesWithTheChannelsLast() {
    Made m = example(kShape);
    // A convolution makes the program's images lie so; the chain behind it follows.
    Made conv;
    const ValueId x = conv.input("x", kShape), w = conv.input("w", {3, 3, 1, 1}), c = conv.input("c", {3, 1, 1}), s = conv.input("s", {2, 3, 1, 1});
    const ValueId y =
        conv.op("conv2d", {x, w}, {{"stride", Shape{1, 1}}, {"padding", Shape{0, 0}}, {"dilation", Shape{1, 1}}, {"groups", std::int64_t{1}}});
    conv.graph.markOutput("y", conv.op("mul", {conv.op("silu", {conv.op("add", {y, c})}), s}));
    const Program* program = nullptr;
    const auto got = run(conv, ImageLayout::ChannelsLast, kShape, &program);
    const auto& nodes = program->graph().nodes();
    QVERIFY(std::any_of(nodes.begin(), nodes.end(), [](const Node& node) { return node.op->name == "conv2d"; }));
    QCOMPARE(program->kernels().back().kernel, std::string("fused"));
    QVERIFY(program->graph().value(nodes.back().outputs[0]).layout == Layout::ChannelsLast);
    QVERIFY(normalizedError(got, reference::interpret(conv.graph, conv.inputs)["y"]) < 1e-12);
  }

  // What somebody else reads, or the host, is computed by itself.
  void whatIsReadElsewhereStays() {
    Made m;
    const ValueId a = m.input("a", {64});
    const ValueId e = m.op("exp", {a}), r = m.op("relu", {e}), n = m.op("neg", {r});
    m.graph.markOutput("y", n);
    m.graph.markOutput("half way", r);
    const auto chains = cuda::findChains(m.graph);
    QCOMPARE(chains.count, 1);  // exp and relu
    QVERIFY(chains.absorbed[0] && !chains.absorbed[1] && !chains.absorbed[2]);
    Made twice;
    const ValueId b = twice.input("b", {64}), t = twice.op("tanh", {b});
    twice.graph.markOutput("y", twice.op("add", {t, twice.op("neg", {t})}));
    // tanh is read by two nodes of the chain; it stays apart, and neg goes with the addition.
    QCOMPARE(cuda::findChains(twice.graph).ops, 2);
    QVERIFY(normalizedError(run(twice, ImageLayout::Auto, {64}), reference::interpret(twice.graph, twice.inputs)["y"]) < 1e-12);
  }

  // Chains end where a kernel's parameters do.
  void longChainsAreSeveral() {
    Made m;
    ValueId x = m.input("x", {40});
    for (int i = 0; i < 20; ++i) x = m.op(i % 2 ? "tanh" : "neg", {x});
    for (int i = 0; i < 9; ++i) x = m.op("add", {x, m.input("i" + std::to_string(i), {40})});
    m.graph.markOutput("y", x);
    const auto chains = cuda::findChains(m.graph);
    QVERIFY(chains.count >= 4);
    for (const auto& chain : chains.endingAt) {
      if (!chain) continue;
      QVERIFY(chain->nodes.size() <= cuda::kChainOps && chain->inputs.size() <= cuda::kChainInputs);
    }
    QVERIFY(normalizedError(run(m, ImageLayout::Auto, {40}), reference::interpret(m.graph, m.inputs)["y"]) < 1e-10);
  }

  // A cast within a chain rounds nothing: what the chain keeps in f32 is at least as exact.
  void castsWithin() {
    Made m;
    const ValueId a = m.input("a", {256});
    m.graph.markOutput("y", m.op("cast", {m.op("gelu", {m.op("cast", {a}, {{"to", std::string("bf16")}})}, {{"approximate", std::string("none")}})},
                                 {{"to", std::string("f32")}}));
    const Program* program = nullptr;
    const auto got = run(m, ImageLayout::Auto, {256}, &program);
    QCOMPARE(static_cast<int>(program->graph().nodes().size()), 1);
    for (std::size_t i = 0; i < got.size(); ++i) {
      const double v = m.inputs["a"][i];
      QVERIFY(std::abs(got[i] - 0.5 * v * (1 + std::erf(v / std::sqrt(2.0)))) < 1e-6);
    }
  }
};

QTEST_GUILESS_MAIN(CudaChainTest)
#include "chain_test.moc"
