// Every op of the GPU backend, forward and backward, against the double-precision interpreter: the kernels' own text runs on the host. With
// our kernels alone, one thread a block and as many as on a GPU; and with the libraries' requests answered by plain loops.
// Qt last: its macro "slots" would change the memory plan's header.
#include <algorithm>
#include <set>

#include "core/backend/cuda/base/candidate.h"
#include "core/backend/cuda/cuda_backend.h"
#include "core/backend/cuda/plan/image_order.h"
#include "core/base/error.h"
#include "core/graph/op.h"
#include "core/passes/step_graph.h"
#include "tests/core/backend/backend_cases.h"
#include "tests/core/backend/cuda/emulated_device.h"
#include "tests/core/backend/program_runner.h"

#include <QtTest>

using namespace stepscope;
using cuda::emulation;

namespace {

struct Prepared {
  Graph graph;  // with gradients as outputs "gradient of <parameter>"
  std::vector<std::string> parameters;
};

Prepared prepare(const OpCase& c) {
  if (c.graph.outputs().count("y")) return {c.graph, {}};  // a case without gradients
  AutodiffResult backward = autodiff(c.graph);
  Prepared p{std::move(backward.graph), {}};
  for (const auto& [parameter, gradient] : backward.gradients) {
    p.parameters.emplace_back(p.graph.nameOf(parameter));
    p.graph.markOutput("gradient of " + p.parameters.back(), gradient);
  }
  return p;
}

void attach(Program& program) {
  program.attach(program.makeArena(program.plan().stateBytes), program.makeArena(program.plan().stepBytes));
}

// f32 sums in one order: on the device they are sums of sums, and so more exact.
constexpr double kBound = 1e-10;

}  // namespace

class CudaOpsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    backend_ = cuda::makeBackend(cuda::emulatedDevice());
    for (OpCase& c : opCases()) cases_.push_back(std::move(c));
    for (OpCase& c : backendCases()) cases_.push_back(std::move(c));
  }

  void hasAKernelForEveryOp() {
    QStringList missing;
    for (const OpDef* op : allOps())
      if (!op->aliases && !cuda::kernelFor(*op)) missing << QString::fromUtf8(op->name.data(), static_cast<qsizetype>(op->name.size()));
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(' ')));
  }

  void agreesWithInterpreter_data() {
    QTest::addColumn<int>("index");
    QTest::addColumn<bool>("libraries");
    QTest::addColumn<bool>("channelsLast");
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      const std::vector<Value>& values = cases_[i].graph.values();
      const bool images = std::any_of(values.begin(), values.end(), [](const Value& value) { return !cuda::liesBothWays(value.shape); });
      QTest::addRow("%s, own kernels", cases_[i].name.c_str()) << static_cast<int>(i) << false << false;
      if (images) QTest::addRow("%s, own kernels, NHWC", cases_[i].name.c_str()) << static_cast<int>(i) << false << true;
      const bool product = std::any_of(cases_[i].graph.nodes().begin(), cases_[i].graph.nodes().end(), [](const Node& node) {
        const cuda::OpKernel* kernel = cuda::kernelFor(*node.op);
        return kernel && kernel->plan;
      });
      if (product) QTest::addRow("%s, libraries", cases_[i].name.c_str()) << static_cast<int>(i) << true << images;
    }
  }

  void agreesWithInterpreter() {
    QFETCH(int, index);
    QFETCH(bool, libraries);
    QFETCH(bool, channelsLast);
    const OpCase& c = cases_[static_cast<std::size_t>(index)];
    const Prepared p = prepare(c);
    const reference::Result expected = reference::interpret(p.graph, c.inputs);
    emulation().libraries = libraries;
    emulation().fusedConvolutions = index % 2 == 0;
    CompileOptions options;
    options.images = channelsLast ? ImageLayout::ChannelsLast : ImageLayout::ChannelsFirst;
    const auto program = backend_->compile(p.graph, options);
    program->graph().verify();
    attach(*program);
    for (const Node& node : program->graph().nodes()) opsRun_.insert(std::string(node.op->name));
    // The first step runs kernel by kernel, the second is recorded as a graph and run as one, the third is a replay.
    for (int n = 0; n < (channelsLast ? 1 : 3); ++n) step(*program, p, c, expected);
    QCOMPARE(program->measuredPeakBytes(), program->plan().peakBytes());
  }

  // With as many threads a block as a launch asks for, in both orders: what forgets a barrier reads too early in one of them.
  void agreesWithManyThreads_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < cases_.size(); ++i) QTest::newRow(cases_[i].name.c_str()) << static_cast<int>(i);
  }
  void agreesWithManyThreads() {
    QFETCH(int, index);
    const OpCase& c = cases_[static_cast<std::size_t>(index)];
    const Prepared p = prepare(c);
    const reference::Result expected = reference::interpret(p.graph, c.inputs);
    using enum cuda::BlockThreads;
    using enum ImageLayout;
    // The other layout for the transposes.
    for (const auto& [threads, images] : {std::pair{FirstToLast, ChannelsFirst}, {LastToFirst, ChannelsFirst}, {LastToFirst, ChannelsLast}}) {
      emulation().libraries = false;
      emulation().threads = threads;
      CompileOptions options;
      options.images = images;
      const auto program = backend_->compile(p.graph, options);
      attach(*program);
      step(*program, p, c, expected);
    }
    emulation().threads = cuda::BlockThreads::One;
  }

  void everyOpWasRun() {
    for (const OpDef* op : allOps()) {
      const bool inOtherTests = op->repeat > 0 || op->name == "clip_grad_norm" || op->name == "cast" || op->name == "reorder" ||
                                op->name == "non_finite_check" || op->name == "grad_scaler_update";  // program_test.cpp
      if (!inOtherTests) QVERIFY2(opsRun_.count(std::string(op->name)), std::string(op->name).c_str());
    }
  }

  void nothingIsLeft() {
    const cuda::Emulation& e = emulation();
    QCOMPARE(e.allocations, 0);
    QCOMPARE(e.hostAllocations, 0);
    QCOMPARE(e.events, 0);
    QCOMPARE(e.graphs, 0);
    QCOMPARE(e.plans, 0);
  }

 private:
  // One step from the case's values; outputs, gradients and running statistics are the interpreter's.
  static void step(Program& program, const Prepared& p, const OpCase& c, const reference::Result& expected) {
    bindState(program, p.graph, c.inputs);
    bindInputs(program, p.graph, c.inputs);
    program.run();
    compare(program, expected, "loss");
    if (p.parameters.empty()) compare(program, expected, "y");
    for (const std::string& parameter : p.parameters) compare(program, expected, "gradient of " + parameter);
    for (const Value& value : p.graph.values())
      if (value.role == Role::Buffer) compare(program, expected, value.name);
  }

  static void compare(const Program& program, const reference::Result& expected, const std::string& what) {
    const reference::Tensor& tensor = expected[what];
    const double error = normalizedError(readFloats(program, what, static_cast<std::int64_t>(tensor.size())), tensor);
    QVERIFY2(error <= kBound, qPrintable(QString("%1: error %2").arg(what.c_str()).arg(error)));
  }

  std::unique_ptr<Backend> backend_;
  std::vector<OpCase> cases_;
  std::set<std::string> opsRun_;
};

QTEST_GUILESS_MAIN(CudaOpsTest)
#include "ops_test.moc"
