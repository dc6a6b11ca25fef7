// What `runs show --json` says of a run's histograms: every bin of every kept step, with its edges.
#include <QtTest>
#include <array>
#include <limits>
#include <map>

#include "command_line.h"
#include "core/store/run_store.h"

using namespace stepscope;
using namespace stepscope::test;

class RunsShowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
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
};

QTEST_GUILESS_MAIN(RunsShowTest)
#include "runs_show_test.moc"
