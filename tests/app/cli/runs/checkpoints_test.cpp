// stepscope-cli checkpoints and train --fork, as a script calls them.
#include <QtTest>

#include "core/models/safetensors.h"
#include "tests/app/cli/command_line.h"

using namespace stepscope::test;

namespace {

QList<QJsonObject> ofKind(const Said& said, const QString& kind) {
  QList<QJsonObject> found;
  for (const QJsonObject& line : said.lines())
    if (line["kind"].toString() == kind) found.append(line);
  return found;
}

QJsonObject eventOf(const Said& said, const QString& name) {
  for (const QJsonObject& line : said.lines())
    if (line["event"].toString() == name) return line;
  return {};
}

}  // namespace

class CheckpointsTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;
  QString project_;

 private Q_SLOTS:
  void initTestCase() {
    project_ = writeProject(folder_, kSmallProject);
    const Said none = cli({"checkpoints", project_});
    QCOMPARE(none.exitCode, 1);
    QVERIFY2(none.err.contains("nothing was trained"), none.err);
    const Said trained = cli(
        {"train", project_, "--json", "--set", "train.epochs=3", "--set", "train.checkpoints.keep_best=2", "--set", "train.checkpoints.keep_last=3"});
    QVERIFY2(trained.exitCode == 0, trained.err);
  }

  void list() {
    const Said said = cli({"checkpoints", project_, "--json"});
    QVERIFY2(said.exitCode == 0, said.err);
    const auto last = ofKind(said, "last"), best = ofKind(said, "best");
    QVERIFY(!last.isEmpty() && !best.isEmpty() && best.size() <= 2);
    QVERIFY(last[0]["first"].toBool() && best[0]["first"].toBool());
    for (const QJsonObject& one : last + best) {
      QCOMPARE(one["run"].toInt(), 1);
      QVERIFY(one["step"].toInt() > 0 && one["epoch"].toInt() > 0 && one["bytes"].toDouble() > 0 && one["saved_ms"].toDouble() > 1e12);
      QVERIFY(one["problem"].isNull());
      QVERIFY(QFileInfo(one["path"].toString()).isDir());
    }
    QVERIFY(best[0]["metric"].toString().startsWith("val_") && best[0]["value"].isDouble());
    if (best.size() == 2) QVERIFY(best[0]["value"].toDouble() >= best[1]["value"].toDouble());
    const Said words = cli({"checkpoints", project_, "--run", "1"});
    QVERIFY2(words.out.contains(last[0]["name"].toString().toUtf8()) && words.out.contains("checkpoints, "), words.out);
    QVERIFY(cli({"checkpoints", project_, "--run", "7"}).err.contains("no such run"));
    QCOMPARE(cli({"checkpoints"}).exitCode, 2);
  }

  void exportWeights() {
    const QString file = folder_.filePath("weights.safetensors");
    const Said said = cli({"checkpoints", "export", project_, "1", "--out", file, "--json"});
    QVERIFY2(said.exitCode == 0, said.err);
    const QJsonObject done = said.lines().at(0);
    QVERIFY(done["checkpoint"].toString().startsWith("best."));
    const auto tensors = stepscope::readSafetensors(file.toStdString());
    QCOMPARE(done["tensors"].toInt(), int(tensors.size()));
    QCOMPARE(done["bytes"].toInt(), int(QFileInfo(file).size()));
    const Said again = cli({"checkpoints", "export", project_, "1", "--out", file});
    QCOMPARE(again.exitCode, 1);
    QVERIFY2(again.err.contains("exists"), again.err);
    QCOMPARE(cli({"checkpoints", "export", project_, "1", "--out", file, "--force", "--checkpoint", "last"}).exitCode, 0);
    const Said unknown = cli({"checkpoints", "export", project_, "1", "--out", file, "--checkpoint", "last.99"});
    QVERIFY2(unknown.exitCode == 1 && unknown.err.contains("It has last."), unknown.err);
  }

  void fork() {
    const Said done = cli({"train", project_, "--fork", "1"});
    QVERIFY2(done.exitCode == 1 && done.err.contains("--set train.epochs="), done.err);
    const Said said = cli({"train", project_, "--json", "--fork", "1", "--set", "train.epochs=4", "--set", "train.optimizer.learning_rate=0.001"});
    QVERIFY2(said.exitCode == 0, said.err);
    QCOMPARE(eventOf(said, "start")["run"].toInt(), 2);
    const int from = eventOf(said, "start")["first_step"].toInt();
    QVERIFY(from > 0);
    const Said shown = cli({"runs", "show", project_, "2", "--json"});
    const QJsonObject origin = shown.lines().at(0)["forked_from"].toObject();
    QCOMPARE(origin["run"].toInt(), 1);
    QCOMPARE(origin["step"].toInt(), from);
    QVERIFY(shown.lines().at(0)["checkpoints"].toArray().size() > 0);
    const Said compared = cli({"runs", "compare", project_, "1", "2", "--json"});
    QVERIFY2(compared.out.contains("forked_from") && compared.out.contains(QString("step %1").arg(from).toUtf8()), compared.out);
    QCOMPARE(cli({"train", project_, "--fork", "1", "--resume", "1"}).exitCode, 2);
  }

  void cleanAndDelete() {
    const Said preview = cli({"checkpoints", "clean", project_, "--run", "1", "--keep-last", "1", "--keep-best", "1", "--json"});
    QVERIFY2(preview.exitCode == 0, preview.err);
    const QJsonObject plan = preview.lines().at(0);
    QVERIFY(!plan["done"].toBool());
    const int before = int(cli({"checkpoints", project_, "--run", "1", "--json"}).lines().size()), going = int(plan["checkpoints"].toArray().size());
    QVERIFY(going > 0);
    double bytes = 0;
    for (const auto& one : plan["checkpoints"].toArray()) bytes += one.toObject()["bytes"].toDouble();
    QCOMPARE(plan["bytes"].toDouble(), bytes);
    const Said words = cli({"checkpoints", "clean", project_, "--run", "1", "--keep-last", "1", "--keep-best", "1"});
    QVERIFY2(words.out.contains("would be free") && words.out.contains("older than the newest 1"), words.out);
    const Said done = cli({"checkpoints", "clean", project_, "--run", "1", "--keep-last", "1", "--keep-best", "1", "--yes", "--json"});
    QCOMPARE(done.lines().at(0)["bytes"].toDouble(), bytes);
    const auto rest = cli({"checkpoints", project_, "--run", "1", "--json"}).lines();
    QCOMPARE(int(rest.size()), before - going);
    const Said gone = cli({"checkpoints", "delete", project_, "1", rest[0]["name"].toString()});
    QVERIFY2(gone.exitCode == 0 && gone.out.contains("freed"), gone.err);
  }
};

QTEST_GUILESS_MAIN(CheckpointsTest)
#include "checkpoints_test.moc"
