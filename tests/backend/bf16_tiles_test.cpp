// Tensors too large for one tile: layers whose samples and elements are converted to f32 a share at a time, forward and backward, against
// the same graph in f32 throughout.
#include <functional>
#include <set>
#include <string_view>

#include "core/backend/narrow_report.h"
#include "core/base/error.h"
#include "core/graph/op.h"
#include "core/passes/amp.h"
#include "core/passes/step_graph.h"
#include "tests/backend/program_runner.h"
#include "tests/reference/formula.h"

#include <QtTest>

using namespace stepscope;

namespace {

class NetBuilder {
 public:
  ValueId input(const std::string& name, const Shape& shape) {
    inputs[name] = reference::formulaTensor(reference::saltOf(name), numel(shape), 1.0);
    return graph.addInput(name, DType::F32, shape);
  }
  ValueId weight(const std::string& name, const Shape& shape, double scale, double offset = 0.0) {
    inputs[name] = reference::formulaTensor(reference::saltOf(name), numel(shape), scale, offset);
    return graph.addPersistent(Role::Parameter, name, DType::F32, shape, {});
  }
  ValueId buffer(const std::string& name, const Shape& shape, double value) {
    inputs[name] = reference::Tensor(static_cast<std::size_t>(numel(shape)), value);
    return graph.addPersistent(Role::Buffer, name, DType::F32, shape, {});
  }
  ValueId add(const char* op, std::vector<ValueId> operands, Attributes attrs = {}) {
    return graph.add(op, std::move(operands), std::move(attrs), op);
  }
  ValueId conv(const std::string& name, ValueId x, const Shape& w, std::int64_t padding, bool bias = false) {
    std::vector<ValueId> operands{x, weight(name, w, 1.0 / static_cast<double>(w[1] * w[2] + 8))};
    if (bias) operands.push_back(weight(name + ".bias", {w[0]}, 0.1));
    return add("conv2d", std::move(operands),
               {{"stride", Shape{1, 1}},
                {"padding", Shape{padding, padding}},
                {"dilation", Shape{1, 1}},
                {"groups", std::int64_t{1}},
                {"relu", false}});
  }
  void loss(ValueId rows) {
    const Shape shape = graph.value(rows).shape;
    inputs["labels"] = reference::formulaLabels(7, shape[0], shape[1]);
    const ValueId labels = graph.addInput("labels", DType::I32, {shape[0]});
    graph.markOutput("loss", add("softmax_cross_entropy", {rows, labels}));
  }

  Graph graph;
  reference::Bindings inputs;
};

NetBuilder images(std::int64_t side) {
  NetBuilder b;
  ValueId x = b.conv("stem", b.input("x", {8, 3, side, side}), {64, 3, 3, 3}, 1);
  x = b.graph
          .node(b.graph.addNode(
              "batch_norm",
              {x, b.weight("gamma", {64}, 0.2, 1.0), b.weight("beta", {64}, 0.2), b.buffer("mean", {64}, 0), b.buffer("var", {64}, 1)},
              {{"eps", 1e-5}, {"momentum", 0.1}, {"relu", true}}, "norm"))
          .outputs[0];
  x = b.conv("middle", x, {64, 64, 3, 3}, 1, true);
  x = b.add("gelu", {x}, {{"approximate", "none"}});
  x = b.graph.node(b.graph.addNode("max_pool2d", {x}, {{"kernel", Shape{2, 2}}, {"stride", Shape{2, 2}}, {"padding", Shape{0, 0}}}, "pool"))
          .outputs[0];
  x = b.conv("point", x, {24, 64, 1, 1}, 0);  // 24 channels: half a block is padding
  x = b.add("relu", {x});
  x = b.add("global_avg_pool", {x});
  const Shape pooled = b.graph.value(x).shape;
  x = b.add("reshape", {x}, {{"shape", Shape{pooled[0], numel(pooled) / pooled[0]}}});
  b.loss(b.add("linear", {x, b.weight("head", {10, 24}, 0.5), b.weight("head.bias", {10}, 0.1)}));
  return b;
}

NetBuilder sequences() {
  NetBuilder b;
  constexpr std::int64_t kBatch = 16, kSteps = 64, kWidth = 768;
  ValueId x = b.add("linear", {b.input("x", {kBatch, kSteps, kWidth}), b.weight("qkv", {3 * kWidth, kWidth}, 0.05)});
  x = b.graph.node(b.graph.addNode("attention", {x}, {{"heads", std::int64_t{8}}, {"causal", true}}, "attention")).outputs[0];
  x = b.graph
          .node(b.graph.addNode("layer_norm", {x, b.weight("gamma", {kWidth}, 0.2, 1.0), b.weight("beta", {kWidth}, 0.2)},
                                {{"dims", std::int64_t{1}}, {"eps", 1e-5}}, "norm"))
          .outputs[0];
  x = b.add("linear", {x, b.weight("up", {kWidth, kWidth}, 0.05), b.weight("up.bias", {kWidth}, 0.1)});
  x = b.add("silu", {x});
  x = b.add("softmax", {x}, {{"axis", std::int64_t{2}}});
  x = b.add("reshape", {x}, {{"shape", Shape{kBatch * kSteps, kWidth}}});
  b.loss(b.add("linear", {x, b.weight("head", {32, kWidth}, 40.0)}));
  return b;
}

AmpClass everythingLow(const OpDef& op) {
  return op.name == "softmax_cross_entropy" ? AmpClass::F32 : AmpClass::Low;
}

struct Ran {
  std::unique_ptr<Program> program;
  std::vector<std::pair<std::string, std::int64_t>> gradients;  // output, elements
};

Ran run(const Graph& forward, const reference::Bindings& inputs, CompileOptions options) {
  AutodiffResult step = autodiff(forward);
  Ran ran;
  for (const auto& [parameter, gradient] : step.gradients) {
    const Value& value = step.graph.value(parameter);
    ran.gradients.emplace_back("gradient of " + value.name, numel(value.shape));
    step.graph.markOutput(ran.gradients.back().first, gradient);
  }
  options.threads = 2;
  ran.program = findBackend("cpu")->compile(step.graph, options);
  ran.program->graph().verify();
  attachAlone(*ran.program);
  bindState(*ran.program, step.graph, inputs);
  bindInputs(*ran.program, step.graph, inputs);
  ran.program->run();
  return ran;
}

Ran run(const Graph& forward, const reference::Bindings& inputs) {
  CompileOptions options;
  options.autotune = false;
  return run(forward, inputs, options);
}

reference::Tensor toTensor(const std::vector<float>& values) {
  return {values.begin(), values.end()};
}

}  // namespace

