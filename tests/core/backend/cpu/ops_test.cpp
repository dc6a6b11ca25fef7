// Every op of the CPU backend, forward and backward, with every kernel that can run it, against the double-precision interpreter.
// STEPSCOPE_OP_TIMING=1 prints what each kernel reaches.
// Qt last: its macro "slots" would change the memory plan's header.
#include <algorithm>
#include <set>

#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/graph/op.h"
#include "core/passes/step_graph.h"
#include "profiler/trace/recorder.h"
#include "tests/core/backend/backend_cases.h"
#include "tests/core/backend/program_runner.h"

#include <QtTest>

using namespace stepscope;

namespace {

const char* const kKernels[] = {"direct", "winograd", "matmul", "own", "matmul packed", "plain"};

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

}  // namespace

class OpsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    backend_ = findBackend("cpu");
    QVERIFY(backend_);
    for (OpCase& c : opCases()) cases_.push_back(std::move(c));
    for (OpCase& c : backendCases()) cases_.push_back(std::move(c));
  }

  void agreesWithInterpreter_data() {
    QTest::addColumn<int>("index");
    QTest::addColumn<int>("threads");
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      for (const int threads : {1, 2}) {
        QTest::addRow("%s, %d threads", cases_[i].name.c_str(), threads) << static_cast<int>(i) << threads;
      }
    }
  }

  void agreesWithInterpreter() {
    QFETCH(int, index);
    QFETCH(int, threads);
    const OpCase& c = cases_[static_cast<std::size_t>(index)];
    const Prepared p = prepare(c);
    const reference::Result expected = reference::interpret(p.graph, c.inputs);

    CompileOptions options;
    options.threads = threads;
    options.autotune = false;
    check(p, c, expected, options, "default");
    options.fusion = false;  // every op by a kernel of its own
    check(p, c, expected, options, "alone");
    options.images = ImageLayout::ChannelsLast;
    check(p, c, expected, options, "NHWC");
    options.images = ImageLayout::Auto;

    KernelChoices timed;
    options.autotune = true;
    options.choices = &timed;
    check(p, c, expected, options, "timed");
    if (timed.entries().empty()) return;  // every op of the case has one kernel only
    // Each kernel in turn wherever it exists; where it does not, the default runs.
    options.mayTime = false;
    for (const char* kernel : kKernels) {
      KernelChoices forced;
      for (const auto& [key, chosen] : timed.entries()) forced.set(key, kernel);
      options.choices = &forced;
      check(p, c, expected, options, kernel);
    }
  }

  // A kernel that no case reaches would be untested.
  void everyKernelWasRun() {
    for (const char* kernel : kKernels) {
      const std::string name = kernel;
      if (name == "winograd" && backend_->device().isa.find("AVX-512") == std::string::npos) continue;  // the library has it for AVX-512 only
      if (name == "winograd" && backend_->device().library.find("oneDNN 2") == std::string::npos) continue;
      if (name == "matmul packed" && !kernelsRun_.count(name)) continue;  // only where the library packs
      QVERIFY2(kernelsRun_.count(name), kernel);
    }
    for (const OpDef* op : allOps()) {
      const bool inOtherTests = op->repeat > 0 || op->name == "clip_grad_norm" || op->name == "cast" || op->name == "non_finite_check" ||
                                op->name == "grad_scaler_update";  // optimizers: torch_optimizers
      if (!inOtherTests && op->name != "reorder") QVERIFY2(opsRun_.count(std::string(op->name)), std::string(op->name).c_str());
    }
  }

  void refusesWhatItCannotRun() {
    Graph graph;
    const ValueId x = graph.addInput("x", DType::F32, {1, 2, 40, 40});
    graph.markOutput("y", graph.add("max_pool2d", {x}, {{"kernel", Shape{16, 16}}, {"stride", Shape{16, 16}}, {"padding", Shape{0, 0}}}, "big.pool"));
    QVERIFY(!backend_->supports(graph, graph.nodes()[0]));
    try {
      backend_->compile(graph, {});
      QFAIL("an unsupported op was compiled");
    } catch (const Error& error) {
      QCOMPARE(error.kind(), ErrorKind::Input);
      QCOMPARE(error.where(), std::string("big.pool"));
      QVERIFY(std::string(error.what()).find("max pool") != std::string::npos);
    }
  }

  void supportsEveryOpOfTheTable() {
    for (const OpCase& c : cases_) {
      const Prepared p = prepare(c);
      for (const Node& node : p.graph.nodes()) QVERIFY2(backend_->supports(p.graph, node), std::string(node.op->name).c_str());
    }
  }

 private:
  void check(const Prepared& p, const OpCase& c, const reference::Result& expected, CompileOptions options, const std::string& variant) {
    options.checkMemory = variant != "default";  // what is timed or runs as users run it is not checked
    const auto program = backend_->compile(p.graph, options);
    program->graph().verify();
    attachAlone(*program);
    bindState(*program, p.graph, c.inputs);
    bindInputs(*program, p.graph, c.inputs);
    program->run();
    bool winograd = false;
    for (std::size_t n = 0; n < program->kernels().size(); ++n) {
      const Node& node = program->graph().nodes()[n];
      kernelsRun_.insert(program->kernels()[n].kernel);
      opsRun_.insert(node.op->name == "relu_grad_channel_sum" ? "channel_sum" : std::string(node.op->name));
      winograd = winograd || program->kernels()[n].kernel == "winograd";
    }
    const double bound = winograd ? 4.5e-6 : 1e-6;
    const auto compare = [&](const std::string& what, const reference::Tensor& tensor) {
      const std::vector<float> got = readFloats(*program, what, static_cast<std::int64_t>(tensor.size()));
      VERIFY_COMPARISON(test::compareNorms(got, tensor, bound), what + ", kernel " + variant);
    };
    compare("loss", expected["loss"]);
    if (p.parameters.empty()) compare("y", expected["y"]);
    for (const std::string& parameter : p.parameters) compare("gradient of " + parameter, expected["gradient of " + parameter]);
    for (const Value& value : p.graph.values()) {
      if (value.role == Role::Buffer) compare(value.name, expected[value.name]);
    }
    // Once more: the same bits.
    std::vector<std::vector<float>> first;
    for (const std::string& parameter : p.parameters) {
      first.push_back(readFloats(*program, "gradient of " + parameter, numel(p.graph.value(p.graph.find(parameter)).shape)));
    }
    bindState(*program, p.graph, c.inputs);
    bindInputs(*program, p.graph, c.inputs);
    program->run();
    for (std::size_t i = 0; i < first.size(); ++i) {
      QCOMPARE(readFloats(*program, "gradient of " + p.parameters[i], static_cast<std::int64_t>(first[i].size())), first[i]);
    }
    if (qEnvironmentVariableIsSet("STEPSCOPE_OP_TIMING")) printRates(*program, c.name, variant);
  }

  static void printRates(Program& program, const std::string& name, const std::string& variant) {
    Recorder recorder;
    recorder.enable(true);
    for (int step = 0; step < 20; ++step) program.run(&recorder);
    const Trace trace = recorder.take(std::vector<TraceNode>(program.graph().nodes().size()), "timing");
    std::map<int, std::int64_t> best;
    for (const TraceLane& lane : trace.lanes) {
      for (std::size_t i = 0; i < lane.size(); ++i) {
        const auto [it, fresh] = best.emplace(lane.node[i], lane.duration[i]);
        if (!fresh) it->second = std::min(it->second, lane.duration[i]);
      }
    }
    for (const auto& [node, ns] : best) {
      const Node& n = program.graph().node(node);
      if (!n.op->cost || n.op->name == "add" || ns == 0) continue;
      const Cost cost = n.op->cost(program.graph(), n);
      qInfo("%-44s %-18s %-22s %9.1f us %8.1f GFLOP/s %7.1f GB/s  %s", name.c_str(), variant.c_str(), std::string(n.op->name).c_str(),
            static_cast<double>(ns) * 1e-3, static_cast<double>(cost.flops) / static_cast<double>(ns),
            static_cast<double>(cost.bytesRead + cost.bytesWritten) / static_cast<double>(ns),
            program.kernels()[static_cast<std::size_t>(node)].library.c_str());
    }
  }

  const Backend* backend_ = nullptr;
  std::vector<OpCase> cases_;
  std::set<std::string> kernelsRun_, opsRun_;
};

QTEST_GUILESS_MAIN(OpsTest)
#include "ops_test.moc"
