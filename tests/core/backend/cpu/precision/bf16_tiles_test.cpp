// Tensors too large for one tile: layers whose samples and elements are converted to f32 a share at a time, forward and backward, against
// the same graph computed in f32 with every value rounded where the program rounds it.
#include <map>
#include <random>
#include <set>
#include <string_view>

#include "core/backend/devices/devices.h"
#include "core/backend/narrow_report.h"
#include "core/base/error.h"
#include "core/graph/op.h"
#include "core/passes/amp.h"
#include "core/passes/step_graph.h"
#include "tests/core/backend/narrow_reference.h"
#include "tests/core/backend/program_runner.h"
#include "tests/dev/reference/formula.h"

#include <QtTest>

using namespace stepscope;

namespace {

class NetBuilder {
 public:
  // An input plus a parameter, so that its gradient can be read.
  ValueId watchedInput(const std::string& name, const Shape& shape) {
    return add("add", {input(name, shape), weight(name + ".shift", shape, 0.5)}, {{"relu", false}});
  }
  // Read after the step.
  ValueId watch(const std::string& name, ValueId value) {
    graph.markOutput(name, value);
    return value;
  }
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
    return add(
        "conv2d", std::move(operands),
        {{"stride", Shape{1, 1}}, {"padding", Shape{padding, padding}}, {"dilation", Shape{1, 1}}, {"groups", std::int64_t{1}}, {"relu", false}});
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

// watched: what layers hand on, and the gradient that arrives at the input, can be read.
NetBuilder images(std::int64_t side, bool watched = false) {
  NetBuilder b;
  const auto watch = [&](const char* name, ValueId value) { return watched ? b.watch(name, value) : value; };
  const Shape pictures{8, 3, side, side};
  ValueId x = watch("stem", b.conv("stem", watched ? b.watchedInput("x", pictures) : b.input("x", pictures), {64, 3, 3, 3}, 1));
  x = b.graph
          .node(b.graph.addNode(
              "batch_norm", {x, b.weight("gamma", {64}, 0.2, 1.0), b.weight("beta", {64}, 0.2), b.buffer("mean", {64}, 0), b.buffer("var", {64}, 1)},
              {{"eps", 1e-5}, {"momentum", 0.1}, {"relu", true}}, "norm"))
          .outputs[0];
  x = watch("middle", b.conv("middle", watch("norm", x), {64, 64, 3, 3}, 1, true));
  x = b.add("gelu", {x}, {{"approximate", "none"}});
  x = b.graph.node(b.graph.addNode("max_pool2d", {x}, {{"kernel", Shape{2, 2}}, {"stride", Shape{2, 2}}, {"padding", Shape{0, 0}}}, "pool"))
          .outputs[0];
  x = watch("point", b.conv("point", watch("pool", x), {24, 64, 1, 1}, 0));  // 24 channels: half a block is padding
  x = b.add("relu", {x});
  x = b.add("global_avg_pool", {x});
  const Shape pooled = b.graph.value(x).shape;
  x = b.add("reshape", {x}, {{"shape", Shape{pooled[0], numel(pooled) / pooled[0]}}});
  b.loss(b.add("linear", {x, b.weight("head", {10, 24}, 0.5), b.weight("head.bias", {10}, 0.1)}));
  return b;
}

NetBuilder sequences(bool watched = false) {
  NetBuilder b;
  constexpr std::int64_t kBatch = 16, kSteps = 64, kWidth = 768;
  const auto watch = [&](const char* name, ValueId value) { return watched ? b.watch(name, value) : value; };
  const Shape rows{kBatch, kSteps, kWidth};
  ValueId x = b.add("linear", {watched ? b.watchedInput("x", rows) : b.input("x", rows), b.weight("qkv", {3 * kWidth, kWidth}, 0.05)});
  x = b.graph.node(b.graph.addNode("attention", {x}, {{"heads", std::int64_t{8}}, {"causal", true}}, "attention")).outputs[0];
  watch("attention", x);
  x = b.graph
          .node(b.graph.addNode("layer_norm", {x, b.weight("gamma", {kWidth}, 0.2, 1.0), b.weight("beta", {kWidth}, 0.2)},
                                {{"dims", std::int64_t{1}}, {"eps", 1e-5}}, "norm"))
          .outputs[0];
  x = b.add("linear", {x, b.weight("up", {kWidth, kWidth}, 0.05), b.weight("up.bias", {kWidth}, 0.1)});
  x = b.add("silu", {x});
  x = b.add("softmax", {watch("silu", x)}, {{"axis", std::int64_t{2}}});
  x = b.add("reshape", {x}, {{"shape", Shape{kBatch * kSteps, kWidth}}});
  b.loss(b.add("linear", {x, b.weight("head", {32, kWidth}, 40.0)}));
  return b;
}

using Read = std::map<std::string, std::vector<float>>;  // by output

struct Ran {
  std::unique_ptr<Program> program;
  std::map<std::string, Shape> shapes;  // of the outputs
  Read read;
};

// The step: gradients are outputs "gradient of <parameter>".
Graph stepOf(const Graph& forward) {
  AutodiffResult step = autodiff(forward);
  for (const auto& [parameter, gradient] : step.gradients) step.graph.markOutput("gradient of " + step.graph.value(parameter).name, gradient);
  return std::move(step.graph);
}

Ran runStep(const Graph& step, const reference::Bindings& inputs, CompileOptions options) {
  Ran ran;
  options.threads = 2;
  ran.program = findBackend("cpu")->compile(step, options);
  ran.program->graph().verify();
  attachAlone(*ran.program);
  bindState(*ran.program, step, inputs);
  bindInputs(*ran.program, step, inputs);
  ran.program->run();
  for (const auto& [name, id] : step.outputs()) {
    ran.shapes[name] = step.value(id).shape;
    ran.read[name] = readFloats(*ran.program, name, numel(step.value(id).shape));
  }
  return ran;
}

Ran run(const Graph& forward, const reference::Bindings& inputs, const CompileOptions& options) {
  return runStep(stepOf(forward), inputs, options);
}

Ran run(const Graph& forward, const reference::Bindings& inputs) {
  CompileOptions options;
  options.autotune = false;
  return run(forward, inputs, options);
}

// The same step in f32: each value that was narrow is rounded by a pair of casts (`rounds`), or kept as it is.
Graph inF32(const Graph& low, DType type, bool rounds) {
  Graph graph;
  std::vector<ValueId> moved(low.values().size(), kNone);
  for (std::size_t v = 0; v < low.values().size(); ++v)
    if (low.values()[v].producer == kNone) moved[v] = graph.addValue(low.values()[v]);
  const auto rounded = [&](ValueId value) {
    if (!rounds) return value;
    return graph.add("cast", {graph.add("cast", {value}, {{"to", std::string(nameOf(type))}}, "narrow")}, {{"to", "f32"}}, "wide");
  };
  for (const Node& node : low.nodes()) {
    std::vector<ValueId> inputs;
    for (const ValueId input : node.inputs) inputs.push_back(input == kNone ? kNone : moved[input]);
    const auto narrow = [&](ValueId output) { return low.value(output).dtype == type; };
    if (node.op->name == "cast") {
      moved[node.outputs[0]] = narrow(node.outputs[0]) ? rounded(inputs[0]) : inputs[0];
      continue;
    }
    const std::vector<ValueId> made = graph.node(graph.addNode(node.op->name, inputs, node.attrs, node.scope, node.phase)).outputs;
    for (std::size_t o = 0; o < made.size(); ++o) {
      const bool rounding = narrow(node.outputs[o]) && graph.value(made[o]).dtype == DType::F32;
      moved[node.outputs[o]] = rounding ? rounded(made[o]) : made[o];
    }
  }
  for (const auto& [name, id] : low.outputs()) graph.markOutput(name, moved[id]);
  graph.verify();
  return graph;
}

reference::Tensor toTensor(const std::vector<float>& values) {
  return {values.begin(), values.end()};
}

// What the program must give, and how far each element may lie from it.
struct Expected {
  std::map<std::string, Shape> shapes;
  std::map<std::string, reference::Tensor> values;
  std::map<std::string, std::vector<double>> bounds;
};

AmpClass everythingLow(const OpDef& op) {
  return op.name == "softmax_cross_entropy" ? AmpClass::F32 : AmpClass::Low;
}

Graph lowOf(const NetBuilder& net) {
  return amp(net.graph, DType::BF16, everythingLow).graph;
}

// Numbers that bf16 holds, so that nothing hangs on whether weights are rounded once more.
reference::Bindings roundedInputs(const NetBuilder& net) {
  reference::Bindings inputs = net.inputs;
  for (const Value& value : net.graph.values())
    if (value.producer == kNone && value.dtype == DType::F32)
      for (double& v : inputs.at(value.name)) v = nearestOf(v, DType::BF16);
  return inputs;
}

Expected expectedOf(const NetBuilder& net) {
  const Graph low = stepOf(lowOf(net));
  const reference::Bindings inputs = roundedInputs(net);
  CompileOptions options;
  options.autotune = false;
  options.fusion = false;
  const Graph rounding = inF32(low, DType::BF16, true);
  const Ran rounded = runStep(rounding, inputs, options);
  std::vector<Ran> others;
  others.push_back(runStep(inF32(low, DType::BF16, false), inputs, options));
  // Each number moved by less than a rounding, up or down: it and what follows from it are rounded otherwise.
  for (const unsigned seed : {1U, 2U}) {
    std::mt19937 generator(seed);
    reference::Bindings moved = inputs;
    for (const Value& value : low.values())
      if (value.producer == kNone && value.dtype == DType::F32)
        for (double& v : moved.at(value.name)) v *= 1 + roundingOf(DType::BF16) * ((generator() & 1U) != 0 ? 1 : -1);
    others.push_back(runStep(rounding, moved, options));
  }
  Expected expected{.shapes = rounded.shapes, .values = {}, .bounds = {}};
  for (const auto& [name, values] : rounded.read) {
    std::vector<reference::Tensor> tensors;
    for (const Ran& other : others) tensors.push_back(toTensor(other.read.at(name)));
    std::vector<const reference::Tensor*> pointers;
    for (const reference::Tensor& tensor : tensors) pointers.push_back(&tensor);
    expected.values[name] = toTensor(values);
    expected.bounds[name] = narrowBounds(expected.values[name], pointers, DType::BF16);
  }
  return expected;
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
    // As a training runs it; and with what the layers hand on as outputs, so that each row of it is looked at.
    for (const bool watched : {false, true}) {
      const NetBuilder net = pictures ? images(64, watched) : sequences(watched);
      const Expected expected = expectedOf(net);
      const int borders = compare(run(lowOf(net), roundedInputs(net)), expected);
      if (watched) QVERIFY2(borders >= (pictures ? 6 : 2), qPrintable(QString("%1 wrong borders planted").arg(borders)));
    }
  }

