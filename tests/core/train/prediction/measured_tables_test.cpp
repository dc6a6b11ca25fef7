// What was measured on this machine, kept on disk: kernel times, kernel choices, speeds; files that are damaged or of another machine; and
// the step time that is predicted from them.
#include "core/backend/devices/devices.h"
#include "core/project/switches.h"
#include "core/train/checkpoint/program_state.h"
#include "core/train/prediction/kernel_cache.h"
#include "core/train/prediction/step_prediction.h"
#include "core/train/watch/step_watch.h"
#include "tests/core/train/trained.h"

#include <QtTest>
#include <cmath>
#include <fstream>

using namespace stepscope;
using namespace stepscope::test;

namespace {

const WorkKey kConv{"conv2d f32 bx8x16x16 f32 8x8x3x3 padding=1x1>f32", "winograd B16 O>B16"};

// A cache folder of the test's own.
class CacheFolder {
 public:
  CacheFolder() : before_(qgetenv("XDG_CACHE_HOME")) { qputenv("XDG_CACHE_HOME", folder_.path().toUtf8()); }
  ~CacheFolder() { qputenv("XDG_CACHE_HOME", before_); }
  std::string file(const char* name) const { return folder_.filePath(QString("stepscope/") + name).toStdString(); }
  void write(const char* name, const std::string& text) const {
    QDir(folder_.path()).mkpath("stepscope");
    std::ofstream(file(name)) << text;
  }

 private:
  QTemporaryDir folder_;
  QByteArray before_;
};

ModelInput pictures() {
  return {{3, 12, 12}, 5};
}

// The step's program with its nodes timed by hand: every one takes `ms`.
KernelTimes everyNodeTakes(const Project& project, double ms) {
  const Backend& backend = *findBackend("cpu");
  CompileOptions options;
  options.autotune = false;
  options.threads = computeThreads(project, backend);
  const StepProgram program = compileStep(programOf(project, pictures()), backend, options);
  KernelTimes times("here");
  const Graph& graph = program.train->graph();
  for (std::size_t n = 0; n < graph.nodes().size(); ++n)
    times.set(workKey(graph, static_cast<NodeId>(n), batchOf(graph), program.train->kernels()[n].kernel), batchOf(graph), ms);
  return times;
}

}  // namespace

class MeasuredTablesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void timesAreFoundAndScaled() {
    KernelTimes times("here");
    QVERIFY(times.empty());
    times.set(kConv, 64, 2.0);
    QCOMPARE(times.find(kConv, 64).value_or(0), 2.0);
    QVERIFY(!times.find(kConv, 32));
    QCOMPARE(times.nearest(kConv, 32)->ms, 1.0);
    QVERIFY(times.nearest(kConv, 32)->sameKernel);
    times.set(kConv, 16, 0.6);
    QCOMPARE(times.nearest(kConv, 20)->ms, 0.75);  // from 16, which is nearer than 64
    WorkKey direct = kConv;
    direct.kernel = "direct B16 O>B16";
    QVERIFY(!times.find(direct, 64));
    QCOMPARE(times.nearest(direct, 64)->ms, 2.0);
    QVERIFY(!times.nearest(direct, 64)->sameKernel);
    WorkKey other = kConv;
    other.work += " stride=2x2";
    QVERIFY(!times.nearest(other, 64));
    // Work without a batch in it takes as long at every batch size.
    const WorkKey update{"adamw elements=1000 beta1=0.9 beta2=0.999", "own P P P"};
    times.set(update, 64, 0.125);
    QCOMPARE(times.find(update, 7).value_or(0), 0.125);
    for (const double bad : {-1.0, std::nan(""), HUGE_VAL}) times.set({"bad", "own"}, 1, bad);
    QVERIFY(!times.find({"bad", "own"}, 1));
  }

  void theShorterTimeIsKept_data() {
    QTest::addColumn<double>("known");
    QTest::addColumn<double>("seen");
    QTest::addColumn<double>("kept");
    QTest::newRow("first seen") << -1.0 << 4.7 << 4.7;
    QTest::newRow("shorter") << 4.7 << 1.0 << 1.0;
    QTest::newRow("equal") << 1.0 << 1.0 << 1.0;
    QTest::newRow("a little longer") << 1.0 << 1.01 << 1.01;
    QTest::newRow("on a busy machine") << 1.0 << 4.7 << 1.02;
    QTest::newRow("nothing to do") << 0.0 << 1.0 << 0.0;
  }
  void theShorterTimeIsKept() {
    QFETCH(double, known);
    QFETCH(double, seen);
    QFETCH(double, kept);
    const auto before = known < 0 ? std::nullopt : std::optional<double>(known);
    QCOMPARE(keptMs(before, seen), kept);
    KernelTimes times;
    if (before) times.set(kConv, 64, *before);
    times.see(kConv, 64, seen);
    QCOMPARE(times.find(kConv, 64).value_or(-1), kept);
    // Through the file: a process that knows nothing saves what it saw.
    CacheFolder folder;
    const std::string path = folder.file("times.tsv");
    KernelTimes first("here"), second("here");
    if (before) first.set(kConv, 64, *before);
    first.save(path);
    second.see(kConv, 64, seen);
    second.save(path);
    QVERIFY(std::abs(KernelTimes::load(path, "here").find(kConv, 64).value_or(-1) - kept) <= 1e-5 * kept);
  }

  // A kernel that has become slower is known as that after some runs.
  void slowerKernelsAreLearnt() {
    double kept = 1.0;
    for (int run = 0; run < 36; ++run) kept = keptMs(kept, 2.0);
    QCOMPARE(kept, 2.0);
  }

  // What was measured while other programs held the cores is an estimate until something better is seen, and lengthens nothing.
  void provisionalTimes() {
    CacheFolder folder;
    const std::string path = folder.file("times.tsv");
    KernelTimes busy("here");
    busy.see(kConv, 64, 6.0, true);
    busy.save(path);
    KernelTimes read = KernelTimes::load(path, "here");
    QVERIFY(!read.find(kConv, 64));
    QVERIFY(read.nearest(kConv, 64).has_value());
    QCOMPARE(read.nearest(kConv, 64)->ms, 6.0);
    QVERIFY(read.nearest(kConv, 64)->sameKernel);
    KernelTimes calm("here");
    calm.see(kConv, 64, 4.0);
    calm.save(path);
    QCOMPARE(KernelTimes::load(path, "here").find(kConv, 64).value_or(0), 4.0);
    busy.save(path);
    QCOMPARE(KernelTimes::load(path, "here").find(kConv, 64).value_or(0), 4.0);
    KernelTimes shorter("here");
    shorter.see(kConv, 64, 3.0, true);
    shorter.save(path);
    QCOMPARE(KernelTimes::load(path, "here").find(kConv, 64).value_or(0), 3.0);
  }

  // Only a choice that was timed on free cores replaces one that was.
  void provisionalChoices() {
    CacheFolder folder;
    const std::string path = folder.file("kernels.tsv");
    KernelChoices choices;
    choices.set("sound", "direct");
    choices.set("busy", "winograd", true);
    QCOMPARE(choices.changes(), std::int64_t{2});
    choices.set("sound", "matmul", true);
    QCOMPARE(choices.find("sound").value_or(""), std::string("direct"));
    QCOMPARE(choices.changes(), std::int64_t{2});
    choices.save(path);
    std::int64_t damaged = 0;
    KernelChoices read = KernelChoices::load(path, &damaged);
    QCOMPARE(damaged, std::int64_t{0});
    QCOMPARE(read.changes(), std::int64_t{0});
    QVERIFY(read.isProvisional("busy") && !read.isProvisional("sound"));
    QCOMPARE(read.find("busy").value_or(""), std::string("winograd"));
    read.set("busy", "winograd");
    QVERIFY(!read.isProvisional("busy"));
    QCOMPARE(read.changes(), std::int64_t{1});
    // Words that nobody wrote are damage.
    std::ofstream(path) << "a\tdirect\tperhaps\nb\tprovisional\n\tprovisional\nc\td\tprovisional\tprovisional\n";
    damaged = 0;
    const KernelChoices odd = KernelChoices::load(path, &damaged);
    QCOMPARE(damaged, std::int64_t{4});
    QVERIFY(odd.entries().empty());
  }

  void provisionalPeaksAreMeasuredAgain() {
    CacheFolder folder;
    const Backend& backend = *findBackend("cpu");
    const auto write = [&](std::int64_t whenMs, const char* behind) {
      folder.write("speed-cpu.tsv", machineName(backend, 1) + "\t5e8 0 0 0 1e9 " + std::to_string(whenMs) + behind + "\n");
    };
    const std::int64_t now = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
    write(1000, "");
    QCOMPARE(machineSpeed(backend, 1).f32, 5e8);
    write(now, " provisional");
    QVERIFY(machineSpeed(backend, 1).provisional);
    QCOMPARE(machineSpeed(backend, 1).f32, 5e8);
    write(now - 3'600'000, " provisional");
    QVERIFY(keptSpeed(backend, 1).provisional);
    const MachineSpeed again = machineSpeed(backend, 1);
    QVERIFY(again.f32 > 5e8 && again.measuredMs >= now);
    QCOMPARE(keptSpeed(backend, 1).provisional, again.provisional);
    write(now, " perhaps");
    QCOMPARE(keptSpeed(backend, 1).f32, 0.0);
  }

  void timesSurviveTheDisk() {
    CacheFolder folder;
    const std::string path = folder.file("times.tsv");
    KernelTimes mine("here"), theirs("elsewhere");
    mine.set(kConv, 64, 2.0);
    mine.save(path);
    theirs.set(kConv, 64, 9.0);
    theirs.save(path);
    KernelTimes more("here");
    more.set(kConv, 32, 1.5);
    more.save(path);  // keeps what was there
    const KernelTimes read = KernelTimes::load(path, "here");
    QCOMPARE(read.find(kConv, 64).value_or(0), 2.0);
    QCOMPARE(read.find(kConv, 32).value_or(0), 1.5);
    QCOMPARE(KernelTimes::load(path, "elsewhere").find(kConv, 64).value_or(0), 9.0);
    QVERIFY(KernelTimes::load(path, "a third").empty());
    // Damage: what can be read is used, and the next save leaves a whole file.
    std::ofstream(path, std::ios::app) << "here\tconv\n"
                                       << std::string("\0\x01\xFF", 3) << "\nhere\tw\tk\tnine\t1\nhere\tw\tk\t3\t1e9999\nhere\tw\tk\t3\tnan";
    QCOMPARE(KernelTimes::load(path, "here").find(kConv, 64).value_or(0), 2.0);
    QVERIFY(!KernelTimes::load(path, "here").find({"w", "k"}, 3));
    KernelTimes::load(path, "here").save(path);
    QCOMPARE(KernelTimes::load(path, "here").find(kConv, 32).value_or(0), 1.5);
    QCOMPARE(KernelTimes::load(path, "elsewhere").find(kConv, 64).value_or(0), 9.0);
    QVERIFY(KernelTimes::load("/nowhere/at/all", "here").empty());
    mine.save("/proc/nowhere/at/all");  // no error
  }

  void speedIsMeasuredOnceAndDamageIsMended() {
    CacheFolder folder;
    const Backend& backend = *findBackend("cpu");
    QVERIFY(keptSpeed(backend, 1).f32 == 0);
    const MachineSpeed first = machineSpeed(backend, 1);
    QVERIFY(first.f32 > 1e8 && first.bandwidth > 1e7);
    QCOMPARE(first.threads, 1);
    QCOMPARE(machineSpeed(backend, 1).measuredMs, first.measuredMs);
    QVERIFY(std::abs(keptSpeed(backend, 1).f32 / first.f32 - 1) < 1e-3);
    QVERIFY(keptSpeed(backend, 2).f32 == 0);  // two threads are another machine
    folder.write("speed-cpu.tsv",
                 machineName(backend, 1) + "\tfast\nanother machine\t1e11 0 0 0 1e10 5\n" + machineName(backend, 1) + "\t-1 0 0 0 nan 5\n");
    QVERIFY(keptSpeed(backend, 1).f32 == 0);
    QVERIFY(machineSpeed(backend, 1).f32 > 1e8);
    std::ifstream file(folder.file("speed-cpu.tsv"));
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    QVERIFY(text.find("another machine") != std::string::npos);
    QVERIFY(text.find("fast") == std::string::npos);
  }

  void kernelChoicesOfOthersAndDamage_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("said");
    QTest::newRow("another processor") << QByteArray(
                                              "conv2d 3x8 f32 | 64 threads, AVX2, Some Other CPU, oneDNN 9.9.9, kernels 3 | batch 8\twinograd\n")
                                       << "another processor";
    QTest::newRow("damaged") << QByteArray("conv2d without a kernel\n\tdirect\n\x01\xFE\x02\n") << "3 lines are damaged";
    QTest::newRow("cut off") << QByteArray("conv2d 3x8 f32 | 1 thread") << "1 line is damaged";
    QTest::newRow("empty") << QByteArray() << "";
  }
  void kernelChoicesOfOthersAndDamage() {
    QFETCH(QByteArray, text);
    QFETCH(QString, said);
    CacheFolder folder;
    folder.write("kernels-cpu.tsv", text.toStdString());
    QTemporaryDir project;
    const Trained trained = train(smallProject(project, {{"train.epochs", "1"}}));
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    QCOMPARE(trained.warnings.size(), std::size_t(said.isEmpty() ? 0 : 1));
    if (!said.isEmpty()) QVERIFY2(QString::fromStdString(trained.warnings[0]).contains(said), trained.warnings[0].c_str());
    if (text.contains("Some Other CPU")) {
      const auto kept = KernelChoices::load(KernelChoices::defaultPath("cpu"));
      QVERIFY(kept.find("conv2d 3x8 f32 | 64 threads, AVX2, Some Other CPU, oneDNN 9.9.9, kernels 3 | batch 8").has_value());
    }
    const Trained again = train(smallProject(project, {{"train.epochs", "1"}}));
    QCOMPARE(again.steps.back().loss(), trained.steps.back().loss());
  }

  // The sum over the nodes, updates once, everything else with every batch; and what is not known is told.
  void stepTimeIsTheSum() {
    QTemporaryDir folder;
    Project project = smallProject(folder, {{"switches.accumulation", "3"}});
    const KernelTimes times = everyNodeTakes(project, 0.25);
    const Backend& backend = *findBackend("cpu");
    CompileOptions options;
    options.autotune = false;
    options.threads = computeThreads(project, backend);
    const StepProgram program = compileStep(programOf(project, pictures()), backend, options);
    int updates = 0, others = 0;
    for (const Node& node : program.train->graph().nodes()) {
      if (node.op->name == "reshape") continue;
      ++(node.phase == Phase::Optimizer ? updates : others);
    }
    QVERIFY(updates > 0 && others > 0);
    const StepTime time = predictStepTime(*program.train, times, {}, 3);
    QCOMPARE(time.ms, 0.25 * (3 * others + updates));
    QCOMPARE(time.estimatedShare(), 0.0);
    QCOMPARE(time.nodes, updates + others);
    // Twice the batch: scaled, and said to be.
    project.switches.batchSize = 64;
    const StepProgram larger = compileStep(programOf(project, pictures()), backend, options);
    const StepTime scaled = predictStepTime(*larger.train, times, {}, 3);
    QVERIFY(scaled.ms > 1.5 * time.ms && scaled.ms < 2.1 * time.ms);
    QVERIFY(scaled.estimatedShare() > 0.5 && scaled.estimatedShare() <= 1);
    // Nothing known, and a roofline only.
    QCOMPARE(predictStepTime(*program.train, KernelTimes("here"), {}, 3).ms, 0.0);
    MachineSpeed speed;
    speed.f32 = 1e11;
    speed.bandwidth = 1e10;
    const StepTime roof = predictStepTime(*program.train, KernelTimes("here"), speed, 3);
    QVERIFY(roof.ms > 0);
    QCOMPARE(roof.estimatedShare(), 1.0);
  }

  // What a run measured is what the next prediction is made of.
  void aRunLeavesTimes() {
    CacheFolder folder;
    QTemporaryDir place;
    const Project project = smallProject(place);
    const Trained trained = train(project);
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    const Backend& backend = *findBackend("cpu");
    MeasuredTables measured = loadMeasured(backend, computeThreads(project, backend), false);
    const StepPrediction now = predictStep(project, pictures(), true, project.switches, backend, measured);
    QVERIFY(now.time.ms > 0);
    // Times that were taken while other programs held the cores are estimates, for all nodes or for none.
    QVERIFY(now.time.estimatedNodes == 0 || now.time.estimatedNodes == now.time.nodes);
    std::ifstream file(folder.file("times-cpu.tsv"));
    const std::string table((std::istreambuf_iterator<char>(file)), {});
    QVERIFY(!table.empty());
    QCOMPARE(now.time.estimatedNodes > 0, table.find("\tprovisional\n") != std::string::npos);
    QCOMPARE(now.peakBytes, trained.end.predictedPeakBytes);
    const std::vector<SwitchRow> rows = switchRowsOf(RunReader(project.storePath()).artefact(trained.end.run, "switches").value_or(""));
    QCOMPARE(rows.size(), std::size_t{1});
    QCOMPARE(rows[0].change, std::string("start"));
    QCOMPARE(rows[0].plannedPeakBytes, trained.end.predictedPeakBytes);
    QCOMPARE(rows[0].measuredPeakBytes, trained.end.measuredPeakBytes);
    QCOMPARE(rows[0].predictedMs, 0.0);  // nothing was known then
    QVERIFY(rows[0].predictedPeakBytes > 0);
    QVERIFY(rows[0].measuredMs > 0 && rows[0].steps == 20);
    QVERIFY(switchRowsOf("{\"a\"").empty() && switchRowsOf("[1, {}]").size() == 1);
  }

  // Workers take cores from computing. Of threads that were never timed the times are scaled by the rooflines, and called estimated.
  void otherThreadsTakeAnotherTime() {
    QTemporaryDir place;
    const Project project = smallProject(place);
    const Backend& backend = *findBackend("cpu");
    KernelChoices choices;
    CompileOptions options;
    options.threads = 1;
    options.mayTime = false;
    options.choices = &choices;
    const StepProgram program = compileStep(programOf(project, pictures()), backend, options);
    const Graph& graph = program.train->graph();
    KernelTimes two("here, 2 threads");
    double sum = 0;
    for (std::size_t n = 0; n < graph.nodes().size(); ++n) {
      if (graph.nodes()[n].op->aliases) continue;
      two.set(workKey(graph, static_cast<NodeId>(n), batchOf(graph), program.train->kernels()[n].kernel), batchOf(graph), 1.0);
    }
    MachineSpeed both, one;
    both.f32 = 4e10;
    both.bandwidth = 2e10;
    one.f32 = 2e10;
    one.bandwidth = 1e10;
    const StepTime measured = predictStepTime(*program.train, two, both, 1);
    QCOMPARE(measured.estimatedNodes, 0);
    sum = measured.ms;
    const OtherThreads from{two, both};
    const StepTime scaled = predictStepTime(*program.train, KernelTimes("here, 1 thread"), one, 1, &from);
    QCOMPARE(scaled.estimatedNodes, scaled.nodes);
    QVERIFY2(std::abs(scaled.ms / (2 * sum) - 1) < 0.01, qPrintable(QString::number(scaled.ms / sum)));
    // Where the speed with these threads is not known, neither is the time.
    QCOMPARE(predictStepTime(*program.train, KernelTimes("here, 1 thread"), {}, 1, &from).ms, 0.0);
  }

  void aPredictionKnowsTheThreadsThatWorkersLeave() {
    const Backend& backend = *findBackend("cpu");
    if (backend.device().cores < 2) QSKIP("this machine has one core");
    QTemporaryDir place;
    const Project project = smallProject(place, {{"switches.num_workers", "0"}});
    MeasuredTables measured = loadMeasured(backend, computeThreads(project, backend), false);
    Switches with = project.switches;
    with.numWorkers = 1;
    QCOMPARE(predictStep(project, pictures(), true, project.switches, backend, measured).threads, backend.device().cores);
    QCOMPARE(predictStep(project, pictures(), true, with, backend, measured).threads, backend.device().cores - 1);
  }

  // Predicted is what was said before kernels were timed, whatever the plan became.
  void thePredictionIsTheFirstOne() {
    QTemporaryDir place;
    const CacheFolder folder;
    const Project project = smallProject(place, {});
    const Backend& backend = *findBackend("cpu");
    MeasuredTables nothing = loadMeasured(backend, computeThreads(project, backend), false);
    const StepPrediction before = predictStep(project, pictures(), true, project.switches, backend, nothing);
    const Trained trained = train(project);
    const std::vector<SwitchRow> rows = switchRowsOf(RunReader(project.storePath()).artefact(trained.end.run, "switches").value_or(""));
    QCOMPARE(rows.size(), std::size_t{1});
    QCOMPARE(rows[0].predictedPeakBytes, before.peakBytes);
    QCOMPARE(rows[0].plannedPeakBytes, trained.end.predictedPeakBytes);
  }

  // Other programs held the cores: such a time claims nothing.
  void busyCoresClaimNothing() {
    SwitchRow row;
    row.change = "start";
    row.measuredMs = 71;
    QVERIFY(row.measuredQuietly());  // of a run of before it was kept
    row.busyShare = 0.4;
    QVERIFY(row.coresBusy() && !row.measuredQuietly());
    QCOMPARE(switchRowsOf(switchRowsJson({row}))[0].busyShare, 0.4);
    row.busyShare = 0.02;
    QVERIFY(switchRowsOf(switchRowsJson({row}))[0].measuredQuietly());
  }

  void aTurnedSwitchHasARow() {
    QTemporaryDir place;
    const Project project = smallProject(place, {{"train.epochs", "30"}});
    bool turned = false;
    const Trained trained = trainStepByStep(project, {}, [&](Trainer& trainer, const Trained& so, const TrainerEvent& event) {
      if (turned || !std::holds_alternative<StepEvent>(event) || so.steps.size() < 30) return;
      turned = true;
      Switches next = project.switches;
      next.batchSize = 64;
      trainer.setSwitches(next);
    });
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    const std::vector<SwitchRow> rows = switchRowsOf(RunReader(project.storePath()).artefact(trained.end.run, "switches").value_or(""));
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows[1].change, std::string("batch size 32 -> 64"));
    QVERIFY(rows[1].step >= 30 && rows[1].batchSize == 64);
    QVERIFY(rows[1].predictedMs > 0);
    QVERIFY(asPlanned(rows[1].measuredPeakBytes, rows[1].predictedPeakBytes));
  }

  // Less budget, less memory, never the other way round: of the program as it runs, with its copies and workspaces.
  void memoryFollowsTheBudget_data() {
    QTest::addColumn<QString>("amp");
    QTest::newRow("f32") << "off";
    QTest::newRow("bf16") << "bf16";
  }
  void memoryFollowsTheBudget() {
    QFETCH(QString, amp);
    QTemporaryDir folder;
    Project project = smallProject(folder, {{"switches.batch_size", "16"}, {"switches.amp", amp.toStdString()}});
    project.model = {};
    project.model.name = "resnet20";
    const ModelInput input{{3, 32, 32}, 10};
    const Backend& backend = *findBackend("cpu");
    MeasuredTables measured = loadMeasured(backend, computeThreads(project, backend), false);
    const auto with = [&](Checkpointing::Mode mode, std::int64_t mib) {
      Switches switches = project.switches;
      switches.checkpointing = mode;
      switches.checkpointBudgetMiB = mib;
      return predictStep(project, input, true, switches, backend, measured);
    };
    constexpr std::int64_t kMiB = 1 << 20;
    const StepPrediction all = with(Checkpointing::Mode::Off, 1), blocks = with(Checkpointing::Mode::Blocks, 1);
    QVERIFY(blocks.facts.activationBytes < all.facts.activationBytes && blocks.peakBytes < all.peakBytes);
    const std::int64_t least = blocks.peakBytes / kMiB + 1, most = all.peakBytes / kMiB + 1;
    QVERIFY(most - least >= 4);
    std::int64_t peakBefore = 0, repetitionsBefore = std::numeric_limits<std::int64_t>::max();
    for (std::int64_t mib = least; mib <= most; mib += std::max<std::int64_t>(1, (most - least) / 8)) {
      const StepPrediction here = with(Checkpointing::Mode::Budget, mib);
      QVERIFY2(here.peakBytes <= mib * kMiB, qPrintable(QString("%1 of %2 MiB").arg(here.peakBytes).arg(mib)));
      QVERIFY2(here.peakBytes >= peakBefore, qPrintable(QString("%1 MiB: %2 after %3").arg(mib).arg(here.peakBytes).arg(peakBefore)));
      QVERIFY(here.facts.recomputed <= repetitionsBefore);
      peakBefore = here.peakBytes;
      repetitionsBefore = here.facts.recomputed;
    }
    QCOMPARE(with(Checkpointing::Mode::Budget, most).facts.recomputed, 0);
  }

  // The planner's largest batch really trains, in what it said; one more would not fit.
  void theLargestBatchTrains_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::newRow("as it is") << "switches.fusion"
                              << "on";
    QTest::newRow("bf16") << "switches.amp"
                          << "bf16";
    QTest::newRow("accumulation") << "switches.accumulation"
                                  << "2";
  }
  void theLargestBatchTrains() {
    QFETCH(QString, key);
    QFETCH(QString, value);
    CacheFolder folder;
    QTemporaryDir place;
    const auto withBatch = [&](std::int64_t batch) {
      return smallProject(place, {{"train.epochs", "2"}, {"switches.batch_size", std::to_string(batch)}, {key.toStdString(), value.toStdString()}});
    };
    const Backend& backend = *findBackend("cpu");
    const Project project = withBatch(32);
    // Kernels are chosen by what is known here, as they are when the answer is asked for in a panel.
    QVERIFY(train(project).end.status == RunStatus::Finished);
    MeasuredTables measured = loadMeasured(backend, computeThreads(project, backend), false);
    const std::int64_t peak = predictStep(project, pictures(), true, project.switches, backend, measured).peakBytes, budget = 2 * peak;
    const LargestBatch largest = largestBatch(project, pictures(), true, project.switches, backend, measured, budget, 320);
    QVERIFY(largest.batch > 32 && largest.batch < 320 && largest.peakBytes <= budget);
    Switches more = project.switches;
    more.batchSize = largest.batch + 1;
    QVERIFY(predictStep(project, pictures(), true, more, backend, measured).peakBytes > budget);
    // As a switch that is turned while it trains: what runs then is what was planned.
    bool turned = false;
    const Trained trained = trainStepByStep(withBatch(32), {}, [&](Trainer& trainer, const Trained&, const TrainerEvent& event) {
      if (turned || !std::holds_alternative<StepEvent>(event)) return;
      turned = true;
      Switches next = project.switches;
      next.batchSize = largest.batch;
      trainer.setSwitches(next);
    });
    QVERIFY2(trained.end.status == RunStatus::Finished && trained.warnings.empty(), trained.end.message.c_str());
    QCOMPARE(trained.plans.back()->batchSize, largest.batch);
    QVERIFY(trained.end.predictedPeakBytes <= budget);
    QVERIFY(asPlanned(trained.end.measuredPeakBytes, trained.end.predictedPeakBytes));
    QCOMPARE(trained.plans.back()->predictedPeakBytes, largest.peakBytes);
    QVERIFY(std::isfinite(trained.steps.back().loss()));
    // And as the batch size that a run begins with.
    const Trained fresh = train(withBatch(largest.batch));
    QVERIFY2(fresh.end.status == RunStatus::Finished, fresh.end.message.c_str());
    QVERIFY(std::isfinite(fresh.steps.back().loss()));
  }

  void threadsAreTheCoresLessTheWorkers() {
    const Backend& backend = *findBackend("cpu");
    const int cores = backend.device().cores;
    Project project;
    project.switches.numWorkers = 0;
    QCOMPARE(computeThreads(project, backend), cores);
    project.switches.numWorkers = 1;
    QCOMPARE(computeThreads(project, backend), std::max(1, cores - 1));
    project.switches.numWorkers = 64;
    QCOMPARE(computeThreads(project, backend), std::max(1, cores - 64));
    project.train.threads = 1;
    QCOMPARE(computeThreads(project, backend), 1);
    project.train.threads = 1024;
    QCOMPARE(computeThreads(project, backend), cores);  // never more than there are
  }
};

QTEST_GUILESS_MAIN(MeasuredTablesTest)
#include "measured_tables_test.moc"
