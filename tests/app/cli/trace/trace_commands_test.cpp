// stepscope-cli trace summary and trace convert, as a user types them.
#include <QDir>
#include <QJsonArray>
#include <QRegularExpression>
#include <QtTest>
#include <csignal>

#include "tests/app/cli/command_line.h"

using namespace stepscope::test;

namespace {

// Two steps as PyTorch writes them, a kernel, and two records that cannot be read.
constexpr char kSmall[] =
    "{\"traceEvents\":["
    "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"ProfilerStep#7\",\"pid\":1,\"tid\":1,\"ts\":100,\"dur\":40},"
    "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"ProfilerStep#8\",\"pid\":1,\"tid\":1,\"ts\":150,\"dur\":50.5},"
    "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::mm, \\\"a\\\"\",\"pid\":1,\"tid\":1,\"ts\":110,\"dur\":10},"
    "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm\",\"pid\":0,\"tid\":7,\"ts\":120,\"dur\":9,\"args\":{\"device\":0,\"stream\":7}},"
    "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"bad\",\"pid\":1,\"tid\":1,\"ts\":NaN,\"dur\":1},"
    "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"bad\",\"pid\":1,\"tid\":1,\"ts\":160,\"dur\":-1}]}";

QString write(const QTemporaryDir& folder, const QString& name, const QByteArray& bytes) {
  QFile file(folder.filePath(name));
  if (!file.open(QIODevice::WriteOnly)) return {};
  file.write(bytes);
  return file.fileName();
}

QJsonObject summaryOf(const QString& file) {
  const Said said = cli({"trace", "summary", file, "--json"});
  return said.exitCode == 0 && said.lines().size() == 1 ? said.lines().first() : QJsonObject();
}

}  // namespace

class TraceCommandsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void summaryAsJson() {
    QTemporaryDir folder;
    const QString file = write(folder, "small.json", kSmall);
    const QJsonObject summary = summaryOf(file);
    QCOMPARE(summary["events"].toInt(), 4);
    QCOMPARE(summary["gpu_ops"].toInt(), 1);
    QCOMPARE(summary["span_ms"].toDouble(), 0.1005);
    QCOMPARE(summary["file_bytes"].toInteger(), QFileInfo(file).size());
    QVERIFY(summary["load_seconds"].toDouble() > 0);
    QVERIFY(summary["resident_bytes"].toDouble() > 0);
    const QJsonArray dropped = summary["dropped"].toArray(), steps = summary["steps"].toArray();
    QCOMPARE(dropped.size(), 2);
    QStringList reasons;
    for (const QJsonValue& entry : dropped) {
      QCOMPARE(entry["count"].toInt(), 1);
      reasons << entry["reason"].toString();
    }
    reasons.sort();
    QVERIFY2(reasons[0].contains("negative") && reasons[1].contains("ts is not a number"), qPrintable(reasons.join("; ")));
    QCOMPARE(steps.size(), 2);
    QCOMPARE(steps[0]["name"].toString(), QString("ProfilerStep#7"));
    QCOMPARE(steps[0]["start_ms"].toDouble(), 0.0);
    QCOMPARE(steps[1]["start_ms"].toDouble(), 0.05);
    QCOMPARE(steps[1]["duration_ms"].toDouble(), 0.0505);
    QCOMPARE(summary["spans"].toInt(), 4);
    QCOMPARE(summary["tracks"].toInt(), 2);
    QCOMPARE(summary["arrows"].toInt(), 0);
    // Of 90.5 us in steps a kernel of 9, an op of 10; nothing tells of a loader.
    QCOMPARE(summary["shares_of"].toString(), QString("steps"));
    QJsonObject shares = summary["shares"].toObject();
    QCOMPARE(shares.size(), 9);
    QCOMPARE(shares["kernel"].toDouble(), 100 * 9 / 90.5);
    QCOMPARE(shares["cpu"].toDouble(), 100 * 10 / 90.5);
    QVERIFY(shares["data_loader"].isNull() && !shares["other"].isNull());
    QCOMPARE(summary["gpu_busy"]["first_to_last"].toDouble(), 100.0);
    QCOMPARE(summary["gpu_busy"]["step_span"].toDouble(), 100 * 9 / 100.5);
    QVERIFY(summary["missing"].toArray().size() > 0);
  }

  void summaryInWords() {
    QTemporaryDir folder;
    const Said said = cli({"trace", "summary", write(folder, "small.json", kSmall)});
    QCOMPARE(said.exitCode, 0);
    for (const char* part : {"small.json", "ProfilerStep#8", "ts is not a number", "dropped"}) QVERIFY2(said.out.contains(part), said.out);
  }

  // One of each thing takes the word for one, in every command; and so do many.
  void oneOfEachThing() {
    QTemporaryDir folder;
    const QString one =
        write(folder, "one.json",
              "[{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"ProfilerStep#1\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":100},"
              "{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"cudaLaunchKernel\",\"pid\":1,\"tid\":1,\"ts\":10,\"dur\":5,"
              "\"args\":{\"correlation\":1}},"
              "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"ncclDevKernel_AllReduce\",\"pid\":0,\"tid\":7,\"ts\":20,\"dur\":50,\"args\":{"
              "\"correlation\":1,\"device\":0,\"stream\":7,\"Collective name\":\"allreduce\",\"In msg nelems\":1000,\"Out msg nelems\":1000,"
              "\"dtype\":\"Float\",\"Group size\":2}},"
              "{\"ph\":\"i\",\"name\":\"[memory]\",\"pid\":1,\"tid\":1,\"ts\":15,\"args\":{\"Device Type\":1,\"Device Id\":0,\"Bytes\":5,"
              "\"Addr\":77,\"Total Allocated\":5}}]");
    const QString two = write(folder, "small.json", kSmall);
    // A 1 before the plural of what is counted here. "1 ms" and "1 of 2 steps" are none.
    const QRegularExpression wrong(
        "(?<![\\d.,:#-])1 (kernels|copies|arrows|tracks|names|events|steps|ranks|workers|times|records|calls|launches|epochs|reasons)\\b");
    for (const QStringList& arguments : {QStringList{"trace", "summary", one},
                                         {"trace", "path", one},
                                         {"trace", "ops", one},
                                         {"trace", "kernels", one},
                                         {"trace", "memory", one},
                                         {"trace", "diff", one, two},
                                         {"trace", "convert", one, folder.filePath("out.json")},
                                         {"trace", "summary", two},
                                         {"trace", "path", two}}) {
      const Said said = cli(arguments);
      QVERIFY2(said.exitCode == 0, said.err);
      const auto match = wrong.match(QString::fromUtf8(said.out));
      QVERIFY2(!match.hasMatch(), qPrintable(arguments.join(' ') + ": " + match.captured()));
    }
    const Said summary = cli({"trace", "summary", one});
    QVERIFY2(summary.out.contains("1 kernel or copy of the GPU") && summary.out.contains("1 arrow,"), summary.out);
    // 4000 bytes in 50 us between two ranks.
    const Said kernels = cli({"trace", "kernels", one, "--json"});
    const QJsonObject collective = kernels.lines().first()["collectives"][0].toObject();
    QCOMPARE(collective["algorithm_bandwidth"].toDouble(), 80e6);
    QCOMPARE(collective["bus_bandwidth"].toDouble(), 80e6);
  }

  // Each command says which time of a step it tells: two steps of 100 us on the host, whose kernels end 30 us later.
  void stepsAreNamed() {
    QTemporaryDir folder;
    QByteArray json = "[";
    for (int step = 0; step < 2; ++step) {
      const QByteArray at = QByteArray::number(100 * step), call = QByteArray::number(100 * step + 10), work = QByteArray::number(100 * step + 30),
                       number = QByteArray::number(step + 1);
      json += "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"ProfilerStep#" + number + "\",\"pid\":1,\"tid\":1,\"ts\":" + at +
              ",\"dur\":100},"
              "{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"cudaLaunchKernel\",\"pid\":1,\"tid\":1,\"ts\":" +
              call + ",\"dur\":5,\"args\":{\"correlation\":" + number +
              "}},"
              "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm\",\"pid\":0,\"tid\":7,\"ts\":" +
              work + ",\"dur\":100,\"args\":{\"correlation\":" + number + ",\"device\":0,\"stream\":7}},";
    }
    json.back() = ']';
    const QString file = write(folder, "late.json", json);
    const QJsonObject summary = summaryOf(file), path = cli({"trace", "path", file, "--json"}).lines().first(),
                      diff = cli({"trace", "diff", file, file, "--json"}).lines().first();
    // The second step's kernel ends at 230: 115 us a step.
    QCOMPARE(summary["mean_step_ms"].toDouble(), 0.1);
    QCOMPARE(summary["mean_step_until_gpu_ms"].toDouble(), 0.115);
    QCOMPARE(path["mean_step_ms"].toDouble(), 0.1);
    QCOMPARE(path["step_ms"].toDouble(), 0.115);
    QCOMPARE(diff["mean_step_ms"][0].toDouble(), 0.1);
    QCOMPARE(diff["step_ms"][0].toDouble(), 0.115);
    const Said words = cli({"trace", "summary", file}), difference = cli({"trace", "diff", file, file});
    QVERIFY2(words.out.contains("on the host; 115 µs until the last work of the GPU ends"), words.out);
    QVERIFY2(difference.out.contains("until the last work of the GPU ends (0.10 -> 0.10 ms on the host)"), difference.out);
  }

  void flames() {
    QTemporaryDir folder;
    const QString file = write(folder, "small.json", kSmall);
    const Said host = cli({"trace", "flame", file});
    QVERIFY2(host.exitCode == 0, host.err);
    QVERIFY2(host.out.contains("aten::mm, \"a\" 10000\n"), host.out);
    const Said json = cli({"trace", "flame", file, "--of", "gpu", "--json"});
    QVERIFY2(json.exitCode == 0 && json.lines().size() == 1, json.err);
    const QJsonArray nodes = json.lines().first()["nodes"].toArray();
    QVERIFY(nodes[0]["parent"].isNull());
    QCOMPARE(nodes[0]["total_ms"].toDouble(), 0.009);
    QCOMPARE(nodes[1]["parent"].toInt(-1), 0);
    QCOMPARE(nodes[1]["calls"].toInt(), 1);
    QCOMPARE(cli({"trace", "flame", file, "--of", "moon"}).exitCode, 2);
  }

  void opsAndPath() {
    QTemporaryDir folder;
    const QString file = write(folder, "small.json", kSmall);
    const Said ops = cli({"trace", "ops", file, "--json"});
    QVERIFY2(ops.exitCode == 0 && ops.lines().size() == 1, ops.err);
    const QJsonObject table = ops.lines().first();
    QCOMPARE(table["time_of"].toString(), QString("gpu"));
    QCOMPARE(table["total_ms"].toDouble(), 0.009);
    const QJsonArray rows = table["rows"].toArray();
    QCOMPARE(rows.size(), 2);  // of none the kernel, which nobody launched; the op has no kernel
    QCOMPARE(rows[0]["ms"].toDouble(), 0.009);
    QCOMPARE(rows[1]["name"].toString(), QString("aten::mm, \"a\""));
    QCOMPARE(rows[1]["host_self_ms"].toDouble(), 0.01);
    for (const char* by : {"op", "kernel", "stream", "shape"}) {
      const Said said = cli({"trace", "ops", file, "--by", by});
      QVERIFY2(said.exitCode == 0 && said.out.contains(by) && said.out.contains("100 %"), said.out + said.err);
    }
    const Said layers = cli({"trace", "ops", file, "--by", "layer"});
    QVERIFY2(layers.exitCode == 0 && layers.out.contains("contains no layers"), layers.out);
    QCOMPARE(cli({"trace", "ops", file, "--by", "colour"}).exitCode, 2);

    const Said path = cli({"trace", "path", file, "--json"});
    QVERIFY2(path.exitCode == 0 && path.lines().size() == 1, path.err);
    QCOMPARE(path.lines().first()["steps"].toInt(), 2);
    QVERIFY(!path.lines().first()["path"].toArray().isEmpty());
    const Said without = cli({"trace", "path", file, "--without", "cpu", "--json"});
    QVERIFY(without.lines().first().value("without")["step_ms"].toDouble() < path.lines().first()["step_ms"].toDouble());
    QCOMPARE(cli({"trace", "path", file, "--without", "nothing like it"}).exitCode, 1);
  }

  // Six steps of about 100 us, and the same with an op that takes 30 us more.
  void whatGotSlower() {
    QTemporaryDir folder;
    const auto trace = [&](const char* name, int opUs) {
      QByteArray json = "[";
      int at = 0;
      for (int step = 0; step < 6; ++step) {
        const int wobble = step % 3, begin = at;
        const auto event = [&](const char* category, const QByteArray& title, int from, int us) {
          json += "{\"ph\":\"X\",\"cat\":\"" + QByteArray(category) + "\",\"name\":\"" + title +
                  "\",\"pid\":1,\"tid\":1,\"ts\":" + QByteArray::number(from) + ",\"dur\":" + QByteArray::number(us) + "},";
        };
        event("cpu_op", "aten::mm", begin + 10, opUs + wobble);
        at += 60 + opUs + wobble;
        event("user_annotation", "ProfilerStep#" + QByteArray::number(step), begin, at - begin);
      }
      json.back() = ']';
      return write(folder, name, json);
    };
    const QString a = trace("a.json", 40), b = trace("b.json", 70);
    const Said said = cli({"trace", "diff", a, b, "--json"});
    QVERIFY2(said.exitCode == 0 && said.lines().size() == 1, said.err);
    const QJsonObject diff = said.lines().first();
    QCOMPARE(diff["step_ms"].toArray().size(), 2);
    QCOMPARE(diff["step_ms"][0].toDouble(), 0.101);
    QCOMPARE(diff["step_ms"][1].toDouble(), 0.131);
    QCOMPARE(diff["change"].toString(), QString("slower"));
    QVERIFY2(diff["sentence"].toString().startsWith("step 0.10 -> 0.13 ms: aten::mm +0.03"), qPrintable(diff["sentence"].toString()));
    QCOMPARE(diff["ops"][0]["name"].toString(), QString("aten::mm"));
    QCOMPARE(diff["ops"][0]["change"].toString(), QString("slower"));
    QVERIFY(!diff["categories"].toArray().isEmpty() && !diff["missing"].toArray().isEmpty());
    QCOMPARE(cli({"trace", "diff", a, b, "--fail-over", "40%"}).exitCode, 0);
    const Said over = cli({"trace", "diff", a, b, "--fail-over", "3%"});
    QCOMPARE(over.exitCode, 1);
    QVERIFY2(over.err.contains("29.7 %") && over.err.contains("3 %"), over.err);
    QCOMPARE(cli({"trace", "diff", b, a, "--fail-over", "3%"}).exitCode, 0);
    QCOMPARE(cli({"trace", "diff", a, a, "--fail-over", "0"}).exitCode, 0);
    QCOMPARE(cli({"trace", "diff", a, b, "--fail-over", "much"}).exitCode, 1);
    // What has no steps cannot be judged, and says so.
    const QString none = write(folder, "none.json", "[{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"x\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":5}]");
    const Said unsteady = cli({"trace", "diff", a, none, "--json"});
    QVERIFY(unsteady.exitCode == 0 && unsteady.lines().first().value("step_ms")[1].isNull());
    const Said judged = cli({"trace", "diff", a, none, "--fail-over", "3%"});
    QVERIFY2(judged.exitCode == 1 && judged.err.contains("no training steps"), judged.err);
  }

  // What was captured in two runs of a project, by their numbers.
  void runsOfAProject() {
    QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    const Said early = cli({"trace", "diff", project, "1", "2"});
    QVERIFY2(early.exitCode == 1 && early.err.contains("trained"), early.err);
    QCOMPARE(cli({"train", project}).exitCode, 0);
    QCOMPARE(cli({"train", project, "--set", "train.capture.step=-1"}).exitCode, 0);
    QCOMPARE(cli({"train", project, "--set", "switches.batch_size=16"}).exitCode, 0);
    const Said said = cli({"trace", "diff", project, "1", "3", "--json"});
    QVERIFY2(said.exitCode == 0 && said.lines().size() == 1, said.err);
    const QJsonObject diff = said.lines().first();
    requireFields(diff, {"sentence", "step_ms", "categories", "ops"});
    QVERIFY(diff["step_ms"][0].toDouble() > 0 && diff["step_ms"][1].toDouble() > 0);
    QVERIFY(!diff["nodes"].toArray().isEmpty());
    QCOMPARE(cli({"trace", "diff", folder.path(), "1", "1", "--fail-over", "0"}).exitCode, 0);
    const QList<std::pair<QStringList, const char*>> wrong{
        {{"1", "2"}, "no steps were captured"}, {{"1", "7"}, "run 7"}, {{"1", "x"}, "not the number of a run"}};
    for (const auto& [runs, says] : wrong) {
      const Said none = cli(QStringList{"trace", "diff", project} + runs);
      QVERIFY2(none.exitCode == 1 && none.err.contains(says), none.err);
    }
    QCOMPARE(cli({"trace", "diff", project}).exitCode, 2);
  }

  void published_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("events");
    QTest::addColumn<int>("gpuOps");
    QTest::addColumn<int>("steps");
    QTest::newRow("workers 0") << QString("resnet50_num_workers_0.pt.trace.json.gz") << 75'718 << 9096 << 6;
    QTest::newRow("workers 4") << QString("resnet50_num_workers_4.pt.trace.json.gz") << 71'424 << 9258 << 6;
    QTest::newRow("alexnet") << QString("alexnet_cuda_sync.json.gz") << 1408 << 98 << -1;
    QTest::newRow("nsight") << QString("h100_2gpu_1s.sqlite.gz") << -1 << 3442 + 904 + 22 << -1;
  }
  void published() {
    QFETCH(QString, file);
    QFETCH(int, events);
    QFETCH(int, gpuOps);
    QFETCH(int, steps);
    const QString path = qEnvironmentVariable("STEPSCOPE_DATA", QStringLiteral(STEPSCOPE_SOURCE_DIR "/../shared/data")) + "/traces/" + file;
    if (!QFile::exists(path)) QSKIP("The test inputs are absent: set STEPSCOPE_DATA to their folder");
    const QJsonObject summary = summaryOf(path);
    QVERIFY(!summary.isEmpty());
    if (events >= 0) QCOMPARE(summary["events"].toInt(), events);
    QCOMPARE(summary["gpu_ops"].toInt(), gpuOps);
    if (steps >= 0) QCOMPARE(summary["steps"].toArray().size(), steps);
    QCOMPARE(summary["dropped"].toArray().size(), 0);
    QVERIFY(summary["resident_bytes"].toDouble() <= 48 * summary["events"].toDouble());
  }

  // Through every format and back: the same figures.
  void convert() {
    QTemporaryDir folder;
    const QString first = write(folder, "small.json", kSmall);
    QString in = first;
    const QJsonObject before = summaryOf(first);
    for (const char* name : {"a.json.gz", "b.sstrace", "c.json"}) {
      const QString out = folder.filePath(name);
      const Said said = cli({"trace", "convert", in, out});
      QVERIFY2(said.exitCode == 0, said.err);
      QVERIFY(said.out.contains(name));
      QFile file(out);
      QVERIFY(file.open(QIODevice::ReadOnly));
      QCOMPARE(file.read(2) == "\x1f\x8b", QString(name).endsWith(".gz"));
      const QJsonObject after = summaryOf(out);
      for (const char* field : {"events", "gpu_ops", "span_ms", "steps"}) QVERIFY2(before[field] == after[field], field);
      in = out;
    }
    const QString table = folder.filePath("spans.csv");
    QCOMPARE(cli({"trace", "convert", in, table}).exitCode, 0);
    QFile file(table);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QCOMPARE(text.count("\r\n"), 5);
    QVERIFY2(text.contains("\"aten::mm, \"\"a\"\"\""), text);
  }

  // Two ranks as one: each command takes their files, and merge writes them.
  void ranks() {
    QTemporaryDir folder;
    const auto ofRank = [&](int rank) {
      QByteArray text(kSmall);
      text.replace("{\"traceEvents\"",
                   QByteArray("{\"distributedInfo\":{\"rank\":") + QByteArray::number(rank) + ",\"world_size\":2},\"traceEvents\"");
      return write(folder, QString("%1.json").arg(rank), text);
    };
    const QString a = ofRank(0), b = ofRank(1), out = folder.filePath("both.json");
    const Said both = cli({"trace", "summary", a, b, "--json"});
    QCOMPARE(both.exitCode, 0);
    const QJsonObject summary = both.lines().first();
    QCOMPARE(summary["events"].toInt(), 8);
    QCOMPARE(summary["gpu_ops"].toInt(), 2);
    QCOMPARE(summary["rank"].toInt(), 0);
    QCOMPARE(summary["ranks"].toArray().size(), 2);
    QCOMPARE(summary["steps"].toArray().size(), 2);  // of one rank, not of both
    QString notes;
    for (const QJsonValue& note : summary["odd"].toArray()) notes += note["reason"].toString();
    QVERIFY2(notes.contains("rank 1: its times are moved so that step 7 begins with that of rank 0"), qPrintable(notes));
    const Said merged = cli({"trace", "merge", a, b, "--out", out});
    QVERIFY2(merged.exitCode == 0 && merged.out.contains("rank 1"), merged.err);
    QCOMPARE(summaryOf(out)["gpu_ops"].toInt(), 2);
    QCOMPARE(cli({"trace", "ops", a, b}).exitCode, 0);
    QCOMPARE(cli({"advise", a, b}).exitCode, 0);
    QVERIFY(cli({"trace", "merge", a, "--out", out}).exitCode != 0);
    QVERIFY(cli({"trace", "merge", a, b, "--out", a}).exitCode != 0);
  }

  void refusals_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("part");
    QTest::newRow("missing file") << QStringList{"summary", "%/none.json"} << QString("there is no such file");
    QTest::newRow("empty file") << QStringList{"summary", "%/empty"} << QString("the file is empty");
    QTest::newRow("no trace") << QStringList{"summary", "%/letter.txt", "--json"} << QString("this is not a trace");
    QTest::newRow("other SQLite") << QStringList{"summary", "%/cut.sqlite"} << QString("SQLite");
    QTest::newRow("a folder") << QStringList{"summary", "%"} << QString();
    QTest::newRow("unknown format") << QStringList{"convert", "%/small.json", "%/out.xml"} << QString(".sstrace");
    QTest::newRow("onto itself") << QStringList{"convert", "%/small.json", "%/small.json"} << QString("overwrite itself");
    QTest::newRow("nowhere") << QStringList{"convert", "%/small.json", "/proc/none/out.json"} << QString("/proc/none/out.json");
    QTest::newRow("nowhere, own") << QStringList{"convert", "%/small.json", "/proc/none/out.sstrace"} << QString("/proc/none/out.sstrace");
    QTest::newRow("nowhere, table") << QStringList{"convert", "%/small.json", "/proc/none/out.csv"} << QString("/proc/none/out.csv");
  }
  void refusals() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, part);
    QTemporaryDir folder;
    write(folder, "small.json", kSmall);
    write(folder, "empty", {});
    write(folder, "letter.txt", "Dear reader\n");
    write(folder, "cut.sqlite", QByteArray("SQLite format 3\0 and no more", 28));
    for (QString& argument : arguments) argument.replace('%', folder.path());
    const Said said = cli(QStringList{"trace"} + arguments);
    // 3: what was made could not be written.
    QCOMPARE(said.exitCode, QByteArray(QTest::currentDataTag()).startsWith("nowhere") ? 3 : 1);
    QVERIFY2(said.err.contains(part.toUtf8()), said.err);
    QVERIFY2(said.err.count('.') >= 1 && said.out.isEmpty(), said.err);
    QFile small(folder.filePath("small.json"));
    QVERIFY(small.open(QIODevice::ReadOnly));
    QCOMPARE(small.readAll(), QByteArray(kSmall));
  }

  void usage() {
    for (const QStringList& arguments :
         {QStringList{"trace"}, {"trace", "summary"}, {"trace", "convert", "a.json"}, {"trace", "summary", "a.json", "--yaml"}}) {
      const Said said = cli(arguments);
      QCOMPARE(said.exitCode, 2);
      QVERIFY(!said.err.isEmpty());
    }
  }

  // A file that goes on for ever is given up at Ctrl+C.
  void interruptEndsIt() {
    QTemporaryDir folder;
    QByteArray big = "[";
    for (int i = 0; i < 600'000; ++i) big += "{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":" + QByteArray::number(i) + ",\"dur\":1},\n";
    const QString file = write(folder, "big.json", big);
    const QString out = folder.filePath("out.json.gz");
    QProcess process;
    process.start(STEPSCOPE_CLI, {"trace", "convert", file, out});
    QVERIFY(process.waitForStarted());
    // Packing it takes seconds; its temporary name shows that it has begun.
    QTRY_VERIFY_WITH_TIMEOUT(QDir(folder.path()).entryList(QDir::Files).size() > 1 || process.state() == QProcess::NotRunning, 60'000);
    QVERIFY2(process.state() == QProcess::Running, "it ended before it could be interrupted");
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(60'000));
    QVERIFY(process.exitCode() != 0);
    QVERIFY2(process.readAllStandardError().contains("interrupted"), "it did not say that it was interrupted");
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{"big.json"});
  }
};

QTEST_GUILESS_MAIN(TraceCommandsTest)
#include "trace_commands_test.moc"
