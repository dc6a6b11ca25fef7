// What `train` says of how a run ended, where it happened and at the end, and with which exit code.
#include <QRegularExpression>
#include <QtTest>
#include <cmath>

#include "command_line.h"
#include "core/store/run_store.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

// A table of few rows and noise, which a wide net learns by heart: its validation is the best early on.
QString writeTable(const QTemporaryDir& folder) {
  QFile table(folder.filePath("table.csv"));
  if (!table.open(QIODevice::WriteOnly)) return {};
  table.write("a,b,c,y\n");
  unsigned state = 5;
  const auto noise = [&state] {
    state = state * 1664525u + 1013904223u;
    return static_cast<double>(state >> 8) / (1 << 24) - 0.5;
  };
  for (int i = 0; i < 60; ++i) {
    const double a = noise(), b = noise(), c = noise();
    table.write(QByteArray::number(a) + "," + QByteArray::number(b) + "," + QByteArray::number(c) + "," + QByteArray::number(a + noise()) + "\n");
  }
  table.close();
  return writeProject(folder, R"([data]
kind = "table"
path = "table.csv"
target = "y"
validation_split = 0.5
[model]
name = "tabular_mlp"
hidden = [64, 64]
[train]
epochs = 60
[train.optimizer]
name = "adamw"
learning_rate = 0.02
[train.capture]
step = -1
[switches]
batch_size = 15
num_workers = 0
deterministic = "on"
)");
}

QJsonObject eventOf(const Said& said, const QString& name) {
  for (const QJsonObject& line : said.lines())
    if (line["event"].toString() == name) return line;
  return {};
}

}  // namespace

class RunEndsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theExitCodesStandInTheHelp() {
    const QByteArray help = cli({"--help"}).out;
    for (const char* code : {"0 done", "1 failed", "2 the command line", "3 done, but not everything is on disk", "nothing was left"})
      QVERIFY2(help.contains(code), help);
  }

  // Small tables overfit: which epoch was the best, how much worse the last weights are, and the key; with the key the run ends with them.
  void theLastWeightsAreNotTheBest() {
    const QTemporaryDir folder;
    const QString project = writeTable(folder);
    const Said json = cli({"train", project, "--json"});
    QVERIFY2(json.exitCode == 0, json.err);
    double best = HUGE_VAL, last = 0;
    int epoch = 0;
    for (const QJsonObject& line : json.lines()) {
      if (line["event"].toString() != "epoch") continue;
      last = line["val_loss"].toDouble();
      if (last >= best) continue;
      best = last;
      epoch = line["epoch"].toInt();
    }
    QVERIFY2(epoch > 0 && epoch < 60 && last > 1.02 * best, json.out);
    const QJsonObject watched = eventOf(json, "end")["watched"].toObject();
    QCOMPARE(watched["metric"].toString(), QString("val_loss"));
    QCOMPARE(watched["best_epoch"].toInt(), epoch);
    QCOMPARE(watched["best"].toDouble(), best);
    QCOMPARE(watched["last"].toDouble(), last);
    const Said text = cli({"train", project});
    const QByteArray said = "By val_loss epoch " + QByteArray::number(epoch) + " was the best, with ";
    QVERIFY2(text.exitCode == 0 && text.out.contains(said) && text.out.contains("train.early_stopping.restore_best = true"), text.out);
    const QRegularExpressionMatch worse = QRegularExpression("([0-9.]+) % worse").match(QString::fromUtf8(text.out));
    QVERIFY2(worse.hasMatch(), text.out);
    QVERIFY(std::abs(worse.captured(1).toDouble() - 100 * (last - best) / best) < 0.01 * 100 * (last - best) / best);
    const Said restored = cli({"train", project, "--set", "train.early_stopping.restore_best=true"});  // the cure
    QVERIFY2(
        restored.exitCode == 0 && restored.out.contains("Its weights are those of epoch " + QByteArray::number(epoch) + ", the best by val_loss"),
        restored.out);
  }

  void thatItStoppedEarlyIsSaid() {
    const QTemporaryDir folder;
    const QString project = writeTable(folder);
    const QStringList early{"train", project, "--set", "train.early_stopping.patience=2", "--set", "train.early_stopping.min_delta=1000"};
    const Said text = cli(early);
    QVERIFY2(text.exitCode == 0 && text.out.contains("It stopped early, after 3 epochs: val_loss has not improved for 2 epochs."),
             text.out + text.err);
    const Said json = cli(early + QStringList{"--json"});
    QCOMPARE(eventOf(json, "end")["stopped_early"].toString(), QString("val_loss has not improved for 2 epochs"));
    // It is over: nothing is trained once more, and the run is as it was.
    const Said again = cli({"train", project, "--resume", "1"});
    QVERIFY2(again.exitCode == 4 && again.err.contains("stopped early after epoch 3") && !again.err.contains("epoch 4"), again.err);
    QCOMPARE(RunReader(folder.filePath(".stepscope/runs.db").toStdString()).run(1)->epoch, 3);
    const Said all = cli({"train", project, "--resume", "1", "--set", "train.early_stopping.patience=4"});  // the cure
    QVERIFY2(all.exitCode == 0 && all.out.contains("after 5 epochs"), all.out + all.err);
  }

  void aValidationThatIsNotFinite() {
    const QTemporaryDir folder;
    const QString project = writeTable(folder);
    // Two steps at a rate that is far too large: the losses of both are finite, what they leave is not.
    const QStringList train{
        "train", project, "--set", "train.epochs=1", "--set", "train.optimizer.name=sgd", "--set", "train.optimizer.learning_rate=1e6"};
    const Said text = cli(train);
    QVERIFY2(text.exitCode == 0, text.out + text.err);
    const QRegularExpression shown("validation loss (NaN|inf)");
    QVERIFY2(shown.match(QString::fromUtf8(text.err)).hasMatch() && shown.match(QString::fromUtf8(text.out)).hasMatch(), text.out + text.err);
    QVERIFY2(text.err.contains("the validation loss is ") && text.err.contains("train.optimizer.learning_rate") && !text.err.contains("(best)"),
             text.err);
    const Said json = cli(train + QStringList{"--json"});
    const QString value = eventOf(json, "end")["val_loss"].toString();
    QVERIFY2(value == "NaN" || value == "Infinity", json.out);
    QVERIFY(eventOf(json, "epoch")["val_loss"].toString() == value && eventOf(json, "end")["best_val_rmse"].isNull());
    // What is kept of the run says the same wherever it is printed.
    for (const QStringList& printed : {QStringList{"runs", "show", project, "2", "--json"}, {"runs", "list", project, "--json"}}) {
      const QJsonObject kept = cli(printed).lines().at(0);
      QCOMPARE(kept["finals"].toObject()["val_loss"].toString(), value);
      QCOMPARE(kept["spans"].toArray().last().toObject()["validation_loss"].toString(), value);
    }
    // A span without a validation knows none.
    const QStringList without{"train", project, "--set", "train.epochs=1", "--set", "data.validation_split=0"};
    QVERIFY(cli(without).exitCode == 0);
    QVERIFY(cli({"runs", "show", project, "3", "--json"}).lines().at(0)["spans"].toArray().last().toObject()["validation_loss"].isNull());
    QVERIFY(QRegularExpression("(NaN|inf) +-\n").match(QString::fromUtf8(cli({"runs", "list", project}).out)).hasMatch());
  }

  void whatEachEpochLeavesOut() {
    const QTemporaryDir folder;
    const QString project = writeTable(folder);
    const QStringList uneven{"train", project, "--set", "train.epochs=1", "--set", "switches.batch_size=29"};
    const Said text = cli(uneven);
    QVERIFY2(text.err.contains("each epoch leaves out 1 of 30 samples") && text.err.contains("switches.batch_size; 30 leaves out 0"), text.err);
    QCOMPARE(eventOf(cli(uneven + QStringList{"--json"}), "start")["dropped_samples"].toInt(), 1);
    QVERIFY(cli({"runs", "show", project, "1", "--json"}).out.contains("each epoch leaves out 1 of 30 samples"));
    const Said even = cli({"train", project, "--set", "train.epochs=1", "--set", "switches.batch_size=30"});  // the cure
    QVERIFY2(even.exitCode == 0 && !even.err.contains("leaves out"), even.err);
  }

  // A run that fails before anything of it was kept has a report all the same.
  void aRunThatFailsAtOnce() {
    const QTemporaryDir folder;
    const QString project = writeTable(folder);
    const Said failed = cli({"train", project, "--set", "train.optimizer.name=sgd", "--set", "train.optimizer.learning_rate=1e6"});
    QVERIFY2(failed.exitCode == 1 && failed.err.contains("the loss is ") && failed.err.contains("at a learning rate of 1000000"), failed.err);
    QVERIFY2(!failed.err.contains("could not be created"), failed.err);
    QVERIFY(QFile::exists(folder.filePath(".stepscope/runs/1/report.html")));
  }
};

QTEST_GUILESS_MAIN(RunEndsTest)
#include "run_ends_test.moc"
