// stepscope-cli freeze, and the commands that take its file.
#include <signal.h>

#include <QtTest>

#include "command_line.h"

using namespace stepscope::test;

class FreezeCommandTest : public QObject {
  Q_OBJECT

  static QJsonObject only(const Said& said) { return said.lines().value(0); }

 private Q_SLOTS:
  // A run of an mlp on synthetic pictures, frozen once for all tests.
  void initTestCase() {
    project_ = writeProject(folder_, kSmallProject);
    QVERIFY(!project_.isEmpty());
    QCOMPARE(cli({"train", project_}).exitCode, 0);
    file_ = elsewhere_.filePath("m.ssmodel");
    const Said said = cli({"freeze", project_, file_, "--batch", "1,16", "--json"});
    QVERIFY2(said.exitCode == 0, said.err);
    const QJsonObject json = only(said);
    QCOMPARE(json["bytes"].toInteger(), QFileInfo(file_).size());
    QCOMPARE(json["batches"].toArray(), (QJsonArray{1, 16}));
    QCOMPARE(json["folded_norms"].toInt(), 0);
    QVERIFY(json["largest_difference"].toDouble(1) < 1e-5);
    // 3 x 12 x 12 pixels -> 48 -> 24 -> 5.
    QCOMPARE(json["parameters"].toInt(), 432 * 48 + 48 + 48 * 24 + 24 + 24 * 5 + 5);
  }

  void evaluate() {
    const Said ofRun = cli({"evaluate", project_, "--json"}), ofFile = cli({"evaluate", file_, "--batch", "16", "--json"});
    QVERIFY2(ofFile.exitCode == 0, ofFile.err);
    const QJsonObject a = only(ofRun), b = only(ofFile);
    QCOMPARE(b["samples"], a["samples"]);
    QCOMPARE(b["right"], a["right"]);
    QCOMPARE(b["confusion"], a["confusion"]);
    QCOMPARE(b["precision"].toString(), "f32");
    QVERIFY(std::abs(b["loss"].toDouble() - a["loss"].toDouble()) < 1e-5 * a["loss"].toDouble());
    const Said text = cli({"evaluate", file_});
    QVERIFY2(text.exitCode == 0 && text.out.contains("frozen for batches of 1, 16"), text.out + text.err);
  }

  void bench() {
    const Said said = cli({"bench", file_, "--inference", "--batch", "1,16", "--streams", "2", "--seconds", "0.2", "--queries", "5", "--json"});
    QVERIFY2(said.exitCode == 0, said.err);
    const QJsonArray batches = only(said)["batches"].toArray();
    QCOMPARE(batches.size(), 2);
    for (const QJsonValue& one : batches) {
      QCOMPARE(one["streams"].toInt(), 2);
      QVERIFY(one["queries"].toInt() >= 10);
    }
    const Said other = cli({"bench", file_, "--inference", "--batch", "3"});
    QCOMPARE(other.exitCode, 1);
    QVERIFY2(other.err.contains("frozen for batches of 1, 16, not of 3"), other.err);
  }

  void summary() {
    const Said said = cli({"model", "summary", file_, "--json"});
    QVERIFY2(said.exitCode == 0, said.err);
    const QJsonObject json = only(said);
    QCOMPARE(json["origin"]["run"].toInt(), 1);
    QCOMPARE(json["input"].toArray(), (QJsonArray{3, 12, 12}));
    QCOMPARE(json["classes"].toArray().size(), 5);
    QVERIFY(!json["metric"].toString().isEmpty());
    const Said text = cli({"model", "summary", file_});
    QVERIFY2(text.exitCode == 0 && text.out.contains("a frozen model of") && text.out.contains("fc1"), text.out + text.err);
    QCOMPARE(cli({"model", "summary", file_, "--batch", "4"}).exitCode, 1);
  }

  // Each command names the file and says a cure, in one line.
  void damaged_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("said");
    QTest::newRow("cut off") << "cut"
                             << "should have";
    QTest::newRow("one byte") << "byte"
                              << "weights were changed";
    QTest::newRow("empty") << "empty"
                           << "the file is empty";
    QTest::newRow("foreign") << "foreign"
                             << "this is no frozen model";
  }
  void damaged() {
    QFETCH(QString, kind);
    QFETCH(QString, said);
    QFile whole(file_);
    QVERIFY(whole.open(QIODevice::ReadOnly));
    QByteArray bytes = whole.readAll();
    if (kind == "cut") bytes.chop(100);
    if (kind == "byte") bytes[bytes.size() - 300] = static_cast<char>(bytes[bytes.size() - 300] ^ 4);
    if (kind == "empty") bytes.clear();
    if (kind == "foreign") bytes = QByteArray("GIF89a") + QByteArray(2000, 'g');
    const QString bad = elsewhere_.filePath("bad.ssmodel");
    QFile out(bad);
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(bytes);
    out.close();
    for (const QStringList& command :
         {QStringList{"evaluate", bad}, {"predict", bad, "p.png"}, {"bench", bad, "--inference"}, {"model", "summary", bad}}) {
      const Said answer = cli(command);
      QCOMPARE(answer.exitCode, 1);
      QVERIFY2(answer.out.isEmpty() && answer.err.count('\n') == 1, answer.out + answer.err);
      QVERIFY2(answer.err.contains(said.toUtf8()) && answer.err.contains("bad.ssmodel"), answer.err);
    }
  }

  void refusals() {
    const Said exists = cli({"freeze", project_, file_});
    QVERIFY2(exists.exitCode == 1 && exists.err.contains("--force"), exists.err);
    QCOMPARE(cli({"freeze", project_, file_, "--batch", "1,16", "--force"}).exitCode, 0);
    const Said zoo = cli({"freeze", "resnet18", elsewhere_.filePath("zoo.ssmodel")});
    QVERIFY2(zoo.exitCode == 1 && zoo.err.contains("no trained weights"), zoo.err);
    const Said batch = cli({"freeze", project_, elsewhere_.filePath("b.ssmodel"), "--batch", "0"});
    QCOMPARE(batch.exitCode, 2);
    const Said again = cli({"freeze", file_, elsewhere_.filePath("again.ssmodel")});
    QVERIFY2(again.exitCode == 1 && again.err.contains("already"), again.err);
  }

  // Nothing is left of a file that did not fit.
  void fullDisk() {
    const QString target = elsewhere_.filePath("full.ssmodel");
    const Said said = cli({"-c", "trap '' XFSZ; ulimit -f 40; exec \"$0\" \"$@\"", STEPSCOPE_CLI, "freeze", project_, target}, {},
                          {"XDG_CACHE_HOME=/nonexistent"}, "sh");
    QCOMPARE(said.exitCode, 3);
    QVERIFY2(said.err.contains("full.ssmodel") && said.err.count('\n') == 1, said.err);
    for (const QString& name : QDir(elsewhere_.path()).entryList(QDir::Files | QDir::Hidden)) QVERIFY2(!name.startsWith("full"), qPrintable(name));
  }

 private:
  QTemporaryDir folder_, elsewhere_;
  QString project_, file_;
};

QTEST_GUILESS_MAIN(FreezeCommandTest)
#include "freeze_test.moc"
