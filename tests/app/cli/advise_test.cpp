// stepscope-cli advise: of a trace, of a run, the record of trials, and what is wrong with what was asked.
#include <QRegularExpression>
#include <QtTest>

#include "tests/app/cli/command_line.h"

using namespace stepscope::test;

namespace {

QJsonArray rowsOf(const Said& said) {
  return QJsonDocument::fromJson(said.out).array();
}

// Without what-ifs, which are no rules.
QJsonArray rulesOf(const Said& said) {
  QJsonArray rules;
  for (const QJsonValue& row : rowsOf(said))
    if (row["group"].toString() != "what_if") rules.append(row);
  return rules;
}

// A trace whose steps wait for data half of the time.
constexpr char kStarved[] =
    "{\"traceEvents\":["
    "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"ProfilerStep#7\",\"pid\":1,\"tid\":1,\"ts\":100,\"dur\":40},"
    "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__\",\"pid\":1,\"tid\":"
    "1,"
    "\"ts\":100,\"dur\":20},"
    "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::mm\",\"pid\":1,\"tid\":1,\"ts\":121,\"dur\":10}]}";

}  // namespace

class AdviseTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void ofATrace() {
    QTemporaryDir folder;
    const QString file = folder.filePath("starved.json");
    QFile out(file);
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(kStarved);
    out.close();
    Said said = cli({"advise", file, "--json"});
    QVERIFY2(said.exitCode == 0, said.err);
    const QJsonArray rules = rulesOf(said);
    QVERIFY(rules.size() >= 5);
    for (const QJsonValue& rule : rules) QVERIFY2(!rule["sentence"].toString().contains("GPU"), qPrintable(rule["sentence"].toString()));
    for (const QJsonValue& rule : rules) requireFields(rule.toObject(), {"rule", "outcome", "figure", "unit", "sentence", "cure", "gain_at_most"});
    QCOMPARE(rules[0]["rule"].toString(), QString("input_bound"));
    QCOMPARE(rules[0]["outcome"].toString(), QString("found"));
    QCOMPARE(rules[0]["figure"].toDouble(), 50.0);
    QVERIFY(rules[0]["cure"].toString().contains("num_workers"));
    // 20 of 40 us are a wait for data.
    const QJsonArray rows = rowsOf(said);
    const QJsonValue whatIf = rows.last();
    QVERIFY2(whatIf["group"].toString() == "what_if" && whatIf["rule"].toString() == "loader_workers", said.out);
    requireFields(whatIf.toObject(), {"rule", "outcome", "figure", "unit", "sentence", "cure", "gain_at_most"});
    said = cli({"advise", file});
    QVERIFY2(said.out.contains("\nWhat if\n  " + whatIf["sentence"].toString().toUtf8()), said.out);
    QVERIFY2(said.out.startsWith("The step waits for data 50 % of the time"), said.out);
    QVERIFY(said.out.contains("Not enough data"));
  }

  void ofARun() {
    QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    QCOMPARE(cli({"train", project}).exitCode, 0);
    const Said said = cli({"advise", project, "--run", "1", "--json"});
    QVERIFY2(said.exitCode == 0, said.err);
    QJsonArray rules, learning;
    for (const QJsonValue& rule : rulesOf(said)) (rule["group"].toString() == "learning" ? learning : rules).append(rule);
    QVERIFY(rules.size() >= 10);
    for (const QJsonValue& rule : rules) QVERIFY2(!rule["sentence"].toString().contains("GPU"), qPrintable(rule["sentence"].toString()));
    QVERIFY(learning.size() >= 15);
    QMap<QString, QString> outcomes;
    for (const QJsonValue& rule : rules) outcomes[rule["rule"].toString()] = rule["outcome"].toString();
    // Facts that only the run knows: its switches and its validations.
    QCOMPARE(outcomes["autotune_off"], QString("not_found"));
    QVERIFY(outcomes["validation_often"] != "not_enough_data");
    QCOMPARE(outcomes["memory_near_limit"], QString("not_found"));
    // The capture by its file finds the run beside it; the folder of the project takes the newest run.
    QCOMPARE(rulesOf(cli({"advise", folder.filePath(".stepscope/runs/1/capture.sstrace"), "--json"})).size(), rules.size());
    const Said words = cli({"advise", folder.path()});
    QVERIFY(words.out.contains("run 1, steps ") && words.out.contains("\nLearning\n"));
    // Kept with the run when its capture was.
    const Said run = cli({"runs", "show", project, "1", "--json"});
    const QJsonObject kept = run.lines().value(0)["findings"].toObject();
    QCOMPARE(kept["findings"].toArray().size(), rules.size());
    QVERIFY(!kept["sentence"].toString().isEmpty());
    QCOMPARE(run.lines().value(0)["capture"].toObject()["switches"].toObject()["batch_size"].toString(), QString("32"));
    const Said none = cli({"advise", project, "--run", "7"});
    QVERIFY2(none.exitCode == 1 && none.err.contains("run 7"), none.err);
    // No switch was tried.
    const Said record = cli({"advise", project, "--calibration"});
    QCOMPARE(record.exitCode, 0);
    QVERIFY2(record.out.contains("No switch was tried yet"), record.out);
    QVERIFY(rulesOf(cli({"advise", project, "--calibration", "--json"})).isEmpty());
  }

  // A run that does not learn says so before it says anything of its steps; one that learns well does not.
  void howItLearnsComesFirst() {
    QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    cli({"train", project, "--set", "train.optimizer.learning_rate=100000"});
    const Said rows = cli({"advise", project, "--json"});
    QVERIFY2(rows.exitCode == 0, rows.err);
    const QJsonValue first = rulesOf(rows)[0];
    QVERIFY2(first["group"].toString() == "learning" && first["outcome"].toString() == "found", rows.out);
    const QByteArray words = cli({"advise", project}).out;
    QVERIFY2(words.startsWith(first["sentence"].toString().toUtf8() + '\n'), words);
    QCOMPARE(words.count(first["sentence"].toString().toUtf8()), 1);
    QVERIFY2(words.contains("100000") && words.indexOf("\nLearning\n") < words.indexOf("\nNot found\n"), words);
    QCOMPARE(cli({"train", project}).exitCode, 0);
    const QByteArray healthy = cli({"advise", project}).out;
    QVERIFY2(healthy.indexOf("\nLearning\n") > healthy.indexOf("\nNot found\n"), healthy);
  }

  // The line that tries a cure is a command that trains a short run with it.
  void cureOfLearningIsTried() {
    QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    cli({"train", project, "--set", "train.optimizer.learning_rate=100000"});
    const Said said = cli({"advise", project});
    static const QRegularExpression line("^  try +stepscope-cli (train .*)$", QRegularExpression::MultilineOption);
    const QRegularExpressionMatch match = line.match(QString::fromUtf8(said.out));
    QVERIFY2(match.hasMatch() && match.captured(1).contains("--set train.optimizer.learning_rate=10000 ") && match.captured(1).endsWith(project),
             said.out);
    const Said tried = cli(match.captured(1).split(' '));
    QVERIFY2(cli({"runs", "show", project, "2"}).exitCode == 0, tried.err);
  }

  // One batch by heart, instead of a run: nothing is kept.
  void whetherItCanLearn() {
    QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    const Said good = cli({"train", project, "--check"});
    QVERIFY2(good.exitCode == 0 && good.out.startsWith("It can learn: on one batch the loss went from "), good.out);
    const Said bad = cli({"train", project, "--check", "--set", "train.optimizer.learning_rate=1e-9", "--json"});
    QCOMPARE(bad.exitCode, 1);
    const QJsonObject line = bad.lines().value(0);
    QVERIFY(line["event"].toString() == "check" && !line["passed"].toBool() && !line["cure"].toString().isEmpty());
    QCOMPARE(line["losses"].toArray().size(), 50);
    QVERIFY(!QFileInfo::exists(folder.filePath(".stepscope/runs.db")));
    const Said model = cli({"model", "summary", project, "--json"});
    QVERIFY(model.lines().value(0)["check"].isArray());
  }

  void badInput_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    QTest::newRow("nothing") << QStringList{"advise"} << "no trace and no project";
    QTest::newRow("no such file") << QStringList{"advise", "/nowhere/trace.json"} << "/nowhere/trace.json";
    QTest::newRow("a run of a file") << QStringList{"advise", "trace.json", "--run", "3"} << "--run";
    QTest::newRow("nothing trained") << QStringList{"advise", "PROJECT"} << "trained";
  }
  void badInput() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    arguments.replaceInStrings("PROJECT", project);
    const Said said = cli(arguments);
    QVERIFY(said.exitCode == 1);
    QVERIFY2(said.err.contains(says.toUtf8()), said.err);
  }
};

QTEST_GUILESS_MAIN(AdviseTest)
#include "advise_test.moc"