  // The values that everything here is held against are those of bf16, made without a kernel of bf16.
  void theReferenceIsRounded() {
    const NetBuilder net = images(16, true);
    const Graph step = stepOf(lowOf(net));
    CompileOptions options;
    options.autotune = false;
    options.fusion = false;
    const auto strays = [&](bool rounds) {
      const Graph graph = inF32(step, DType::BF16, rounds);
      for (const Node& node : graph.nodes())
        for (const ValueId input : node.inputs)
          if (node.op->name != "cast" && input != kNone && graph.value(input).dtype == DType::BF16) return -1;
      const Ran ran = runStep(graph, roundedInputs(net), options);
      int count = 0;
      for (const char* name : {"stem", "norm", "middle", "pool", "point"})
        for (const float v : ran.read.at(name)) count += nearestOf(static_cast<double>(v), DType::BF16) != static_cast<double>(v);
      return count;
    };
    QCOMPARE(strays(true), 0);
    QVERIFY(strays(false) > 100000);
  }

  // Every kernel that a product may choose, wherever it exists; elsewhere the default runs.
  void everyKernelAgrees() {
    const NetBuilder net = images(16, true);
    const Expected expected = expectedOf(net);
    const reference::Bindings inputs = roundedInputs(net);
    const Graph low = lowOf(net);
    KernelChoices timed;
    CompileOptions options;
    options.choices = &timed;
    compare(run(low, inputs, options), expected);
    std::set<std::string> ran;
    options.mayTime = false;
    for (const char* kernel : {"bf16", "bf16 blocked", "bf16 own", "bf16 winograd", "direct", "winograd", "matmul", "own", "matmul packed"}) {
      KernelChoices forced;
      for (const auto& [key, chosen] : timed.entries()) forced.set(key, kernel);
      options.choices = &forced;
      const Ran one = run(low, inputs, options);
      for (const NodeKernel& made : one.program->kernels()) ran.insert(made.kernel);
      compare(one, expected);
    }
    const bool arithmetic = qgetenv("STEPSCOPE_BF16") == "arithmetic";
    const bool amx = findBackend("cpu")->device().isa.find("AMX") != std::string::npos;
    for (const char* kernel : {"bf16", "bf16 blocked", "bf16 own", "bf16 winograd"})
      if (arithmetic && !(amx && std::string_view(kernel) == "bf16 blocked")) QVERIFY2(ran.count(kernel), kernel);
  }

