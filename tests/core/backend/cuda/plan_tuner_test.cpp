// Which of a library's kernels is taken: timed once for a shape, kept, and not where nothing may be timed. On the emulated device.
// Qt last: its macro "slots" would change the memory plan's header.
#include "core/backend/cuda/tuning/plan_tuner.h"
#include "core/backend/cuda/lowering.h"
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
      QVERIFY2(sentence.find("the kernel \"emulated wrong") != std::string::npos && sentence.find("is not used, since it differs from ours in") != std::string::npos,
               sentence.c_str());
      const std::size_t at = sentence.find("the kernel"), end = sentence.find(" is not used");
      QVERIFY2(kernels.insert(sentence.substr(at, end - at)).second, sentence.c_str());  // each once
    }
    const std::set<std::string> products = recipe.model == "gpt" ? std::set<std::string>{"linear", "linear backward input"} : std::set<std::string>{"conv2d", "conv2d backward weights"};
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
          std::ranges::any_of(tuner.notes(), [](const std::string& note) { return note.find("took as long as it may") != note.npos; });
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
