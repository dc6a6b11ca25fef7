// Traces that lack something, through every command that analyses one: each says what is missing, gives what it can, and ends with 0.
#include <QRegularExpression>
#include <QtTest>
#include <cmath>

#include "tests/app/cli/command_line.h"

using namespace stepscope::test;

namespace {

QByteArray record(const char* category, const char* name, int pid, int tid, double at, double length, const QByteArray& arguments = {}) {
  return "{\"ph\":\"X\",\"cat\":\"" + QByteArray(category) + "\",\"name\":\"" + name + "\",\"pid\":" + QByteArray::number(pid) +
         ",\"tid\":" + QByteArray::number(tid) + ",\"ts\":" + QByteArray::number(at) + ",\"dur\":" + QByteArray::number(length) +
         (arguments.isEmpty() ? QByteArray() : ",\"args\":{" + arguments + "}") + "},";
}

// Four steps of 100 us each `every` us: a wait, an op, a launch and its kernel.
QByteArray training(bool steps, bool gpu, int every = 100, const char* op = "aten::mm", const char* kernel = "gemm", bool lost = false) {
  QByteArray json = "{\"traceEvents\":[";
  for (int i = 0; i < 4; ++i) {
    const int at = i * every;
    if (steps) json += record("user_annotation", ("ProfilerStep#" + QByteArray::number(i)).constData(), 1, 1, at, 100);
    json += record("cpu_op", op, 1, 1, at + 10, 30);
    if (!gpu) continue;
    json += record("cuda_runtime", "cudaLaunchKernel", 1, 1, at + 15, 5, "\"correlation\":" + QByteArray::number(i + 1));
    json += record("kernel", kernel, 0, 7, at + 25, 40, "\"device\":0,\"stream\":7,\"correlation\":" + QByteArray::number(lost ? 1000 + i : i + 1));
    if (lost)
      json += "{\"ph\":\"f\",\"id\":" + QByteArray::number(7000 + i) +
              ",\"cat\":\"ac2g\",\"name\":\"ac2g\",\"pid\":0,\"tid\":7,\"ts\":" + QByteArray::number(at + 25) + ",\"bp\":\"e\"},";
  }
  json.back() = ']';
  return json + "}";
}

// Of every number in it: none is too large for a share, or no number at all (JSON writes those as null).
void checkShares(const QJsonObject& shares) {
  double sum = 0;
  for (const QJsonValue& share : shares) {
    QVERIFY(share.isNull() || (share.toDouble() >= 0 && share.toDouble() <= 100.0001));
    sum += share.toDouble();
  }
  QVERIFY2(sum <= 100.001, qPrintable(QString::number(sum)));
}

QString textOf(const QJsonArray& sentences) {
  QStringList all;
  for (const QJsonValue& sentence : sentences) all << sentence.toString();
  return all.join(' ');
}

}  // namespace

class OddTracesTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString file(const QString& name) const { return folder_.filePath(name + ".json"); }

 private Q_SLOTS:
  void initTestCase() {
    const QList<std::pair<QString, QByteArray>> files{{"whole", training(true, true)},
                                                      {"no steps", training(false, true)},
                                                      {"no GPU", training(true, false)},
                                                      {"overlapping steps", training(true, true, 60)},
                                                      {"correlations that lead nowhere", training(true, true, 100, "aten::mm", "gemm", true)},
                                                      {"another model", training(true, true, 100, "aten::conv2d", "implicit_convolve")}};
    for (const auto& [name, json] : files) {
      QFile out(file(name));
      QVERIFY(out.open(QIODevice::WriteOnly));
      out.write(json);
    }
  }

  void analyses_data() {
    QTest::addColumn<QString>("missing");
    QTest::addColumn<bool>("steps");
    QTest::addColumn<bool>("gpu");
    QTest::newRow("no steps") << "step" << false << true;
    QTest::newRow("no GPU") << "no work of a GPU" << true << false;
    QTest::newRow("overlapping steps") << "" << true << true;
    QTest::newRow("correlations that lead nowhere") << "which call started" << true << true;
  }
  void analyses() {
    QFETCH(QString, missing);
    QFETCH(bool, steps);
    QFETCH(bool, gpu);
    const QString trace = file(QTest::currentDataTag());
    const Said summary = cli({"trace", "summary", trace, "--json"});
    QVERIFY2(summary.exitCode == 0 && summary.lines().size() == 1, summary.err);
    const QJsonObject told = summary.lines().first();
    checkShares(told["shares"].toObject());
    QCOMPARE(told["steps"].toArray().isEmpty(), !steps);
    QCOMPARE(told["gpu_busy"]["first_to_last"].isNull(), !gpu);
    QCOMPARE(told["gpu_busy"]["step_span"].isNull(), !gpu || !steps);
    QCOMPARE(told["shares"]["kernel"].toDouble() > 0, gpu);
    QVERIFY2(textOf(told["missing"].toArray()).contains(missing), summary.out);
    for (const char* by : {"op", "layer", "kernel", "stream", "shape"}) {
      const Said ops = cli({"trace", "ops", trace, "--by", by, "--json"});
      QVERIFY2(ops.exitCode == 0 && ops.lines().size() == 1, ops.err);
      const QJsonObject table = ops.lines().first();
      QVERIFY2(table["rows"].toArray().isEmpty() == !table["missing"].isNull(), ops.out);
      for (const QJsonValue& row : table["rows"].toArray()) QVERIFY(row["share"].toDouble() >= 0 && row["share"].toDouble() <= 100.0001);
    }
    const Said path = cli({"trace", "path", trace, "--json"});
    QVERIFY2(path.exitCode == 0 && path.lines().size() == 1, path.err);
    QVERIFY(path.lines().first()["step_ms"].toDouble() > 0);
    QCOMPARE(path.lines().first()["of"].toString(), QString(steps ? "steps" : "trace"));
    QVERIFY2(textOf(path.lines().first()["missing"].toArray()).contains(missing), path.out);
    const Said advice = cli({"advise", trace, "--json"});
    QVERIFY2(advice.exitCode == 0, advice.err);
    const QJsonArray rules = QJsonDocument::fromJson(advice.out).array();
    QVERIFY(rules.size() >= (gpu ? 12 : 6));  // those that can apply to a trace from elsewhere
    int lacking = 0;
    for (const QJsonValue& rule : rules) {
      QVERIFY(!rule["sentence"].toString().isEmpty());
      lacking += rule["outcome"].toString() == "not_enough_data";
      if (rule["unit"].toString() == "%") QVERIFY2(rule["figure"].toDouble() <= 100.0001, advice.out);
    }
    QVERIFY(lacking > 0);  // no rule guesses
    for (const Said& said : {cli({"trace", "summary", trace}), cli({"trace", "path", trace}), cli({"advise", trace})}) {
      QCOMPARE(said.exitCode, 0);
      for (const char* nonsense : {"nan", "inf ", "-nan"}) QVERIFY2(!said.out.contains(nonsense), said.out);
    }
  }

  // What was lost of a file is told by every command, in one sentence, whatever it is.
  void lossesInOneLine_data() {
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("told");
    const QByteArray whole = training(true, true);
    const auto with = [&](const QByteArray& more) { return QByteArray(whole).insert(whole.indexOf('[') + 1, more); };
    QTest::newRow("nothing") << whole << QString();
    QTest::newRow("an event of a day") << with(record("cpu_op", "odd", 1, 1, 50, 86'400e6))
                                       << "1 record left out (duration is more than 1,000 times the rest of the recording)";
    QTest::newRow("a negative one") << with(record("cpu_op", "odd", 1, 1, 50, -5)) << "1 record left out (duration is negative)";
    QTest::newRow("a stray quote") << with(record("cpu_op", "say \"hi", 1, 1, 50, 5)) << "1 record left out (an event is not valid JSON)";
    QTest::newRow("kernels that overlap") << with(record("kernel", "beside", 0, 7, 30, 20, "\"device\":0,\"stream\":7"))
                                          << "kept with a remark: kernels or copies that overlap others on one stream";
    QTest::newRow("cut off") << whole.left(whole.lastIndexOf("gemm") + 2) << "the file is cut off: what came later is not known";
  }
  void lossesInOneLine() {
    QFETCH(QByteArray, json);
    QFETCH(QString, told);
    const QString name = QStringLiteral("lost ") + QString(QTest::currentDataTag()), path = file(name);
    {
      QFile out(path);
      QVERIFY(out.open(QIODevice::WriteOnly));
      out.write(json);
    }
    QString sentence;
    for (const QStringList& command : {QStringList{"trace", "summary", path},
                                       {"trace", "ops", path},
                                       {"trace", "path", path},
                                       {"advise", path},
                                       {"trace", "diff", file("whole"), path}}) {
      const Said said = cli(command);
      QVERIFY2(said.exitCode == 0, said.err);
      QStringList notes;
      for (const QString& line : QString::fromUtf8(said.out).split('\n'))
        if (line.startsWith("note ")) notes << line.mid(5).trimmed().remove(QRegularExpression("^B: "));
      QCOMPARE(notes.size(), told.isEmpty() ? 0 : 1);
      if (told.isEmpty()) continue;
      QVERIFY2(notes[0].contains(told), qPrintable(notes[0]));
      if (sentence.isEmpty()) sentence = notes[0];
      QCOMPARE(notes[0], sentence);
    }
    for (const QStringList& command :
         {QStringList{"trace", "summary", path, "--json"}, {"trace", "ops", path, "--json"}, {"trace", "path", path, "--json"}})
      QCOMPARE(cli(command).lines().first()["lost"].toString(), sentence);
    QVERIFY(cli({"advise", path, "--json"}).err.contains(sentence.toUtf8()));
  }

  // A recording that ends within its last step: every command counts the same steps, and the GPU as busy as the others say.
  void oneNumberOfSteps() {
    QByteArray json = "{\"traceEvents\":[";
    for (int i = 0; i < 6; ++i) {
      json += record("user_annotation", ("ProfilerStep#" + QByteArray::number(i)).constData(), 1, 1, 10'000 * i, 10'000);
      json += record("cuda_runtime", "cudaLaunchKernel", 1, 1, 10'000 * i + 100, 20, "\"correlation\":" + QByteArray::number(i + 1));
      json += record("kernel", "gemm", 0, 7, 10'000 * i + 1000, 5000, "\"device\":0,\"stream\":7,\"correlation\":" + QByteArray::number(i + 1));
    }
    const QString path = file("cut in its last step");
    {
      QFile out(path);
      QVERIFY(out.open(QIODevice::WriteOnly));
      out.write(json.left(json.lastIndexOf("gemm") + 2));
    }
    const QJsonObject summary = cli({"trace", "summary", path, "--json"}).lines().first();
    QCOMPARE(summary["steps"].toArray().size(), 5);
    QCOMPARE(summary["last_step_cut"].toBool(), true);
    QCOMPARE(summary["gpu_busy"]["step_span"].toDouble(), 50.0);
    QCOMPARE(summary["shares"]["kernel"].toDouble(), 50.0);
    QCOMPARE(cli({"trace", "path", path, "--json"}).lines().first()["steps"].toInt(), 5);
    QCOMPARE(cli({"trace", "ops", path, "--json"}).lines().first()["steps"].toInt(), 5);
    QCOMPARE(cli({"trace", "diff", path, path, "--json"}).lines().first()["steps"].toArray()[0].toInt(), 5);
    const QString advice = QString::fromUtf8(cli({"advise", path}).out);
    QVERIFY2(!advice.contains("41.7 %") && !advice.contains("58.3 %") && !advice.contains("6 steps"), qPrintable(advice));
  }

  void diffs_data() {
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<QString>("missing");
    QTest::newRow("no steps") << "no training steps"
                              << "B: ";
    QTest::newRow("no GPU") << "step "
                            << "only one of the traces has work of a GPU";
    QTest::newRow("overlapping steps") << "step "
                                       << "";
    QTest::newRow("correlations that lead nowhere") << "step "
                                                    << "";
    QTest::newRow("another model") << "step "
                                   << "not two runs of one model";
  }
  void diffs() {
    QFETCH(QString, sentence);
    QFETCH(QString, missing);
    for (const bool turned : {false, true}) {
      QStringList sides{file("whole"), file(QTest::currentDataTag())};
      if (turned) sides.swapItemsAt(0, 1);
      const Said said = cli(QStringList{"trace", "diff"} + sides + QStringList{"--json"});
      QVERIFY2(said.exitCode == 0 && said.lines().size() == 1, said.err);
      const QJsonObject diff = said.lines().first();
      requireFields(diff, {"sentence", "step_ms", "categories", "ops"});
      QVERIFY2(diff["sentence"].toString().contains(sentence), said.out);
      const QString told = textOf(diff["missing"].toArray());
      QVERIFY2(told.contains(turned && missing == "B: " ? QString("A: ") : missing), said.out);
      const Said words = cli(QStringList{"trace", "diff"} + sides);
      QCOMPARE(words.exitCode, 0);
      QVERIFY2(!words.out.contains("nan") && !words.out.contains("inf "), words.out);
    }
  }
};

QTEST_GUILESS_MAIN(OddTracesTest)
#include "odd_traces_test.moc"
