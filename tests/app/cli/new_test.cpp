// From data to a project on the command line, and what is odd about the data.
#include <QtTest>

#include "core/project/project.h"
#include "tests/app/cli/command_line.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

void writeTable(const QString& file) {
  QByteArray text = "rooms,price,town\n";
  for (int i = 0; i < 200; ++i) text += QByteArray::number(i % 7) + ',' + QByteArray::number(i % 7 * 10.5 + i % 3) + ',' + (i % 2 ? "a" : "b") + '\n';
  writeFile(file, Bytes(text.begin(), text.end()));
}

}  // namespace

class NewTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aTableBecomesAProject() {
    const QTemporaryDir folder;
    writeTable(folder.filePath("houses.csv"));
    const Said said = cli({"new", "houses.csv", "--json"}, folder.path());
    QVERIFY2(said.exitCode == 0, said.err);
    const QJsonObject made = said.lines().value(0);
    requireFields(made, {"project", "name", "data", "settings", "rule", "evidence"});
    QCOMPARE(made["project"].toString(), folder.filePath("houses/project.toml"));
    QCOMPARE(made["data"].toObject()["target"].toArray(), QJsonArray{"price"});
    const Project project = loadProject(made["project"].toString().toStdString());
    QCOMPARE(project.data.target, std::vector<std::string>{"price"});
    QCOMPARE(QString::number(project.train.epochs), made["settings"].toObject()["train.epochs"].toString());
    // Again: beside it. And it trains.
    QCOMPARE(cli({"new", "houses.csv", "--json"}, folder.path()).lines().value(0)["project"].toString(), folder.filePath("houses-2/project.toml"));
    const Said trained = cli({"train", "houses", "--json", "--set", "train.epochs=2", "--set", "train.schedule.name=constant"}, folder.path());
    QVERIFY2(trained.exitCode == 0, trained.err);
  }

  void whatIsAskedForIsTaken() {
    const QTemporaryDir folder;
    writeTable(folder.filePath("houses.csv"));
    const Said said =
        cli({"new", folder.filePath("houses.csv"), "--out", folder.filePath("p"), "--name", "mine", "--target", "town", "--model", "tabular_mlp"});
    QVERIFY2(said.exitCode == 0, said.err);
    const Project project = loadProject(folder.filePath("p").toStdString());
    QCOMPARE(project.name, std::string("mine"));
    QCOMPARE(project.model.name, std::string("tabular_mlp"));
    QCOMPARE(project.data.target, std::vector<std::string>{"town"});
    QVERIFY(said.out.contains("stepscope-cli train"));
    const Said again = cli({"new", folder.filePath("houses.csv"), "--out", folder.filePath("p")});
    QCOMPARE(again.exitCode, 1);
    QVERIFY(again.err.contains("a project already"));
    const Said wrong = cli({"new", folder.filePath("houses.csv"), "--out", folder.filePath("q"), "--model", "resnet18"});
    QCOMPARE(wrong.exitCode, 1);
    QVERIFY(wrong.err.contains("resnet18"));
    QVERIFY(!QFile::exists(folder.filePath("q")));
  }

  void aKindWithoutData() {
    const QTemporaryDir folder;
    QCOMPARE(cli({"new", "shapes"}, folder.path()).exitCode, 0);
    QCOMPARE(loadProject(folder.filePath("shapes").toStdString()).data.kind, std::string("shapes"));
  }

  void checks() {
    const QTemporaryDir folder;
    writeTable(folder.filePath("houses.csv"));
    const Said said = cli({"data", "check", folder.filePath("houses.csv"), "--json"});
    QVERIFY2(said.exitCode == 0, said.err);
    const QJsonObject data = said.lines().value(0);
    requireFields(data, {"ok", "kind", "path", "task", "samples", "train_samples", "validation_samples", "classes", "columns", "findings"});
    QCOMPARE(data["kind"].toString(), QString("table"));
    QCOMPARE(data["samples"].toInt(), 200);
    QVERIFY(cli({"data", "check", folder.filePath("houses.csv")}).out.contains("for training"));
    // Of a project, by its own settings.
    QCOMPARE(cli({"new", "houses.csv", "--target", "town"}, folder.path()).exitCode, 0);
    const QJsonObject own = cli({"data", "check", "houses", "--json"}, folder.path()).lines().value(0);
    QCOMPARE(own["target"].toArray(), QJsonArray{"town"});
    QCOMPARE(own["classes"].toArray().size(), 2);
  }

  // How each column is read is printed, and changed by keys; the project keeps it.
  void columns() {
    const QTemporaryDir folder;
    QByteArray text = "\xEF\xBB\xBFsep=;\r\nort;gewicht;preis\r\n";
    for (int i = 0; i < 60; ++i)
      text += QByteArray::number(i % 4) + ';' + QByteArray::number(i * 37 % 90) + ",5 kg;" +
              (i % 10 == 3 ? QByteArray("-") : QByteArray::number(i * 53 % 211) + ",25") + "\r\n";
    writeFile(folder.filePath("t.csv"), Bytes(text.begin(), text.end()));
    const Said said = cli({"data", "check", folder.filePath("t.csv")});
    QVERIFY2(said.exitCode == 0, said.err);
    QVERIFY2(QRegularExpression("gewicht +number, in kg, decimal comma +0,5 kg -> 0.5 +100 %").match(said.out).hasMatch(), said.out);
    QVERIFY2(QRegularExpression("preis +number, decimal comma +0,25 -> 0.25 +90 % \\(no value: -\\) +to predict").match(said.out).hasMatch(),
             said.out);
    const Said made = cli({"new", "t.csv", "--set", "data.categories=ort", "--set", "data.validation_split=0.5", "--json"}, folder.path());
    QVERIFY2(made.exitCode == 0, made.err);
    const QJsonArray columns = made.lines().value(0)["data"].toObject()["columns"].toArray();
    QCOMPARE(columns[0].toObject()["read_as"].toString(), QString("category"));
    QCOMPARE(columns[2].toObject()["missing_marks"].toArray(), QJsonArray{"-"});
    const Project project = loadProject(folder.filePath("t").toStdString());
    QCOMPARE(project.data.categories, std::vector<std::string>{"ort"});
    QCOMPARE(project.data.missing, std::vector<std::string>{"-"});
    QCOMPARE(project.data.validationSplit, 0.5);
    const Said wrong = cli({"new", "t.csv", "--set", "train.epochs=3"}, folder.path());
    QCOMPARE(wrong.exitCode, 1);
    QVERIFY2(wrong.err.contains("does not say how the data are read"), wrong.err);
  }

  // An option without an effect is refused.
  void aTargetOfProse() {
    const QTemporaryDir folder;
    const QByteArray text = QByteArray("It was a dark and stormy night; the rain fell in torrents.\n").repeated(400);
    writeFile(folder.filePath("book.txt"), Bytes(text.begin(), text.end()));
    const Said said = cli({"new", "book.txt", "--target", "rain"}, folder.path());
    QCOMPARE(said.exitCode, 1);
    QVERIFY2(said.err.contains("is read as a text, which has no columns"), said.err);
    QVERIFY(!QFile::exists(folder.filePath("book")));
    QCOMPARE(cli({"new", "book.txt"}, folder.path()).exitCode, 0);
  }

  // Settings untouched. tests/bench/starting_points measures the larger ones too.
  void realTablesLearn() {
    NEEDS_SHARED_DATA();
    const QTemporaryDir folder;
    const auto end = [&](const QString& file) {
      const Said made = cli({"new", sharedData() + "/tabular/" + file, "--out", folder.filePath(file)});
      if (made.exitCode != 0) qWarning("%s", made.err.constData());
      return cli({"train", folder.filePath(file), "--json"}).lines().last();
    };
    QVERIFY(1 - end("housing.csv.gz")["val_loss"].toDouble(1) >= 0.7);  // R2 of median_house_value
    QVERIFY(end("iris.data")["val_accuracy"].toDouble() >= 0.9);
    QVERIFY(end("wine.data")["val_accuracy"].toDouble() >= 0.9);
  }

  void whatCannotBeTrainedOn() {
    const QTemporaryDir folder;
    const Said empty = cli({"data", "check", folder.path(), "--json"});
    QCOMPARE(empty.exitCode, 1);
    const QJsonObject data = empty.lines().value(0);
    QCOMPARE(data["ok"].toBool(), false);
    QCOMPARE(data["findings"].toArray()[0].toObject()["severity"].toString(), QString("stop"));
    const Said made = cli({"new", folder.path()});
    QCOMPARE(made.exitCode, 1);
    QVERIFY2(made.err.contains("holds no"), made.err);
    QCOMPARE(cli({"new", folder.filePath("nowhere")}).exitCode, 1);
  }
};

QTEST_GUILESS_MAIN(NewTest)
#include "new_test.moc"
