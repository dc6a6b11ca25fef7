// Intervals against published ones.
#include "core/infer/interval.h"

#include <cmath>
#include <vector>

#include "core/base/philox.h"

#include <QtTest>

using namespace stepscope;

class IntervalTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3 (Wilson), to four digits.
  void wilsonAsPublished_data() {
    QTest::addColumn<int>("right");
    QTest::addColumn<int>("count");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::newRow("81 of 263") << 81 << 263 << 0.2553 << 0.3662;
    QTest::newRow("15 of 148") << 15 << 148 << 0.0624 << 0.1605;
    QTest::newRow("0 of 20") << 0 << 20 << 0.0 << 0.1611;
    QTest::newRow("1 of 29") << 1 << 29 << 0.0061 << 0.1718;
  }
  void wilsonAsPublished() {
    QFETCH(int, right);
    QFETCH(int, count);
    QFETCH(double, low);
    QFETCH(double, high);
    const Interval found = wilson(right, count);
    QVERIFY2(std::abs(found.low - low) < 5e-5 && std::abs(found.high - high) < 5e-5, qPrintable(QString("%1 %2").arg(found.low).arg(found.high)));
    const Interval mirrored = wilson(count - right, count);
    QVERIFY(std::abs(mirrored.low - (1 - found.high)) < 1e-12 && std::abs(mirrored.high - (1 - found.low)) < 1e-12);
  }

  void nothingIsNotKnown() {
    QVERIFY(std::isnan(wilson(0, 0).low));
    QVERIFY(std::isnan(bootstrap(std::vector<double>{1.0}, [](double mean) { return mean; }).low));
  }

  // The mean of n numbers with deviation s has the interval mean +- 1.96 s / sqrt(n); also of so many that neighbours are drawn together.
  void bootstrapOfAMean_data() {
    QTest::addColumn<int>("count");
    QTest::newRow("400") << 400;
    QTest::newRow("as groups") << 25'001;
  }
  void bootstrapOfAMean() {
    QFETCH(int, count);
    PhiloxStream random(7, 1);
    std::vector<double> samples(static_cast<std::size_t>(count));
    double sum = 0, squares = 0;
    for (double& one : samples) {
      one = 5 + 2 * random.normal();
      sum += one;
      squares += one * one;
    }
    const double mean = sum / count, half = 1.96 * std::sqrt((squares / count - mean * mean) / count);
    const Interval found = bootstrap(samples, [](double m) { return m; });
    QVERIFY(std::abs(found.low - (mean - half)) < 0.15 * half);
    QVERIFY(std::abs(found.high - (mean + half)) < 0.15 * half);
    const Interval root = bootstrap(samples, [](double m) { return std::sqrt(m); });
    QVERIFY(std::abs(root.low - std::sqrt(found.low)) < 1e-12 && std::abs(root.high - std::sqrt(found.high)) < 1e-12);
  }
};

QTEST_APPLESS_MAIN(IntervalTest)
#include "interval_test.moc"
