// stepscope-cli try: what it says of a switch, what it leaves alone, and where its verdict is kept. Which verdict it is depends on the machine.
#include <QDirIterator>
#include <QtTest>

#include "tests/app/cli/command_line.h"

using namespace stepscope::test;

namespace {

const QStringList kSide{"samples",
                        "threads",
                        "workers",
                        "predicted_step_ms",
                        "predicted_estimated_share",
                        "predicted_provisional_share",
                        "step_ms",
                        "predicted_peak_bytes",
                        "measured_peak_bytes"};

// Every field is there, null or of the right kind, and what is claimed is of one piece.
void requireTrial(const QJsonObject& trial) {
  requireFields(trial, {"step",        "switch", "from",      "to",           "change",          "device",  "outcome", "sentence",
                        "problem",     "ratio",  "ratio_low", "ratio_high",   "predicted_ratio", "without", "with",    "pairs",
                        "quiet_pairs", "steps",  "drift",     "cores_others", "seconds",         "loss",    "choice",  "run"});
  const QStringList outcomes{"faster", "slower", "no_change", "unclear", "cores_busy", "unsteady"};
  QVERIFY2(outcomes.contains(trial["outcome"].toString()), qPrintable(trial["outcome"].toString()));
  QVERIFY(!trial["sentence"].toString().isEmpty());
  QVERIFY(trial["problem"].isNull());
  QCOMPARE(trial["device"].toString(), QString("cpu"));
  for (const char* side : {"without", "with"}) {
    const QJsonObject figures = trial[QLatin1String(side)].toObject();
    requireFields(figures, kSide);
    QVERIFY(figures["samples"].toInt() > 0 && figures["threads"].toInt() > 0 && figures["predicted_peak_bytes"].toDouble() > 0);
    QVERIFY(figures["predicted_step_ms"].isNull() || figures["predicted_step_ms"].toDouble() > 0);  // null: not known
  }
  QVERIFY(trial["predicted_ratio"].isNull() || trial["predicted_ratio"].toDouble() > 0);
  QVERIFY(trial["pairs"].toInt() > 0 && trial["quiet_pairs"].toInt() <= trial["pairs"].toInt());
  if (!trial["ratio"].isNull())
    QVERIFY(trial["ratio_low"].toDouble() <= trial["ratio"].toDouble() && trial["ratio"].toDouble() <= trial["ratio_high"].toDouble());
  for (const char* claim : {"faster", "slower", "no_change"})
    if (trial["outcome"].toString() == QLatin1String(claim)) QVERIFY(!trial["ratio"].isNull());
  requireFields(trial["loss"].toObject(), {"difference", "must_stay"});
  QCOMPARE(trial["choice"].toString(), QString("open"));
}

// Of the run's own files, its checkpoints among them.
QMap<QString, QByteArray> filesOf(const QString& folder) {
  QMap<QString, QByteArray> files;
  for (QDirIterator all(folder, QDir::Files, QDirIterator::Subdirectories); all.hasNext();) {
    QFile file(all.next());
    if (file.open(QIODevice::ReadOnly)) files[file.fileName()] = file.readAll();
  }
  return files;
}

QJsonObject trialOf(const Said& said) {
  return said.lines().value(0);
}

}  // namespace

class TryTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // From the weights a run would begin with: the verdict is kept nowhere.
  void ofAProject() {
    QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    const Said said = cli({"try", project, "fusion=off", "--seconds", "1", "--json"});
    QVERIFY2(said.exitCode == 0, said.err);
    const QJsonObject trial = trialOf(said);
    requireTrial(trial);
    QCOMPARE(trial["switch"].toString() + trial["from"].toString() + trial["to"].toString(), QString("fusiononoff"));
    QCOMPARE(trial["change"].toString(), QString("fusion on -> off"));
    QVERIFY(trial["run"].isNull());
    QCOMPARE(trial["step"].toInt(), 0);
    // The same arithmetic in other kernels: the losses are compared.
    QVERIFY(trial["loss"]["must_stay"].toBool() && !trial["loss"]["difference"].isNull());
    QVERIFY(filesOf(folder.filePath(".stepscope/runs")).isEmpty());
  }

  // On the last checkpoint of a run, which stays as it was but for the verdict.
  void ofARun() {
    QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    QCOMPARE(cli({"train", project}).exitCode, 0);
    const auto shown = [&] {
      QJsonObject run = cli({"runs", "show", project, "1", "--json"}).lines().value(0);
      run.remove("trials");
      return run;
    };
    const QString ofRun = folder.filePath(".stepscope/runs/1");
    const QJsonObject before = shown();
    const QMap<QString, QByteArray> files = filesOf(ofRun);
    QVERIFY(!before.isEmpty() && files.size() > 4);
    const Said said = cli({"try", project, "batch_size=64", "--run", "1", "--seconds", "1", "--json"});
    QVERIFY2(said.exitCode == 0, said.err);
    const QJsonObject trial = trialOf(said);
    requireTrial(trial);
    QCOMPARE(trial["run"].toInt(), 1);
    QCOMPARE(trial["step"].toInt(), 20);
    QCOMPARE(trial["without"]["samples"].toInt(), 32);
    QCOMPARE(trial["with"]["samples"].toInt(), 64);
    QVERIFY(trial["loss"]["difference"].isNull());  // of other batches
    QCOMPARE(filesOf(ofRun), files);
    QCOMPARE(shown(), before);
    // Kept with the run, the one after the other.
    const auto kept = [&] { return cli({"runs", "show", project, "1", "--json"}).lines().value(0)["trials"].toArray(); };
    QCOMPARE(kept().size(), 1);
    QJsonObject asKept = kept()[0].toObject(), asSaid = trial;
    asSaid.remove("run");
    QCOMPARE(asKept, asSaid);
    const auto record = [&] { return QJsonDocument::fromJson(cli({"advise", project, "--calibration", "--json"}).out).array(); };
    const QJsonArray first = record();
    QCOMPARE(first.size(), 1);
    requireFields(first[0].toObject(),
                  {"run", "step", "change", "outcome", "estimated", "estimated_share", "measured", "measured_low", "measured_high", "hit"});
    QCOMPARE(first[0]["run"].toInt(), 1);
    QCOMPARE(first.at(0)["change"], trial["change"]);
    QCOMPARE(first.at(0)["outcome"], trial["outcome"]);
    QCOMPARE(first.at(0)["estimated"], trial["predicted_ratio"]);
    const Said inWords = cli({"try", project, "switches.num_workers=0", "--run", "1", "--seconds", "1"});
    QVERIFY2(inWords.exitCode == 0 && inWords.out.contains("kept with run 1"), inWords.out + inWords.err);
    QCOMPARE(record().size(), 2);
    QCOMPARE(record().at(0), first.at(0));
    QCOMPARE(filesOf(ofRun), files);
  }

  void badInput_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    QTest::newRow("no value") << QStringList{"amp"} << "amp=bf16";
    QTest::newRow("no such switch") << QStringList{"nothing=1"} << "batch_size";
    QTest::newRow("no such value") << QStringList{"amp=purple"} << "bf16";
    QTest::newRow("what it is already") << QStringList{"batch_size=32"} << "already";
    QTest::newRow("no such run") << QStringList{"amp=bf16", "--run", "7"} << "run 7";
  }
  void badInput() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    QTemporaryDir folder;
    const Said said = cli(QStringList{"try", writeProject(folder, kSmallProject)} + arguments + QStringList{"--json"});
    QCOMPARE(said.exitCode, 1);
    QVERIFY2(said.err.contains(says.toUtf8()), said.err);
    QVERIFY2(said.out.isEmpty() || trialOf(said)["outcome"].toString() == "failed", said.out);
  }
};

QTEST_GUILESS_MAIN(TryTest)
#include "try_test.moc"
