// Whole steps of the CPU backend: losses and parameters against the interpreter, shared state, repeatable bits,
// kernel choices.
// Qt last: its macro "slots" would change the memory plan's header.

#include <omp.h>

#include <set>

#include "core/backend/common/agreement.h"
#include "core/backend/devices/devices.h"
#include "core/graph/op.h"
#include "core/models/model.h"
#include "core/passes/step_graph.h"
#include "tests/core/backend/program_runner.h"
#include "tests/dev/reference/formula.h"

#include <QtTest>

using namespace stepscope;

namespace {

struct Net {
  const char* name;
  Shape sample;
  std::int64_t batch;
  OptimizerSpec optimizer;
  // Of parameters after a step. Batch norm over few values multiplies rounding, the deeper the net the more.
  double tolerance = 1e-7;
};

std::vector<Net> nets() {
  OptimizerSpec sgd;
  sgd.momentum = 0.9;
  sgd.weightDecay = 1e-3;
  OptimizerSpec plain;
  OptimizerSpec adamw;
  adamw.kind = OptimizerSpec::Kind::AdamW;
  adamw.weightDecay = 0.01;
  OptimizerSpec adam;
  adam.kind = OptimizerSpec::Kind::Adam;
  return {{"mlp", {1, 28, 28}, 6, sgd},           {"mlp", {1, 28, 28}, 5, adam},     {"lenet5", {1, 28, 28}, 4, sgd},
          {"lenet5", {1, 28, 28}, 3, adamw},      {"resnet20", {3, 16, 16}, 3, sgd}, {"resnet20", {3, 16, 16}, 2, plain},
          {"resnet18", {3, 64, 64}, 2, sgd, 1e-3}};
}

ModelSpec specOf(const Net& net) {
  ModelSpec spec;
  spec.name = net.name;
  return spec;
}
ModelInput inputOf(const Net& net) {
  return {net.sample, 10};
}

Graph trainingGraph(const Net& net) {
  return buildTrainingStep(buildModel(specOf(net), inputOf(net), net.batch, true), net.optimizer).graph;
}

reference::Bindings batchOf(const Net& net, std::uint32_t step) {
  Shape x = net.sample;
  x.insert(x.begin(), net.batch);
  reference::Bindings b;
  b["x"] = reference::formulaTensor(100 + step, numel(x));
  b["labels"] = reference::formulaLabels(200 + step, net.batch, 10);
  b["lr"] = {0.05};
  b["step"] = {static_cast<double>(step + 1)};
  b["seed"] = {static_cast<double>(step + 7)};
  return b;
}

double lossOf(Program& program, const Graph& graph, const reference::Bindings& batch) {
  bindInputs(program, graph, batch);
  program.run();
  return program.scalar("loss");
}

}  // namespace

class ProgramsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { backend_ = findBackend("cpu"); }

  void stepsAgreeWithInterpreter_data() {
    QTest::addColumn<int>("index");
    QTest::addColumn<bool>("autotune");
    QTest::addColumn<int>("images");
    QTest::addColumn<bool>("product");  // every layer that can be a matrix product is one, whatever was fastest
    const auto all = nets();
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (const bool autotune : {false, true}) {
        QTest::addRow("%s batch %d%s", all[i].name, static_cast<int>(all[i].batch), autotune ? " timed" : "")
            << static_cast<int>(i) << autotune << static_cast<int>(ImageLayout::Auto) << false;
      }
    }
    for (const std::size_t i : {2U, 4U}) {
      const std::string name = all[i].name + (" batch " + std::to_string(all[i].batch));
      QTest::addRow("%s NHWC", name.c_str()) << static_cast<int>(i) << true << static_cast<int>(ImageLayout::ChannelsLast) << false;
      QTest::addRow("%s NHWC products", name.c_str()) << static_cast<int>(i) << true << static_cast<int>(ImageLayout::ChannelsLast) << true;
      QTest::addRow("%s NCHW", name.c_str()) << static_cast<int>(i) << true << static_cast<int>(ImageLayout::ChannelsFirst) << false;
    }
  }

  void stepsAgreeWithInterpreter() {
    QFETCH(int, index);
    QFETCH(bool, autotune);
    QFETCH(int, images);
    QFETCH(bool, product);
    const Net net = nets()[static_cast<std::size_t>(index)];
    const Graph graph = trainingGraph(net);
    CompileOptions options;
    options.threads = 2;
    options.autotune = autotune;
    options.images = static_cast<ImageLayout>(images);
    KernelChoices timed, forced;
    if (product) {
      options.choices = &timed;
      backend_->compile(graph, options);
      for (const auto& [key, chosen] : timed.entries()) forced.set(key, "matmul");
      options.choices = &forced;
    }
    const auto program = backend_->compile(graph, options);
    program->graph().verify();
    if (options.images != ImageLayout::Auto) {
      const Layout unwanted = options.images == ImageLayout::ChannelsLast ? Layout::Plain : Layout::ChannelsLast;
      for (const Node& node : program->graph().nodes())
        if (node.op->name == "batch_norm") {
          QVERIFY(program->graph().value(node.outputs[0]).layout != Layout::Blocked16);
          QVERIFY(program->graph().value(node.outputs[0]).layout != unwanted);
        }
    }
    attachAlone(*program);
    reference::Bindings state = reference::initialState(graph, 11);
    bindState(*program, graph, state);
    const std::uint32_t steps = std::string(net.name) == "resnet18" ? 1 : 2;  // the interpreter takes seconds for it
    for (std::uint32_t step = 0; step < steps; ++step) {
      reference::Bindings batch = batchOf(net, step);
      const double loss = lossOf(*program, graph, batch);
      for (auto& [name, tensor] : state) batch[name] = tensor;
      const reference::Result expected = reference::interpret(graph, batch);
      VERIFY_COMPARISON(test::compareNumbers(loss, expected.scalar("loss"), {.relative = 2e-5}), "loss of step " + std::to_string(step));
      QCOMPARE(program->scalar("metric/accuracy"), expected.scalar("metric/accuracy"));
      // The second step starts from what the backend has, so that differences are those of one step.
      for (auto& [name, tensor] : expected.state()) {
        const auto got = readFloats(*program, name, static_cast<std::int64_t>(tensor.size()));
        VERIFY_COMPARISON(test::compareNorms(got, tensor, std::sqrt(net.tolerance)), name + " after step " + std::to_string(step));
        state[name].assign(got.begin(), got.end());
      }
    }
    QCOMPARE(program->kernels().size(), program->graph().nodes().size());
  }

  void sameBitsEveryTime() {
    const Net net = nets()[4];
    const Graph graph = trainingGraph(net);
    KernelChoices choices;
    CompileOptions options;
    options.threads = 2;
    options.choices = &choices;
    std::vector<std::vector<double>> losses;
    for (int repeat = 0; repeat < 2; ++repeat) {
      const auto program = backend_->compile(graph, options);
      attachAlone(*program);
      bindState(*program, graph, reference::initialState(graph, 3));
      losses.emplace_back();
      for (std::uint32_t step = 0; step < 5; ++step) losses.back().push_back(lossOf(*program, graph, batchOf(net, step)));
    }
    QCOMPARE(losses[0], losses[1]);
    QVERIFY(!choices.entries().empty());
  }

  // The validation step reads what the training step writes, in the same memory, whatever the layout of the weights.
  // The plan's threads run, whatever OpenMP was told outside; and what was told outside counts again afterwards.
  void theThreadsOfThePlanRun_data() {
    QTest::addColumn<int>("threads");
    for (const int threads : {1, 2, 3}) QTest::addRow("%d threads", threads) << threads;
  }
  void theThreadsOfThePlanRun() {
    QFETCH(int, threads);
    struct Watch : StepObserver {
      std::set<int> seen, dynamic;
      void before(NodeId) override {
        seen.insert(omp_get_max_threads());
        dynamic.insert(omp_get_dynamic());
      }
    };
    const Net net = nets()[4];
    const Graph graph = trainingGraph(net);
    const int threadsBefore = omp_get_max_threads(), dynamicBefore = omp_get_dynamic();
    std::vector<float> first;
    for (const int outside : {7, 1, 2}) {
      omp_set_num_threads(outside);
      omp_set_dynamic(outside == 1 ? 1 : 0);
      CompileOptions options;
      options.threads = threads;
      options.autotune = false;
      const auto program = backend_->compile(graph, options);
      QCOMPARE(program->threads(), threads);
      attachAlone(*program);
      bindState(*program, graph, reference::initialState(graph, 5));
      Watch watch;
      program->observe(&watch);
      for (std::uint32_t step = 0; step < 2; ++step) lossOf(*program, graph, batchOf(net, step));
      QCOMPARE(watch.seen, std::set<int>{threads});
      QCOMPARE(watch.dynamic, std::set<int>{0});
      QCOMPARE(omp_get_max_threads(), outside);
      QCOMPARE(omp_get_dynamic(), outside == 1 ? 1 : 0);
      std::vector<float> weights = readFloats(*program, "conv1.weight", 16 * 3 * 3 * 3);
      if (first.empty()) first = weights;
      QCOMPARE(weights, first);
    }
    omp_set_num_threads(threadsBefore);
    omp_set_dynamic(dynamicBefore);
  }

  void evaluationSharesState() {
    for (const Net& net : {nets()[2], nets()[4]}) {
      const Graph graph = trainingGraph(net);
      const Graph evaluation = buildEvaluationStep(buildModel(specOf(net), inputOf(net), net.batch, false)).graph;
      CompileOptions options;
      options.threads = 2;
      // Kernels whose weight layouts differ, so that what is tested does not depend on a timing.
      KernelChoices choices;
      options.choices = &choices;
      backend_->compile(graph, options);
      for (const auto& [key, kernel] : std::map(choices.entries())) {
        if (key.starts_with("conv2d_grad_weight ")) choices.set(key, "matmul");
        if (key.starts_with("conv2d ")) choices.set(key, "direct");
      }
      const auto train = backend_->compile(graph, options);
      const auto validate = backend_->compile(evaluation, options, train.get());
      QCOMPARE(validate->plan().stateBytes, train->plan().stateBytes);
      const auto state = std::make_shared<Arena>(train->plan().stateBytes);
      const auto step = std::make_shared<Arena>(std::max(train->plan().stepBytes, validate->plan().stepBytes));
      train->attach(state, step);
      validate->attach(state, step);
      bindState(*train, graph, reference::initialState(graph, 5));
      for (std::uint32_t round = 0; round < 3; ++round) {
        lossOf(*train, graph, batchOf(net, round));
        train->stateChanged();
        validate->stateChanged();
        reference::Bindings batch = batchOf(net, 40 + round);
        for (const Value& value : evaluation.values()) {
          if (!isPersistent(value.role)) continue;
          const auto got = readFloats(*train, value.name, numel(value.shape));
          batch[value.name].assign(got.begin(), got.end());
        }
        const reference::Result expected = reference::interpret(evaluation, batch);
        // Twice: the second time the copies of the weights are those of the first.
        for (int repeat = 0; repeat < 2; ++repeat) {
          const double loss = lossOf(*validate, evaluation, batch);
          VERIFY_COMPARISON(test::compareNumbers(loss, expected.scalar("loss"), {.relative = 2e-5}), "round " + std::to_string(round));
        }
      }
      int copies = 0;
      for (const Node& node : validate->graph().nodes()) copies += node.op->name == "reorder";
      const bool layoutsDiffer = std::string(net.name) == "resnet20" && backend_->device().isa != "AVX2";
      QVERIFY2(!layoutsDiffer || copies > 0, "no weight was copied, so the test says nothing");
    }
  }

  void writtenParametersAreRead() {
    const Net net = nets()[6];
    const Graph graph = trainingGraph(net);
    const auto program = backend_->compile(graph, {{}, 2});
    attachAlone(*program);
    bool otherThanPlain = false;
    for (const Value& value : program->graph().values()) {
      if (!isPersistent(value.role)) continue;
      otherThanPlain = otherThanPlain || value.layout != Layout::Plain;
      const auto tensor = reference::formulaTensor(reference::saltOf(value.name), numel(value.shape));
      program->write(value.name, plainBytes(value, tensor));
      const auto got = readFloats(*program, value.name, numel(value.shape));
      for (std::size_t i = 0; i < got.size(); ++i) QCOMPARE(static_cast<double>(got[i]), tensor[i]);
    }
    QVERIFY(otherThanPlain);
  }

  // Predicting another batch size must not time anything, and takes the choice of the batch size that is known.
  void choicesServeOtherBatchSizes() {
    Net net = nets()[4];
    KernelChoices choices;
    CompileOptions options;
    options.threads = 2;
    options.choices = &choices;
    const auto known = backend_->compile(trainingGraph(net), options);
    const auto entries = choices.entries();
    net.batch *= 2;
    options.mayTime = false;
    const auto predicted = backend_->compile(trainingGraph(net), options);
    QCOMPARE(choices.entries(), entries);
    QCOMPARE(predicted->kernels().size(), known->kernels().size());
    for (std::size_t n = 0; n < known->kernels().size(); ++n) {
      QCOMPARE(predicted->kernels()[n].kernel, known->kernels()[n].kernel);
      QVERIFY(predicted->kernels()[n].candidateMs.empty());
    }
  }

  void everyLayerIsTimedOnce() {
    const Net net = nets()[4];
    KernelChoices choices;
    CompileOptions options;
    options.threads = 2;
    options.images = ImageLayout::ChannelsFirst;  // layouts are tried on free cores only
    options.choices = &choices;
    const auto program = backend_->compile(trainingGraph(net), options);
    int timed = 0;
    for (const NodeKernel& kernel : program->kernels()) timed += kernel.candidateMs.empty() ? 0 : 1;
    QVERIFY(timed > 0);
    // Equal layers share a choice. (Verdicts of the check against f32 stand in the same table.)
    const auto& entries = choices.entries();
    const auto chosen = std::count_if(entries.begin(), entries.end(), [](const auto& entry) { return !verdictOf(entry.second); });
    QVERIFY2(chosen > 0 && chosen < timed, qPrintable(QString("%1 choices of %2 timed nodes").arg(chosen).arg(timed)));
    const std::int64_t changes = choices.changes();
    const auto again = backend_->compile(trainingGraph(net), options);
    QCOMPARE(choices.changes(), changes);
    for (std::size_t n = 0; n < again->kernels().size(); ++n) QCOMPARE(again->kernels()[n].kernel, program->kernels()[n].kernel);
    QCOMPARE(again->plan().peakBytes(), program->plan().peakBytes());
  }

  void timingCanBeCancelled() {
    const std::atomic<bool> cancel{true};
    CompileOptions options;
    options.cancel = &cancel;
    bool cancelled = false;
    try {
      backend_->compile(trainingGraph(nets()[4]), options);
    } catch (const Cancelled&) {
      cancelled = true;
    }
    QVERIFY(cancelled);
  }

  void deviceIsKnown() {
    const DeviceInfo info = backend_->device();
    QVERIFY(!info.name.empty());
    QVERIFY(!info.isa.empty());
    QVERIFY(info.cores >= 1);
    QVERIFY(info.memoryBytes > 0);
    QVERIFY(info.library.starts_with("oneDNN "));
    if (qgetenv("STEPSCOPE_MAX_ISA") == "avx2") QCOMPARE(info.isa, std::string("AVX2"));
    QVERIFY(backend_->measuredPeakFlops(1) > 1e9);
    QVERIFY(backend_->measuredBandwidth(1) > 1e8);
    QVERIFY(findBackend("none") == nullptr);
  }

 private:
  const Backend* backend_ = nullptr;
};

QTEST_GUILESS_MAIN(ProgramsTest)
#include "programs_test.moc"
