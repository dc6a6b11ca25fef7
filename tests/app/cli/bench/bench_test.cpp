// stepscope-cli bench as a process: steps, rooflines, the largest batch, shared cores.
#include <signal.h>

#include <QtTest>

#include "tests/app/cli/command_line.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

// Also where nobody has asked yet how it ended.
bool hasEnded(pid_t process) {
  QFile file(QString("/proc/%1/stat").arg(process));
  if (!file.open(QIODevice::ReadOnly)) return true;
  const QByteArray said = file.readAll();
  return said.mid(said.lastIndexOf(')') + 2, 1) == "Z";
}

}  // namespace

class CliBenchTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void bench() {
    const Said said = cli({"bench", "mlp", "--set", "batch_size=16", "--steps", "20", "--threads", "1", "--json"});
    QVERIFY2(said.exitCode == 0, said.err);
    const QJsonObject result = said.lines().value(0);
    QCOMPARE(result["model"].toString(), QString("mlp"));
    QCOMPARE(result["batch"].toInt(), 16);
    for (const char* field : {"min_ms", "median_ms", "samples_per_second", "peak_bytes", "flops_per_step", "gflops", "fraction_of_peak"})
      QVERIFY2(result[field].toDouble() > 0, field);
    QVERIFY(result["min_ms"].toDouble() <= result["median_ms"].toDouble());
    // Two matmuls of every layer going back but of the first, which needs no gradient of its input: 2 * batch * weights each.
    const double weights = 784 * 256 + 256 * 128 + 128 * 10;
    QVERIFY(result["flops_per_step"].toDouble() >= 2 * 16 * (3 * weights - 784 * 256));
    QVERIFY(cli({"bench", "mlp", "--steps", "3"}).out.contains("samples/s"));
  }

  void benchRoofline() {
    const Said said = cli({"bench", "lenet5", "--set", "batch_size=8", "--steps", "5", "--roofline", "--json"});
    QVERIFY2(said.exitCode == 0, said.err);
    const QJsonObject result = said.lines().value(0);
    // The memory of the plan is touched, and more than that the program itself needs.
    QVERIFY(result["process_bytes"].toDouble() > 0);
    const QJsonArray rows = result["roofline"].toArray();
    double flops = 0, before = 1e9;
    bool weights = false;
    for (const QJsonValue& value : rows) {
      const QJsonObject row = value.toObject();
      requireFields(row, {"family", "nodes", "ms", "flops", "bytes", "limit_ms", "fraction_of_flops", "fraction_of_bandwidth"});
      QVERIFY(row["ms"].toDouble() > 0 && row["ms"].toDouble() <= before);
      before = row["ms"].toDouble();
      QVERIFY(row["limit_ms"].toDouble() > 0 && row["nodes"].toInt() > 0);
      QCOMPARE(row["fraction_of_flops"].toDouble(), row["flops"].toDouble() / row["ms"].toDouble() * 1e-6 / result["peak_gflops"].toDouble());
      flops += row["flops"].toDouble();
      if (row["family"] == "conv2d backward weights") weights = row["nodes"].toInt() == 2;
    }
    QVERIFY(weights);                                       // LeNet-5 has two convolutions
    QVERIFY(flops >= result["flops_per_step"].toDouble());  // the optimizer's on top
    before = 1e9;
    for (const QJsonValue& value : result["nodes"].toArray()) {
      const QJsonObject node = value.toObject();
      requireFields(node, {"layer", "op", "phase", "kernel", "ms", "limit_ms", "candidate_ms"});
      QVERIFY(node["ms"].toDouble() > 0 && node["ms"].toDouble() <= before);
      before = node["ms"].toDouble();
      // What was timed is told with the kernel that was taken among it.
      bool taken = node["candidate_ms"].toArray().isEmpty();
      for (const QJsonValue& candidate : node["candidate_ms"].toArray())
        taken |= candidate[0].toString() == node["kernel"].toString() && candidate[1].toDouble() > 0;
      QVERIFY2(taken, qPrintable(node["kernel"].toString()));
    }
    QVERIFY(before < 1e9);
    QVERIFY(cli({"bench", "lenet5", "--steps", "3", "--roofline"}).out.contains("Most time above the limit:"));
  }

  void everyTimedStepIsTold() {
    const Said said = cli({"bench", "mlp", "--batch", "4", "--warm-up", "2", "--steps", "7", "--json"});
    QVERIFY2(said.exitCode == 0, said.err);
    const QJsonObject result = said.lines().value(0);
    double fastest = 1e9;
    const QJsonArray steps = result["step_ms"].toArray();
    for (const QJsonValue& ms : steps) fastest = std::min(fastest, ms.toDouble());
    QCOMPARE(steps.size(), 7);
    QCOMPARE(fastest, result["min_ms"].toDouble());
  }

  void largestBatchThatFits() {
    const Said said = cli({"bench", "lenet5", "--fit", "--budget", "100MiB", "--json"});
    QVERIFY2(said.exitCode == 0, said.err);
    const QJsonObject result = said.lines().value(0);
    QVERIFY(result["largest_batch"].toInt() > 16);
    QVERIFY(result["peak_bytes"].toDouble() <= 100.0 * 1024 * 1024);
    QVERIFY(result["peak_bytes"].toDouble() > 90.0 * 1024 * 1024);
    const Said small = cli({"bench", "lenet5", "--fit", "--budget", "100KiB"});
    QCOMPARE(small.exitCode, 1);
    QVERIFY2(small.err.contains("are too little for a batch of one"), small.err);
    QVERIFY(cli({"bench", "lenet5", "--fit", "--budget", "many"}).err.contains("not an amount of memory"));
    QVERIFY(cli({"bench", "lenet5", "--budget", "1GiB"}).err.contains("--fit"));
  }

  // Beside busy loops: what is told, that the loops had a core meanwhile, and that none outlives the command.
  void stepsOnSharedCores() {
    for (const bool bound : {false, true}) {
      QStringList arguments{"bench", "lenet5", "--batch", "4", "--threads", "2", "--shared", "2", "--steps", "9", "--json"};
      if (bound) arguments << "--bound";
      const Said said = cli(arguments);
      QVERIFY2(said.exitCode == 0, said.err);
      const QJsonObject result = said.lines().value(0);
      QCOMPARE(result["steps"].toInt(), 9);
      for (const char* kind : {"quiet", "shared"}) {
        const QJsonArray steps = result[QString(kind) + "_step_ms"].toArray();
        QCOMPARE(steps.size(), 9);
        std::vector<double> sorted;
        for (const QJsonValue& ms : steps) sorted.push_back(ms.toDouble());
        std::sort(sorted.begin(), sorted.end());
        QVERIFY(sorted.front() > 0);
        QCOMPARE(result[QString(kind) + "_ms"].toDouble(), sorted[4]);
      }
      QCOMPARE(result["ratio"].toDouble(), result["shared_ms"].toDouble() / result["quiet_ms"].toDouble());
      const QJsonArray loops = result["busy_loops"].toArray();
      QCOMPARE(loops.size(), 2);
      double held = 0;
      for (const QJsonValue& loop : loops) {
        held += loop.toObject()["held_ms"].toDouble();
        QCOMPARE(loop.toObject()["core"].isNull(), !bound);
        const auto process = static_cast<pid_t>(loop.toObject()["process"].toInt());
        QVERIFY(process > 1);
        QVERIFY(kill(process, 0) == -1 && errno == ESRCH);
      }
      QVERIFY(held > 0 && result["held_share"].toDouble() > 0);
    }
    const Said text = cli({"bench", "mlp", "--batch", "4", "--shared", "1", "--steps", "3"});
    for (const char* part : {"beside 1 busy loop;", "times as long", "of the cores that they requested"}) QVERIFY2(text.out.contains(part), text.out);
    QVERIFY(cli({"bench", "mlp", "--shared", "0"}).err.contains("--shared"));
    QVERIFY(cli({"bench", "mlp", "--bound"}).err.contains("--shared"));
    QVERIFY(cli({"bench", "mlp", "--shared", "1", "--fit"}).err.contains("--fit"));
  }

  // However the command ends: a loop that would go on holds a core until somebody looks for it.
  void busyLoopsEndWithTheCommand() {
    QProcess process;
    process.start(STEPSCOPE_CLI, {"bench", "mlp", "--batch", "4", "--shared", "2", "--steps", "1000000", "--json"});
    QVERIFY(process.waitForStarted());
    QList<pid_t> loops;
    const QString children = QString("/proc/%1/task/%1/children").arg(process.processId());
    QTRY_VERIFY_WITH_TIMEOUT(([&] {
                               QFile file(children);
                               loops.clear();
                               if (file.open(QIODevice::ReadOnly))
                                 for (const QByteArray& id : file.readAll().simplified().split(' '))
                                   if (!id.isEmpty()) loops << static_cast<pid_t>(id.toInt());
                               return loops.size() == 2;
                             }()),
                             60'000);
    process.kill();
    QVERIFY(process.waitForFinished());
    for (const pid_t loop : loops) QTRY_VERIFY_WITH_TIMEOUT(hasEnded(loop), 60'000);
  }

  void aBudgetBelowTheParametersIsASentence() {
    const Said said = cli({"bench", "resnet18", "--batch", "2", "--image", "32", "--set", "checkpointing=budget", "--set", "checkpoint_budget=20"});
    QCOMPARE(said.exitCode, 1);
    for (const char* part : {"20.0 MiB is smaller than the parameters", "which take 44.", "Give a budget of at least"})
      QVERIFY2(said.err.contains(QLatin1String(part)), said.err);
  }
};

QTEST_GUILESS_MAIN(CliBenchTest)
#include "bench_test.moc"
