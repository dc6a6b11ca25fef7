// What `runs show --json` says of a run's histograms: every bin of every kept step, with its edges. Names of strangers on the terminal.
#include <QtTest>
#include <array>
#include <limits>
#include <map>

#include "core/store/run_store.h"
#include "tests/app/cli/command_line.h"

using namespace stepscope;
using namespace stepscope::test;

class RunsShowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // What is no number is told apart: JSON has no word for it but texts.
  void valuesThatAreNoNumbers() {
    const QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    RunInfo run;
    {
      RunWriter writer(folder.filePath(".stepscope/runs.db").toStdString());
      run.id = writer.createRun(run);
      writer.append(run.id, "loss",
                    std::vector<Point>{{1, 0, 0.5}, {2, 1, std::numeric_limits<double>::quiet_NaN()}, {3, 2, kInfinity}, {4, 3, -kInfinity}});
      run.status = RunStatus::Finished;
      writer.finish(run);
    }
    const Said said = cli({"runs", "show", project, QString::number(run.id), "--json"});
    QVERIFY2(said.exitCode == 0 && said.lines().size() == 1, said.err);
    QCOMPARE(said.lines().at(0)["series"]["loss"]["values"].toArray(), (QJsonArray{0.5, "NaN", "Infinity", "-Infinity"}));
    const Said text = cli({"runs", "show", project, QString::number(run.id)});
    QVERIFY2(text.out.contains("3 not finite") && text.out.contains("last -inf"), text.out);
  }

  void binsOfHistograms() {
    const QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    // By hand: of 64 bins from -1 to 1 each is 1/32 wide, so that 0 begins the 33rd; the largest value belongs to the last.
    const std::array<float, 6> first{-1.0F, 0.0F, 0.03F, 1.0F, 1.0F, std::numeric_limits<float>::quiet_NaN()};
    const std::array<float, 3> second{2.0F, 2.0F, 6.0F};
    const std::array<float, 1> gradient{-0.5F};
    RunInfo run;
    run.name = "run 1";
    {
      RunWriter writer(folder.filePath(".stepscope/runs.db").toStdString());
      run.id = writer.createRun(run);
      writer.addHistograms(run.id, {{"fc.weight", false, 10, histogramOf(first)},
                                    {"fc.weight", false, 20, histogramOf(second)},
                                    {"fc.weight", true, 20, histogramOf(gradient)}});
      run.status = RunStatus::Finished;
      writer.finish(run);
    }
    const Said said = cli({"runs", "show", project, QString::number(run.id), "--json"});
    QVERIFY2(said.exitCode == 0, said.err);
    QCOMPARE(said.lines().size(), 1);
    const QJsonArray all = said.lines().at(0)["histograms"].toArray();
    QCOMPARE(all.size(), 2);
    const QJsonObject values = all[0].toObject();
    QCOMPARE(values["parameter"].toString(), QString("fc.weight"));
    QCOMPARE(values["gradient"].toBool(), false);
    QCOMPARE(values["steps"].toArray(), (QJsonArray{10, 20}));
    QCOMPARE(values["edges"].toArray(), (QJsonArray{QJsonArray{-1, 1}, QJsonArray{2, 6}}));
    QCOMPARE(values["not_finite"].toArray(), (QJsonArray{1, 0}));
    const auto counts = [](const QJsonObject& tensor, int step) {
      std::map<int, int> bins;
      const QJsonArray list = tensor["counts"][step].toArray();
      for (int i = 0; i < list.size(); ++i)
        if (list[i].toInt() != 0) bins[i] = list[i].toInt();
      return std::pair(list.size(), bins);
    };
    const auto bins = static_cast<qsizetype>(Histogram::kBins);
    QVERIFY(counts(values, 0) == std::pair(bins, std::map<int, int>{{0, 1}, {32, 2}, {63, 2}}));
    QVERIFY(counts(values, 1) == std::pair(bins, std::map<int, int>{{0, 2}, {63, 1}}));
    const QJsonObject slopes = all[1].toObject();
    QCOMPARE(slopes["gradient"].toBool(), true);
    QCOMPARE(slopes["steps"].toArray(), QJsonArray{20});
    const auto [size, held] = counts(slopes, 0);
    QCOMPARE(size, bins);
    QCOMPARE(held.size(), std::size_t{1});
    QCOMPARE(held.begin()->second, 1);

    // Who reads it without the documents finds it in the command's help.
    const QByteArray help = cli({"runs", "show", "--help"}).out.simplified();
    QVERIFY2(help.contains("edges") && help.contains("counts"), help);
  }

  // Escape sequences, newlines and marks that turn the direction, in a name, a tag, a note, a series and a message.
  void namesOfStrangers() {
    const QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    const std::string hostile =
        "a\x1B[2J\x1B]0;owned\x07\r\nb\xC2\x9B"
        "31m\xE2\x80\xAE"
        "c";
    std::vector<RunId> ids;
    {
      RunWriter writer(folder.filePath(".stepscope/runs.db").toStdString());
      for (int i = 0; i < 2; ++i) {
        RunInfo run;
        run.name = hostile;
        run.model = "mlp";
        run.tags = {hostile};
        run.note = hostile;
        run.configuration = i == 0 ? R"({"switches":{"batch_size":64}})" : R"({"switches":{"batch_size":128}})";
        run.id = writer.createRun(run);
        for (int step = 1; step <= 3; ++step) writer.append(run.id, hostile, {step, 1.0 * step, 0.5 / step});
        writer.mark(run.id, {2, 1.0, "note", hostile});
        run.status = RunStatus::Failed;
        run.message = hostile;
        writer.finish(run);
        ids.push_back(run.id);
      }
    }
    const QString one = QString::number(ids[0]), other = QString::number(ids[1]);
    const QList<QStringList> commands{{"runs", "list", project},
                                      {"runs", "show", project, one},
                                      {"runs", "compare", project, one, other},
                                      {"runs", "tag", project, one, "x"},
                                      {"checkpoints", "list", project, one},
                                      {"checkpoints", "export", project, one, "w"},
                                      {"runs", "rename", project, one, "d\x1B[31m"}};
    for (const QStringList& command : commands) {
      const Said said = cli(command);
      for (const QByteArray& text : {said.out, said.err})
        for (const char* part : {"\x1B", "\x07", "\r", "\xC2\x9B", "\xE2\x80\xAE"})
          QVERIFY2(!text.contains(part), command.join(' ').toUtf8() + ": " + text.toPercentEncoding(" \n"));
    }
    // A row of the list stays one.
    QCOMPARE(cli({"runs", "list", project}).out.count('\n'), 3);
    // Whoever reads it as JSON gets the name as it is.
    QCOMPARE(cli({"runs", "show", project, other, "--json"}).lines().at(0)["name"].toString(), QString::fromStdString(hostile));
  }
};

QTEST_GUILESS_MAIN(RunsShowTest)
#include "runs_show_test.moc"
