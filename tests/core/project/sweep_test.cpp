// Sweeps: what a project declares, and the runs that come of it.
#include <QtTest>
#include <cmath>
#include <set>

#include "core/base/error.h"
#include "core/project/project.h"
#include "core/project/sweep.h"

using namespace stepscope;

namespace {

const char* const kProject = "[data]\nkind = \"shapes\"\n[model]\nname = \"resnet20\"\n";

SweepSpec sweepOf(const std::string& toml) {
  return parseProject(kProject + toml, "p.toml").sweep;
}

std::string problemOf(const SweepSpec& sweep) {
  try {
    runsOf(sweep);
  } catch (const Error& error) {
    return error.cure().empty() ? "no cure" : error.what();
  }
  return {};
}

}  // namespace

class SweepTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void gridTurnsTheLastKeyFastest() {
    const SweepSpec sweep = sweepOf(
        "[[sweep.values]]\nkey = \"switches.amp\"\nvalues = [\"off\", \"bf16\"]\n"
        "[[sweep.values]]\nkey = \"switches.batch_size\"\nvalues = [\"32\", \"64\", \"128\"]\n");
    const std::vector<Overrides> runs = runsOf(sweep);
    QCOMPARE(runs.size(), std::size_t{6});
    QCOMPARE(runs[0], (Overrides{{"switches.amp", "off"}, {"switches.batch_size", "32"}}));
    QCOMPARE(runs[1], (Overrides{{"switches.amp", "off"}, {"switches.batch_size", "64"}}));
    QCOMPARE(runs[3], (Overrides{{"switches.amp", "bf16"}, {"switches.batch_size", "32"}}));
    QCOMPARE(sweepRunName(runs[3]), std::string("amp bf16, batch_size 32"));
    // What is drawn is what --set takes.
    const Project project = parseProject(kProject, "p.toml", runs[5]);
    QCOMPARE(project.switches.batchSize, 128);
    QVERIFY(project.switches.amp == Switches::Amp::Bf16);
  }

  void drawsComeAgain() {
    const std::string toml =
        "[sweep]\nkind = \"random\"\nruns = 200\nseed = 3\n[[sweep.values]]\nkey = \"train.optimizer.learning_rate\"\nlow = 1e-4\nhigh = 1\nlog = true\n"
        "[[sweep.values]]\nkey = \"switches.batch_size\"\nvalues = [\"32\", \"64\"]\n";
    const std::vector<Overrides> runs = runsOf(sweepOf(toml));
    QCOMPARE(runs.size(), std::size_t{200});
    QCOMPARE(runs, runsOf(sweepOf(toml)));
    std::set<std::string> batches;
    int below = 0;
    for (const Overrides& run : runs) {
      const double rate = std::stod(run[0].second);
      QVERIFY(rate >= 0.99e-4 && rate <= 1);
      below += rate < 1e-2;  // half of the range, by the logarithm
      batches.insert(run[1].second);
    }
    QVERIFY(below > 70 && below < 130);
    QCOMPARE(batches.size(), std::size_t{2});
    SweepSpec other = sweepOf(toml);
    other.seed = 4;
    QVERIFY(runsOf(other) != runs);
  }

  // Whatever is drawn is what the key takes, and lies in its range.
  void drawsFit_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("low");
    QTest::addColumn<QString>("high");
    QTest::addColumn<bool>("logarithmic");
    QTest::addColumn<bool>("whole");
    const auto row = [](const char* key, const char* low, const char* high, bool logarithmic, bool whole) {
      QTest::addRow("%s %s %s %s", key, low, high, logarithmic ? "log" : "") << key << low << high << logarithmic << whole;
    };
    row("switches.batch_size", "16", "256", false, true);
    row("switches.batch_size", "16", "256", true, true);
    row("train.epochs", "1", "3", false, true);
    row("train.epochs", "0.5", "2.5", false, true);
    row("train.seed", "0", "100000", false, true);
    row("data.crop_padding", "0", "4", false, true);
    row("train.optimizer.momentum", "0.9", "0.99999", false, false);
    row("train.optimizer.momentum", "0.99", "0.9999999", true, false);
    row("train.optimizer.beta2", "0.99", "0.99999", false, false);
    row("data.crop_scale", "0.999999", "1", false, false);
    row("train.optimizer.learning_rate", "1e-7", "1.00001e-7", true, false);
    row("train.loss.label_smoothing", "0", "0.00001", false, false);
    row("model.dropout", "0", "1", false, false);
    row("model.width", "16", "64", false, true);
  }
  void drawsFit() {
    QFETCH(QString, key);
    QFETCH(QString, low);
    QFETCH(QString, high);
    QFETCH(bool, logarithmic);
    QFETCH(bool, whole);
    const std::string toml = "[sweep]\nkind = \"random\"\nruns = 2000\n[[sweep.values]]\nkey = \"" + key.toStdString() +
                             "\"\nlow = " + low.toStdString() + "\nhigh = " + high.toStdString() + (logarithmic ? "\nlog = true\n" : "\n");
    std::set<double> drawn;
    for (const Overrides& run : runsOf(sweepOf(toml))) {
      const std::string& text = run[0].second;
      bool isNumber = false;
      const double value = QString::fromStdString(text).toDouble(&isNumber);
      QVERIFY2(isNumber && value >= low.toDouble() && (whole ? value <= high.toDouble() : value < high.toDouble()), text.c_str());
      if (whole) QVERIFY2(text.find_first_not_of("0123456789") == std::string::npos, text.c_str());
      if (!key.startsWith("model.")) parseProject(kProject, "p.toml", run);
      drawn.insert(value);
    }
    const double first = std::ceil(low.toDouble()), last = std::floor(high.toDouble());
    if (whole && last - first < 10) QCOMPARE(drawn.size(), static_cast<std::size_t>(last - first) + 1);  // each of them, both ends too
    if (!whole) QVERIFY(drawn.size() > 100);
  }

  void writtenOut() {
    const std::vector<Overrides> runs = runsOf(sweepOf(
        "[sweep]\nkind = \"list\"\n[[sweep.list]]\nset = [\"switches.amp=bf16\", \"train.epochs=2\"]\n[[sweep.list]]\nset = \"train.seed=5\"\n"));
    QCOMPARE(runs.size(), std::size_t{2});
    QCOMPARE(runs[0], (Overrides{{"switches.amp", "bf16"}, {"train.epochs", "2"}}));
    QCOMPARE(runs[1], (Overrides{{"train.seed", "5"}}));
  }

  void mistakes() {
    QVERIFY(problemOf({}).find("--vary") != std::string::npos);
    SweepSpec sweep;
    sweep.values = {{"", {"1"}}};
    QVERIFY(problemOf(sweep).find("it has no key") != std::string::npos);
    sweep.values = {{"train.seed", {"1"}}, {"train.seed", {"2"}}};
    QVERIFY(problemOf(sweep).find("twice") != std::string::npos);
    sweep.values = {{"train.seed", {}}};
    QVERIFY(problemOf(sweep).find("no values") != std::string::npos);
    sweep.kind = SweepKind::Random;
    sweep.values = {{"train.seed", {}, 2, 1}};
    QVERIFY(problemOf(sweep).find("is not a range") != std::string::npos);
    sweep.values = {{"train.seed", {}, 0, 1, true}};
    QVERIFY(problemOf(sweep).find("is not a range") != std::string::npos);
    sweep = {};
    sweep.values = {{"a", std::vector<std::string>(1000, "1")}, {"b", std::vector<std::string>(1000, "1")}};
    QVERIFY(problemOf(sweep).find("more than") != std::string::npos);
    sweep = {};
    sweep.kind = SweepKind::List;
    sweep.list = {{"nothing"}};
    QVERIFY(problemOf(sweep).find("sets no key") != std::string::npos);
    bool refused = false;
    try {
      sweepOf("[sweep]\nkind = \"bayes\"\n");
    } catch (const Error&) {
      refused = true;
    }
    QVERIFY(refused);
  }

  // A run that is kept knows nothing of the sweep unless its project has one.
  void keptWithARun() {
    const Project plain = parseProject(kProject, "/tmp/p.toml");
    QVERIFY(toJson(plain).find("sweep") == std::string::npos || projectFromJson(toJson(plain)).sweep.empty());
    const Project with = parseProject(std::string(kProject) + "[[sweep.values]]\nkey = \"train.seed\"\nvalues = [\"1\", \"2\"]\n", "/tmp/p.toml");
    QCOMPARE(runsOf(projectFromJson(toJson(with)).sweep), runsOf(with.sweep));
  }
};

QTEST_GUILESS_MAIN(SweepTest)
#include "sweep_test.moc"
