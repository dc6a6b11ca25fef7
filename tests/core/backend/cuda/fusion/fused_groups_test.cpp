// Neighbouring nodes that run as one kernel of a library, and kernels of a library where ours are as good: they give what ours give, or are
// left out. On the emulated device.
// Qt last: its macro "slots" would change the memory plan's header.
#include "core/backend/cuda/fusion/fused_groups.h"
#include "tests/core/backend/cuda/emulated_steps.h"

#include <QtTest>
#include <set>

using namespace stepscope;
using cuda::emulation;

class CudaGroupsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { emulation() = {}; }

  // --- neighbours that run as one kernel of a library ---

  void neighboursRunAsOneKernel_data() {
    QTest::addColumn<QByteArray>("model");
    QTest::addColumn<int>("low");
    QTest::addColumn<QByteArray>("group");
    QTest::addColumn<int>("times");
    QTest::newRow("gelu, forward") << QByteArray("gpt") << static_cast<int>(DType::F32) << QByteArray("linear, gelu") << 2;
    QTest::newRow("gelu, bf16") << QByteArray("gpt") << static_cast<int>(DType::BF16) << QByteArray("linear, gelu") << 2;
    QTest::newRow("gelu, backward") << QByteArray("gpt") << static_cast<int>(DType::BF16)
                                    << QByteArray("linear backward input, gelu backward, bias gradient") << 2;
    QTest::newRow("bias gradients") << QByteArray("gpt") << static_cast<int>(DType::F32) << QByteArray("linear backward weights, bias gradient")
                                    << -1;
    QTest::newRow("relu") << QByteArray("mlp") << static_cast<int>(DType::F32)
                          << QByteArray("linear with relu, linear backward input, relu backward, bias gradient") << 2;
    QTest::newRow("relu, f16") << QByteArray("mlp") << static_cast<int>(DType::F16)
                               << QByteArray("linear with relu, linear backward input, relu backward, bias gradient") << 2;
    QTest::newRow("norm") << QByteArray("resnet20") << static_cast<int>(DType::F16) << QByteArray("conv2d backward input, batch norm backward") << -1;
  }
  // The steps are those that the kernels by themselves make, and what was planned is what is used.
  void neighboursRunAsOneKernel() {
    QFETCH(QByteArray, model);
    QFETCH(int, low);
    QFETCH(QByteArray, group);
    QFETCH(int, times);
    const Graph graph = trainingStep({.model = model.constData(), .low = static_cast<DType>(low)});
    CompileOptions options;
    options.autotune = false;
    std::vector<std::vector<double>> losses;
    for (const bool together : {true, false}) {
      emulation() = {};
      emulation().epilogues = emulation().fusedConvolutions = together;
      const auto program = freshlyCompiled(graph, options);
      program->graph().verify();
      const std::string ending = "(" + group.toStdString() + ")";
      const auto found = std::count_if(program->kernels().begin(), program->kernels().end(), [&](const NodeKernel& kernel) {
        return kernel.library.size() > ending.size() && kernel.library.ends_with(ending);
      });
      const std::string notes = notesOf(*program);
      if (!together) {
        QCOMPARE(static_cast<int>(found), 0);
      } else if (times >= 0) {
        QCOMPARE(static_cast<int>(found), group.startsWith("linear with relu") ? 2 * times : times);
      } else {
        QVERIFY2(found > 2, notes.c_str());
      }
      QCOMPARE(notes.find("run as one kernel of a library: " + group.toStdString()) != std::string::npos, together);
      start(*program, graph);
      auto& list = losses.emplace_back();
      // Plain loops stand in for the library: convolutions take their time.
      for (std::uint32_t step = 0; step < (group.startsWith("conv2d") ? 1U : 3U); ++step) {
        runStep(*program, graph, step);
        list.push_back(program->scalar("loss"));
      }
      QCOMPARE(program->measuredPeakBytes(), program->plan().peakBytes());
    }
    const double bound = low == static_cast<int>(DType::F32) ? 1e-5 : 3e-2;
    for (std::size_t n = 0; n < losses[0].size(); ++n)
      QVERIFY2(std::abs(losses[0][n] / losses[1][n] - 1) < bound, qPrintable(QString::number(losses[0][n] / losses[1][n] - 1)));
  }

  // Updates stand as early as they can: what runs as one kernel reads no weight that was updated since its nodes read it.
  void weightsAreReadBeforeTheirUpdate_data() {
    QTest::addColumn<QByteArray>("model");
    QTest::addColumn<QByteArray>("group");
    QTest::newRow("gelu") << QByteArray("gpt") << QByteArray("linear backward input, gelu backward");
    QTest::newRow("relu") << QByteArray("mlp") << QByteArray("linear with relu, linear backward input, relu backward");
  }
  void weightsAreReadBeforeTheirUpdate() {
    QFETCH(QByteArray, model);
    QFETCH(QByteArray, group);
    ModelSpec spec;
    spec.name = model.toStdString();
    ModelInput input{{1, 6, 6}, 10};
    if (spec.name == "gpt") {
      spec.integers = {{"layers", {2}}, {"width", {128}}, {"heads", {2}}};
      input = {.sample = {16}, .classes = 24, .dtype = DType::I32, .task = Task::LanguageModel};
    } else {
      spec.integers = {{"hidden", {512, 256, 128}}};
    }
    CompileOptions options;
    options.autotune = false;
    const auto program = freshlyCompiled(buildTrainingStep(buildModel(spec, input, 2, true), {}).graph, options);
    const std::string notes = notesOf(*program);
    QVERIFY2(notes.find("run as one kernel of a library: " + group.toStdString()) != std::string::npos, notes.c_str());
    const Graph& graph = program->graph();
    std::set<ValueId> updated;
    for (const Node& node : graph.nodes()) {
      const std::vector<std::size_t> written = mutatedInputs(node);
      for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const ValueId input = node.inputs[i] == kNone ? kNone : graph.storageOf(node.inputs[i]);
        if (input == kNone || std::find(written.begin(), written.end(), i) != written.end()) continue;
        QVERIFY2(!updated.contains(input), (titleOf(node) + " of " + node.scope + " reads " + graph.value(input).name + " updated").c_str());
      }
      for (const std::size_t i : written)
        if (node.inputs[i] != kNone && graph.value(node.inputs[i]).role == Role::Parameter) updated.insert(graph.storageOf(node.inputs[i]));
    }
    QVERIFY(!updated.empty());
  }

  // A kernel that gives other numbers than ours never runs, and the report says so. What was found out is not tried again.
  void aWrongKernelIsLeftOut() {
    emulation().wrongBiasGradients = true;
    const Graph graph = trainingStep({.model = "mlp"});
    KernelChoices choices;
    CompileOptions options;
    options.choices = &choices;
    options.autotune = false;
    const auto backend = cuda::makeBackend(cuda::emulatedDevice());  // which knows nothing yet
    const auto program = backend->compile(graph, options);
    const std::string notes = notesOf(*program);
    QVERIFY2(notes.find("is left out") != std::string::npos && notes.find("it differs from ours in") != std::string::npos, notes.c_str());
    QVERIFY(notes.find("run as one kernel of a library") == std::string::npos);
    const std::int64_t runs = emulation().planRuns;
    QVERIFY(runs > 0);
    backend->compile(graph, options);
    QCOMPARE(emulation().planRuns, runs);
    start(*program, graph);
    runStep(*program, graph, 0);
    QVERIFY(std::isfinite(program->scalar("loss")));
  }

  // A training that runs is not disturbed: groups that are not known to be right are not taken.
  void noGroupIsTriedWhileItMayNot() {
    const Graph graph = trainingStep({.model = "mlp"});
    CompileOptions options;
    options.mayTime = false;
    cuda::Emulation& e = emulation();
    // A device that knows nothing yet.
    const auto program = freshlyCompiled(graph, options);
    QVERIFY(e.planRuns <= static_cast<std::int64_t>(program->kernels().size()));  // each product once, alone
    for (const NodeKernel& kernel : program->kernels()) QVERIFY(kernel.library.find('(') == std::string::npos);
  }

  void sumsOfEpiloguesAreLeftWhereOrderMatters() {
    CompileOptions options;
    options.deterministic = true;
    const auto program = freshlyCompiled(trainingStep({.model = "gpt", .low = DType::BF16}), options);
    const std::string notes = notesOf(*program);
    QVERIFY2(notes.find("linear, gelu") != std::string::npos && notes.find("bias gradient") == std::string::npos, notes.c_str());
  }

  // Norms and averages are ours unless timing finds the library's faster, which must then give what ours give.
  void normsCompete_data() {
    QTest::addColumn<double>("ownMs");
    QTest::addColumn<bool>("wrong");
    QTest::addColumn<bool>("autotune");
    QTest::addColumn<bool>("taken");
    QTest::newRow("the library is faster") << 5.0 << false << true << true;
    QTest::newRow("ours is faster") << 0.001 << false << true << false;
    QTest::newRow("faster, but wrong") << 5.0 << true << true << false;
    QTest::newRow("without autotune") << 5.0 << false << false << false;
  }
  void normsCompete() {
    QFETCH(double, ownMs);
    QFETCH(bool, wrong);
    QFETCH(bool, autotune);
    QFETCH(bool, taken);
    emulation().epilogues = false;
    emulation().ownKernelMs = static_cast<float>(ownMs);
    emulation().wrongNorms = wrong;
    const Graph graph = trainingStep({.model = "gpt"});
    KernelChoices choices;
    CompileOptions options;
    options.choices = &choices;
    options.autotune = autotune;
    const auto backend = cuda::makeBackend(cuda::emulatedDevice());
    const auto program = backend->compile(graph, options);
    int library = 0;
    for (std::size_t n = 0; n < program->kernels().size(); ++n)
      library += program->graph().nodes()[n].op->name == "layer_norm" && program->kernels()[n].library.starts_with("emulated");
    QCOMPARE(library > 0, taken);
    const std::string notes = notesOf(*program);
    QCOMPARE(notes.find("layer norm: it differs from ours in") != std::string::npos, wrong && autotune);
    // What was chosen is chosen again, without timing.
    const std::int64_t runs = emulation().planRuns;
    const auto again = backend->compile(graph, options);
    QCOMPARE(emulation().planRuns, runs);
    for (std::size_t n = 0; n < again->kernels().size(); ++n) QCOMPARE(again->kernels()[n].library, program->kernels()[n].library);
    start(*program, graph);
    runStep(*program, graph, 0);
    const double loss = program->scalar("loss");
    emulation().libraries = false;
    const auto own = started(graph);
    runStep(*own, graph, 0);
    QVERIFY(std::abs(loss / own->scalar("loss") - 1) < 1e-5);
  }

  // Batch norm, residual and relu as one kernel each way, which hand bits on; only where timing finds that faster and the numbers are ours.
  void normsWithReluCompete_data() {
    QTest::addColumn<int>("low");
    QTest::addColumn<double>("ownMs");
    QTest::addColumn<bool>("taken");
    QTest::newRow("bf16, the library is faster") << static_cast<int>(DType::BF16) << 5.0 << true;
    QTest::newRow("bf16, ours is faster") << static_cast<int>(DType::BF16) << 0.001 << false;
    QTest::newRow("f32 in NHWC") << static_cast<int>(DType::F32) << 5.0 << true;
    QTest::newRow("f16, whose convolutions sum up") << static_cast<int>(DType::F16) << 5.0 << false;
  }
  void normsWithReluCompete() {
    QFETCH(int, low);
    QFETCH(double, ownMs);
    QFETCH(bool, taken);
    emulation().ownKernelMs = static_cast<float>(ownMs);
    const Graph graph = trainingStep({.model = "resnet20", .low = static_cast<DType>(low), .sample = {3, 8, 8}});
    CompileOptions options;
    options.images = ImageLayout::ChannelsLast;
    const auto backend = cuda::makeBackend(cuda::emulatedDevice());
    const auto program = backend->compile(graph, options);
    program->graph().verify();
    const std::string notes = notesOf(*program);
    QVERIFY2((notes.find("run as one kernel of a library: batch norm with relu, its backward") != std::string::npos) == taken, notes.c_str());
    if (!taken) return;
    start(*program, graph);
    runStep(*program, graph, 0);
    QCOMPARE(program->measuredPeakBytes(), program->plan().peakBytes());
    emulation().libraries = false;
    const auto own = started(graph, options);
    runStep(*own, graph, 0);
    QVERIFY(std::abs(program->scalar("loss") / own->scalar("loss") - 1) < (low == static_cast<int>(DType::F32) ? 1e-5 : 3e-2));
    // What backward gave is in the parameters.
    for (const Value& value : graph.values()) {
      if (value.role != Role::Parameter || low != static_cast<int>(DType::F32)) continue;
      const auto a = readFloats(*program, value.name, numel(value.shape)), b = readFloats(*own, value.name, numel(value.shape));
      for (std::size_t i = 0; i < a.size(); ++i) QVERIFY2(std::abs(a[i] - b[i]) <= 1e-4F * (1 + std::abs(b[i])), value.name.c_str());
    }
  }

  // A norm and relu whose scale and shift the next convolution, and its weight gradient, apply as they read.
  void normsAreReadThrough_data() {
    QTest::addColumn<int>("low");
    QTest::addColumn<int>("kernel");    // of the second convolution
    QTest::addColumn<bool>("wayBack");  // goes through the norm as well
    QTest::addColumn<double>("longerMs");
    QTest::addColumn<bool>("taken");
    const int f16 = static_cast<int>(DType::F16), bf16 = static_cast<int>(DType::BF16), f32 = static_cast<int>(DType::F32);
    QTest::newRow("3x3") << f16 << 3 << false << -9.0 << true;
    QTest::newRow("1x1") << f16 << 1 << false << -9.0 << true;
    QTest::newRow("3x3, the way back goes through the norm too") << f16 << 3 << true << -9.0 << true;
    QTest::newRow("it takes longer") << f16 << 3 << false << 1.0 << false;
    QTest::newRow("bf16, which cuDNN has not") << bf16 << 3 << false << -9.0 << false;
    QTest::newRow("f32") << f32 << 3 << false << -9.0 << false;
  }
  void normsAreReadThrough() {
    QFETCH(int, low);
    QFETCH(int, kernel);
    QFETCH(bool, wayBack);
    QFETCH(double, longerMs);
    QFETCH(bool, taken);
    emulation().prologueMs = static_cast<float>(longerMs);
    emulation().alternativeMs = {10};
    emulation().throughNorms = wayBack;
    emulation().ownKernelMs = 0.1F;
    const Graph graph = convolutionsWithNorms(static_cast<DType>(low), kernel);
    CompileOptions options;
    options.images = ImageLayout::ChannelsLast;
    KernelChoices choices;
    options.choices = &choices;
    const auto program = freshlyCompiled(graph, options);
    program->graph().verify();
    const std::string notes = notesOf(*program);
    const std::string title = "batch norm with relu read by conv2d, conv2d backward weights";
    QVERIFY2((notes.find("run as one kernel of a library: " + title) != std::string::npos) == taken, notes.c_str());
    QCOMPARE(notes.find("are not slower: " + title) != std::string::npos, longerMs > 0);
    const auto runs = [&](const char* op) {
      int made = 0;
      for (std::size_t n = 0; n < program->kernels().size(); ++n)
        made += program->graph().nodes()[n].op->name == op && program->kernels()[n].library.ends_with("(" + title + ")");
      return made;
    };
    // The first norm of the two is read through, by one convolution; behind the other stands no convolution.
    QCOMPARE(runs("batch_norm_scale_shift"), taken ? 1 : 0);
    QCOMPARE(runs("conv2d_of_norm"), taken ? 1 : 0);
    QCOMPARE(runs("conv2d_grad_weight_of_norm"), taken ? 1 : 0);
    QCOMPARE(runs("batch_norm_grad_without_mask"), taken && !wayBack ? 1 : 0);
    if (!taken) return;
    // The convolutions beside it still write their sums, and both norms use them.
    QVERIFY2(notes.find("2 of 2 convolutions before a batch norm also write its sums") != std::string::npos, notes.c_str());
    QCOMPARE(count(program->graph(),
                   [](const Node& node) {
                     const bool norm = node.op->id == OpId::BatchNormOfSums || node.op->id == OpId::BatchNormScaleShift;
                     return norm && node.inputs.size() > kSumsInput && node.inputs[kSumsInput] != kNone;
                   }),
             2);
    start(*program, graph);
    runStep(*program, graph, 0);
    QCOMPARE(program->measuredPeakBytes(), program->plan().peakBytes());
    // Apart: the same step, and more memory, for the normalised images and the mask.
    emulation().prologues = false;
    options.choices = nullptr;
    const auto apart = started(graph, options);
    QVERIFY(notesOf(*apart).find(title) == std::string::npos);
    runStep(*apart, graph, 0);
    QVERIFY(std::abs(program->scalar("loss") / apart->scalar("loss") - 1) < 2e-3);
    for (const Value& value : graph.values()) {
      if (!isPersistent(value.role) || value.dtype != DType::F32) continue;
      const auto a = readFloats(*program, value.name, numel(value.shape)), b = readFloats(*apart, value.name, numel(value.shape));
      double difference = 0, size = 0;
      for (std::size_t i = 0; i < a.size(); ++i) {
        difference += std::pow(static_cast<double>(a[i]) - b[i], 2);
        size += std::pow(static_cast<double>(b[i]), 2);
      }
      QVERIFY2(difference <= 1e-4 * size, qPrintable(QString("%1: %2").arg(value.name.c_str()).arg(difference / size)));
    }
    QVERIFY(program->plan().stepBytes < apart->plan().stepBytes);
    // What was chosen is chosen again, without trying.
    emulation().prologues = true;
    options.choices = &choices;
    const std::int64_t tried = emulation().planRuns;
    QVERIFY(notesOf(*freshlyCompiled(graph, options)).find("run as one kernel of a library: " + title) != std::string::npos);
    QCOMPARE(emulation().planRuns, tried);
  }

  // One that gives other numbers is told and left out, however fast; and without timing nobody knows that it is fast.
  void normsAreNotReadThroughUnproved_data() {
    QTest::addColumn<bool>("wrong");
    QTest::addColumn<bool>("autotune");
    QTest::newRow("other numbers") << true << true;
    QTest::newRow("without autotune") << false << false;
  }
  void normsAreNotReadThroughUnproved() {
    QFETCH(bool, wrong);
    QFETCH(bool, autotune);
    emulation().wrongPrologues = wrong;
    emulation().alternativeMs = {10};
    emulation().prologueMs = -9;
    CompileOptions options;
    options.autotune = autotune;
    const Graph graph = convolutionsWithNorms(DType::F16, 3);
    const auto program = freshlyCompiled(graph, options);
    const std::string notes = notesOf(*program);
    QVERIFY2(notes.find("run as one kernel of a library: batch norm with relu read by") == std::string::npos, notes.c_str());
    QCOMPARE(notes.find("batch norm with relu read by conv2d, conv2d backward weights: it differs from ours in") != std::string::npos, wrong);
    start(*program, graph);
    runStep(*program, graph, 0);
    QVERIFY(std::isfinite(program->scalar("loss")));
  }

  // Largest numbers of windows: values and places are those that our own kernel finds, or the library's kernel is left out.
  void maxPoolsCompete_data() {
    QTest::addColumn<bool>("wrong");
    QTest::newRow("right") << false;
    QTest::newRow("other places") << true;
  }
  void maxPoolsCompete() {
    QFETCH(bool, wrong);
    emulation().ownKernelMs = 5;
    emulation().wrongIndices = wrong;
    Graph g;
    const ValueId x = g.addInput("x", DType::F32, {2, 16, 8, 8});
    const ValueId y = g.add("max_pool2d", {x}, {{"kernel", Shape{3, 3}}, {"stride", Shape{2, 2}}, {"padding", Shape{1, 1}}}, "pool");
    g.markOutput("y", y);
    const auto program = freshlyCompiled(g, {});
    QCOMPARE(program->kernels()[0].kernel == "own", wrong);
    QCOMPARE(notesOf(*program).find("max pool: it differs from ours in") != std::string::npos, wrong);
  }

  // Masks of keys go to the library as a bias: the same numbers, also in rows that see no key.
  void maskedAttentionIsTheLibrarys_data() {
    QTest::addColumn<bool>("causal");
    QTest::newRow("all") << false;
    QTest::newRow("causal") << true;
  }
  void maskedAttentionIsTheLibrarys() {
    QFETCH(bool, causal);
    Graph forward;
    const Shape shape{2, 5, 8};
    const ValueId q = forward.addPersistent(Role::Parameter, "q", DType::F32, shape, {}),
                  k = forward.addPersistent(Role::Parameter, "k", DType::F32, shape, {}),
                  v = forward.addPersistent(Role::Parameter, "v", DType::F32, shape, {});
    const ValueId mask = forward.addInput("mask", DType::U8, {2, 5});
    const ValueId y = forward.add("attention", {q, k, v, mask}, {{"heads", std::int64_t{2}}, {"causal", causal}}, "attention");
    forward.markOutput("loss", forward.add("mse_loss", {y, forward.addInput("target", DType::F32, shape)}, {}, "loss"));
    AutodiffResult both = autodiff(forward);
    std::vector<std::string> outputs{"loss"};
    for (const auto& [parameter, gradient] : both.gradients) {
      outputs.push_back("gradient of " + both.graph.value(parameter).name);
      both.graph.markOutput(outputs.back(), gradient);
    }
    std::vector<std::vector<float>> results;
    for (const bool libraries : {true, false}) {
      emulation().libraries = libraries;
      const auto program = freshlyCompiled(both.graph, {});
      int library = 0;
      for (std::size_t n = 0; n < program->kernels().size(); ++n)
        library += program->graph().nodes()[n].op->name.starts_with("attention") && program->kernels()[n].kernel != "own";
      QVERIFY2(library == (libraries ? 2 : 0), notesOf(*program).c_str());
      attach(*program);
      for (const char* name : {"q", "k", "v"}) {
        const auto numbers = reference::formulaTensor(static_cast<std::uint32_t>(name[0]), numel(shape));
        const std::vector<float> floats(numbers.begin(), numbers.end());
        program->write(name, std::as_bytes(std::span(floats)));
      }
      // The first sample's first key is masked, so that its first causal row sees nothing; the second's are all.
      const std::uint8_t seen[] = {0, 1, 1, 0, 1, 0, 0, 0, 0, 0};
      std::memcpy(program->input("mask").data(), seen, sizeof(seen));
      program->run();
      auto& all = results.emplace_back();
      for (const std::string& output : outputs) {
        const auto part = readFloats(*program, output, output == "loss" ? 1 : numel(shape));
        all.insert(all.end(), part.begin(), part.end());
      }
    }
    QCOMPARE(results[0].size(), results[1].size());
    for (std::size_t i = 0; i < results[0].size(); ++i) QVERIFY2(std::abs(results[0][i] - results[1][i]) < 1e-6F, qPrintable(QString::number(i)));
  }

  void nothingIsLeft() {
    QCOMPARE(emulation().allocations, std::int64_t{0});
    QCOMPARE(emulation().events, std::int64_t{0});
    QCOMPARE(emulation().plans, std::int64_t{0});
  }
};

QTEST_GUILESS_MAIN(CudaGroupsTest)
#include "fused_groups_test.moc"
