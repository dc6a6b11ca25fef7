// Which choices are kept for good, and when a provisional one is timed again: with clocks and a load of the test's own.
// Qt last: its macro "slots" would change the memory plan's header.
#include "core/backend/cpu/tuning/tuner.h"
#include "core/backend/cpu/base/limits.h"

#include "core/backend/cpu/precision/batch_rules.h"
#include "core/backend/cpu/tuning/kernel_table.h"
#include "core/graph/op.h"

#include <QtTest>

using namespace stepscope;
using namespace stepscope::cpu;

namespace {

constexpr int kThreads = 2;

// Convolutions of several widths: each is a key of its own.
Graph convolutions(int count) {
  Graph graph;
  const ValueId x = graph.addInput("x", DType::F32, {2, 16, 8, 8});
  for (int i = 0; i < count; ++i) {
    const ValueId w = graph.addPersistent(Role::Parameter, std::string("w").append(std::to_string(i)), DType::F32, {16 * (i + 1), 16, 3, 3}, {});
    graph.add("conv2d", {x, w},
              {{"stride", Shape{1, 1}}, {"padding", Shape{1, 1}}, {"dilation", Shape{1, 1}}, {"groups", std::int64_t{1}}, {"relu", false}},
              std::string("conv").append(std::to_string(i)));
  }
  return graph;
}

Graph convolution(std::int64_t batch, std::int64_t channels, std::int64_t side) {
  Graph graph;
  const ValueId x = graph.addInput("x", DType::F32, {batch, channels, side, side});
  const ValueId w = graph.addPersistent(Role::Parameter, "w", DType::F32, {channels, channels, 3, 3}, {});
  graph.add("conv2d", {x, w},
            {{"stride", Shape{1, 1}}, {"padding", Shape{1, 1}}, {"dilation", Shape{1, 1}}, {"groups", std::int64_t{1}}, {"relu", false}}, "conv");
  return graph;
}

// A machine whose clock goes on by one millisecond whenever it is looked at.
struct Machine {
  bool busy = false;
  double waitedShare = 0;  // of both threads' time
  double stepMs = 1;
  int asked = 0;
  double nowMs = 0, waitedMs = 0;

  TimingGround ground() {
    TimingGround ground;
    ground.busy = [this](int) {
      ++asked;
      return busy;
    };
    ground.wallClockMs = ground.threadClockMs = [this] {
      waitedMs += stepMs * waitedShare * kThreads;
      return nowMs += stepMs;
    };
    ground.waitedNs = [this] { return static_cast<std::int64_t>(waitedMs * 1e6); };
    return ground;
  }
};

struct Told {
  int provisional = 0, timed = 0;
};

Told chooseAll(const Graph& graph, CompileOptions options, Machine& machine) {
  Tuner tuner(options, "a test", std::int64_t{1} << 30, machine.ground());
  Told told;
  for (const Node& node : graph.nodes()) {
    const Choice choice = tuner.choose({graph, node, kThreads, Layout::Blocked16});
    told.provisional += choice.provisional ? 1 : 0;
    told.timed += choice.candidateMs.empty() ? 0 : 1;
  }
  return told;
}

// Choices, without what was found out about kernels.
std::size_t chosen(const KernelChoices& choices) {
  return static_cast<std::size_t>(std::ranges::count_if(choices.entries(), [](const auto& entry) { return !entry.first.starts_with("checked "); }));
}

// The table as another run reads it.
KernelChoices nextRun(const KernelChoices& choices) {
  KernelChoices read;
  for (const auto& [key, kernel] : choices.entries()) read.set(key, kernel, choices.isProvisional(key));
  return read;
}

}  // namespace

class TunerTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void disturbedTimingsAreProvisional_data() {
    QTest::addColumn<bool>("busy");
    QTest::addColumn<double>("waitedShare");
    QTest::addColumn<bool>("provisional");
    QTest::newRow("free cores") << false << 0.0 << false;
    QTest::newRow("a clock interrupt") << false << 0.01 << false;
    QTest::newRow("the threads waited") << false << 0.2 << true;
    QTest::newRow("cores were held at the beginning") << true << 0.0 << true;
  }
  void disturbedTimingsAreProvisional() {
    QFETCH(bool, busy);
    QFETCH(double, waitedShare);
    QFETCH(bool, provisional);
    const Graph graph = convolutions(2);
    Machine machine{busy, waitedShare};
    KernelChoices choices;
    CompileOptions options;
    options.choices = &choices;
    const Told told = chooseAll(graph, options, machine);
    QCOMPARE(told.timed, 2);
    QCOMPARE(told.provisional, provisional ? 2 : 0);
    QCOMPARE(choices.provisional().size(), std::size_t(provisional ? 2 : 0));
    QCOMPARE(chosen(choices), std::size_t{2});
  }

  void provisionalChoicesAreTimedAgainOnFreeCores() {
    const Graph graph = convolutions(2);
    Machine machine{true};
    KernelChoices choices;
    CompileOptions options;
    options.choices = &choices;
    chooseAll(graph, options, machine);
    QCOMPARE(choices.provisional().size(), std::size_t{2});
    // Still busy: asked once, nothing is timed, nothing is lost.
    choices = nextRun(choices);
    machine.asked = 0;
    Told told = chooseAll(graph, options, machine);
    QCOMPARE(machine.asked, 1);
    QCOMPARE(told.timed, 0);
    QCOMPARE(told.provisional, 2);
    // Whoever may not time takes what is there.
    machine.busy = false;
    choices = nextRun(choices);
    options.mayTime = false;
    machine.asked = 0;
    told = chooseAll(graph, options, machine);
    QCOMPARE(machine.asked, 0);
    QCOMPARE(told.provisional, 2);
    options.mayTime = true;
    // A program runs them: another of the same run takes the same kernels.
    told = chooseAll(graph, options, machine);
    QCOMPARE(told.timed, 0);
    QCOMPARE(told.provisional, 2);
    choices = nextRun(choices);
    told = chooseAll(graph, options, machine);
    QCOMPARE(told.timed, 2);
    QCOMPARE(told.provisional, 0);
    QVERIFY(choices.provisional().empty());
    // From now on nothing is asked or timed.
    machine.asked = 0;
    told = chooseAll(graph, options, machine);
    QCOMPARE(told.timed, 0);
    QCOMPARE(machine.asked, 0);
  }

  // The time for timing is over: what runs then is kept for the programs of this run, and timed by the next.
  void whatIsNotTimedIsProvisional() {
    const Graph graph = convolutions(2);
    Machine machine;
    KernelChoices choices;
    CompileOptions options;
    options.choices = &choices;
    Tuner late(options, "a test", std::int64_t{1} << 30, machine.ground());
    late.stopTimingAt(0);
    std::vector<std::string> kernels;
    for (const Node& node : graph.nodes()) {
      const Choice choice = late.choose({graph, node, kThreads, Layout::Blocked16});
      QVERIFY(choice.provisional && choice.candidateMs.empty());
      kernels.push_back(choice.candidate.name);
    }
    QCOMPARE(choices.provisional().size(), graph.nodes().size());
    Tuner tuner(options, "a test", std::int64_t{1} << 30, machine.ground());
    for (std::size_t n = 0; n < kernels.size(); ++n) {
      const Choice choice = tuner.choose({graph, graph.nodes()[n], kThreads, Layout::Blocked16});
      QCOMPARE(choice.candidate.name, kernels[n]);
      QVERIFY(choice.candidateMs.empty());
    }
    choices = nextRun(choices);
    QCOMPARE(chooseAll(graph, options, machine).timed, static_cast<int>(kernels.size()));
    QVERIFY(choices.provisional().empty());
  }

  // The cores are taken while the first of two equal layers is timed, and free when the second is.
  void equalLayersRunTheSameKernel() {
    const Graph graph = convolutions(1);
    Machine machine{true};
    KernelChoices choices;
    CompileOptions options;
    options.choices = &choices;
    Tuner tuner(options, "a test", std::int64_t{1} << 30, machine.ground());
    const KernelRequest request{graph, graph.nodes()[0], kThreads, Layout::Blocked16};
    const Choice first = tuner.choose(request);
    QVERIFY(first.provisional);
    machine.busy = false;
    machine.nowMs = 0;
    const Choice second = tuner.choose(request);
    QCOMPARE(second.candidate.name, first.candidate.name);
    QCOMPARE(machine.nowMs, 0.0);  // nothing was timed
    QVERIFY(second.provisional);
  }

  // Cores that are taken while the first is timed again end it for this plan, and its known kernel stays.
  void disturbedAgain() {
    const Graph graph = convolutions(3);
    Machine machine{true};
    KernelChoices choices;
    CompileOptions options;
    options.choices = &choices;
    chooseAll(graph, options, machine);
    choices = nextRun(choices);
    const auto before = choices.entries();
    machine.busy = false;
    machine.waitedShare = 0.3;
    machine.nowMs = 0;
    const Told told = chooseAll(graph, options, machine);
    QCOMPARE(told.timed, 0);
    QCOMPARE(told.provisional, 3);
    QVERIFY(choices.entries() == before);
    QVERIFY(machine.nowMs > 0);
  }

  void timingAgainHasABudget() {
    const Graph graph = convolutions(4);
    Machine machine{true};
    KernelChoices choices;
    CompileOptions options;
    options.choices = &choices;
    chooseAll(graph, options, machine);
    machine.busy = false;
    machine.stepMs = limits::kAgainMs / 8;  // one layer takes more than half of it
    for (int plan = 1; plan <= 4 && !choices.provisional().empty(); ++plan) {
      choices = nextRun(choices);
      const std::size_t known = choices.provisional().size();
      chooseAll(graph, options, machine);
      const std::size_t timed = known - choices.provisional().size();
      QVERIFY(timed >= 1 && timed <= 2);
    }
    QVERIFY(choices.provisional().empty());
  }

  void largeLayersAreTimedOnFewerSamples_data() {
    QTest::addColumn<double>("mostFlops");
    QTest::addColumn<int>("samples");  // 0: all
    const double whole = 2.0 * 12 * 8 * 8 * 16 * 16 * 9;
    QTest::newRow("all") << whole << 0;
    QTest::newRow("half") << whole * 0.6 << 6;
    QTest::newRow("a divisor") << whole * 0.45 << 4;
    QTest::newRow("one sample at least") << 1.0 << 1;
  }
  void largeLayersAreTimedOnFewerSamples() {
    QFETCH(double, mostFlops);
    QFETCH(int, samples);
    const Graph graph = convolution(12, 16, 8);
    const Node& node = graph.nodes()[0];
    const auto fewer = fewerSamples({graph, node, kThreads, Layout::Blocked16}, mostFlops);
    QCOMPARE(fewer.has_value(), samples > 0);
    if (!fewer) return;
    QCOMPARE(fewer->times, std::int64_t{12} / samples);
    const Graph& part = fewer->alone.graph;
    QCOMPARE(part.value(fewer->alone.node.inputs[0]).shape, (Shape{samples, 16, 8, 8}));
    QCOMPARE(part.value(fewer->alone.node.inputs[1]).shape, (Shape{16, 16, 3, 3}));
    QCOMPARE(part.value(fewer->alone.node.outputs[0]).shape, (Shape{samples, 16, 8, 8}));
  }

  // The kernel that is chosen is for the whole batch, and so are the times that are told.
  void choiceIsForTheWholeBatch() {
    const Graph graph = convolution(48, 32, 112);  // of few channels, so that there are two kernels on every CPU
    const Node& node = graph.nodes()[0];
    const KernelRequest request{graph, node, kThreads, Layout::Blocked16};
    QVERIFY(fewerSamples(request, limits::kTimedFlops * kThreads).has_value());
    Machine machine;
    machine.stepMs = 30;
    CompileOptions options;
    Tuner tuner(options, "a test", std::int64_t{1} << 33, machine.ground());
    const Choice choice = tuner.choose(request);
    QVERIFY(choice.candidateMs.size() > 1);
    QVERIFY(choice.candidateMs[0].second >= 60);
    QVERIFY(choice.candidate.outputs[0].bytes >= std::int64_t{48} * 32 * 112 * 112 * 4);
  }

  // What an older program kept, under the names that kernels had then.
  void renamedKernelsAreFound_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("now");
    QTest::newRow("convolution") << "own plain"
                                 << "own";
    QTest::newRow("layout") << "channels last"
                            << "direct";
    QTest::newRow("layout and epilogue") << "channels last, then the rest"
                                         << "direct, then epilogue";
    QTest::newRow("convolution that is no more") << "own NCHW"
                                                 << "own";
    QTest::newRow("layout that is no more") << "direct NHWC"
                                            << "direct";
    QTest::newRow("thread that is no more") << "matmul single-threaded"
                                            << "matmul";
    QTest::newRow("primitive with epilogue") << "direct with the rest"
                                             << "direct with epilogue";
    QTest::newRow("tiles") << "winograd in shares"
                           << "winograd, epilogue in tiles";
    QTest::newRow("thread and epilogue") << "matmul one thread, then the rest"
                                         << "matmul, then epilogue";
    QTest::newRow("sums") << "bf16, then the sums"
                          << "bf16, then bias gradient";
    QTest::newRow("never renamed") << "winograd"
                                   << "winograd";
  }
  void renamedKernelsAreFound() {
    QFETCH(QString, before);
    QFETCH(QString, now);
    QCOMPARE(QString::fromStdString(currentKernelName(before.toStdString())), now);
    QCOMPARE(QString::fromStdString(currentKernelName(now.toStdString())), now);
  }
  void aRenamedKernelIsTaken() {
    Graph graph;
    const ValueId x = graph.addInput("x", DType::F32, {8, 64});
    const ValueId weight = graph.addPersistent(Role::Parameter, "weight", DType::F32, {32, 64}, {});
    graph.markOutput("y", graph.add("linear", {x, weight}, {{"relu", false}}, "fc"));
    const KernelRequest request{graph, graph.nodes()[0], kThreads, Layout::Blocked16};
    KernelChoices choices;
    choices.set(batchPrefix(choiceKey(request).layer, "a test") + "8", "matmul one thread");
    CompileOptions options;
    options.choices = &choices;
    Machine machine;
    Tuner tuner(options, "a test", std::int64_t{1} << 33, machine.ground());
    const Choice choice = tuner.choose(request);
    QCOMPARE(QString::fromStdString(choice.candidate.name), QString("matmul"));
    QVERIFY(choice.candidateMs.empty());
  }

  void waitsAreCounted() {
    std::int64_t waited = 0, now = 0;
    const Disturbance others(
        2, [&] { return waited; }, [&] { return now; });
    QCOMPARE(others.share(), 0.0);
    now = 1000;
    waited = 500;
    QCOMPARE(others.share(), 0.25);
    QVERIFY(others.spoils());
    waited = -100;  // a thread has ended and took its count along
    QCOMPARE(others.share(), 0.0);
    waited = 5000;
    QCOMPARE(others.share(), 1.0);
    QVERIFY(waitedForCoresNs() >= 0);
  }
};

QTEST_APPLESS_MAIN(TunerTest)
#include "tuner_test.moc"
