// The same quantity has the same figure in `trace summary`, `trace path` and `advise`, on every trace at hand: steps, their mean on the host
// and until the GPU's last work ends, how busy the GPUs are, how long the host waits for data, what communication nothing hides.
#include <QDir>
#include <QRegularExpression>
#include <QtTest>
#include <cmath>

#include "tests/app/cli/command_line.h"

using namespace stepscope::test;

namespace {

QString dataFile(const QString& name) {
  return qEnvironmentVariable("STEPSCOPE_DATA", QStringLiteral(STEPSCOPE_SOURCE_DIR "/../shared/data")) + '/' + name;
}

bool same(double a, double b) {
  return std::abs(a - b) <= 1e-6 * std::max({1.0, std::abs(a), std::abs(b)});
}

// "99.9 ms" of a text, in ms.
double inMs(double value, const QString& unit) {
  if (unit == "s") return value * 1e3;
  return unit == "ms" ? value : value * 1e-3;
}

}  // namespace

class SameFactsTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QStringList files_;

  void check(const QString& file) {
    const Said summarySaid = cli({"trace", "summary", file, "--json"}), pathSaid = cli({"trace", "path", file, "--json"}),
               adviceSaid = cli({"advise", file, "--json"}), wordsSaid = cli({"advise", file});
    for (const Said& said : {summarySaid, pathSaid, adviceSaid, wordsSaid}) QVERIFY2(said.exitCode == 0, (file.toUtf8() + said.err).constData());
    const QJsonObject summary = summarySaid.lines().first(), path = pathSaid.lines().first();
    const QString words = QString::fromUtf8(wordsSaid.out);
    QMap<QString, QJsonObject> rules;
    for (const QJsonValue& rule : QJsonDocument::fromJson(adviceSaid.out).array()) rules[rule["rule"].toString()] = rule.toObject();
    const bool steps = summary["shares_of"].toString() == "steps";

    QCOMPARE(path["of"].toString(), summary["shares_of"].toString());
    const QRegularExpressionMatch told = QRegularExpression("(\\d+) steps?: mean ([\\d.]+) (s|ms|µs|us)\\b").match(words);
    QVERIFY2(told.hasMatch() == steps, (file + "\n" + words).toUtf8().constData());
    if (steps) {
      QCOMPARE(told.captured(1).toInt(), path["steps"].toInt());
      QCOMPARE(path["mean_step_ms"].toDouble(), summary["mean_step_ms"].toDouble());
      QVERIFY(same(summary["mean_step_ms"].toDouble() * path["steps"].toInt(), summary["shares_of_ms"].toDouble()));
      QVERIFY2(same(path["step_ms"].toDouble(), summary["mean_step_until_gpu_ms"].toDouble()), file.toUtf8().constData());
      const QJsonObject diff = cli({"trace", "diff", file, file, "--json"}).lines().first();
      QVERIFY2(same(diff["step_ms"][1].toDouble(), path["step_ms"].toDouble()), file.toUtf8().constData());
      QVERIFY2(same(diff["mean_step_ms"][1].toDouble(), path["mean_step_ms"].toDouble()), file.toUtf8().constData());
      const double mean = inMs(told.captured(2).toDouble(), told.captured(3));
      QVERIFY2(std::abs(mean / summary["mean_step_ms"].toDouble() - 1) < 0.006, (file + "\n" + told.captured()).toUtf8().constData());
    }
    const QJsonObject busy = summary["gpu_busy"].toObject();
    const QJsonValue gpu = steps ? busy["step_span"] : busy["first_to_last"];
    QCOMPARE(path["gpu_busy"].isNull(), gpu.isNull());
    if (!gpu.isNull()) {
      QVERIFY2(same(path["gpu_busy"].toDouble(), gpu.toDouble()), file.toUtf8().constData());
      QVERIFY2(same(rules["low_gpu_use"]["figure"].toDouble(), gpu.toDouble()), file.toUtf8().constData());
    }
    if (const QJsonValue waited = rules["input_bound"]["figure"]; !waited.isNull() && !rules["input_bound"].isEmpty())
      QVERIFY2(std::abs(waited.toDouble() - summary["shares"]["data_loader"].toDouble()) < 0.01, file.toUtf8().constData());
    double exposed = 0;
    const QJsonArray devices = summary["devices"].toArray();
    for (const QJsonValue& device : devices) exposed += device["exposed_communication_ms"].toDouble() / static_cast<double>(devices.size());
    if (const QJsonValue bare = rules["communication_bound"]["figure"]; !bare.isNull() && exposed > 0)
      QVERIFY2(std::abs(bare.toDouble() - 100 * exposed / summary["shares_of_ms"].toDouble()) < 0.01, file.toUtf8().constData());
  }

 private Q_SLOTS:
  void initTestCase() {
    for (const char* archive : {"traces_diagnosis.tar.gz", "traces_attach.tar.gz"})
      if (const QString file = dataFile(archive); QFile::exists(file))
        QCOMPARE(QProcess::execute(QStringLiteral("tar"), {"xzf", file, "-C", folder_.path()}), 0);
    for (const QString& name : QDir(folder_.path()).entryList({"s*.json", "*.json.gz"}, QDir::Files))
      if (!name.startsWith("pyspy")) files_ << folder_.filePath(name);
    for (const QString& name : QDir(dataFile("traces")).entryList(QDir::Files)) files_ << dataFile("traces/" + name);
  }

  void everyCommandTellsTheSame() {
    if (files_.isEmpty()) QSKIP("The test inputs are absent: set STEPSCOPE_DATA to their folder");
    for (const QString& file : files_) {
      check(file);
      if (QTest::currentTestFailed()) {
        qWarning("%s", qPrintable(file));
        return;
      }
    }
  }

  // Captures from running programs, which mark no steps: counted by hand from their updates of weights and waits for data.
  void stepsAreFound_data() {
    QTest::addColumn<int>("steps");
    QTest::newRow("steps_plain_20222") << 5;  // by steps: the begin of the capture opens the first
    QTest::newRow("steps_shapes_20222") << 5;
    QTest::newRow("steps_full_20222") << 5;
    QTest::newRow("two_optimizers") << 3;  // SGD and Adam by turns, three iterations
    QTest::newRow("rank_steps_32265") << 5;
    QTest::newRow("rank_steps_32266") << 5;
    QTest::newRow("duration_plain_20222") << 29;  // by time: 30 updates, cut at both ends
    QTest::newRow("duration_full_20222") << 22;
    QTest::newRow("rank_time_32265") << 7;
    QTest::newRow("rank_time_32266") << 6;
    QTest::newRow("no_optimizer_duration") << 26;  // 27 waits for data
  }
  void stepsAreFound() {
    QFETCH(int, steps);
    const QString file = folder_.filePath(QString(QTest::currentDataTag()) + ".json.gz");
    if (!QFile::exists(file)) QSKIP("The test inputs are absent: set STEPSCOPE_DATA to their folder");
    const QJsonObject summary = cli({"trace", "summary", file, "--json"}).lines().first();
    QCOMPARE(summary["steps"].toArray().size(), steps);
    QVERIFY2(summary["lost"].toString().contains("marks no steps"), qPrintable(summary["lost"].toString()));
  }

  // The program's own profiler: six steps, and a seventh mark of 23 us at the end of the recording.
  void aMarkAtTheEndIsNoStep() {
    const QString file = folder_.filePath("hook_full.json.gz");
    if (!QFile::exists(file)) QSKIP("The test inputs are absent: set STEPSCOPE_DATA to their folder");
    const QJsonObject summary = cli({"trace", "summary", file, "--json"}).lines().first();
    QCOMPARE(summary["steps"].toArray().size(), 6);
    QVERIFY(summary["last_step_cut"].toBool());
  }

  void stepsByName() {
    const QString file = dataFile("traces/resnet50_num_workers_4.pt.trace.json.gz");
    if (!QFile::exists(file)) QSKIP("The test inputs are absent: set STEPSCOPE_DATA to their folder");
    const Said named = cli({"trace", "path", file, "--step", "ProfilerStep", "--json"}), usual = cli({"trace", "path", file, "--json"});
    QVERIFY2(named.exitCode == 0, named.err);
    QCOMPARE(named.lines().first()["mean_step_ms"].toDouble(), usual.lines().first()["mean_step_ms"].toDouble());
    const Said missing = cli({"advise", file, "--step", "epoch"});
    QCOMPARE(missing.exitCode, 1);
    QVERIFY2(missing.err.contains("epoch"), missing.err);
  }
};

QTEST_GUILESS_MAIN(SameFactsTest)
#include "same_facts_test.moc"
