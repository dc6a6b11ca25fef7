// Neighbouring nodes that run as one kernel: the same numbers as apart, forward and backward, and only when the switch says so.
// Qt last: its macro "slots" would change the memory plan's header.
#include <algorithm>
#include <set>

#include "core/backend/cpu/tuning/kernel_table.h"
#include "core/backend/devices/devices.h"
#include "core/backend/fusion_report.h"
#include "core/graph/op.h"
#include "core/passes/amp.h"
#include "core/passes/step_graph.h"
#include "tests/core/backend/backend_cases.h"
#include "tests/core/backend/program_runner.h"

#include <QtTest>

using namespace stepscope;

namespace {

struct Prepared {
  Graph graph;  // with gradients as outputs "gradient of <parameter>"
  std::vector<std::string> read;
};

Prepared prepare(const OpCase& c) {
  if (c.graph.outputs().count("y")) return {c.graph, {"y"}};  // a case without gradients
  AutodiffResult backward = autodiff(c.graph);
  Prepared p{std::move(backward.graph), {"loss"}};
  for (const auto& [parameter, gradient] : backward.gradients) {
    p.read.push_back("gradient of " + std::string(p.graph.nameOf(parameter)));
    p.graph.markOutput(p.read.back(), gradient);
  }
  for (const Value& value : p.graph.values())
    if (value.role == Role::Buffer) p.read.push_back(value.name);
  return p;
}

std::set<std::string_view> opsOf(const Program& program) {
  std::set<std::string_view> ops;
  for (const Node& node : program.graph().nodes()) ops.insert(node.op->name);
  return ops;
}

// What can run a layer with something behind it.
const std::vector<const char*> kProducts{"matmul", "matmul packed", "matmul, then epilogue"};
const std::vector<const char*> kConvolutionKernels{"direct with epilogue",    "direct, then epilogue",       "direct, epilogue in tiles",
                                                   "winograd, then epilogue", "winograd, epilogue in tiles", "own, then epilogue",
                                                   "own, epilogue in tiles"};

using Results = std::vector<std::vector<float>>;

Results runOnce(Program& program, const Prepared& p, const reference::Bindings& inputs, const reference::Result& expected) {
  bindState(program, p.graph, inputs);
  bindInputs(program, p.graph, inputs);
  program.run();
  Results results;
  for (const std::string& name : p.read) results.push_back(readFloats(program, name, static_cast<std::int64_t>(expected[name].size())));
  return results;
}

}  // namespace

class FusionTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    backend_ = findBackend("cpu");
    QVERIFY(backend_);
    cases_ = fusionCases();
  }

  void agreesWithInterpreter_data() {
    QTest::addColumn<int>("index");
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("images");
    for (std::size_t i = 0; i < cases_.size(); ++i)
      for (const int threads : {1, 2})
        for (const ImageLayout images : {ImageLayout::Auto, ImageLayout::ChannelsLast})
          QTest::addRow("%s, %d threads%s", cases_[i].c.name.c_str(), threads, images == ImageLayout::Auto ? "" : ", NHWC")
              << static_cast<int>(i) << threads << static_cast<int>(images);
  }

  void agreesWithInterpreter() {
    QFETCH(int, index);
    QFETCH(int, threads);
    QFETCH(int, images);
    const FusionCase& fusion = cases_[static_cast<std::size_t>(index)];
    const Prepared p = prepare(fusion.c);
    const reference::Result expected = reference::interpret(p.graph, fusion.c.inputs);
    std::int64_t tensors[2] = {};  // elements that kernels read
    for (const bool on : {false, true}) {
      CompileOptions options;
      options.threads = threads;
      options.autotune = false;
      options.fusion = on;
      options.images = static_cast<ImageLayout>(images);
      options.checkMemory = true;
      const auto program = backend_->compile(p.graph, options);
      program->graph().verify();
      const auto ops = opsOf(*program);
      for (const std::string& kernel : fusion.kernels) QVERIFY2(ops.contains(kernel) == on, kernel.c_str());
      QCOMPARE(!describeFusions(*program).empty(), on);
      attachAlone(*program);
      const Results got = runOnce(*program, p, fusion.c.inputs, expected);
      for (std::size_t i = 0; i < got.size(); ++i) {
        VERIFY_COMPARISON(test::compareNorms(got[i], expected[p.read[i]], 3e-6), p.read[i]);
      }
      QCOMPARE(runOnce(*program, p, fusion.c.inputs, expected), got);  // the same bits
      for (const Node& node : program->graph().nodes())
        for (const ValueId input : node.inputs)
          if (input != kNone && !node.op->aliases) tensors[on] += numel(program->graph().value(input).shape);
    }
    QVERIFY(tensors[true] < tensors[false]);
  }

  void everyFusedOpHasACase() {
    std::set<std::string> tested{"linear_grad_weight_bias"};  // of bf16: backend_bf16
    for (const FusionCase& fusion : cases_) tested.insert(fusion.kernels.begin(), fusion.kernels.end());
    for (const OpDef* op : fusedOps())  // those of GPUs' libraries: cuda_fused_groups
      QVERIFY2(cpu::makersFor(*op).empty() || tested.contains(std::string(op->name)), std::string(op->name).c_str());
  }

  // Where a fused node has several kernels, each of them makes the same numbers.
  void everyKernelOfALayerAgrees_data() {
    QTest::addColumn<QString>("op");
    QTest::addColumn<QStringList>("kernels");  // those that exist everywhere
    const QStringList products{"matmul"};
    QTest::newRow("linear and addition") << "linear_add" << products;
    QTest::newRow("linear and activation") << "linear_activation" << products + QStringList{"matmul, then epilogue"};
    const QStringList convolutions{"direct, then epilogue", "own, then epilogue"};
    QTest::newRow("convolution and addition") << "conv2d_add" << convolutions;
    QTest::newRow("convolution and activation") << "conv2d_activation" << convolutions + QStringList{"direct, epilogue in tiles"};
  }

  void everyKernelOfALayerAgrees() {
    QFETCH(QString, op);
    QFETCH(QStringList, kernels);
    const std::string fused = op.toStdString();
    std::set<std::string> ran;
    for (const FusionCase& fusion : cases_) {
      if (std::find(fusion.kernels.begin(), fusion.kernels.end(), fused) == fusion.kernels.end()) continue;
      const Prepared p = prepare(fusion.c);
      const reference::Result expected = reference::interpret(p.graph, fusion.c.inputs);
      KernelChoices timed;
      CompileOptions options;
      options.threads = 2;
      options.choices = &timed;
      backend_->compile(p.graph, options);
      options.mayTime = false;
      for (const char* kernel : op.startsWith("linear") ? kProducts : kConvolutionKernels) {
        KernelChoices forced;
        for (const auto& [key, chosen] : timed.entries()) forced.set(key, key.starts_with(fused + " ") ? kernel : chosen);
        options.choices = &forced;
        const auto program = backend_->compile(p.graph, options);
        for (std::size_t n = 0; n < program->kernels().size(); ++n)
          if (program->graph().nodes()[n].op->name == fused) ran.insert(program->kernels()[n].kernel);
        attachAlone(*program);
        const Results got = runOnce(*program, p, fusion.c.inputs, expected);
        for (std::size_t i = 0; i < got.size(); ++i) {
          VERIFY_COMPARISON(test::compareNorms(got[i], expected[p.read[i]], 3e-6), kernel + (", " + p.read[i]));
        }
      }
    }
    for (const QString& kernel : kernels) QVERIFY2(ran.contains(kernel.toStdString()), qPrintable(kernel));
  }

  // Autocast's casts of activations and of their gradients run inside their neighbours, with the values of casts: against the same program
  // without fusion only what a sum in another order moves across a rounding differs.
  void castsRunInTheirNeighbours_data() {
    QTest::addColumn<int>("index");
    QTest::addColumn<bool>("half");
    for (std::size_t i = 0; i < cases_.size(); ++i)
      for (const bool half : {false, true})
        if (cases_[i].c.name.starts_with("residual branches"))
          QTest::addRow("%s, %s", cases_[i].c.name.c_str(), half ? "fp16" : "bf16") << static_cast<int>(i) << half;
  }

  void castsRunInTheirNeighbours() {
    QFETCH(int, index);
    QFETCH(bool, half);
    const OpCase& c = cases_[static_cast<std::size_t>(index)].c;
    const Prepared exact = prepare(c);
    const reference::Result expected = reference::interpret(exact.graph, c.inputs);
    OpCase narrow = c;
    narrow.graph = amp(c.graph, half ? DType::F16 : DType::BF16, [](const OpDef& op) { return op.ampCpu; }).graph;
    const Prepared p = prepare(narrow);
    const Shape rows = c.graph.value(c.graph.nodes()[0].inputs[0]).shape;
    std::vector<Results> results;
    std::int64_t casts[2] = {};
    for (const bool on : {false, true}) {
      CompileOptions options;
      options.threads = 2;
      options.autotune = false;
      options.fusion = on;
      const auto program = backend_->compile(p.graph, options);
      program->graph().verify();
      for (const Node& node : program->graph().nodes()) casts[on] += node.op->name == "cast" && program->graph().value(node.outputs[0]).shape == rows;
      attachAlone(*program);
      results.push_back(runOnce(*program, p, c.inputs, expected));
      for (std::size_t i = 0; i < p.read.size(); ++i) {
        VERIFY_COMPARISON(test::compareNorms(results.back()[i], expected[p.read[i]], 4.5e-2), p.read[i]);
      }
    }
    QVERIFY2(casts[false] >= 8 && casts[true] <= 2, qPrintable(QString("%1 and %2 casts").arg(casts[false]).arg(casts[true])));
    for (std::size_t i = 0; i < results[0].size(); ++i) {
      VERIFY_COMPARISON(test::compareNorms(results[1][i], results[0][i], 3e-3), p.read[i]);
    }
  }

 private:
  const Backend* backend_ = nullptr;
  std::vector<FusionCase> cases_;
};

QTEST_GUILESS_MAIN(FusionTest)
#include "fusion_test.moc"
