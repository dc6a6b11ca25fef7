// Which of a library's kernels is taken: timed once for a shape, kept, and not where nothing may be timed. On the emulated device.
// Qt last: its macro "slots" would change the memory plan's header.
#include "core/backend/cuda/tuning/plan_tuner.h"
#include "core/backend/cuda/plan/lowering.h"
#include "tests/core/backend/cuda/emulated_steps.h"

#include <QtTest>

using namespace stepscope;
using cuda::emulation;

class CudaTunerTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { emulation() = {}; }

  void theFastestAlternativeIsTakenAndKept() {
    emulation().epilogues = false;
    emulation().alternatives = {"slow", "cannot", "fast", "as fast"};
    emulation().alternativeMs = {2.0F, -1.0F, 0.5F, 0.495F};  // within the noise the earlier one stays
    KernelChoices choices;
    CompileOptions options;
    options.choices = &choices;
    const Graph graph = lenetStep(3);
    const auto program = freshlyCompiled(graph, options);
    int fast = 0;
    for (const NodeKernel& kernel : program->kernels()) {
      if (kernel.library.find("emulated ") != 0) continue;
      QCOMPARE(kernel.library, std::string("emulated fast"));
      QCOMPARE(static_cast<int>(kernel.candidateMs.size()), 3);
      ++fast;
    }
    QVERIFY(fast > 5);
    QVERIFY(!choices.entries().empty());
    for (const auto& [key, kernel] : choices.entries()) {
      if (key.find("max_pool2d") != std::string::npos) continue;  // there ours compete
      if (key.starts_with("agrees")) {
        QCOMPARE(kernel, std::string("agrees"));
        continue;
      }
      QCOMPARE(kernel, std::string("emulated fast"));
      QVERIFY2(key.find("emulated device") != std::string::npos && key.find("driver 13.0") != std::string::npos, key.c_str());
    }
    // The next program of these shapes times nothing.
    const std::int64_t runs = emulation().planRuns;
    const auto again = freshlyCompiled(graph, options);
    QCOMPARE(emulation().planRuns, runs);
    QCOMPARE(again->kernels().size(), program->kernels().size());
    for (std::size_t n = 0; n < again->kernels().size(); ++n) QCOMPARE(again->kernels()[n].library, program->kernels()[n].library);
  }

  // A library's kernel that gives other numbers than ours does not run, in whatever way it would be chosen, and is named once; the next
  // alternative does, and ours where there is none.
  void aWrongAlternativeIsLeftOut_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("low");
    QTest::addColumn<bool>("autotune");
    QTest::addColumn<bool>("mayTime");
    QTest::addColumn<bool>("another");
    for (const char* model : {"lenet5", "gpt", "resnet20"})
      for (const DType low : {DType::F32, DType::BF16, DType::F16})
        for (const bool another : {true, false}) {
          const auto row = [&](const char* how, bool autotune, bool mayTime) {
            QTest::addRow("%s in %s, %s, %s", model, nameOf(low).data(), how, another ? "another is right" : "all are wrong")
                << model << static_cast<int>(low) << autotune << mayTime << another;
          };
          row("timed", true, true);
          row("not timed", false, true);
          row("a training runs", true, false);
        }
  }
  void aWrongAlternativeIsLeftOut() {
    QFETCH(QString, model);
    QFETCH(int, low);
    QFETCH(bool, autotune);
    QFETCH(bool, mayTime);
    QFETCH(bool, another);
    cuda::Emulation& e = emulation();
    e.alternatives = another ? std::vector<std::string>{"wrong", "right"} : std::vector<std::string>{"wrong"};
    e.alternativeMs = {0.1F, 0.5F};
    e.wrongAlternatives = {"wrong"};
    e.ownKernelMs = 5;
    KernelChoices choices;
    CompileOptions options;
    options.choices = &choices;
    options.autotune = autotune;
    options.mayTime = mayTime;
    StepRecipe recipe{.model = model.toStdString(), .low = static_cast<DType>(low)};
    if (recipe.model == "lenet5") recipe.sample = {1, 28, 28};
    if (recipe.model == "resnet20") recipe.sample = {3, 8, 8};
    const Graph graph = trainingStep(recipe);
    const auto backend = cuda::makeBackend(cuda::emulatedDevice());
    const auto program = backend->compile(graph, options);
    int right = 0;
    for (const NodeKernel& kernel : program->kernels()) {
      QVERIFY2(kernel.library.find("emulated wrong") == std::string::npos, kernel.library.c_str());
      right += kernel.library.starts_with("emulated right");
    }
    QCOMPARE(right > 0, another);
    const std::vector<std::string> leftOut = program->leftOut();
    std::set<std::string> kernels;
    for (const std::string& sentence : leftOut) {
      QVERIFY2(sentence.find("the kernel \"emulated wrong") != std::string::npos &&
                   sentence.find("is not used, since it differs from ours in") != std::string::npos,
               sentence.c_str());
      const std::size_t at = sentence.find("the kernel"), end = sentence.find(" is not used");
      QVERIFY2(kernels.insert(sentence.substr(at, end - at)).second, sentence.c_str());  // each once
    }
    const std::set<std::string> products =
        recipe.model == "gpt" ? std::set<std::string>{"linear", "linear backward input"} : std::set<std::string>{"conv2d", "conv2d backward weights"};
    for (const std::string& op : products) {
      const bool named = std::ranges::any_of(leftOut, [&](const std::string& s) { return s.find("\" of " + op) != std::string::npos; });
      QVERIFY2(named, op.c_str());
    }
    // What was found out is not asked again.
    const std::int64_t runs = e.planRuns;
    const auto again = backend->compile(graph, options);
    QCOMPARE(e.planRuns, runs);
    for (const NodeKernel& kernel : again->kernels()) QVERIFY(kernel.library.find("emulated wrong") == std::string::npos);
    // And the step is right.
    start(*program, graph);
    runStep(*program, graph, 0);
    e.libraries = false;
    const auto own = started(graph);
    runStep(*own, graph, 0);
    QVERIFY(std::abs(program->scalar("loss") / own->scalar("loss") - 1) < (recipe.low == DType::F32 ? 1e-5 : 3e-2));
  }

  void whatIsOnlyPlannedIsNotTried() {
    CompileOptions options;
    options.mayTime = false;
    options.onlyPlanned = true;
    freshlyCompiled(lenetStep(3), options);
    QCOMPARE(emulation().planRuns, std::int64_t{0});
  }

  void withoutAutotuneNothingIsTimed_data() {
    QTest::addColumn<bool>("autotune");
    QTest::addColumn<bool>("mayTime");
    QTest::newRow("autotune off") << false << true;
    QTest::newRow("may not time") << true << false;
  }
  void withoutAutotuneNothingIsTimed() {
    emulation().epilogues = false;
    QFETCH(bool, autotune);
    QFETCH(bool, mayTime);
    emulation().alternatives = {"slow", "fast"};
    emulation().alternativeMs = {2.0F, 0.5F};
    CompileOptions options;
    options.autotune = autotune;
    options.mayTime = mayTime;
    const auto program = freshlyCompiled(lenetStep(3), options);
    // Each is run once, to see whether it is right.
    std::int64_t library = 0;
    for (const NodeKernel& kernel : program->kernels()) {
      QVERIFY(kernel.library != "emulated fast");
      library += kernel.library.starts_with("emulated ");
    }
    QVERIFY(library > 5 && emulation().planRuns > 0 && emulation().planRuns <= library);
  }

  // A large network is not kept waiting: what was not timed takes the library's first, in every program of the run, and is timed by the
  // next run.
  void timingEndsWhenItTakesTooLong() {
    emulation().alternatives = {"slow", "fast"};
    emulation().alternativeMs = {2.0F, 0.5F};
    cuda::Device device(cuda::emulatedDevice(), 0);
    const Graph graph = lenetStep(3);
    const QTemporaryDir folder;
    const std::string file = folder.filePath("kernels.tsv").toStdString();
    KernelChoices choices;
    CompileOptions options;
    options.choices = &choices;
    const auto lowerWithin = [&](double seconds, bool timed) {
      cuda::PlanTuner tuner(device, options, seconds);
      const cuda::Library library{&cuda::emulatedDevice(), device.context(), false, false, ImageLayout::Auto, false, &tuner};
      const cuda::Lowered lowered = cuda::lower(graph, library);
      const bool told =
          std::ranges::any_of(tuner.notes(), [](const std::string& note) { return note.find("time for timing kernels was used up") != note.npos; });
      QCOMPARE(told, !timed);
      int fast = 0;
      for (const NodeKernel& kernel : lowered.kernels) fast += kernel.library == "emulated fast";
      QCOMPARE(fast > 5, timed);
      QCOMPARE(choices.provisional().empty(), timed);
    };
    lowerWithin(0, false);
    const std::size_t entries = choices.entries().size();
    QVERIFY(entries > 5);
    lowerWithin(1e6, false);
    choices.save(file);
    choices = KernelChoices::load(file);
    lowerWithin(1e6, true);
    QVERIFY(choices.entries().size() >= entries);  // more: what first had to agree with ours
  }

  // Nor are groups tried then, which takes longer than timing: they run apart.
  void groupsAreNotTriedWhenTimeIsOver() {
    cuda::Device device(cuda::emulatedDevice(), 0);
    const Graph graph = trainingStep({.model = "gpt"});
    for (const double seconds : {0.0, 1e6}) {
      const CompileOptions options;
      cuda::PlanTuner tuner(device, options, seconds);
      const cuda::Library library{&cuda::emulatedDevice(), device.context(), false, false, ImageLayout::Auto, true, &tuner};
      const cuda::Lowered lowered = cuda::lower(graph, library);
      const auto together = [](const std::string& note) { return note.find("run as one kernel of a library: linear") != note.npos; };
      QCOMPARE(std::ranges::any_of(lowered.notes, together), seconds > 0);
    }
  }

  // Most of a step is convolutions and products: they are timed before anything that stands for them or beside them, whatever that takes.
  void productsAreTimedFirst() {
    emulation().alternatives = {"a", "b", "c", "d", "e"};
    emulation().alternativeMs = {5, 4, 3, 2, 1};
    emulation().ownKernelMs = 20;
    KernelChoices choices;
    std::vector<std::string> order;  // of the choices
    std::set<std::string> seen;
    CompileOptions options;
    options.choices = &choices;
    options.settled = [&] {
      for (const auto& [key, kernel] : choices.entries())
        if (!key.starts_with("agrees") && seen.insert(key).second) order.push_back(key);
    };
    const Graph graph = convolutionsWithNorms(DType::F16, 1);
    const auto program = freshlyCompiled(graph, options);
    const auto isProductAlone = [](const std::string& key) {
      return (key.starts_with("conv2d") || key.starts_with("linear")) && key.find(" in ") == key.npos;
    };
    const auto firstOther = std::ranges::find_if_not(order, isProductAlone);
    QVERIFY(firstOther - order.begin() >= 7);  // two convolutions, one of them without a gradient of its input, and the head: three passes
    QVERIFY(firstOther != order.end());
    QVERIFY2(std::none_of(firstOther, order.end(), isProductAlone), std::find_if(firstOther, order.end(), isProductAlone)->c_str());
    // What is no product is compiled when it is run, most of a second each: three of its kernels are looked at.
    const auto pooled = freshlyCompiled(lenetStep(3), options);
    int products = 0, others = 0;
    for (const Program* each : {program.get(), pooled.get()})
      for (std::size_t n = 0; n < each->kernels().size(); ++n) {
        const std::size_t timed = each->kernels()[n].candidateMs.size();
        if (timed == 0) continue;
        const bool product = isProduct(each->graph().nodes()[n].op->id);
        QVERIFY2(timed == (product ? 5u : 3u), each->kernels()[n].library.c_str());
        ++(product ? products : others);
      }
    QVERIFY2(products > 10 && others >= 2, std::to_string(products * 100 + others).c_str());
    // Each of the alternatives is held against ours on the same numbers.
    QVERIFY2(program->leftOut().empty(), program->leftOut().empty() ? "" : program->leftOut().front().c_str());
  }

  // A device that is lost, or a machine that goes away, in the middle of timing: what was found until then is on the disk.
  void whatWasTimedIsSavedAtOnce() {
    emulation().alternatives = {"slow", "fast"};
    emulation().alternativeMs = {2.0F, 0.5F};
    const QTemporaryDir folder;
    const std::string file = folder.filePath("kernels.tsv").toStdString();
    KernelChoices choices;
    std::atomic<bool> cancel = false;
    int timed = 0;
    CompileOptions options;
    options.choices = &choices;
    options.cancel = &cancel;
    options.settled = [&] {
      choices.save(file);
      cancel = ++timed == 3;
    };
    const Graph graph = lenetStep(3);
    QVERIFY_THROWS_EXCEPTION(Cancelled, freshlyCompiled(graph, options));
    const KernelChoices kept = KernelChoices::load(file);
    const auto fast = std::ranges::count_if(kept.entries(), [](const auto& entry) { return entry.second == "emulated fast"; });
    QCOMPARE(static_cast<int>(fast), 3);
    // The next call goes on: it times the others alone.
    KernelChoices again = KernelChoices::load(file);
    cancel = false;
    timed = 100;
    options.choices = &again;
    freshlyCompiled(graph, options);
    const int rest = timed - 100;
    KernelChoices fresh;
    timed = 100;
    options.choices = &fresh;
    freshlyCompiled(graph, options);
    QCOMPARE(rest, timed - 100 - 3);
  }

  // Kernels that are started one by one are waited for by the device: in a graph, as steps run, the faster is the faster.
  void trialsRunInAGraph() {
    emulation().epilogues = false;
    emulation().alternatives = {"slow", "fast"};
    emulation().alternativeMs = {1, 0.8F};
    emulation().startMs = 10;
    emulation().ownKernelMs = 100;
    const auto program = freshlyCompiled(lenetStep(3));
    int fast = 0;
    for (const NodeKernel& kernel : program->kernels()) {
      QVERIFY2(kernel.library != "emulated slow", kernel.library.c_str());
      fast += kernel.library == "emulated fast";
    }
    QVERIFY(fast > 5);
    QCOMPARE(emulation().graphs, std::int64_t{0});
  }

  // A device that records no graphs: they are timed from the stream.
  void withoutGraphsTheyAreTimedAllTheSame() {
    emulation().canCapture = false;
    emulation().alternatives = {"slow", "fast"};
    emulation().alternativeMs = {2.0F, 0.5F};
    const auto program = freshlyCompiled(lenetStep(3));
    QVERIFY(std::ranges::count_if(program->kernels(), [](const NodeKernel& kernel) { return kernel.library == "emulated fast"; }) > 5);
  }

  // Our own convolutions are slow: they compute eight samples, and the library's whole batch is held against them.
  void ourConvolutionsComputeFewSamples_data() {
    QTest::addColumn<int>("low");
    for (const DType low : {DType::F32, DType::BF16, DType::F16}) QTest::addRow("%s", nameOf(low).data()) << static_cast<int>(low);
  }
  void ourConvolutionsComputeFewSamples() {
    QFETCH(int, low);
    const auto step = [&](std::int64_t batch) {
      return trainingStep({.model = "lenet5", .low = static_cast<DType>(low), .sample = {1, 28, 28}, .batch = batch});
    };
    CompileOptions options;
    options.autotune = false;
    const auto convolutions = [&](std::int64_t batch) {
      emulation() = {};
      freshlyCompiled(step(batch), options);
      std::map<std::string, std::int64_t> blocks;
      for (const auto& [type, most] : emulation().mostBlocks)
        if (type.find("Convolution") != type.npos) blocks[type] = most;
      return blocks;
    };
    const auto few = convolutions(8), many = convolutions(64);
    QVERIFY(few.size() >= 2);
    QCOMPARE(many, few);
    // Right ones are taken, and one that is wrong in the last samples alone is not: nor is a gradient of weights.
    for (const double from : {0.0, 31.0 / 32}) {
      emulation() = {};
      emulation().alternatives = {"wrong", "right"};
      emulation().alternativeMs = {1, 1};
      emulation().wrongAlternatives = {"wrong"};
      emulation().wrongFrom = from;
      const auto program = freshlyCompiled(step(64), options);
      int right = 0;
      for (std::size_t n = 0; n < program->kernels().size(); ++n) {
        if (!isProduct(program->graph().nodes()[n].op->id)) continue;
        QVERIFY2(program->kernels()[n].library.starts_with("emulated right"), program->kernels()[n].library.c_str());
        ++right;
      }
      QVERIFY(right >= 13);  // two convolutions and three linear layers, one of them of a view; the first has no gradient of its input
      for (const std::string& sentence : program->leftOut()) QVERIFY2(sentence.find("emulated wrong") != sentence.npos, sentence.c_str());
    }
  }

  // A file written elsewhere or by hand: a sentence, and a choice of our own.
  void aForeignChoiceIsChosenAgain() {
    emulation().epilogues = false;
    emulation().alternatives = {"slow", "fast"};
    emulation().alternativeMs = {2.0F, 0.5F};
    KernelChoices choices;
    CompileOptions options;
    options.choices = &choices;
    const Graph graph = lenetStep(3);
    freshlyCompiled(graph, options);
    const std::size_t entries = choices.entries().size();
    KernelChoices foreign;
    for (const auto& [key, kernel] : choices.entries()) foreign.set(key, "cuDNN eng99");
    options.choices = &foreign;
    const auto program = freshlyCompiled(graph, options);
    const std::string notes = notesOf(*program);
    QVERIFY2(notes.find("not among those that the libraries offer (cuDNN eng99)") != std::string::npos, notes.c_str());
    QCOMPARE(foreign.entries().size(), entries);
    for (const auto& [key, kernel] : foreign.entries())
      if (key.find("max_pool2d") == std::string::npos && !key.starts_with("agrees")) QCOMPARE(kernel, std::string("emulated fast"));
  }

  // What cannot be tried is not known to be right.
  void noMemoryForTryingTakesOurs() {
    emulation().epilogues = false;
    emulation().alternatives = {"slow", "fast"};
    emulation().alternativeMs = {2.0F, 0.5F};
    emulation().memoryBytes = 64;
    const auto program = freshlyCompiled(lenetStep(3), {});
    for (const NodeKernel& kernel : program->kernels()) QVERIFY2(!kernel.library.starts_with("emulated "), kernel.library.c_str());
    QVERIFY2(notesOf(*program).find("there was no memory to try it") != std::string::npos, notesOf(*program).c_str());
  }

  void nothingIsLeft() {
    QCOMPARE(emulation().allocations, std::int64_t{0});
    QCOMPARE(emulation().events, std::int64_t{0});
    QCOMPARE(emulation().plans, std::int64_t{0});
  }
};

QTEST_GUILESS_MAIN(CudaTunerTest)
#include "plan_tuner_test.moc"