 private:
  // How many wrong borders were planted, each of which the comparison refused.
  static int compare(const Ran& low, const Expected& expected) {
    int borders = 0;
    double worst = 0;
    [&] {
      QVERIFY(expected.values.size() >= 5);  // the smallest network here: a loss and four gradients
      for (const auto& [name, values] : expected.values) {
        const std::vector<double>& bounds = expected.bounds.at(name);
        const test::Comparison compared = test::compareWithin(low.read.at(name), values, bounds);
        VERIFY_COMPARISON(compared, name);
        worst = std::max(worst, compared.worst);
        const auto wrong = withWrongBorder(expected.shapes.at(name), low.read.at(name));
        if (!wrong) continue;
        QVERIFY2(!test::compareWithin(*wrong, values, bounds).ok, (name + ": a wrong border row passes").c_str());
        ++borders;
      }
    }();
    qInfo("largest error %.2f of its bound", worst);
    return borders;
  }

 private Q_SLOTS:
  // Storage: no f32 copy of a whole activation is ever made, neither as a value nor as a workspace. Arithmetic: the products multiply bf16.
  void productsAreOfTheKindAskedFor() {
    const NetBuilder net = images(64);
    const Ran low = run(lowOf(net), net.inputs);
    const NarrowUse use = narrowUseOf(*low.program, DeviceKind::Cpu);
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
      if (node.op->name == "conv2d_grad_weight" || node.op->name == "linear_grad_weight") QCOMPARE(graph.value(node.outputs[0]).dtype, DType::F32);
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
    const Graph low = lowOf(net);
    const reference::Bindings inputs = roundedInputs(net);
    KernelChoices timed, forced;
    CompileOptions options;
    options.choices = &timed;
    run(low, inputs, options);
    for (const auto& [key, chosen] : timed.entries()) forced.set(key, "bf16 blocked");
    options.choices = &forced;
    options.mayTime = false;
    const Ran blocked = run(low, inputs, options);
    const Graph& graph = blocked.program->graph();
    int onTheWay = 0;
    for (std::size_t n = 0; n < graph.nodes().size(); ++n) {
      const Node& node = graph.nodes()[n];
      if (node.op->name != "cast" || graph.value(node.outputs[0]).shape != Shape{32, 64, 1, 1}) continue;
      QCOMPARE(QString::fromStdString(blocked.program->kernels()[n].kernel), QString("cast to blocks"));
      ++onTheWay;
    }
    QCOMPARE(onTheWay, 2);
    compare(blocked, expectedOf(net));
  }

  void noNotesWithoutNarrowTypes() {
    const NetBuilder net = images(64);
    QVERIFY(describe(narrowUseOf(*run(net.graph, net.inputs).program, DeviceKind::Cpu), {}).empty());
  }
};

QTEST_GUILESS_MAIN(Bf16TilesTest)
#include "bf16_tiles_test.moc"
