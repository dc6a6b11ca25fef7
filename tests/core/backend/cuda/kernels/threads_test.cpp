// The kernels' text with threads that run beside each other, 32, 96 and 256 a block and two blocks at a time: what the sanitizers are for. Built
// with one of them, the entry also shows that it sees what is planted. Qt last: its macro "slots" would change the memory plan's header.
#include <map>
#include <set>

#include "core/backend/cuda/base/launch.h"
#include "core/backend/cuda/cuda_backend.h"
#include "core/graph/op.h"
#include "core/passes/step_graph.h"
#include "tests/core/backend/backend_cases.h"
#include "tests/core/backend/cuda/emulated_device.h"
#include "tests/core/backend/cuda/emulated_steps.h"
#include "tests/core/backend/cuda/optimizer_graphs.h"
#include "tests/core/backend/program_runner.h"

#include <QProcess>
#include <QtTest>

using namespace stepscope;
using cuda::emulation;
using cuda::Int;

namespace stepscope::cuda {

// Reads what its neighbour wrote, without waiting for it.
struct ForgetsBarrier {
  float* y = nullptr;
  void operator()(const Team& team) const {
    team.shared[team.lane] = static_cast<float>(team.lane);
    const int next = (team.lane + 1) % team.lanes;
    y[team.block * team.lanes + team.lane] = team.shared[next];
  }
};
// Adds up over the threads that have something to add, where all must come.
struct SumsOfSome {
  float* y = nullptr;
  void operator()(const Team& team) const {
    float sum = 0;
    if (team.lane % 2 == 0) sum = team.sum(1);
    if (team.lane == 0) y[team.block] = sum;
  }
};
// Blocks that add to one number.
struct BlocksRace {
  float* y = nullptr;
  void operator()(const Team& team) const {
    if (team.lane == 0) *y += 1;
  }
};
// One number more than there is.
struct WritesBeyond {
  float* y = nullptr;
  Int count = 0;
  void operator()(const Team& team) const {
    for (Int e = team.first(); e <= count; e += team.step()) y[e] = 1;
  }
};

}  // namespace stepscope::cuda

namespace {

enum class Sanitizer { None, Thread, Address };
constexpr Sanitizer kSanitizer =
#if defined(__SANITIZE_THREAD__)
    Sanitizer::Thread;
#elif defined(__SANITIZE_ADDRESS__)
    Sanitizer::Address;
#else
    Sanitizer::None;
#endif

template <class K>
void runPlanted(const K& kernel, Int sharedBytes = 0) {
  cuda::HostLaunch launch{cuda::runOnHost<K>, &kernel, 2, 256, sharedBytes, 0, 96};
  cuda::runLaunch(launch, cuda::BlockThreads::Real);
}

// In a process of its own, which the sanitizer ends.
int planted(const QByteArray& what) {
  std::vector<float> y(2 * 256, 0.0F);
  if (what == "barrier") runPlanted(cuda::ForgetsBarrier{y.data()}, 256 * sizeof(float));
  if (what == "race") runPlanted(cuda::BlocksRace{y.data()});
  if (what == "beyond") runPlanted(cuda::WritesBeyond{y.data(), static_cast<Int>(y.size())});
  return 0;
}

// Ops whose threads work together, or write through strides: sums over a block, tiles, many outputs a thread.
const std::set<std::string_view> kTogether{
    "batch_norm", "layer_norm", "rms_norm",  "group_norm",      "softmax",   "log_softmax",        "softmax_cross_entropy",
    "sum",        "mean",       "max",       "argmax",          "attention", "transpose",          "channel_sum",
    "max_pool2d", "avg_pool2d", "embedding", "global_avg_pool", "cumsum",    "adaptive_avg_pool2d"};

}  // namespace

class CudaThreadsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void cleanup() { emulation() = {}; }

  void agreesWithInterpreter_data() {
    QTest::addColumn<int>("threads");
    for (const int threads : {32, 96, 256}) QTest::addRow("%d threads a block", threads) << threads;
  }
  void agreesWithInterpreter() {
    QFETCH(int, threads);
    const auto backend = cuda::makeBackend(cuda::emulatedDevice());
    std::map<std::string_view, int> ran;
    std::vector<OpCase> all = backendCases();
    for (OpCase& c : opCases()) all.push_back(std::move(c));
    for (const OpCase& c : all) {
      const auto& nodes = c.graph.nodes();
      const auto node = std::find_if(nodes.begin(), nodes.end(), [](const Node& n) { return kTogether.contains(n.op->name); });
      // Two cases of each op for each number of threads, others for the next.
      if (c.graph.outputs().contains("y") || node == nodes.end()) continue;
      const int turn = ran[node->op->name]++;
      if (turn / 2 != (threads == 32 ? 0 : threads == 96 ? 1 : 2)) continue;
      agrees(*backend, c, threads);
    }
    QVERIFY(ran.size() >= 15);
  }

  void updatesAgree() {
    for (const OptimizerGraph& optimizer : optimizerGraphs()) {
      emulation() = {};
      emulation().libraries = false;
      emulation().threads = cuda::BlockThreads::Real;
      emulation().realThreads = 96;
      const auto program = freshlyCompiled(optimizer.graph);
      attach(*program);
      bindState(*program, optimizer.graph, optimizer.start);
      reference::Bindings bindings = optimizer.start;
      for (const std::string& p : optimizer.parameters)
        bindings["grad " + p] = reference::formulaTensor(reference::saltOf(p), static_cast<std::int64_t>(optimizer.start.at(p).size()));
      bindings["lr"] = {0.01};
      bindings["step"] = {1};
      bindings["factor"] = {0.5};
      bindInputs(*program, optimizer.graph, bindings);
      program->run();
      const reference::Result expected = reference::interpret(optimizer.graph, bindings);
      for (const std::string& p : optimizer.parameters) {
        const double error = normalizedError(readFloats(*program, p, static_cast<std::int64_t>(expected[p].size())), expected[p]);
        QVERIFY2(error <= 1e-6, qPrintable(QString("%1, %2: %3").arg(optimizer.name.c_str(), p.c_str()).arg(error)));
      }
    }
  }

  // A sum to which not all threads come is another number.
  void aWrongMaskIsSeen() {
    std::vector<float> y(2, 0.0F);
    runPlanted(cuda::SumsOfSome{y.data()});
    QVERIFY(y[0] != 48.0F);
  }

  // What each sanitizer is there for, in a process that it ends.
  void plantedFaultsAreSeen_data() {
    QTest::addColumn<QByteArray>("what");
    QTest::addColumn<QByteArray>("says");
    QTest::addColumn<bool>("here");
    const bool thread = kSanitizer == Sanitizer::Thread;
    QTest::newRow("a missing barrier") << QByteArray("barrier") << QByteArray("data race") << thread;
    QTest::newRow("blocks that write one number") << QByteArray("race") << QByteArray("data race") << thread;
    if (kSanitizer == Sanitizer::Address)
      QTest::newRow("a number beyond the end") << QByteArray("beyond") << QByteArray("heap-buffer-overflow") << true;
  }
  void plantedFaultsAreSeen() {
    QFETCH(QByteArray, what);
    QFETCH(QByteArray, says);
    QFETCH(bool, here);
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("STEPSCOPE_PLANTED", what);
    process.setProcessEnvironment(environment);
    process.start(QCoreApplication::applicationFilePath(), {});
    QVERIFY(process.waitForFinished(120'000));
    const QByteArray told = process.readAllStandardError();
    QCOMPARE(told.contains(says), here);
    QCOMPARE(process.exitCode() != 0, here);
  }

 private:
  static void agrees(const Backend& backend, const OpCase& c, int threads) {
    AutodiffResult backward = autodiff(c.graph);
    std::vector<std::string> names;
    for (const auto& [parameter, gradient] : backward.gradients) {
      names.push_back("gradient of " + std::string(backward.graph.nameOf(parameter)));
      backward.graph.markOutput(names.back(), gradient);
    }
    const reference::Result expected = reference::interpret(backward.graph, c.inputs);
    emulation().libraries = false;
    emulation().threads = cuda::BlockThreads::Real;
    emulation().realThreads = threads;
    CompileOptions options;
    options.images = ImageLayout::ChannelsLast;
    const auto program = backend.compile(backward.graph, options);
    attach(*program);
    bindState(*program, backward.graph, c.inputs);
    bindInputs(*program, backward.graph, c.inputs);
    program->run();
    for (const std::string& name : names) {
      const reference::Tensor& tensor = expected[backward.graph.outputs().at(name)];
      const double error = normalizedError(readFloats(*program, name, static_cast<std::int64_t>(tensor.size())), tensor);
      QVERIFY2(error <= 1e-9, qPrintable(QString("%1, %2: %3").arg(c.name.c_str(), name.c_str()).arg(error)));
    }
  }
};

int main(int argc, char** argv) {
  if (const QByteArray what = qgetenv("STEPSCOPE_PLANTED"); !what.isEmpty()) return planted(what);
  CudaThreadsTest test;
  QCoreApplication application(argc, argv);
  return QTest::qExec(&test, argc, argv);
}
#include "threads_test.moc"
