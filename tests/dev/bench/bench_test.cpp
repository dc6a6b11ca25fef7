// stepscope-dev bench as a process: first steps, two values of a switch in turns, planning again. (cli runs stepscope-dev here.)
#include <QtTest>

#include "tests/app/cli/command_line.h"

using namespace stepscope;
using namespace stepscope::test;

class DevBenchTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // What tests/bench/vs_torch gives to PyTorch.
  void firstSteps() {
    QTemporaryDir folder;
    const QString file = folder.filePath("first.safetensors");
    const Said said = cli({"bench", "lenet5", "--batch", "8", "--first", file, "--json"});
    QVERIFY2(said.exitCode == 0, said.err);
    const QJsonObject result = said.lines().value(0);
    QCOMPARE(result["parameters"].toInt(), 61706);
    QCOMPARE(result["random"].toBool(), false);
    const QJsonArray losses = result["losses"].toArray();
    QCOMPARE(losses.size(), 3);
    // Nothing is dropped or normalised over the batch: evaluation and the first training step see the same function.
    QVERIFY(std::abs(losses[0].toDouble() - result["evaluation_loss"].toDouble()) < 1e-5);
    QVERIFY2(losses[2].toDouble() < losses[0].toDouble(), qPrintable(said.out));
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QByteArray bytes = written.readAll();
    for (const char* name : {"\"conv1.weight\"", "\"fc3.bias\"", "\"x\"", "\"labels\""}) QVERIFY2(bytes.contains(name), name);
    QVERIFY(bytes.size() > 4 * (61706 + 8 * 28 * 28 + 8));
    // A file that is there is replaced, and what drops values at random says so.
    const Said again = cli({"bench", "mobilenet_v2", "--batch", "2", "--image", "32", "--first", file, "--json"});
    QVERIFY2(again.exitCode == 0, again.err);
    QVERIFY(again.lines().value(0)["random"].toBool());
    const Said nowhere = cli({"bench", "mlp", "--batch", "2", "--first", folder.filePath("missing/first.safetensors")});
    QCOMPARE(nowhere.exitCode, 1);
    QVERIFY2(nowhere.err.contains("missing/first.safetensors"), nowhere.err);
  }

  // Two values of a switch in turns: what each needs, what was predicted, what the passes did otherwise.
  void switchesInTurns() {
    const Said said = cli({"bench", "resnet20", "--batch", "4", "--against", "checkpointing=sqrt", "--steps", "2", "--json"});
    QVERIFY2(said.exitCode == 0, said.err);
    const QJsonObject result = said.lines().value(0);
    QCOMPARE(result["change"].toString(), QStringLiteral("checkpointing off -> sqrt"));
    QVERIFY(result["time_ratio"].toDouble() > 0);
    QVERIFY(result["step_memory_ratio"].toDouble() < 1);
    QVERIFY(result["activation_memory_ratio"].toDouble() > 0 && result["activation_memory_ratio"].toDouble() < 0.9);
    QVERIFY(result["before"].toObject()["activation_bytes"].toDouble() < result["before"].toObject()["step_bytes"].toDouble());
    const QJsonObject after = result["after"].toObject();
    QVERIFY(after["recomputed_nodes"].toInt() > 0 && after["recomputed_ms"].toDouble() > 0);
    QVERIFY(!after["notes"].toArray().isEmpty());
    QVERIFY(cli({"bench", "lenet5", "--against", "fusion=on"}).err.contains("have these values already"));
  }

  // Planning again after every switch: kernels are timed at most once, and every other program is there.
  void plansAgain() {
    const Said said = cli({"bench", "lenet5", "--batch", "4", "--plans", "--json"});
    QVERIFY2(said.exitCode == 0, said.err);
    QStringList changes;
    for (const QJsonObject& line : said.lines()) {
      changes += line["change"].toString();
      QVERIFY(line["memory_ms"].toDouble() > 0 && line["memory_ms"].toDouble() <= line["memory_most_ms"].toDouble());
      QVERIFY(line["disk_ms"].toDouble() > 0 && line["nodes"].toInt() > 0);
    }
    QCOMPARE(changes.value(0), QStringLiteral("as it is"));
    for (const char* wanted : {"fusion on -> off", "checkpointing off -> sqrt", "mixed precision off -> bf16", "batch size 4 -> 8"})
      QVERIFY2(changes.contains(QLatin1String(wanted)), wanted);
    QVERIFY(!changes.contains(QStringLiteral("loader workers 2 -> 4")));
  }

  void oneQuestionAtATime() {
    QVERIFY(cli({"bench", "mlp"}).exitCode != 0);
    QVERIFY(cli({"bench", "mlp", "--plans", "--against", "fusion=off"}).exitCode != 0);
  }
};

QTEST_GUILESS_MAIN(DevBenchTest)
#include "bench_test.moc"
