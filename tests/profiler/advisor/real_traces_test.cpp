// The advice on published traces: the pair of ResNet-50 trainings with 0 and 4 loader workers, and others that lack one thing or another.
#include "profiler/advisor/advise.h"
#include "profiler/io/import.h"

#include <QDir>
#include <QFile>
#include <QtTest>

using namespace stepscope;

namespace {

QString traceFile(const char* name) {
  return qEnvironmentVariable("STEPSCOPE_DATA", QStringLiteral(STEPSCOPE_SOURCE_DIR "/../shared/data")) + QStringLiteral("/traces/") + name;
}

Advice adviceOn(const char* name) {
  AdviceFacts facts;
  facts.trace = traceFacts(std::make_shared<const Trace>(*importTrace(traceFile(name).toStdString())));
  return advise(facts);
}

const Finding& rule(const Advice& advice, const char* key) {
  for (const Finding& finding : advice.findings)
    if (finding.rule == key) return finding;
  qFatal("no rule %s", key);
}

}  // namespace

class RealTracesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void thePairOfResnets() {
    if (!QFile::exists(traceFile("resnet50_num_workers_0.pt.trace.json.gz"))) QSKIP("The test inputs are absent: set STEPSCOPE_DATA to their folder");
    const Advice starved = adviceOn("resnet50_num_workers_0.pt.trace.json.gz"), fed = adviceOn("resnet50_num_workers_4.pt.trace.json.gz");
    const Finding& first = starved.findings.front();
    QCOMPARE(first.rule, std::string("input_bound"));
    QCOMPARE(first.outcome, Outcome::Found);
    QVERIFY2(std::abs(first.figure - 39.6) <= 0.3, qPrintable(QString::number(first.figure)));
    QVERIFY(first.sentence.find("highly input-bound") != std::string::npos);
    QCOMPARE(starved.verdict.sentence, first.sentence);
    // The sentence is of the mean step, which is not the median one.
    QVERIFY2(first.sentence.find("69.3 ms of 174.8 ms") != std::string::npos, first.sentence.c_str());
    QCOMPARE(starved.verdict.times, std::string("6 steps: mean 174.8 ms, median 176.3 ms"));
    QVERIFY(first.cure && first.cure->setting.find("num_workers=4") != std::string::npos);
    QVERIFY(!first.cure->isSwitch());
    QVERIFY(!first.evidence.ranges.empty());
    // The wait is 69.3 ms of a step; what the GPU did meanwhile (5.7 % of the steps) is not won.
    QVERIFY(first.gainAtMostMs && *first.gainAtMostMs > 50 && *first.gainAtMostMs <= 69.3);

    const Finding& not_ = rule(fed, "input_bound");
    QCOMPARE(not_.outcome, Outcome::NotFound);
    QVERIFY2(std::abs(not_.figure - 1.0) <= 0.3, qPrintable(QString::number(not_.figure)));
    QVERIFY(fed.verdict.sentence.find("waits for data") == std::string::npos);

    // Both figures, each named: of the steps, and from the first operation to the last.
    const std::string& low = rule(starved, "low_gpu_use").sentence;
    QVERIFY2(std::abs(rule(starved, "low_gpu_use").figure - 56.0) <= 0.3, low.c_str());
    QVERIFY2(low.find("60.6 %") != std::string::npos, low.c_str());
    const std::string& high = rule(fed, "low_gpu_use").sentence;
    QVERIFY2(std::abs(rule(fed, "low_gpu_use").figure - 72.4) <= 0.3, high.c_str());
    QVERIFY2(high.find("76.7 %") != std::string::npos, high.c_str());
    // Trained in f32 on a GPU with tensor cores.
    QCOMPARE(rule(fed, "matrix_units").outcome, Outcome::Found);
  }

  void otherTraces() {
    if (!QFile::exists(traceFile("alexnet_cuda_sync.json.gz"))) QSKIP("The test inputs are absent: set STEPSCOPE_DATA to their folder");
    // Without steps shares of a step are not told, and the GPU's figure is of its own time.
    for (const char* name : {"alexnet_cuda_sync.json.gz", "h100_2gpu_1s.sqlite.gz"}) {
      const Advice advice = adviceOn(name);
      QVERIFY(!advice.verdict.sentence.empty());
      for (const Finding& finding : advice.findings) QVERIFY2(!finding.sentence.empty(), finding.rule.c_str());
      QCOMPARE(rule(advice, "input_bound").outcome, Outcome::NotEnoughData);
      QVERIFY(rule(advice, "low_gpu_use").outcome != Outcome::NotEnoughData);
    }
  }
};

QTEST_GUILESS_MAIN(RealTracesTest)
#include "real_traces_test.moc"
