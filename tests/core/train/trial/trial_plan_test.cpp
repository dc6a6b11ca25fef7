// What the times of a trial's blocks say, and how a verdict is kept.
#include "core/base/core_use.h"
#include "core/base/philox.h"
#include "core/train/trial/trial_result.h"

#include <QtTest>

using namespace stepscope;

namespace {

// Steps of `ms` with noise of so many percent, by a seed.
std::vector<double> steps(double ms, double noise, std::uint64_t seed, int count = 12) {
  PhiloxStream random(seed, 1);
  std::vector<double> times;
  for (int i = 0; i < count; ++i) times.push_back(ms * (1 + noise * (random.uniform() - 0.5)));
  return times;
}

std::vector<TrialPair> pairs(int count, double withoutMs, double withMs, double noise, double driftInAll = 0) {
  std::vector<TrialPair> made;
  for (int i = 0; i < count; ++i) {
    const double slower = 1 + driftInAll * i / count;
    made.push_back({{steps(withoutMs * slower, noise, static_cast<std::uint64_t>(2 * i)), 0.0},
                    {steps(withMs * slower, noise, static_cast<std::uint64_t>(2 * i + 1)), 0.0}});
  }
  return made;
}

}  // namespace

class TrialPlanTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void blocksTakeTurnsSoThatDriftFallsOnBoth() {
    QString order;
    for (int block = 0; block < 8; ++block) order += withSwitch(block) ? 'B' : 'A';
    QCOMPARE(order, QString("ABBAABBA"));
    // The sum of the positions of A's blocks is that of B's: a steady drift falls on both alike.
    int a = 0, b = 0;
    for (int block = 0; block < 8; ++block) (withSwitch(block) ? b : a) += block;
    QCOMPARE(a, b);
  }

  void aBlockTakesAboutAQuarterOfASecond() {
    QCOMPARE(measuredSteps(10), 25);
    QCOMPARE(measuredSteps(0.1), 64);
    QCOMPARE(measuredSteps(2000), 4);
    QCOMPARE(measuredSteps(0), 4);
  }

  void theRatioAndItsInterval_data() {
    QTest::addColumn<double>("with");
    QTest::addColumn<double>("noise");
    QTest::addColumn<double>("drift");
    QTest::addColumn<QString>("outcome");
    QTest::newRow("a fifth faster") << 8.0 << 0.05 << 0.0 << "faster";
    QTest::newRow("a fifth slower") << 12.0 << 0.05 << 0.0 << "slower";
    QTest::newRow("the same") << 10.0 << 0.02 << 0.0 << "no_change";
    QTest::newRow("a fifth faster under a little drift") << 8.0 << 0.02 << 0.08 << "faster";
    QTest::newRow("under drift nothing is said") << 8.0 << 0.02 << 0.6 << "unsteady";
    QTest::newRow("too noisy") << 10.2 << 1.6 << 0.0 << "unclear";
  }
  void theRatioAndItsInterval() {
    QFETCH(double, with);
    QFETCH(double, noise);
    QFETCH(double, drift);
    QFETCH(QString, outcome);
    const auto figures = compareBlocks(pairs(8, 10, with, noise, drift), 32, 32);
    QVERIFY(figures);
    QCOMPARE(figures->pairs, 8);
    QCOMPARE(figures->steps, 8 * 24);
    QVERIFY(figures->low <= figures->ratio && figures->ratio <= figures->high);
    if (noise < 0.1) QVERIFY(std::abs(figures->ratio - with / 10) < 0.02);
    TrialLimits limits;
    if (outcome == "unclear") limits.mostDrift = 10;
    QCOMPARE(QString::fromStdString(nameOf(judge(figures, 8, 8, limits))), outcome);
  }

  // Of trials without any difference about one in twenty may have an interval that leaves 1 out.
  void noChangeIsCalledOneWhereThereIsNone() {
    int wrong = 0;
    constexpr int kTrials = 200;
    for (int trial = 0; trial < kTrials; ++trial) {
      std::vector<TrialPair> made;
      for (int i = 0; i < 8; ++i) {
        PhiloxStream block(static_cast<std::uint64_t>(trial), 7, static_cast<std::uint32_t>(i));
        // Blocks differ from each other besides, as they do on a machine.
        const double a = 10 * (1 + 0.04 * block.normal()), b = 10 * (1 + 0.04 * block.normal());
        const auto seed = static_cast<std::uint64_t>(1000 + 20 * trial + 2 * i);
        made.push_back({{steps(a, 0.1, seed), 0.0}, {steps(b, 0.1, seed + 1), 0.0}});
      }
      const auto figures = compareBlocks(made, 1, 1);
      wrong += figures->low > 1 || figures->high < 1;
    }
    QVERIFY2(wrong <= kTrials / 10, qPrintable(QString::number(wrong)));
  }

  void otherBatchesAreComparedPerSample() {
    // Twice the samples in 1.6 times the time.
    const auto figures = compareBlocks(pairs(6, 10, 16, 0.01), 32, 64);
    QVERIFY(figures && std::abs(figures->ratio - 0.8) < 0.01);
    QVERIFY(std::abs(figures->withMs - 16) < 0.2 && std::abs(figures->withoutMs - 10) < 0.2);
  }

  void tooLittleIsNoFigure() {
    QVERIFY(!compareBlocks({}, 32, 32));
    QVERIFY(!compareBlocks(pairs(1, 10, 8, 0), 32, 32));
    QVERIFY(!compareBlocks({TrialPair{}, TrialPair{}}, 32, 32));
    QVERIFY(judge(std::nullopt, 1, 1, {}) == TrialOutcome::Unclear);
    QVERIFY(judge(compareBlocks(pairs(2, 10, 5, 0), 1, 1), 2, 2, {}) == TrialOutcome::Unclear);
  }

  // Whatever the times say.
  void onBusyCoresNothingIsClaimed() {
    const auto figures = compareBlocks(pairs(6, 10, 5, 0.01), 1, 1);
    QVERIFY(judge(figures, 6, 6, {}) == TrialOutcome::Faster);
    QVERIFY(judge(figures, 13, 6, {}) == TrialOutcome::CoresBusy);  // more than half of the pairs were disturbed
    QVERIFY(judge(figures, 6, 3, {}) == TrialOutcome::CoresBusy);
    QVERIFY(judge(std::nullopt, 6, 0, {}) == TrialOutcome::CoresBusy);
    TrialPair pair = pairs(1, 10, 5, 0)[0];
    QVERIFY(pair.quiet({}));
    pair.with.others = 0.2;
    QVERIFY(!pair.quiet({}));
    pair.with.others.reset();  // where the system does not tell
    QVERIFY(pair.quiet({}));
  }

  void othersAreWhatTheProcessDidNotTake() {
    CoreTimes now{0, 0, 0, 2};
    const CoreUse use([&] { return now; });
    QVERIFY(!use.others());  // no time has passed
    now = {1'500'000'000, 1'100'000'000, 1'000'000'000, 2};
    QVERIFY(std::abs(*use.others() - 0.2) < 1e-9);
    now = {1'000'000'000, 1'010'000'000, 1'000'000'000, 2};  // hundredths of a second against an exact clock
    QCOMPARE(*use.others(), 0.0);
    now.cores = 0;
    QVERIFY(!use.others());
    const CoreTimes real = coreTimes();
    QVERIFY(real.cores > 0 && real.work > 0 && real.own > 0);
  }

  void aVerdictIsKeptAndReadAgain() {
    TrialResult trial;
    trial.step = 120;
    trial.key = "amp";
    trial.from = "off";
    trial.to = "bf16";
    trial.change = "mixed precision off -> bf16";
    trial.device = "cpu";
    trial.outcome = TrialOutcome::Faster;
    trial.without = {32, 2, 0, 12.0, 0.25, 10.0, 1000, 1100};
    trial.with = {32, 2, 0, 9.0, 0.5, 8.0, 800, 900, 0.125};
    trial.figures = compareBlocks(pairs(8, 10, 8, 0.05), 32, 32);
    trial.pairs = trial.quietPairs = 8;
    trial.others = 0.03;
    trial.seconds = 4.5;
    trial.lossDifference = 0.001;
    trial.choice = TrialResult::Choice::Kept;
    QCOMPARE(trial.predictedRatio(), 0.75);
    QVERIFY2(trial.sentence().starts_with("1.25 times as fast (95 % interval 1.2"), trial.sentence().c_str());
    const std::string json = trialsJson({trial, trial});
    const std::vector<TrialResult> read = trialsOf(json);
    QCOMPARE(read.size(), std::size_t{2});
    QCOMPARE(read[0].with.provisionalShare, 0.125);
    QCOMPARE(read[0].without.provisionalShare, 0.0);
    QCOMPARE(trialsJson(read), json);
    QVERIFY(read[1].figures && read[1].figures->ratio == trial.figures->ratio);
  }

  void damagedVerdictsAreLeftOut() {
    QVERIFY(trialsOf("").empty());
    QVERIFY(trialsOf("{\"a\":1}").empty());
    QVERIFY(trialsOf("[1, null, {}, {\"switch\": 3}]").empty());
    const auto read = trialsOf(R"([{"switch":"amp","outcome":"faster","ratio":null,"with":7}])");
    QCOMPARE(read.size(), std::size_t{1});
    QVERIFY(read[0].outcome == TrialOutcome::Unclear);  // no figure, no claim
    QVERIFY(!read[0].sentence().empty());
  }

  void everyOutcomeHasItsSentence() {
    for (int i = 0; i <= static_cast<int>(TrialOutcome::Failed); ++i) {
      TrialResult trial;
      trial.outcome = static_cast<TrialOutcome>(i);
      trial.figures = compareBlocks(pairs(4, 10, 9, 0.01), 1, 1);
      QVERIFY(!trial.sentence().empty());
      QVERIFY(outcomeOf(nameOf(trial.outcome)) == trial.outcome);
    }
    TrialResult busy;
    busy.outcome = TrialOutcome::CoresBusy;
    busy.others = 0.48;
    QCOMPARE(busy.sentence(), std::string("cores busy, no verdict: other programs took 48 % of them"));
  }
};

QTEST_GUILESS_MAIN(TrialPlanTest)
#include "trial_plan_test.moc"