class Bf16TilesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    if (qgetenv("STEPSCOPE_BF16").isEmpty()) qputenv("STEPSCOPE_BF16", "storage");  // not what is faster here: the same on every machine
    if (qgetenv("STEPSCOPE_BF16") != "arithmetic") return;
    try {
      findBackend("cpu")->device();
    } catch (const Error& error) {
      QSKIP(error.what());
    }
  }

  void sharesAddUp_data() {
    QTest::addColumn<bool>("pictures");
    QTest::newRow("images") << true;
    QTest::newRow("sequences") << false;
  }

  void sharesAddUp() {
    QFETCH(bool, pictures);
    const NetBuilder net = pictures ? images(64) : sequences();
    const Ran exact = run(net.graph, net.inputs);
    const Ran low = run(amp(net.graph, DType::BF16, everythingLow).graph, net.inputs);
    compare(low, exact);
  }

  // Every kernel that a product may choose, wherever it exists; elsewhere the default runs.
  void everyKernelAgrees() {
    const NetBuilder net = images(16);
    const Ran exact = run(net.graph, net.inputs);
    const Graph low = amp(net.graph, DType::BF16, everythingLow).graph;
    KernelChoices timed;
    CompileOptions options;
    options.choices = &timed;
    compare(run(low, net.inputs, options), exact);
    std::set<std::string> ran;
    options.mayTime = false;
    for (const char* kernel : {"bf16", "bf16 blocked", "bf16 matmul", "bf16 im2col", "bf16 own", "bf16 winograd", "bf16 stem", "direct",
                               "winograd", "matmul", "direct blocked", "own", "matmul packed"}) {
      KernelChoices forced;
      for (const auto& [key, chosen] : timed.entries()) forced.set(key, kernel);
      options.choices = &forced;
      const Ran one = run(low, net.inputs, options);
      for (const NodeKernel& made : one.program->kernels()) ran.insert(made.kernel);
      compare(one, exact);
    }
    const bool arithmetic = qgetenv("STEPSCOPE_BF16") == "arithmetic";
    const bool amx = findBackend("cpu")->device().isa.find("AMX") != std::string::npos;
    for (const char* kernel : {"bf16", "bf16 blocked", "bf16 matmul", "bf16 im2col", "bf16 own", "bf16 winograd", "bf16 stem"})
      if (arithmetic && !(amx && std::string_view(kernel) == "bf16 blocked")) QVERIFY2(ran.count(kernel), kernel);
  }

 private:
  static void compare(const Ran& low, const Ran& exact) {
    // A share left out, or added twice, is an error of a tenth and more; the roundings of some ten layers stay below this.
    constexpr double kBound = 2e-2;
    const double loss = exact.program->scalar("loss");
    QVERIFY2(std::abs(low.program->scalar("loss") - loss) < 0.01 * loss, qPrintable(QString::number(low.program->scalar("loss"))));
    for (const auto& [name, count] : exact.gradients) {
      const double error = normalizedError(readFloats(*low.program, name, count), toTensor(readFloats(*exact.program, name, count)));
      QVERIFY2(error < kBound, qPrintable(QString("%1: error %2").arg(name.c_str()).arg(error)));
    }
  }

 private Q_SLOTS:
  // Storage: no f32 copy of a whole activation is ever made, neither as a value nor as a workspace. Arithmetic: the products multiply bf16.
  void productsAreOfTheKindAskedFor() {
    const NetBuilder net = images(64);
    const Ran low = run(amp(net.graph, DType::BF16, everythingLow).graph, net.inputs);
    const NarrowUse use = narrowUseOf(*low.program, false);
    const std::vector<std::string> notes = describe(use, {});
    QCOMPARE(use.products, 11);  // three convolutions, the first of which has no data gradient, and a linear layer
    const bool arithmetic = qgetenv("STEPSCOPE_BF16") == "arithmetic";
    QCOMPARE(use.arithmetic, arithmetic ? 11 : 0);
    QVERIFY2(notes.at(0).rfind(arithmetic ? "arithmetic: 11 of 11" : "storage: ", 0) == 0, notes[0].c_str());
    if (arithmetic) return;

    const Graph& graph = low.program->graph();
    constexpr std::int64_t kWhole = std::int64_t{8} * 64 * 64 * 64 * 4;  // two and more of them for most of these nodes
    int cut = 0;
    for (std::size_t n = 0; n < graph.nodes().size(); ++n) {
      // Rounding what an f32 product reads and sums would gain nothing: weights come as they are kept, their gradients as they are summed.
      const Node& node = graph.nodes()[n];
      if (node.op->name == "conv2d" || node.op->name == "linear") QCOMPARE(graph.value(node.inputs[1]).dtype, DType::F32);
      if (node.op->name == "conv2d_grad_weight" || node.op->name == "linear_grad_weight")
        QCOMPARE(graph.value(node.outputs[0]).dtype, DType::F32);
      const std::string& library = low.program->kernels()[n].library;
      if (library.find("in tiles") == std::string::npos) continue;
      ++cut;
      for (const ValueId output : node.outputs) {
        const Value& value = graph.value(output);
        QVERIFY2(value.bytes < (value.role == Role::Workspace ? kWhole * 3 / 2 : kWhole), value.name.c_str());
      }
    }
    QVERIFY2(cut >= 14, qPrintable(QString::number(cut)));
  }

  // Weights that the library reads in blocks are rounded on the way into them, for the forward pass and for the gradient of the input.
  void weightsAreRoundedOnTheWay() {
    if (qgetenv("STEPSCOPE_BF16") != "arithmetic") QSKIP("weights are rounded for products of bf16 only");
    if (findBackend("cpu")->device().isa.find("AMX") != std::string::npos) QSKIP("with AMX the library has no such blocks");
    NetBuilder net;
    ValueId x = net.conv("stem", net.input("x", {4, 3, 12, 12}), {64, 3, 3, 3}, 1);
    x = net.add("relu", {x});
    x = net.conv("point", x, {32, 64, 1, 1}, 0);
    x = net.add("global_avg_pool", {net.add("relu", {x})});
    x = net.add("reshape", {x}, {{"shape", Shape{4, 32}}});
    net.loss(net.add("linear", {x, net.weight("head", {10, 32}, 0.5), net.weight("head.bias", {10}, 0.1)}));
    const Graph low = amp(net.graph, DType::BF16, everythingLow).graph;
    KernelChoices timed, forced;
    CompileOptions options;
    options.choices = &timed;
    run(low, net.inputs, options);
    for (const auto& [key, chosen] : timed.entries()) forced.set(key, "bf16 blocked");
    options.choices = &forced;
    options.mayTime = false;
    const Ran blocked = run(low, net.inputs, options);
    const Graph& graph = blocked.program->graph();
    int onTheWay = 0;
    for (std::size_t n = 0; n < graph.nodes().size(); ++n) {
      const Node& node = graph.nodes()[n];
      if (node.op->name != "cast" || graph.value(node.outputs[0]).shape != Shape{32, 64, 1, 1}) continue;
      QCOMPARE(QString::fromStdString(blocked.program->kernels()[n].kernel), QString("into blocks"));
      ++onTheWay;
    }
    QCOMPARE(onTheWay, 2);
    compare(blocked, run(net.graph, net.inputs));
  }

  void noNotesWithoutNarrowTypes() {
    const NetBuilder net = images(64);
    QVERIFY(describe(narrowUseOf(*run(net.graph, net.inputs).program, false), {}).empty());
  }
};

QTEST_GUILESS_MAIN(Bf16TilesTest)
#include "bf16_tiles_test.moc"
