// Runs by groups of equal settings: means and deviations against a hand count, the order, seeds aside, and what the comparison of many says of them.
#include "core/report/run_groups.h"
#include "core/report/comparison.h"
#include "core/report/report.h"

#include <QXmlStreamReader>
#include <QtTest>
#include <cmath>

using namespace stepscope;

namespace {

// RMSE of the housing prices at three seeds: by hand the means are 48000, 52000 and 50000, the sample deviations 200, 1000 and 0 (of two equal).
struct Kept {
  double rate;
  int batch, seed;
  double rmse, stepMs;
};
const Kept kSweep[] = {{0.01, 64, 1, 47800, 2},  {0.01, 64, 2, 48000, 2},  {0.01, 64, 3, 48200, 2},
                       {0.001, 64, 1, 51000, 4}, {0.001, 64, 2, 52000, 4}, {0.001, 64, 3, 53000, 4},
                       {0.01, 256, 1, 50000, 3}, {0.01, 256, 2, 50000, 3}, {0.01, 256, 3, NAN, 3}};

std::vector<RunId> sweepIn(const std::string& path, double busy = 0) {
  RunWriter writer(path);
  std::vector<RunId> ids;
  for (const Kept& kept : kSweep) {
    RunInfo info;
    info.name = QStringLiteral("learning_rate %1, batch_size %2, seed %3").arg(kept.rate).arg(kept.batch).arg(kept.seed).toStdString();
    info.group = "rate, batch, seed";
    info.model = "mlp";
    const std::string switches = QStringLiteral(R"({"batch_size": %1})").arg(kept.batch).toStdString();
    info.configuration = QStringLiteral(R"({"switches": {"batch_size": %1}, "train": {"seed": %2, "optimizer": {"learning_rate": %3}}})")
                             .arg(kept.batch)
                             .arg(kept.seed)
                             .arg(kept.rate)
                             .toStdString();
    info.id = writer.createRun(info);
    for (int i = 1; i <= 3; ++i) writer.append(info.id, "val_rmse", {i * 10, i * 1.0, kept.rmse + 3 - i});
    info.step = 100;
    info.seconds = kept.stepMs / 10;
    info.status = std::isnan(kept.rmse) ? RunStatus::Failed : RunStatus::Finished;
    info.finals = {{"best_val_rmse", kept.rmse}, {"val_rmse", kept.rmse}};
    RunSpan span;
    span.lastStep = 100;
    span.switches = switches;
    span.samples = 100 * kept.batch;
    span.seconds = kept.stepMs / 10;
    span.stepMs = kept.stepMs;
    span.busyShare = busy;
    span.plannedPeakBytes = 1'000'000 + kept.seed;
    info.spans = {span};
    writer.finish(info);
    ids.push_back(info.id);
  }
  return ids;
}

std::string sentenceOf(const RunComparison& comparison) {
  std::string text;
  for (const SentencePart& part : comparison.sentence) text += part.text;
  return text;
}

}  // namespace

class RunGroupsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void meansAndOrder() {
    const QTemporaryDir folder;
    const std::string store = folder.filePath("runs.db").toStdString();
    const std::vector<RunId> ids = sweepIn(store);
    const RunComparison comparison = compare(factsOf(RunReader(store), ids), 0);
    QVERIFY(comparison.many());
    const RunGroups& groups = comparison.groups;
    QCOMPARE(groups.settings.size(), std::size_t{2});  // no seed
    QCOMPARE(groups.settings[0].title, std::string("batch size"));
    QCOMPARE(groups.settings[1].title, std::string("learning rate"));
    QCOMPARE(groups.groups.size(), std::size_t{3});
    const double means[] = {48000, 50000, 52000}, deviations[] = {200, 0, 1000}, ms[] = {2, 3.0 * 64 / 256, 4};
    const std::size_t measured[] = {3, 2, 3};
    for (std::size_t g = 0; g < 3; ++g) {
      QCOMPARE(groups.groups[g].mean, means[g]);
      QCOMPARE(groups.groups[g].deviation, deviations[g]);
      QCOMPARE(groups.groups[g].measured, measured[g]);
      QCOMPARE(groups.groups[g].runs.size(), std::size_t{3});
      QVERIFY(std::abs(groups.groups[g].msMean - ms[g]) < 1e-9);  // for the 64 samples of the baseline's step
      QCOMPARE(groups.groups[g].peakBytes, 1'000'003.0);
    }
    QCOMPARE(groups.groups[0].values, (std::vector<std::string>{"64", "0.01"}));
    QCOMPARE(groupOfRuns(groups, ids.size()), (std::vector<std::size_t>{0, 0, 0, 2, 2, 2, 1, 1, 1}));
    QCOMPARE(sentenceOf(comparison), std::string("batch size 64, learning rate 0.01 is best: RMSE 48000 ± 200 over 3 runs"));
    QCOMPARE(comparison.under,
             std::string("9 runs in 3 groups of equal settings · next: batch size 256, learning rate 0.01 with 50000 ± 0 over 2 runs"));
    QVERIFY(compare(factsOf(RunReader(store), std::span(ids).first(4)), 0).under.find("groups") == std::string::npos);  // few: as before
  }

  // Of the same runs on busy cores quality is told, and that the times are not from quiet ones.
  void busyCores() {
    const QTemporaryDir folder;
    const std::string store = folder.filePath("runs.db").toStdString();
    const RunComparison comparison = compare(factsOf(RunReader(store), sweepIn(store, 0.4)), 0);
    QVERIFY2(comparison.under.ends_with("times of 9 of 9 runs are not from quiet cores"), comparison.under.c_str());
    QVERIFY(sentenceOf(comparison).starts_with("batch size 64, learning rate 0.01 is best"));
  }

  void digitsThatTheDeviationBears() {
    const Metric accuracy = infoOf(Task::Classification).best, rmse{"rmse", "RMSE", "", false, false},
                 loss{"loss", "loss", "nats/token", false, false};
    QCOMPARE(meanText(rmse, 149.333333, 81.5388233), std::string("149 ± 82"));
    QCOMPARE(meanText(rmse, 47960.4, 310.2), std::string("47960 ± 310"));
    QCOMPARE(meanText(accuracy, 0.98312, 0.00234), std::string("98.31 ± 0.23 %"));
    QCOMPARE(meanText(loss, 1.85312, 0.0121), std::string("1.853 ± 0.012 nats/token"));
    QCOMPARE(meanText(rmse, 2.5, 0), std::string("2.5 ± 0"));
    QCOMPARE(meanText(rmse, 2.5, NAN), std::string("2.5"));
    QCOMPARE(meanText(rmse, NAN, NAN), std::string("-"));
  }

  // The report of many runs has a row a run, not a column, and repeats no legend.
  void reportOfMany() {
    const QTemporaryDir folder;
    const std::string store = folder.filePath("runs.db").toStdString();
    const QString page = QString::fromStdString(reportOf(store, sweepIn(store)));
    const QString main = page.section("<main>", 1, 1).section("</main>", 0, 0);
    QXmlStreamReader xml("<x>" + main.toUtf8() + "</x>");
    qsizetype widest = 0, cells = 0;
    while (!xml.atEnd()) {
      xml.readNext();
      if (xml.isStartElement() && xml.name() == QLatin1String("tr")) cells = 0;
      if (xml.isStartElement() && (xml.name() == QLatin1String("td") || xml.name() == QLatin1String("th"))) widest = std::max(widest, ++cells);
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QVERIFY2(widest <= 11, qPrintable(QString::number(widest)));
    QVERIFY(main.contains("48000 ± 200") && main.contains("Groups of equal settings") && main.contains("Runs, best first"));
    // Charts without a legend of their own: the marks are in the tables.
    QVERIFY(!main.section("<h2>Curves</h2>", 1, 1).section("<h2>", 0, 0).contains("class=\"legend\""));
    QVERIFY(main.indexOf("Configuration of") > main.indexOf("Runs, best first"));
  }
};

QTEST_APPLESS_MAIN(RunGroupsTest)
#include "run_groups_test.moc"
