// When bf16 is arithmetic: a function of what is asked for and of measured peaks; and the sentences that say so.
#include "core/backend/cpu/precision/bf16_use.h"
#include "core/backend/devices/devices.h"
#include "core/backend/narrow_report.h"
#include "core/base/error.h"
#include "core/models/model.h"
#include "core/passes/step_graph.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope;

class Bf16UseTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void decidesByPeaks_data() {
    QTest::addColumn<int>("use");
    QTest::addColumn<bool>("instructions");
    QTest::addColumn<double>("f32");
    QTest::addColumn<double>("bf16");
    QTest::addColumn<bool>("multiplies");
    const int best = static_cast<int>(Bf16Use::Best), always = static_cast<int>(Bf16Use::Arithmetic), never = static_cast<int>(Bf16Use::Storage);
    QTest::newRow("AMX") << best << true << 150e9 << 2800e9 << true;
    QTest::newRow("twice f32 without AMX") << best << true << 409e9 << 852e9 << true;
    QTest::newRow("half of f32") << best << true << 173e9 << 88e9 << false;
    QTest::newRow("as fast as f32") << best << true << 200e9 << 200e9 << false;
    QTest::newRow("hardly faster") << best << true << 200e9 << 225e9 << false;
    QTest::newRow("just worth it") << best << true << 200e9 << 231e9 << true;
    QTest::newRow("no fast product in the library") << best << true << 200e9 << 0.0 << false;
    QTest::newRow("nothing measured") << best << true << 0.0 << 0.0 << false;
    QTest::newRow("no instructions, a stale figure") << best << false << 200e9 << 800e9 << false;
    QTest::newRow("arithmetic though slower") << always << true << 173e9 << 88e9 << true;
    QTest::newRow("arithmetic without figures") << always << true << 0.0 << 0.0 << true;
    QTest::newRow("arithmetic without instructions") << always << false << 200e9 << 800e9 << false;
    QTest::newRow("storage though faster") << never << true << 409e9 << 852e9 << false;
  }

  void decidesByPeaks() {
    QFETCH(int, use);
    QFETCH(bool, instructions);
    QFETCH(double, f32);
    QFETCH(double, bf16);
    QFETCH(bool, multiplies);
    QCOMPARE(multipliesBf16(static_cast<Bf16Use>(use), instructions, f32, bf16), multiplies);
  }

  void environmentIsRead() {
    const QByteArray before = qgetenv("STEPSCOPE_BF16");
    const auto read = [](const char* text) {
      qputenv("STEPSCOPE_BF16", text);
      return bf16UseFromEnvironment();
    };
    QVERIFY(read("arithmetic") == Bf16Use::Arithmetic);
    QVERIFY(read("storage") == Bf16Use::Storage);
    QVERIFY(read("") == Bf16Use::Best);
    try {
      read("Storage");
      QFAIL("an unknown use was taken");
    } catch (const Error& error) {
      QVERIFY(QString(error.what()).contains("\"Storage\""));
    }
    qputenv("STEPSCOPE_BF16", before);
  }

  // A run keeps its use of bf16 among its choices; where bits must repeat, nothing is measured.
  void theUseIsPartOfTheRun() {
    const Backend& backend = *findBackend("cpu");
    ModelSpec model;
    model.name = "mlp";
    StepOptions passes;
    passes.lowType = DType::BF16;
    passes.ampClassOf = [&backend](const OpDef& op) { return backend.ampClassOf(op); };
    const StepGraph step = buildTrainingStep(buildModel(model, {{1, 16, 16}, 4}, 32, true), OptimizerSpec{}, passes);
    const auto arithmetic = [&](const CompileOptions& options) {
      const NarrowUse use = narrowUseOf(*backend.compile(step.graph, options), DeviceKind::Cpu);
      return use.products > 0 ? use.arithmetic : -1;
    };
    QTemporaryDir cache;
    qputenv("XDG_CACHE_HOME", cache.path().toUtf8());
    CompileOptions fixed;
    fixed.autotune = false;
    fixed.deterministic = true;
    const int first = arithmetic(fixed);
    QVERIFY(first >= 0);
    QVERIFY2(!QFile::exists(cache.filePath("stepscope/speed-cpu.tsv")), "a run whose bits must repeat was decided by a measurement");
    QCOMPARE(arithmetic(fixed), first);
    if (first == 0) QSKIP("this CPU has no AVX512_BF16");
    KernelChoices choices;
    CompileOptions measured;
    measured.autotune = false;
    measured.choices = &choices;
    arithmetic(measured);
    const auto& entries = choices.entries();
    const auto kept = std::find_if(entries.begin(), entries.end(), [](const auto& entry) { return entry.first.starts_with("use of bf16"); });
    QVERIFY(kept != entries.end());
    for (const char* use : {"storage", "products"}) {
      KernelChoices resumed;
      resumed.set(kept->first, use);
      measured.choices = &resumed;
      QCOMPARE(arithmetic(measured), std::string_view(use) == "products" ? first : 0);
    }
  }

  void sentencesFollowThePeaks() {
    NarrowUse use;
    use.products = 54;
    MachineSpeed speed;
    const auto all = [&] {
      QString text;
      for (const std::string& note : describe(use, speed)) text += QString::fromStdString(note) + "\n";
      return text;
    };
    QVERIFY2(all().startsWith("storage: all 54 matrix products run in f32"), qPrintable(all()));  // nothing is known of the CPU
    speed.f32 = 173e9;
    QVERIFY2(all().startsWith("storage: this CPU has no fast matrix products in bf16, so all 54 "), qPrintable(all()));
    speed.f32 = 173e9;
    speed.bf16 = 88e9;
    QVERIFY2(all().startsWith("storage: large matrix products reach 88 GFLOP/s in bf16 here and 173 in f32, 0.51 times as much, so all 54 "),
             qPrintable(all()));
    use.arithmetic = 50;
    QVERIFY2(all().startsWith("arithmetic: 50 of 54 matrix products multiply in bf16, 0 of them on AMX"), qPrintable(all()));
    QVERIFY2(all().contains("take 2.0 times as long as in f32; STEPSCOPE_BF16=storage"), qPrintable(all()));
    speed.f32 = 409e9;
    speed.bf16 = 852e9;
    QVERIFY2(all().contains("852 GFLOP/s in bf16 here and 409 in f32, 2.08 times as much: expect matrix products to take up to 52 % less time"),
             qPrintable(all()));
    use.arithmetic = 0;
    QVERIFY2(all().contains("STEPSCOPE_BF16=arithmetic asks for matrix products in bf16"), qPrintable(all()));
    use.type = DType::F16;  // no peak of its own
    QVERIFY2(all().startsWith("storage: this CPU has no fast matrix products in fp16"), qPrintable(all()));
    use.products = 0;
    QVERIFY(all().isEmpty());
  }

  void kernelsAreNamed() {
    NarrowUse use;
    use.products = 60;
    use.arithmetic = 58;
    use.matrixUnits = 12;
    use.kernels = {{"bf16 (oneDNN brg:avx512_core_amx)", 12},
                   {"bf16 winograd (stepscope)", 30},
                   {"bf16 own (stepscope)", 9},
                   {"bf16 matmul (oneDNN)", 4},
                   {"bf16 blocked (oneDNN)", 2},
                   {"bf16 (oneDNN)", 1}};
    const auto said = [&] {
      QString text;
      for (const std::string& note : describe(use, {})) text += QString::fromStdString(note) + "\n";
      return text;
    };
    QVERIFY2(said().contains("58 of 60 matrix products multiply in bf16, 12 of them on AMX"), qPrintable(said()));
    QVERIFY2(said().contains("kernels in bf16: 30 bf16 winograd (stepscope), 12 bf16 (oneDNN brg:avx512_core_amx), 9 bf16 own (stepscope), "
                             "4 bf16 matmul (oneDNN) and 3 by 2 other kernels\n"),
             qPrintable(said()));
    use.device = DeviceKind::Gpu;
    use.arithmetic = use.matrixUnits = 57;
    use.kernels = {{"cuDNN", 53}, {"cublasLt", 4}};
    QVERIFY2(said().startsWith("arithmetic: 57 of 60 matrix products multiply in bf16 on tensor cores; the rest run on kernels of our own, "
                               "which multiply in f32\nkernels on tensor cores: 53 cuDNN, 4 cublasLt\n"),
             qPrintable(said()));
    QVERIFY2(!said().contains("CPU") && !said().contains("AMX"), qPrintable(said()));
  }
};

QTEST_GUILESS_MAIN(Bf16UseTest)
#include "bf16_use_test.moc"
